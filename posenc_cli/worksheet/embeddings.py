"""The vectors of a sentence from the file that a spec names."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.words import bare

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
        InputError: there is no folder to look in (a built-in worksheet), or the file lacks a word or cannot be read.
    """
    from posenc_cli.files.embeddings import read_embeddings

    name = spec.embeddings.file
    if name is None or spec.folder is None:
        raise InputError("worksheet.embeddings-nowhere", **spec.at("file", "embeddings"), given=name or "–")
    words = dict.fromkeys(spec.words)
    stored = read_embeddings(spec.folder / name, words=set(words), d=spec.worksheet.d)
    found = [_find(spec, stored, word) for word in words]
    vectors = {one.word: tuple(Decimal(str(value)) for value in one.vector) for one in found}
    return Vectors(vectors, (*stored.notices, *(one.notice for one in found if one.notice is not None)))


def _find(spec: Spec, stored: Embeddings, word: str) -> Found:
    try:
        return stored.find(word)
    except InputError:
        if bare(word) == word:
            raise
        where = spec.at("sentence")
        raise InputError("worksheet.no-embedding-punctuation", **where, word=word, bare=bare(word)) from None
