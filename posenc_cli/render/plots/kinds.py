"""The pictures there are, each a function from what was asked to a :class:`~posenc_cli.render.plots.figure.Figure`."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.encodings.sampled import cells, spread
from posenc_cli.encodings.turning import Wavelengths, angles, stretched, wavelengths
from posenc_cli.errors import UsageError
from posenc_cli.i18n import text
from posenc_cli.render.named import conventions
from posenc_cli.render.plots import ticks
from posenc_cli.render.plots.figure import Axis, Face, Faces, Figure, Heat, Lines, Series
from posenc_cli.render.tables import dimension

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.encodings.sampled import Cells
    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.render.plots.figure import ScaleName
    from posenc_cli.render.style import Style

#: Curves, faces in a row, and rows of faces that can still be told apart.
MOST = 6
MOST_HEADS = 8


@dataclass(frozen=True)
class Asked:
    """What is to be drawn.

    Attributes:
        kind: a key of :data:`KINDS`.
        scheme: the encoding.
        positions: (row), whole numbers from 0.
        versus: another encoding beside it.
        head: of a bias, from 1.
        scale: the colours of a matrix.
        marked: positions to mark.
        marked_columns: columns to mark, from 0.
        told: are wavelengths, angles and lengths told in words?
    """

    kind: str
    scheme: Scheme
    positions: NDArray[np.int64]
    versus: Scheme | None = None
    head: int = 1
    scale: ScaleName = "classic"
    marked: tuple[int, ...] = ()
    marked_columns: tuple[int, ...] = ()
    told: bool = True


def figure(asked: Asked, style: Style, most: tuple[int, int]) -> Figure:
    """The picture that was asked for, in so many rows and columns of points at most.

    Raises:
        UsageError: an encoding of which there is no such picture.
    """
    return KINDS[asked.kind](asked, style, most)


def _heatmap(asked: Asked, style: Style, most: tuple[int, int]) -> Figure:
    panels, notes = [], []
    for scheme in filter(None, (asked.scheme, asked.versus)):
        found = cells(scheme, asked.positions, most, asked.head)
        panels.append(_heat(found, style, asked))
        if found.values.shape != found.whole:
            shown, whole = (" × ".join(map(str, shape)) for shape in (found.values.shape, found.whole))
            notes.append(text(style.language, "plot.sampled", shown=shown, whole=whole))
        notes.append(conventions(scheme, style))
    return _figure(asked, style, panels, notes)


def _heat(found: Cells, style: Style, asked: Asked) -> Heat:
    finite = found.values[np.isfinite(found.values)]
    size = max(1.0, float(np.abs(finite).max(initial=0.0)))
    low, high = (0.0 if found.scheme.encoding.kind == "none" else -size), size
    if asked.scale == "grey" and finite.max(initial=0.0) <= 0.0:
        high = 0.0  # greys have no middle to keep for zero
    name = dimension if found.across == "column" else str
    down = "query" if found.across == "key" else "position"
    rows = [n for n, pos in enumerate(found.rows.tolist()) if pos in asked.marked]
    columns = [n for n, k in enumerate(found.columns.tolist()) if k in asked.marked_columns]
    return Heat(
        _named(found.scheme, style, found.head),
        ticks.of_cells(text(style.language, f"plot.{down}"), found.rows, str),
        ticks.of_cells(text(style.language, f"plot.{found.across}"), found.columns, name),
        found.values,
        (low, high),
        (style.short(low), style.short((low + high) / 2), style.short(high)),
        asked.scale,
        tuple(rows),
        tuple(columns),
    )


def _waves(asked: Asked, style: Style, most: tuple[int, int]) -> Figure:
    if asked.scheme.encoding.kind not in ("additive", "rotary"):
        raise _no_such(asked, "bias" if asked.scheme.encoding.kind == "bias" else "heatmap")
    found = cells(asked.scheme, asked.positions, (2 * most[1], asked.scheme.d))
    long = wavelengths(asked.scheme)
    series = []
    for k in _telling(long, len(asked.positions)):
        name = dimension(k) if found.across == "column" else f"i = {k}"
        if asked.told and (pair := long.pairs[k]) is not None and long.of:
            wave = "slowest-wave" if pair == len(long.of) - 1 > 0 else "wave"
            name = text(style.language, f"plot.{wave}", name=name, long=style.short(long.of[pair]))
        series.append(Series(name, found.rows.astype(np.float64), found.values[:, k]))
    place = text(style.language, "plot.position")
    shown = _named(asked.scheme, style)
    panels = [
        Lines(shown, ticks.of_curves(place, found.rows), Axis("", _ends(-1.0, 1.0, style)), tuple(series), apart=True)
    ]
    notes = [conventions(asked.scheme, style)]
    if long.of:
        panel, note = _frequencies(asked, style)
        panels, notes = [*panels, panel], [*notes, *note]
    return _figure(asked, style, panels, notes)


def _telling(long: Wavelengths, count: int) -> list[int]:
    """Columns whose waves can be told apart: of pairs that turn within so many positions, and the last one."""
    if not long.of:
        return list(map(int, spread(len(long.pairs), MOST)))
    first = [long.pairs.index(pair) for pair in range(len(long.of))]
    within = sum(each <= 4 * count for each in long.of) or 1
    return list(dict.fromkeys([*(first[n] for n in spread(within, MOST - 1)), first[-1]]))


def _frequencies(asked: Asked, style: Style) -> tuple[Lines, list[str]]:
    """Wavelengths of all pairs on a log scale, and what the ways of stretching a context do to them."""
    ways, factor, context = stretched(asked.scheme, len(asked.positions))
    series = tuple(
        Series(text(style.language, f"plot.scaling.{way}"), np.arange(len(long), dtype=np.float64), np.array(long))
        for way, long in ways.items()
    )
    every = [each for long in ways.values() for each in long]
    powers = range(math.floor(math.log10(min(every))), math.ceil(math.log10(max(every))) + 1)
    down = Axis(text(style.language, "plot.wavelength"), tuple((10.0**n, f"10^{n}") for n in powers))
    level = (float(context), text(style.language, "plot.context", length=context))
    title = text(style.language, "plot.wavelengths")
    across = ticks.of_curves(text(style.language, "plot.pair-number"), np.arange(len(every) // len(ways)))
    note = text(style.language, "plot.stretched", factor=style.short(factor), length=context)
    return Lines(title, across, down, series, log=True, level=level), [note] if len(ways) > 1 else []


def _clock(asked: Asked, style: Style, most: tuple[int, int]) -> Figure:
    turned = angles(asked.scheme, asked.positions[spread(len(asked.positions), MOST)])
    if turned is None:
        raise _no_such(asked, "heatmap")
    pairs = spread(turned.shape[1], min(MOST, max(1, most[1] // 12)))
    positions = asked.positions[spread(len(asked.positions), MOST)]
    down = tuple(text(style.language, "plot.at", pos=pos) for pos in positions.tolist())
    across = tuple(f"i = {i}" for i in pairs.tolist())
    faces = tuple(tuple(_hand(float(turned[row, i]), 1.0, style) for i in pairs) for row in range(len(positions)))
    panels = [Faces(text(style.language, "plot.hands"), down, across, faces), _moved(turned[:, 0], down, style)]
    if not asked.told:
        panels = [_untold(panel) for panel in panels]
    return _figure(asked, style, panels, [text(style.language, "plot.clock-note")])


def _untold(faces: Faces) -> Faces:
    return replace(faces, rows=tuple(tuple(replace(face, text="") for face in row) for row in faces.rows))


def _moved(turned: NDArray[np.float64], across: tuple[str, ...], style: Style) -> Faces:
    """A vector that points to the top, with the first pair added to it and turned by the angle of the first pair."""
    added, kept = [], []
    for angle in turned.tolist():
        x, y = math.sin(angle), 1 + math.cos(angle)
        added.append(_hand(math.atan2(x, y), math.hypot(x, y), style, 2.0))
        kept.append(_hand(angle, 1.0, style, 2.0))
    down = tuple(text(style.language, f"plot.{name}") for name in ("added", "turned"))
    return Faces(text(style.language, "plot.moved"), down, across, (tuple(added), tuple(kept)))


def _hand(angle: float, length: float, style: Style, radius: float = 1.0) -> Face:
    degrees = math.degrees(angle) % 360
    shown = text(style.language, "plot.degrees", degrees=style.short(round(degrees, 1)))
    if radius > 1:
        shown = text(style.language, "plot.length", length=style.number(length), degrees=shown)
    return Face(angle, length / radius, shown)


def _similarity(asked: Asked, style: Style, most: tuple[int, int]) -> Figure:
    kind = asked.scheme.encoding.kind
    if kind not in ("additive", "rotary"):
        raise _no_such(asked, "bias" if asked.scheme.encoding.kind == "bias" else "heatmap")
    positions = asked.positions[spread(len(asked.positions), 2 * most[1])]
    rows = _vectors(asked.scheme, positions)
    products = rows @ rows[0]
    sizes = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    with np.errstate(invalid="ignore", divide="ignore"):
        cosines = products / (sizes * sizes[0])
    away = (positions - positions[0]).astype(np.float64)
    distance = ticks.of_curves(text(style.language, "plot.distance"), positions - positions[0])
    language = style.language
    curves = Lines(
        _named(asked.scheme, style),
        distance,
        Axis(""),
        (
            Series(text(language, "compute.dot"), away, products),
            Series(text(language, "compute.cosine"), away, cosines),
        ),
        apart=True,
    )
    few = spread(len(positions), min(most))
    with np.errstate(invalid="ignore", divide="ignore"):
        matrix = (rows[few] @ rows[few].T) / np.outer(sizes[few], sizes[few])
    place = ticks.of_cells(text(language, "plot.position"), positions[few], str)
    title = text(language, "plot.cosines")
    limits = math.floor(10 * float(np.nanmin(matrix))) / 10, 1.0
    bar = style.short(limits[0]), style.short(math.fsum(limits) / 2), style.short(limits[1])
    square = Heat(title, place, place, matrix, limits, bar, asked.scale)
    notes = [conventions(asked.scheme, style)]
    if (rise := _longest_rise(products)) is not None and wavelengths(asked.scheme).of:
        first, second = (style.short(float(away[n])) for n in rise)
        notes.insert(0, text(language, "plot.rises", first=first, second=second))
    return _figure(asked, style, [curves, square], notes)


def _vectors(scheme: Scheme, positions: NDArray[np.int64]) -> NDArray[np.float64]:
    """What is compared, (row, column): the encoding; of a rotary one a query (1, 0) in every pair, turned."""
    if scheme.encoding.kind == "additive":
        return cells(scheme, positions, (len(positions), scheme.d)).values
    from posenc_cli.encodings.results import results

    found = results(scheme, positions)
    return np.hstack([found["cos"], found["sin"]])


def _longest_rise(values: NDArray[np.float64]) -> tuple[int, int] | None:
    """Where a row of numbers that should fall rises most without a break: first and last; None if it never does."""
    best: tuple[float, int, int] = (1e-9, 0, 0)
    start = 0
    for at in range(1, len(values)):
        if values[at] < values[at - 1]:
            start = at
        best = max(best, (float(values[at] - values[start]), start, at))
    return best[1:] if best[2] else None


def _bias(asked: Asked, style: Style, most: tuple[int, int]) -> Figure:
    if asked.scheme.encoding.kind != "bias":
        raise _no_such(asked, "heatmap")
    from posenc_cli.encodings.results import results

    positions = asked.positions[spread(len(asked.positions), 2 * most[1])]
    found = results(asked.scheme, positions)["bias"]
    away = (positions[-1] - positions).astype(np.float64)[::-1]
    heads = spread(len(found), MOST_HEADS).tolist()
    series = tuple(
        Series(text(style.language, "plot.head", head=head + 1), away, found[head, -1][::-1].astype(np.float64))
        for head in heads
    )
    low, high = (float(end) for end in (found[heads, -1].min(), found[heads, -1].max()))
    panel = Lines(
        _named(asked.scheme, style),
        ticks.of_curves(text(style.language, "plot.distance"), (positions[-1] - positions)[::-1]),
        Axis(text(style.language, "plot.added-score"), _ends(low, high, style)),
        series,
    )
    return _figure(asked, style, [panel], [conventions(asked.scheme, style)])


def _no_such(asked: Asked, instead: str) -> UsageError:
    return UsageError("plot.no-such", kind=asked.kind, encoding=asked.scheme.encoding.name, instead=instead)


def _figure(asked: Asked, style: Style, panels: Sequence[Heat | Lines | Faces], notes: Sequence[str]) -> Figure:
    return Figure(text(style.language, f"plot.title.{asked.kind}"), tuple(panels), tuple(dict.fromkeys(notes)))


def _named(scheme: Scheme, style: Style, head: int = 0) -> str:
    """An encoding as panels call it: with its width, and its head if it has heads."""
    if head:
        return text(style.language, "plot.of-head", name=scheme.encoding.name, head=head)
    return scheme.encoding.name if scheme.encoding.kind == "bias" else f"{scheme.encoding.name}, d = {scheme.d}"


def _ends(low: float, high: float, style: Style) -> tuple[tuple[float, str], ...]:
    return tuple((each, style.short(each)) for each in dict.fromkeys((low, high)))


#: Picture → how it is made.
KINDS: Mapping[str, Callable[[Asked, Style, tuple[int, int]], Figure]] = {
    "heatmap": _heatmap,
    "waves": _waves,
    "clock": _clock,
    "similarity": _similarity,
    "bias": _bias,
}
