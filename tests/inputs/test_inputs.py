"""Files as programs of schools and universities save answers: the cases R01 to R29, each through the whole way."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.files.tables import Looking
from posenc_cli.grading import collected
from posenc_cli.grading.bare_tables import rows_by_position
from posenc_cli.grading.belonging import Said
from posenc_cli.grading.handed_in import load
from posenc_cli.grading.layouts import Layouts
from posenc_cli.render.moodle_order import asked_there
from posenc_cli.worksheet.find import Writing, sheet_of
from tests.grading.pdf_forms import handed_in, right

if TYPE_CHECKING:
    from posenc_cli.grading.report import Report

HERE = Path(__file__).parent
IDS = ("pe2_d1", "pe2_d2", "pe2_d3", "pe2_d4")
#: Verdicts by their first letter: correct, unreadable, blank, wrong or slip (w).
LETTERS = {"correct": "c", "unreadable": "u", "blank": "b", "slip": "w", "wrong": "w", "coarse": "k"}
CASES = [
    ("R01.csv", {"Anna": "cccc"}, []),
    ("R02.csv", {"Anna": "cccc"}, []),
    ("R03.csv", {"Müller": "cccc"}, ["files.guessed-cp1252"]),
    ("R04.txt.csv", {"Anna": "cccc"}, []),
    ("R05.csv", {"Anna": "cccc"}, []),
    ("R07.csv", {"Anna": "cccc"}, []),
    ("R10.csv", {"Anna": "cuuu"}, []),
    ("R11.csv", {"Anna": "cccc"}, []),
    ("R12.csv", {"Anna": "uuuc"}, []),
    ("R12.xlsx", {"Anna": "uucc"}, []),
    ("R13.csv", {"Anna": "cccc"}, []),
    ("R14.csv", {"Anna": "cccc"}, ["check.totals-row"]),
    ("R15.csv", {"Anna": "cccc"}, []),
    ("R16.csv", {"Anna": "uuuc"}, []),
    ("R17.csv", {"anna@example.org": "cccc"}, []),
    ("R18.xlsx", {"Anna Berg": "cccc"}, []),
    ("R19.csv", {"Anna Berg": "ccb "}, []),
    ("R21.csv", {"Anna": "cccc"}, []),
    ("R22.csv", {"anna": "cccc"}, ["check.name-twice"]),
    ("R23.ods", {"Anna": "cwwc"}, ["check.name-twice"]),
    ("R24.ods", {"Anna": "cccc"}, []),
    ("R25.ods", {"Anna": "cccc"}, []),
    ("R26.xlsx", {"Anna": "uccc"}, ["inputs.formula-without-result"]),
    ("R27.xlsx", {"Anna": "cccc"}, []),
    ("R28.xlsx", {"Anna": "cccc"}, ["files.first-tab"]),
    ("R29.xlsx", {"Anna": "cccc"}, []),
    ("R44.json", {"Anna": "cccc"}, []),
    ("old.xls", {"Anna": "cccc", "Ben": "cccc"}, []),
]
#: What is refused as a whole, with its reason.
REFUSED = [("R08.csv", "files.too-many-fields"), ("R09.csv", "check.lost-mark")]


def marked(*paths: Path, sheet: str | None = "katze", tab: str | None = None) -> Report:
    """The report on files, with all that was said."""
    files, notices = collected.load(paths, Looking(tab=tab))
    said = Said(sheet, None, Writing())
    report = collected.check_collected(files, said, {}, Layouts(asked_there, lambda _: b""))
    return type(report)(report.sheet, report.students, report.earlier, (*notices, *report.notices))


def verdicts(report: Report) -> dict[str | None, str]:
    """The verdicts of position 2 by name; a blank stands for what was not asked."""
    return {
        student.name: "".join(
            LETTERS[one.verdict] if one.asked else " " for one in student.blanks if one.blank.id in IDS
        )
        for student in report.students
    }


@pytest.mark.parametrize(("file", "expected", "notices"), CASES, ids=[file for file, *_ in CASES])
def test_a_file_as_it_was_saved(file: str, expected: dict[str, str], notices: list[str]) -> None:
    """Every name, every verdict, and what is worth saying."""
    report = marked(HERE / file)
    assert verdicts(report) == expected
    assert [one.key for one in report.notices] == notices


@pytest.mark.parametrize(("file", "key"), REFUSED)
def test_a_file_that_is_at_fault_itself(file: str, key: str) -> None:
    """R08, R09: said once for the file; nobody is marked wrong."""
    with pytest.raises(InputError) as caught:
        marked(HERE / file)
    assert caught.value.key == key


def test_r06_a_table_without_headings() -> None:
    """R06: rows of positions and numbers, nothing else."""
    (handed,) = load([HERE / "R06.csv"], Looking(columns=5))
    assert [position for _, position, _ in rows_by_position(handed, 4, None, 0)] == [2, 1]


def test_r20_several_blanks_in_a_cell() -> None:
    """R20: Moodle's report on a quiz made of a whole sheet, as .ods."""
    report = marked(HERE / "R20.ods", sheet="katze-kurz")
    assert [(one.name, one.points == one.max_points) for one in report.students] == [("Anna Berg", True)]


def test_r28_another_tab() -> None:
    """R28: named, another table is read; here, it has no answers."""
    with pytest.raises(InputError) as caught:
        marked(HERE / "R28.xlsx", tab="info")
    assert caught.value.key == "check.no-answers"


def test_all_of_them_in_one_run(tmp_path: Path) -> None:
    """A folder with every file and a PDF: the good ones are marked, the bad ones are a line each."""
    pdf = tmp_path / "Bo.pdf"
    katze = sheet_of("katze")
    pdf.write_bytes(handed_in(katze, right(katze)))
    report = marked(HERE, pdf)
    found = verdicts(report)
    wanted = {name.casefold(): row for _, expected, _ in CASES for name, row in expected.items()}
    assert {str(name).casefold() for name in found} >= wanted.keys() | {"bo"}
    assert found["Bo"] == "cccc"
    keys = [one.key for one in report.notices]
    assert {key for _, key in REFUSED} | {"inputs.moodle-guessed"} <= set(keys)
    attempts = [one for one in (*report.students, *report.earlier) if str(one.name).casefold() == "anna"]
    assert len(attempts) == sum("anna" in map(str.casefold, expected) for _, expected, _ in CASES) + 2


def test_every_case_has_a_test() -> None:
    """R01 to R70: each is named where it is tested."""
    files = [*HERE.parent.rglob("test_*.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    named = {int(number) for number in re.findall(r"\bR(\d\d)\b", text)}
    for first, last in re.findall(r"\bR(\d\d)(?:–| to )R?(\d\d)\b", text.replace("R01 to R70", "")):
        named |= set(range(int(first), int(last) + 1))
    assert named >= set(range(1, 71))
