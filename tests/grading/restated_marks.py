"""The rules of marking once more, slowly: plain loops over decimals, one student and one answer at a time."""

from __future__ import annotations

from decimal import ROUND_DOWN, Decimal, localcontext
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from tests.grading.restated_ranges import DIGITS, Place, Range, rounded, unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


class Run(Protocol):
    """A run through a sheet."""

    def at(self, place: Place) -> Range | None:
        """What is computed at a place."""


R = TypeVar("R", bound=Run)


class Paper(Protocol[R]):
    """A sheet, whatever it asks for.

    Attributes:
        decimals: asked.
        right: the run of correct work.
        printed: whole rows that it shows, as they are written.
    """

    decimals: int
    right: R
    printed: list[Sequence[Decimal]]

    def followed(self, own: Mapping[Place, Decimal]) -> R:
        """The run that goes on with own numbers."""

    def early(self, place: Place, followed: R | None) -> Iterator[Range | None]:
        """What can be at a place where an intermediate result is rounded too early.

        Of results before anything that stands on the sheet, for somebody with nothing but the paper; of results after
        it, for whoever goes on with what ``followed`` goes on with.
        """

    def is_whole(self, name: str, /) -> bool:
        """Does a quantity count things?"""

    def is_alike(self, name: str, /) -> bool:
        """Are all rows of a quantity the same by the way they are made?"""


class Marking(Generic[R]):
    """All verdicts on one student's answers.

    Args:
        paper: the sheet.
        places: of the blanks, in reading order, and what they copy.
        answers: by place: None for blank, "" for unreadable, else the number that was written.
    """

    def __init__(
        self, paper: Paper[R], places: list[tuple[Place, Place | None]], answers: Mapping[Place, Decimal | str | None]
    ) -> None:
        self.paper, self.places, self.answers = paper, places, answers
        self.own = {place: answer for place, answer in answers.items() if isinstance(answer, Decimal)}
        self.rows: dict[tuple[str, int], list[int]] = {}
        for (name, row, column), _source in places:
            self.rows.setdefault((name, row), []).append(column)
        with localcontext(DIGITS):
            untrusted = self._guarded()
            self.followed = paper.followed(self._trusted(untrusted))
            honest = {row for row in untrusted if self._follows(row)}
            if honest:
                self.followed = paper.followed(self._trusted(untrusted - honest))

    def _trusted(self, untrusted: set[tuple[str, int]]) -> dict[Place, Decimal]:
        return {place: answer for place, answer in self.own.items() if place[:2] not in untrusted}

    def tick(self, value: Decimal) -> Decimal:
        """As it would be written."""
        return rounded(value, self.paper.decimals)

    def _is_in(self, value: Decimal, ends: Range | None) -> bool:
        return ends is not None and self.tick(ends[0]) <= self.tick(value) <= self.tick(ends[1])

    def _written(self, name: str, row: int, columns: Sequence[int]) -> list[Decimal | None]:
        own = [self.own.get((name, row, column)) for column in columns]
        return [None if answer is None else self.tick(answer) for answer in own]

    def _guarded(self) -> set[tuple[str, int]]:
        """Rows of zeros and ones, and copied ones; not right ones, and not faithful copies that are asked for."""
        sources = {place[:2]: source[:2] if source else None for place, source in self.places}
        shown: list[tuple[tuple[str, int] | None, Sequence[Decimal | None]]] = [
            (None, row) for row in self.paper.printed
        ]
        found: set[tuple[str, int]] = set()
        for (name, row), source in sources.items():
            columns = self.rows[name, row]
            mine = self._written(name, row, columns)
            origin = source or (name, row)
            copied = (
                len(mine) > 1 and None not in mine and any(known != origin and other == mine for known, other in shown)
            )
            copied = copied and not self.paper.is_whole(name) and not self.paper.is_alike(name)
            suspect = (copied or self._is_trivial(name, row)) and not self._is_right(name, row)
            if source and None not in mine and mine == self._written(*source, columns):
                suspect = source in found
            if suspect:
                found.add((name, row))
            shown.append((origin, mine))
        return found

    def _is_trivial(self, name: str, row: int) -> bool:
        """Nothing but zeros and ones; in a column, all of it; of counts, nothing but one of them."""
        rows = (
            [row]
            if len(self.rows[name, row]) > 1
            else [other for known, other in self.rows if known == name and len(self.rows[name, other]) == 1]
        )
        cells = {cell for one in rows for cell in self._written(name, one, self.rows[name, one])}
        return cells in ({0}, {1}) if self.paper.is_whole(name) else cells <= {0, 1}

    def _is_right(self, name: str, row: int) -> bool:
        places = [(name, row, column) for column in self.rows[name, row]]
        return all(place in self.own and self._is_in(self.own[place], self.paper.right.at(place)) for place in places)

    def _follows(self, where: tuple[str, int]) -> bool:
        """Is a row just what follows from the student's own numbers?"""
        places = [(*where, column) for column in self.rows[where]]
        return all(place in self.own and self._is_in(self.own[place], self.followed.at(place)) for place in places)

    def verdicts(self) -> list[str]:
        """In reading order."""
        with localcontext(DIGITS):
            return [self._verdict(place, source) for place, source in self.places]

    def _verdict(self, place: Place, source: Place | None) -> str:
        answer = self.answers[place]
        if not isinstance(answer, Decimal):
            return "blank" if answer is None else "unreadable"
        strict, follow = self.paper.right.at(source or place), self.followed.at(place)
        if source:
            follow = (self.own[source],) * 2 if source in self.own else strict
        reached = [ends for ends in (strict, follow) if ends is not None]
        for ends, verdict in ((strict, "correct"), (follow, "follow-through")):
            if ends and (self._finer(answer, ends) or (self._is_in(answer, ends) and self._consistent(answer, ends))):
                return verdict
        decimals, fewer = self._decimals(answer), self.paper.decimals - 1
        for ends in reached:
            low, high = (rounded(end, fewer) for end in ends)
            if decimals <= fewer and answer and low <= rounded(answer, fewer) <= high:
                return "coarse"
        return "rounding" if self._rounding(answer, place, source, reached) else "wrong"

    def _rounding(self, answer: Decimal, place: Place, source: Place | None, reached: list[Range]) -> bool:
        if any(self._is_in(answer, ends) for ends in reached):
            return True
        one, tick = unit(self.paper.decimals), self.tick(answer)
        near = any(self.tick(ends[0]) - one <= tick <= self.tick(ends[1]) + one for ends in reached)
        if not near or self._decimals(answer) > self.paper.decimals:
            return False
        for ends in reached:
            low, high = (rounded(end, self.paper.decimals, ROUND_DOWN) for end in ends)
            if low <= tick <= high:
                return True
        if any(self._is_narrowly(answer, ends) for ends in self.paper.early(source or place, None)):
            return True
        return not source and any(self._is_narrowly(answer, ends) for ends in self.paper.early(place, self.followed))

    def _is_narrowly(self, answer: Decimal, ends: Range | None) -> bool:
        """Is it one of so few numbers that this tells something?"""
        if ends is None or not all(end.is_finite() for end in ends):
            return False
        narrow = self.tick(ends[1]) - self.tick(ends[0]) <= 3 * unit(self.paper.decimals)
        return narrow and self._is_in(answer, ends)

    def _finer(self, answer: Decimal, ends: Range) -> bool:
        """More digits than asked, rounded rightly; a tie may go either way."""
        decimals = self._decimals(answer)
        half = max(Decimal("0.5000000005").scaleb(-decimals), Decimal("1E-12"))
        return decimals > self.paper.decimals and ends[0] - half <= answer <= ends[1] + half

    @staticmethod
    def _decimals(answer: Decimal) -> int:
        return max(0, -int(answer.normalize().as_tuple().exponent))

    def _consistent(self, answer: Decimal, ends: Range) -> bool:
        decimals = self._decimals(answer)
        near = max(Decimal("0.9999").scaleb(-decimals), Decimal("1E-12"))
        return decimals <= self.paper.decimals or ends[0] - near <= answer <= ends[1] + near
