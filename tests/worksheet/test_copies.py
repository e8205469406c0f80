"""What ``posenc init`` writes is the built-in worksheet; vectors of words are in a file that is really read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.copies import VECTORS, files_of
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.find import Writing
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.rewriting import rewritten
from posenc_cli.worksheet.spec import BUILTIN_NAMES, find
from tests.worksheet.names import WHOLE_WAY

if TYPE_CHECKING:
    from pathlib import Path

    from posenc_cli.worksheet.sheet import Sheet


def written(name: str, folder: Path) -> Path:
    """The files of a built-in worksheet; the path of its spec."""
    for file, data in files_of(name):
        (folder / file).write_bytes(data)
    return folder / f"{name}.toml"


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_a_copy_has_the_key_of_the_original(name: str, tmp_path: Path) -> None:
    """Whoever prints the copy unchanged gets the sheet that ships with the program, drawn numbers too."""
    spec = find(str(written(name, tmp_path)))
    assert spec.folder == tmp_path.resolve()
    assert key_of(build(spec)) == key_of(build(find(name)))
    if name in WHOLE_WAY or find(name).worksheet.vary:
        drawn = vary(spec, 3)
        assert key_of(drawn) != key_of(build(spec))
        assert key_of(drawn) == key_of(vary(find(name), 3))


def key_of(sheet: Sheet) -> list[tuple[str, float, tuple[str, ...]]]:
    """Ids, points and accepted texts of all blanks."""
    return [(one.blank.id, one.blank.points, one.accepted) for one in solve(sheet)]


@pytest.mark.parametrize("name", WHOLE_WAY)
def test_vectors_come_from_the_table_beside_the_spec(name: str, tmp_path: Path) -> None:
    """The copy reads them from its file, and holds none itself."""
    spec = find(str(written(name, tmp_path)))
    assert (spec.embeddings.file, spec.embeddings.table) == (VECTORS, None)


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_an_edited_copy_has_the_key_of_the_original(name: str, tmp_path: Path) -> None:
    """Who changes the title and throws the comments away has another worksheet with the same numbers."""
    path = written(name, tmp_path)
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    edited = [re.sub(r"^title = .*", 'title = "Edited"', line) for line in lines]
    path.write_text("\n".join(edited), encoding="utf-8")
    spec = find(str(path))
    assert (spec.worksheet.title, spec.file_name) == ("Edited", path.name)
    assert key_of(build(spec)) == key_of(build(find(name)))


@pytest.mark.parametrize(
    ("name", "old", "new"), [("katze", "sitzt;0,0;0,1", "sitzt;0,5;0,1"), ("cat", ",0.9,0", ",0.4,0")]
)
def test_a_change_in_the_table_changes_the_sheet(name: str, old: str, new: str, tmp_path: Path) -> None:
    """German tables open in a German Excel, English ones in an English one, and what is saved counts."""
    path = written(name, tmp_path)
    vectors = (tmp_path / VECTORS).read_bytes().decode("utf-8-sig")
    assert old in vectors
    (tmp_path / VECTORS).write_text(vectors.replace(old, new), encoding="utf-8")
    assert [one.text for one in solve(build(find(str(path))))] != [one.text for one in solve(build(find(name)))]


@pytest.mark.parametrize("name", WHOLE_WAY)
def test_the_comment_says_where_the_vectors_are(name: str) -> None:
    """The copy speaks of its file, and no longer of a table that it has not."""
    spec = files_of(name)[0][1].decode()
    assert spec.count(VECTORS) == 2
    assert "\n[embeddings.table]" not in spec


@pytest.mark.parametrize("text", ["a = 1\n", "minutes = 1\nminutes = 2\n"])
def test_a_worksheet_that_was_written_otherwise_is_not_rewritten(text: str) -> None:
    """A place that is not there, or there twice, is a fault of ours that no copy may carry on."""
    assert rewritten("a = 1\nminutes = 2\n", "^minutes = .*$", lambda line: f"{line}0") == "a = 1\nminutes = 20\n"
    with pytest.raises(RuntimeError, match="not one"):
        rewritten(text, "^minutes = .*$", lambda line: line)


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_a_copy_has_the_decimals_and_the_mark_that_were_asked_for(name: str, tmp_path: Path) -> None:
    """With all else, comments too, as it was."""
    for file, data in files_of(name, Writing(5, "comma")):
        (tmp_path / file).write_bytes(data)
    changed, usual = (
        (tmp_path / f"{name}.toml").read_text("utf-8").splitlines(),
        files_of(name)[0][1].decode().splitlines(),
    )
    about = find(str(tmp_path / f"{name}.toml")).worksheet
    assert (about.decimals, about.decimal_mark) == (5, "comma")
    assert sum(mine != its for mine, its in zip(changed, usual, strict=True)) == 2
