from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

import pytest

from posenc_cli.files.tables import Looking, load_table, parse_table
from posenc_cli.i18n.numbers import read_number

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from pathlib import Path

    Make = Callable[[str, str | bytes], Path]
    Refuses = Callable[..., AbstractContextManager[None]]


B03 = "pos;d1;d2;d3;d4\r\n2;0,909;-0,416;0,020;1,000\r\n"
HEADER = ["pos", "d1", "d2", "d3", "d4"]
ROW = ["2", "0,909", "-0,416", "0,020", "1,000"]


@pytest.mark.parametrize(
    ("data", "separator"),
    [
        pytest.param(B03.encode(), ";", id="R01 German Excel; B03"),
        pytest.param(codecs.BOM_UTF8 + B03.encode(), ";", id="R02 with a byte-order mark; B05"),
        pytest.param(codecs.BOM_UTF16_LE + B03.replace(";", "\t").encode("utf-16-le"), "\t", id="R04 Unicode-Text"),
        pytest.param(b"sep=;\r\n" + B03.encode(), ";", id="R05 sep line"),
        pytest.param(b'"sep=;"\n' + B03.encode(), ";", id="R05 quoted sep line"),
        pytest.param(b"SEP=|\n" + B03.replace(";", "|").encode(), "|", id="R05 unusual sep line"),
        pytest.param(b'pos,d1,d2,d3,d4\n2,"0,909","-0,416","0,020","1,000"\n', ",", id="R07 quotes"),
        pytest.param(
            b'pos, d1, d2, d3, d4\n2, "0,909", "-0,416", "0,020", "1,000"\n', ",", id="R07 quotes after blanks"
        ),
        pytest.param(b"\r\n" + B03.replace("\r\n", ";;;\r\n").encode() + b";;;;;;;\r\n\r\n", ";", id="R14 empty ends"),
        pytest.param(
            B03.replace("d2", "  d2\u00a0").replace("0,909", "\u202f0,909 \u200b").encode(), ";", id="R15 blanks"
        ),
        pytest.param(B03.replace("\r\n", "\r").encode(), ";", id="old Mac line ends"),
    ],
)
def test_same_table_from_every_program(data: bytes, separator: str) -> None:
    """However it was saved, the table has the same header and the same raw cells."""
    table = parse_table(data)
    assert (table.header, table.rows, table.separator, table.notices) == (HEADER, [ROW], separator, ())


def test_r03_western_names() -> None:
    """R03: an old school program's umlauts are read, with a notice."""
    table = parse_table("Name;d1\nMüller;0,909\n".encode("cp1252"))
    assert table.rows == [["Müller", "0,909"]]
    assert [notice.key for notice in table.notices] == ["files.guessed-cp1252"]


def test_b06_no_header() -> None:
    """R06, B06: two rows of four values, not eight columns and no header."""
    table = parse_table(b"0,000;1,000;0,000;1,000\n0,841;0,540;0,010;1,000\n")
    assert table.header is None
    assert table.rows == [["0,000", "1,000", "0,000", "1,000"], ["0,841", "0,540", "0,010", "1,000"]]


@pytest.mark.parametrize(
    ("line", "header"),
    [
        ("0;1;2;3", False),
        ("Anna;0,909;-0,416", False),
        ("Anna;0;1;0;1", False),
        ("#NV;0,909;sin(2)", False),
        ("name;1;2;3", True),
        ("pos;d1;d2", True),
        ("Position 2, d₁ [pe2_d1];dot", True),
        ("-;?;x", True),
    ],
)
def test_r06_what_is_a_header(line: str, header: bool) -> None:
    """R06: numbers in the first line are data, numbered columns are not."""
    table = parse_table(f"{line}\nAnna;1;2\n".encode())
    assert (table.header is not None) == header
    assert len(table.rows) == (1 if header else 2)


def test_r08_comma_for_both(refuses: Refuses) -> None:
    """R08: the comma as separator and decimal mark is refused with both counts."""
    with refuses("too-many-fields", line=2, found=8, expected=4):
        parse_table(b"d1,d2,d3,d4\n0,909,-0,416,0,020,1,000\n")
    with refuses("too-many-fields", line=1, found=8, expected=4):
        parse_table(b"0,909,-0,416,0,020,1,000\n", looking=Looking(columns=4))


def test_r08_refuses_a_line_not_the_file() -> None:
    """R08, decision 5: one such line does not stop the rest; it is left out and said."""
    table = parse_table(b"name,d1,d2\nAnna,0.909,-0.416\nBen,0,909,-0,416\nCleo,0.909,-0.416,,\n")
    assert [row[0] for row in table.rows] == ["Anna", "Cleo"]
    assert table.refused == ((3, 5, 3),)
    assert [(notice.key, notice.values["line"]) for notice in table.notices] == [("files.line-left-out", 3)]


@pytest.mark.parametrize("cell", ["01. Apr", "'-0,416", "#NV", "1.000,5", "−0,416"])
def test_cells_stay_raw(cell: str) -> None:
    """R10, R11, R12, R16, B04: a cell is handed on as written; only the number reader judges it."""
    table = parse_table(f"name;d1;d2\nAnna;{cell};0,909\n".encode())
    assert table.rows == [["Anna", cell, "0,909"]]
    assert read_number(table.rows[0][2]).status == "number"


def test_r13_question_text_in_the_header() -> None:
    """R13: quoted headings may span lines and hold separators and quotes; lines are still counted right."""
    data = '"Aufgabe 1\nd₁ = ?; ""sin"" [pe2_d1]";"d₂ [pe2_d2]"\r\n0,909;-0,416\r\n\r\n0,841;0,540\r\n'
    table = parse_table(data.encode())
    assert table.header == ['Aufgabe 1\nd₁ = ?; "sin" [pe2_d1]', "d₂ [pe2_d2]"]
    assert (table.rows, table.lines) == ([["0,909", "-0,416"], ["0,841", "0,540"]], [3, 5])


def test_r14_ragged_rows_are_filled_up() -> None:
    """R14: rows without anything go, short rows keep their place in the table."""
    table = parse_table(b"name;d1;d2;\n;;;\nAnna;0,909\n\nBen;;0,5;7\n")
    assert table.header == ["name", "d1", "d2", ""]
    assert table.rows == [["Anna", "0,909", "", ""], ["Ben", "", "0,5", "7"]]
    assert table.width == 4


def test_r21_long_form() -> None:
    """R21: one answer a line is a table like any other."""
    table = parse_table(b"name;id;answer\nAnna;pe2_d1;0,909\nAnna;pe2_d2;-0,416\n")
    assert table.rows[1] == ["Anna", "pe2_d2", "-0,416"]


def test_r22_same_name_twice_is_kept() -> None:
    """R22: two attempts stay two rows, in order."""
    assert [row[1] for row in parse_table(b"name;d1\nAnna;0,9\nAnna ;0,909\n").rows] == ["0,9", "0,909"]


@pytest.mark.parametrize(
    ("data", "separator"),
    [
        (b"a;b\n1;2;3\n4\n5;6", ";"),
        (b"Klasse 8b\npos;d1\n2;0,909\n", ";"),
        (b"a\tb;c\n1\t2\n", "\t"),
        (b'name,"a;b"\nAnna,1\n', ","),
        (b"name,a;b\nAnna,1\nBen,2\n", ","),
        (b"name|d1\nAnna|0,909\n", "|"),
        (b"name,d1|d2\nAnna,1\n", ","),
        (b"just one column\n1\n", ","),
    ],
)
def test_separator(data: bytes, separator: str) -> None:
    """Decision 2: equal counts decide, then the majority, quoted cells never; ragged lines do not turn to commas."""
    assert parse_table(data).separator == separator


def test_separator_is_overruled(refuses: Refuses) -> None:
    """``--sep`` wins over the file, by sign or by name; nonsense is refused."""
    assert parse_table(b"a;b,c\n1;2,3\n", looking=Looking(separator=",")).rows == [["1;2", "3"]]
    assert parse_table(b"sep=;\na\tb;c\n1\t2;3\n", looking=Looking(separator="tab")).rows == [["1", "2;3"]]
    for wrong in ("", ";;", '"', "\n", "a", "."):
        with refuses("bad-separator"):
            parse_table(b"a;b\n1;2\n", looking=Looking(separator=wrong))


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "empty"),
        (b"\n;;;\n \t\n", "empty"),
        (b"sep=;\n", "empty"),
        (b'a;b\n1;"2\n3;4\n', "open-quote"),
        (b"a;b\n1;" + b"2" * 200_000, "broken-table"),
        (b"<!DOCTYPE html>", "web-page"),
    ],
)
def test_no_table(data: bytes, key: str, refuses: Refuses) -> None:
    """An empty file, an open quote, an endless cell: one sentence each."""
    with refuses(key):
        parse_table(data)


def test_open_quote_names_its_line(refuses: Refuses) -> None:
    """The line is counted through quoted cells that span lines."""
    with refuses("open-quote", line=4):
        parse_table(b'"a\nb";c\n1;2\n3;"4\n5;6\n')


def test_inch_marks_and_inner_quotes() -> None:
    """A quote within a cell is text."""
    assert parse_table(b'name;d1\n5" Rohr;"a""b"\n').rows == [['5" Rohr', 'a"b']]


@pytest.mark.parametrize(
    ("document", "header", "rows"),
    [
        (
            '[{"name": "Anna", "dot": 0.7280}, {"name": "Ben", "d": "0,5"}]',
            ["name", "dot", "d"],
            [["Anna", "0.7280", ""], ["Ben", "", "0,5"]],
        ),
        (
            '{"students": [{"name": "Anna", "answers": {"dot": "0,728", "x": null}}]}',
            ["name", "dot", "x"],
            [["Anna", "0,728", ""]],
        ),
        ('{"dot": 0.909, "ok": true, "v": [1, {"a": 2}]}', ["dot", "ok", "v"], [["0.909", "true", "[1, {a: 2}]"]]),
        ('{"Anna": {"dot": 1}, "Ben": {"dot": 2}}', ["name", "dot"], [["Anna", "1"], ["Ben", "2"]]),
        ('{"Anna": [0, 1], "Ben": [2, 3]}', None, [["Anna", "0", "1"], ["Ben", "2", "3"]]),
        ("[[0.909, -0.416], [1, 2]]", None, [["0.909", "-0.416"], ["1", "2"]]),
        ('[["pos", "d1"], [2, 0.909]]', ["pos", "d1"], [["2", "0.909"]]),
        ("[0.909, -0.416]", None, [["0.909", "-0.416"]]),
    ],
)
def test_json_tables(document: str, header: list[str] | None, rows: list[list[str]], make: Make) -> None:
    """Lists of objects or lists, objects of them, one object: numbers keep the text that they were written with."""
    table = load_table(make("a.json", document))
    assert (table.header, table.rows) == (header, rows)


@pytest.mark.parametrize(
    ("document", "key", "values"),
    [
        pytest.param('[{"a": 1, "a": 2}]', "double-key", {"key": "a", "place": "[0]"}, id="R44 double key"),
        pytest.param('{"x": {"y": [{"a": 1, "a": 1}]}}', "double-key", {"place": "x.y[0]"}, id="R44 with its place"),
        pytest.param('[{"a": 1, "b": {"a": 2}}]', "double-key", {"key": "a"}, id="R44 across levels"),
        pytest.param('[{"a": NaN}]', "json-number", {"place": "[0].a", "text": "NaN"}, id="R46 NaN"),
        pytest.param('[{"a": -Infinity}]', "json-number", {"text": "-Infinity"}, id="R46 Infinity"),
        pytest.param("[[1, 1e999]]", "json-number", {"place": "[0][1]"}, id="R46 1e999"),
        pytest.param("[" + "9" * 5000 + "]", "json-number", {"place": "[0]"}, id="endless integer"),
        pytest.param(" \n", "empty", {}, id="nothing"),
        pytest.param("[1,\n2", "broken-json", {"line": 2}, id="broken off"),
        pytest.param("[" * 100_000, "deep-json", {}, id="deep"),
        pytest.param("[" * 900 + "]" * 900, "deep-json", {}, id="deep but whole"),
        pytest.param("3", "no-json-table", {}, id="a number"),
        pytest.param("[]", "no-json-table", {}, id="empty list"),
        pytest.param("{}", "no-json-table", {}, id="empty object"),
        pytest.param("[[1], 2]", "no-json-table", {}, id="mixed rows"),
    ],
)
def test_no_json_table(document: str, key: str, values: dict[str, object], make: Make, refuses: Refuses) -> None:
    """R44, R46: double keys and endless numbers are refused with their place, however deep."""
    with refuses(key, **values):
        load_table(make("a.json", document))


@pytest.mark.parametrize("kind", ["zip", "xlsx", "ODS", "toml"])
def test_a_brace_is_no_spreadsheet(kind: str, make: Make, refuses: Refuses) -> None:
    """What is called an archive, a spreadsheet or a worksheet and begins like JSON is none of them; a table may be."""
    with refuses("no-kind", kind=kind.upper()):
        load_table(make(f"a.{kind}", "{\n"))
    for name in ("a.csv", "a.txt", "a.json"):
        with refuses("broken-json"):
            load_table(make(name, "{\n"))
    with refuses("double-key-top"):
        load_table(make(f"b.{kind}", '{"a": 1, "a": 2}'))
    with refuses("no-kind", kind=kind.upper()):
        parse_table(bytes(range(128, 256)), path=f"c.{kind}")
    with refuses("not-text"):
        parse_table(bytes(range(128, 256)), path="c.csv")


def test_json_without_its_suffix() -> None:
    """An object or a list of rows is JSON, a heading in square brackets is not."""
    assert parse_table(b'{"dot": 0.728}').header == ["dot"]
    assert parse_table(b" [[0.5]]").rows == [["0.5"]]
    assert parse_table(b"[pe2_d1];[pe2_d2]\n0,9;0,4\n").header == ["[pe2_d1]", "[pe2_d2]"]
