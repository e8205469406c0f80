"""``posenc worksheet --fillable`` and ``posenc check`` of what comes back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pytest

from posenc_cli.render.sheets import Rendered
from posenc_cli.worksheet.find import sheet_of
from tests.grading.pdf_forms import handed_in, right
from tests.render.filling import fields

if TYPE_CHECKING:
    from collections.abc import Callable

    from posenc_cli.worksheet.sheet import Sheet
    from tests.cli.conftest import Ran

pytestmark = [pytest.mark.pdf, pytest.mark.usefixtures("weasyprint")]


def fill(path: Path, values: dict[str, str]) -> None:
    """Fill a sheet in, and save it in its place."""
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        found = fields(pdf)
        for name, value in values.items():
            found[name].V = pikepdf.String(value)
        pdf.save(path)


def test_a_sheet_is_printed_filled_in_and_checked(posenc: Callable[..., Ran]) -> None:
    """Two files are written, only one of them with fields; filled in, it says itself which sheet it is."""
    posenc("worksheet", "katze-kurz", "--vary", "--seed", "3", "--fillable", quiet=False)
    with pikepdf.open("katze-kurz-3-loesung.pdf") as key:
        assert "/AcroForm" not in key.Root
    fill(Path("katze-kurz-3.pdf"), right(sheet_of("katze-kurz-3")) | {"_name": "Ada"})
    (student,) = json.loads(posenc("check", "katze-kurz-3.pdf", "-f", "json").out)["students"]
    assert student["name"] == "Ada"
    assert student["points"] == student["max_points"]


def test_groups_get_a_file_each(posenc: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    """A stack to print would have every field twice; keys are one file as ever; copies would be of no use."""
    asked = []

    def printed(sheet: Sheet, kind: str, *, key: bool) -> Rendered:
        asked.append((sheet.holder.group, kind, key, sheet.spec.worksheet.fillable))
        return Rendered(handed_in(sheet, {}), kind)

    monkeypatch.setattr("posenc_cli.render.sheets.render", printed)
    posenc("worksheet", "katze-kurz", "--groups", "2", "--fillable", quiet=False)
    assert asked == [
        ("A", "pdf", False, True),
        ("B", "pdf", False, True),
        ("A", "pdf", True, True),
        ("B", "pdf", True, True),
    ]
    names = [f"katze-kurz-gruppen-{ending}.pdf" for ending in ("A", "B", "loesung")]
    assert sorted(path.name for path in Path().iterdir()) == names
    with pikepdf.open(names[0]) as one, pikepdf.open(names[2]) as keys:
        assert "pe2_d1" not in fields(one)
        assert "_code" in fields(one)
        assert "/AcroForm" not in keys.Root
    said = posenc("worksheet", "katze-kurz", "--groups", "2", "--copies", "2", "--fillable", code=2).error
    assert "--fillable" in said
    assert "--copies" in said


def test_a_class_with_other_numbers_for_everybody_is_checked(posenc: Callable[..., Ran]) -> None:
    """Everybody's PDF names its owner; a stranger's costs a line; the stack to print has no fields."""
    Path("class.csv").write_text("Name\nAda\nBo\n", encoding="utf-8")
    posenc(
        "worksheet",
        "katze-kurz",
        "--class",
        "class.csv",
        "--vary",
        "--fillable",
        "--jobs",
        "1",
        "-o",
        "set",
        quiet=False,
    )
    with pikepdf.open("set/alle-blaetter.pdf") as stack:
        assert "/AcroForm" not in stack.Root
    index = json.loads(Path("set/manifest.json").read_text(encoding="utf-8"))
    names = [one["sheet"] for one in index["students"]]
    paths = [Path("set", one["file"]) for one in index["students"]]
    fill(paths[0], right(sheet_of(names[0])))
    values = right(sheet_of(names[1]))
    fill(paths[1], values | {list(values)[-1]: "0.5"})
    Path("stranger.pdf").write_bytes(handed_in(sheet_of("katze-kurz-1"), right(sheet_of("katze-kurz-1"))))
    asked = [*map(str, paths), "stranger.pdf"]
    ran = posenc("check", *asked, "--sheet", "set", "-f", "json", "--lang", "en", code=1)
    first, second = json.loads(ran.out)["students"]
    assert (first["name"], second["name"]) == ("Ada", "Bo")
    assert first["points"] == first["max_points"] > second["points"]
    assert ran.err.count("\n") == 1
    assert "stranger.pdf" in ran.err
    # Without the manifest, every PDF says of which numbers it is.
    again = json.loads(posenc("check", *map(str, paths), "-f", "json", code=1).out)["students"]
    assert [one["points"] for one in again] == [first["points"], second["points"]]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["-o", "a.html"], "html"),
        (["-f", "text"], "text"),
        (["-o", "a.csv"], "csv"),
        (["--interactive"], "--interactive"),
        (["-o", "a.csv", "--groups", "2"], "csv"),
    ],
)
def test_only_a_pdf_has_fields(posenc: Callable[..., Ran], more: list[str], said: str) -> None:
    """Whoever asks for them in another format is told."""
    assert said in posenc("worksheet", "katze-kurz", "--fillable", *more, code=2).error
    assert list(Path().iterdir()) == []


def test_without_weasyprint_there_is_no_file_and_one_sentence(
    posenc: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ladder does not go on to a browser, whose PDF nobody could fill in."""
    from posenc_cli.errors import MachineError
    from posenc_cli.render import pdf

    def missing(*_: object, **__: object) -> None:
        raise MachineError("pdf.no-weasyprint", install="pango", reason="no Pango")

    monkeypatch.setattr(pdf, "pdf_by_weasyprint", missing)
    said = posenc("worksheet", "katze-kurz", "--fillable", "--lang", "en", code=3).error
    assert "no Pango" in said
    assert "--interactive" in said
    assert list(Path().iterdir()) == []


def test_a_worksheet_may_ask_for_fields_itself(posenc: Callable[..., Ran]) -> None:
    """``fillable = true`` is as good as the option, and no other format minds it."""
    posenc("init", "katze-kurz", "own", quiet=False)
    path = Path("own/katze-kurz.toml")
    path.write_text(path.read_text("utf-8").replace("[worksheet]\n", "[worksheet]\nfillable = true\n", 1), "utf-8")
    posenc("worksheet", str(path), "-o", "a.pdf", quiet=False)
    with pikepdf.open("a.pdf") as pdf:
        assert "pe2_d1" in fields(pdf)
    posenc("worksheet", str(path), "-o", "a.csv", quiet=False)


def test_a_pdf_that_is_not_there_is_no_answer(posenc: Callable[..., Ran]) -> None:
    """Its name is that of a file."""
    assert "none.pdf" in posenc("check", "none.pdf", code=2).error
