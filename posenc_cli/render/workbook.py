"""The answer form as an .xlsx workbook: one table, a row a student, a column a blank.

All cells are texts and stay so: no spreadsheet takes 1.2 for a date, 0.909 for a thousand, or a name for a formula. The
few parts that a workbook needs are written here; a library would bring its own dates into every file.
"""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from posenc_cli.files.packed import packed
from posenc_cli.i18n import text
from posenc_cli.render.svg import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
#: Numbers of styles below.
_TEXT, _HEADING, _QUIET = 1, 2, 3
#: Rows in which a number that is a text is no cause for a warning.
_ROWS = 2001
#: Widths of columns, in signs: of names, of what names the sheet, of answers.
_NAME, _SHEET, _ANSWER = 24, 16, 15
_LONGEST_TITLE = 31
_LINE = 16  #: points, of a line of a heading
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="rId2" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
    "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}">'
    '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font>'
    '<font><sz val="9"/><color rgb="FF666666"/><name val="Calibri"/></font></fonts>'
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '<fill><patternFill patternType="solid"><fgColor rgb="FFEEEEEE"/></patternFill></fill></fills>'
    '<borders count="2"><border/><border><left style="hair"/><right style="hair"/><top style="hair"/>'
    '<bottom style="hair"/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/>'
    '<xf numFmtId="49" applyNumberFormat="1"/>'
    '<xf numFmtId="49" fontId="1" fillId="2" borderId="1" applyNumberFormat="1" applyFont="1" applyFill="1" '
    'applyBorder="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>'
    '<xf numFmtId="49" fontId="2" applyNumberFormat="1" applyFont="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
}


def answer_workbook(rows: Sequence[Sequence[str]], *, title: str, language: str) -> bytes:
    """A table to fill: headings first, then a row a student; its first three columns name student and sheet.

    Args:
        rows: ready texts, all rows of one length.
        title: of its tab, as far as a tab can bear it.
        language: of the words for what a tab is called if nothing is left of its title.
    """
    tab = "".join(" " if sign in "[]:*?/\\'" else sign for sign in printable(title))[:_LONGEST_TITLE].strip()
    tab = tab or text("de" if language == "de" else "en", "commands.form-answer")
    book = (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        f'<sheet name="{escape(tab)}" sheetId="1" r:id="rId1"/></sheets></workbook>'
    )
    parts = _PARTS | {"xl/workbook.xml": book, "xl/worksheets/sheet1.xml": _table(rows)}
    return packed({name: (_HEAD + part).encode() for name, part in parts.items()})


def _table(rows: Sequence[Sequence[str]]) -> str:
    width = len(rows[0])
    columns = "".join(
        f'<col min="{n}" max="{n}" width="{wide}" style="{style}" customWidth="1"/>'
        for n, (wide, style) in enumerate(map(_column, range(width)), 1)
    )
    high = f' ht="{_height(rows[0])}" customHeight="1"'
    lines = "".join(
        f'<row r="{n}"{high if n == 1 else ""}>{"".join(_cell(n, at, cell) for at, cell in enumerate(row))}</row>'
        for n, row in enumerate(rows, 1)
    )
    return (
        f'<worksheet xmlns="{_MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
        '<sheetViews><sheetView workbookViewId="0">'
        '<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>'
        f"</sheetView></sheetViews><cols>{columns}</cols><sheetData>{lines}</sheetData>"
        '<pageSetup orientation="landscape" fitToHeight="0"/>'
        f'<ignoredErrors><ignoredError sqref="A1:{_letters(width - 1)}{_ROWS}" numberStoredAsText="1"/></ignoredErrors>'
        "</worksheet>"
    )


def _column(number: int) -> tuple[int, int]:
    """Width and style of a column."""
    return (_NAME, _TEXT) if number == 0 else (_SHEET, _QUIET) if number < 3 else (_ANSWER, _TEXT)


def _height(headings: Sequence[str]) -> int:
    """Points of a row in which the longest heading has room."""
    lines = (len(wrap(heading, _column(n)[0] - 3)) for n, heading in enumerate(headings))
    return _LINE * max(1, *lines)


def _cell(row: int, column: int, content: str) -> str:
    style = _HEADING if row == 1 else _column(column)[1]
    where = f'<c r="{_letters(column)}{row}" s="{style}"'
    if not content:
        return f"{where}/>"
    return f'{where} t="inlineStr"><is><t xml:space="preserve">{escape(printable(content))}</t></is></c>'


def _letters(column: int) -> str:
    """The name of a column: A, …, Z, AA."""
    before, last = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + last)
