"""A sheet from its code, its PDF or its QR code: printed again, and checked without any file of its own."""

from __future__ import annotations

import csv
import io
import json
import shutil
from typing import TYPE_CHECKING

import pikepdf
import pytest

from posenc_cli.worksheet.spec import find
from tests.blank_paper import on_blank_paper

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

    Posenc = Callable[..., Ran]

#: The code of katze-kurz with --vary --seed 7.
CODE = "7T8W-GXTR"


@pytest.fixture
def paper(weasyprint: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """To print on; a PDF is asked here for what is attached to it alone."""
    assert weasyprint
    on_blank_paper(monkeypatch)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A worksheet of a person's own with its vectors, whose PDF is all that is left."""
    text = find("katze-kurz").text.replace("0.9, 0.1, 0.0, 0.1", "0.7, 0.1, 0.0, 0.1")
    (tmp_path / "blatt.toml").write_text(text, encoding="utf-8")
    return tmp_path / "blatt.toml"


def fill(form: str, numbers: dict[str, str]) -> str:
    """A form with one student's numbers."""
    rows = list(csv.reader(io.StringIO(form.removeprefix("\ufeff")), delimiter=";"))
    ids = [heading.rpartition("[")[2].rstrip("]") for heading in rows[0]]
    rows[1] = [{"name": "Ida", **numbers}.get(name, cell) for name, cell in zip(ids, rows[1], strict=True)]
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows(rows)
    return out.getvalue()


def right(posenc: Posenc, *sheet: str) -> dict[str, str]:
    """The right numbers of a sheet by their blanks."""
    posenc("worksheet", *sheet, "-o", "form.csv", "--key", "key.json", "--force", quiet=False)
    with open("key.json", encoding="utf-8") as file:  # noqa: PTH123  (the folder of this call)
        return {blank["id"]: blank["text"] for blank in json.load(file)["blanks"]}


def test_a_code_alone_prints_the_sheet(posenc: Posenc) -> None:
    """Typed in any way, it is the same sheet, with its seed, its decimals and its mark."""
    asked = ("worksheet", "katze-kurz", "--vary", "--seed", "7", "--decimals", "2", "--decimal-mark", "comma")
    first = posenc(*asked, "-f", "text", quiet=False).out
    code = first.splitlines()[-1].removeprefix("Code ")
    for text in (code, code.lower(), code.replace("-", ""), f"POSENC:{code.replace('-', '')}"):
        assert posenc("worksheet", text, "-f", "text").out == first


def test_a_code_is_enough_to_check(posenc: Posenc, tmp_path: Path) -> None:
    """Answers that name no sheet at all, and a code read off the paper."""
    numbers = right(posenc, CODE)
    rows = [["name", *numbers], ["Ida", *numbers.values()]]
    (tmp_path / "bare.csv").write_text("\n".join(map(",".join, rows)) + "\n", encoding="utf-8")
    assert posenc("check", "bare.csv", "--sheet", CODE).out
    assert " 0 of 12" in posenc("check", "bare.csv", "--sheet", "katze-kurz", quiet=False).out


def test_the_form_knows_its_decimals(posenc: Posenc, tmp_path: Path) -> None:
    """A form of a sheet with two decimals is checked with two, though nobody says so again."""
    sheet = ("katze-kurz", "--decimals", "2", "--vary", "--seed", "3")
    numbers = right(posenc, *sheet)
    (tmp_path / "form.csv").write_text(
        fill((tmp_path / "form.csv").read_text(encoding="utf-8"), numbers), encoding="utf-8"
    )
    assert posenc("check", "form.csv").out
    cut = fill((tmp_path / "form.csv").read_text(encoding="utf-8"), {"sheet_code": ""})
    (tmp_path / "form.csv").write_text(cut, encoding="utf-8")
    posenc("check", "form.csv", code=1, quiet=False)


def test_a_form_with_a_code_alone_finds_its_sheet(posenc: Posenc, tmp_path: Path) -> None:
    """Where the name of the sheet was lost, its code is enough."""
    numbers = right(posenc, "katze-kurz")
    form = fill((tmp_path / "form.csv").read_text(encoding="utf-8"), numbers | {"sheet": ""})
    (tmp_path / "form.csv").write_text(form, encoding="utf-8")
    assert posenc("check", "form.csv").out


def test_a_changed_file_is_noticed(posenc: Posenc, own: Path) -> None:
    """A form that was printed from another version of the file is checked, and that is said."""
    numbers = right(posenc, "blatt.toml")
    form = own.with_name("form.csv")
    form.write_text(fill(form.read_text(encoding="utf-8"), numbers), encoding="utf-8")
    posenc("check", "form.csv")
    own.write_text(own.read_text(encoding="utf-8").replace('title = "', 'title = "Neu: '), encoding="utf-8")
    posenc("check", "form.csv")
    own.write_text(own.read_text(encoding="utf-8").replace("[0.7,", "[0.3,"), encoding="utf-8")
    said = posenc("check", "form.csv", code=1).err
    assert "form.csv names the code" in said
    assert said.count("\n") == 1


@pytest.mark.usefixtures("paper")
def test_a_pdf_is_a_worksheet(posenc: Posenc, own: Path) -> None:
    """Sheet and key, moved to where nothing else is: printed again, and its form is checked there."""
    posenc("worksheet", "blatt.toml", "--vary", "--seed", "5", quiet=False)
    numbers = right(posenc, "blatt.toml", "--vary", "--seed", "5")
    text = posenc("worksheet", "blatt.toml", "--vary", "--seed", "5", "-f", "text").out
    own.unlink()
    for pdf in ("blatt-5.pdf", "blatt-5-loesung.pdf"):
        assert posenc("worksheet", pdf, "-f", "text").out == text
    assert right(posenc, "blatt-5.pdf") == numbers
    form = own.with_name("form.csv")
    form.write_text(fill(form.read_text(encoding="utf-8"), numbers), encoding="utf-8")
    own.with_name("blatt-5.pdf").unlink()
    assert posenc("check", "form.csv").out
    shutil.copy(own.with_name("blatt-5-loesung.pdf"), own.with_name("renamed"))
    assert posenc("check", "form.csv", "--sheet", "renamed").out


@pytest.mark.usefixtures("paper")
def test_a_pdf_of_a_built_in_worksheet(posenc: Posenc, tmp_path: Path) -> None:
    """It says its code, and that is all it needs."""
    posenc("worksheet", CODE, "-o", "a.pdf", quiet=False)
    assert posenc("worksheet", "a.pdf", "-f", "csv").out == posenc("worksheet", CODE, "-f", "csv").out
    posenc("worksheet", "katze-kurz", "-o", "b.pdf", quiet=False)
    with pikepdf.open(tmp_path / "a.pdf") as one, pikepdf.open(tmp_path / "b.pdf") as other:
        text = pikepdf.AttachedFileSpec(one, other.attachments["posenc.txt"].get_file().read_bytes(), filename="2.txt")
        one.attachments["2.txt"] = text
        one.save(tmp_path / "both.pdf", object_stream_mode=pikepdf.ObjectStreamMode.generate)
    assert "9HT4-K2R9" in posenc("worksheet", "both.pdf", code=2).error


@pytest.mark.usefixtures("paper")
def test_every_group_of_a_stack_is_a_worksheet(posenc: Posenc, own: Path) -> None:
    """Named by its letter, which comes back; whoever names the stack alone is told how."""
    posenc("worksheet", "blatt.toml", "--groups", "2", "--lang", "de", "-o", "stapel.pdf", quiet=False)
    posenc("worksheet", "blatt.toml", "--groups", "2", "-o", "form.csv", quiet=False)
    own.unlink()
    for letter in "AB":
        form = own.with_name(f"form-{letter}.csv")
        for pdf in ("stapel.pdf", "stapel-loesung.pdf"):
            assert f"Gruppe {letter}" in posenc("worksheet", f"{pdf}#{letter}", "-f", "text").out
        numbers = right(posenc, f"stapel.pdf#{letter.lower()}")
        own.with_name("form.csv").unlink()
        code = posenc("worksheet", f"stapel.pdf#{letter}", "-f", "csv").out.splitlines()[1].split(";")[2]
        filled = fill(form.read_text(encoding="utf-8"), numbers)
        assert code in filled
        form.write_text(filled, encoding="utf-8")
        assert posenc("check", form.name, "--sheet", f"stapel.pdf#{letter}", quiet=False).out
    assert "stapel.pdf#A" in posenc("worksheet", "stapel.pdf", code=2).error
    assert "A, B" in posenc("worksheet", "stapel.pdf#C", code=2).error
    posenc("worksheet", "katze-kurz", "-o", "one.pdf", quiet=False)
    assert "#" in posenc("worksheet", "one.pdf#A", code=2).error


@pytest.mark.usefixtures("paper")
def test_a_secret_keeps_a_pdf_silent(posenc: Posenc, own: Path) -> None:
    """With a secret, neither the PDF nor the code leads to the key; the file does."""
    own.write_text(
        own.read_text(encoding="utf-8").replace("d = 4 ", 'secret = "sesame, open"\nd = 4 '), encoding="utf-8"
    )
    posenc("worksheet", "blatt.toml", "--vary", "-o", "a.pdf", quiet=False)
    code = posenc("worksheet", "blatt.toml", "--vary", "-f", "text").out.splitlines()[-1].removeprefix("Code ")
    assert "secret" in posenc("worksheet", "a.pdf", code=2).error
    assert code in posenc("worksheet", code, code=2).error
    numbers = right(posenc, "blatt.toml", "--vary")
    form = own.with_name("form.csv")
    form.write_text(fill(form.read_text(encoding="utf-8"), numbers), encoding="utf-8")
    assert posenc("check", "form.csv").out


def test_a_large_seed_is_said(posenc: Posenc) -> None:
    """A code cannot hold every seed; one sentence says so, and the seed is asked for again."""
    said = posenc("worksheet", "katze-kurz", "--vary", "--seed", "123456789", "-f", "text", quiet=False)
    assert said.err.count("\n") == 1
    assert "123456789" in said.err
    code = said.out.splitlines()[-1].removeprefix("Code ")
    assert code in posenc("worksheet", code, code=2).error


HOSTILE = {
    "ABCD-EFGH": "ABCD-EFGH",
    "7T8W-GXTS": "7T8W-GXTS",
    "7T8W-GX0R": "“0”",
    "POSENC:": "QR",
    "POSENC:7T8WGXTR:1AAAA": "7T8WGXTR",
    "folder": "folder",
    "folder.pdf": "folder.pdf",
    "text.pdf": "text.pdf",
    "empty.pdf": "empty.pdf",
    "plain.pdf": "plain.pdf",
    "none.pdf": "none.pdf",
    "bomb.pdf": "bomb.pdf",
}


@pytest.mark.parametrize("given", HOSTILE)
@pytest.mark.parametrize("language", ["de", "en"])
def test_what_is_none_of_ours_is_one_sentence(given: str, language: str, posenc: Posenc, tmp_path: Path) -> None:
    """Wrong codes, folders, empty files, PDFs of others with something attached: one line, exit code 2."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder.pdf").mkdir()
    (tmp_path / "text.pdf").write_text("hello", encoding="utf-8")
    (tmp_path / "empty.pdf").write_bytes(b"")
    for name, attached in (("plain.pdf", b"hello"), ("bomb.pdf", b"POSENC:" + b"A" * 5_000_000)):
        with pikepdf.new() as pdf:
            pdf.add_blank_page()
            pdf.attachments["posenc.txt"] = pikepdf.AttachedFileSpec(pdf, attached, filename="posenc.txt")
            pdf.save(tmp_path / name)
    error = posenc("worksheet", given, "--lang", language, code=2).error
    assert len(error) < 900
    if given != "7T8W-GX0R":
        assert HOSTILE[given] in error


@pytest.mark.parametrize("named", ["POSENC:UKBX4JFU:1AAAA", "POSENC:UKBX4JFU", "UKBX-4JFU", "../x.toml", "x.pdf"])
def test_a_form_never_leads_elsewhere(named: str, posenc: Posenc, tmp_path: Path) -> None:
    """What a form from outside names is data: a broken text or a path in it is said and not followed."""
    (tmp_path / "x.toml").write_text(find("katze-kurz").text, encoding="utf-8")
    (tmp_path / "answers").mkdir()
    (tmp_path / "answers" / "a.csv").write_text(f"name,sheet,rad\nIda,{named},0.841\n", encoding="utf-8")
    assert posenc("check", "answers/a.csv", code=2).error
