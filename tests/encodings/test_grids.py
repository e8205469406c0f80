from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.encodings.sinusoidal_2d import VARIANTS
from tests.encodings.additive import refused, rows

SIN, COS = math.sin(1), math.cos(1)


def test_the_worksheet_grid() -> None:
    """Two by two patches in four columns, by hand: x before y."""
    found = rows("sinusoidal-2d", range(4), d=4, height=2, width=2)
    wanted = np.array([[0, 1, 0, 1], [SIN, COS, 0, 1], [0, 1, SIN, COS], [SIN, COS, SIN, COS]])
    np.testing.assert_allclose(found, wanted, rtol=1e-15)


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=20)
@given(height=st.integers(1, 5), width=st.integers(1, 5), quarter=st.integers(1, 4))
def test_every_variant_in_a_plain_loop(variant: str, height: int, width: int, quarter: int) -> None:
    """Blocks as each code concatenates them, cell by cell, with Python's own sine."""
    start = 1 if variant == "detr" else 0
    waves = [1 / 10000 ** (i / quarter) for i in range(quarter)]

    def halves(at: int) -> tuple[list[float], list[float]]:
        return [math.sin(at * w) for w in waves], [math.cos(at * w) for w in waves]

    def turns(at: int) -> list[float]:
        return [wave for pair in zip(*halves(at), strict=True) for wave in pair]

    wanted = []
    for y in range(start, height + start):
        for x in range(start, width + start):
            (sin_y, cos_y), (sin_x, cos_x) = halves(y), halves(x)
            wanted.append(
                {
                    "mae": sin_x + cos_x + sin_y + cos_y,
                    "transformers": sin_y + cos_y + sin_x + cos_x,
                    "timm": sin_y + sin_x + cos_y + cos_x,
                    "detr": turns(y) + turns(x),
                    "positional-encodings": turns(y) + turns(x),
                }[variant]
            )
    asked: dict[str, Any] = {"height": height, "width": width, "variant": variant, "d": 4 * quarter}
    found = rows("sinusoidal-2d", range(height * width), **asked)
    np.testing.assert_allclose(found, wanted, atol=1e-14)


def test_a_class_token_is_a_row_of_zeros_before_the_grid() -> None:
    """The grid moves by one row and is otherwise the same."""
    with_it = rows("sinusoidal-2d", range(7), d=8, height=2, width=3, class_token=True)
    assert not with_it[0].any()
    assert (with_it[1:] == rows("sinusoidal-2d", range(6), d=8, height=2, width=3)).all()


def test_a_voxel_by_hand() -> None:
    """Voxel (1, 0, 1) in six columns."""
    found = rows("sinusoidal-3d", [5], d=6, depth=2, height=2, width=2)
    np.testing.assert_allclose(found[0], [SIN, COS, 0, 1, SIN, COS], rtol=1e-15)


def test_tensor2tensor_ends_in_zeros() -> None:
    """Three blocks of sines and cosines with endpoint spacing, and zeros where six does not divide d."""
    found = rows("sinusoidal-3d", [5], d=14, depth=2, height=2, width=2, variant="tensor2tensor")[0]
    block = [math.sin(1), math.sin(1e-4), math.cos(1), math.cos(1e-4)]
    np.testing.assert_allclose(found, [*block, 0, 0, 1, 1, *block, 0, 0], atol=1e-15)


@pytest.mark.parametrize("d", range(1, 40))
def test_no_axis_is_lost(d: int) -> None:
    """A width either encodes all three axes or is refused; the width that is recommended works."""
    if d > 4 * math.ceil(d / 6) and d >= 5:
        found = rows("sinusoidal-3d", range(8), d=d, depth=2, height=2, width=2)
        assert len(np.unique(found, axis=0)) == 8
    else:
        said = refused("additive.axis-lost" if d >= 5 else "width-too-small", "sinusoidal-3d", d=d)
        if d >= 5:
            least = int(said.rsplit("d = ", 1)[1].rstrip("."))
            assert rows("sinusoidal-3d", [1], d=least).shape == (1, least)


def test_what_makes_no_grid_is_refused() -> None:
    """Widths, tokens and parameters that do not fit get one sentence each."""
    refused("additive.grid-width", "sinusoidal-2d", d=6)
    refused("width-too-small", "sinusoidal-2d", d=2, variant="positional-encodings")
    refused("additive.grid", "sinusoidal-2d", [6], d=4, height=2, width=3)
    refused("additive.grid", "sinusoidal-2d", [-1], d=4, height=2, width=3)
    refused("additive.grid", "sinusoidal-3d", [8], d=6, depth=2, height=2, width=2)
    refused("additive.unused", "sinusoidal-2d", d=4, base_size=16)
    refused("additive.video-width", "sinusoidal-3d", d=24, variant="cogvideox")
    refused("width-too-small", "sinusoidal-3d", d=11, variant="tensor2tensor")
    refused("compute.parameter", "sinusoidal-2d", d=4, height=0)
    refused("compute.parameter", "sinusoidal-2d", d=4, height=10**9)
