"""The objects of a PDF as pydyf has them: what they say, and the same with other texts."""

from __future__ import annotations

from hashlib import md5
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from posenc_cli.files.pdf_casts import Casts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Objects(NamedTuple):
    """The objects of a PDF, each as it stands in a file, by their numbers.

    Attributes:
        streams: that are streams.
        others: that are none and no tags.
        tags: they are many, and who looks for fields or puts pages together needs none.
        info: number of the information on the document.
        root: number of the catalogue.
    """

    streams: dict[int, bytes]
    others: dict[int, bytes]
    tags: dict[int, bytes]
    info: int
    root: int

    @classmethod
    def of(cls, pdf: Any) -> Objects:  # noqa: ANN401
        """All of a PDF that is complete and not yet written."""
        pdf.info.number = len(pdf.objects)
        found = cls({}, {}, {}, pdf.info.number, pdf.catalog.number)
        for each in (*pdf.objects[1:], pdf.info):
            group = found.streams if not isinstance(each, dict) else found.tags if is_tag(each) else found.others
            group[each.number] = each.data
        return found

    def casts(self, own: Iterable[int] = ()) -> Casts:
        """Files of all these, but for those that each file has of its own."""
        apart = set(own)
        streams, *others = (
            {number: data for number, data in group.items() if number not in apart}
            for group in (self.streams, self.others, self.tags)
        )
        return Casts(streams, others, size=self.info + 1, root=self.root, info=self.info)


def object_at(pdf: Any, reference: bytes) -> Any:  # noqa: ANN401
    """The object that a reference of pydyf's means."""
    return pdf.objects[int(reference.split()[0])]


def is_tag(thing: Any) -> bool:  # noqa: ANN401
    """Is it a dictionary that says what something on a page is?"""
    return thing.get("Type") in ("/StructElem", "/OBJR", "/StructTreeRoot") or "Nums" in thing or not thing


def said(value: Any) -> str:  # noqa: ANN401
    """A value of a dictionary, if it is a text; else nothing."""
    text = getattr(value, "string", None)
    return str(text) if isinstance(text, str) else ""


def replaced(text: str, values: Mapping[str, str]) -> str:
    """The text with these in place of those."""
    for old, new in values.items():
        text = text.replace(old, new)
    return text


def said_in(thing: Any) -> list[str]:  # noqa: ANN401
    """The texts of a dictionary, or the description of the document in XML."""
    if isinstance(thing, dict):
        return [said(value) for value in thing.values()]
    is_about = getattr(thing, "extra", {}).get("Type") == "/Metadata"
    return [b"".join(thing.stream).decode()] if is_about else []


def with_texts(thing: Any, values: Mapping[str, str]) -> bytes:  # noqa: ANN401
    """A dictionary, or the description of a document in XML, with other texts; as it stands in a file."""
    import pydyf

    if isinstance(thing, dict):
        made = pydyf.Dictionary(
            {key: pydyf.String(replaced(said(each), values)) if said(each) else each for key, each in thing.items()}
        )
    else:
        text = replaced(b"".join(thing.stream).decode(), {old: escape(new) for old, new in values.items()})
        made = pydyf.Stream([text.encode()], thing.extra, compress=thing.compress)
    data: bytes = made.data
    return data


def with_content(file: Any, content: str) -> bytes:  # noqa: ANN401
    """An attached file with another text, as it stands in a file."""
    import pydyf

    text = content.encode()
    checked = {"CheckSum": f"<{md5(text, usedforsecurity=False).hexdigest()}>", "Size": len(text)}
    about = pydyf.Dictionary(file.extra | {"Params": pydyf.Dictionary(file.extra["Params"] | checked)})
    data: bytes = pydyf.Stream([text], about, compress=True).data
    return data
