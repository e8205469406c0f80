"""Pictures for a sheet that asks for some of what they show: those cells, points and hands are left out."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import singledispatch
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.render.plots.figure import Faces, Heat, Lines

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from posenc_cli.render.plots.figure import Axis, Face, Figure

#: Two ways to the same number differ by the rounding of float64.
_SAME = 1e-9


def covered(found: Figure, answers: NDArray[np.float64]) -> Figure:
    """A picture without any number that is an answer, wherever it stands in it.

    Args:
        found: the picture.
        answers: right answers (answer), not rounded.
    """
    return replace(found, panels=tuple(_covered(panel, answers) for panel in found.panels))


def holes(found: Figure) -> int:
    """How many cells, points and hands are missing."""
    return sum(int(np.isnan(numbers).sum()) for panel in found.panels for numbers in _numbers(panel))


def _numbers(panel: Heat | Lines | Faces) -> list[NDArray[np.float64]]:
    if isinstance(panel, Heat):
        return [panel.values]
    if isinstance(panel, Lines):
        return [each.y for each in panel.series]
    return [np.array([[face.turn for face in row] for row in panel.rows])]


def _asked(values: ArrayLike, answers: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of some values are answers?"""
    with np.errstate(invalid="ignore"):
        same = np.isclose(np.asarray(values, dtype=np.float64)[..., None], answers, rtol=_SAME, atol=_SAME)
    return np.asarray(same.any(axis=-1), dtype=bool)


@singledispatch
def _covered(panel: Heat | Lines | Faces, answers: NDArray[np.float64]) -> Heat | Lines | Faces:
    raise NotImplementedError(type(panel).__name__)


@_covered.register(Heat)
def _(panel: Heat, answers: NDArray[np.float64]) -> Heat:
    low, high = panel.limits
    bar = (
        "" if each else said
        for each, said in zip(_asked((low, (low + high) / 2, high), answers), panel.bar, strict=True)
    )
    least, middle, most = bar
    return replace(
        panel, values=np.where(_asked(panel.values, answers), np.nan, panel.values), bar=(least, middle, most)
    )


@_covered.register(Lines)
def _(panel: Lines, answers: NDArray[np.float64]) -> Lines:
    series = []
    for each in panel.series:
        # Who reads a wavelength off has the divisor and the frequency as well.
        ways = (each.y, each.y / math.tau, math.tau / each.y) if panel.log else (each.y,)
        series.append(replace(each, y=np.where(np.any([_asked(way, answers) for way in ways], axis=0), np.nan, each.y)))
    return replace(panel, series=tuple(series), down=_bare(panel.down, answers))


def _bare(axis: Axis, answers: NDArray[np.float64]) -> Axis:
    """Without names of numbers that are answers."""
    return replace(axis, ticks=tuple((at, "" if _asked(at, answers) else name) for at, name in axis.ticks))


@_covered.register(Faces)
def _(panel: Faces, answers: NDArray[np.float64]) -> Faces:
    rows = tuple(tuple(_empty(face) if _tells(face, answers) else face for face in row) for row in panel.rows)
    return replace(panel, rows=rows)


def _empty(face: Face) -> Face:
    return replace(face, turn=math.nan, text="")


def _tells(face: Face, answers: NDArray[np.float64]) -> bool:
    """Does a hand show an answer: an angle, how often it turned, its sine or cosine? A sum points half as far round."""
    ways = [
        (angle, angle / math.tau, math.degrees(angle), math.sin(angle), math.cos(angle), angle % math.tau)
        for angle in (face.turn, 2 * face.turn)
    ]
    return bool(_asked(ways, answers).any())
