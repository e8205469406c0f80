from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pikepdf
import pypdf
import pytest

from posenc_cli.errors import InputError
from posenc_cli.files.pdfs import joined

if TYPE_CHECKING:
    from pathlib import Path


def pdf(*sizes: tuple[int, int]) -> bytes:
    """A PDF with a page of each of these sizes (points)."""
    made = pikepdf.new()
    for size in sizes:
        made.add_blank_page(page_size=size)
    stream = io.BytesIO()
    made.save(stream, deterministic_id=True)
    return stream.getvalue()


def sizes(data: bytes) -> list[tuple[int, int]]:
    """Of the pages, read by another library."""
    return [(int(page.mediabox.width), int(page.mediabox.height)) for page in pypdf.PdfReader(io.BytesIO(data)).pages]


def test_every_part_begins_on_a_leaf_of_its_own() -> None:
    """An odd part gets an empty page of its own size, an even one nothing."""
    parts = [pdf((100, 200)), pdf((110, 200), (110, 200)), pdf((120, 200), (120, 200), (120, 200))]
    whole = joined(parts, title="t", language="de")
    assert [width for width, _ in sizes(whole)] == [100, 100, 110, 110, 120, 120, 120, 120]
    assert [width for width, _ in sizes(joined(parts, title="t", language="de", even=False))] == [
        *(100, 110, 110, 120, 120, 120)
    ]


def test_copies_come_in_turn_and_take_no_room() -> None:
    """A B A B, and not A A B B; the pages are there once."""
    parts = [pdf((100, 200)), pdf((110, 200))]
    one, many = (joined(parts, title="t", language="de", copies=copies) for copies in (1, 50))
    assert [width for width, _ in sizes(many)] == [100, 100, 110, 110] * 50
    assert len(many) < len(one) + 50 * 4 * 60


def test_the_same_parts_give_the_same_bytes(tmp_path: Path) -> None:
    """From memory and from files: a folder that is made again is the same."""
    parts = [pdf((100, 200)), pdf((110, 200))]
    paths = [tmp_path / f"{number}.pdf" for number in range(2)]
    for path, part in zip(paths, parts, strict=True):
        path.write_bytes(part)
    assert joined(parts, title="t", language="de") == joined(paths, title="t", language="de")


def test_a_part_that_is_no_pdf_is_named(tmp_path: Path) -> None:
    """Half a file from elsewhere is no reason for a traceback."""
    path = tmp_path / "half.pdf"
    path.write_bytes(b"%PDF-1.7 and no more")
    with pytest.raises(InputError, match="part-broken") as caught:
        joined([path], title="t", language="de")
    assert caught.value.values["path"] == path
    path.unlink()
    with pytest.raises(InputError, match="not-found"):
        joined([path], title="t", language="de")
