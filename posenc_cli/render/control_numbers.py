"""The numbers of self-control: right results, wrong ones that slips lead to, and such as nobody will write at a blank.

A number stands there once, whatever blanks it is right at: with all its decimals, where one of them asks for those.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from posenc_cli.grading.wrong_values import slip_values, wrong_values
from posenc_cli.i18n.numbers import write_number
from posenc_cli.worksheet.key import accepted_texts
from posenc_cli.worksheet.labels import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from posenc_cli.worksheet.draw import Draw
    from posenc_cli.worksheet.sheet import Blank, Sheet

#: So many wrong numbers of a blank are looked for: whoever makes one slip all over the sheet must miss most of his.
_WAYS = 6
#: A decimal mark is set wrong by up to so many places.
_PLACES = 4
#: So often a number is drawn that nobody will write at the blanks that lack one.
_DRAWS = 200


class Numbers:
    """What is right and wrong at some blanks of a sheet.

    Args:
        sheet: any.
        asked: the blanks that are controlled; no copies.

    Attributes:
        known: the right numbers of those blanks as they are written, ASCII minus and decimal point, each once.
    """

    def __init__(self, sheet: Sheet, asked: Sequence[Blank]) -> None:
        self._sheet, self._asked = sheet, tuple(asked)
        accepted = zip(sheet.blanks, accepted_texts(sheet), strict=True)
        self._right = {blank.id: {float(one) for one in texts} for blank, texts in accepted}
        self.known = self._once((value, blank) for blank in self._asked for value in sorted(self._right[blank.id]))

    def is_right(self, value: str, blank: Blank) -> bool:
        """May a number be written at a blank?"""
        return float(value) in self._right[blank.id]

    def decoys(self) -> tuple[str, ...]:
        """As many wrong numbers as there are right ones, or as there are: each blank gives one in turn.

        Of a blank those of the likeliest slips first, in turn of another slip than the last. A number that is much
        larger than all that is right for its quantity would give itself away.
        """
        taken = set().union(*self._right.values())
        found: list[tuple[float, Blank]] = []
        for turn in range(2 * _WAYS):
            for at, blank in enumerate(self._asked):
                fresh = [value for value in self._wrong[blank.id] if value not in taken and self._fits(value, blank)]
                if len(found) == len(self.known):
                    break
                if fresh:
                    value = fresh[(at + turn) % min(len(fresh), _WAYS)]
                    found.append((value, blank))
                    taken.add(value)
        return self._once(found)

    def table(self, draw: Draw, also: int) -> list[str]:
        """Numbers of a table, the smallest first: right ones, wrong ones, and some that are far from each blank.

        Args:
            draw: where the last ones come from, if the others are too few.
            also: so many numbers at least that nobody will write at a blank.
        """
        values = [*self.known, *self.decoys()]
        while lacking := [blank for blank in self._asked if len(self.far(blank, values, draw)) < also]:
            best = max(
                (self._drawn(lacking[0], draw, f"{len(values)} {attempt}") for attempt in range(_DRAWS)),
                key=lambda value: (
                    self._is_far(value, lacking[0]) and float(value) not in map(float, values),
                    sum(self._is_far(value, blank) for blank in lacking),
                ),
            )
            if float(best) in map(float, values) or not self._is_far(best, lacking[0]):
                break
            values.append(best)
        return sorted(values, key=float)

    def far(self, blank: Blank, values: Sequence[str], draw: Draw) -> list[str]:
        """Those of some numbers that nobody will write at a blank, in a drawn order, right ones of others last."""
        far = [value for value in values if self._is_far(value, blank)]
        right = {float(value) for value in self.known}
        order = draw.shuffled(range(len(far)), f"also {blank.id}")
        return sorted((far[at] for at in order), key=lambda value: float(value) in right)

    def _is_far(self, value: str, blank: Blank) -> bool:
        return float(value) not in self._near[blank.id] and not self.is_right(value, blank)

    @cached_property
    def _near(self) -> Mapping[str, frozenset[float]]:
        """For every blank what may be written there by mistake.

        Numbers of slips; the right ones of its exercise and of its quantity elsewhere; a minus or a decimal mark set
        wrong.
        """
        found = {}
        for blank in self._asked:
            beside = [
                self._right[other.id]
                for other in self._sheet.blanks
                if other.exercise == blank.exercise or other.place.quantity == blank.place.quantity
            ]
            near = self._spoilt[blank.id].union(*beside)
            shifted = {
                round(sign * value * 10.0**places, self._sheet.decimals)
                for value in self._right[blank.id]
                for places in range(-_PLACES, _PLACES + 1)
                for sign in (1, -1)
            }
            found[blank.id] = near | shifted
        return found

    @cached_property
    def _wrong(self) -> Mapping[str, Sequence[float]]:
        """For every blank what slips leave there and is right nowhere: the likeliest first, then their other forms."""
        found: dict[str, dict[float, None]] = {blank.id: {} for blank in self._asked}
        for slip in wrong_values(self._sheet):
            for name in found.keys() & slip.texts.keys():
                found[name][float(slip.texts[name])] = None
        return {name: [*values, *sorted(self._spoilt[name] - values.keys())] for name, values in found.items()}

    @cached_property
    def _spoilt(self) -> Mapping[str, frozenset[float]]:
        return slip_values(self._sheet)

    def _fits(self, value: float, blank: Blank) -> bool:
        return abs(value) <= self._most(blank)

    def _most(self, blank: Blank) -> float:
        """Twice what is largest among the right numbers of a quantity."""
        same = [one for one in self._asked if one.place.quantity == blank.place.quantity]
        return 2 * max(abs(value) for one in same for value in self._right[one.id])

    def _drawn(self, blank: Blank, draw: Draw, purpose: str) -> str:
        """Some number that looks like one of a blank."""
        decimals = 0 if blank.place.quantity in self._sheet.whole else self._sheet.decimals
        most = max(int(self._most(blank) * 10**decimals), 10)
        smallest = min(0.0, *self._right[blank.id])
        tick = draw.below(most, f"drawn {purpose}") + 1
        sign = -1 if smallest < 0 and draw.below(2, f"sign {purpose}") else 1
        return write_number(sign * tick / 10**decimals, decimals)

    def _once(self, numbers: Iterable[tuple[float, Blank]]) -> tuple[str, ...]:
        """Numbers as they are written at their blanks, each once: the longest of several ways."""
        found: dict[float, str] = {}
        for value, blank in numbers:
            written = shown(self._sheet, blank.place.quantity, write_number(value, self._sheet.decimals))
            found[value] = max(found.get(value, ""), written, key=len)
        return tuple(found.values())
