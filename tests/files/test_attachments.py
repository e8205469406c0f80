"""Files attached to a PDF, in whatever way a program has written it."""

from __future__ import annotations

import io
import zlib
from typing import TYPE_CHECKING

import pikepdf
import pytest

from posenc_cli.errors import InputError
from posenc_cli.files import attachments as module
from posenc_cli.files.attachments import attachments, is_pdf

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TEXTS = [b"POSENC:CDG9K4XX", b"second file, with an umlaut: \xc3\xa4\n" * 40, b""]


def made(*texts: bytes, **options: object) -> bytes:
    """A PDF of one page with files attached, by another library."""
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        for number, text in enumerate(texts):
            spec = pikepdf.AttachedFileSpec(pdf, text, filename=f"{number}.txt", mime_type="text/plain")
            pdf.attachments[f"{number}.txt"] = spec
        out = io.BytesIO()
        pdf.save(out, **options)  # type: ignore[arg-type]
    return out.getvalue()


@pytest.fixture
def written(tmp_path: Path) -> Callable[[bytes], Path]:
    """A file with some content."""

    def write(data: bytes) -> Path:
        path = tmp_path / "some.pdf"
        path.write_bytes(data)
        return path

    return write


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"object_stream_mode": pikepdf.ObjectStreamMode.generate},
        {"compress_streams": False, "stream_decode_level": pikepdf.StreamDecodeLevel.all},
        {"linearize": True},
        {"qdf": True},
    ],
    ids=["plain", "object streams", "not packed", "linear", "readable"],
)
def test_attached_files_are_found(options: dict[str, object], written: Callable[[bytes], Path]) -> None:
    """However it was saved, each of them comes back as it was."""
    found = attachments(written(made(*TEXTS[:2], **options)))
    assert sorted(one.rstrip(b"\n") for one in found) == sorted(one.rstrip(b"\n") for one in TEXTS[:2])


def test_a_pdf_without_any(written: Callable[[bytes], Path]) -> None:
    """None are found where there are none, nor in what is no PDF."""
    assert attachments(written(made())) == []
    assert attachments(written(b"")) == []
    assert attachments(written(b"/EmbeddedFile /EmbeddedFiles stream")) == []


def test_what_is_encrypted_is_passed_over(written: Callable[[bytes], Path]) -> None:
    """Nobody asks for a password; what comes out is nothing of ours."""
    locked = made(*TEXTS[:2], encryption=pikepdf.Encryption(owner="a", user="b"))
    assert not {*attachments(written(locked))} & {*TEXTS[:2]}


def test_a_torn_file_gives_what_is_whole(written: Callable[[bytes], Path]) -> None:
    """Cut off anywhere, it neither fails nor invents anything."""
    whole = made(*TEXTS[:2])
    for end in range(0, len(whole), 97):
        for one in attachments(written(whole[:end])):
            assert any(text.startswith(one) for text in TEXTS)


def embedded(stream: bytes, *, packed: bool = True) -> bytes:
    """A PDF of nothing but one attached file."""
    way = b"/Filter /FlateDecode " if packed else b""
    return b"%PDF-1.7\n1 0 obj\n<< /Type /EmbeddedFile " + way + b">>\nstream\n" + stream + b"\nendstream\nendobj\n"


def test_a_bomb_is_cut_off(written: Callable[[bytes], Path]) -> None:
    """Of three hundred million zeros, a million bytes are unpacked."""
    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(b"\0" * 10_000_000) for _ in range(30)) + packer.flush()
    assert [len(one) for one in attachments(written(embedded(bomb)))] == [module.LARGEST]
    assert [len(one) for one in attachments(written(embedded(b"x" * 3_000_000, packed=False)))] == [module.LARGEST]


def test_endless_marks_are_not_followed(written: Callable[[bytes], Path]) -> None:
    """A file of nothing but marks is done in a moment, and gives no more than some files."""
    one = embedded(zlib.compress(b"a"))
    assert len(attachments(written(one * 1000))) == module.MOST
    assert attachments(written(b"obj /EmbeddedFile " * 500_000)) == []


def test_a_file_that_is_not_there_or_no_file(tmp_path: Path) -> None:
    """Missing, a folder, far too large: each is said."""
    large = tmp_path / "large.pdf"
    with large.open("wb") as file:
        file.truncate(module.LARGEST_PDF + 1)
    for path, key in (
        (tmp_path / "none.pdf", "files.not-found"),
        (tmp_path, "files.is-folder"),
        (large, "files.too-large"),
    ):
        with pytest.raises(InputError) as refused:
            attachments(path)
        assert refused.value.key == key


def test_what_looks_like_a_pdf(tmp_path: Path) -> None:
    """By its name, whether it is there or not, or by how it begins; never a folder or what cannot be read."""
    (tmp_path / "unnamed").write_bytes(b"%PDF-1.4 ...")
    (tmp_path / "text").write_bytes(b"hello")
    assert is_pdf(tmp_path / "x.PDF")
    assert is_pdf(tmp_path / "unnamed")
    assert not is_pdf(tmp_path / "text")
    assert not is_pdf(tmp_path)
    assert not is_pdf(tmp_path / "nothing")
