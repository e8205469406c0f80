"""All records under all choices of their conventions: what the contract suite runs over.

Nothing here names an encoding that need not be named: a further record is taken up by itself, with values for its
parameters by their kind. Only what no rule can know stands in tables, each entry with its reason.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.calendar import FRACTIONS
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import UsageError
from posenc_cli.i18n import LANGUAGES, text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from posenc_cli.encodings.record import Convention

#: More combinations of choices than this are covered pair by pair.
MOST_COMBINATIONS = 30
#: Positions of a usual case.
COUNT = 5
#: No record needs a wider table to be defined.
WIDEST = 20
TIMES = [f"2024-02-{day}T0{hour}:30:00+01:00" for day, hour in ((28, 1), (29, 2), (29, 7))] + [
    f"2024-0{month}-01T00:00:00+01:00" for month in (3, 4, 5, 6, 7)
]


def eighths(rows: int, columns: int) -> NDArray[np.float64]:
    """A matrix whose numbers differ along both axes."""
    return ((np.arange(rows * columns).reshape(rows, columns) * 5 + 3) % 13 - 6) / 8


#: Parameter → its value at a width and a number of positions, where a choice needs it.
NEEDED: Mapping[str, Callable[[int, int], Any]] = {
    "factor": lambda _d, _n: 4,
    "original_max_position_embeddings": lambda _d, _n: 128,
    "short_factor": lambda d, _n: [1 + i / 8 for i in range(d // 2)],
    "long_factor": lambda d, _n: [2 + i / 4 for i in range(d // 2)],
    "downscale_freq_shift": lambda _d, _n: 0.5,
    "padding_idx": lambda _d, _n: 1,
    "attention_mask": lambda _d, n: [1] * n,
    "new_length": lambda _d, n: n + 2,
    "base_size": lambda _d, _n: 16,
    "seq_len": lambda _d, n: n + 2,
    "period": lambda _d, _n: 7,
    "r": lambda d, n: eighths(max(2 * n - 1, 1), d),
}
#: Choices that need one of several parameters, so that their record names none: (encoding, choice) → one of them.
ONE_OF = {("rope", "dynamic-ntk"): ("original_max_position_embeddings",)}
#: Choices that exclude each other, and the sentence that says so: (encoding, choices, key).
REFUSED: tuple[tuple[str, Mapping[str, tuple[str, ...]], str], ...] = (
    ("alibi", {"mask": ("symmetric",), "form": ("key-position", "last-row", "falcon")}, "bias.one-row"),
    ("calendar", {"counting": ("from-one",), "field": tuple(FRACTIONS)}, "time.unread"),
)


@dataclass(frozen=True)
class Case:
    """An encoding under chosen conventions.

    Attributes:
        name: of the encoding.
        chosen: (convention, choice), all of them.
    """

    name: str
    chosen: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return " ".join([self.name, *(choice for _, choice in self.chosen)])

    @property
    def refused(self) -> str | None:
        """The sentence that these choices get together, if they exclude each other."""
        chosen = dict(self.chosen)
        for name, choices, key in REFUSED:
            if name == self.name and all(chosen[option] in values for option, values in choices.items()):
                return key
        return None

    def asked(self, d: int, n: int = COUNT) -> dict[str, Any]:
        """The choices and the parameters that they need."""
        chosen = dict(self.chosen)
        names = [
            name
            for convention in ENCODINGS[self.name].conventions
            for name in convention.needs.get(chosen[convention.name], ())
        ]
        names += [name for choice in chosen.values() for name in ONE_OF.get((self.name, choice), ())]
        return {**chosen, **{name: NEEDED[name](d, n) if name in NEEDED else 2 for name in names}}

    def scheme(self, d: int, n: int = COUNT, **more: Any) -> Scheme:  # noqa: ANN401
        """The encoding at a width."""
        return Scheme.of(self.name, d=d, **{**self.asked(d, n), **more})

    def computed(self, d: int, positions: Any = range(COUNT), **more: Any) -> dict[str, NDArray[Any]]:  # noqa: ANN401
        """Every result at some positions; a warning of numpy is an error.

        Raises:
            UsageError: as the scheme and its leaves do.
        """
        at = np.asarray(positions, dtype=np.int64)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            scheme = self.scheme(d, len(at), **more)
            run = scheme.computed(scheme.given(scheme.checked(at)))
            return {name: run.values[name].to_float64() for name in scheme.encoding.results}


def refusal(case: Case, d: int, positions: Any = range(COUNT), **more: Any) -> UsageError | None:  # noqa: ANN401
    """The error with which something is refused, None if it is not; any other error passes through."""
    try:
        case.computed(d, positions, **more)
    except UsageError as error:
        return error
    return None


def sentences(error: UsageError) -> list[str]:
    """What a person reads in each language; a key that is missing or a value that is not named fails."""
    key = error.key if "." in error.key else f"errors.{error.key}"
    found = [text(language, key, **error.values) for language in LANGUAGES]
    for said in found:
        assert said.endswith(".")
        assert "\n" not in said
        assert not re.search(r"\{\w+\}", said), "a value that nobody gave"
    assert len(set(found)) == len(LANGUAGES), "one language twice"
    return found


def finite(results: Mapping[str, NDArray[Any]]) -> bool:
    """Is every number a number?"""
    return all(bool(np.isfinite(values).all()) for values in results.values())


def combined(conventions: tuple[Convention, ...]) -> list[tuple[tuple[str, str], ...]]:
    """All combinations of choices, or where they are too many, enough for every pair of choices."""
    choices = [[(each.name, choice) for choice in each.choices] for each in conventions]
    every = list(product(*choices))
    if len(every) <= MOST_COMBINATIONS:
        return every
    wanted = {pair for combination in every for pair in combinations(combination, 2)}
    # The defaults first, then whatever covers most of what is left: the same list on every machine.
    found = [every[0]]
    wanted -= set(combinations(every[0], 2))
    while wanted:
        best = max(every, key=lambda each: len(wanted & set(combinations(each, 2))))
        found.append(best)
        wanted -= set(combinations(best, 2))
    return found


EVERY = [Case(name, chosen) for name, record in ENCODINGS.items() for chosen in combined(record.conventions)]
#: Those whose choices go together.
CASES = [case for case in EVERY if case.refused is None]


def each_choice(name: str) -> list[Case]:
    """Few cases of an encoding in which every choice occurs."""
    found: list[Case] = []
    seen: set[tuple[str, str]] = set()
    for case in CASES:
        if case.name == name and (not found or not seen.issuperset(case.chosen)):
            found.append(case)
            seen.update(case.chosen)
    return found


def sides(name: str) -> tuple[str, ...]:
    """The sides of the grid whose tokens an encoding counts row by row, the innermost last; none if it has no grid."""
    names = [each.name for each in ENCODINGS[name].parameters]
    return tuple(side for side in ("depth", "height", "width") if side in names) if "width" in names else ()


@cache
def smallest(case: Case, least: int = 1) -> int:
    """The smallest width from ``least`` on for which the case is defined, found by asking.

    Raises:
        AssertionError: there is none.
    """
    widths: list[int] = [*range(least, WIDEST + 1), *range(least - 1, 0, -1)]
    for d in widths:
        if refusal(case, d) is None:
            return d
    raise AssertionError(f"{case} is defined for no width up to {WIDEST}")


def comfortable(case: Case) -> int:
    """A width at which all parts of a formula take part: eight columns or the next possible number."""
    return smallest(case, 8)


#: Every parameter of every record, with its encoding's name.
PARAMETERS = [(name, each) for name, record in ENCODINGS.items() for each in record.parameters]
