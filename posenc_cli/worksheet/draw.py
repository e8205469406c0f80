"""Sheets with drawn numbers: (worksheet, seed) → always the same sheet, on every machine.

All that is drawn comes from SHA-256 of what decides the numbers of a worksheet, the seed, the attempt and the purpose.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import compress, islice
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.errors import InputError
from posenc_cli.worksheet.build import build, stored_vectors
from posenc_cli.worksheet.key import MOST_ACCEPTED, accepted_ticks, ambiguous
from posenc_cli.worksheet.kinds import ADDING, KINDS
from posenc_cli.worksheet.spec import Block, Embeddings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

#: First positions of drawn sheets: position 0 gives its row away and stands on the fixed sheets, and far out, quick
#: dials turn too often to be drawn by hand.
FIRST_POSITIONS = range(1, 15)
#: Attempts at one first position until no blank is ambiguous; at some positions hardly any vectors are fair.
ATTEMPTS = 25
#: Steps to the next first position to try. All are even, so that two neighbouring seeds never meet.
STEPS = range(0, 4 * 7, 4)
#: So many attempts are looked at together: most sheets are fair at once, some are so at a late attempt only.
_TOGETHER = (1, 8, ATTEMPTS - 9)

#: Vectors by their words.
_Table = dict[str, tuple[Decimal, ...]]

#: Under ``vary`` of a worksheet with free tasks: its first position, and the vectors of its words.
FIRST, EMBEDDING = "first_pos", "embedding"

#: Of a block of a free task: all but which cells it shows and asks for.
_TOLD = set(Block.model_fields) - {"table", "working", "rows", "columns", "blank", "fading", "asked", "hide", "cells"}
#: What a person may change (a title, the minutes, a file's name) without getting other numbers.
_PROSE: dict[str, Any] = {
    "embeddings": True,
    "marking": True,
    "slips": True,
    "worksheet": {
        *("name", "title", "school", "language", "decimal_mark", "credit", "level", "minutes", "after"),
        *("qr", "link", "secret", "numbers", "paper", "font_size", "grey", "fillable", "templates"),
        *("hints", "control", "control_word", "cards"),
    },
    "exercise": {
        "__all__": {
            **dict.fromkeys(("points", "minutes", "lines", "parts", "sentences", "title", "verb", "level"), True),
            **dict.fromkeys(("models", "statements", "hint"), True),
            "block": {"__all__": _TOLD},
        }
    },
}


@dataclass(frozen=True)
class Draw:
    """Numbers from one attempt."""

    origin: str

    def below(self, limit: int, purpose: str) -> int:
        """A whole number from 0 to ``limit`` − 1."""
        return int.from_bytes(hashlib.sha256(f"{self.origin}/{purpose}".encode()).digest()) % limit

    def tenths(self, count: int, purpose: str, *, minus: int = 0) -> tuple[Decimal, ...]:
        """Numbers of 0.1 … 0.9 with one decimal; so many of them, drawn as well, with a minus sign."""
        negative = self.shuffled(range(count), f"{purpose}/minus")[:minus] if minus else ()
        drawn = (self.below(9, f"{purpose}/{index}") + 1 for index in range(count))
        return tuple(Decimal(-number if index in negative else number).scaleb(-1) for index, number in enumerate(drawn))

    def like(self, row: Sequence[Decimal], purpose: str) -> tuple[Decimal, ...]:
        """Other numbers with the signs and decimals of these, and no larger than the largest; zeros stay."""
        places = min(int(value.as_tuple().exponent) for value in row)
        most = max(int(abs(value).scaleb(-places)) for value in row)
        return tuple(
            (Decimal(self.below(most, f"{purpose}/{index}") + 1).scaleb(places)).copy_sign(value) if value else value
            for index, value in enumerate(row)
        )

    def shuffled(self, numbers: Sequence[int], purpose: str) -> list[int]:
        """The numbers in another order."""
        return sorted(numbers, key=lambda number: hashlib.sha256(f"{self.origin}/{purpose}/{number}".encode()).digest())


def digest(spec: Spec) -> str:
    """What decides the numbers of a worksheet, as a fingerprint.

    Words count only by their places, so that a translation has the same numbers. Defaults are left out, so that a key
    that a later version adds does not change the sheets of today. With a secret, only who knows it can tell the
    fingerprint, and so what is drawn.
    """
    deciding = spec.model_dump(mode="json", exclude_defaults=True, exclude=_PROSE)
    _put_places(deciding, places(spec.words), spec.words)
    # Sorted keys, no spaces: the same text from every version of the libraries.
    plain = json.dumps(deciding, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    if spec.worksheet.secret is not None:
        return hmac.new(spec.worksheet.secret.encode(), plain.encode(), "sha256").hexdigest()
    return hashlib.sha256(plain.encode()).hexdigest()


def places(words: Iterable[str]) -> dict[str, int]:
    """Where each word occurs first, among different words: all that a draw may know of it."""
    return {word: place for place, word in enumerate(dict.fromkeys(words))}


def _put_places(deciding: dict[str, Any], found: Mapping[str, int], words: Sequence[str]) -> None:
    """Put places in place of words: which words are equal, which are compared, and which are only prose."""
    if "sentence" in deciding["worksheet"]:
        deciding["worksheet"]["sentence"] = [found[word] for word in words]
    for exercise in deciding["exercise"]:
        if "word" in exercise:
            exercise["word"] = found.get(exercise["word"])
        if "pair" in exercise:
            exercise["pair"] = [found.get(word) for word in exercise["pair"]]
        for block in exercise.get("block", ()):
            # What stands in the fields of a picture is prose; rows and columns of a calculation are not.
            if any(isinstance(value, str) for cell in block.get("cells", ()) for value in cell):
                del block["cells"]


def vary(spec: Spec, seed: int) -> Sheet:
    """The sheet of a worksheet with drawn positions and embeddings.

    Rows that the spec names are meant from its own first position and move with it. The two words of a pair keep one
    vector if they have one in the spec. Neighbouring seeds begin at different positions, and a word keeps the number of
    its minus signs, so that no group has the easier sheet. Drawn again (always the same way) until every blank is fair.

    Raises:
        InputError: as :func:`posenc_cli.worksheet.build.build`; or nothing fair was found.
    """
    if any(exercise.kind == "task" for exercise in spec.exercise):
        return _vary_leaves(spec, seed)
    same, twins = digest(spec), _twins(spec)
    starts = Draw(same).shuffled(FIRST_POSITIONS, "first position")
    for step in STEPS:
        moved = _moved(spec, starts[(seed + step) % len(starts)])
        draws = (Draw(f"{same}/{seed}/{step}/{attempt}") for attempt in range(ATTEMPTS))
        sheet = _first_fair(moved, (_renamed(_table(spec, twins, draw), spec, moved) for draw in draws), seed)
        if sheet is not None:
            return replace(sheet, origin=spec)
    attempts = len(STEPS) * ATTEMPTS
    raise InputError("worksheet.no-fair-draw", name=spec.worksheet.name, seed=seed, attempts=attempts)


def _first_fair(spec: Spec, tables: Iterator[_Table], seed: int) -> Sheet | None:
    """The sheet with the first of some vectors with which every blank is fair; several are looked at together."""
    sheet: Sheet | None = None
    for size in _TOGETHER:
        some = list(islice(tables, size))
        for table in some if sheet is None else _perhaps_fair(sheet, some):
            sheet = build(spec.model_copy(update={"embeddings": Embeddings(table=table)}), seed)
            if not ambiguous(sheet):
                return sheet
    return None


def _perhaps_fair(sheet: Sheet, tables: Sequence[_Table]) -> Iterable[_Table]:
    """The vectors, out of some, with which a sheet may be fair; all where more than the vectors could be others."""
    spec = sheet.spec
    if "embedding" not in sheet.given or spec.rules or spec.given or spec.slips or spec.also:
        return tables
    rows = np.array([[table[word] for word in sheet.words] for table in tables])
    try:
        low, high = accepted_ticks(replace(sheet, given={**sheet.given, "embedding": rows}))
    except InputError:
        return tables
    fair = np.broadcast_to((high - low < MOST_ACCEPTED).all(axis=-1), len(tables))
    return compress(tables, fair.tolist())


def _vary_leaves(spec: Spec, seed: int) -> Sheet:
    """The same for a worksheet with free tasks: its texts may speak of its numbers, so only what it names is drawn."""
    if not spec.worksheet.vary:
        raise _nothing_to_draw(spec)
    same = digest(spec)
    for attempt in range(len(STEPS) * ATTEMPTS):
        draw = Draw(f"{same}/{seed}/{attempt}")
        drawn = _moved(spec, _start(spec, same, seed + STEPS[attempt // ATTEMPTS]))
        sheet = build(drawn.model_copy(update=_leaves(spec, draw, drawn)), seed)
        if not ambiguous(sheet):
            return replace(sheet, origin=spec)
    raise InputError("worksheet.no-fair-draw", name=spec.worksheet.name, seed=seed, attempts=len(STEPS) * ATTEMPTS)


def _leaves(spec: Spec, draw: Draw, moved: Spec) -> dict[str, Any]:
    """The leaves of a spec with the numbers that it lets be drawn."""
    given, embeddings = dict(spec.given), spec.embeddings
    stored = stored_vectors(spec) if {EMBEDDING, FIRST} & {*spec.worksheet.vary} else {}
    where = places((*spec.words, *stored))
    table = dict(stored)
    for name in spec.worksheet.vary:
        if name in given:
            given[name] = _redrawn(given[name], draw, name)
        elif name == EMBEDDING:
            table = {word: draw.like(row, f"{name}/{where[word]}") for word, row in stored.items()}
        elif name != FIRST:
            known = ", ".join((*given, *([EMBEDDING] if stored_vectors(spec) else []), FIRST))
            raise InputError("worksheet.no-leaf", **spec.at("vary"), given=name, known=known)
    if table:
        embeddings = Embeddings(table=_renamed(table, spec, moved))
    return {"given": given, "embeddings": embeddings}


def _renamed(table: Mapping[str, tuple[Decimal, ...]], spec: Spec, moved: Spec) -> _Table:
    """Vectors by the words of the same worksheet at another first position: without a sentence, words are positions."""
    names = dict(zip(spec.words, moved.words, strict=True))
    return {names.get(word, word): row for word, row in table.items()}


def _start(spec: Spec, same: str, turn: int) -> int:
    """The first position of a worksheet with free tasks; neighbouring seeds begin elsewhere."""
    if FIRST not in spec.worksheet.vary:
        return spec.worksheet.first_pos
    # Four groups that are asked for every row, and some to choose from, have room side by side.
    starts = Draw(same).shuffled(range(1, max(FIRST_POSITIONS.stop, 6 * len(spec.words) + 1)), FIRST)
    return starts[turn % len(starts)]


def drawable(spec: Spec) -> tuple[str, ...]:
    """What a worksheet with free tasks could name under ``vary`` beside its own leaves: the first position last."""
    kinds = {exercise.kind for exercise in spec.exercise}
    reads = bool(stored_vectors(spec)) and bool(kinds & ({"task"} | ADDING))
    moves = any(KINDS[kind].needs for kind in kinds if kind in KINDS)
    return (*([EMBEDDING] if reads else []), *([FIRST] if moves else []))


def _nothing_to_draw(spec: Spec) -> InputError:
    names = drawable(spec)
    known = ", ".join(json.dumps(name) for name in names or spec.given)
    key = "drawable" if not known else "to-draw-moved" if FIRST in names else "to-draw"
    return InputError(f"worksheet.nothing-{key}", name=spec.worksheet.name, **({"known": known} if known else {}))


def _redrawn(value: Any, draw: Draw, purpose: str) -> Any:  # noqa: ANN401
    """A leaf of the spec with other numbers: a number, one row, or rows; equal rows stay equal."""
    if isinstance(value, Decimal):
        return draw.like((value,), purpose)[0]
    if value and isinstance(value[0], tuple):
        return tuple(draw.like(row, f"{purpose}/{value.index(row)}") for row in value)
    return draw.like(value, purpose)


def _moved(spec: Spec, first: int) -> Spec:
    """The spec with another first position, and its rows moved with it."""
    shift = first - spec.worksheet.first_pos
    exercises = tuple(
        exercise.model_copy(
            update={
                "worked": tuple(row + shift for row in exercise.worked),
                "blank": tuple(row + shift for row in exercise.blank),
                "rows": tuple(row + shift for row in exercise.rows),
            }
        )
        for exercise in spec.exercise
    )
    worksheet = spec.worksheet.model_copy(update={"first_pos": first})
    return spec.model_copy(update={"worksheet": worksheet, "exercise": exercises})


def _table(spec: Spec, twins: Mapping[str, str], draw: Draw) -> _Table:
    own, where = stored_vectors(spec), places(spec.words)
    found = {}
    for word in where:
        name = twins.get(word, word)
        minus = sum(value < 0 for value in own.get(name, ()))
        found[word] = draw.tenths(spec.worksheet.d, f"embedding/{where.get(name, where[word])}", minus=minus)
    return found


def _twins(spec: Spec) -> Mapping[str, str]:
    """The second word of a pair → the first, where both have one vector in the spec."""
    own = stored_vectors(spec)
    pairs = [exercise.pair for exercise in spec.exercise if len(exercise.pair) == 2]
    return {right: left for left, right in pairs if left in own and own[left] == own.get(right)}
