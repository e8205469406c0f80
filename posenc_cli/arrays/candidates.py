"""Ways that an array may have been made, the likeliest first: a definition, its conventions, its slips."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations, product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.arrays.ways import QUANTITIES, Way
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.encodings.slips import load
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from posenc_cli.arrays.subject import Subject
    from posenc_cli.encodings.slips import Slip

#: What an array is → the encodings that make such arrays, if none was named.
USUAL: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "table": ("sinusoidal", "sinusoidal-2d"),
        "sum": ("sinusoidal",),
        "inv_freq": ("rope",),
        "angles": ("rope",),
        "cos": ("rope",),
        "sin": ("rope",),
        "cis": ("rope",),
        "rotated": ("rope",),
        "slopes": ("alibi",),
        "bias": ("alibi",),
        "buckets": ("t5",),
        "index": ("shaw",),
    }
)
#: Said of a width that does not go with the array.
_WIDTH = "arrays.width"
#: Bases that models have.
BASES = (10000, 500000, 1000000, 1000, 100, 150000, 5000000, 100000)
#: Conventions that change at once, at most; fairseq's tables differ from the paper's in three.
_MOST_CHANGED = 3
#: A grid is no longer than so many times its height.
_LONGEST_GRID = 8
_SECTIONS = {"sum": ("table", "add"), "rotated": ("table", "rotate")}
_BASE_NAMES = ("base", "theta")


@dataclass(frozen=True)
class Asked:
    """What was said about an array.

    Attributes:
        encoding: its name; None if nobody knows.
        parameters: parameters and conventions by name, as for a scheme.
        d: the width, None for what the array has.
        first: the position of the first row.
        positions: of the rows, where they do not just count on.
        scheme: of a model's configuration, in place of the above.
    """

    encoding: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    d: int | None = None
    first: int = 0
    positions: NDArray[np.int64] | None = None
    scheme: Scheme | None = None

    @property
    def explicit(self) -> frozenset[str]:
        """Names of what was said."""
        return frozenset(self.scheme.parameters if self.scheme is not None else self.parameters)


def plain_ways(asked: Asked, subject: Subject) -> list[Way]:
    """The definitions that an array of this kind can be, as they were asked for, or with the usual conventions.

    Raises:
        UsageError: an encoding was named that makes no such array, or what was asked for is not defined.
    """
    named = asked.scheme.encoding.name if asked.scheme is not None else asked.encoding
    names = (named,) if named else USUAL.get(subject.what, ())
    found = []
    for name in names:
        for more, changed in _sizes(name, asked, subject):
            try:
                scheme = _scheme(name, asked, subject, more)
                if not _makes(scheme, subject.what):
                    continue
                scheme.given(np.arange(1) + asked.first)
            except UsageError as error:
                if named or error.key == _WIDTH:
                    raise
                continue
            found.append(Way(scheme, changed=changed, first=asked.first, positions=asked.positions))
    if named and not found:
        raise UsageError("arrays.no-such-array", encoding=named, what=subject.what)
    return found


def _makes(scheme: Scheme, what: str) -> bool:
    """Does an encoding make such arrays? A sinusoidal table has angles, too, but they are no array of their own."""
    kind = {"table": "additive", "sum": "additive"}.get(what, "bias" if what in _OF_SCORES else "rotary")
    return scheme.encoding.kind == kind and QUANTITIES[what] in Way(scheme).formula(what)


_OF_SCORES = frozenset({"slopes", "bias", "buckets", "index"})


def _sizes(name: str, asked: Asked, subject: Subject) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Parameters that the shape of an array gives, and those among them that must be named."""
    explicit = asked.explicit
    if name == "alibi" or (name in ("t5", "kerple", "fire") and subject.what == "bias"):
        heads = subject.columns if subject.what == "slopes" else subject.values.shape[0]
        more: dict[str, Any] = (
            {} if explicit & {"n_heads", "num_heads", "n_head"} or name == "fire" else {"n_heads": heads}
        )
        if name == "alibi" and subject.what == "bias" and subject.rows != subject.columns:
            more["query_length"] = subject.rows
        yield more, {}
    elif name == "t5":
        yield {"n_heads": 1} if "table" not in explicit else {}, {}
        if not explicit:
            yield {"n_heads": 1, "bidirectional": False}, {"bidirectional": False}
    elif name == "sinusoidal-2d" and not explicit & {"height", "width"}:
        if asked.encoding == name:
            yield {}, {}
        for height, width, token in grids(subject.rows):
            grid = {"height": height, "width": width, "class_token": token}
            yield {key: value for key, value in grid.items() if key != "class_token" or token}, grid
    elif subject.what == "rotated" and (turned := _turned(subject)) < subject.columns and not explicit & _SHARES:
        yield {"rotary_dim": turned}, {"rotary_dim": turned}
    else:
        yield {}, {}


_SHARES = frozenset({"rotary_dim", "partial_rotary_factor", "rotary_pct"})


def _turned(subject: Subject) -> int:
    """How many columns were turned at all: those behind them passed through."""
    rows, columns = subject.sample()
    differs = np.any(subject.block(rows, columns) != subject.before_block(rows, columns), axis=(0, 1))
    last = int(np.max(np.flatnonzero(differs), initial=0)) + 1
    return last + last % 2


def grids(tokens: int) -> Iterator[tuple[int, int, int]]:
    """Heights and widths of grids with so many tokens, the squarest first; without a class token before with one."""
    for token in (0, 1):
        patches = tokens - token
        heights = [h for h in range(1, int(patches**0.5) + 1) if patches % h == 0 and patches // h <= _LONGEST_GRID * h]
        for height in reversed(heights):
            if height > 1:
                yield height, patches // height, token
                if height != patches // height:
                    yield patches // height, height, token


def _scheme(name: str, asked: Asked, subject: Subject, more: Mapping[str, Any]) -> Scheme:
    if asked.scheme is not None:
        from posenc_cli.encodings.model_tables import changed

        found = asked.scheme
        pairs = {"rotary_dim": found.d} if more.get("rotary_dim") == found.d else dict(more)
        return changed(found, 0, {**pairs, **asked.parameters})
    d, parameters = asked.d, dict(asked.parameters)
    if subject.what in ("table", "sum", "rotated"):
        if d not in (None, subject.columns):
            raise UsageError(_WIDTH, given=d, columns=subject.columns)
        d = subject.columns
    elif subject.what in ("inv_freq", "angles", "cos", "sin", "cis"):
        turned = subject.columns if subject.doubled else 2 * subject.columns
        if d is not None and d < turned:
            raise UsageError(_WIDTH, given=d, columns=subject.columns)
        if d is not None and d > turned and not asked.explicit & _SHARES and name == "rope":
            parameters["rotary_dim"] = turned
        d = turned if d is None else d
    return Scheme.of(name, d=d or 4, **{**more, **parameters})


def by_length(way: Way, subject: Subject) -> Way:
    """The way with the current length of its rows, where a scaling asks for one."""
    from posenc_cli.encodings.rope_scaling import at_length

    if way.scheme.encoding.kind != "rotary":
        return way
    return replace(way, scheme=at_length(way.scheme, way.at(np.arange(max(1, subject.rows)))))


def with_conventions(way: Way) -> Iterator[Way]:
    """The same under other conventions, those with few changes first."""
    conventions = way.scheme.encoding.conventions
    for count in range(1, _MOST_CHANGED + 1):
        for several in combinations(conventions, count):
            others = ([one for one in each.choices if one != way.scheme.chosen[each.name]] for each in several)
            for choices in product(*others):
                chosen = {each.name: choice for each, choice in zip(several, choices, strict=True)}
                if (found := changed_way(way, chosen)) is not None:
                    yield found


def changed_way(way: Way, changes: Mapping[str, Any]) -> Way | None:
    """The way with other conventions or parameters; None where it is not defined so."""
    from posenc_cli.encodings.model_tables import changed

    try:
        scheme = changed(way.scheme, 0, changes)
        scheme.given(way.at(np.arange(1)))
    except UsageError:
        return None
    return replace(way, scheme=scheme, changed={**way.changed, **changes})


def base_name(way: Way) -> str | None:
    """What the encoding calls its base."""
    return next((each.name for each in way.scheme.encoding.parameters if each.name in _BASE_NAMES), None)


def with_bases(way: Way, guesses: tuple[float, ...] = ()) -> Iterator[Way]:
    """The same with bases that models have, and with others that the numbers suggest."""
    name = base_name(way)
    if name is None:
        return
    for base in dict.fromkeys((*BASES, *guesses)):
        if (
            base > 1
            and base != way.scheme.parameters.get(name)
            and (found := changed_way(way, {name: base})) is not None
        ):
            yield found


def slips_of(way: Way, what: str, *, decimals: bool = False) -> Iterator[tuple[Slip, Mapping[str, str]]]:
    """The slips that can be made while making such an array, each with each of its forms."""
    from posenc_cli.arrays.more_slips import more_slips

    sections = _SECTIONS.get(what, ("table",))
    behind = QUANTITIES[what]
    rules = {rule.name for rule in way.formula(what).rules}
    for slip in (*load(way.name), *more_slips(way.name)):
        if slip.section not in sections or slip.shape or slip.each or slip.unreadable or slip.scope != "sheet":
            continue
        if not slip.fits(way.name, way.scheme.chosen):
            continue
        for variant in slip.variants:
            kept = {rule: text for rule, text in variant.items() if rule in rules or (rule == "write" and decimals)}
            if kept and not (behind == "pe" and set(kept) <= {"check"}):
                yield slip, MappingProxyType(kept)


def with_slips(way: Way, what: str, *, decimals: bool = False) -> Iterator[Way]:
    """The same way with one slip each."""
    for slip, rules in slips_of(way, what, decimals=decimals):
        yield replace(way, rules=rules, slip=slip.id)
