"""Spreadsheets as raw text: what was typed, whichever program saved it, and nothing that a hostile one wants."""

from __future__ import annotations

import io
import resource
import zipfile
from datetime import UTC, date, datetime, time
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from posenc_cli.errors import InputError
from posenc_cli.files import workbook_child
from posenc_cli.files.tables import Looking, parse_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

openpyxl = pytest.importorskip("openpyxl")
xlwt = pytest.importorskip("xlwt")


def book(*tabs: Sequence[Sequence[Any]], state: str = "visible") -> bytes:
    """A workbook as a well-known library writes it; ``state`` is that of the first of several tabs."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for number, rows in enumerate(tabs):
        tab = made.create_sheet(f"tab {number}")
        for row in rows:
            tab.append(row)
    if len(tabs) > 1:
        made.worksheets[0].sheet_state = state
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def archive(**parts: str) -> bytes:
    """Any parts in an archive; two underscores stand for a slash, one at the end for .xml."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in parts.items():
            packed.writestr(name.replace("__", "/").removesuffix("_") + ".xml", text)
    return stream.getvalue()


@cache
def ods(rows: str, blanks: int = 0) -> bytes:
    """A workbook of LibreOffice with one table, and some megabytes of nothing behind it."""
    spaces = "urn:oasis:names:tc:opendocument:xmlns"
    own = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
    content = (
        f'<office:document-content xmlns:office="{spaces}:office:1.0" xmlns:table="{spaces}:table:1.0" '
        f'xmlns:text="{spaces}:text:1.0" xmlns:calcext="{own}"><office:body><office:spreadsheet>'
        f'<table:table table:name="Tabelle1">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{spaces}:manifest:1.0"/>')
        with packed.open("content.xml", "w") as part:
            part.write(content.encode())
            for _ in range(blanks):
                part.write(b" " * 2**20)
    return stream.getvalue()


def xls(*rows: Sequence[Any]) -> bytes:
    """A workbook of an old Excel."""
    made = xlwt.Workbook()
    tab = made.add_sheet("Tabelle1")
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            tab.write(row, column, cell)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def rows_of(data: bytes) -> list[list[str]]:
    """All rows, the headings first."""
    table = parse_table(data, path="a.xlsx")
    return [*([table.header] if table.header is not None else []), *table.rows]


def test_cells_are_what_was_typed() -> None:
    """Numbers without the noise of their binary form, texts untouched, truth in words."""
    row = ["Mia", 0.909, -0.416, 1, "0,020", 0.1 + 0.2, True, " x ", "007"]
    assert rows_of(book([["Name", *"abcdefgh"], row])) == [
        ["Name", *"abcdefgh"],
        ["Mia", "0.909", "-0.416", "1", "0,020", "0.3", "TRUE", "x", "007"],
    ]


def test_a_number_that_became_a_date_is_none() -> None:
    """1.2 that a program took for the first of February does not come back as a number."""
    day, moment = date(2026, 2, 1), datetime(2026, 2, 1, 12, tzinfo=UTC).replace(tzinfo=None)
    cells = rows_of(book([["Name", "a", "b", "c"], ["Mia", day, moment, time(1, 30)]]))[1][1:]
    assert cells[:2] == ["2026-02-01", "2026-02-01 12:00"]
    assert not any(cell.replace(".", "").isdecimal() for cell in cells)


def test_rows_keep_their_numbers() -> None:
    """An error can name the row as the spreadsheet counts it; empty rows and columns in between are skipped or kept."""
    table = parse_table(book([["Name", "a"], [], ["Mia", None, 3], ["Ben", 4]]), path="a.xlsx")
    assert table.lines == [3, 4]
    assert table.rows == [["Mia", "", "3"], ["Ben", "4", ""]]


def test_one_tab_is_read_and_that_is_said() -> None:
    """The first that can be seen and holds anything; others with contents are named."""
    two = parse_table(book([["a"], ["x"]], [["b"], ["y"]]), path="k.xlsx")
    assert (two.header, two.rows) == (["a"], [["x"]])
    (notice,) = two.notices
    assert (notice.key, notice.values["tab"], notice.values["others"]) == ("files.first-tab", "tab 0", "tab 1")
    hidden = parse_table(book([["a"], ["x"]], [["b"], ["y"]], state="hidden"), path="k.xlsx")
    assert (hidden.header, hidden.notices) == (["b"], ())
    empty = parse_table(book([], [["b"], ["y"]], []), path="k.xlsx")
    assert (empty.header, empty.notices) == (["b"], ())


def text_cell(text: str, more: str = "") -> str:
    """A cell with a text, as LibreOffice writes it; ``more`` stands before the text."""
    return f'<table:table-cell office:value-type="string">{more}<text:p>{text}</text:p></table:table-cell>'


def test_libre_office_tables_are_read() -> None:
    """Numbers from their value, repeated cells, blanks in texts, no notes, and a million empty rows at the end."""
    blanks = 'Mia<text:s text:c="2"/>B'
    note = "<office:annotation><text:p>note</text:p></office:annotation>"
    number = 'office:value-type="float" office:value="0.909" table:number-columns-repeated="2"'
    found = rows_of(
        ods(
            f"<table:table-row>{''.join(map(text_cell, ('Name', 'a', 'b', 'c')))}</table:table-row>"
            '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="1024"/>'
            "</table:table-row>"
            f"<table:table-row>{text_cell(blanks, note)}"
            f"<table:table-cell {number}><text:p>0,91</text:p></table:table-cell>"
            '<table:table-cell office:value-type="date" office:date-value="2026-02-01"><text:p>1.2.</text:p>'
            '</table:table-cell></table:table-row><table:table-row table:number-rows-repeated="1048571">'
            '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
        )
    )
    assert found == [["Name", "a", "b", "c"], ["Mia  B", "0.909", "0.909", "2026-02-01"]]


def test_an_old_excel_file_is_read() -> None:
    """Numbers, texts and truth, as from any other."""
    found = rows_of(xls(["Name", "a", "b", "c"], ["Mia", 0.909, "-0,416", True]))
    assert found == [["Name", "a", "b", "c"], ["Mia", "0.909", "-0,416", "TRUE"]]


def test_errors_of_an_old_excel_file_stay_visible() -> None:
    """Each kind of error comes as it shows, in its own table, and no neighbour moves."""
    made = xlwt.Workbook()
    codes = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}
    for name in ("first", "Tabelle 2"):
        tab = made.add_sheet(name)
        for column, text in enumerate(("Name", "a", "b", "c")):
            tab.write(0, column, text)
    for row, code in enumerate(codes, 1):
        tab.write(row, 0, "Mia")
        tab.row(row).set_cell_error(2, code)
        tab.write(row, 3, 0.5)
    stream = io.BytesIO()
    made.save(stream)
    data = stream.getvalue()
    table = parse_table(data, path="a.xls", looking=Looking(tab="Tabelle 2"))
    assert table.rows == [["Mia", "", said, "0.5"] for said in codes.values()]
    assert rows_of(data) == [["Name", "a", "b", "c"]]


@pytest.mark.parametrize("cut", [0.75, 0.97])
def test_an_old_excel_file_that_was_cut_off_is_damaged(cut: float) -> None:
    """The library falls over such a file in its own way; here it is a damaged file as any other."""
    data = xls(["Name", "a"], *(["Mia", 0.909] for _ in range(20)))
    with pytest.raises(InputError) as caught:
        parse_table(data[: int(cut * len(data))], path="a.xls")
    assert caught.value.key == "files.broken-workbook"


def test_errors_and_formulas_without_a_result_stay_visible() -> None:
    """R12, R26: the reader gives nothing, or even 0, for them; they come as they show, and a formula is said."""
    row = ["Mia", "#N/A", "=SIN(2)", 0.5, "=COS(2)"]
    table = parse_table(book([["Name", *"abcd"], row]), path="k.xlsx")
    assert table.rows == [[*row[:3], "0.5", "=COS(2)"]]
    (notice,) = table.notices
    values = notice.values
    assert (notice.key, values["cell"], values["count"]) == ("inputs.formula-without-result", "C2", 2)
    error = 'table:formula="of:=1/0" office:value-type="float" office:value="0" calcext:value-type="error"'
    empty = '<table:table-cell table:number-columns-repeated="2"/>'
    found = rows_of(
        ods(
            f"<table:table-row>{text_cell('Name')}{empty}{text_cell('b')}"
            "</table:table-row><table:table-row table:number-rows-repeated='2'><table:table-cell "
            f"table:number-columns-repeated='2'/><table:table-cell {error}><text:p>#DIV/0!</text:p></table:table-cell>"
            "<table:table-cell table:formula='of:=SIN(2)'/></table:table-row>"
        )
    )
    assert found == [["Name", "", "", "b"], *[["", "", "#DIV/0!", "=SIN(2)"]] * 2]


def test_a_tab_may_be_named() -> None:
    """A hidden one too; what is not there is said with what is; without a name, known headings decide."""
    data = book([["x"], ["1"]], [["y"], ["2"]], state="hidden")
    assert parse_table(data, path="k.xlsx", looking=Looking(tab="TAB 0 ")).rows == [["1"]]
    with pytest.raises(InputError) as caught:
        parse_table(data, path="k.xlsx", looking=Looking(tab="marks"))
    assert (caught.value.key, caught.value.values["known"]) == ("inputs.no-tab", "tab 0, tab 1")
    wanted = Looking(is_header=lambda cells: "Name" in cells)
    table = parse_table(book([["a"], ["1"]], [["Class 8"], ["Name", "b"], ["Mia", 2]]), path="k.xlsx", looking=wanted)
    assert (table.tab, table.header, table.rows) == ("tab 1", ["Name", "b"], [["Mia", "2"]])


def corner() -> bytes:
    """One cell here, one in the far corner."""
    made = openpyxl.Workbook()
    made.active["A1"] = "x"
    made.active.cell(1048576, 16384, "y")
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


WORKBOOK = '<w xmlns:r="r"><sheet name="a" r:id="i"/></w>'
TARGETS = '<R><Relationship Id="i" Type="t/worksheet" Target="s.xml"/></R>'


@pytest.mark.parametrize(
    ("data", "key"),
    [
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "broken-workbook", id="old and damaged"),
        pytest.param(archive(word__document="<a/>"), "no-workbook", id="another archive"),
        pytest.param(b"PK\x03\x04 cut off", "broken-workbook", id="cut off"),
        pytest.param(book([["a", 1]])[:-90], "broken-workbook", id="end missing"),
        pytest.param(archive(xl__workbook=WORKBOOK), "broken-workbook", id="parts missing"),
        pytest.param(book([]), "empty", id="nothing in it"),
    ],
)
def test_what_is_no_table_is_said(data: bytes, key: str) -> None:
    """Each fault has its sentence, which names the file."""
    with pytest.raises(InputError) as caught:
        parse_table(data, path="a.xlsx")
    assert caught.value.key == f"files.{key}"
    assert caught.value.values["path"] == "a.xlsx"


@pytest.mark.parametrize(
    "cell",
    ['<c r="nowhere"><v>1</v></c>', '<c t="s"><v>7</v></c>', "<c><v>one</v></c>", '<c s="x"><v>1</v></c>'],
)
def test_a_damaged_cell_spoils_no_other(cell: str) -> None:
    """A cell that nobody can read is a damaged file, said as such, and no crash."""
    parts = {"xl__workbook": WORKBOOK, "xl___rels__workbook.xml_": TARGETS}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        packed.writestr("xl/workbook.xml", parts["xl__workbook"])
        packed.writestr("xl/_rels/workbook.xml.rels", TARGETS)
        packed.writestr("xl/s.xml", f"<s><row>{cell}</row></s>")
    with pytest.raises(InputError) as caught:
        parse_table(stream.getvalue(), path="a.xlsx")
    assert caught.value.key == "files.broken-workbook"


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(corner, id="a cell in the far corner"),
        pytest.param(lambda: ods("", blanks=300), id="bomb"),
        pytest.param(
            lambda: ods(
                '<table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="float" '
                'office:value="1" table:number-columns-repeated="16384"/></table:table-row>'
            ),
            id="every cell filled",
        ),
    ],
)
def test_what_would_fill_the_memory_costs_another_process(made: Callable[[], bytes]) -> None:
    """Some kilobytes that unfold to gigabytes are refused, and none of our own memory is taken."""
    data = made()
    assert len(data) < 400_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(InputError) as caught:
        parse_table(data, path="a.xlsx")
    assert caught.value.key in {"inputs.large-workbook", "files.broken-workbook"}
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50 * 1024
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss <= max(before, 700 * 1024)  # we count as its start


def test_too_wide_and_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table whose rectangle is too large is refused before it is made; in this process, so that its limit is ours."""
    data = book([["a", *[None] * 60, 1], *([n] for n in range(60))])
    (tab,) = workbook_child.answer(data)["tabs"]
    assert len(tab["rows"]) == 61
    monkeypatch.setattr(workbook_child, "MOST_CELLS", 3000)
    assert workbook_child.answer(data) == {"error": "too-large"}
    monkeypatch.setattr(workbook_child, "MOST_CELLS", 5000)
    monkeypatch.setattr(workbook_child, "MOST_ROWS", 50)
    assert workbook_child.answer(data) == {"error": "too-large"}
