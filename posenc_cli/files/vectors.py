"""Words and their vectors in plain text: GloVe, word2vec, fastText, and tables. Values keep every written digit."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, islice
from typing import TYPE_CHECKING, Literal

from posenc_cli.errors import InputError
from posenc_cli.i18n.numbers import read_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from posenc_cli.files.tables import Record
    from posenc_cli.files.words import Wanted

Mark = Literal["point", "comma"]
Vector = tuple[Decimal, ...] | tuple[float, ...]

_POINT = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
_COMMA = re.compile(r"[+-]?(?:\d+(?:,\d*)?|,\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
_MINUS = str.maketrans(dict.fromkeys("−–—‐‑‒﹣－", "-"))
_PIECE = re.compile(r"[^ \t]+")
_COUNTS = re.compile(r"(\d{1,12})[ \t]+(\d{1,6})", re.ASCII)
_TITLES = frozenset({"", "word", "wort", "token", "words"})
_PEEKED = 10
_LONGEST_NUMBER = 400


@dataclass(frozen=True)
class Entry:
    """One word of a file, its vector and the line or row where it stands."""

    word: str
    vector: Vector
    line: int


def vector_number(text: str, mark: Mark) -> Decimal | None:
    """A component as it is written, or None if this is no number with that decimal mark that a float64 holds."""
    plain = text if text.isascii() else text.translate(_MINUS)
    if len(plain) > _LONGEST_NUMBER or not (_COMMA if mark == "comma" else _POINT).fullmatch(plain):
        return None
    plain = plain.replace(",", ".")
    return Decimal(plain) if math.isfinite(float(plain)) else None


def table_entries(
    records: list[Record], *, path: Path | str, decimal: Mark | None
) -> tuple[list[Entry], int, list[str]]:
    """The entries of a table with the word first, the width of its vectors, and no words besides.

    The decimal mark is that of the file: the comma if any cell has one, unless ``decimal`` overrules it.

    Raises:
        InputError: a row with too few or too many numbers, a cell that is no number, a row without a word.
    """
    if _is_header(records[0].cells):
        records = records[1:]
    if not records:
        raise InputError("files.no-vectors", path=path)
    rows = [(record.line, record.cells[0], _trim(record.cells[1:])) for record in records]
    mark = decimal or ("comma" if any("," in cell for _, _, cells in rows for cell in cells) else "point")
    width = _commonest(len(cells) for _, _, cells in rows)
    return [_entry(row, width, mark, path) for row in rows], width, []


def line_entries(
    lines: Iterable[tuple[int, str]], *, path: Path | str, decimal: Mark | None, wanted: Wanted | None
) -> tuple[list[Entry], int, int | None]:
    """The entries of a vector file, one line a word, split from the right at ASCII blanks and tabs only.

    Args:
        lines: number from 1 and text of each line; the file is read no further than needed.
        path: named in errors.
        decimal: overrules the decimal mark that the file seems to use.
        wanted: keep only these words and stop when all have been seen; None reads and checks every line.

    Returns:
        The entries, the width of the vectors, and how many words the first line promises.

    Raises:
        InputError: a line with too few or too many numbers, something that is no number, a line without a word.
    """
    filled = ((number, line.rstrip(" \t\r")) for number, line in lines)
    rest = iter((number, line) for number, line in filled if line)
    peeked = list(islice(rest, _PEEKED))
    if not peeked:
        raise InputError("files.empty", path=path)
    mark: Mark = decimal or ("comma" if _uses_comma([line for _, line in peeked]) else "point")
    promised, skip = _first_line([line for _, line in peeked], mark)
    body = peeked[skip:]
    width = _commonest(_numbers_at_end(line, mark) for _, line in body)
    if not width:
        raise InputError("files.no-vectors", path=path)
    entries: list[Entry] = []
    for number, line in chain(body, rest):
        if wanted is not None and not wanted.may_start(line.replace("\t", " ").split(" ", 1)[0]):
            continue
        entry = _entry(_split(line, number, width, mark, path), width, mark, path)
        if wanted is None or entry.word in wanted:
            entries.append(entry)
            if wanted is not None and wanted.found(entry.word):
                break
    return entries, width, promised


def is_table(lines: list[str]) -> bool:
    """Whether one of these lines is a word and numbers parted by semicolons or commas, and not by blanks."""
    for line in lines:
        for separator in ";,":
            word, *cells = line.strip().split(separator)
            if len(cells) > 1 and word and all(read_number(cell.strip('" ')).status == "number" for cell in cells):
                return True
    return False


def _entry(row: tuple[int, str, list[str]], width: int, mark: Mark, path: Path | str) -> Entry:
    line, word, cells = row
    if not word:
        raise InputError("files.empty-word", path=path, line=line)
    if len(cells) != width:
        raise InputError("files.wrong-count", path=path, line=line, word=word, found=len(cells), expected=width)
    vector = []
    for cell in cells:
        number = vector_number(cell, mark)
        if number is None:
            raise InputError("files.vector-number", path=path, line=line, word=word, text=cell[:40])
        vector.append(number)
    return Entry(word, tuple(vector), line)


def _split(line: str, number: int, width: int, mark: Mark, path: Path | str) -> tuple[int, str, list[str]]:
    """Word and cells of one line. The word is what stands before the last ``width`` pieces."""
    if line[0] in " \t":
        raise InputError("files.empty-word", path=path, line=number)
    pieces = list(_PIECE.finditer(line))
    cells = [piece[0] for piece in pieces]
    if len(pieces) <= width or (len(pieces) > width + 1 and vector_number(cells[-width], mark) is None):
        found = _numbers_at_end(line, mark)
        return number, line[: pieces[-found].start()].rstrip(" \t") if found else line, cells[len(cells) - found :]
    before = cells[-width - 1]
    if len(pieces) > width + 1 and not before.isdigit() and vector_number(before, mark) is not None:
        return number, cells[0], cells[1:]  # a component too many, no word such as "at 7"
    return number, line[: pieces[-width].start()].rstrip(" \t"), cells[-width:]


def _numbers_at_end(line: str, mark: Mark) -> int:
    """How many numbers end the line; the first piece is always a word."""
    count = 0
    for piece in reversed(_PIECE.findall(line)[1:]):
        if vector_number(piece, mark) is None:
            break
        count += 1
    return count


def _first_line(lines: list[str], mark: Mark) -> tuple[int | None, int]:
    """How many words a word2vec first line promises, and how many lines to skip."""
    if len(lines) == 1:
        return None, 0
    width = _commonest(_numbers_at_end(line, mark) for line in lines[1:])
    counts = _COUNTS.fullmatch(lines[0])
    if counts and int(counts[2]) == width:
        return int(counts[1]), 1
    titles = _PIECE.findall(lines[0])
    return None, int(
        titles[0].casefold() in _TITLES and len(titles) == width + 1 and not _numbers_at_end(lines[0], mark)
    )


def _uses_comma(lines: list[str]) -> bool:
    pieces = [piece for line in lines for piece in _PIECE.findall(line)[1:]]
    return any(vector_number(piece, "comma") is not None and "," in piece for piece in pieces) and not any(
        vector_number(piece, "point") is not None and "." in piece for piece in pieces
    )


def _is_header(cells: list[str]) -> bool:
    """Whether the first row of a table names its columns; the first cell says nothing, it may be the word "nan"."""
    readings = [read_number(cell) for cell in cells[1:]]
    if all(reading.status == "number" for reading in readings):
        counted = [reading.value for reading in readings]
        numbered = any(counted == list(range(first, first + len(counted))) for first in (0, 1))
        return not counted or (cells[0].casefold() in _TITLES and numbered)
    return not any(reading.decimals for reading in readings)


def _trim(cells: list[str]) -> list[str]:
    while cells and not cells[-1]:
        cells = cells[:-1]
    return cells


def _commonest(counts: Iterable[int] | Iterator[int]) -> int:
    """The count that comes most often, the first of them if there are several."""
    return Counter(counts).most_common(1)[0][0]
