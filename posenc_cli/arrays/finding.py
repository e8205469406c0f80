"""What was found about an array."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from posenc_cli.arrays.subject import Subject
    from posenc_cli.arrays.ways import Way

Verdict = Literal["exact", "rounded", "precision", "convention", "slip", "almost", "unknown"]
#: Verdicts on an array that is right.
RIGHT = frozenset({"exact", "rounded"})


@dataclass(frozen=True)
class Difference:
    """A number that is not the expected one.

    Attributes:
        pos: the position of its row; of biases that of the query.
        k: its column, or pair, or head of slopes, or key, from 0.
        given: in the array.
        expected: in its place.
        head: of a bias or of turned vectors, from 0; else None.
    """

    pos: int
    k: int
    given: float
    expected: float
    head: int | None = None


@dataclass(frozen=True)
class Few:
    """The numbers that differ where all others are right.

    Attributes:
        count: how many differ.
        total: of how many.
        cells: the first of them.
        row: the position of the row in which they all stand, where they are too many to name; else None.
        column: the same of the column, from 0.
    """

    count: int
    total: int
    cells: tuple[Difference, ...]
    row: int | None = None
    column: int | None = None


@dataclass(frozen=True)
class Compared:
    """An array beside what one way makes, all of it.

    Attributes:
        level: as of a fit (see :mod:`.screen`); None where it does not agree everywhere.
        max_error: the largest difference.
        worst: the position where it is.
        first: the first number that is not the nearest of its storage, or None.
        row_errors: the largest difference of each row.
        whole: every number was looked at.
    """

    level: int | None
    max_error: float
    worst: int
    first: Difference | None
    row_errors: NDArray[np.float64] = field(repr=False)
    whole: bool = True


@dataclass(frozen=True)
class Diagnosis:
    """What was found.

    Attributes:
        verdict: ``exact``; ``rounded`` once, to how it is stored; ``precision``: as steps in float32 or
            16 bits make it; ``convention``: another way of the field; ``slip``: a mistake; ``almost``: right but
            for a few numbers, a row or a column; ``unknown``.
        cause: the id of the slip, ``layout=halves`` of a convention, ``float32-angles`` of a precision; None if there
            is none.
        also: what else holds: further conventions, slips that look the same here, the precision, how it was read.
        what: it was taken for.
        max_error: the largest difference from the definition that was asked for, or from the usual one; None where
            there is nothing to compare with.
        first_difference: the first number that is not as that definition has it; None if none differs.
        way: how it was made, or what it comes closest to; None for arrays without a formula.
        expected: the definition that it was compared with.
        subject: the array as it was read.
        compared: the array beside ``way``.
        precision: that of the steps, where it is not that of the result; or empty.
        hurts_from: the first position where the precision costs more than storing the table in float16 would; or None.
        alike: those of ``also`` that look the same here.
        few: the numbers that differ, where all others are right.
    """

    verdict: Verdict
    cause: str | None
    also: tuple[str, ...]
    what: str
    max_error: float | None
    first_difference: Difference | None
    way: Way | None = field(default=None, repr=False)
    expected: Way | None = field(default=None, repr=False)
    subject: Subject | None = field(default=None, repr=False)
    compared: Compared | None = field(default=None, repr=False)
    precision: str = ""
    hurts_from: int | None = None
    alike: tuple[str, ...] = ()
    few: Few | None = None

    @property
    def right(self) -> bool:
        """Is the array what was asked for, as well as its storage can hold it?"""
        return self.verdict in RIGHT
