"""Answers of a class in which everybody has other numbers: every row is marked with the sheet of whoever wrote it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.grading import headings
from posenc_cli.grading.handed_in import Handed, submissions
from posenc_cli.grading.headings import Names, find_column, fold
from posenc_cli.grading.layouts import laid_out
from posenc_cli.grading.report import Report, check, together
from posenc_cli.grading.roster import NUMBERS
from posenc_cli.i18n import Notice
from posenc_cli.i18n.numbers import shortened
from posenc_cli.worksheet.classes import row_names, sheet_for
from posenc_cli.worksheet.codes import code_of, same, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from posenc_cli.grading.layouts import Layouts
    from posenc_cli.grading.settings import Credit
    from posenc_cli.worksheet.classes import Entry, Manifest
    from posenc_cli.worksheet.spec import Spec


def check_class(
    files: Sequence[Handed],
    manifest: Manifest,
    spec: Spec,
    *,
    credit: Credit | None = None,
    layouts: Layouts | None = None,
) -> Report:
    """Mark every row with its own sheet.

    Args:
        files: as they were handed in.
        manifest: of the class set.
        spec: its worksheet.
        credit: as for :func:`posenc_cli.grading.report.check`.
        layouts: as for :func:`posenc_cli.grading.collected.check_collected`.

    Returns:
        One report; its sheet is that of the first student who handed in. A row of nobody in the class is told of.

    Raises:
        InputError: there is no row that can be marked.
    """
    rows: dict[int, list[Handed]] = defaultdict(list)
    reports: list[Report] = []
    wrong: list[InputError] = []
    doubts: list[Notice] = []
    for handed in files:
        for place, part in _by_student(handed, manifest, wrong, doubts).items():
            rows[place].append(part)
    names = _row_names(manifest)
    for entry in manifest.entries:
        # A form without numbers: nothing to mark, and no fault of the others.
        filled = [part for part in rows.get(entry.place, ()) if _is_filled(part)]
        if not filled:
            continue
        sheet = sheet_for(spec, entry.seed, entry.student)
        try:
            found, notices = submissions([laid_out(part, sheet, layouts) for part in filled], sheet)
        except InputError as error:
            wrong.append(error)
            continue
        if not same(code := code_of(sheet), entry.code):
            values: dict[str, object] = {"name": names[entry.place], "given": entry.code, "code": shown(code)}
            doubts.append(Notice("classes.other-numbers", values))
        called = [replace(one, name=one.name or names[entry.place]) for one in found]
        reports.append(check(sheet, called, credit=credit, notices=notices))
    if not reports:
        raise wrong[0] if wrong else InputError("check.nothing-filled", path=files[0].path)
    report = together(reports)
    told = (Notice(error.key, dict(error.values)) for error in wrong)
    return replace(report, notices=(*report.notices, *doubts, *told))


def _row_names(manifest: Manifest) -> dict[int, str]:
    """What the rows of students are called, by their places."""
    students = [entry.student for entry in manifest.entries]
    return {student.place: name for student, name in zip(students, row_names(students), strict=True)}


def _is_filled(handed: Handed) -> bool:
    """Is anything written, apart from what the form brings?"""
    answer = handed.column(headings.ANSWER)
    return answer is None or any(row[answer] for row in handed.table.rows)


def _by_student(handed: Handed, manifest: Manifest, wrong: list[InputError], doubts: list[Notice]) -> dict[int, Handed]:
    """The file in parts, by the place of the student in the class; rows of nobody are put to what is wrong."""
    who = _Who(handed, manifest)
    parts: dict[int, list[int]] = defaultdict(list)
    strangers: dict[str, list[int]] = defaultdict(list)
    for row, cells in enumerate(handed.table.rows):
        if fold(who.names(cells) or "") not in headings.TOTALS:
            try:
                parts[who(cells).place].append(row)
            except _NobodyError as nobody:
                strangers[str(nobody)].append(handed.line(row))
    for given, lines in strangers.items():
        key = f"classes.who{'' if given else '-unnamed'}{'-lines' if len(lines) > 1 else ''}"
        wrong.append(InputError(key, path=handed.path, line=_spans(lines), given=given))
    doubts += who.doubts.values()
    return {place: _only(handed, rows) for place, rows in parts.items()}


def _spans(lines: Sequence[int]) -> str:
    """Numbers of lines, in their order: "2, 15–27"."""
    ends = [number for number, line in enumerate(lines, 1) if line + 1 not in lines[number : number + 1]]
    firsts = [0, *ends[:-1]]
    pairs = [(lines[first], lines[end - 1]) for first, end in zip(firsts, ends, strict=True)]
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in pairs)


def _only(handed: Handed, rows: Sequence[int]) -> Handed:
    lines = [handed.line(row) for row in rows]
    table = replace(handed.table, rows=[handed.table.rows[row] for row in rows], lines=lines)
    return replace(handed, table=table)


class _NobodyError(Exception):
    """A row is of nobody in the class, or of several; says what it was looked up by."""


class _Who:
    """Finds the student of a row: by the code of the sheet, by the number, by the name.

    Attributes:
        doubts: what is worth saying of codes that tell something else than the name beside them, once for each.
    """

    def __init__(self, handed: Handed, manifest: Manifest) -> None:
        self.handed = handed
        self.called = called = _row_names(manifest)
        self.codes = _index(manifest, lambda one: {shown(one.code)})
        self.numbers = _index(manifest, lambda one: {one.number})
        self.forms = _index(manifest, lambda one: {fold(called[one.place])})
        self.bare = _index(manifest, lambda one: {fold(one.name), fold(one.number)})
        self.names = Names.of(handed.headings)
        self.code, self.number = handed.column(headings.SHEET_CODE), _numbers(handed)
        self.doubts: dict[tuple[object, ...], Notice] = {}

    def __call__(self, cells: Sequence[str]) -> Entry:
        code = cells[self.code] if self.code is not None else ""
        number = headings.unguarded(cells[self.number]) if self.number is not None else ""
        written = self.names(cells) or ""
        sender = "" if written else self.handed.sender.name
        by_code = self.codes.get(shown(code), []) if code else []
        by_name = self._named(number, written)
        found = by_code or by_name or self._named("", sender)
        if len(found) != 1:
            raise _NobodyError(code or number or written or sender)
        if code and not by_code:
            self._doubt("nobody", found[0], name=written or number, given=shortened(code))
        elif by_name and found[0] not in by_name:
            self._doubt("other", found[0], name=written or number, other=self.called[found[0].place])
        return found[0]

    def _named(self, number: str, name: str) -> list[Entry]:
        """Whose number or name it is; as in the form, if anybody is called so there."""
        found = self.numbers.get(number, []) if number else []
        key = fold(name)
        return found or (self.forms.get(key) or self.bare.get(key, []) if key else [])

    def _doubt(self, of: str, entry: Entry, **values: object) -> None:
        said = Notice(f"classes.code-of-{of}", {"path": self.handed.path, "code": entry.code, **values})
        self.doubts.setdefault((of, entry, *values.values()), said)


def _index(manifest: Manifest, keys: Callable[[Entry], set[str]]) -> dict[str, list[Entry]]:
    """Who can be looked up by what."""
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry in manifest.entries:
        for key in keys(entry):
            found[key].append(entry)
    return found


def _numbers(handed: Handed) -> int | None:
    """The column with the numbers of students; in a form with a row for every blank, "id" is that of the blank."""
    item = handed.column(headings.ITEM) if handed.column(headings.ANSWER) is not None else None
    return find_column(["" if column == item else each for column, each in enumerate(handed.headings)], NUMBERS)
