"""Spreadsheets as raw text: what was typed, whichever program saved it, and nothing that a hostile one wants."""

from __future__ import annotations

import io
import tracemalloc
import zipfile
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any

import pytest

from posenc_cli.errors import InputError
from posenc_cli.files import workbooks, xml_parts
from posenc_cli.files.tables import parse_table

if TYPE_CHECKING:
    from collections.abc import Sequence

openpyxl = pytest.importorskip("openpyxl")


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


def ods(rows: str) -> bytes:
    """A workbook of LibreOffice with one table."""
    spaces = "urn:oasis:names:tc:opendocument:xmlns"
    return archive(
        content=f'<o:c xmlns:o="{spaces}:office:1.0" xmlns:t="{spaces}:table:1.0" xmlns:x="{spaces}:text:1.0">'
        f'<t:table t:name="Tabelle1">{rows}</t:table></o:c>'
    )


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
    assert cells[:2] == ["2026-02-01", "2026-02-01"]
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


def test_libre_office_tables_are_read() -> None:
    """Numbers from their value, repeated cells, blanks in texts, no notes, and a million empty rows at the end."""
    found = rows_of(
        ods(
            "<t:table-row><t:table-cell><x:p>Name</x:p></t:table-cell><t:table-cell><x:p>a</x:p></t:table-cell>"
            "<t:table-cell><x:p>b</x:p></t:table-cell><t:table-cell><x:p>c</x:p></t:table-cell></t:table-row>"
            '<t:table-row t:number-rows-repeated="3"><t:table-cell t:number-columns-repeated="1024"/></t:table-row>'
            '<t:table-row><t:table-cell><o:annotation><x:p>note</x:p></o:annotation><x:p>Mia<x:s o:c="2"/>B</x:p>'
            '</t:table-cell><t:table-cell o:value-type="float" o:value="0.909" t:number-columns-repeated="2">'
            '<x:p>0,91</x:p></t:table-cell><t:table-cell o:value-type="date" o:date-value="2026-02-01"><x:p>1.2.</x:p>'
            "</t:table-cell></t:table-row>"
            '<t:table-row t:number-rows-repeated="1048571"><t:table-cell t:number-columns-repeated="16384"/>'
            "</t:table-row>"
        )
    )
    assert found == [["Name", "a", "b", "c"], ["Mia  B", "0.909", "0.909", "2026-02-01"]]


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
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "old-workbook", id="old or locked"),
        pytest.param(archive(word__document="<a/>"), "no-workbook", id="another archive"),
        pytest.param(b"PK\x03\x04 cut off", "broken-workbook", id="cut off"),
        pytest.param(book([["a", 1]])[:-90], "broken-workbook", id="end missing"),
        pytest.param(archive(xl__workbook=WORKBOOK), "broken-workbook", id="parts missing"),
        pytest.param(archive(content="<a><b></a>"), "broken-workbook", id="no XML"),
        pytest.param(archive(content='<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), "broken-workbook", id="entities"),
        pytest.param(book([]), "empty", id="nothing in it"),
        pytest.param(ods('<t:table-row t:number-rows-repeated="-3"/>'), "broken-workbook", id="a count below nought"),
        pytest.param(
            ods(
                '<t:table-row t:number-rows-repeated="1048576"><t:table-cell><x:p>1</x:p></t:table-cell></t:table-row>'
            ),
            "broken-workbook",
            id="a million filled rows",
        ),
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


def test_a_far_cell_takes_no_memory() -> None:
    """Six kilobytes with a cell in the far corner make two rows; no room is made for what lies between."""
    data = corner()
    tracemalloc.start()
    table = parse_table(data, path="a.xlsx")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert table.lines == [1048576]
    assert peak < 20 * 2**20


def test_too_wide_and_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are filled up to one width: a table whose rectangle is too large is refused before that."""
    data = book([["a", *[None] * 60, 1], *([n] for n in range(60))])
    assert len(parse_table(data, path="a.xlsx").rows) == 60
    monkeypatch.setattr(workbooks, "MOST_CELLS", 3000)
    with pytest.raises(InputError) as caught:
        parse_table(data, path="a.xlsx")
    assert caught.value.key == "files.large-workbook"


def test_a_part_is_not_unpacked_beyond_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file that unpacks to more than any class needs is refused while it is read."""
    monkeypatch.setattr(xml_parts, "LARGEST_PART", 2**20)
    bomb = archive(content=f"<a>{' ' * 2**21}</a>")
    assert len(bomb) < 10_000
    with pytest.raises(InputError) as caught:
        parse_table(bomb, path="a.ods")
    assert caught.value.key == "files.broken-workbook"
