"""Sheets and keys for programs and spreadsheets: JSON, and the answer form as CSV or .xlsx."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any

from posenc_cli.files.tables import parse_table
from posenc_cli.i18n import text
from posenc_cli.i18n.numbers import separator_of
from posenc_cli.render.layout import csv_word
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.labels import blank_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from posenc_cli.files.tables import Table
    from posenc_cli.worksheet.key import Solution
    from posenc_cli.worksheet.sheet import Blank, Sheet

#: Spreadsheet programs need it to read UTF-8.
BYTE_ORDER_MARK = "\ufeff"


def sheet_json(sheet: Sheet) -> str:
    """``posenc.worksheet/1``: the blanks without their answers."""
    return _document("posenc.worksheet/1", sheet, [_blank(sheet, blank) for blank in sheet.blanks])


def key_json(sheet: Sheet, solutions: Sequence[Solution]) -> str:
    """``posenc.key/1``: every blank with its exact value, its text and all accepted texts."""
    blanks = []
    for one in solutions:
        solved = {"value": one.value, "text": one.text, "accepted": list(one.accepted)}
        plain = _blank(sheet, one.blank)
        blanks.append({**{name: plain.pop(name) for name in ("id", "label")}, **solved, **plain})
    return _document("posenc.key/1", sheet, blanks)


def _blank(sheet: Sheet, blank: Blank) -> dict[str, Any]:
    points = int(blank.points) if blank.points == int(blank.points) else blank.points
    label = blank_label(blank, sheet.spec.worksheet.language)
    return {"id": blank.id, "label": label, "decimals": sheet.decimals, "points": points}


def _document(schema: str, sheet: Sheet, blanks: list[dict[str, Any]]) -> str:
    named = {"worksheet": sheet.form_name, "code": shown(code_of(sheet))}
    about = {"schema": schema, **named, "title": sheet.spec.worksheet.title}
    return json.dumps({**about, "blanks": blanks}, ensure_ascii=False, indent=2) + "\n"


def answer_form(sheet: Sheet, names: Sequence[str] = ("",)) -> str:
    """A table to fill: a row a student, a column a blank; the sheet names itself in it.

    German forms open as they are in a German Excel (semicolons, byte-order mark, CRLF).

    Args:
        sheet: whose blanks are filled.
        names: of the students, as far as they are known.
    """
    return _written(_form(sheet, [csv_word(name) for name in names]), separator_of(sheet.spec.worksheet.language))


def _written(rows: Iterable[Sequence[str]], separator: str) -> str:
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return BYTE_ORDER_MARK + stream.getvalue()


def answer_workbook(sheet: Sheet, names: Sequence[str] = ("",)) -> bytes:
    """The same as an .xlsx workbook, whose cells are texts."""
    from posenc_cli.render import workbook

    about = sheet.spec.worksheet
    return workbook.answer_workbook(_form(sheet, names), title=about.title, language=about.language)


def with_answers(form: str, filled: Table) -> tuple[str | None, bool]:
    """A form with what is filled in on another one of the same columns, by what tells its rows apart.

    Args:
        form: as :func:`answer_form` and :func:`long_form` make it.
        filled: the other one.

    Returns:
        The form, None if the other one has all of its rows; and whether there is something that it has no place for.
    """
    fresh = parse_table(form.encode())
    headings, there = ([_id(heading) for heading in table.header or []] for table in (fresh, filled))
    written = [column for column in range(len(headings)) if any(row[column] for row in fresh.rows)]
    telling = [column for column in written if headings[column] != "[what]"]  # words, which programs may change
    places = [there.index(heading) if heading in there else None for heading in headings]
    beside = set(range(len(there))) - {*places}
    wanted = {tuple(row[column] for column in telling): number for number, row in enumerate(fresh.rows, 1)}
    rows = list(csv.reader(io.StringIO(form.removeprefix(BYTE_ORDER_MARK)), delimiter=fresh.separator))
    lost = any(places[column] is None for column in telling)  # it is another table
    for row in filled.rows:
        cells = ["" if place is None else row[place] for place in places]
        number = wanted.pop(tuple(cells[column] for column in telling), None)
        lost |= any(row[column] for column in beside)
        if number is None:
            lost |= any(cell for column, cell in enumerate(cells) if column not in written)
        else:
            rows[number] = [new or old for old, new in zip(cells, rows[number], strict=True)]
    return _written(rows, fresh.separator) if wanted else None, lost


def _id(heading: str) -> str:
    """What a column is, whatever a program made of the words before it: ``[pe2_d1]``."""
    found = re.search(r"\[[a-z0-9_]+\]", heading)
    return found[0] if found else heading


def _form(sheet: Sheet, names: Sequence[str]) -> list[list[str]]:
    """Headings, and a row for every name."""
    language = sheet.spec.worksheet.language
    fixed = [f"{text(language, f'commands.form-{name}')} [{name}]" for name in ("name", "sheet", "sheet_code")]
    named = sheet.form_name, shown(code_of(sheet))
    return [
        [*fixed, *(f"{blank_label(blank, language)} [{blank.id}]" for blank in sheet.blanks)],
        *([name, *named, *("" for _ in sheet.blanks)] for name in names),
    ]


def long_form(sheets: Sequence[Sheet], names: Sequence[str]) -> str:
    """A table to fill for students whose sheets have other blanks: a row a blank, with the student and the code."""
    language = sheets[0].spec.worksheet.language
    columns = ("name", "sheet_code", "what", "id", "answer")
    rows = [[f"{text(language, f'commands.form-{name}')} [{name}]" for name in columns]]
    for sheet, name in zip(sheets, names, strict=True):
        named = csv_word(name), shown(code_of(sheet))
        rows += [[*named, blank_label(blank, language), blank.id, ""] for blank in sheet.blanks]
    return _written(rows, separator_of(language))
