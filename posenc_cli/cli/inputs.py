"""Words with their vectors and places, from the options that ``add`` and ``scores`` share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.cli.values import positions as read_positions
from posenc_cli.encodings.scheme import sentence_words
from posenc_cli.encodings.sums import Sums, add
from posenc_cli.errors import InputError, UsageError
from posenc_cli.files.embeddings import Embeddings, Found, read_embeddings
from posenc_cli.files.paths import user_path
from posenc_cli.files.sample import sample_path, sample_with
from posenc_cli.files.words import bare
from posenc_cli.i18n import Notice, said_once

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    import numpy as np
    from numpy.typing import NDArray

    from posenc_cli.cli.choosing import Chosen
    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.encodings.slip_example import SlipExample
    from posenc_cli.i18n import Language

#: A file with more words than this is a dictionary and not a sentence.
LONGEST_SENTENCE = 200
#: A slip is shown on a small sheet.
_FURTHEST_EXAMPLE = 1000
_PLACED = r"(.+)@(\d{1,16})"


@dataclass(frozen=True)
class Asked:
    """The options of a sum: where the vectors are, and the encoding; of whose language the sample is."""

    embeddings: str | None
    chosen: Chosen
    scaled: bool
    language: Language

    def read(self, words: Sequence[str] | None) -> Embeddings:
        """The vectors, of ``words`` at least."""
        told = None if words is None else [bare(word) or word for word in words]
        path = sample_with(told, self.language) if self.embeddings is None else user_path(self.embeddings)
        return read_embeddings(path, words=None if words is None else [*words, *map(bare, words)])

    def placed(self, vectors: Embeddings, words: Sequence[str], rows: NDArray[np.int64] | None) -> Placed:
        """Words with their vectors, one after the other or at ``rows``, and what the look-up has to say."""
        scheme = self.chosen.scheme(vectors.d)
        found = [_find(vectors, word) for word in words]
        notices = [*vectors.notices, *(each.notice for each in found if each.notice)]
        placed = scheme.rows(len(words)) if rows is None else rows
        return Placed(scheme, tuple(words), [each.vector for each in found], placed, said_once(notices))

    def sums(
        self, vectors: Embeddings, words: Sequence[str], rows: NDArray[np.int64] | None
    ) -> tuple[Sums, list[Notice]]:
        """E, PE and E + PE of words, one after the other or at ``rows``, and what the look-up has to say."""
        found = self.placed(vectors, words, rows)
        if (kind := found.scheme.encoding.kind) != "additive":
            raise UsageError("parameters.not-additive", encoding=found.scheme.encoding.name, kind=kind)
        summed = add(found.scheme, found.words, found.vectors, found.positions, scaled=self.scaled)
        return summed, list(found.notices)


@dataclass(frozen=True)
class Placed:
    """Words with their vectors (row) at their positions."""

    scheme: Scheme
    words: tuple[str, ...]
    vectors: Sequence[Sequence[Decimal | float]]
    positions: NDArray[np.int64]
    notices: tuple[Notice, ...]


def sentence_vectors(asked: Asked, sentence: str | None) -> Placed:
    """The words of a sentence with their vectors; without one, those of the file in their order."""
    return asked.placed(*_sentence(asked, sentence), None)


def _sentence(asked: Asked, sentence: str | None) -> tuple[Embeddings, tuple[str, ...]]:
    words = None if sentence is None else sentence_words(sentence)
    vectors = asked.read(words)
    if words is None and len(vectors.vectors) > LONGEST_SENTENCE:
        raise UsageError("compute.which-words", count=len(vectors.vectors), path=vectors.source)
    return vectors, words or tuple(vectors.vectors)


def sentence_sums(asked: Asked, sentence: str | None) -> tuple[Sums, list[Notice]]:
    """The words of a sentence; without one, those of the file in their order."""
    return asked.sums(*_sentence(asked, sentence), None)


def word_sums(asked: Asked, word: str | None, at: str) -> tuple[Sums, list[Notice]]:
    """One word at several positions; without one, the only word of the file."""
    rows = read_positions(at)
    vectors = asked.read(None if word is None else [word])
    if word is None and len(vectors.vectors) != 1:
        raise UsageError("compute.which-word")
    return asked.sums(vectors, [next(iter(vectors.vectors)) if word is None else word] * len(rows), rows)


def pair_sums(asked: Asked, pair: str) -> tuple[Sums, list[Notice]]:
    """Two words at their places: ``Die@0,der@4``."""
    import numpy as np

    found = re.fullmatch(f"{_PLACED} *, *{_PLACED}", pair)
    if found is None:
        raise UsageError("compute.bad-pair", given=pair)
    words = [found[1], found[3]]
    return asked.sums(asked.read(words), words, np.array([int(found[2]), int(found[4])], dtype=np.int64))


def _find(vectors: Embeddings, word: str) -> Found:
    try:
        return vectors.find(word)
    except InputError:
        # Taken off only if the word is not found with it.
        if not bare(word) or bare(word) == word:
            raise
        try:
            found = vectors.find(bare(word))
        except InputError:
            found = None
        if found is None:
            raise
    return Found(word, found.entry, found.vector, Notice("compute.punctuation", {"word": word, "entry": found.entry}))


def example(scheme: Scheme, name: str, pos: int, decimals: int) -> SlipExample:
    """A slip at work on the sample sentence; what is about adding and comparing needs the sample's width."""
    from posenc_cli.encodings.slip_example import slip_example
    from posenc_cli.encodings.slips import slip

    found = slip(name)
    sample = list(read_embeddings(sample_path()).vectors.values())
    if found.section in {"add", "dot"} and scheme.encoding.name in found.encodings and scheme.d != len(sample[0]):
        raise UsageError("compute.sample-width", slip=found.id, d=len(sample[0]))
    if pos > _FURTHEST_EXAMPLE:
        raise UsageError("cli.too-large", option="--pos", given=pos, limit=_FURTHEST_EXAMPLE)
    return slip_example(scheme, found, pos, sample, decimals)
