"""Words with their vectors, from whatever file they come in, and the look-up of a word.

Text files keep every digit (``0.1`` is exactly one tenth); binary ones give float64. Nothing is ever unpickled, padded,
broadcast or replaced by zeros.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files import pickles
from posenc_cli.files.decoding import LARGEST_TABLE, cannot_read, decode, read_bytes
from posenc_cli.files.jsonfile import Number, parse_json
from posenc_cli.files.paths import is_file, is_folder, is_there
from posenc_cli.files.tables import read_records
from posenc_cli.files.vectors import Entry, Mark, Vector, is_table, line_entries, table_entries, vector_number
from posenc_cli.files.words import Wanted, composed, folded, near, visible
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

_TABLES = frozenset({".csv", ".tsv"})
_ARRAYS = frozenset({".npy", ".npz", ".safetensors"})
_BINARY_STARTS = (b"PK\x03\x04", b"\x93NUMPY", b"\x80")
_SMALL = 2**20  #: bytes; a file up to this size is read and checked whole, whatever words are asked for
_LONGEST_LINE = 2**24
_SAMPLE = 2**16
_SHOWN = 8


@dataclass(frozen=True)
class Found:
    """A word that was looked up: as asked, as the file writes it, its vector, and a notice if the two differ."""

    word: str
    entry: str
    vector: Vector
    notice: Notice | None = None


@dataclass(frozen=True)
class Embeddings:
    """Vectors by word.

    Attributes:
        vectors: in the order of the file, words as the file writes them.
        d: the width of every vector.
        source: the file.
        notices: worth saying, stops nothing.
        nearby: words of a large file that were read past and look like an asked one.
    """

    vectors: dict[str, Vector]
    d: int
    source: str
    notices: tuple[Notice, ...] = ()
    nearby: tuple[str, ...] = field(default=(), repr=False)

    def find(self, word: str) -> Found:
        """Look a word up: as it stands, then without what cannot be seen, then without regard to capitals.

        Raises:
            InputError: no such word; the sentence lists near ones.
        """
        for index, spelling, key in (
            (self._composed, composed, None),
            (self._visible, visible, "files.invisible-in-word"),
            (self._folded, folded, "files.other-case"),
        ):
            if (entry := index.get(spelling(word))) is not None:
                notice = Notice(key, {"word": word, "entry": entry}) if key else None
                return Found(word, entry, self.vectors[entry], notice)
        if similar := near(word, [*self.vectors, *self.nearby]):
            raise InputError("files.unknown-word", word=word, path=self.source, near=", ".join(similar))
        raise InputError("files.unknown-word-alone", word=word, path=self.source, words=_listed(self.vectors) or "–")

    @cached_property
    def _composed(self) -> dict[str, str]:
        return _first_of({entry: composed(entry) for entry in self.vectors})

    @cached_property
    def _visible(self) -> dict[str, str]:
        return _first_of({entry: visible(entry) for entry in self.vectors})

    @cached_property
    def _folded(self) -> dict[str, str]:
        return _first_of({entry: folded(entry) for entry in self.vectors})


def read_embeddings(  # noqa: PLR0913  (each is an option of the command line)
    path: Path,
    *,
    words: Collection[str] | None = None,
    d: int | None = None,
    decimal: Mark | None = None,
    separator: str | None = None,
    labels: Path | None = None,
    tensor: str | None = None,
) -> Embeddings:
    """Read words and vectors from text, CSV, JSON, .npy, .npz or safetensors.

    Args:
        path: the file; its content decides where its name is silent.
        words: the words that will be looked up; of a large file only these are kept.
        d: the width that the vectors must have.
        decimal: the decimal mark of a text file, if the file itself is misleading.
        separator: of a CSV file, likewise.
        labels: the words of an array file, one a line.
        tensor: the name of the array in a file with several.

    Raises:
        InputError: not readable, not safe, not vectors, or of another width.
    """
    suffix = path.suffix.lower()
    start = _start(path)
    if suffix in pickles.SUFFIXES:
        raise InputError("files.pickle", path=path)
    if suffix in _ARRAYS or start.startswith(_BINARY_STARTS):
        found = _from_array(path, suffix, start, labels, tensor)
    elif suffix == ".json":
        found = _from_json(path, labels)
    else:
        found = _from_text(path, words, decimal, separator)
    if d is not None and found.d != d:
        raise InputError("files.wrong-width", path=path, found=found.d, expected=d)
    return found


def _start(path: Path) -> bytes:
    if is_there(path) and not (is_file(path) or is_folder(path)):
        raise InputError("files.not-regular", path=path)  # a pipe can be read only once, a device has no end
    try:
        with path.open("rb") as file:
            return file.read(4096)
    except (OSError, ValueError) as error:
        raise cannot_read(path, error) from error


def _from_text(path: Path, words: Collection[str] | None, decimal: Mark | None, separator: str | None) -> Embeddings:
    table = path.suffix.lower() in _TABLES or separator is not None
    wanted = Wanted(words) if words is not None and path.stat().st_size > _SMALL else None
    if not table and wanted is not None and path.stat().st_size > LARGEST_TABLE:
        return _from_lines(path, _streamed(path), decimal, wanted)
    data = read_bytes(path)
    _refuse_pickle(data, path)
    decoded = decode(data, path=path)
    lines = [line for line in re.split(r"[\r\n]+", decoded.text[:_SAMPLE]) if line.strip()][:2]
    if separator is None and not any(sign in line for line in lines for sign in ";,\t"):
        table = False  # a text with blanks that is called .csv
    if table or is_table(lines):
        _, records = read_records(decoded.text, path=path, separator=separator)
        entries, width, _ = table_entries(records, path=path, decimal=decimal)
        if not width:
            raise InputError("files.no-vectors", path=path)
        return _embeddings(entries, width, path, decoded.notices)
    return _from_lines(path, enumerate(decoded.text.split("\n"), start=1), decimal, wanted, decoded.notices)


def _from_lines(
    path: Path,
    lines: Iterator[tuple[int, str]],
    decimal: Mark | None,
    wanted: Wanted | None,
    notices: tuple[Notice, ...] = (),
) -> Embeddings:
    entries, width, promised = line_entries(lines, path=path, decimal=decimal, wanted=wanted)
    if wanted is None and promised is not None and promised != len(entries):
        values: dict[str, object] = {"path": path, "found": len(entries), "promised": promised}
        notices = (*notices, Notice("files.other-count-of-words", values))
    return _embeddings(entries, width, path, notices, tuple(wanted.nearby) if wanted else ())


def _streamed(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file of any size, UTF-8 only."""
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(_LONGEST_LINE):
                number += 1
                text = line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
                if "\0" in text or len(line) == _LONGEST_LINE:
                    raise InputError("files.nul-byte" if "\0" in text else "files.long-line", path=path, line=number)
                yield number, text
    except UnicodeDecodeError as error:
        raise InputError("files.not-utf8", path=path, line=number) from error
    except OSError as error:
        raise cannot_read(path, error) from error


def _from_json(path: Path, labels: Path | None) -> Embeddings:
    decoded = decode(read_bytes(path), path=path)
    document = parse_json(decoded.text, path=path)
    if isinstance(document, list):
        document = dict(zip(_labels(labels, len(document), path), document, strict=True))
    if not isinstance(document, dict) or not document:
        raise InputError("files.no-vectors", path=path)
    entries: list[Entry] = []
    width = 0
    for number, (word, values) in enumerate(document.items(), start=1):
        place = f"[{number - 1}]" if labels else word
        if not isinstance(values, list) or not values:
            raise InputError("files.json-vector", path=path, place=place)
        width = width or len(values)
        if len(values) != width:
            raise InputError("files.json-ragged", path=path, place=place, found=len(values), expected=width)
        vector = []
        for index, value in enumerate(values):
            component = vector_number(value, "point") if isinstance(value, Number) else None
            if component is None:
                raise InputError("files.json-vector", path=path, place=f"{place}[{index}]")
            vector.append(component)
        entries.append(Entry(word, tuple(vector), number))
    return _embeddings(entries, width, path, decoded.notices)


def _from_array(path: Path, suffix: str, start: bytes, labels: Path | None, tensor: str | None) -> Embeddings:
    from posenc_cli.files import arrays

    data = read_bytes(path, arrays.LARGEST_ARRAY_FILE)
    _refuse_pickle(data, path)
    if start.startswith(b"\x93NUMPY") or suffix == ".npy":
        array = arrays.read_npy(data, path=path)
    elif suffix == ".npz":
        array = arrays.read_npz(data, path=path, tensor=tensor)
    elif suffix == ".safetensors":
        array = arrays.read_safetensors(data, path=path, tensor=tensor)
    else:
        decode(data, path=path)  # says what kind of file this is
        raise InputError("files.not-text", path=path)
    words = array.words
    if words is None or labels is not None:
        words = _labels(labels, len(array.rows), path)
    if len(words) != len(array.rows):
        raise InputError("files.count-of-labels", path=path, labels=path, found=len(words), expected=len(array.rows))
    entries = [
        Entry(word, tuple(row.tolist()), n) for n, (word, row) in enumerate(zip(words, array.rows, strict=True), 1)
    ]
    notices = (Notice("files.sixteen-bit", {"path": path}),) if array.sixteen_bit else ()
    return _embeddings(entries, array.rows.shape[1], path, notices)


def _refuse_pickle(data: bytes, path: Path) -> None:
    """Before anything else looks at the content: a pickle is a program, whatever the file is called."""
    if pickles.is_pickle(data):
        raise InputError("files.pickle", path=path)


def _labels(labels: Path | None, count: int, path: Path) -> list[str]:
    """The words of the rows, from a file with one word a line."""
    if labels is None:
        raise InputError("files.need-labels", path=path, count=count)
    words = [line.strip(" \t\r") for line in decode(read_bytes(labels), path=labels).text.split("\n")]
    while words and not words[-1]:
        words.pop()
    if "" in words:
        raise InputError("files.empty-word", path=labels, line=words.index("") + 1)
    if len(words) != count:
        raise InputError("files.count-of-labels", path=path, labels=labels, found=len(words), expected=count)
    return words


def _embeddings(
    entries: list[Entry], width: int, path: Path, notices: tuple[Notice, ...], nearby: tuple[str, ...] = ()
) -> Embeddings:
    """Put together, each word once: the same vector twice is worth a notice, two different ones are an error."""
    kept: dict[str, Entry] = {}
    twice: dict[str, dict[str, object]] = {}
    for entry in entries:
        first = kept.setdefault(composed(entry.word), entry)
        if first is entry:
            continue
        values: dict[str, object] = {"path": path, "word": entry.word, "first": first.line, "second": entry.line}
        if first.vector != entry.vector:
            raise InputError("files.two-vectors", **values)
        twice.setdefault(first.word, values)
    if len(twice) == 1:
        notices = (*notices, *(Notice("files.word-twice", values) for values in twice.values()))
    elif twice:
        told: dict[str, object] = {"path": path, "count": len(twice), "words": _listed(twice)}
        notices = (*notices, Notice("files.words-twice", told))
    vectors = {entry.word: entry.vector for entry in kept.values()}
    return Embeddings(vectors, width, str(path), notices, nearby)


def _listed(words: Collection[str]) -> str:
    """Some of the words, and whether there are more."""
    some = list(words)[:_SHOWN]
    return ", ".join([*some, "…"] if len(words) > _SHOWN else some)


def _first_of(spellings: dict[str, str]) -> dict[str, str]:
    """From spelling back to entry; where several entries share one, the first wins."""
    entries: dict[str, str] = {}
    for entry, spelling in spellings.items():
        entries.setdefault(spelling, entry)
    return entries
