"""Sinusoidal encoding of images: half of the columns encode the row y of a patch, half its column x.

Positions are numbers of tokens in row-major order: token ``pos`` lies in row ``pos // width``, column ``pos % width``.
Codes differ in the order of the blocks. timm's ``reverse_coord`` is the same as exchanging height and width, so on a
square grid it changes nothing.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.grid import inside
from posenc_cli.encodings.leaves import rows_and_columns
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.encodings.sinusoidal import unused
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over ``pos`` (token), ``k`` (column), ``d``, ``base`` and the grid. ``axis`` is 0 in columns that encode the
#: row y and 1 in those that encode the column x; ``wave`` is 0 for sin and 1 for cos.
FORMULA = Formula.of(
    patch="pos - class_token",
    y="patch // width",
    x_at="patch % width",
    block="k // (d / 4)",
    axis="where(block < 2, 1, 0)",
    i="k % (d / 4)",
    wave="block % 2",
    exponent="4 * i / d",
    divisor="base ** exponent",
    at="where(axis == 0, y, x_at)",
    extent="where(axis == 0, height, width)",
    coordinate="at",
    angle="coordinate / divisor",
    pe="where(patch < 0, 0, where(wave == 0, sin(angle), cos(angle)))",
)

_Y_FIRST = {"axis": "where(block < 2, 0, 1)"}
VARIANTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        # sin x, cos x, sin y, cos y: MAE, MoCo v3, diffusers, transformers 4
        "mae": {},
        # sin y, cos y, sin x, cos x: transformers 5, timm with interleave_sin_cos
        "transformers": _Y_FIRST,
        # sin y, sin x, cos y, cos x
        "timm": {"axis": "block % 2", "wave": "block // 2"},
        # (sin, cos) of y in turn, then of x, from 1
        "detr": {
            "axis": "where(k < d / 2, 0, 1)",
            "i": "k % (d / 2) // 2",
            "wave": "k % 2",
            "coordinate": "at + 1",
        },
        # (sin, cos) of y in turn, then of x; the last columns are cut off where four does not divide d
        "positional-encodings": {
            "block": "k // (2 * ceil(d / 4))",
            "axis": "block",
            "i": "k % (2 * ceil(d / 4)) // 2",
            "wave": "k % 2",
            "exponent": "i / ceil(d / 4)",
        },
    }
)
COORDINATE = Convention(
    "coordinate",
    {
        "usual": {},
        "from-zero": {"coordinate": "at"},
        "from-one": {"coordinate": "at + 1"},
        # DETR with normalize: a whole turn from edge to edge, and a small number against division by zero.
        "normalised": {"coordinate": "radians(360) * (at + 1) / (extent + 0.000001)"},
        # diffusers: patches of a larger grid lie between those of the grid of the training.
        "rescaled": {"coordinate": "at * base_size / extent / interpolation_scale"},
    },
    needs=MappingProxyType({"rescaled": ("base_size",)}),
)


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Tokens (row, 1), columns (1, column), the grid and the base.

    Raises:
        UsageError: a width that four does not divide, or a token outside the grid.
    """
    if parameters["variant"] != "positional-encodings" and d % 4:
        raise UsageError("additive.grid-width", d=d, variant=parameters["variant"])
    for name in ("base_size", "interpolation_scale"):
        unused(parameters, name, "coordinate", "rescaled")
    inside(positions, (parameters["height"], parameters["width"]), parameters["class_token"])
    return rows_and_columns(d, {"interpolation_scale": 1, **parameters}, positions)


SINUSOIDAL_2D = Encoding(
    name="sinusoidal-2d",
    kind="additive",
    formula=FORMULA,
    result="pe",
    results=("pe",),
    leaves=leaves,
    parameters=(
        Parameter("height", 14, 1, "patches", "whole", most=10**6),
        Parameter("width", 14, 1, "patches", "whole", most=10**6),
        Parameter("base", 10000, 1.0000001, "patches", also=("theta", "temperature")),
        # A row of zeros before the grid.
        Parameter("class_token", False, unit="tokens", kind="switch", most=1),  # noqa: FBT003
        Parameter("base_size", None, 1, "patches", "whole"),
        Parameter("interpolation_scale", None, 1e-6),
    ),
    conventions=(
        # Two columns would leave the second axis none.
        Convention("variant", VARIANTS, MappingProxyType({"positional-encodings": 3})),
        COORDINATE,
    ),
    source=(
        "Chen, Xie, He 2021 (MoCo v3), arXiv 2104.02057, section 4; He et al. 2021 (MAE), arXiv 2111.06377, "
        "appendix A; Carion et al. 2020 (DETR), arXiv 2005.12872, appendix A.4"
    ),
    slips="grid_slips.toml",
)
