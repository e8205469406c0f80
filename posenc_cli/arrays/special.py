"""Arrays that no formula makes: rows of query and key weights in another order, ids of tokens in three dimensions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.arrays.finding import Diagnosis, Difference
from posenc_cli.encodings.rotate import to_halves, to_interleaved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from posenc_cli.arrays.candidates import Asked
    from posenc_cli.arrays.finding import Verdict
    from posenc_cli.arrays.subject import Subject
    from posenc_cli.arrays.ways import Way

    Places = NDArray[np.int64]

#: Widths that heads have; a wider one is all heads together.
_WIDEST_HEAD = 512
_ORDERS = {"halves": to_halves, "interleaved": to_interleaved}


def special(subject: Subject, asked: Asked) -> Diagnosis | None:
    """What such an array is; None for all others, and for ids beside which none were given."""
    if subject.what == "weights" and subject.before is not None:
        return _weights(subject, asked)
    if subject.what == "ids" and (ids := _given_ids(asked)) is not None and ids.shape == subject.values.shape:
        return _ids(subject, ids)
    return None


def _weights(subject: Subject, asked: Asked) -> Diagnosis | None:
    """Weights (out, in) of queries or keys beside those before: in which order do the rows stand?"""
    order = _order(subject)
    if order is None:
        return None
    target = str(asked.parameters.get("layout", "halves"))
    if np.array_equal(order, np.arange(subject.rows)):
        return _said(subject, "unknown", None, _moved(order, np.arange(subject.rows)))
    for width in _widths(subject.rows, asked.d):
        for layout, by in _ORDERS.items():
            if np.array_equal(order, _by_head(by(width), subject.rows)):
                slips = ["weights-wrong-way"] * (layout != target and width > 4)
                slips += ["weights-not-by-head"] * (width != asked.d if asked.d else width > _WIDEST_HEAD)
                also = (*slips[1:], f"layout={layout}", f"d={width}")
                wanted = _by_head(_ORDERS[target](asked.d or width), subject.rows)
                verdict: Verdict = "slip" if slips else "exact"
                return _said(subject, verdict, slips[0] if slips else None, _moved(order, wanted), also)
    wanted = _by_head(_ORDERS[target](asked.d or subject.rows), subject.rows)
    return _said(subject, "unknown", None, _moved(order, wanted))


def _order(subject: Subject) -> Places | None:
    """Which row of the weights before stands in each row now; None where rows changed, or two are alike."""
    if subject.before is None:
        return None
    places = {np.ascontiguousarray(row).tobytes(): number for number, row in enumerate(subject.before)}
    found = [places.get(np.ascontiguousarray(row).tobytes(), -1) for row in subject.values]
    return None if -1 in found or len(set(found)) < subject.rows else np.array(found)


def _widths(rows: int, d: int | None) -> Iterator[int]:
    yield from (
        width for width in dict.fromkeys(filter(None, (d, 128, 64, rows))) if width % 2 == 0 and rows % width == 0
    )
    yield from (width for width in range(4, rows + 1, 2) if rows % width == 0)


def _by_head(order: Places, rows: int) -> Places:
    width = len(order)
    if rows % width:
        return np.arange(rows)
    return (np.arange(0, rows, width)[:, None] + order).reshape(-1)


def _moved(order: Places, wanted: Places) -> Difference | None:
    """The first row that is another one than it should be: its number, and where both come from."""
    rows = np.flatnonzero(order != wanted)
    if not len(rows):
        return None
    row = int(rows[0])
    return Difference(row, 0, float(order[row]), float(wanted[row]))


def _said(
    subject: Subject, verdict: Verdict, cause: str | None, first: Difference | None, also: tuple[str, ...] = ()
) -> Diagnosis:
    return Diagnosis(verdict, cause, also, subject.what, None, first, subject=subject)


def _given_ids(asked: Asked) -> NDArray[Any] | None:
    ids = asked.parameters.get("position_ids")
    return None if ids is None else np.asarray(ids)


def _ids(subject: Subject, wanted: NDArray[Any]) -> Diagnosis:
    """Ids (t h w, token) beside those that were given as right."""
    off = np.abs(np.asarray(subject.values, dtype=np.float64) - wanted)
    if not off.any():
        return replace(_said(subject, "exact", None, None), max_error=0.0)
    token = int(np.flatnonzero(off.any(axis=0))[0])
    axis = int(np.argmax(off[:, token] > 0))
    first = Difference(token, axis, float(subject.values[axis, token]), float(wanted[axis, token]))
    forgotten = np.array_equal(subject.values, time_forgotten(wanted))
    cause = "video-time-forgotten" if forgotten else None
    found = _said(subject, "slip" if forgotten else "unknown", cause, first)
    return replace(found, max_error=float(off.max()))


def time_forgotten(ids: NDArray[Any]) -> NDArray[np.float64]:
    """The ids as code has them that continues text behind a video at its largest height or width, whatever its time.

    Args:
        ids: (t h w, token), the right ones.
    """
    found = np.array(ids, dtype=np.float64)
    text = (found[0] == found[1]) & (found[1] == found[2])
    token, count, shift, highest = 0, found.shape[1], 0.0, -1.0
    while token < count:
        if text[token] and (token + 1 == count or text[token + 1]):
            highest = ids[0, token]
            found[:, token] -= shift
            token += 1
            continue
        # A grid ends where all three ids go on behind everything in it.
        end, most = token + 1, float(ids[:, token].max())
        while end < count and not (text[end] and ids[0, end] > most):
            most = max(most, float(ids[:, end].max()))
            end += 1
        start = highest + 1
        found[:, token:end] -= shift
        shift += most - max(float(ids[1:, token:end].max()), start)
        highest, token = most, end
    return found


def forgetful(way: Way) -> Way | None:
    """M-RoPE with the ids of such code; None where that changes nothing, or there are no ids."""
    from posenc_cli.arrays.candidates import changed_way

    ids = way.scheme.parameters.get("position_ids")
    if way.name != "mrope" or ids is None:
        return None
    found = changed_way(way, {"position_ids": time_forgotten(np.asarray(ids)).tolist()})
    return None if found is None else replace(found, changed=way.changed, slip="video-time-forgotten")
