from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from posenc_cli.calculation.algebras import ACCURATE, NUMBERS, PROOF
from posenc_cli.encodings.rope_2d import VARIANTS
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import UsageError
from tests.encodings.rotary_witness import MP, ulps

HEIGHT, WIDTH = 3, 5


def angles(variant: str, d: int = 16, tokens: Any = None, **asked: Any) -> Any:  # noqa: ANN401
    """Angles (token, pair)."""
    scheme = Scheme.of("rope-2d", d=d, variant=variant, **{"height": HEIGHT, "width": WIDTH, **asked})
    given = scheme.given(np.arange(HEIGHT * WIDTH) if tokens is None else np.asarray(tokens))
    return scheme.formula.run(given, ACCURATE).values["angle"].to_float64()


def linspace(start: Any, end: Any, count: int, index: int) -> Any:  # noqa: ANN401
    """One of evenly spaced numbers, as torch makes them."""
    return MP.mpf(start) if count == 1 else start + (MP.mpf(end) - start) * index / (count - 1)


def witness(variant: str, d: int, height: int, width: int, token: int) -> list[Any]:
    """Angles of one token in 50 digits, written after each producer's own code."""
    h, w = divmod(token, width)
    quarter = d // 4
    thetas = [MP.mpf(10_000) ** (-MP.mpf(2 * j) / (d // 2)) for j in range(quarter)]
    hundred = [MP.mpf(100) ** (-MP.mpf(4 * j) / d) for j in range(quarter)]
    every = [MP.mpf(10_000) ** (-MP.mpf(2 * i) / d) for i in range(d // 2)]
    ends = [linspace(-1, 1, height, h), linspace(-1, 1, width, w)]
    centres = [2 * (MP.mpf(h) + 0.5) / height - 1, 2 * (MP.mpf(w) + 0.5) / width - 1]
    octaves = [MP.pi * 2 ** linspace(0, MP.log(224, 2) - 1, quarter, j) for j in range(quarter)]
    waves = [MP.pi * linspace(1, 5, quarter, j) for j in range(quarter)]
    down_right = [[h * f for f in thetas], [w * f for f in thetas]]
    halves = {
        "qwen2-vl": down_right,
        "pixtral": [[h * f for f in every[0::2]], [w * f for f in every[1::2]]],
        "rope-vit": [[w * f for f in hundred], [h * f for f in hundred]],
        "dinov3": [[2 * MP.pi * c * f for f in hundred] for c in centres],
        "timm-pixel": [[c * f for f in octaves] for c in ends],
        "timm-language": down_right,
        "rotary-embedding-torch-pixel": [[c * f for f in waves] for c in ends],
        "rotary-embedding-torch-language": down_right,
        "diffusers": down_right[::-1],
        "llama4": [[(w + 1) * f for f in thetas], [(h + 1) * f for f in thetas]],
    }[variant]
    return [*halves[0], *halves[1]]


@pytest.mark.parametrize("d", [4, 8, 64])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_agrees_with_fifty_digits(variant: str, d: int) -> None:
    """Angles of a whole grid within two units in the last place."""
    truth = [witness(variant, d, HEIGHT, WIDTH, token) for token in range(HEIGHT * WIDTH)]
    assert ulps(angles(variant, d), truth) <= 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_cosines_far_out(variant: str) -> None:
    """Rows of a tall image, up to 2^31 − 1, within two units in the last place."""
    height, width = 2**31, 3
    tokens = [row * width + 1 for row in (131071, 1048575, 10**7, 2**31 - 1)]
    scheme = Scheme.of("rope-2d", d=16, variant=variant, height=height, width=width)
    found = scheme.formula.run(scheme.given(np.array(tokens)), ACCURATE).values
    truth = [witness(variant, 16, height, width, token) for token in tokens]
    assert ulps(found["cos"].to_float64(), [[MP.cos(angle) for angle in row] for row in truth]) <= 2
    sines = [[MP.sin(angle) for angle in row] for row in truth]
    # At the ends of an axis some angles are multiples of pi; their sine is zero, of which there is no last place.
    zero = np.array([[abs(each) < 1e-40 for each in row] for row in sines])
    got = found["sin"].to_float64()
    assert np.all(np.abs(got[zero]) < 1e-30)
    assert ulps([got[~zero]], [[each for row in sines for each in row if abs(each) >= 1e-40]]) <= 2


@pytest.mark.parametrize("algebra", [NUMBERS, PROOF], ids=["numbers", "proof"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_reading_agrees(variant: str, algebra: Any) -> None:  # noqa: ANN401
    """The same rules in float64 and in 50 digits."""
    scheme = Scheme.of("rope-2d", d=8, variant=variant, height=2, width=3)
    run = scheme.formula.run(scheme.given(np.arange(6)), algebra)
    found = np.asarray(run.values["angle"], dtype=np.float64)
    assert found == pytest.approx(angles(variant, 8, np.arange(6), height=2, width=3), abs=1e-12)


def test_one_patch_has_an_angle_in_every_variant() -> None:
    """A grid of one patch divides by nothing."""
    for variant in VARIANTS:
        assert np.all(np.isfinite(angles(variant, 4, [0], height=1, width=1))), variant


def test_variants_are_different() -> None:
    """No two variants give the same cosines in the same columns, but for those that say so."""
    seen: dict[bytes, str] = {}
    same = set()
    for variant in VARIANTS:
        scheme = Scheme.of("rope-2d", d=16, variant=variant, height=HEIGHT, width=WIDTH)
        run = scheme.formula.run(scheme.given(np.arange(HEIGHT * WIDTH)), ACCURATE).values
        mark = run["angle"].to_float64().tobytes() + run["split"].to_float64().tobytes()
        if mark in seen:
            same.add((seen[mark], variant))
        seen.setdefault(mark, variant)
    assert same == {("timm-language", "rotary-embedding-torch-language")}


def test_trap_offsets_of_an_axis_are_its_own() -> None:
    """A window of a larger grid has the angles that it has there, whatever was asked before or lies on the other axis.

    rotary-embedding-torch 0.9.1 keeps frequencies by length alone, so that an offset is lost or taken over.
    """
    whole = angles("rotary-embedding-torch-language", 8, np.arange(36), height=6, width=6).reshape(6, 6, -1)
    angles("rotary-embedding-torch-language", 8, np.arange(4), height=2, width=2)
    window = [(row, column) for row in (2, 3) for column in (0, 1)]
    found = angles("rotary-embedding-torch-language", 8, [6 * r + c for r, c in window], height=6, width=6)
    assert np.array_equal(found, [whole[place] for place in window])
    assert found[0].tolist() == pytest.approx([2, 0.02, 0, 0])


def test_class_token_of_llama4_does_not_turn() -> None:
    """It stands behind the last patch; the first patch has coordinates 1 and 1."""
    found = angles("llama4", 8, [0, HEIGHT * WIDTH])
    assert found[0].tolist() == pytest.approx([1, 0.01, 1, 0.01])
    assert found[1].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant != "llama4"])
def test_a_token_outside_the_grid_is_refused(variant: str) -> None:
    """One token too many is not the first of a further row."""
    with pytest.raises(UsageError) as error:
        angles(variant, 8, [0, HEIGHT * WIDTH])
    assert error.value.key == "rotary.grid"
    assert error.value.values["last"] == HEIGHT * WIDTH - 1


@pytest.mark.parametrize("d", [2, 3, 6, 10])
def test_a_width_that_four_does_not_divide_is_refused(d: int) -> None:
    """Two axes of pairs take four columns."""
    with pytest.raises(UsageError) as error:
        angles("qwen2-vl", d)
    assert error.value.key in {"rotary.grid-width", "width-too-small"}


@pytest.mark.parametrize(("variant", "theta"), [("rope-vit", 100), ("dinov3", 100), ("qwen2-vl", 10_000)])
def test_a_variant_has_its_own_base(variant: str, theta: float) -> None:
    """100 in vision models that chose it; what is given wins."""
    assert np.array_equal(angles(variant), angles(variant, theta=theta))
    assert not np.array_equal(angles(variant), angles(variant, theta=1000))


@pytest.mark.parametrize(
    ("variant", "name", "value"),
    [
        ("qwen2-vl", "width", 4),
        ("dinov3", "height", 4),
        ("timm-pixel", "max_res", 112),
        ("rotary-embedding-torch-pixel", "max_freq", 20),
    ],
)
def test_every_parameter_has_an_effect(variant: str, name: str, value: float) -> None:
    """Changing it changes angles."""
    tokens = np.arange(12)
    changed: dict[str, Any] = {"tokens": tokens, name: value}
    assert not np.array_equal(angles(variant, tokens=tokens), angles(variant, **changed))


def test_dinov3_by_hand() -> None:
    """Two rows: centres at −1/2 and 1/2, half a turn back and forth."""
    found = angles("dinov3", 4, [0, 1], height=2, width=1)
    assert found.tolist() == pytest.approx(np.array([[-math.pi, 0], [math.pi, 0]]))
