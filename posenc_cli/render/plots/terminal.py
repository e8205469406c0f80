"""Pictures in a terminal: half blocks in its colours, dots of Braille letters for curves, arrows for hands.

Without colours a matrix is shaded with five signs, and curves are told apart by the names at their ends.
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.render.columns import fold
from posenc_cli.render.layout import grid
from posenc_cli.render.plots.colours import BLACK, CURVES, SHADES, coloured, of_256
from posenc_cli.render.plots.dots import Dots
from posenc_cli.render.plots.figure import Faces, Heat, Lines
from posenc_cli.render.plots.kinds import figure
from posenc_cli.render.style import fit
from posenc_cli.render.tables import paragraph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray
    from rich.console import Console

    from posenc_cli.render.plots.figure import Axis, Face, Series
    from posenc_cli.render.plots.kinds import Asked
    from posenc_cli.render.style import Screen, Style

    #: A line: pieces of text, each with a style of rich, "" for none.
    Line = list[tuple[str, str]]

#: Columns where nobody says how wide the screen is.
WIDTH = 80
#: Columns left of a picture, for names of rows.
BESIDE = 8
#: Rows of a matrix, one a line, or two where colours make half blocks.
ROWS = 32
#: Cells are made wider where there is room, and higher where there are few rows.
_WIDEST, _FEW = 4, 16
_STRIP, _HIGH = 3, 12  #: lines of a strip and of curves together
_ARROWS = "↑↗→↘↓↙←↖"


def terminal(asked: Asked, style: Style) -> str:
    """The picture as lines of text."""
    screen = style.screen
    if screen.colour and _colours() not in ("truecolor", "256"):  # sixteen would say less than shades
        style = replace(style, screen=(screen := replace(screen, colour=False)))
    width = (screen.width or WIDTH) - 1
    rows = ROWS * 2 if screen.colour else ROWS
    found = figure(asked, style, (rows, max(8, width - BESIDE)))
    lines: list[Line] = [[(found.title, "bold")]]
    for panel in found.panels:
        lines += [[], *([(line, "")] for line in fold(panel.title, width))]
        lines += panel_lines(panel, style, width)
    notes = "".join(f"\n{paragraph(note, style)}\n" for note in found.notes)
    return _written(lines, screen, width + 1) + notes


def panel_lines(panel: Heat | Lines | Faces, style: Style, width: int) -> Iterator[Line]:
    """One panel, without its title."""
    return _DRAW[type(panel)](panel, style, width)


def _written(lines: Sequence[Line], screen: Screen, width: int) -> str:
    """All lines, with colours where the screen has some."""
    if not screen.colour:
        return "".join(fit("".join(piece for piece, _ in line).rstrip(), screen.encoding) + "\n" for line in lines)
    from rich.text import Text

    stream = io.StringIO()
    console = _console(stream, width)
    for line in lines:
        # A table has its colours already; they take no room.
        pieces = (Text.from_ansi(piece, style=style) for piece, style in _joined(line))
        console.print(Text.assemble(*pieces), no_wrap=True, overflow="crop", crop=True)
    return fit(stream.getvalue(), screen.encoding)


def _console(stream: io.StringIO, width: int) -> Console:
    from rich.console import Console

    return Console(file=stream, width=width, force_terminal=True, legacy_windows=False, highlight=False)


def _colours() -> str | None:
    """How many colours the terminal has: ``truecolor``, ``256``, or fewer."""
    return _console(io.StringIO(), WIDTH).color_system


def _joined(line: Line) -> Line:
    """Neighbours of one style as one piece."""
    return [("".join(piece for piece, _ in pieces), style) for style, pieces in groupby(line, key=itemgetter(1))]


def _heat(panel: Heat, style: Style, width: int) -> Iterator[Line]:
    screen, columns = style.screen, panel.values.shape[1]
    cell = max(1, min(_WIDEST, (width - BESIDE) // columns))
    names = {round(place): name for place, name in panel.down.ticks}
    yield [(f"{'':{BESIDE}}{panel.across.title}", "dim")]
    yield [(" " * BESIDE + _along(panel.across, cell, columns * cell), "dim")]
    if panel.columns:
        marks = "".join(("▼" if n in panel.columns else "").ljust(cell) for n in range(columns))
        yield [(" " * BESIDE + marks, "bold")]
    for cells, shown in _shaded(panel, screen, cell):
        name = next((names[row] for row in shown if row in names), "")
        mark = "▶" if set(shown) & set(panel.rows) else " "
        yield [(f"{name[: BESIDE - 2]:>{BESIDE - 2}}{mark} ", "bold" if mark == "▶" else "dim"), *cells]
    yield [(f"{'':{BESIDE}}{panel.down.title} ↓", "dim")]
    yield from _bar(panel, style, width)


def _shaded(panel: Heat, screen: Screen, cell: int) -> Iterator[tuple[Line, tuple[int, ...]]]:
    """The cells of each line, and which rows stand in it."""
    rows = len(panel.values)
    there = np.isfinite(panel.values)
    if not screen.colour:
        low, high = panel.limits
        share = (np.nan_to_num(panel.values, nan=low, neginf=low, posinf=high) - low) / (high - low or 1.0)
        levels = np.clip(np.rint(share * (len(SHADES) - 1)), 0, len(SHADES) - 1).astype(int)
        for row in range(rows):
            signs = (
                SHADES[level] * cell if seen else "·".ljust(cell)
                for level, seen in zip(levels[row], there[row], strict=True)
            )
            yield [("".join(signs), "")], (row,)
        return
    colours = _shown(coloured(panel.values, panel.limits, panel.scale))
    names = [
        [f"#{red:02x}{green:02x}{blue:02x}" if seen else "" for (red, green, blue), seen in zip(*row, strict=True)]
        for row in zip(colours.tolist(), there.tolist(), strict=True)
    ]
    if rows <= _FEW:
        for row in range(rows):
            yield [(" " * cell, f"on {name}" if name else "") for name in names[row]], (row,)
        return
    for row in range(0, rows, 2):
        under = names[row + 1] if row + 1 < rows else [""] * len(names[row])
        yield (
            [_half(*pair, cell) for pair in zip(names[row], under, strict=True)],
            tuple(range(row, min(row + 2, rows))),
        )


def _shown(colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Colours that the terminal has."""
    return colours if _colours() == "truecolor" else of_256(colours)


def _half(upper: str, lower: str, cell: int) -> tuple[str, str]:
    """Two cells, one above the other, in one sign."""
    if not upper:
        return ("▄" if lower else " ") * cell, lower
    return "▀" * cell, f"{upper} on {lower}" if lower else upper


def _bar(panel: Heat, style: Style, width: int) -> Iterator[Line]:
    """The scale of colours, with the values at both ends and in the middle."""
    low, middle, high = panel.bar
    size = 24
    if style.screen.colour:
        steps = np.linspace(*panel.limits, size)[None, :]
        colours = _shown(coloured(steps, panel.limits, panel.scale))[0].tolist()
        signs = [(" ", "on #{:02x}{:02x}{:02x}".format(*each)) for each in colours]
        yield [(f"{low:>{BESIDE - 1}} ", ""), *signs, (f" {high}", "")]
        yield [(f"{'':{BESIDE}}{middle:^{size}}", "")]
        return
    # A no-break space, so that a sign stays with its value.
    told = (
        f"[{sign}]\u00a0{style.short(value)}" for sign, value in zip(SHADES, np.linspace(*panel.limits, 5), strict=True)
    )
    for line in fold("  ".join(told), width - BESIDE):
        yield [(f"{'':{BESIDE}}{line}".replace("\u00a0", " "), "")]


def _along(axis: Axis, cell: int, width: int) -> str:
    """Names below or above a picture, each at its place, as many as there is room for."""
    shown = ""
    for place, name in axis.ticks:
        at = min(round(place * cell), max(0, width - len(name)))
        if not shown or at > len(shown):
            shown = shown.ljust(at) + name
    return shown


@dataclass(frozen=True)
class _Range:
    """From values to places between 0 and 1."""

    low: float
    high: float
    log: bool = False

    @classmethod
    def of(cls, values: Sequence[float], *, log: bool = False) -> _Range:
        finite = [each for each in values if math.isfinite(each)] or [0.0]
        return cls(min(finite), max(finite), log)

    def __call__(self, value: float) -> float:
        low, high = (math.log10(each) if self.log else each for each in (self.low, self.high))
        at = math.log10(value) if self.log else value
        return (at - low) / (high - low) if high > low else 0.5


def _lines(panel: Lines, style: Style, width: int) -> Iterator[Line]:
    screen = style.screen
    longest = width - BESIDE if panel.apart else (width - BESIDE) // 2
    panel = replace(panel, series=tuple(replace(each, name=_short(each.name, longest)) for each in panel.series))
    x = _Range.of([float(end) for each in panel.series for end in (each.x.min(), each.x.max())])
    if panel.apart:
        for number, each in enumerate(panel.series):
            yield [(f"{'':{BESIDE}}{each.name}", _colour(number, screen))]
            y = _Range.of([*each.y.tolist(), *(place for place, _ in panel.down.ticks)])
            ends = dict(zip((0, _STRIP - 1), (style.short(y.high), style.short(y.low)), strict=True))
            yield from _curves([(number, each)], (x, y), (width - BESIDE, _STRIP), ends, screen)
    else:
        ticks = [place for place, _ in panel.down.ticks]
        level = [panel.level[0]] if panel.level else []
        y = _Range.of([*ticks, *level, *(value for each in panel.series for value in each.y.tolist())], log=panel.log)
        names = {round((1 - y(place)) * (_HIGH - 1)): name for place, name in panel.down.ticks}
        if panel.down.title:
            yield [(panel.down.title, "dim")]
        names_at_ends = [*(each.name for each in panel.series), f"── {panel.level[1]}" if panel.level else ""]
        room = width - BESIDE - max(map(len, names_at_ends)) - 1
        drawn = _curves(list(enumerate(panel.series)), (x, y), (room, _HIGH), names, screen)
        yield from _with_ends(drawn, panel, y, screen)
        width = room + BESIDE
    across = width - BESIDE
    places = tuple((x(place) * (across - 1), name) for place, name in panel.across.ticks)
    yield [(" " * BESIDE + _along(type(panel.across)("", places), 1, across), "dim")]
    yield [(f"{'':{BESIDE}}{panel.across.title} →", "dim")]


def _curves(
    series: Sequence[tuple[int, Series]],
    ranges: tuple[_Range, _Range],
    size: tuple[int, int],
    names: dict[int, str],
    screen: Screen,
) -> Iterator[Line]:
    """Curves on one canvas of so many columns and lines; names at the left of its lines."""
    canvas = Dots(*size, plain=fit("⣿", screen.encoding) != "⣿")
    x, y = ranges
    for number, each in series:
        canvas.curve([x(place) for place in each.x.tolist()], [y(value) for value in each.y.tolist()], number)
    for line, pieces in enumerate(canvas.lines()):
        shown: Line = [(sign, _colour(number, screen)) for sign, number in pieces]
        yield [(f"{names.get(line, '')[: BESIDE - 1]:>{BESIDE - 1}} ", "dim"), *shown]


def _with_ends(lines: Iterator[Line], panel: Lines, y: _Range, screen: Screen) -> Iterator[Line]:
    """Each curve's name at its end, on a line of its own where several end alike."""
    taken: dict[int, tuple[str, str]] = {}
    ends = [(y(float(each.y[-1])), each.name, _colour(number, screen)) for number, each in enumerate(panel.series)]
    if panel.level:
        ends.append((y(panel.level[0]), f"── {panel.level[1]}", "dim"))
    for height, name, colour in sorted(ends, reverse=True):
        at = min(max(round((1 - height) * (_HIGH - 1)), 0), _HIGH - 1)
        free = sorted((abs(line - at), line) for line in range(_HIGH) if line not in taken)
        if free:
            taken[free[0][1]] = (name, colour)
    level = round((1 - y(panel.level[0])) * (_HIGH - 1)) if panel.level else None
    for number, line in enumerate(lines):
        beside, *signs = line
        if number == level:
            signs = [("─", "dim") if sign == " " else (sign, colour) for sign, colour in signs]
        yield [beside, *signs, *([(" ", ""), taken[number]] if number in taken else [])]


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def _colour(number: int | None, screen: Screen) -> str:
    if not screen.colour or number is None:
        return ""
    colour = CURVES[number % len(CURVES)]
    return "" if colour == BLACK else colour  # on a dark ground nobody would see it


def _faces(panel: Faces, style: Style, _width: int) -> Iterator[Line]:
    screen = style.screen
    arrows = fit(_ARROWS, screen.encoding) == _ARROWS
    rows = [
        [name, *(_hand(face, arrows=arrows) for face in row)] for name, row in zip(panel.down, panel.rows, strict=True)
    ]
    # Colours within a line would be counted as letters when it is put on the screen.
    for line in grid(["", *panel.across], rows, replace(screen, colour=False)).splitlines():
        yield [(line, "")]


def _hand(face: Face, *, arrows: bool) -> str:
    if not math.isfinite(face.turn):
        return "_"
    arrow = _ARROWS[round(face.turn / (math.tau / 8)) % 8] if arrows else ""
    return f"{arrow} {face.text}".strip()


_DRAW: dict[type, Callable[..., Iterator[Line]]] = {Heat: _heat, Lines: _lines, Faces: _faces}
