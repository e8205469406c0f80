"""A sheet: a worksheet with its numbers. Frozen data; what follows from it alone is worked out once.

Quantities are arrays (row, column): the rows of ``pe``, ``e``, ``x`` and ``m`` are the words of the sentence, those of
``left``, ``right``, ``prod``, ``dot``, ``cosine`` and ``check`` are one. Of three axes (head, query, key) a sheet shows
one head, or one row of each head.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS, reachable
from posenc_cli.calculation.whole import whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Formula, Run
    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.i18n import Notice
    from posenc_cli.worksheet.spec import Exercise, Spec

T = TypeVar("T")
#: Labels of blanks on the way to a result.
STEPS = frozenset({"exponent", "divisor", "angle", "divisor-read"})
#: Labels of blanks that are read off and not calculated.
READ_OFF = frozenset({"pos-found", "place-found"})


@dataclass(frozen=True)
class Place:
    """One cell of a quantity."""

    quantity: str
    row: int
    column: int


class Picker:
    """Takes the cells at some places from values by quantity (…, row, column).

    Args:
        places: the cells, in order.
        shapes: masks (row, column) by quantity; values that have fewer rows or columns are the same in all of them.
    """

    def __init__(self, places: Sequence[Place], shapes: Mapping[str, NDArray[Any]]) -> None:
        found: dict[str, list[tuple[int, int, int]]] = {}
        for number, place in enumerate(places):
            found.setdefault(place.quantity, []).append((number, place.row, place.column))
        self._count, self._shapes = len(places), shapes
        self._cells = {name: np.array(each, dtype=np.intp).T for name, each in found.items()}

    def __call__(
        self, values: Mapping[str, Any], like: tuple[Mapping[str, Any], NDArray[Any]] | None = None
    ) -> NDArray[Any]:
        """An array (…, place).

        Args:
            values: by quantity.
            like: other values, and what was taken from them: where they are the very same, it is taken over.
        """
        known, before = like or ({}, np.empty(self._count))
        picked = {
            name: spread(values[name], self._shapes[name])[..., rows, columns]
            for name, (_, rows, columns) in self._cells.items()
            if values[name] is not known.get(name)
        }
        outer = np.broadcast_shapes(before.shape[:-1], *(each.shape[:-1] for each in picked.values()))
        among = np.empty((*outer, self._count))
        among[...] = before
        for name, each in picked.items():
            among[..., self._cells[name][0]] = each
        return among


def spread(values: NDArray[np.float64], mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Values of a quantity (…, row, column) at all its cells."""
    if np.shape(values)[-2:] == mask.shape:
        return values
    return np.broadcast_to(values, np.broadcast_shapes(np.shape(values), mask.shape))


@dataclass(frozen=True)
class Blank:
    """One cell that a student fills.

    Attributes:
        id: unique on the sheet, ``[a-z0-9]+(_[a-z0-9]+)*``.
        place: the cell.
        exercise: number of its exercise.
        points: for a correct answer.
        source: the cell that it copies, if it is a copy.
        label: catalogue key (``worksheet.label.…``) of what it is called in an answer form.
        named: values of that label.
        via: quantities on the way to it that its working in the key shows first.
    """

    id: str
    place: Place
    exercise: int
    points: float
    source: Place | None
    label: str
    named: Mapping[str, object]
    via: tuple[str, ...] = ()


@dataclass(frozen=True)
class Part:
    """An exercise on a sheet.

    Attributes:
        number: as printed; the first is 0 if the worksheet starts with a warm-up.
        spec: what the worksheet's author asked for.
        blanks: its blanks in reading order.
        data: what the kind prepared for the page (numbers and words, no prose).
    """

    number: int
    spec: Exercise
    blanks: tuple[Blank, ...]
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Holder:
    """Whose copy of a sheet it is: printed in its head, and nothing of it changes a number.

    Attributes:
        group: letter of the group that works on it.
        name: of a student, on the line for the name.
        number: of a student in a list, or as an office counts; text, for noughts in front belong to it.
    """

    group: str = ""
    name: str = ""
    number: str = ""

    @property
    def said(self) -> str:
        """Name and number, as they are printed; empty for a sheet that is nobody's."""
        return f"{self.name} ({self.number})" if self.name and self.number else self.name or self.number


@dataclass(frozen=True)
class Sheet:
    """A worksheet with its numbers.

    Attributes:
        spec: the worksheet.
        seed: what the numbers were drawn from; 0 and ``varied`` false for the fixed ones.
        varied: were numbers drawn?
        words: of the sentence, in order.
        positions: of the words.
        formula: every rule of the sheet.
        given: leaves by name; embeddings as Decimal.
        printed: masks by quantity, true where the sheet itself shows the value.
        parts: the exercises.
        methods: its encodings by the prefix that their rules carry; the one of the sheet itself has none.
        notices: worth saying about the files that its numbers come from.
        origin: the worksheet before numbers were drawn; None where none were, or nobody said.
        holder: whose copy it is.
    """

    spec: Spec
    seed: int
    varied: bool
    words: tuple[str, ...]
    positions: tuple[int, ...]
    formula: Formula
    given: Mapping[str, Any]
    printed: Mapping[str, NDArray[Any]]
    parts: tuple[Part, ...]
    methods: Mapping[str, Scheme]
    notices: tuple[Notice, ...] = ()
    origin: Spec | None = None
    holder: Holder = Holder()

    @cached_property
    def blanks(self) -> tuple[Blank, ...]:
        """All blanks in reading order."""
        return tuple(blank for part in self.parts for blank in part.blanks)

    @cached_property
    def on_sheet(self) -> Mapping[str, NDArray[Any]]:
        """Masks by quantity, true where a value is printed or to be written."""
        masks = {name: mask.copy() for name, mask in self.printed.items()}
        for blank in self.blanks:
            masks[blank.place.quantity][blank.place.row, blank.place.column] = True
        return masks

    @cached_property
    def reachable(self) -> Run:
        """What correct work on it can reach where something is asked, in intervals."""
        formula = self.formula.leading_to((blank.source or blank.place).quantity for blank in self.blanks)
        return formula.run(self.given, reachable(self.decimals), on_sheet=self.on_sheet, decimals=self.decimals)

    @cached_property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """Of every quantity: (…, row, column)."""
        return {name: np.shape(value) for name, value in self.formula.run(self.given, NUMBERS).values.items()}

    @cached_property
    def unpadded(self) -> frozenset[str]:
        """Quantities that are asked for as steps of a calculation: written like them, without zeros behind."""
        return frozenset(blank.place.quantity for blank in self.blanks if blank.label in STEPS)

    @cached_property
    def whole(self) -> frozenset[str]:
        """Quantities that are whole numbers by the way they are made."""
        return whole(self.formula, self.given)

    @cached_property
    def found(self) -> dict[object, Any]:
        """What :func:`once` keeps."""
        return {}

    @property
    def name(self) -> str:
        """The worksheet, and the seed where numbers were drawn."""
        return f"{self.spec.worksheet.name}-{self.seed}" if self.varied else self.spec.worksheet.name

    @property
    def form_name(self) -> str:
        """What an answer form carries: a sheet of a file is named by that file, so that no built-in is taken for it.

        Where there is neither a file nor a built-in worksheet, it carries the whole worksheet.
        """
        from posenc_cli.worksheet.portable import in_qr
        from posenc_cli.worksheet.spec import builtin_of

        file = self.spec.file_name
        if file is None:
            return self.name if builtin_of(self.origin or self.spec) is not None else in_qr(self)
        return f"{file}#{self.seed}" if self.varied else file

    @property
    def decimals(self) -> int:
        """To how many decimals answers are asked."""
        return self.spec.worksheet.decimals

    @property
    def max_points(self) -> float:
        """Points of a sheet without a fault."""
        return math.fsum(blank.points for blank in self.blanks)


def once(compute: Callable[[Sheet], T]) -> Callable[[Sheet], T]:
    """``compute``, whose results follow from a sheet alone and are kept with it; none of them may hold the sheet."""

    @wraps(compute)
    def kept(sheet: Sheet) -> T:
        if compute not in sheet.found:
            sheet.found[compute] = compute(sheet)
        found: T = sheet.found[compute]
        return found

    return kept
