"""Worksheets by what a person names: the folder of a class set, and a PDF with something attached."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pikepdf
import pytest

from posenc_cli.errors import InputError
from posenc_cli.worksheet import portable
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.classes import MANIFEST, Entry, Manifest
from posenc_cli.worksheet.codes import code_of
from posenc_cli.worksheet.find import sheet_of, worksheet_of
from posenc_cli.worksheet.spec import read
from tests.worksheet.test_portable import OWN, pack

if TYPE_CHECKING:
    from pathlib import Path

TEXT = '[worksheet]\ntitle = "t"\nname = "own"\nn = 3\n[[exercise]]\nkind = "encode"\nblank = [1]\n'


def class_set(folder: Path, seed: int | None, worksheet: str) -> str:
    """The folder of a class set with one student."""
    entry = Entry(1, "Ada", "", seed, "x", "AAAA-AAAA", "blaetter/1-ada.pdf")
    folder.joinpath(MANIFEST).write_text(Manifest({"worksheet": worksheet, "decimals": 2}, (entry,)).text, "utf-8")
    return str(folder)


def test_a_class_set_with_one_sheet_for_all_is_that_worksheet(tmp_path: Path) -> None:
    """With the decimals that were printed; a worksheet of one's own stands in the manifest itself."""
    own = portable.attached(build(read(TEXT, "own", None)))
    assert own is not None
    assert own.count(":") == 2
    for worksheet, name in (("katze-kurz", "katze-kurz"), (own, "own")):
        found = worksheet_of(class_set(tmp_path, None, worksheet)).worksheet
        assert (found.name, found.decimals) == (name, 2)


def test_a_class_set_with_numbers_for_everybody_is_no_single_sheet(tmp_path: Path) -> None:
    """Its folder is named, whichever of the sheets is meant."""
    folder = class_set(tmp_path, 3, "katze-kurz")
    with pytest.raises(InputError, match=r"classes\.personal") as caught:
        sheet_of(folder)
    assert caught.value.values["folder"] == folder


@pytest.mark.parametrize(
    ("attached", "key"),
    [
        (pack(OWN.encode() + b"# posenc worksheet x.toml\n"), "worksheet.embeddings-nowhere"),
        ("POSENC:UKBX4JFU", "codes.pdf-other"),
        ("", "codes.pdf-empty"),
    ],
)
def test_what_is_wrong_with_an_attached_worksheet_is_said(tmp_path: Path, attached: str, key: str) -> None:
    """A fault in the worksheet as it is, one of its code with the name of the PDF."""
    path = tmp_path / "a.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        if attached:
            pdf.attachments["posenc.txt"] = pikepdf.AttachedFileSpec(pdf, attached.encode(), filename="posenc.txt")
        pdf.save(path)
    with pytest.raises(InputError) as caught:
        sheet_of(str(path))
    assert caught.value.key == key


def test_a_pdf_is_the_sheet_that_is_attached_to_it(tmp_path: Path) -> None:
    """A worksheet of one's own comes along."""
    sheet = build(read(TEXT, "own", None))
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        text = str(portable.attached(sheet))
        pdf.attachments["posenc.txt"] = pikepdf.AttachedFileSpec(pdf, text.encode(), filename="posenc.txt")
        pdf.save(tmp_path / "a.pdf")
    assert code_of(sheet_of(str(tmp_path / "a.pdf"))) == code_of(sheet)
