from __future__ import annotations

import json
import tomllib
import zipfile
from decimal import Decimal
from typing import TYPE_CHECKING

import pypdf
import pytest

from tests.page_texts import page_texts
from tests.samples import rebuild, students

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

LARGEST = 300_000  #: bytes of a PDF that people load from a README
NAMES = [student.file for student in students.STUDENTS]


def report_on(name: str) -> dict[str, object]:
    """What the stored JSON report says of the first student."""
    stored = json.loads((rebuild.SAMPLES / "reports" / f"{name}.json").read_text(encoding="utf-8"))
    assert stored["schema"] == "posenc.report/1"
    first: dict[str, object] = stored["students"][0]
    return first


def assert_same_files(made: Path, stored: Path) -> None:
    """Two folders hold the same files, byte for byte."""
    names = sorted(path.name for path in made.iterdir())
    assert names == sorted(path.name for path in stored.iterdir())
    different = [name for name in names if (made / name).read_bytes() != (stored / name).read_bytes()]
    assert different == [], "make samples, and look at the difference"


def pages(data: bytes) -> list[str]:
    """The text of every page, with single blanks."""
    return [" ".join(page.split()) for page in page_texts(data)]


def test_answers_and_reports_are_what_the_program_makes(tmp_path: Path) -> None:
    """Answer files and reports in the tree are those of this version, to the byte."""
    rebuild.answers(tmp_path)
    rebuild.reports(tmp_path)
    assert_same_files(tmp_path / "answers", rebuild.SAMPLES / "answers")
    assert_same_files(tmp_path / "reports", rebuild.SAMPLES / "reports")


@pytest.mark.pdf
def test_filled_pdfs_are_what_the_program_makes(tmp_path: Path, weasyprint: ModuleType) -> None:
    """Those in the tree have the fields and the values of this version."""
    assert weasyprint
    rebuild.handed_in(tmp_path)
    names = sorted(path.name for path in (tmp_path / "abgegeben").iterdir())
    assert names == sorted(path.name for path in (rebuild.SAMPLES / "abgegeben").iterdir())
    for name in names:
        made, stored = (pypdf.PdfReader(folder / "abgegeben" / name) for folder in (tmp_path, rebuild.SAMPLES))
        assert made.get_form_text_fields() == stored.get_form_text_fields(), "make samples, and look at the pages"


def test_a_folder_of_filled_pdfs_is_marked() -> None:
    """Nothing is said of the files beside it: Amira has all points, Ben's calculator was in degree mode."""
    report = json.loads(rebuild.run("check", str(rebuild.SAMPLES / "abgegeben"), "-f", "json", expected=1))
    amira, ben = report["students"]
    assert (report["worksheet"], amira["name"], ben["name"]) == ("katze-kurz", "Amira", "Ben")
    assert amira["points"] == amira["max_points"] > ben["points"]
    assert [[one["slip"] for one in each["diagnosis"]] for each in (amira, ben)] == [[], ["angle-degrees"]]


def test_what_moodle_packs_is_marked_as_it_is() -> None:
    """The archive holds the PDFs of the folder, and gives the same report."""
    with zipfile.ZipFile(rebuild.SAMPLES / "abgaben.zip") as packed:
        inside = [packed.read(name) for name in packed.namelist()]
    assert inside == [path.read_bytes() for path in sorted((rebuild.SAMPLES / "abgegeben").iterdir())]
    folder, archive = (
        json.loads(rebuild.run("check", str(rebuild.SAMPLES / name), "-f", "json", expected=1))
        for name in ("abgegeben", "abgaben.zip")
    )
    assert archive == folder


def test_own_spec_is_what_the_program_makes(tmp_path: Path) -> None:
    """The spec with its own sentence and Excel's numbers still gives the sheet and key beside it."""
    for suffix in ("toml", "csv"):
        name = f"{rebuild.OWN}.{suffix}"
        (tmp_path / name).write_bytes((rebuild.SAMPLES / name).read_bytes())
    rebuild.own(tmp_path)
    for name in (f"{rebuild.OWN}.txt", f"{rebuild.OWN}-loesung.txt"):
        assert (tmp_path / name).read_bytes() == (rebuild.SAMPLES / name).read_bytes(), "make samples, and look"


@pytest.mark.parametrize("name", rebuild.READY)
def test_ready_sheets_were_printed_from_these_pages(name: str) -> None:
    """The PDFs to print are those of this version: whatever changes a page makes them anew."""
    stored = json.loads((rebuild.SAMPLES / "ready" / rebuild.PAGES).read_text(encoding="utf-8"))
    made = rebuild.page_digests(name)
    assert {stem: stored[stem] for stem in made} == made, "make samples, and look at the pages"


@pytest.mark.pdf
@pytest.mark.slow
@pytest.mark.parametrize("name", ["katze", "cat-short"])
def test_ready_sheets_are_what_the_program_makes(name: str, tmp_path: Path, weasyprint: ModuleType) -> None:
    """The PDFs to print have the pages and the text of this version; bytes differ from machine to machine."""
    assert weasyprint
    rebuild.ready(tmp_path, name)
    for made in (tmp_path / "ready" / f"{stem}.pdf" for stem in (name, f"{name}-{rebuild.READY[name]}")):
        stored = rebuild.SAMPLES / "ready" / made.name
        assert pages(stored.read_bytes()) == pages(made.read_bytes()), "make samples, and look at the pages"
        fields = [pypdf.PdfReader(path).get_fields() or {} for path in (made, stored)]
        assert fields[0] == fields[1]


def test_nothing_else_lies_in_ready() -> None:
    """Every built-in worksheet is there with its key, small enough for a school's network, and nothing more."""
    expected = {f"{stem}.pdf" for name, key in rebuild.READY.items() for stem in (name, f"{name}-{key}")}
    expected.add(rebuild.PAGES)
    sizes = {path.name: path.stat().st_size for path in (rebuild.SAMPLES / "ready").iterdir()}
    assert set(sizes) == expected
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}


def test_every_built_in_worksheet_is_ready() -> None:
    """A new built-in worksheet is to be had as PDF as well."""
    from posenc_cli.worksheet.spec import BUILTIN_NAMES

    assert tuple(rebuild.READY) == BUILTIN_NAMES


@pytest.mark.parametrize(
    ("name", "points", "slip"),
    [
        ("alle-richtig", 25, None),
        ("grad", 22, "angle-degrees"),
        ("ab-eins", 19, "pos-from-one"),
        ("excel-deutsch", 24, "sign-lost"),
        ("halb-leer", 10, None),
    ],
)
def test_reports_say_what_each_student_did(name: str, points: int, slip: str | None) -> None:
    """The mistake that a student was made to make is the one that is found, with the points a teacher would give."""
    report = report_on(name)
    assert (report["points"], report["max_points"]) == (points, 25)
    diagnosis = report["diagnosis"]
    assert isinstance(diagnosis, list)
    assert [one["slip"] for one in diagnosis] == ([slip] if slip else [])


def test_excel_saves_without_subscripts_and_is_read() -> None:
    """The German Excel file is in its own code page, with commas and without zeros at the end; not a cell is lost."""
    data = (rebuild.SAMPLES / "answers" / "excel-deutsch.csv").read_bytes()
    with pytest.raises(UnicodeDecodeError):
        data.decode("utf-8")
    assert b"d? [pe2_d1]" in data
    assert b";1;" in data
    blanks = report_on("excel-deutsch")["blanks"]
    assert isinstance(blanks, list)
    assert {one["id"]: one["verdict"] for one in blanks if one["verdict"] != "correct"} == {
        "pe2_d2": "slip",
        "x2_d2": "follow-through",
        "m2_d2": "follow-through",
    }


def test_error_cell_is_unreadable_and_stops_nothing() -> None:
    """#NV is said to be unreadable; what stands beside it is marked, what is not there is blank."""
    blanks = report_on("halb-leer")["blanks"]
    assert isinstance(blanks, list)
    verdicts = {one["id"]: one["verdict"] for one in blanks}
    assert verdicts["pe2_d4"] == "unreadable"
    assert verdicts["x2_d4"] == "correct"
    assert verdicts["dot"] == "blank"


def test_students_calculate_what_the_sheet_of_the_seed_says() -> None:
    """The oracle itself: row 2 in both modes, and the dot product of the written products."""
    assert students.pattern(2) == tuple(map(Decimal, ("0.909", "-0.416", "0.020", "1.000")))
    assert str(students.filled(students.RIGHT)["dot"]) == "0.729"
    assert students.as_excel_shows(Decimal("1.000")) == "1"
    assert students.as_excel_shows(Decimal("0.000")) == "0"
    assert students.as_excel_shows(Decimal("-0.990")) == "-0,99"


def test_difference_is_seen(tmp_path: Path) -> None:
    """The comparison of folders finds a changed byte and a missing file."""
    made, stored = tmp_path / "made", tmp_path / "stored"
    for folder, text in ((made, "a"), (stored, "b")):
        folder.mkdir()
        (folder / "one.txt").write_text(text, encoding="utf-8")
    with pytest.raises(AssertionError, match="make samples"):
        assert_same_files(made, stored)
    (stored / "one.txt").write_text("a", encoding="utf-8")
    assert_same_files(made, stored)
    (stored / "two.txt").touch()
    with pytest.raises(AssertionError):
        assert_same_files(made, stored)


def test_samples_are_good_specs() -> None:
    """The spec in samples has a comma, its own sentence, and its numbers in a file beside it."""
    spec = tomllib.loads((rebuild.SAMPLES / f"{rebuild.OWN}.toml").read_text(encoding="utf-8"))
    assert spec["worksheet"]["decimal_mark"] == "comma"
    assert (rebuild.SAMPLES / spec["embeddings"]["file"]).is_file()
