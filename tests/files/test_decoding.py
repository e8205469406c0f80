from __future__ import annotations

import codecs
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.files.decoding import decode, read_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    Make = Callable[[str, str | bytes], Path]
    Refuses = Callable[..., AbstractContextManager[None]]


TEXT = "pos;d₁\r\n2;−0,416\r\n"
GERMAN = "Name;d1\r\nMüller;0,909\r\n"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        pytest.param(TEXT.encode(), "utf-8", id="plain UTF-8"),
        pytest.param(codecs.BOM_UTF8 + TEXT.encode(), "utf-8", id="R02 UTF-8 with mark"),
        pytest.param(codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-16-le", id="R04 UTF-16 with mark"),
        pytest.param(codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "utf-16-be", id="R04 big-endian with mark"),
        pytest.param(TEXT.encode("utf-16-le"), "utf-16-le", id="R04 UTF-16 by its NUL bytes"),
        pytest.param(TEXT.encode("utf-16-be"), "utf-16-be", id="R04 big-endian by its NUL bytes"),
        pytest.param(codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"), "utf-32-le", id="UTF-32 with mark"),
    ],
)
def test_encodings_without_a_guess(data: bytes, encoding: str) -> None:
    """The same text comes out of every encoding that can be known, without mark and notice."""
    decoded = decode(data, path="a.csv")
    assert (decoded.text, decoded.encoding, decoded.notices) == (TEXT, encoding, ())


def test_r03_western_text_is_a_guess() -> None:
    """R03: what is no UTF-8 is read as cp1252, and that is said."""
    decoded = decode(GERMAN.encode("cp1252"), path="a.csv")
    assert decoded.text == GERMAN
    assert [notice.key for notice in decoded.notices] == ["files.guessed-cp1252"]
    assert "a.csv" in decoded.notices[0].text("de")


@pytest.mark.parametrize(
    ("data", "key"),
    [
        pytest.param(b"PK\x03\x04 xl/workbook.xml", "is-spreadsheet", id="XLSX"),
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "is-spreadsheet", id="old XLS"),
        pytest.param(b"%PDF-1.7", "is-pdf", id="PDF"),
        pytest.param(b"\x1f\x8b\x08", "is-compressed", id="gzip"),
        pytest.param(b"\x93NUMPY\x01\x00", "is-array", id="NumPy"),
        pytest.param(b"<!DOCTYPE html><html>", "web-page", id="R37 doctype"),
        pytest.param(b"\n <HTML>\n<head>", "web-page", id="R37 html"),
        pytest.param(b"katze 0.1\nhu\x00nd 0.2\n", "nul-byte", id="R38 NUL"),
        pytest.param(codecs.BOM_UTF8 + b"M\xfcller", "broken-text", id="mark, but no UTF-8"),
        pytest.param(codecs.BOM_UTF16_LE + b"a\x00b", "broken-text", id="half a character"),
        pytest.param(b"\x81\x8d\x8f\xff", "not-text", id="no text at all"),
    ],
)
def test_no_text(data: bytes, key: str, refuses: Refuses) -> None:
    """What is no text is named for what it is; nothing is dropped or forced."""
    with refuses(key):
        decode(data, path="a.txt")


def test_r38_names_the_line(refuses: Refuses) -> None:
    """R38: a NUL byte is reported with its line."""
    with refuses("nul-byte", line=2):
        decode(b"katze 0.1\nhu\x00nd 0.2\n", path="a.txt")


def test_files_that_cannot_be_read(
    tmp_path: Path, make: Make, refuses: Refuses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Missing, a folder, too large, an impossible name, no permission: a sentence each."""
    path = make("a.csv", "12345")
    assert read_bytes(path, 5) == b"12345"
    for wrong, key in ((tmp_path / "no", "not-found"), (tmp_path, "is-folder"), (path / "x", "not-found")):
        with refuses(key):
            read_bytes(wrong)
    with refuses("too-large"):
        read_bytes(path, 4)
    with refuses("bad-name"):
        read_bytes(Path("a\0"))
    for error, key in ((PermissionError(13, "no"), "not-readable"), (OSError(5, "I/O error"), "cannot-read")):
        monkeypatch.setattr(Path, "open", lambda *_, error=error: (_ for _ in ()).throw(error))
        with refuses(key):
            read_bytes(path)


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40), st.booleans())
def test_utf8_survives(text: str, mark: bool) -> None:
    """Any text that we write as UTF-8, with or without a mark, comes back (pages of the web apart)."""
    decoded = decode((codecs.BOM_UTF8 if mark else b"") + b"x" + text.encode(), path="a")
    assert decoded.text == "x" + text
