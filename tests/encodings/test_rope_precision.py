"""Every stretched angle, cosine and sine is right to two units in the last place, also billions of positions out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings.rope_scaling import SCALING
from posenc_cli.encodings.scheme import Scheme
from tests.encodings import rotary_witness as witness

POSITIONS = (131071, 1048575, 10**7, 2**31 - 1)
WIDTHS = (4, 64, 128, 512, 768)
BASES = (10_000, 500_000, 1_000_000)
ORIGINAL, LENGTH = 8192, 40_000


def extension(d: int) -> list[float]:
    """A factor a pair, as LongRoPE has them."""
    return [1 + i * 0.37 for i in range(d // 2)]


def case(scaling: str, d: int, theta: int) -> tuple[dict[str, Any], Any]:
    """What posenc is asked for, and the witness's frequencies and attention factor."""
    stretch: dict[str, Any] = {"factor": 8.5, "original_max_position_embeddings": ORIGINAL}
    return {
        "none": ({}, (witness.plain(d, theta), witness.MP.one)),
        "linear": ({"factor": 8.5}, witness.linear(d, theta, 8.5)),
        "ntk": ({"factor": 8.5}, witness.ntk(d, theta, 8.5)),
        "dynamic-ntk": ({**stretch, "seq_len": LENGTH}, witness.dynamic(d, theta, 8.5, ORIGINAL, LENGTH)),
        "yarn": (stretch, witness.yarn(d, theta, 8.5, ORIGINAL)),
        "yarn-paper": (stretch, witness.yarn_paper(d, theta, 8.5, ORIGINAL)),
        "llama3": (stretch, witness.llama3(d, theta, 8.5, ORIGINAL)),
        "longrope": (
            {**stretch, "seq_len": LENGTH, "short_factor": [1.0] * (d // 2), "long_factor": extension(d)},
            witness.longrope(d, theta, extension(d), 8.5, ORIGINAL),
        ),
        "proportional": (
            {"factor": 8.5, "partial_rotary_factor": 0.5},
            witness.proportional(d, theta, 8.5, 0.5),
        ),
    }[scaling]


@pytest.mark.parametrize("theta", BASES)
@pytest.mark.parametrize("d", WIDTHS)
@pytest.mark.parametrize("scaling", SCALING)
def test_two_units_in_the_last_place(scaling: str, d: int, theta: int) -> None:
    """Frequencies, angles, cosines and sines agree with 50 digits at every far position."""
    asked, (frequencies, factor) = case(scaling, d, theta)
    scheme = Scheme.of("rope", d=d, theta=theta, scaling=scaling, **asked)
    run = scheme.formula.run(scheme.given(np.array(POSITIONS)), ACCURATE)
    # Of wide heads every seventh pair: the witness takes its time.
    pairs = slice(None, None, 1 if d <= 128 else 7)
    frequencies = frequencies[pairs]
    angles = [[position * w for w in frequencies] for position in POSITIONS]
    truth = {
        "inv_freq": [frequencies],
        "attention_factor": [[factor]],
        "angle": angles,
        "cos": [[factor * witness.MP.cos(angle) for angle in row] for row in angles],
        "sin": [[factor * witness.MP.sin(angle) for angle in row] for row in angles],
    }
    for name, numbers in truth.items():
        got = run.values[name].to_float64()
        got = np.broadcast_to(got[..., pairs] if got.ndim else got, (len(numbers), len(numbers[0])))
        assert witness.ulps(got, numbers) <= 2, name


def test_yarn_without_truncation() -> None:
    """The fractional ramp of gpt-oss is as exact."""
    scheme = Scheme.of(
        "rope", d=64, theta=150_000, scaling="yarn", factor=32, original_max_position_embeddings=4096, truncate=False
    )
    run = scheme.formula.run(scheme.given(np.array(POSITIONS)), ACCURATE)
    frequencies, factor = witness.yarn(64, 150_000, 32, 4096, truncate=False)
    truth = [[factor * witness.MP.cos(position * w) for w in frequencies] for position in POSITIONS]
    assert witness.ulps(run.values["cos"].to_float64(), truth) <= 2


def test_the_witness_can_tell() -> None:
    """One unit in the last place of the frequency is seen in the angle: the comparison is not blind."""
    frequencies = witness.plain(64, 10_000)
    rounded = np.array([[131071 * float(w) for w in frequencies]])
    assert witness.ulps(np.cos(rounded), [[witness.MP.cos(131071 * w) for w in frequencies]]) > 100
