"""Several PDFs as one, to be printed in one go: every part begins on the front of a leaf.

What only the single files need (tags, attachments, titles) is not taken over: this file is for a printer.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from posenc_cli.errors import InputError, MachineError, installing
from posenc_cli.files.decoding import cannot_read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


def joined(  # noqa: PLR0913
    parts: Sequence[bytes | Path],
    *,
    title: str,
    language: str,
    copies: int = 1,
    even: bool = True,
    attached: Mapping[str, str] | None = None,
) -> bytes:
    """One PDF of all parts, in their order, the whole as often as asked; always the same bytes for the same parts.

    Args:
        parts: whole PDFs, or where they lie.
        title: of the result.
        language: of its text, as a code.
        copies: how often all parts come in turn; takes hardly any room.
        even: does a part with an odd number of pages get an empty one, so that the next begins on a leaf of its own?
        attached: texts to attach, by file name.

    Raises:
        MachineError: ``pdf.no-joining``: the library for it is missing.
        InputError: a part is no PDF, or cannot be read.
    """
    pikepdf = _library()
    whole = pikepdf.new()
    known: dict[bytes, Any] = {}
    for part in parts:
        before = len(whole.pages)
        try:
            with pikepdf.open(io.BytesIO(part) if isinstance(part, bytes) else part) as pdf:
                _unlink(pdf)
                whole.pages.extend(pdf.pages)
        except (pikepdf.PdfError, OSError) as error:
            if isinstance(part, bytes) or isinstance(error, pikepdf.PdfError):
                raise InputError("pdf.part-broken", path="–" if isinstance(part, bytes) else part) from error
            raise cannot_read(part, error) from error
        for page in whole.pages[before:]:
            _share(page, known)
        if even and len(whole.pages) % 2:
            size = whole.pages[-1].mediabox
            whole.add_blank_page(page_size=(size[2] - size[0], size[3] - size[1]))
    turn = list(whole.pages)
    for _ in range(copies - 1):
        whole.pages.extend(turn)
    whole.docinfo["/Title"] = title
    whole.Root.Lang = pikepdf.String(language)
    both_sides = {"Duplex": pikepdf.Name.DuplexFlipLongEdge} if even else {}
    whole.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True, **both_sides)
    for name, content in (attached or {}).items():
        whole.attachments[name] = pikepdf.AttachedFileSpec(whole, content.encode(), filename=name)
    stream = io.BytesIO()
    whole.save(stream, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return stream.getvalue()


def _library() -> Any:  # noqa: ANN401
    try:
        import pikepdf
    except ImportError as error:
        raise MachineError("pdf.no-joining", install=installing("pikepdf")) from error
    return pikepdf


def _unlink(pdf: Any) -> None:  # noqa: ANN401
    """Without what points into this very file: names, links, and the places of pages among the tags."""
    for key in ("/Names", "/Dests", "/Outlines"):
        if key in pdf.Root:
            del pdf.Root[key]
    for page in pdf.pages:
        for key in ("/Annots", "/StructParents", "/Tabs"):
            if key in page.obj:
                del page.obj[key]


def _share(page: Any, known: dict[bytes, Any]) -> None:  # noqa: ANN401
    """Let what is drawn on a page, and font files, be there once if they are the same in several parts."""
    content = page.obj.get("/Contents")
    if hasattr(content, "read_raw_bytes"):
        page.obj.Contents = known.setdefault(content.read_raw_bytes(), content)
    fonts = page.resources.get("/Font", {})
    for font in [fonts[name] for name in fonts]:
        for each in font.get("/DescendantFonts", [font]):
            described = each.get("/FontDescriptor", {})
            for key in ("/FontFile", "/FontFile2", "/FontFile3"):
                if key in described:
                    content = described[key].read_raw_bytes()
                    described[key] = known.setdefault(content, described[key])
