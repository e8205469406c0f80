"""The vectors of a sentence from the file that a spec names."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.words import bare
from posenc_cli.worksheet.spec_parts import LARGEST_COMPONENT, MOST_PLACES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.files.embeddings import Embeddings, Found
    from posenc_cli.i18n import Notice
    from posenc_cli.worksheet.spec import Spec


class Vectors(dict[str, tuple[Decimal, ...]]):
    """Vectors by word, as the sentence writes it.

    Attributes:
        notices: what is worth saying about the file and the words that were found only after some forbearance.
    """

    def __init__(self, vectors: Mapping[str, tuple[Decimal, ...]], notices: tuple[Notice, ...] = ()) -> None:
        super().__init__(vectors)
        self.notices = notices


def from_file(spec: Spec) -> Vectors:
    """The vectors of the spec's words from its embeddings file, which is looked up beside the spec.

    Raises:
        InputError: there is no folder to look in (a built-in worksheet), the file lacks a word or cannot be read, or
            a number is too large.
    """
    from posenc_cli.files.embeddings import read_embeddings

    name = spec.embeddings.file
    if name is None or spec.folder is None:
        raise InputError("worksheet.embeddings-nowhere", **spec.at("file", "embeddings"), given=name or "–")
    words = dict.fromkeys(spec.words)
    stored = read_embeddings(spec.folder / name, words=set(words), d=spec.worksheet.d)
    found = [_find(spec, stored, word) for word in words]
    vectors = {one.word: components(stored, one) for one in found}
    return Vectors(vectors, (*stored.notices, *(one.notice for one in found if one.notice is not None)))


def components(stored: Embeddings, found: Found) -> tuple[Decimal, ...]:
    """The vector of a word as a spec can hold it: tiny fractions of a model's numbers end where no sheet sees them.

    Raises:
        InputError: a number is far too large for a sheet.
    """
    vector = tuple(Decimal(str(value)) for value in found.vector)
    for value in vector:
        if abs(value) > LARGEST_COMPONENT:
            size = {"given": f"{float(value):.7g}", "limit": LARGEST_COMPONENT}
            raise InputError("worksheet.component-size", path=stored.source, word=found.entry, **size)
    return tuple(
        round(value, MOST_PLACES) if -int(value.as_tuple().exponent) > MOST_PLACES else value for value in vector
    )


def _find(spec: Spec, stored: Embeddings, word: str) -> Found:
    try:
        return stored.find(word)
    except InputError:
        if bare(word) == word:
            raise
        where = spec.at("sentence")
        raise InputError("worksheet.no-embedding-punctuation", **where, word=word, bare=bare(word)) from None
