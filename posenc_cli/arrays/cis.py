"""Cosines and sines in one array, as code that turns by complex numbers keeps them: cos + i sin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.arrays.subject import Subject, widened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Values = NDArray[Any]

#: How code calls them: freqs_cis (llama), cos_sin_cache (vLLM).
NAMES = r"cos_?sin|sin_?cos|freqs?_?cis|(^|[._])cis"
#: Numbers that show whether the squares of both parts add up to one length, and how far from it they may be.
_LOOKED_AT, _ROOM = 64, 0.02
_PARTS = 2


def as_real(values: Values) -> Values:
    """Complex numbers as real ones with an axis more, of both parts."""
    parts = np.stack([values.real, values.imag], axis=-1)
    found: Values = parts
    return found


def are_rotations(values: Values, *, bits: bool) -> bool:
    """Is there an axis of two along which squares add up to the same everywhere, as those of cosine and sine do?"""
    return values.ndim > _PARTS and any(_turns(parts, bits) for parts, _ in _parts(values, halves=False))


def subjects(values: Values, *, bits: bool, is_complex: bool) -> Iterator[Subject]:
    """An array as cosines and sines (part, row, pair), in each order and shape in which code has it.

    Args:
        values: real numbers.
        bits: they are the bits of bfloat16.
        is_complex: their last axis are the parts of complex numbers.
    """
    found = [(np.moveaxis(values, -1, 0), ())] if is_complex else [*_parts(values, halves=True)]
    shaped = [(_rows(parts), read_as) for parts, read_as in found]
    # An axis of two is there by chance where others add up to rotations.
    turning = [one for one in shaped if one[0] is not None and _turns(one[0], bits)] or shaped
    for parts, read_as in turning:
        if parts is not None:
            yield Subject("cis", parts, bits, read_as=read_as)
            if not is_complex:
                yield Subject("cis", parts[::-1], bits, read_as=(*read_as, "sines-first"))


def _parts(values: Values, *, halves: bool) -> Iterator[tuple[Values, tuple[str, ...]]]:
    """The array with an axis of both parts in front."""
    if values.ndim > _PARTS + 1 and values.shape[-2:] == (2, 2) and _are_matrices(values):
        yield np.moveaxis(values[..., 0], -1, 0), ("matrices",)
        return
    if values.ndim > _PARTS and values.shape[-1] == _PARTS:
        yield np.moveaxis(values, -1, 0), ()
    if values.ndim > _PARTS and values.shape[0] == _PARTS:
        yield values, ()
    if halves and values.shape[-1] % 2 == 0 and (rows := _squeezed(values, 2)) is not None:
        yield rows.reshape(len(rows), _PARTS, -1).swapaxes(0, 1), ("side-by-side",)


def _are_matrices(values: Values) -> bool:
    """Is it [[cos, −sin], [sin, cos]] in the last axes, on some rows?"""
    some = np.asarray(values[:_LOOKED_AT], dtype=np.float64)
    return bool(np.array_equal(some[..., 0, 0], some[..., 1, 1]) and np.array_equal(some[..., 0, 1], -some[..., 1, 0]))


def _rows(parts: Values) -> Values | None:
    """(part, row, pair), from any axes of length 1 and batches of equal tables; None if others are left."""
    if parts.ndim == _PARTS:
        return parts[:, None]
    while parts.ndim > 3 and (parts.shape[1] == 1 or all(np.array_equal(parts[:, 0], each) for each in _some(parts))):
        parts = parts[:, 0]
    while parts.ndim > 3 and parts.shape[-2] == 1:
        parts = parts[..., 0, :]
    return parts if parts.ndim == 3 else None


def _some(parts: Values) -> tuple[Values, Values]:
    return parts[:, -1], parts[:, parts.shape[1] // 2]


def _squeezed(values: Values, axes: int) -> Values | None:
    while values.ndim > axes and 1 in values.shape:
        values = values.squeeze(values.shape.index(1))
    return values if values.ndim == axes else None


def _turns(parts: Values, bits: bool) -> bool:  # noqa: FBT001
    """Are all squares of both parts together the same, on some rows and columns?"""
    some = widened(np.asarray(parts[(slice(None), *(slice(0, _LOOKED_AT),) * (parts.ndim - 1))]), bits=bits)
    with np.errstate(over="ignore", invalid="ignore"):
        squares = (some**2).sum(axis=0)
        return bool(np.ptp(squares) <= _ROOM * squares.max(initial=0.0) and squares.min() > _ROOM)
