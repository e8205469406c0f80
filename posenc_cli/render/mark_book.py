"""The mark book of a class: a row a student with points, share and mark, and what stands in every blank.

Numbers are numbers, so that a spreadsheet can reckon with them; names are texts, whatever they begin with.
"""

from __future__ import annotations

import csv
import io
from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias

from posenc_cli.grading.costs import is_off
from posenc_cli.i18n import text
from posenc_cli.i18n.numbers import read_number, write_number
from posenc_cli.render.class_columns import cells, columns
from posenc_cli.render.forms import BYTE_ORDER_MARK
from posenc_cli.render.layout import csv_word
from posenc_cli.render.style import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.grading.report import BlankReport, Report, StudentReport
    from posenc_cli.render.style import Style
    from posenc_cli.render.workbook import Item, Look

Value: TypeAlias = str | int | Decimal
#: Columns before those of the blanks: who, how much, and the likeliest cause.
ABOUT = ("name", "id", "attempt", "points", "max_points", "share", "mark", "slip", "also", "certainty")
#: What is added to the id of a blank for the column that holds what was written; the bare id holds the verdict.
ANSWER = "answer"
#: Decimals of points and shares, as far as they are needed.
_FINE = 6
_SHARE = 4
#: Signs of a column in a workbook.
_WIDE, _NARROW, _NAME = 16, 11, 26


def report_csv(report: Report, style: Style, *, excel_de: bool = False) -> str:
    """One row a student: points, first cause, the verdict of every blank, and what was written in it.

    Args:
        report: what was checked.
        style: its language.
        excel_de: as a German Excel opens it by itself: semicolons, decimal commas, a byte-order mark.
    """
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=";" if excel_de else ",", lineterminator="\r\n" if excel_de else "\n")
    wanted = columns(report, style.language)
    writer.writerow([*ABOUT, *(each.key for each in wanted), *(f"{each.key} {ANSWER}" for each in wanted)])
    for one in report.students:
        found = cells(one, wanted)
        row = [*_about(one), *(blank.verdict if blank else "" for blank in found), *map(_answer, found)]
        writer.writerow([_written(value, comma=excel_de) for value in row])
    return (BYTE_ORDER_MARK if excel_de else "") + stream.getvalue()


def _written(value: Value, *, comma: bool) -> str:
    """A cell as text: numbers with the decimal mark that is read there, no text that is taken for a formula."""
    if isinstance(value, str):
        return csv_word(visible(value))
    written = format(Decimal(value), "f")
    return written.replace(".", ",") if comma else written


def _about(one: StudentReport) -> list[Value]:
    first = one.diagnosis[0].finding if one.diagnosis else None
    cause = [first.slip.id, " ".join(slip.id for slip in first.also), first.certainty] if first else ["", "", ""]
    share = one.points / one.max_points if one.max_points else 0.0
    figures = (_plain(one.points, _FINE), _plain(one.max_points, _FINE), _plain(share, _SHARE))
    return [one.name or "", one.sender.participant, one.attempt, *figures, _number(one.mark), *cause]


def _plain(value: float, decimals: int) -> Value:
    """A number without noughts at its end."""
    number = Decimal(write_number(value, decimals)).normalize()
    return int(number) if number == number.to_integral_value() else number


def _number(written: str) -> Value:
    """A number where one was written, else the text as it stands there."""
    reading = read_number(written)
    return written.strip() if reading.value is None else reading.value


def _answer(one: BlankReport | None) -> Value:
    return _number(one.answer) if one else ""


def report_workbook(report: Report, style: Style) -> bytes:
    """The same for people, as .xlsx: answers as numbers in one tab, marked as they were judged; verdicts in another."""
    from posenc_cli.render.workbook import Item, Tab, workbook

    def say(key: str) -> str:
        return text(style.language, f"outcomes.book.{key}")

    wanted = columns(report, style.language)
    labels = [f"{each.label} [{each.key}]" for each in wanted]
    heads = [Item(name, "heading") for name in (*map(say, ABOUT), *labels)]
    rows = [heads]
    verdicts = [[heads[0], *heads[len(ABOUT) :]]]
    for one in report.students:
        about = _about(one)
        about[ABOUT.index("slip")] = _causes(one, style)
        found = cells(one, wanted)
        rows.append([*map(_item, ABOUT, about), *map(_marked, found)])
        verdicts.append([Item(one.name or ""), *(Item(_verdict(each, style), _look(each)) for each in found)])
    kept = [at for at, name in enumerate(ABOUT) if name not in ("also", "certainty")]
    kept += range(len(ABOUT), len(ABOUT) + len(labels))
    wide = [_NAME if name in ("name", "slip") else _NARROW for name in ABOUT] + [_WIDE for _ in labels]
    looks: list[Look] = ["text"] * len(heads)
    marks = Tab(say("marks"), _only(rows, kept), [wide[at] for at in kept], [looks[at] for at in kept])
    told = Tab(say("verdicts"), verdicts, [_NAME, *(_WIDE for _ in labels)], looks[: len(labels) + 1])
    return workbook([marks, told], spare="posenc")


def _only(rows: Sequence[Sequence[Item]], columns: Sequence[int]) -> list[list[Item]]:
    return [[row[at] for at in columns] for row in rows]


def _causes(one: StudentReport, style: Style) -> str:
    """All causes by their names."""
    return "; ".join(text(style.language, f"slips.{entry.finding.slip.id}.name") for entry in one.diagnosis)


def _item(name: str, value: Value) -> Item:
    from posenc_cli.render.workbook import Item

    return Item(value, "share" if name == "share" else "plain")


def _verdict(one: BlankReport | None, style: Style) -> str:
    return text(style.language, f"outcomes.verdict.{one.verdict}") if one else ""


def _marked(one: BlankReport | None) -> Item:
    from posenc_cli.render.workbook import Item

    return Item(_answer(one), _look(one))


def _look(one: BlankReport | None) -> Look:
    if one is None:
        return "plain"
    if is_off(one) or one.verdict == "unreadable":
        return "again"
    return "nearly" if one.verdict in ("follow-through", "coarse", "rounding") else "plain"
