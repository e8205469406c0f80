from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import pikepdf
import pypdf
import pytest

from posenc_cli.errors import InputError, MachineError, UsageError
from posenc_cli.files.writing import write_whole
from posenc_cli.render import class_files, class_set
from posenc_cli.render.class_set import Made, Order, make
from posenc_cli.render.sheets import Rendered
from posenc_cli.worksheet.classes import MANIFEST, Student
from posenc_cli.worksheet.spec import Spec, find

if TYPE_CHECKING:
    from pathlib import Path

    from posenc_cli.worksheet.sheet import Sheet

STUDENTS = (Student(1, "Anna Schmidt", "0017"), Student(2, "=cmd()"), Student(3, "Cem"))


def undressed(sheet: Sheet) -> Sheet:
    """The look of the worksheet itself."""
    return sheet


def printed(sheet: Sheet, _kind: str, *, key: bool) -> Rendered:
    """A page a sheet, that says in its width whose it is, in a moment; a key is higher."""
    return Rendered(a_page(100 + sum(map(ord, sheet.holder.said)), 300 if key else 200), "pdf")


def a_page(width: int, height: int) -> bytes:
    """Alone in a PDF."""
    made = pikepdf.new()
    made.add_blank_page(page_size=(width, height))
    stream = io.BytesIO()
    made.save(stream, deterministic_id=True)
    return stream.getvalue()


@pytest.fixture(autouse=True)
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Documents that were made, by whose they are."""
    made: list[str] = []

    def noted(sheet: Sheet, kind: str, *, key: bool) -> Rendered:
        made.append(f"{sheet.holder.said}{' key' if key else ''}")
        return printed(sheet, kind, key=key)

    monkeypatch.setattr(class_files, "render", noted)
    # What comes from moulds is looked at elsewhere; all of this holds without them.
    monkeypatch.setattr(class_files, "cast", lambda _sheet: None)
    monkeypatch.setattr(class_files, "casts", lambda _sheet, holders: (None for _ in holders))
    monkeypatch.setattr(class_set, "key_list", lambda sheets, _names: a_page(100 + len(sheets), 400))
    # Which numbers are drawn is looked at elsewhere.
    monkeypatch.setattr("posenc_cli.worksheet.neighbours._REFERENCES", 1)
    monkeypatch.setattr("posenc_cli.worksheet.neighbours._ATTEMPTS", 1)
    return made


def order(folder: Path, **but: Any) -> Order:  # noqa: ANN401
    """A class of three with numbers of their own."""
    usual = {"spec": find("katze-kurz"), "students": STUDENTS, "seed": 0, "personal": True, "folder": folder}
    return Order(**{**usual, "dress": undressed, "look": {"grey": False}, "jobs": 1, **but})


def made(folder: Path, *, force: bool = False, **but: Any) -> Made:  # noqa: ANN401
    """A run, quiet."""
    return make(order(folder, **but), force=force, progress=lambda _done, _total: None)


def content(folder: Path) -> dict[str, bytes]:
    """All files of a folder by their names."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def heights(path: Path) -> list[float]:
    """Of the pages."""
    return [float(page.mediabox.height) for page in pypdf.PdfReader(path).pages]


def test_a_class_gets_all_its_files(tmp_path: Path, calls: list[str]) -> None:
    """A sheet each, all to print in the order of the roster on leaves of their own, keys, list, form, manifest."""
    assert made(tmp_path / "out").new == 3
    out = tmp_path / "out"
    assert sorted(content(out)) == sorted(
        [
            *("alle-blaetter.pdf", "alle-loesungen.pdf", "antworten.csv", "manifest.json", "uebersicht.csv"),
            *("blaetter/1-anna-schmidt.pdf", "blaetter/2-cmd.pdf", "blaetter/3-cem.pdf"),
        ]
    )
    widths = [float(page.mediabox.width) - 100 for page in pypdf.PdfReader(out / "alle-blaetter.pdf").pages]
    assert widths == [each for one in STUDENTS for each in [sum(map(ord, one.holder.said))] * 2]
    # What is right for everybody, then one whole key; no page is empty.
    assert heights(out / "alle-loesungen.pdf") == [400, 300]
    assert len(calls) == 4


def test_the_list_keeps_numbers_as_text_and_computes_nothing(tmp_path: Path) -> None:
    """A name that begins like a formula is a name."""
    made(tmp_path)
    text = (tmp_path / "uebersicht.csv").read_text("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))
    assert [row[1:3] for row in rows[1:]] == [["Anna Schmidt", "0017"], ["'=cmd()", ""], ["Cem", ""]]
    assert all((tmp_path / row[5]).is_file() for row in rows[1:])


def test_with_fixed_numbers_one_key_is_for_all(tmp_path: Path, calls: list[str]) -> None:
    """It names nobody."""
    made(tmp_path, personal=False)
    assert heights(tmp_path / "alle-loesungen.pdf") == [300]
    assert calls[-1] == " key"
    names = [line.split(";")[0] for line in (tmp_path / "antworten.csv").read_text("utf-8-sig").splitlines()]
    assert names[1:] == ["Anna Schmidt (0017)", "'=cmd()", "Cem"]


@pytest.mark.parametrize("personal", [True, False])
def test_two_of_one_name_have_rows_of_their_own(tmp_path: Path, *, personal: bool) -> None:
    """Told apart by their numbers; without any, by their places in the roster."""
    students = [Student(1, "Max", "1"), Student(2, "Max", "2"), Student(3, "Ida"), Student(4, "IDA"), Student(5, "Eva")]
    made(tmp_path, personal=personal, students=tuple(students))
    names = [line.split(";")[0] for line in (tmp_path / "antworten.csv").read_text("utf-8-sig").splitlines()]
    assert list(dict.fromkeys(names[1:])) == ["Max (1)", "Max (2)", "Ida (3)", "IDA (4)", "Eva"]


def test_a_second_run_makes_nothing(tmp_path: Path, calls: list[str]) -> None:
    """All is there, and stays, byte by byte."""
    made(tmp_path)
    before = content(tmp_path)
    calls.clear()
    assert made(tmp_path).new == 0
    assert not calls
    assert content(tmp_path) == before


@pytest.mark.parametrize("at", range(4))
@pytest.mark.parametrize("personal", [True, False])
def test_a_run_that_broke_off_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calls: list[str], at: int, *, personal: bool
) -> None:
    """After every document: the next run makes the others only, and the folder is as if nothing had happened."""
    made(tmp_path / "whole", personal=personal)
    calls.clear()
    real = write_whole

    def breaking(path: Path, data: bytes, *, force: bool) -> Path:
        if len(calls) > at:
            (path.parent / f".{path.name}.0123abcd.tmp").write_bytes(data[: len(data) // 2])
            raise KeyboardInterrupt
        return real(path, data, force=force)

    monkeypatch.setattr(class_files, "write_whole", breaking)
    with pytest.raises(KeyboardInterrupt):
        made(tmp_path / "broken", personal=personal)
    monkeypatch.setattr(class_files, "write_whole", real)
    calls.clear()
    made(tmp_path / "broken", personal=personal)
    assert len(calls) == 4 - at
    assert content(tmp_path / "broken") == content(tmp_path / "whole")


@pytest.mark.parametrize("name", ["alle-blaetter.pdf", "alle-loesungen.pdf", "uebersicht.csv", "blaetter/3-cem.pdf"])
def test_what_was_taken_away_comes_back(tmp_path: Path, name: str) -> None:
    """The same bytes."""
    made(tmp_path)
    before = content(tmp_path)
    (tmp_path / name).unlink()
    made(tmp_path)
    assert content(tmp_path) == before


def test_who_joins_later_is_added(tmp_path: Path, calls: list[str]) -> None:
    """The others keep their sheets; what holds all is made anew."""
    made(tmp_path / "out")
    before = content(tmp_path / "out")
    calls.clear()
    more = (*STUDENTS, Student(4, "Dora"))
    assert made(tmp_path / "out", students=more).new == 1
    made(tmp_path / "whole", students=more)
    assert content(tmp_path / "out") == content(tmp_path / "whole")
    assert content(tmp_path / "out")["blaetter/3-cem.pdf"] == before["blaetter/3-cem.pdf"]


@pytest.mark.parametrize(
    "but", [{"seed": 1}, {"personal": False}, {"look": {"grey": True}}, {"spec": find("cat-short")}]
)
def test_another_set_in_the_folder_is_replaced_with_force_only(tmp_path: Path, but: dict[str, Any]) -> None:
    """And then nothing of the old one is left."""
    made(tmp_path / "out")
    before = content(tmp_path / "out")
    with pytest.raises(UsageError, match="other-set"):
        made(tmp_path / "out", **but)
    assert content(tmp_path / "out") == before
    made(tmp_path / "out", force=True, **but)
    made(tmp_path / "new", **but)
    assert content(tmp_path / "out") == content(tmp_path / "new")


def test_another_set_is_refused_before_numbers_are_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking for them takes minutes where the class is large, and nobody waits for a refusal."""
    made(tmp_path)
    monkeypatch.setattr(class_set, "deal", lambda *_: pytest.fail("numbers were looked for"))
    for but in ({"seed": 1}, {"students": STUDENTS[1:]}):
        with pytest.raises(UsageError, match="other-"):
            made(tmp_path, **but)


def test_who_has_left_is_taken_away_with_force_only(tmp_path: Path) -> None:
    """A sheet that somebody may have got is nothing to lose silently."""
    made(tmp_path)
    with pytest.raises(UsageError, match="other-students"):
        made(tmp_path, students=STUDENTS[:2])
    made(tmp_path, students=STUDENTS[:2], force=True)
    assert not (tmp_path / "blaetter/3-cem.pdf").exists()


def test_files_of_other_people_stay(tmp_path: Path) -> None:
    """No manifest, so nothing there is ours."""
    (tmp_path / "uebersicht.csv").write_text("mine")
    with pytest.raises(UsageError, match="exists"):
        made(tmp_path)
    assert content(tmp_path) == {"uebersicht.csv": b"mine"}
    (tmp_path / MANIFEST).write_text("{}")
    with pytest.raises(InputError, match="no-manifest"):
        made(tmp_path)


def test_a_manifest_from_elsewhere_deletes_nothing_outside(tmp_path: Path) -> None:
    """It is a file like any other: what it names is no path of ours."""
    out, precious = tmp_path / "out", tmp_path / "precious.pdf"
    precious.write_text("mine")
    made(out)
    text = (out / MANIFEST).read_text("utf-8").replace("blaetter/3-cem.pdf", "../precious.pdf")
    (out / MANIFEST).write_text(text, "utf-8")
    with pytest.raises(InputError):
        made(out, force=True, seed=1)
    assert precious.read_text() == "mine"


def test_a_fault_of_one_sheet_is_told_and_the_others_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No PDF on this machine: one sentence."""
    monkeypatch.setattr(class_files, "render", lambda *_of, **_more: Rendered(b"", "html"))
    with pytest.raises(MachineError, match="no-pdf"):
        made(tmp_path)


def test_the_spec_can_ask_for_numbers_of_ones_own() -> None:
    """And says so in a key that changes no number."""
    spec = Spec.model_validate(
        {"worksheet": {"title": "t", "n": 3, "numbers": "seeded"}, "exercise": [{"kind": "encode", "blank": [1]}]}
    )
    assert spec.worksheet.numbers == "seeded"
