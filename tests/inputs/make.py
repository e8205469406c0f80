"""Writes the files beside it, as programs of schools and universities save answers: ``python -m tests.inputs.make``.

Everybody answers one row of the sample sheet, position 2 of d = 4: 0.909, -0.416, 0.020, 1.000. Spreadsheets are made
by libraries that teachers' own tools use too.
"""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import TYPE_CHECKING, Any

import openpyxl
import xlwt
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

from posenc_cli.worksheet.find import sheet_of
from tests.grading.test_moodle_responses import cells

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).parent
IDS = ("pe2_d1", "pe2_d2", "pe2_d3", "pe2_d4")
HEAD = "Name;" + ";".join(IDS)
ROW = ("0,909", "-0,416", "0,020", "1,000")
NUMBERS = (0.909, -0.416, 0.02, 1)
ANNA = f"Anna;{';'.join(ROW)}"
GOOD = f"{HEAD}\r\n{ANNA}\r\n"
QUOTED = ",".join(f'"{answer}"' for answer in ROW)
FORM = '"Zeitstempel","E-Mail-Adresse","Punktzahl",' + ",".join(
    f'"PE für Position 2, d{n} [pe2_d{n}]"' for n in range(1, 5)
)
SCORES = ",".join(f'"PE für Position 2, d{n} [pe2_d{n}] [Score]"' for n in range(1, 5))

TEXTS: dict[str, str | bytes] = {
    "R01.csv": GOOD,
    "R02.csv": codecs.BOM_UTF8 + GOOD.encode(),
    "R03.csv": GOOD.replace("Anna", "Müller").encode("cp1252"),
    "R04.txt.csv": codecs.BOM_UTF16_LE + GOOD.replace(";", "\t").encode("utf-16-le"),
    "R05.csv": f"sep=;\r\n{GOOD}",
    "R06.csv": f"2;{';'.join(ROW)}\n1;0,841;0,540;0,010;1,000\n",
    "R07.csv": f"Name,{','.join(IDS)}\nAnna,{QUOTED}\n",
    "R08.csv": f"Name,{','.join(IDS)}\nAnna,{','.join(ROW)}\n",
    "R09.csv": f"{HEAD}\nAnna;909;-416;20;1000\nBen;909;-416;20;1000\n",
    "R10.csv": f"{HEAD}\nAnna;0,909;22. Mai;01. Apr;Jan 44\n",
    "R11.csv": f"{HEAD}\nAnna;0,909;'-0,416;0,020;1,000\n",
    "R12.csv": f"{HEAD}\nAnna;#NV;#WERT!;#NAME?;1,000\n",
    "R13.csv": '"Name";"Aufgabe 1\nd₁ = ?; genau [pe2_d1]";"sagt ""d₂"" [pe2_d2]";"[pe2_d3]";"d₄ [pe2_d4]"\n' + ANNA,
    "R14.csv": f"Klasse 8b;;;;;;\n{HEAD};;\n;;;;;;\n{ANNA};;\n\nSumme;3,2;1;1;4;;\n;;;;;;\n",
    "R15.csv": f"{HEAD}\nAnna\u00a0; 0,909\u00a0;\u202f-0,416;0,020\u200b;1,000 \n",
    "R16.csv": f"{HEAD}\nAnna;1.000,5;1,000.5;1 000,5;1,000\n",
    "R17.csv": f'{FORM},{SCORES}\n"2026/11/30 9:01:02 AM MEZ","anna@example.org","12 / 16",{QUOTED},1,1,1,1\n',
    "R19.csv": "Nachname,Vorname,Status,Frage 1,Antwort 1,Frage 2,Antwort 2,Frage 3,Antwort 3\n"
    'Berg,Anna,Beendet,d₁ [pe2_d1],"0,909",d₂ [pe2_d2],&minus;0.416,d₃ [pe2_d3],-\n',
    "R21.csv": "Name;Lücke;Antwort\n"
    + "".join(f"Anna;{name};{answer}\n" for name, answer in zip(IDS, ROW, strict=True)),
    "R22.csv": f"{HEAD}\nAnna;0,035;;;\nanna ;{';'.join(ROW)}\n",
    "R44.json": '{"students": [{"name": "Anna", "answers": {"pe2_d1": 0.909, "pe2_d2": "-0,416", "pe2_d3": "0.02", '
    '"pe2_d4": 1.000}}]}',
}


def texts() -> None:
    """Tables as text."""
    for name, content in TEXTS.items():
        (FOLDER / name).write_bytes(content.encode() if isinstance(content, str) else content)


def book(name: str, *tabs: tuple[str, list[list[Any]]], merged: str = "") -> None:
    """A workbook of a new Excel."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for title, rows in tabs:
        tab = made.create_sheet(title)
        for row in rows:
            tab.append(row)
    if merged:
        made.worksheets[-1].merge_cells(merged)
    made.save(FOLDER / name)


def books() -> None:
    """R12 and R18, R26 to R29, as .xlsx and .xls."""
    head = ["Name", *IDS]
    book("R12.xlsx", ("Antworten", [head, ["Anna", "#N/A", "#DIV/0!", 0.02, 1]]))
    asked = [
        part
        for n in range(1, 5)
        for part in (f"d{n} [{IDS[n - 1]}]", f"Punkte - d{n} [{IDS[n - 1]}]", f"Feedback - d{n} [{IDS[n - 1]}]")
    ]
    about = ["ID", "Startzeit", "Fertigstellungszeit", "E-Mail", "Name", "Gesamtpunktzahl", "Quizfeedback"]
    said = [1, "30.11.2026 09:00", "30.11.2026 09:20", "anonymous", "Anna Berg", 4, ""]
    book("R18.xlsx", ("Sheet1", [[*about, *asked], [*said, *(cell for answer in ROW for cell in (answer, 1, ""))]]))
    book("R26.xlsx", ("Antworten", [head, ["Anna", "=SIN(2)", -0.416, 0.02, 1]]))
    book(
        "R27.xlsx",
        (
            "Antworten",
            [head, ["Anna", 0.9092974268256817, -0.4161468365471424, 0.01999866669333308, 0.9998000066665778]],
        ),
    )
    group = ["", "Position 2"]
    book(
        "R28.xlsx",
        ("Info", [["Klasse 8b"], ["Termin", "30.11."]]),
        ("Abgaben", [group, head, ["Anna", *NUMBERS]]),
        merged="B1:E1",
    )
    book("R29.xlsx", ("Antworten", [head, ["Anna", *ROW]]))
    old = xlwt.Workbook()
    tab = old.add_sheet("Antworten")
    lines: list[list[Any]] = [head, ["Anna", *NUMBERS], ["Ben", *ROW]]
    for row, line in enumerate(lines):
        for column, cell in enumerate(line):
            tab.write(row, column, cell)
    old.save(str(FOLDER / "old.xls"))


def typed(value: Any, shown: str = "", **more: object) -> Any:  # noqa: ANN401
    """A cell of LibreOffice: a number that may be shown another way, or a text."""
    number = isinstance(value, float | int)
    cell = TableCell(**({"valuetype": "float", "value": str(value)} if number else {"valuetype": "string"}), **more)
    cell.addElement(P(text=shown or str(value)))
    return cell


def sheet(name: str, *rows: tuple[list[Any], Mapping[str, Any]]) -> None:
    """A workbook of LibreOffice; of a row its cells, and how often it is there."""
    made = OpenDocumentSpreadsheet()
    table = Table(name="Tabelle1")
    for cells_, more in rows:
        row = TableRow(**more)
        for cell in cells_:
            row.addElement(cell)
        table.addElement(row)
    made.spreadsheet.addElement(table)
    made.save(FOLDER / name)


def sheets() -> None:
    """R20 and R23 to R25, as .ods."""
    head = [typed(text) for text in ("Name", *IDS)]
    sheet(
        "R23.ods",
        (head, {}),
        (
            [typed("Anna"), typed(0.909, numbercolumnsrepeated=2), typed(1, numbercolumnsrepeated=2)],
            {"numberrowsrepeated": 2},
        ),
    )
    empty = ([TableCell(numbercolumnsrepeated=16384)], {"numberrowsrepeated": 1_048_574})
    sheet(
        "R24.ods",
        (head, {}),
        ([typed("Anna"), *map(typed, NUMBERS), TableCell(numbercolumnsrepeated=16379)], {}),
        empty,
    )
    sheet(
        "R25.ods",
        (head, {}),
        ([typed("Anna"), typed(0.909, "0,91"), typed(-0.416, "-0,4"), typed(0.02, "0"), typed(1)], {}),
    )
    answers = cells(sheet_of("katze-kurz"))
    asked = [typed(text) for text in ("Nachname", "Vorname", *(f"Antwort {n}" for n in range(1, len(answers) + 1)))]
    sheet("R20.ods", (asked, {}), ([typed(text) for text in ("Berg", "Anna", *answers)], {}))


if __name__ == "__main__":
    texts()
    books()
    sheets()
