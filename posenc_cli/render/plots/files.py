"""Pictures as .svg, .png and .pdf, drawn by matplotlib, which is an extra of the installation."""

from __future__ import annotations

import io
import logging
import math
import textwrap
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from posenc_cli.errors import MachineError, installing
from posenc_cli.render._templates import TEXT_FAMILY, fonts_folder, templates_folder
from posenc_cli.render.plots.colours import CURVES, SCALES
from posenc_cli.render.plots.figure import Faces, Heat, Lines
from posenc_cli.render.plots.kinds import figure
from posenc_cli.render.plots.terminal import terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from posenc_cli.render.plots.figure import Figure
    from posenc_cli.render.plots.kinds import Asked
    from posenc_cli.render.style import Renderer, Style

Kind = Literal["svg", "png", "pdf"]
#: Rows and columns of a matrix, as many as a printed page can show.
MOST = (1600, 1600)
#: Inches: of a picture, and of its panels.
_WIDE = 7.0
_HIGH: Mapping[type, float] = {Heat: 4.0, Lines: 2.8}
_STRIP, _FACE, _NOTE = 0.75, 1.1, 0.17
_FONTS = ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf", "PosencSymbols-Regular.ttf")
#: Points of a curve up to which each is marked.
_MARKED = 100
#: What would tell one run from the next.
_NO_DATE: Mapping[Kind, dict[str, Any]] = {"svg": {"Date": None}, "png": {}, "pdf": {"CreationDate": None}}


def drawn(asked: Asked, style: Style, *, kind: Kind) -> bytes:
    """The picture as a file; equal bytes for equal pictures.

    Raises:
        MachineError: matplotlib is not installed.
        UsageError: an encoding of which there is no such picture.
    """
    plotting = _matplotlib()
    found = figure(asked, style, MOST)
    with plotting.rc_context(fname=templates_folder() / "plot.mplstyle"):
        shown = _figure(plotting, found)
        buffer = io.BytesIO()
        shown.savefig(buffer, format=kind, metadata=_NO_DATE[kind])
    return buffer.getvalue()


@cache
def _matplotlib() -> Any:  # noqa: ANN401  (a module that may be missing)
    """Matplotlib with our fonts."""
    try:
        logging.getLogger("matplotlib").setLevel(logging.ERROR)  # where it keeps its cache is nobody's concern
        import matplotlib as mpl
        from matplotlib import font_manager
    except ImportError as error:
        raise MachineError("plot.no-matplotlib", install=installing("matplotlib")) from error
    for name in _FONTS:
        font_manager.fontManager.addfont(fonts_folder() / name)
    return mpl


def _figure(plotting: Any, found: Figure) -> Any:  # noqa: ANN401
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Canvas

    notes = "\n".join(line for note in found.notes for line in textwrap.wrap(note, 105))
    heights = [_height(panel) for panel in found.panels]
    below = _NOTE * (notes.count("\n") + 2)
    shown = Canvas(figsize=(_WIDE, math.fsum(heights) + 0.5 + below), layout="constrained")
    FigureCanvasAgg(shown)
    shown.suptitle(found.title, x=0.01, ha="left", fontweight="bold", fontfamily=TEXT_FAMILY)
    shown.supxlabel(notes, x=0.01, ha="left", fontsize=7, color="#555555")
    parts = shown.subfigures(len(heights), height_ratios=heights, squeeze=False)[:, 0]
    for part, panel in zip(parts, found.panels, strict=True):
        _DRAW[type(panel)](plotting, part, panel)
    return shown


def _height(panel: Any) -> float:  # noqa: ANN401
    if isinstance(panel, Faces):
        return _FACE * len(panel.rows) + 0.4
    if isinstance(panel, Lines) and panel.apart:
        return _STRIP * len(panel.series) + 0.7
    return _HIGH[type(panel)]


def _heat(plotting: Any, part: Any, panel: Heat) -> None:  # noqa: ANN401
    axes = part.subplots()
    scale = plotting.colors.LinearSegmentedColormap.from_list(panel.scale, SCALES[panel.scale])
    seen = np.ma.masked_invalid(panel.values)
    low, high = panel.limits
    image = axes.imshow(seen, cmap=scale, vmin=low, vmax=high, aspect="auto", interpolation="nearest")
    bar = part.colorbar(image, ax=axes, ticks=[low, (low + high) / 2, high])
    bar.ax.set_yticklabels(panel.bar)
    axes.set(title=panel.title, xlabel=panel.across.title, ylabel=panel.down.title)
    axes.set_xticks(*_ticks(panel.across.ticks))
    axes.set_yticks(*_ticks(panel.down.ticks))
    for row in panel.rows:
        axes.axhspan(row - 0.5, row + 0.5, fill=False, edgecolor="black", linewidth=1.5)
    for column in panel.columns:
        axes.axvspan(column - 0.5, column + 0.5, fill=False, edgecolor="black", linewidth=1.5)


def _ticks(ticks: tuple[tuple[float, str], ...]) -> tuple[list[float], list[str]]:
    return [place for place, _ in ticks], [name for _, name in ticks]


def _lines(_plotting: Any, part: Any, panel: Lines) -> None:  # noqa: ANN401
    count = len(panel.series) if panel.apart else 1
    every = part.subplots(count, sharex=True, squeeze=False)[:, 0]
    for number, each in enumerate(panel.series):
        axes = every[number if panel.apart else 0]
        dots = "." if len(each.x) <= _MARKED else ""
        axes.plot(each.x, each.y, color=CURVES[number % len(CURVES)], label=each.name, marker=dots, markersize=3)
        if panel.apart:
            axes.set_title(each.name, fontsize=7)
            if panel.down.ticks:
                axes.set_yticks(*_ticks(panel.down.ticks))
    first = every[0]
    if panel.apart:
        part.suptitle(panel.title, fontsize=9, x=0.01, ha="left", fontweight="normal")
    else:
        first.set(title=panel.title, ylabel=panel.down.title)
        if panel.log:
            first.set_yscale("log")
        if panel.level:
            first.axhline(panel.level[0], color="#555555", linestyle="--", linewidth=0.8, label=panel.level[1])
        first.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False, fontsize=8)
    every[-1].set_xlabel(panel.across.title)
    every[-1].set_xticks(*_ticks(panel.across.ticks))


def _faces(_plotting: Any, part: Any, panel: Faces) -> None:  # noqa: ANN401
    part.suptitle(panel.title, fontsize=9, x=0.01, ha="left", fontweight="normal")
    every = part.subplots(len(panel.rows), len(panel.across), squeeze=False)
    round_ = np.linspace(0, 2 * np.pi, 97)
    for (row, column), axes in np.ndenumerate(every):
        face = panel.rows[row][column]
        axes.plot(np.sin(round_), np.cos(round_), color="#999999", linewidth=0.6)
        axes.plot([0, face.length * np.sin(face.turn)], [0, face.length * np.cos(face.turn)], color="black")
        axes.set(aspect="equal", xticks=[], yticks=[], xlim=(-1.15, 1.15), ylim=(-1.15, 1.15))
        axes.spines[:].set_visible(False)
        axes.set_xlabel(face.text, fontsize=6, labelpad=1)
        if row == 0:
            axes.set_title(panel.across[column], fontsize=7, loc="center")
        if column == 0:
            axes.set_ylabel(panel.down[row], fontsize=7, rotation=0, ha="right", va="center")


_DRAW: dict[type, Callable[[Any, Any, Any], None]] = {Heat: _heat, Lines: _lines, Faces: _faces}
FORMATS: Mapping[str, Renderer] = {
    "text": terminal,
    "svg": partial(drawn, kind="svg"),
    "png": partial(drawn, kind="png"),
    "pdf": partial(drawn, kind="pdf"),
}

__all__ = ["FORMATS", "drawn"]
