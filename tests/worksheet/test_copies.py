"""What ``posenc init`` writes is the built-in worksheet, with its vectors in a file that is really read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.copies import VECTORS, files_of
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import BUILTIN_NAMES, find

if TYPE_CHECKING:
    from pathlib import Path


def written(name: str, folder: Path) -> Path:
    """The files of a built-in worksheet; the path of its spec."""
    for file, data in files_of(name):
        (folder / file).write_bytes(data)
    return folder / f"{name}.toml"


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_a_copy_has_the_key_of_the_original(name: str, tmp_path: Path) -> None:
    """The vectors come from the table beside the spec, and are the same."""
    spec = find(str(written(name, tmp_path)))
    assert (spec.embeddings.file, spec.embeddings.table) == (VECTORS, None)
    own, copy = solve(build(find(name))), solve(build(spec))
    assert [one.accepted for one in copy] == [one.accepted for one in own]


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


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_the_comment_says_where_the_vectors_are(name: str) -> None:
    """The copy speaks of its file, and no longer of a table that it has not."""
    spec = files_of(name)[0][1].decode()
    assert spec.count(VECTORS) == 2
    assert "\n[embeddings.table]" not in spec
