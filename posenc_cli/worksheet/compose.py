"""A worksheet from a sentence and some minutes, without any file: the spec that a person would have written.

It is made as text, with a comment at every line, so that it can be kept, changed and printed again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError, UsageError
from posenc_cli.files.words import bare, composed, split_words, visible
from posenc_cli.i18n import Notice, said_once
from posenc_cli.i18n.numbers import mark_of
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.composed_text import Page
from posenc_cli.worksheet.draw import ATTEMPTS, Draw, digest, places
from posenc_cli.worksheet.key import ambiguous
from posenc_cli.worksheet.lesson import WIDTHS, lesson
from posenc_cli.worksheet.spec import MOST_DECIMALS, read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from decimal import Decimal
    from pathlib import Path

    from posenc_cli.files.embeddings import Embeddings
    from posenc_cli.i18n import Language
    from posenc_cli.i18n.numbers import Mark
    from posenc_cli.worksheet.spec import Spec

#: Words of a sentence, letters of all together and of one, that a leaf has room for.
MOST_WORDS, MOST_LETTERS, LONGEST_WORD = 60, 500, 64
#: From here on words take the room of something else: letters of one, and of all that a sheet tells of a sentence.
LONG_WORD, TOLD, LONG_TOLD = 24, 8, 120
LONGEST_TITLE = 200
WIDTH, DECIMALS, MINUTES = 4, 3, 25
#: Letters of a leaf on which much is asked, in points; ordinary ones have 11.
SMALL = 10


@dataclass(frozen=True)
class Wish:
    """What a person says in place of a spec; None and "" where nothing was said.

    Attributes:
        sentence: the words, divided by blanks; punctuation does not count.
        language: of the sheet.
        minutes: time for all of it, else 25.
        title: heading.
        school: in the head.
        d: length of the vectors, else that of the file, else 4.
        decimals: of the answers, else 3.
        mark: the decimal mark, else that of the language.
        embeddings: a file with vectors, else they are drawn.
    """

    sentence: str
    language: Language
    minutes: int | None = None
    title: str = ""
    school: str = ""
    d: int | None = None
    decimals: int | None = None
    mark: Mark | None = None
    embeddings: Path | None = None


@dataclass(frozen=True)
class Composed:
    """A worksheet as text, the spec that it reads as, and what is worth saying about it."""

    toml: str
    spec: Spec
    notices: tuple[Notice, ...] = ()


def compose(wish: Wish, folder: Path, stem: str = "") -> Composed:
    """A worksheet for one leaf: two sides, at most twenty blanks.

    Args:
        wish: what is asked for.
        folder: where its text is to be kept.
        stem: what it is to be called, else as its sentence.

    Raises:
        UsageError: too many words, too few minutes, or another number that no leaf has room for.
        InputError: the file with the vectors cannot be read, or lacks words; or nothing fair was found.
    """
    _refuse_impossible(wish)
    written = [word for word in map(visible, split_words(composed(wish.sentence))) if word]
    file = None if wish.embeddings is None else _read(wish.embeddings, written)
    d = _width(wish, file)
    words, vectors, notices = ([_plain(word) for word in written], None, ()) if file is None else _found(written, file)
    _refuse_long(words)
    if words != written:
        notices = (Notice("sentence.punctuation", {"sentence": " ".join(words)}), *notices)
    decimals, minutes = wish.decimals or DECIMALS, MINUTES if wish.minutes is None else wish.minutes
    mark = wish.mark or mark_of(wish.language)
    longest = sorted(map(len, words))[-TOLD:]
    wordy = longest[-1] > LONG_WORD or sum(longest) > LONG_TOLD
    plan = lesson(len(words), d, minutes, decimals, wordy=wordy)
    about = {"title": wish.title, "school": wish.school, "d": d, "decimals": decimals, "decimal_mark": mark}
    more = {"first_pos": plan.first_pos or "", "font_size": SMALL if plan.crowded else ""}
    page = Page(wish.language, tuple(words), minutes, plan, {**about, **more}, stem)
    toml = page.toml(_drawn(page, folder) if vectors is None else vectors)
    return Composed(toml, _spec(page, toml, folder), notices)


def _spec(page: Page, toml: str, folder: Path) -> Spec:
    return read(toml, page.name, folder, shown=page.file)


def _refuse_impossible(wish: Wish) -> None:
    """Refuse what no sheet has, whatever the sentence is."""
    if any("\ud800" <= sign <= "\udfff" for sign in wish.sentence + wish.title + wish.school):
        raise UsageError("sentence.half-sign")
    for option, given in (("--title", wish.title), ("--school", wish.school)):
        if len(given) > LONGEST_TITLE:
            raise UsageError("sentence.option-length", option=option, given=len(given), limit=LONGEST_TITLE)
    if wish.decimals is not None and not 1 <= wish.decimals <= MOST_DECIMALS:
        raise UsageError("check.limit", option="--decimals", given=wish.decimals, limit=MOST_DECIMALS)


def _refuse_long(words: Sequence[str]) -> None:
    """Refuse what a leaf has no room for."""
    if not words:
        raise UsageError("compute.no-words")
    if len(words) > MOST_WORDS:
        raise UsageError("sentence.words", given=len(words), limit=MOST_WORDS)
    longest = max(words, key=len)
    if len(longest) > LONGEST_WORD:
        raise UsageError("sentence.word-length", word=f"{longest[:20]}…", given=len(longest), limit=LONGEST_WORD)
    if (letters := sum(map(len, words))) > MOST_LETTERS:
        raise UsageError("sentence.letters", given=letters, limit=MOST_LETTERS)


def _plain(word: str) -> str:
    """A word without the punctuation at it; what is nothing else stays."""
    return bare(word) or word


# vectors


def _read(path: Path, written: Sequence[str]) -> Embeddings:
    from posenc_cli.files.embeddings import read_embeddings

    return read_embeddings(path, words={*written, *map(_plain, written)})


def _width(wish: Wish, file: Embeddings | None) -> int:
    """The asked width, or that of the file."""
    d = (WIDTH if file is None else file.d) if wish.d is None else wish.d
    limits = {"first": WIDTHS[0], "last": WIDTHS[-1]}
    if file is not None and d != file.d:
        raise InputError("files.wrong-width", path=wish.embeddings, found=file.d, expected=d)
    if d not in WIDTHS:
        if file is not None:
            raise InputError("sentence.file-width", path=wish.embeddings, given=d, **limits)
        raise UsageError("sentence.width", given=d, **limits)
    return d


def _found(
    written: Sequence[str], file: Embeddings
) -> tuple[list[str], dict[str, tuple[Decimal, ...]], tuple[Notice, ...]]:
    """The words as the file knows them, with punctuation or without, their vectors, and what is worth saying."""
    from posenc_cli.worksheet.embeddings import components

    words, vectors, missing = [], {}, []
    notices = list(file.notices)
    for word in written:
        for spelling in (word, _plain(word)):
            try:
                found = file.find(spelling)
            except InputError:
                continue
            words.append(spelling)
            vectors[spelling] = components(file, found)
            notices += [found.notice] if found.notice else []
            break
        else:
            missing.append(_plain(word))
    if missing:
        raise InputError("sentence.no-vectors", path=file.source, words=", ".join(dict.fromkeys(missing)))
    return words, vectors, said_once(notices)


def _drawn(page: Page, folder: Path) -> Mapping[str, tuple[Decimal, ...]]:
    """Vectors of one decimal without zeros, different on all rows of the sheet; drawn until every blank is fair."""
    where = places(page.words)
    same = digest(_spec(page, page.toml({}), folder))
    d, used = page.d, {page.words[position - page.lesson.first_pos] for position in page.lesson.used}
    for attempt in range(ATTEMPTS):
        draw = Draw(f"{same}/sentence/{attempt}")
        table = {word: draw.tenths(d, f"embedding/{place}") for word, place in where.items()}
        if len({table[word] for word in used}) == len(used):
            spec = _spec(page, page.toml(table), folder)
            if not ambiguous(build(spec)):
                return table
    raise InputError("worksheet.no-fair-draw", name=page.name, seed=0, attempts=ATTEMPTS)
