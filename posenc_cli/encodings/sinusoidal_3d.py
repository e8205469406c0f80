"""Sinusoidal encoding of videos and volumes: a block of columns for each of three axes.

Positions are numbers of cells in row-major order, the first axis outermost: cell ``pos`` lies at
``pos // (height · width)``, ``pos // width % height`` and ``pos % width`` along the three axes.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.grid import inside
from posenc_cli.encodings.leaves import rows_and_columns
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over ``pos`` (cell), ``k`` (column), ``d``, ``base`` and the grid. ``span`` is the width of a column's block,
#: ``axis`` the axis that it encodes (0, 1, 2 from outside in; 3 is none), ``column`` its place in the block.
FORMULA = Formula.of(
    span="2 * ceil(d / 6)",
    axis="k // span",
    column="k % span",
    i="column // 2",
    wave="column % 2",
    exponent="2 * i / span",
    divisor="base ** exponent",
    depth_at="pos // (height * width)",
    height_at="pos // width % height",
    width_at="pos % width",
    at="where(axis == 0, depth_at, where(axis == 1, height_at, width_at))",
    angle="at / divisor",
    pe="where(wave == 0, sin(angle), cos(angle))",
)

_HALVES = {"i": "column % (span / 2)", "wave": "column // (span / 2)"}
VARIANTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        # Equal blocks, sin and cos in turn, the last columns cut off where six does not divide d.
        "positional-encodings": {},
        # A quarter for time, then equal parts for x and y; halves in each.
        "cogvideox": {
            **_HALVES,
            "span": "where(k < d / 4, d / 4, 3 * d / 8)",
            "axis": "where(k < d / 4, 0, where(k < 5 * d / 8, 2, 1))",
            "column": "where(k < d / 4, k, (k - d / 4) % span)",
        },
        # Equal blocks in halves with endpoint spacing, zeros behind them (add_timing_signal_nd).
        "tensor2tensor": {
            **_HALVES,
            "span": "2 * (d // 6)",
            "exponent": "i / (span / 2 - 1)",
            "pe": "where(axis == 3, 0, pe)",
            "axis": "smaller(k // span, 3)",
        },
    }
)
_AXES = 3


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Cells (row, 1), columns (1, column), the grid and the base.

    Raises:
        UsageError: a width that leaves an axis without columns or does not divide, or a cell outside the grid.
    """
    variant = parameters["variant"]
    # Two blocks that fill the width leave the last axis nothing: all its cells would get one vector.
    if variant == "positional-encodings" and d <= (_AXES - 1) * 2 * -(-d // 6):
        raise UsageError("additive.axis-lost", d=d, variant=variant, least=_least_beyond(d))
    if variant == "cogvideox" and d % 16:
        raise UsageError("additive.video-width", d=d, variant=variant)
    inside(positions, tuple(parameters[name] for name in ("depth", "height", "width")))
    return rows_and_columns(d, parameters, positions)


def _least_beyond(d: int) -> int:
    """The next width that has columns for all three axes."""
    return next(width for width in range(d + 1, d + 7) if width > 4 * -(-width // 6))


SINUSOIDAL_3D = Encoding(
    name="sinusoidal-3d",
    kind="additive",
    formula=FORMULA,
    result="pe",
    results=("pe",),
    leaves=leaves,
    parameters=(
        Parameter("depth", 4, 1, "frames", "whole", most=10**6, also=("temporal_size",)),
        Parameter("height", 4, 1, "patches", "whole", most=10**6),
        Parameter("width", 4, 1, "patches", "whole", most=10**6),
        Parameter("base", 10000, 1.0000001, "patches", also=("theta", "temperature")),
    ),
    conventions=(
        Convention(
            "variant", VARIANTS, MappingProxyType({"positional-encodings": 5, "cogvideox": 16, "tensor2tensor": 12})
        ),
    ),
    source=(
        "positional-encodings 6.0.3, PositionalEncoding3D; diffusers 0.42.1, get_3d_sincos_pos_embed (Yang et al. "
        "2024, CogVideoX, arXiv 2408.06072); tensor2tensor, add_timing_signal_nd"
    ),
)
