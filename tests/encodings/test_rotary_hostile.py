"""Parameters that make no rotary encoding: one clear sentence in both languages, never a division by zero."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.rope_2d import VARIANTS
from posenc_cli.encodings.rope_scaling import SCALING
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import PosencError, UsageError
from posenc_cli.i18n import LANGUAGES, text

STRETCH: dict[str, Any] = {
    "factor": 4,
    "original_max_position_embeddings": 16,
    "short_factor": [1],
    "long_factor": [2],
}


def computed(name: str, positions: Any = (0, 1), **asked: Any) -> dict[str, Any]:  # noqa: ANN401
    """Everything that a table of an encoding holds; a warning of numpy is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scheme = Scheme.of(name, **asked)
        run = scheme.formula.run(scheme.given(np.asarray(positions)), ACCURATE)
        return {each: run.values[each].to_float64() for each in scheme.encoding.results}


def sentence(error: PosencError, language: Any) -> str:  # noqa: ANN401
    """What a person reads."""
    return text(language, error.key if "." in error.key else f"errors.{error.key}", **error.values)


@pytest.mark.parametrize(
    ("name", "asked", "key"),
    [
        ("rope", {"d": 1}, "rotary.width"),
        ("rope", {"d": 3}, "rotary.width"),
        ("rope", {"d": 4, "rotary_dim": 6}, "rotary.width"),
        ("rope", {"d": 4, "partial_rotary_factor": 0}, "rotary.width"),
        ("rope", {"d": 4, "rotary_pct": 0.1}, "rotary.width"),
        ("rope", {"d": 8, "rotary_dim": 2, "scaling": "ntk", **STRETCH}, "rotary.stretch-width"),
        ("rope", {"d": 8, "rotary_dim": 2, "scaling": "dynamic-ntk", **STRETCH}, "rotary.stretch-width"),
        ("rope", {"d": 8, "scaling": "yarn", "beta_fast": 1, "beta_slow": 32, **STRETCH}, "rotary.bands"),
        ("rope", {"d": 8, "scaling": "yarn-paper", "beta_fast": 1, "beta_slow": 1, **STRETCH}, "rotary.bands"),
        ("rope", {"d": 8, "scaling": "llama3", "low_freq_factor": 5, **STRETCH}, "rotary.bands"),
        ("rope", {"d": 8, "scaling": "longrope", **STRETCH}, "rotary.lists"),
        ("rope", {"d": 2, "scaling": "longrope", **STRETCH, "positions": [16]}, "rotary.length"),
        ("rope", {"d": 8, "scaling": "dynamic-ntk", **STRETCH, "positions": [0, 16]}, "rotary.length"),
        ("rope-2d", {"d": 6}, "rotary.grid-width"),
        ("rope-2d", {"d": 8, "height": 1, "width": 1}, "rotary.grid"),
        ("rope-2d", {"d": 8, "positions": [-1]}, "rotary.grid"),
        ("mrope", {"d": 7}, "rotary.width"),
        ("mrope", {"d": 8, "mrope_section": [1, 1, 1]}, "rotary.sections"),
        ("mrope", {"d": 8, "position_ids": [[1, 2]] * 2}, "rotary.ids"),
        ("xpos", {"d": 5}, "rotary.width"),
        ("rope", {"d": 4, "theta": float("inf")}, "compute.parameter-infinite"),
    ],
)
def test_what_makes_no_encoding_is_said(name: str, asked: dict[str, Any], key: str) -> None:
    """The key of the sentence, and a sentence with its values in both languages."""
    with pytest.raises(UsageError) as error:
        computed(name, **asked)
    assert error.value.key == key
    for language in LANGUAGES:
        said = sentence(error.value, language)
        assert "{" not in said
        assert "\n" not in said


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        *(("rope", {"theta": theta}) for theta in (0, 1, -5, float("nan"))),
        *(("rope", {"scaling": "linear", "factor": factor}) for factor in (0, -1, 0.5, float("nan"))),
        ("rope", {"scaling": "yarn", **STRETCH, "original_max_position_embeddings": 1}),
        ("rope", {"scaling": "yarn", **STRETCH, "original_max_position_embeddings": 2.5}),
        ("rope", {"scaling": "yarn", **STRETCH, "beta_slow": 0}),
        ("rope", {"scaling": "longrope", **STRETCH, "short_factor": [0, 1]}),
        ("rope", {"rotary_dim": 0}),
        ("rope-2d", {"height": 0}),
        ("rope-2d", {"width": 2.5}),
        ("rope-2d", {"max_res": 0}),
        ("xpos", {"scale_base": 0}),
        ("xpos", {"gamma": 0}),
        ("mrope", {"theta": 1}),
    ],
)
def test_values_out_of_bounds_are_refused(name: str, asked: dict[str, Any]) -> None:
    """Zeros, negatives, halves and NaNs where they would divide by zero or mean nothing."""
    with pytest.raises(UsageError) as error:
        computed(name, **{"d": 4, **asked})
    assert error.value.key == "compute.parameter"


@pytest.mark.parametrize("scaling", SCALING)
def test_the_smallest_width_of_every_scaling(scaling: str) -> None:
    """Two columns, four where the exponent divides by D − 2; below that it is said."""
    least = 4 if "ntk" in scaling else 2
    asked = {**STRETCH, "scaling": scaling, "short_factor": [1] * (least // 2), "long_factor": [2] * (least // 2)}
    found = computed("rope", d=least, **asked)
    assert all(np.all(np.isfinite(values)) for values in found.values())
    assert found["cos"].shape == (2, least // 2)
    with pytest.raises(UsageError):
        computed("rope", d=least - 1, **asked)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_smallest_width_of_every_variant(variant: str) -> None:
    """Four columns: a pair for each axis."""
    found = computed("rope-2d", d=4, variant=variant)
    assert all(np.all(np.isfinite(values)) for values in found.values())


@pytest.mark.parametrize("name", [name for name, record in ENCODINGS.items() if record.kind == "rotary"])
def test_no_position_and_one(name: str) -> None:
    """No position makes a table without rows; position 0 does not turn anything (a corner of an image may)."""
    assert computed(name, [], d=8)["cos"].shape == (0, 4)
    assert computed(name, [0], d=8)["angle"].tolist() == [[0, 0, 0, 0]]


@pytest.mark.parametrize("scaling", ["yarn", "yarn-paper", "llama3", "longrope", "linear", "ntk", "dynamic-ntk"])
def test_a_factor_of_one_changes_nothing(scaling: str) -> None:
    """Whatever the scaling, once the original context is the original context."""
    asked = {**STRETCH, "factor": 1, "scaling": scaling, "short_factor": [1] * 4, "long_factor": [1] * 4}
    found, plain = computed("rope", d=8, **asked), computed("rope", d=8)
    assert found["attention_factor"] == pytest.approx(1, abs=0)
    assert found["inv_freq"] == pytest.approx(plain["inv_freq"], rel=1e-15)
