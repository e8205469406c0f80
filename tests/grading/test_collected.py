"""Filled PDFs beside each other: everybody's is marked, each with its own sheet, and a bad one costs a line."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pytest

from posenc_cli.errors import InputError, PosencError
from posenc_cli.files.tables import Looking
from posenc_cli.grading import collected
from posenc_cli.grading.belonging import Said
from posenc_cli.grading.returned import told_once
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.find import Writing, sheet_of
from posenc_cli.worksheet.groups import groups
from posenc_cli.worksheet.spec import find, read
from tests.grading.pdf_forms import handed_in, right

if TYPE_CHECKING:
    from collections.abc import Callable

    from posenc_cli.grading.report import Report
    from posenc_cli.i18n import Language

KATZE = sheet_of("katze-kurz")
NOBODY = Said(None, None, Writing())


@pytest.fixture
def put(tmp_path: Path) -> Callable[..., Path]:
    """Write a file, in folders of its own if need be."""

    def write(name: str, data: bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    return write


def marked(*paths: Path, said: Said = NOBODY) -> Report:
    """The report on files and folders."""
    files, notices = collected.load(paths)
    report = collected.check_collected(files, said, {})
    return type(report)(report.sheet, report.students, report.earlier, (*notices, *report.notices))


def keys(report: Report) -> list[str]:
    """What was worth saying."""
    return [notice.key for notice in report.notices]


def test_a_filled_pdf_is_marked_as_a_table_is(put: Callable[..., Path]) -> None:
    """Its fields are the columns; it names its sheet itself; what is not asked for is passed over in silence."""
    answers = right(KATZE) | {"pe2_d1": "0,035", "x2_d1": ""}
    report = marked(put("a.pdf", handed_in(KATZE, answers, name=" Zoë ")))
    (student,) = report.students
    verdicts = {one.blank.id: (one.verdict, one.asked) for one in student.blanks}
    assert student.name == "Zoë"
    assert verdicts.pop("pe2_d1") == ("wrong", True)
    assert verdicts.pop("x2_d1") == ("blank", True)
    assert set(verdicts.values()) == {("correct", True)}
    assert keys(report) == []


def test_one_bad_file_is_one_line(put: Callable[..., Path], tmp_path: Path) -> None:
    """Whatever is wrong with it; the others are marked."""
    for name in ("Ada", "Bo"):
        put(f"{name}.pdf", handed_in(KATZE, right(KATZE), name=name))
    put("broken.pdf", b"%PDF-1.7\n")
    put("empty.pdf", handed_in(KATZE, {}, name="Cy"))
    put("other.pdf", handed_in(KATZE, {"rad": "1"}, fields=False))
    put("notes.txt", b"no answers")
    report = marked(tmp_path)
    assert [one.name for one in report.students] == ["Ada", "Bo"]
    assert all(one.points == one.max_points for one in report.students)
    assert sorted(keys(report)) == ["check.empty-pdf", "check.which-sheet", "files.pdf-broken"]
    told = {str(notice.values["path"]).rpartition("/")[2] for notice in report.notices}
    assert told == {"broken.pdf", "empty.pdf", "other.pdf"}


def test_a_bad_file_alone_is_an_error(put: Callable[..., Path]) -> None:
    """There is nothing else to show."""
    for data, key in ((b"%PDF-1.7\n", "files.pdf-broken"), (handed_in(KATZE, {}), "check.empty-pdf")):
        with pytest.raises(InputError) as caught:
            marked(put("a.pdf", data))
        assert caught.value.key == key
    with pytest.raises(InputError) as caught:
        marked(put("a.pdf", handed_in(KATZE, {"rad": "1"}, fields=False)))
    assert caught.value.key == "check.which-sheet"


def test_sheets_that_nobody_filled_in_are_one_sentence() -> None:
    """All of them are named, up to a few; one alone is, and what else is wrong stays where it is."""
    first, last = InputError("files.pdf-broken", path="0.pdf"), InputError("files.empty", path="z.csv")
    empty = [InputError("check.empty-pdf", path=f"{name}.pdf") for name in "abcdefg"]
    assert told_once([first, empty[0], last], []) == [first, empty[0], last]
    six = "a.pdf, b.pdf, c.pdf, d.pdf, e.pdf, f.pdf"
    for count, paths in ((2, "a.pdf, b.pdf"), (6, six), (7, f"{six}, …")):
        told = told_once([first, *empty[:2], last, *empty[2:count]], [])
        assert [one.key for one in told] == ["files.pdf-broken", "check.empty-pdf-several", "files.empty"]
        assert told[1].values == {"count": count, "paths": paths}


def test_an_archive_of_nothing_but_feedback_is_told_of_as_one(put: Callable[..., Path]) -> None:
    """Beside anything else in it, read or not, the file is; what has no place is in no archive."""
    archive = put("a.zip", b"")
    feedback, no_place = InputError("inputs.own-feedback", path=archive / "f.pdf"), InputError("files.no-office")
    other = InputError("files.empty", path=archive / "b.csv")
    found = [
        told_once(wrong, read)[0].values["path"]
        for wrong, read in (([feedback, no_place], []), ([feedback, other], []), ([feedback], [archive / "c.csv"]))
    ]
    assert found == [archive, archive / "f.pdf", archive / "f.pdf"]


def test_lost_decimal_marks_of_one_are_not_those_of_all(put: Callable[..., Path], tmp_path: Path) -> None:
    """909 for 0.909 all over a file is its own fault."""
    put("ada.pdf", handed_in(KATZE, right(KATZE)))
    put("bo.pdf", handed_in(KATZE, {"pe2_d1": "909", "pe2_d2": "-416", "x2_d3": "920"}))
    report = marked(tmp_path)
    assert [one.name for one in report.students] == ["ada"]
    assert keys(report) == ["check.lost-mark"]


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["ada.pdf", "bo.pdf"], ["ada", "bo"]),
        (["Ada Lovelace_12_assignsubmission_file/k.pdf", "Bo_13_assignsubmission_file/k.pdf"], ["Ada Lovelace", "Bo"]),
        (["Ada Lovelace_12_assignsubmission_file_k.pdf", "x/bo.pdf"], ["Ada Lovelace", "bo"]),
        (["ada.pdf"], [None]),
    ],
)
def test_who_wrote_no_name_is_called_as_the_file_is(
    put: Callable[..., Path], tmp_path: Path, paths: list[str], names: list[str | None]
) -> None:
    """Or as the folder that a learning platform made; a single file needs no name."""
    for path in paths:
        put(path, handed_in(KATZE, right(KATZE)))
    assert [one.name for one in marked(tmp_path).students] == names


def test_attempts_are_counted_over_files(put: Callable[..., Path]) -> None:
    """Who handed in twice is one person; the last file counts."""
    first = put("1.pdf", handed_in(KATZE, {"rad": "0.5"}, name="Ada"))
    report = marked(first, put("2.pdf", handed_in(KATZE, right(KATZE), name="ada")))
    assert [(one.name, one.attempt, one.attempts) for one in report.students] == [("ada", 2, 2)]
    assert [one.attempt for one in report.earlier] == [1]


def test_groups_are_marked_each_with_its_own_sheet(put: Callable[..., Path], tmp_path: Path) -> None:
    """A and B lie in one folder; what is right for one is wrong for the other."""
    first, second = groups(find("katze-kurz"), 2, 3).sheets
    put("a.pdf", handed_in(first, right(first)))
    put("b.pdf", handed_in(second, right(second)))
    report = marked(tmp_path)
    assert [(one.name, one.points == one.max_points) for one in report.students] == [("a", True), ("b", True)]
    assert report.sheet.name == first.name
    with pytest.raises(InputError) as caught:
        marked(put("c.pdf", handed_in(first, right(first))), said=Said("alibi", None, Writing()))
    assert caught.value.key == "check.no-answers"


def test_different_worksheets_are_not_thrown_together(put: Callable[..., Path], tmp_path: Path) -> None:
    """That is no class."""
    alibi = sheet_of("alibi")
    put("a.pdf", handed_in(KATZE, right(KATZE)))
    put("b.pdf", handed_in(alibi, right(alibi)))
    with pytest.raises(InputError) as caught:
        marked(tmp_path)
    assert caught.value.key == "check.other-sheets"
    tables = [f"name;sheet;{sheet.blanks[0].id}\nAda;{sheet.name};0.5\n" for sheet in (KATZE, alibi)]
    with pytest.raises(InputError) as caught:
        marked(*(put(f"{number}.csv", table.encode()) for number, table in enumerate(tables)))
    assert caught.value.key == "check.other-sheets"


def test_a_worksheet_of_ones_own_comes_along(
    put: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is attached, so that its file need not be here; without that, it is asked for."""
    monkeypatch.chdir(tmp_path)
    text = find("katze-kurz").text.replace("Die = [0.9", "Die = [0.8")
    own = build(read(text, "my-sheet", Path("my-sheet.toml")))
    report = marked(put("a.pdf", handed_in(own, right(own), attached=True)))
    assert report.students[0].points == report.students[0].max_points
    with pytest.raises(InputError) as caught:
        marked(put("b.pdf", handed_in(own, right(own))))
    assert caught.value.key == "check.sheet-not-here"


def test_a_built_in_sheet_is_called_by_its_name(put: Callable[..., Path]) -> None:
    """Its code is attached as well, which says no more; of a worksheet of one's own what is attached counts."""
    (handed,), _ = collected.load([put("a.pdf", handed_in(KATZE, right(KATZE), attached=True))])
    assert handed.sheet_name() == "katze-kurz"


def test_a_folder_gives_all_that_can_be_read(put: Callable[..., Path], tmp_path: Path) -> None:
    """Tables and PDFs, however deep; hidden files and notes are left alone, a photo and an own report are said."""
    with pytest.raises(InputError) as caught:
        collected.load([tmp_path])
    assert caught.value.key == "files.nothing-in-folder"
    put(".hidden.csv", b"x")
    put("notes.txt", b"x")
    put(".trash/old.pdf", b"x")
    put("a.csv", b"name;sheet;rad\nAda;katze-kurz;0.841\n")
    put("b/c/d.pdf", handed_in(KATZE, right(KATZE), name="Bo"))
    put("photo.jpg", b"\xff\xd8\xff\xe0")
    put("report.csv", b"name,points,max_points,rad\nAda,1,12,correct\n")
    report = marked(tmp_path)
    assert [one.name for one in report.students] == ["Ada", "Bo"]
    assert keys(report) == ["inputs.unread-kind", "inputs.own-report"]


def feedback(title: str) -> bytes:
    """A PDF without fields that is called so."""
    pdf = pikepdf.new()
    pdf.add_blank_page()
    pdf.docinfo["/Title"] = title
    stream = io.BytesIO()
    pdf.save(stream)
    return stream.getvalue()


def archive(**files: bytes) -> bytes:
    """PDFs in an archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        for name, data in files.items():
            packed.writestr(f"{name}.pdf", data)
    return stream.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_feedback_that_posenc_wrote_is_nothing_handed_in(put: Callable[..., Path], language: Language) -> None:
    """It is told of as such: once for an archive of it, and for the file alone where answers lie beside it."""
    ours = feedback(f"Katze – {text(language, 'outcomes.feedback.title')}")
    whole = put("feedback.zip", archive(a=ours, b=ours))
    with pytest.raises(InputError) as caught:
        marked(whole)
    assert (caught.value.key, caught.value.values["path"]) == ("inputs.own-feedback", whole)
    mixed = put("mixed.zip", archive(a=ours, b=handed_in(KATZE, right(KATZE), name="Bo")))
    report = marked(whole, mixed)
    assert [one.name for one in report.students] == ["Bo"]
    assert [(one.key, one.values["path"]) for one in report.notices] == [
        ("inputs.own-feedback", whole),
        ("inputs.own-feedback", mixed / "a.pdf"),
    ]
    with pytest.raises(InputError, match="own-key"):
        marked(put("key.pdf", feedback(f"Katze – {text(language, 'sheet.labels.key')}")))


def test_tables_and_pdfs_go_together(put: Callable[..., Path]) -> None:
    """In the order in which they were named."""
    table = put("a.csv", b"name;sheet;rad\nAda;katze-kurz;0.841\n")
    report = marked(table, put("b.pdf", handed_in(KATZE, right(KATZE), name="Bo")))
    assert [one.name for one in report.students] == ["Ada", "Bo"]


def test_a_table_that_names_nothing_goes_with_the_one_that_does(put: Callable[..., Path]) -> None:
    """But not one with a place for a code and nothing in it: it may be of any sheet."""
    named = put("a.csv", b"name;sheet;rad\nAda;katze-kurz;0.841\n")
    plain = put("b.csv", b"name;rad\nBo;0.841\n")
    empty = put("c.csv", b"name;sheet_code;rad\nCy;;0.841\n")
    report = marked(named, plain, empty)
    assert [(one.name, one.count("correct")) for one in report.students] == [("Ada", 1), ("Bo", 1)]
    assert [(one.key, one.values["path"]) for one in report.notices] == [("check.which-sheet", empty)]


def test_tables_that_say_less_go_with_the_one_that_says_most(put: Callable[..., Path]) -> None:
    """A name goes with name and code, and nothing at all with both of them."""
    sheet = sheet_of("katze-kurz", 5)
    about = {"a": ("name", "Ada"), "b": ("name;sheet", f"Bo;{sheet.name}")}
    about["c"] = ("name;sheet;sheet_code", f"Cy;{sheet.name};{shown(code_of(sheet))}")
    blank = next(one for one, text in right(sheet).items() if text != right(KATZE).get(one))
    tables = {one: f"{head};{blank}\n{said};{right(sheet)[blank]}\n" for one, (head, said) in about.items()}
    report = marked(*(put(f"{one}.csv", table.encode()) for one, table in tables.items()))
    assert [(one.name, one.count("correct")) for one in report.students] == [("Ada", 1), ("Bo", 1), ("Cy", 1)]
    assert report.sheet.seed == 5


def test_a_tab_of_one_file_need_not_be_in_all(put: Callable[..., Path]) -> None:
    """Text beside a spreadsheet has none, and is read as ever."""
    book = (Path(__file__).parents[1] / "inputs" / "R18.xlsx").read_bytes()
    files = [put("a.csv", b"name;sheet;rad\nAda;katze-kurz;0.841\n"), put("b.xlsx", book)]
    assert [one.table.tab for one in collected.load(files, Looking(tab="Sheet1"))[0]] == ["", "Sheet1"]


def test_files_are_counted_while_they_are_read(put: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each with its number, of how many; a table is as long as it may be, and as large, whatever a PDF may be."""
    content = b"name;sheet;rad\nAda;katze-kurz;0.841\nBo;katze-kurz;0.842\n"
    monkeypatch.setattr(collected, "MOST_LINES", 2)
    monkeypatch.setattr(collected, "LARGEST_TABLE", len(content))
    monkeypatch.setattr(collected, "LARGEST_PDF", len(content) - 1)
    told: list[tuple[int, int]] = []
    files = [put("a.csv", content), put("b.csv", content)]
    _, notices = collected.load(files, progress=lambda number, of: told.append((number, of)))
    assert told == [(1, 2), (2, 2)]
    assert notices == []
    monkeypatch.setattr(collected, "MOST_LINES", 1)
    with pytest.raises(InputError) as caught:
        collected.load(files)
    assert (caught.value.key, caught.value.values["given"]) == ("check.too-many-lines", 2)


def test_a_code_that_is_none_leaves_the_name_beside_it(put: Callable[..., Path]) -> None:
    """Answers are marked with the sheet that is named; that the code is another one is said."""
    report = marked(put("a.csv", b"name;sheet;sheet_code;rad\nAda;katze-kurz;ABCD-EFGJ;0.841\n"))
    assert report.sheet.name == "katze-kurz"
    assert [one.verdict for one in report.students[0].blanks if one.answer] == ["correct"]
    assert [(one.key, one.values["given"]) for one in report.notices] == [("check.other-code", "ABCD-EFGJ")]


@pytest.mark.parametrize(("name", "key"), [("a.csv", "inputs.tab-unused"), ("R18.xlsx", "inputs.no-tab")])
def test_a_tab_that_is_nowhere_is_an_error(put: Callable[..., Path], name: str, key: str) -> None:
    """Text has no tabs; a spreadsheet without it is refused as such, though nothing else was read."""
    inputs = Path(__file__).parents[1] / "inputs"
    data = (inputs / name).read_bytes() if name.endswith("xlsx") else b"name;sheet;rad\nAda;katze-kurz;0.841\n"
    with pytest.raises(PosencError) as caught:
        collected.load([put(name, data)], Looking(tab="Klasse 9z"))
    assert caught.value.key == key
    assert "Klasse 9z" in (str(one) for one in caught.value.values.values())
