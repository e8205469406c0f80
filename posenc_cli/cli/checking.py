"""Which sheet answers belong to, and how they were given: files of a worksheet, bare tables, or single numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.cli.progress import progress
from posenc_cli.cli.values import together
from posenc_cli.encodings.scheme import MAX_POSITION
from posenc_cli.errors import InputError, UsageError
from posenc_cli.files.paths import is_there
from posenc_cli.files.tables import Looking
from posenc_cli.grading import collected, handed_in
from posenc_cli.grading.bare_tables import by_rows, rows_by_position
from posenc_cli.grading.belonging import Said
from posenc_cli.grading.layouts import Layouts
from posenc_cli.grading.report import Report, check
from posenc_cli.i18n import Notice
from posenc_cli.i18n.numbers import read_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.cli.arriving import TableOptions
    from posenc_cli.cli.marking_options import MarkingOptions
    from posenc_cli.grading.moodle_responses import AskedThere
    from posenc_cli.grading.submission import Submission
    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.find import Writing
    from posenc_cli.worksheet.sheet import Sheet

WIDTH = 4
#: What ends so is a file, though there may be none.
_FILES = frozenset({".csv", ".json", ".tsv", ".txt", ".xlsx", ".xls", ".ods", ".pdf", ".zip"})
#: Of conventions that nobody changed.
USUAL = {"layout": "interleaved", "spacing": "paper"}
DECIMALS = 3


@dataclass(frozen=True)
class Asked:
    """The options of ``posenc check``."""

    answers: Sequence[str]
    sheet: str | None
    seed: int | None
    marking: MarkingOptions
    tables: TableOptions
    d: int | None
    pos: str | None
    base: float | None
    layout: str | None
    spacing: str | None
    first_pos: int
    writing: Writing
    language: Language

    @property
    def conventions(self) -> dict[str, str | None]:
        """Layout and spacing of a plain table, None where nobody said."""
        return {"layout": self.layout, "spacing": self.spacing}

    @property
    def read(self) -> tuple[Path, ...]:
        """Files and folders that are read, and must outlive it."""
        named = (*self.answers, self.sheet, self.marking.compare)
        return tuple(path for each in named if each and is_there(path := Path(each)))

    @property
    def bare(self) -> bool:
        """Is a plain table asked about, and no worksheet?"""
        return self.d is not None or self.pos is not None


def checked(asked: Asked) -> Report:
    """Find the sheet, read the answers, mark them."""
    _refuse_unused(asked)
    files = [Path(answer) for answer in asked.answers if not _is_answer(answer)]
    if files and len(files) < len(asked.answers):
        raise UsageError("check.files-or-numbers", given=files[0])
    if not asked.bare:
        if not files:
            raise UsageError("check.numbers-of-what", given=asked.answers[0])
        return _worksheet(asked, files)
    return _table(asked, files) if files else _numbers(asked)


def _refuse_unused(asked: Asked) -> None:
    """Refuse what would change nothing: a sheet has its own formula, and a plain table is no sheet."""
    if asked.bare:
        named = "--d" if asked.d is not None else "--pos"
        together({"--sheet": asked.sheet, "--seed": asked.seed}, apart={named: True})
        together({"--first-pos": asked.first_pos or None}, apart={"--pos": asked.pos})
        return
    changed = [name for name, usual in USUAL.items() if (asked.conventions.get(name) or usual) != usual]
    changed += ["base"] * (asked.base is not None) + ["first-pos"] * bool(asked.first_pos)
    if changed:
        raise UsageError("check.needs-width", option=f"--{changed[0]}")


def _is_answer(text: str) -> bool:
    """Whatever the number grammar reads is an answer; so is what is neither a file nor looks like one, or nothing."""
    if not text.strip() or read_number(text).status == "number":
        return True
    return not is_there(Path(text)) and Path(text).suffix.lower() not in _FILES


def _worksheet(asked: Asked, files: list[Path]) -> Report:
    told = progress(asked.language, "check.progress", patient=True)
    handed, notices = collected.load(files, Looking(separator=asked.tables.sep, tab=asked.tables.tab), told)
    said = Said(asked.sheet, asked.seed, asked.writing)
    report = collected.check_collected(handed, said, asked.marking.credited(), Layouts(_asked_there, _fillable))
    return replace(report, notices=(*notices, *report.notices))


def _asked_there(sheet: Sheet) -> Sequence[AskedThere]:
    from posenc_cli.render.moodle_order import asked_there

    return asked_there(sheet)


def _fillable(sheet: Sheet) -> bytes:
    from posenc_cli.cli.looking import Look
    from posenc_cli.render.sheets import render

    return render(Look(fillable=True).put_on(sheet), "pdf", key=False).data


def _quick(asked: Asked, positions: Sequence[int]) -> Sheet:
    from posenc_cli.grading.quick import quick_sheet
    from posenc_cli.worksheet.build import MAX_WORDS
    from posenc_cli.worksheet.spec import MOST_DECIMALS, WIDEST

    decimals = asked.writing.decimals if asked.writing.decimals is not None else DECIMALS
    for option, value, limit in (
        ("--d", asked.d or WIDTH, WIDEST),
        ("--decimals", decimals, MOST_DECIMALS),
    ):
        if not 1 <= value <= limit:
            raise UsageError("check.limit", option=option, given=value, limit=limit)
    if len(set(positions)) > MAX_WORDS:
        raise UsageError("check.too-many-positions", given=len(set(positions)), limit=MAX_WORDS)
    if max(positions, default=0) > MAX_POSITION:
        raise UsageError("compute.position", given=max(positions), limit=MAX_POSITION)
    return quick_sheet(
        asked.d or WIDTH,
        positions,
        decimals=decimals,
        base=asked.base,
        conventions={name: asked.conventions.get(name) or usual for name, usual in USUAL.items()},
        decimal_mark=asked.writing.decimal_mark or "point",
        language=asked.language,
    )


def _positions(asked: Asked) -> list[int] | None:
    from posenc_cli.cli.values import positions

    return None if asked.pos is None else [int(position) for position in positions(asked.pos)]


def _numbers(asked: Asked) -> Report:
    positions = _positions(asked)
    if positions is None:
        raise UsageError("check.pos-missing")
    d = asked.d or WIDTH
    if len(asked.answers) != d * len(positions):
        values: dict[str, object] = {"given": len(asked.answers), "wanted": d * len(positions), "d": d}
        if len(positions) == 1:
            raise UsageError("check.count-once", **values)
        raise UsageError("check.count", **values, rows=len(positions))
    if twice := [position for position in positions if positions.count(position) > 1]:
        raise UsageError("check.position-twice", given=twice[0])
    sheet = _quick(asked, positions)
    texts = {blank.id: answer for blank, answer in zip(sheet.blanks, asked.answers, strict=True)}
    return check(sheet, [handed_in.from_mapping(texts)], credit=asked.marking.credited())


def _table(asked: Asked, files: list[Path]) -> Report:
    d = asked.d or WIDTH
    rows = []
    notices: list[Notice] = []
    looking = Looking(separator=asked.tables.sep, columns=d + 1, tab=asked.tables.tab)
    for handed in handed_in.load(files, looking):
        notices += handed.table.notices
        rows += rows_by_position(handed, d, _positions(asked), asked.first_pos)
    if not rows:
        raise InputError("check.nothing-filled", path=files[0])
    sheet = _quick(asked, [position for _, position, _ in rows])
    found: list[Submission] = by_rows(rows)
    handed_in.refuse_lost_marks(found, sheet, files[0])
    notices += handed_in.repeated_names(found)
    return check(sheet, found, credit=asked.marking.credited(), notices=notices)
