"""Tables as .xlsx workbooks: the answer form and the mark book.

In a form all cells are texts and stay so: no spreadsheet takes 1.2 for a date, 0.909 for a thousand, or a name for a
formula. The few parts that a workbook needs are written here; a library would bring its own dates into every file.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING, Literal, TypeAlias

from posenc_cli.files.packed import packed
from posenc_cli.i18n import text
from posenc_cli.render.svg import printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from decimal import Decimal

    from posenc_cli.i18n import Language

#: How a cell looks; ``nearly`` and ``again`` are seen in grey as well.
Look: TypeAlias = Literal["plain", "text", "heading", "quiet", "share", "nearly", "again"]

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
#: Numbers of the styles below; ``again`` has one for texts too.
_STYLES: Mapping[Look, int] = {"plain": 0, "text": 1, "heading": 2, "quiet": 3, "share": 4, "nearly": 5, "again": 6}
_AGAIN_TEXT = 7
#: Rows in which a number that is a text is no cause for a warning.
_ROWS = 2001
#: Widths of columns, in signs: of names, of what names the sheet, of answers.
_NAME, _SHEET, _ANSWER = 24, 16, 15
_LONGEST_TITLE = 31
_LINE = 16  #: points, of a line of a heading
_STYLE = (
    f'<styleSheet xmlns="{_MAIN}">'
    '<fonts count="5"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font>'
    '<font><sz val="9"/><color rgb="FF666666"/><name val="Calibri"/></font>'
    '<font><i/><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><u/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '<fill><patternFill patternType="solid"><fgColor rgb="FFEEEEEE"/></patternFill></fill></fills>'
    '<borders count="2"><border/><border><left style="hair"/><right style="hair"/><top style="hair"/>'
    '<bottom style="hair"/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="8"><xf/>'
    '<xf numFmtId="49" applyNumberFormat="1"/>'
    '<xf numFmtId="49" fontId="1" fillId="2" borderId="1" applyNumberFormat="1" applyFont="1" applyFill="1" '
    'applyBorder="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>'
    '<xf numFmtId="49" fontId="2" applyNumberFormat="1" applyFont="1"/>'
    '<xf numFmtId="9" applyNumberFormat="1"/><xf fontId="3" applyFont="1"/>'
    '<xf fontId="4" fillId="2" applyFont="1" applyFill="1"/>'
    '<xf numFmtId="49" fontId="4" fillId="2" applyNumberFormat="1" applyFont="1" applyFill="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)


@dataclass(frozen=True)
class Item:
    """A cell: a text, or a number that a spreadsheet can reckon with."""

    content: str | int | float | Decimal
    look: Look = "text"

    @property
    def style(self) -> int:
        """Its number among the styles."""
        is_text = isinstance(self.content, str)
        if is_text and self.look in ("plain", "nearly", "share"):
            return _STYLES["text"]
        return _AGAIN_TEXT if is_text and self.look == "again" else _STYLES[self.look]


@dataclass(frozen=True)
class Tab:
    """One table of a workbook.

    Attributes:
        title: as far as a tab can bear it.
        rows: headings first, all of one length.
        widths: of the columns, in signs.
        looks: of the columns, for cells that nobody has filled yet.
        kept: columns at the left that stay in sight.
    """

    title: str
    rows: Sequence[Sequence[Item]]
    widths: Sequence[int]
    looks: Sequence[Look]
    kept: int = 1


def answer_workbook(rows: Sequence[Sequence[str]], *, title: str, language: Language) -> bytes:
    """A table to fill: headings first, then a row a student; its first three columns name student and sheet.

    Args:
        rows: ready texts, all rows of one length.
        title: of its tab.
        language: of the words for what a tab is called if nothing is left of its title.
    """
    count = len(rows[0])
    looks: list[Look] = ["quiet" if at in (1, 2) else "text" for at in range(count)]
    widths = [_NAME, _SHEET, _SHEET, *[_ANSWER] * (count - 3)]
    items = [
        [Item(cell, "heading" if n == 0 else looks[at]) for at, cell in enumerate(row)] for n, row in enumerate(rows)
    ]
    spare = text(language, "commands.form-answer")
    return workbook([Tab(title, items, widths, looks)], spare=spare)


def workbook(tabs: Sequence[Tab], *, spare: str) -> bytes:
    """Tables as one file; always the same bytes for the same tables.

    Args:
        tabs: the first is shown when it is opened.
        spare: what a tab is called if nothing is left of its title.
    """
    numbers = range(1, len(tabs) + 1)
    types = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{_TYPE}.worksheet+xml"/>' for n in numbers
    )
    relations = "".join(
        f'<Relationship Id="rId{n}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>' for n in numbers
    )
    names = "".join(
        f'<sheet name="{escape(_title(tab.title) or spare)}" sheetId="{n}" r:id="rId{n}"/>'
        for n, tab in zip(numbers, tabs, strict=True)
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>{types}'
        f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{relations}'
        f'<Relationship Id="rId{len(tabs) + 1}" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": _STYLE,
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{names}</sheets></workbook>',
        **{f"xl/worksheets/sheet{n}.xml": _table(tab) for n, tab in zip(numbers, tabs, strict=True)},
    }
    return packed({name: (_HEAD + part).encode() for name, part in parts.items()})


def _title(title: str) -> str:
    """What of a title a tab can bear."""
    return "".join(" " if sign in "[]:*?/\\'" else sign for sign in printable(title))[:_LONGEST_TITLE].strip()


def _table(tab: Tab) -> str:
    columns = "".join(
        f'<col min="{n}" max="{n}" width="{wide}" style="{_STYLES[look]}" customWidth="1"/>'
        for n, (wide, look) in enumerate(zip(tab.widths, tab.looks, strict=True), 1)
    )
    high = f' ht="{_height(tab)}" customHeight="1"'
    lines = "".join(
        f'<row r="{n}"{high if n == 1 else ""}>{"".join(_cell(n, at, cell) for at, cell in enumerate(row))}</row>'
        for n, row in enumerate(tab.rows, 1)
    )
    last = _letters(len(tab.widths) - 1)
    return (
        f'<worksheet xmlns="{_MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
        '<sheetViews><sheetView workbookViewId="0">'
        f'<pane xSplit="{tab.kept}" ySplit="1" topLeftCell="{_letters(tab.kept)}2" activePane="bottomRight" '
        f'state="frozen"/></sheetView></sheetViews><cols>{columns}</cols><sheetData>{lines}</sheetData>'
        '<pageSetup orientation="landscape" fitToHeight="0"/>'
        f'<ignoredErrors><ignoredError sqref="A1:{last}{max(_ROWS, len(tab.rows))}" numberStoredAsText="1"/>'
        "</ignoredErrors></worksheet>"
    )


def _height(tab: Tab) -> int:
    """Points of a row in which the longest heading has room."""
    lines = (len(wrap(str(one.content), wide - 3)) for one, wide in zip(tab.rows[0], tab.widths, strict=True))
    return _LINE * max(1, *lines)


def _cell(row: int, column: int, one: Item) -> str:
    where = f'<c r="{_letters(column)}{row}" s="{one.style}"'
    if one.content == "":
        return f"{where}/>"
    if not isinstance(one.content, str):
        return f"{where}><v>{one.content}</v></c>"
    return f'{where} t="inlineStr"><is><t xml:space="preserve">{escape(printable(one.content))}</t></is></c>'


def _letters(column: int) -> str:
    """The name of a column: A, …, Z, AA."""
    before, last = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + last)
