from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from posenc_cli.cli import main
from posenc_cli.errors import UsageError
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.copies import VECTORS, files_of
from posenc_cli.worksheet.practice import practice
from posenc_cli.worksheet.seen import seen
from posenc_cli.worksheet.spec import builtin_text, find, read

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("name", "slips"),
    [
        ("katze", ["angle-degrees"]),
        ("katze", ["dot-term-missing", "add-subtracted"]),
        ("cat-short", ["func-swapped", "sign-lost"]),
        ("alibi", ["alibi-sign"]),
        ("rope-en", ["rope-degrees"]),
        ("calendar", ["calendar-degrees"]),
    ],
)
def test_a_practice_sheet_shows_the_slips(name: str, slips: list[str]) -> None:
    """Whoever makes the slip again does not get away with it; what does not show it is left out."""
    spec = find(name)
    sheet = practice(spec, slips, 1, None)
    assert set(slips) <= set(seen([sheet])[0].visible)
    assert len(sheet.blanks) <= len(build(spec).blanks) + 1
    assert sheet.spec.worksheet.title != spec.worksheet.title


def test_it_is_aimed_at_what_went_wrong() -> None:
    """Degree mode is practised where values are worked out; sums and products are not asked for."""
    sheet = practice(find("katze"), ["angle-degrees"], 1, None)
    kinds = [part.spec.kind for part in sheet.parts]
    assert kinds[0] == "planted-slip"
    assert "encode" in kinds
    assert not {"matrix", "pair"} & set(kinds)


def test_a_slip_that_shows_nowhere_is_practised_on_all_exercises(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no numbers show it, the first ones are as good as any, and nothing is left out."""
    monkeypatch.setattr("posenc_cli.worksheet.practice._SEEDS", 2)
    spec = find("alibi")
    sheet = practice(spec, ["alibi-not-power-of-two"], 1, None)
    assert [part.spec.kind for part in sheet.parts] == [exercise.kind for exercise in spec.exercise]
    assert sheet.seed == 1


def test_a_slip_that_can_be_planted_nowhere_is_practised_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exercises on which it shows are left."""
    monkeypatch.setattr("posenc_cli.worksheet.kinds_slip.PLANTED", ())
    kinds = [part.spec.kind for part in practice(find("katze-kurz"), ["angle-degrees"], 1, None).parts]
    assert "planted-slip" not in kinds
    assert "encode" in kinds


def test_what_else_the_worksheet_needs_is_kept() -> None:
    """A mistake of the teacher's own in sums cannot be made where no sum is asked for, so sums stay on the sheet."""
    own = '[slips.mine]\nreplaces = { x = "e - pe" }\nname = { en = "n" }\nhint = { en = "h" }\n'
    for text, kept in ((builtin_text("katze-kurz"), False), (builtin_text("katze-kurz") + own, True)):
        sheet = practice(read(text, "mine", None), ["angle-degrees"], 1, None)
        assert ("add" in [part.spec.kind for part in sheet.parts]) == kept


def test_vectors_from_a_file_are_found_from_wherever_the_sheet_is_kept(tmp_path: Path) -> None:
    """The sheet may be kept in another folder than the worksheet and its vectors."""
    there, kept = tmp_path / "there", tmp_path / "kept"
    for folder in (there, kept):
        folder.mkdir()
    for file, data in files_of("katze-kurz"):
        (there / file).write_bytes(data)
    sheet = practice(find(str(there / "katze-kurz.toml")), ["add-subtracted"], 1, kept)
    assert sheet.spec.folder == kept
    assert sheet.origin is not None
    assert sheet.origin.embeddings.file == str((there / VECTORS).resolve())


def test_slips_of_other_worksheets_are_refused() -> None:
    """What cannot be made on the worksheet cannot be practised there."""
    with pytest.raises(UsageError):
        practice(find("alibi"), ["rope-degrees"], 0, None)


def test_from_a_report_to_a_sheet_that_is_checked_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A report of a class leads to one student's sheet, whose form is read again by its own worksheet."""
    report, form = tmp_path / "report.json", tmp_path / "form.csv"
    assert main(["check", "samples/answers/grad.csv", "-f", "json", "-o", str(report)]) == 1
    assert main(["worksheet", "--for", str(report), "--student", "Ben", "-f", "csv", "-o", str(form)]) == 0
    (kept,) = tmp_path.glob("*.toml")
    assert main(["check", str(form), "--sheet", str(kept)]) == 2  # nobody has filled it yet
    assert "Ben" in json.loads(report.read_text(encoding="utf-8"))["students"][0]["name"]
    capsys.readouterr()
    assert main(["worksheet", "--for", str(report), "--student", "Nobody", "--lang", "en"]) == 2
    assert "Nobody in the report" in capsys.readouterr().err
    assert main(["worksheet", "katze", "--student", "Ben", "--lang", "en"]) == 2
    assert main(["worksheet", "--for", str(kept), "--lang", "en"]) == 2
    assert main(["worksheet", "--for", str(report), "--groups", "2", "--lang", "en"]) == 2
