"""Which slips a sheet shows: whoever makes one of them hands in something else than right answers.

A slip is *visible* on a sheet if answers that it leads to are not accepted there; *twins* are slips that lead to the
same sheets. Both are found by working on the sheet once in every form of every slip, on many sheets at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.encodings.slips import WRITE
from posenc_cli.worksheet.key import accepted_ticks
from posenc_cli.worksheet.mistakes import Worker, forms_of, slips_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.encodings.slips import Slip
    from posenc_cli.worksheet.sheet import Sheet

    Ticks = NDArray[np.float64]

#: What a calculator's error is among ticks.
_ERROR = -(2.0**62)
#: Results this close are the same one, calculated in another order.
_SAME = 1e-12


@dataclass(frozen=True)
class Seen:
    """What of the slips one sheet shows; ids in the order in which slips are listed.

    Attributes:
        right: what right work writes into every blank, as ticks.
        visible: slips with an answer that is not accepted.
        hidden: slips that change a result, but so little that what is written is still accepted.
        absent: slips that change nothing with the numbers of this sheet, or for which all is printed.
        twins: visible slips that lead to the same sheets, two or more in each group.
    """

    right: Ticks
    visible: tuple[str, ...]
    hidden: tuple[str, ...]
    absent: tuple[str, ...]
    twins: tuple[tuple[str, ...], ...]

    @property
    def apart(self) -> tuple[str, ...]:
        """Visible slips without a twin: those that this sheet can tell from all others."""
        alike = {name for group in self.twins for name in group}
        return tuple(name for name in self.visible if name not in alike)


def seen(sheets: Sequence[Sheet]) -> list[Seen]:
    """What each of some sheets shows; fast where they differ in nothing but their numbers.

    Args:
        sheets: with at least one blank each.

    Raises:
        InputError: a blank has no value.
    """
    found: dict[int, Seen] = {}
    for numbers in _alike(sheets):
        found |= zip(numbers, _seen_together([sheets[number] for number in numbers]), strict=True)
    return [found[number] for number in range(len(sheets))]


def together(sheets: Sequence[Sheet]) -> Sheet:
    """Sheets of one kind as one: leaves that differ get an axis (sheet, row, column)."""
    first = sheets[0]
    given = {name: _stacked([sheet.given[name] for sheet in sheets]) for name in first.given}
    return replace(first, given=given)


def _stacked(leaves: Sequence[Any]) -> Any:  # noqa: ANN401
    first = np.asarray(leaves[0])
    if all(np.array_equal(first, leaf) for leaf in leaves[1:]):
        return leaves[0]
    return np.stack([np.atleast_2d(leaf) for leaf in leaves])


def _alike(sheets: Sequence[Sheet]) -> Iterator[list[int]]:
    """Numbers of sheets that differ in nothing but leaves."""
    groups: list[tuple[Any, list[int]]] = []
    for number, sheet in enumerate(sheets):
        mine = _kind(sheet)
        same = next((numbers for kind, numbers in groups if kind == mine), None)
        if same is None:
            groups.append((mine, [number]))
        else:
            same.append(number)
    return (numbers for _, numbers in groups)


def _kind(sheet: Sheet) -> tuple[object, ...]:
    """All of a sheet that must be the same so that it is worked on together with others."""
    shapes = {name: np.shape(value) for name, value in sheet.given.items()}
    # Numbers of rows and columns, by which cells are picked.
    picking = {name: int(value) for name, value in sheet.given.items() if isinstance(value, int | np.integer)}
    masks = {name: (mask.shape, mask.tobytes()) for name, mask in sheet.printed.items()}
    places = [(blank.place, blank.source, blank.label) for blank in sheet.blanks]
    return sheet.formula, sheet.decimals, shapes, picking, masks, places, sheet.whole


def _seen_together(sheets: Sequence[Sheet]) -> Iterator[Seen]:
    one = together(sheets)
    slips = [slip for slip in slips_of(sheets[0]) if slip.variants]
    low, high = (np.broadcast_to(side, (len(sheets), side.shape[-1])) for side in accepted_ticks(one))
    worker = Worker(one)
    exact, right = _worked(worker, {}, None, len(sheets))
    ways = [(slip, [_way(worker, form, exact, low, high) for form in forms_of(sheets[0], slip)]) for slip in slips]
    for number in range(len(sheets)):
        yield _seen_here(number, right[number], ways)


@dataclass(frozen=True)
class _Way:
    """What one form of a slip does to sheets: its answers, where they show it, and where it changes any result."""

    answers: Ticks
    shows: NDArray[np.bool_]
    changes: NDArray[np.bool_]


def _way(worker: Worker, form: tuple[Any, int | None], exact: NDArray[np.float64], low: Ticks, high: Ticks) -> _Way:
    found, answers = _worked(worker, *form, len(exact))
    same = np.isclose(found, exact, rtol=_SAME, atol=_SAME, equal_nan=True)
    is_wrong = (answers < low) | (answers > high)
    return _Way(answers, np.asarray(is_wrong.any(axis=1)), np.asarray((WRITE in form[0]) | ~same.all(axis=1)))


def _seen_here(number: int, right: Ticks, ways: Sequence[tuple[Slip, Sequence[_Way]]]) -> Seen:
    alike: dict[frozenset[bytes], list[str]] = {}
    hidden, absent = list[str](), list[str]()
    for slip, forms in ways:
        shown = frozenset(form.answers[number].tobytes() for form in forms if form.shows[number])
        if shown:
            alike.setdefault(shown, []).append(slip.id)
        else:
            (hidden if any(form.changes[number] for form in forms) else absent).append(slip.id)
    visible = {name for names in alike.values() for name in names}
    return Seen(
        right,
        tuple(slip.id for slip, _ in ways if slip.id in visible),
        tuple(hidden),
        tuple(absent),
        tuple(tuple(names) for names in alike.values() if len(names) > 1),
    )


def _worked(
    worker: Worker, rules: Mapping[str, str], other: int | None, sheets: int
) -> tuple[NDArray[np.float64], Ticks]:
    """Results (sheet, blank) before they are rounded, and what is written of them as ticks."""
    exact, written = worker.worked(rules, other)
    return np.broadcast_to(exact, (sheets, exact.shape[-1])), _as_ticks(written, worker.decimals, sheets)


def _as_ticks(answers: NDArray[np.float64], decimals: int, sheets: int) -> Ticks:
    """Answers (sheet, blank) as whole ticks; whatever is no number is the same error."""
    ticks = rounding.ticks(answers, decimals)
    return np.broadcast_to(np.where(np.isfinite(ticks), ticks, _ERROR), (sheets, ticks.shape[-1]))
