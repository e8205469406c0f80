"""From an array to what is found about it: everything that it may be is tried, the likeliest first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.arrays import candidates
from posenc_cli.arrays.few import all_but_few
from posenc_cli.arrays.finding import Diagnosis
from posenc_cli.arrays.named import named
from posenc_cli.arrays.offsets import guessed_bases, guessed_factor, with_first
from posenc_cli.arrays.recognised import subjects
from posenc_cli.arrays.screen import COMPUTED, FINE, Fit, alike, nearest
from posenc_cli.arrays.special import forgetful, special
from posenc_cli.arrays.start import Start, beside_definition
from posenc_cli.arrays.storing import cut, is_unfilled, unfilled
from posenc_cli.arrays.whole import compared
from posenc_cli.encodings import encoding
from posenc_cli.errors import PosencError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from posenc_cli.arrays.candidates import Asked
    from posenc_cli.arrays.recognised import Raw
    from posenc_cli.arrays.subject import Subject
    from posenc_cli.arrays.ways import Way


@dataclass(frozen=True)
class Hit:
    """A start and the way that fits."""

    start: Start
    fit: Fit


def diagnose(raw: Raw, asked: Asked, what: str | None = None) -> Diagnosis:
    """Say what an array is.

    Args:
        raw: the array.
        asked: what was said about it.
        what: it is, if that was said.

    Raises:
        UsageError: a shape that nothing known has, or something asked that is not defined.
    """
    name = asked.scheme.encoding.name if asked.scheme is not None else asked.encoding
    found = subjects(raw, what, encoding(name).kind if name else None)
    if what == "sum" and raw.before is None:
        raise UsageError("arrays.sum-alone")
    if asked.positions is not None and len(asked.positions) not in {subject.rows for subject in found}:
        raise UsageError("arrays.positions", given=len(asked.positions), rows=found[0].rows)
    for subject in found:
        if (said := special(subject, asked)) is not None:
            return said
    starts = list(_starts(found, asked))
    empty = next((start for start in starts if is_unfilled(start)), None)
    for stage in _STAGES if empty is None else _STAGES[:1]:
        hit = _best(stage, starts, asked)
        if hit is not None and (said := _judged(hit, asked)) is not None:
            return cut(said, starts) or said
    if empty is not None:
        return unfilled(empty)
    return _almost(starts, asked) or _unknown(starts, found)


def _starts(found: Iterable[Subject], asked: Asked) -> Iterator[Start]:
    refused: UsageError | None = None
    any_start = False
    for subject in found:
        if subject.what in ("weights", "ids"):
            continue
        try:
            ways = candidates.plain_ways(asked, subject)
        except UsageError as error:
            refused = refused or error
            continue
        for way in ways:
            any_start = True
            yield Start(subject, candidates.by_length(way, subject))
        # What a width was said of is no array without columns of its own.
        if refused is not None and subject.what in ("bias", "buckets", "index", "slopes"):
            break
    if refused is not None and not any_start:
        raise refused


# --- What is tried, in turn ------------------------------------------------------------------------------------------


def _plain(start: Start, _asked: Asked) -> Iterator[Way]:
    yield start.way


def _conventions(start: Start, _asked: Asked) -> Iterator[Way]:
    yield from (way for way in start.conventions if not _is_rare(way))


def _rare_conventions(start: Start, _asked: Asked) -> Iterator[Way]:
    yield from (way for way in start.conventions if _is_rare(way))


def _is_rare(way: Way) -> bool:
    """Another way of stretching than was asked for, or slopes that no code has: most are better known as mistakes."""
    return bool({"scaling", "slopes"} & way.changed.keys())


def _permuted(start: Start, _asked: Asked) -> Iterator[Way]:
    """Weights of queries and keys in the order of the other layout: their columns come in another order."""
    if start.what != "rotated":
        return
    for way in (start.way, *(way for way in start.conventions if set(way.changed) == {"layout"})):
        for order in ("halves", "interleaved"):
            yield replace(way, permuted=order)


def _offsets(start: Start, _asked: Asked) -> Iterator[Way]:
    skipped = start.subject.skipped
    for way in start.single:
        # A row of zeros before position 1 is position 0, gone wrong, and no class token.
        yield from (other for other in with_first(start.telling, way) if not skipped or other.first != skipped)


def _usual_starts(start: Start, _asked: Asked) -> Iterator[Way]:
    """Rows that begin at 1 or 2, under several other conventions at once: fairseq's tables do."""
    if start.what == "table":
        firsts = [first for first in _USUAL_STARTS if first not in {start.way.first, start.subject.skipped}]
        for way in start.conventions:
            yield from (replace(way, first=first) for first in firsts)


def _unsaid_bases(start: Start, asked: Asked) -> Iterator[Way]:
    """Bases of models, unless one was said: a model's own base is no mistake."""
    if start.way.name != "sinusoidal" and not {"theta", "rope_theta", "base"} & asked.explicit:
        for way in start.single:
            yield from candidates.with_bases(way)


def _bases(start: Start, _asked: Asked) -> Iterator[Way]:
    for single in start.single:
        for first in _USUAL_STARTS if start.what == "table" else (single.first,):
            way = replace(single, first=first)
            yield from candidates.with_bases(way, guessed_bases(start.telling, way))


#: First positions that are tried together with another base.
_USUAL_STARTS = (0, 1, 2)


def _stretched(start: Start, _asked: Asked) -> Iterator[Way]:
    factor = guessed_factor(start.telling)
    if start.way.name == "rope" and factor is not None and factor > 1:
        found = candidates.changed_way(start.way, {"scaling": "linear", "factor": factor})
        if found is not None:
            yield from (found, *candidates.with_bases(found))


def _slips(start: Start, _asked: Asked) -> Iterator[Way]:
    if (found := forgetful(start.way)) is not None:
        yield found
    decimals = start.subject.storage.name == "decimals"
    yield from candidates.with_slips(start.way, start.what, decimals=decimals)


def _slips_elsewhere(start: Start, _asked: Asked) -> Iterator[Way]:
    """Slips under another convention, or with rows that begin elsewhere."""
    ways = [way for way in start.single if way is not start.way]
    for way in (
        *ways,
        *(replace(start.way, first=first) for first in (1, 2) if start.what in ("table", "cos", "sin", "cis")),
    ):
        yield from candidates.with_slips(way, start.what)


def _still(start: Start, _asked: Asked) -> Iterator[Way]:
    """One row for all positions."""
    values = start.telling.values
    if (
        start.what not in ("table", "cos", "sin", "cis", "angles")
        or len(values) < 2
        or not np.array_equal(values[0], values[-1])
    ):
        return
    for way in start.single:
        yield replace(way, still=True)
        yield from (replace(other, still=True) for other in with_first(start.telling, way))


@dataclass(frozen=True)
class Stage:
    """Ways that are tried together.

    Attributes:
        ways: of a start.
        most: levels below this one are tried.
    """

    ways: Callable[[Start, Asked], Iterable[Way]]
    most: int = FINE


_STAGES: tuple[Stage, ...] = (
    Stage(_plain),
    Stage(_conventions),
    Stage(_permuted),
    Stage(_offsets),
    Stage(_usual_starts),
    Stage(_unsaid_bases),
    Stage(_slips),
    Stage(_rare_conventions),
    Stage(_bases),
    Stage(_stretched),
    Stage(_still),
    Stage(_slips_elsewhere),
    Stage(_plain, len(COMPUTED)),
    Stage(lambda start, _asked: start.single, len(COMPUTED)),
)


#: What is tried for unlikely arrays.
_QUICK = (_plain, _conventions)


def _best(stage: Stage, starts: Iterable[Start], asked: Asked) -> Hit | None:
    """The first way of a stage that fits at the finest level."""
    found: Hit | None = None
    for start in starts:
        if start.unlikely(asked) and stage.ways not in _QUICK:
            continue
        for way in stage.ways(start, asked):
            fit = start.sample.fit(way, stage.most)
            if fit is None or not _is_sure(start, fit):
                continue
            if found is None or fit.level < found.fit.level:
                found = Hit(start, fit)
                if fit.level == 0:
                    return found
    return found


def _is_sure(start: Start, fit: Fit) -> bool:
    """Is a first position far out more than chance? A few columns that are known coarsely fit somewhere there."""
    fine = fit.level == 0 and start.subject.storage.name in ("float32", "float64")
    return fit.way.first <= start.way.first + _NEAR or fine or start.subject.columns >= _MANY_COLUMNS


_NEAR = 4096
_MANY_COLUMNS = 32


# --- What it means ---------------------------------------------------------------------------------------------------


def _judged(hit: Hit, asked: Asked) -> Diagnosis | None:
    """What a way that fits on the sample says about the whole array; None if it does not fit there at all."""
    subject, way = hit.start.subject, hit.fit.way
    try:
        whole = compared(way, subject, max(FINE, hit.fit.level + 1))
    except PosencError:
        return None
    if whole.level is None:
        if (found := all_but_few([(hit.start.sample, way)])) is not None:
            return named(hit.start.way, way, subject, whole, (), few=found[2])
        return named(hit.start.way, way, subject, whole, (), unknown=True)
    others = () if way is hit.start.way else _others(hit, asked)
    beside = whole if way is hit.start.way else beside_definition(hit.start)
    return named(hit.start.way, way, subject, whole, others, beside=beside)


def _others(hit: Hit, asked: Asked) -> tuple[Way, ...]:
    """Slips that would have made the same numbers."""
    ways = (way for way in _slips(hit.start, asked) if way.slip != hit.fit.way.slip)
    return tuple(alike(hit.start.sample, hit.fit, ways))


def _almost(starts: list[Start], asked: Asked) -> Diagnosis | None:
    """Right but for a few numbers, under any convention."""
    for start in starts:
        ways = (start.way,) if start.unlikely(asked) else (start.way, *start.conventions)
        found = all_but_few((start.sample, way) for way in ways)
        if found is not None:
            subject, way, few = found
            return named(start.way, way, subject, beside_definition(Start(subject, way)), (), few=few)
    return None


def _unknown(starts: list[Start], found: Iterable[Subject]) -> Diagnosis:
    """Nothing fits: the first difference from what is nearest."""
    near = nearest((start.sample, start.way) for start in starts)
    if near is None:
        subject = next(iter(found))
        return Diagnosis("unknown", None, (), subject.what, None, None, subject=subject)
    sample, way = near
    beside = beside_definition(Start(sample.subject, way))
    return named(way, way, sample.subject, beside, (), unknown=True)
