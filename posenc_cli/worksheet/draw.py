"""Sheets with drawn numbers: (worksheet, seed) → always the same sheet, on every machine.

All that is drawn comes from SHA-256 of what decides the numbers of a worksheet, the seed, the attempt and the purpose.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from posenc_cli.errors import InputError
from posenc_cli.worksheet.build import assemble, stored_vectors
from posenc_cli.worksheet.key import ambiguous
from posenc_cli.worksheet.spec import Embeddings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

#: The first position of a drawn sheet is below this; further on, quick dials turn too often to be drawn by hand.
FIRST_POSITIONS = 15
#: Attempts until no blank is ambiguous; a worksheet that needs more asks for something that cannot be fair.
MOST_ATTEMPTS = 100

#: What a person may change (a title, the minutes, a file's name) without getting other numbers.
_PROSE: dict[str, Any] = {
    "embeddings": True,
    "worksheet": {"name", "title", "school", "language", "decimal_mark", "credit", "level", "minutes"},
    "exercise": {"__all__": {"points", "minutes", "lines", "parts", "sentences"}},
}


@dataclass(frozen=True)
class Draw:
    """Numbers from one attempt."""

    origin: str

    def below(self, limit: int, purpose: str) -> int:
        """A whole number from 0 to ``limit`` − 1."""
        return int.from_bytes(hashlib.sha256(f"{self.origin}/{purpose}".encode()).digest()) % limit

    def tenths(self, count: int, purpose: str) -> tuple[Decimal, ...]:
        """Numbers of −0.9 … 0.9 with one decimal, none of them zero."""
        drawn = (self.below(18, f"{purpose}/{index}") for index in range(count))
        return tuple(Decimal(number - 9 if number < 9 else number - 8).scaleb(-1) for number in drawn)


def digest(spec: Spec) -> str:
    """What decides the numbers of a worksheet, as a fingerprint.

    Defaults are left out, so that a key that a later version adds does not change the sheets of today.
    """
    # Sorted keys, no spaces: the same text from every version of the libraries.
    deciding = spec.model_dump(mode="json", exclude_defaults=True, exclude=_PROSE)
    plain = json.dumps(deciding, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(plain.encode()).hexdigest()


def vary(spec: Spec, seed: int) -> Sheet:
    """The sheet of a worksheet with drawn positions and embeddings.

    Rows that the spec names are meant from its own first position and move with it. The two words of a pair keep one
    vector if they have one in the spec. Drawn again (always the same way) until every blank is fair.

    Raises:
        InputError: as :func:`posenc_cli.worksheet.build.build`; or nothing fair was found.
    """
    same, twins = digest(spec), _twins(spec)
    for attempt in range(MOST_ATTEMPTS):
        moved = _moved(spec, twins, Draw(f"{same}/{seed}/{attempt}"))
        first = moved.worksheet.first_pos
        positions = tuple(range(first, first + len(moved.words)))
        sheet = assemble(moved, positions, None, seed=seed, varied=True)
        if not _gives_away(moved) and not ambiguous(sheet):
            return sheet
    raise InputError("worksheet.no-fair-draw", name=spec.worksheet.name, seed=seed, attempts=MOST_ATTEMPTS)


def _gives_away(spec: Spec) -> bool:
    """Does the first row of the table that is asked for consist of zeros and ones?"""
    return any(exercise.kind == "encode" and exercise.blank[:1] == (0,) for exercise in spec.exercise)


def _moved(spec: Spec, twins: Mapping[str, str], draw: Draw) -> Spec:
    """The spec with the drawn numbers put in: a whole worksheet of its own."""
    first = draw.below(FIRST_POSITIONS, "first position")
    shift = first - spec.worksheet.first_pos
    exercises = tuple(
        exercise.model_copy(
            update={
                "worked": tuple(row + shift for row in exercise.worked),
                "blank": tuple(row + shift for row in exercise.blank),
            }
        )
        for exercise in spec.exercise
    )
    worksheet = spec.worksheet.model_copy(update={"first_pos": first})
    embeddings = Embeddings(table=_table(spec, twins, draw))
    return spec.model_copy(update={"worksheet": worksheet, "exercise": exercises, "embeddings": embeddings})


def _table(spec: Spec, twins: Mapping[str, str], draw: Draw) -> dict[str, tuple[Decimal, ...]]:
    return {word: draw.tenths(spec.worksheet.d, f"embedding/{twins.get(word, word)}") for word in spec.words}


def _twins(spec: Spec) -> Mapping[str, str]:
    """The second word of a pair → the first, where both have one vector in the spec."""
    own = stored_vectors(spec)
    pairs = [exercise.pair for exercise in spec.exercise if len(exercise.pair) == 2]
    return {right: left for left, right in pairs if left in own and own[left] == own.get(right)}
