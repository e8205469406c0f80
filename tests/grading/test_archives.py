"""What learning platforms pack: archives and folders with a folder a person, read as they are."""

from __future__ import annotations

import io
import struct
import zipfile
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.files import archives
from posenc_cli.grading import collected
from posenc_cli.grading.belonging import Said
from posenc_cli.worksheet.find import Writing, sheet_of
from tests.grading.pdf_forms import handed_in, right

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from posenc_cli.grading.report import Report

KATZE = sheet_of("katze-kurz")
#: Ada's answers, right, and what somebody writes who starts.
PDF = handed_in(KATZE, right(KATZE))
CSV = b"sheet;rad\nkatze-kurz;0,841\n"


def packed(parts: Mapping[str, bytes]) -> bytes:
    """An archive with these files, names untouched."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return stream.getvalue()


def marked(path: Path) -> Report:
    """The report on a file or folder, with all that was said."""
    files, notices = collected.load([path])
    report = collected.check_collected(files, Said(None, None, Writing()), {})
    return type(report)(report.sheet, report.students, report.earlier, (*notices, *report.notices))


MOODLE = {
    "Lovelace Ada_101_assignsubmission_file_/blatt.pdf": PDF,
    "Turing Alan_102_assignsubmission_file_/Tabelle.csv": CSV,
    "Hopper Grace_103_assignsubmission_onlinetext_/onlinetext.html": b"<p>siehe Foto</p>",
    "Noether Emmy_104_assignsubmission_file_/sammlung.zip": packed({"blatt.pdf": PDF, "__MACOSX/._blatt.pdf": b"x"}),
}
ILIAS = {
    "Uebung/Lovelace_Ada_alovelace_4711/blatt.pdf": PDF,
    "Uebung/Turing_Alan Mathison_at12_4712/blatt.pdf": PDF,
}


@pytest.mark.parametrize("unpacked", [False, True])
def test_moodles_archive_is_read_as_it_is(tmp_path: Path, unpacked: bool) -> None:
    """Packed or unpacked; everybody keeps the number of Moodle's own list and the folder for the way back."""
    if unpacked:
        path = tmp_path / "Abgaben"
        with zipfile.ZipFile(io.BytesIO(packed(MOODLE))) as archive:
            archive.extractall(path)
    else:
        path = tmp_path / "Abgaben.zip"
        path.write_bytes(packed(MOODLE))
    report = marked(path)
    found = [(one.name, one.sender.participant, one.sender.folder) for one in report.students]
    assert found == [
        ("Lovelace Ada", "101", "Lovelace Ada_101_assignsubmission_file_"),
        ("Noether Emmy", "104", "Noether Emmy_104_assignsubmission_file_"),
        ("Turing Alan", "102", "Turing Alan_102_assignsubmission_file_"),
    ]
    assert [one.points == one.max_points for one in report.students] == [True, True, False]
    assert [one.key for one in report.notices] == ["inputs.unread-kind"] * (not unpacked)


def test_ilias_packs_a_folder_a_person_too(tmp_path: Path) -> None:
    """Last name, first name, account and number."""
    path = tmp_path / "Abgaben.zip"
    path.write_bytes(packed(ILIAS))
    found = [(one.name, one.sender.participant) for one in marked(path).students]
    assert found == [("Ada Lovelace", "4711"), ("Alan Mathison Turing", "4712")]


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["Lovelace Ada_101_assignsubmission_file_blatt.csv"], [("Lovelace Ada", "101")]),
        (["Lovelace Ada_101_assignsubmission_file_/blatt.csv"], [("Lovelace Ada", "101")]),
        (["anna.csv"], [(None, "")]),
        (["anna.csv", "ben.csv"], [("anna", ""), ("ben", "")]),
        (["anna/blatt.csv", "ben/blatt.csv"], [("anna", ""), ("ben", "")]),
    ],
)
def test_files_say_whose_they_are(tmp_path: Path, names: list[str], found: list[tuple[str | None, str]]) -> None:
    """By what Moodle calls files or their folders, else their own name, else that of the folder; one needs none.

    Feedback goes back by what stands before the name of the file.
    """
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(CSV)
    files, _ = collected.load([tmp_path / name for name in names])
    students = collected.check_collected(files, Said(None, None, Writing()), {}).students
    assert [(one.name, one.sender.participant) for one in students] == found
    assert {one.sender.folder for one in students} <= {"", "Lovelace Ada_101_assignsubmission_file_"}


def test_what_somebody_wrote_counts_more_than_the_folder(tmp_path: Path) -> None:
    """The name in the form stays; the number comes from the folder all the same."""
    path = tmp_path / "a.zip"
    path.write_bytes(packed({"A B_7_assignsubmission_file_/k.pdf": handed_in(KATZE, right(KATZE), name="Zoë")}))
    (student,) = marked(path).students
    assert (student.name, student.sender.participant) == ("Zoë", "7")


def link(name: str, target: str) -> zipfile.ZipInfo:
    """An entry that is a link."""
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, 0o120777 << 16
    info.comment = target.encode()
    return info


def locked(data: bytes) -> bytes:
    """The same archive with every entry marked as encrypted."""
    changed = bytearray(data)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = changed.find(mark)
        while at >= 0:
            changed[at + place] |= 1
            at = changed.find(mark, at + 1)
    return bytes(changed)


def test_one_bad_entry_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that lead out, links, bombs, damaged and foreign files: said, never written anywhere, the others marked."""
    stream = io.BytesIO(packed({"A_1_assignsubmission_file_/k.pdf": PDF}))
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../x.csv", CSV)
        archive.writestr("/etc/x.csv", CSV)
        archive.writestr("..\\..\\y.csv", CSV)
        archive.writestr("C:\\y.csv", CSV)
        archive.writestr(link("link.csv", "/etc/passwd"), "/etc/passwd")
        archive.writestr("=cmd()|x.csv", CSV)
        archive.writestr("bomb.csv", bytes(80 * 2**20))
        archive.writestr("deep.zip", packed({"deeper.zip": packed({"k.csv": CSV})}))
        archive.writestr("model.csv", b"\x80\x04\x95")
        archive.writestr("photo.heic", b"x")
    path = tmp_path / "a.zip"
    path.write_bytes(stream.getvalue())
    monkeypatch.chdir(tmp_path)
    report = marked(path)
    assert [one.name for one in report.students] == ["=cmd()|x", "A"]
    assert sorted(one.key for one in report.notices) == [
        "files.too-large",
        "inputs.archive-in-archive",
        "inputs.is-link",
        "inputs.pickle",
        *["inputs.strange-name"] * 4,
        "inputs.unread-kind",
    ]
    assert [one.name for one in tmp_path.rglob("*")] == ["a.zip"]


def endless() -> bytes:
    """An archive that says its list of contents is gigabytes long."""
    data = bytearray(packed({"a.csv": CSV}))
    struct.pack_into("<L", data, data.rfind(b"PK\x05\x06") + 12, 2**31)
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (locked(packed({"a.csv": CSV})), "inputs.locked-member"),
        (packed({"a.csv": CSV})[:-30], "inputs.broken-archive"),
        (b"PK\x03\x04" + bytes(200), "inputs.broken-archive"),
        (packed({"a.csv": b"0" * 5000}).replace(b"\xed\xc1", b"\x00\x00"), "inputs.broken-member"),
        (endless(), "inputs.large-archive"),
        (packed({}), "inputs.nothing-in-archive"),
        (packed({"archive/data.pkl": b"x"}), "inputs.pickle"),
        (packed({f"{number}.csv": b"" for number in range(2001)}), "files.too-many-files"),
        (packed({"word/document.xml": b"<a/>"}), "files.no-workbook"),
    ],
    ids=["locked", "cut", "noise", "damaged", "endless", "empty", "model", "many", "document"],
)
def test_an_archive_that_cannot_be_read_is_one_sentence(tmp_path: Path, data: bytes, key: str) -> None:
    """Each with its reason."""
    path = tmp_path / "a.zip"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        marked(path)
    assert caught.value.key == key
    assert str(caught.value.values["path"]).startswith(str(path))


def test_all_files_together_have_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many files that are each of an honest size may be a bomb too."""
    monkeypatch.setattr(archives, "LARGEST_ALL", len(CSV) * 3)
    path = tmp_path / "a.zip"
    path.write_bytes(packed({f"{number}.csv": CSV for number in range(5)}))
    report = marked(path)
    assert len(report.students) == 3
    assert [one.key for one in report.notices] == ["inputs.large-archive"]
