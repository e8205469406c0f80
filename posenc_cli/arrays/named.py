"""The names of what was found: verdict, cause, and what else holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.arrays.finding import Diagnosis
from posenc_cli.arrays.screen import COMPUTED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.arrays.finding import Compared, Few, Verdict
    from posenc_cli.arrays.subject import Subject
    from posenc_cli.arrays.ways import Way

#: What float16 loses by rounding alone, just below 1: who computes in float32 wants to be better than that.
HURTS = 2.0**-12
#: Slips that are nothing but positions from 1.
_FROM_ONE = {"sinusoidal": "pos-from-one", "rope": "rope-pos-from-one"}
#: Of a still table.
_SAME = {"sinusoidal": "pos-same-for-all"}


def named(  # noqa: PLR0913  (all that was found)
    expected: Way,
    way: Way,
    subject: Subject,
    compared: Compared | None,
    others: Sequence[Way],
    *,
    beside: Compared | None = None,
    unknown: bool = False,
    few: Few | None = None,
) -> Diagnosis:
    """Put what was found into names.

    Args:
        expected: the definition that was asked for, or the usual one.
        way: how the array was made.
        subject: the array.
        compared: the array beside ``way``.
        others: slips that would have made the same numbers.
        beside: the array beside ``expected``.
        unknown: it agrees with ``way`` in places only.
        few: it agrees with ``way`` but for these.
    """
    slips, conventions = _slips(expected, way), _conventions(expected, way)
    precision = (
        "" if unknown or few is not None or compared is None or not compared.level else tuple(COMPUTED)[compared.level]
    )
    computed = (f"{precision}-{'steps' if _no_waves(subject) else 'angles'}",) if precision else ()
    names = [*slips, *conventions, *computed]
    verdict: Verdict = "unknown" if few is None else "almost"
    if few is None and not unknown and compared is not None:
        verdict = (
            "slip"
            if slips and not _is_convention(way)
            else "convention"
            if slips or conventions
            else "precision"
            if precision
            else _right(subject, compared)
        )
    cause = names[0] if names and verdict not in ("unknown", "almost") else None
    size = [f"{name}={value}" for name, value in expected.changed.items()]
    further = [*(names if cause is None else names[1:]), *(one.slip for one in others), *size, *subject.read_as]
    also = tuple(name for name in dict.fromkeys(further) if name != cause)
    beside = compared if beside is None else beside
    right = verdict in ("exact", "rounded")
    return Diagnosis(
        verdict=verdict,
        cause=cause,
        also=also,
        what=subject.what,
        max_error=None if beside is None else beside.max_error,
        first_difference=None if beside is None or right else beside.first,
        way=way,
        expected=expected,
        subject=subject,
        compared=compared,
        precision=precision,
        hurts_from=_hurts_from(way, compared) if precision and compared is not None else None,
        alike=tuple(dict.fromkeys(one.slip for one in others if one.slip in also)),
        few=few,
    )


def _right(subject: Subject, compared: Compared) -> Verdict:
    # Few decimals may be all there are: an angle of 0.01 was not rounded.
    little = 2.0**-50 if subject.storage.name == "decimals" else 0.0
    return "exact" if subject.storage.name == "float64" or compared.max_error <= little else "rounded"


def _no_waves(subject: Subject) -> bool:
    return subject.what in ("inv_freq", "slopes", "bias", "buckets", "index")


def _is_convention(way: Way) -> bool:
    """Is what is called a slip another way of the field?"""
    from posenc_cli.encodings.slips import load

    alone = not (way.permuted or way.still or way.first == 1)
    return alone and any(one.id == way.slip and one.convention for one in load(way.name))


def _slips(expected: Way, way: Way) -> list[str]:
    found = [way.slip] if way.slip else []
    if way.permuted:
        found.append("columns-permuted")
    if way.still:
        found.append(_SAME.get(way.name, "one-row-for-all"))
    elif way.first == expected.first + 1 and way.name in _FROM_ONE:
        found.append(_FROM_ONE[way.name])
    return found


def _conventions(expected: Way, way: Way) -> list[str]:
    found = []
    for name, value in way.changed.items():
        if name in expected.changed and expected.changed[name] == value:
            continue
        found.append(f"{name}={value:g}" if isinstance(value, int | float) else f"{name}={value}")
    moved = way.first != expected.first and not (way.first == expected.first + 1 and way.name in _FROM_ONE)
    if moved or (way.still and way.first):
        found.append(f"first-pos={way.first}")
    return found


def _hurts_from(way: Way, compared: Compared) -> int | None:
    rows = np.flatnonzero(compared.row_errors > HURTS)
    return int(way.at(rows[:1])[0]) if len(rows) and compared.whole else None
