"""Ways of stretching RoPE to longer contexts: each replaces rules of :data:`posenc_cli.encodings.rope.FORMULA`.

The result is always a frequency a pair and an attention factor. Cosine and sine are both multiplied by that factor, so
attention logits carry its square, and only in the rotated columns.

=============  =====================================================================================================
linear         Position Interpolation, Chen et al. 2023, arXiv 2306.15595, equation 4
ntk            NTK-aware, Peng et al. 2023, arXiv 2309.00071, section 3.1
dynamic-ntk    the same with the current length, arXiv 2309.00071, section 3.3
yarn           as all code computes it (a ramp over the pair's number), github.com/jquesnelle/yarn
yarn-paper     as the paper writes it (a ramp over the number of turns), arXiv 2309.00071, definition 2 in section 3.2
llama3         Llama 3.1, ``apply_scaling`` of github.com/meta-llama/llama-models; the paper's ramp with (1, 4)
longrope       Ding et al. 2024, arXiv 2402.13753, section 3; attention factor as in Phi-3
proportional   Gemma 4 (transformers 5): frequencies over the whole head width, only the first pairs rotate
=============  =====================================================================================================
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.encodings.record import Convention, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.encodings.scheme import Scheme

_STRETCHED = "rotary_dim / (rotary_dim - 2)"
#: The number of the pair whose wave fits ``{beta}`` times into the original context.
_WHERE = "rotary_dim * ln(original_max_position_embeddings / (radians(360) * {beta})) / (2 * ln(theta))"
#: How often a pair turns within the original context.
_TURNS = "original_max_position_embeddings * plain / radians(360)"
#: Llama 4 Scout has 1 and 1: no pair lies between, a step takes the place of the ramp.
_BETWEEN = "where(low_freq_factor == high_freq_factor, 1e-12, high_freq_factor - low_freq_factor)"
#: From the frequency as it was (ramp 0) to the interpolated one (ramp 1).
_BLEND = "plain * (1 - ramp) + plain / factor * ramp"
#: 0.1 ln(factor) + 1, where ``mscale`` is 1 and ``mscale_all_dim`` is 0; ``attn_factor`` multiplies it.
_YARN = "attn_factor * (0.1 * mscale * ln(factor) + 1) / (0.1 * mscale_all_dim * ln(factor) + 1)"
#: A given attention factor takes the place of the computed one.
_ATTENTION = "where(attention_given == 1, attention_asked, magnitude)"

SCALING: Mapping[str, Mapping[str, str]] = {
    "none": {},
    "linear": {"inv_freq": "plain / factor"},
    "ntk": {"base": f"theta * factor ** ({_STRETCHED})"},
    "dynamic-ntk": {
        "base": "theta * (factor * larger(seq_len, original_max_position_embeddings)"
        f" / original_max_position_embeddings - (factor - 1)) ** ({_STRETCHED})"
    },
    "yarn": {
        "fast": _WHERE.format(beta="beta_fast"),
        "slow": _WHERE.format(beta="beta_slow"),
        "low": "larger(where(truncate == 1, floor(fast), fast), 0)",
        "high": "smaller(where(truncate == 1, ceil(slow), slow), rotary_dim - 1)",
        "ramp": "smaller(larger((i - low) / where(low == high, 0.001, high - low), 0), 1)",
        "inv_freq": _BLEND,
        "magnitude": _YARN,
        "attention_factor": _ATTENTION,
    },
    "yarn-paper": {
        "turns": _TURNS,
        "ramp": "1 - smaller(larger((turns - beta_slow) / (beta_fast - beta_slow), 0), 1)",
        "inv_freq": _BLEND,
        "magnitude": _YARN,
        "attention_factor": _ATTENTION,
    },
    "llama3": {
        "turns": _TURNS,
        "ramp": f"1 - smaller(larger((turns - low_freq_factor) / {_BETWEEN}, 0), 1)",
        "inv_freq": _BLEND,
    },
    "longrope": {
        "extension": "where(seq_len > original_max_position_embeddings, long_factor, short_factor)",
        "inv_freq": "plain / extension",
        "magnitude": "sqrt(1 + ln(factor) / ln(original_max_position_embeddings))",
        "attention_factor": _ATTENTION,
    },
    "proportional": {"exponent": "2 * i / d", "inv_freq": "where(i < rotated_pairs, plain, 0) / factor"},
}
_FACTOR, _ORIGINAL = "factor", "original_max_position_embeddings"

CONVENTION = Convention(
    "scaling",
    SCALING,
    least_width={"ntk": 4, "dynamic-ntk": 4},
    needs={
        "linear": (_FACTOR,),
        "ntk": (_FACTOR,),
        "dynamic-ntk": (_FACTOR,),
        "yarn": (_FACTOR, _ORIGINAL),
        "yarn-paper": (_FACTOR, _ORIGINAL),
        "llama3": (_FACTOR, _ORIGINAL),
        "longrope": ("short_factor", "long_factor", _ORIGINAL),
    },
)

#: A divisor must not be zero; nobody means a smaller one.
_TINY = 1e-6

PARAMETERS = (
    Parameter("factor", None, 1, "times the original context", also=("alpha",)),
    Parameter("original_max_position_embeddings", None, 2, "positions", "whole"),
    Parameter("max_position_embeddings", None, 2, "positions", "whole"),
    Parameter("seq_len", None, 0, "positions", "whole"),
    Parameter("beta_fast", 32, _TINY, "turns"),
    Parameter("beta_slow", 1, _TINY, "turns"),
    Parameter("truncate", True, kind="switch"),  # noqa: FBT003
    Parameter("attention_factor", None, 0),
    Parameter("attn_factor", 1, 0),
    Parameter("mscale", None, 0),
    Parameter("mscale_all_dim", None, 0),
    Parameter("low_freq_factor", 1, 0, "turns"),
    Parameter("high_freq_factor", 4, _TINY, "turns"),
    Parameter("short_factor", None, _TINY, "times, a pair each", "numbers"),
    Parameter("long_factor", None, _TINY, "times, a pair each", "numbers"),
)
_BANDS = {
    "yarn": ("beta_fast", "beta_slow"),
    "yarn-paper": ("beta_fast", "beta_slow"),
    "llama3": ("high_freq_factor", "low_freq_factor"),
}
#: Scalings that look at the current length.
_BY_LENGTH = frozenset({"dynamic-ntk", "longrope"})


def prepared(given: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """The parameters of the chosen scaling, checked, and those filled in that follow from others.

    Args:
        given: parameters and conventions of RoPE; ``rotary_dim`` is there already.
        positions: (row).

    Raises:
        UsageError: parameters that do not go together.
    """
    found, scaling = dict(given), str(given.get("scaling", "none"))
    found["attention_given"] = int("attention_factor" in found)
    found["attention_asked"] = found.pop("attention_factor", 1)
    if not (found.get("mscale") and found.get("mscale_all_dim")):
        # Only both together mean anything in the code that reads them; a zero counts as absent.
        found["mscale"], found["mscale_all_dim"] = 1, 0
    _check(found, scaling)
    if scaling == "proportional":
        found.setdefault("factor", 1)
    if scaling in _BY_LENGTH:
        _set_original(found, scaling)
        _set_length(found, positions)
    if scaling == "longrope":
        _set_longrope(found)
    return found


def _check(found: Mapping[str, Any], scaling: str) -> None:
    rotated = found["rotary_dim"]
    if rotated < CONVENTION.least_width.get(scaling, 2):
        raise UsageError("rotary.stretch-width", scaling=scaling, given=rotated)
    if scaling in _BANDS:
        fast, slow = _BANDS[scaling]
        if found[fast] < found[slow] or (found[fast] == found[slow] and scaling != "llama3"):
            raise UsageError("rotary.bands", fast_name=fast, fast=found[fast], slow_name=slow, slow=found[slow])


def _set_original(found: dict[str, Any], scaling: str) -> None:
    """Dynamic NTK of transformers calls the original context ``max_position_embeddings``; nothing else may stand in."""
    if _ORIGINAL not in found and "max_position_embeddings" in found:
        found[_ORIGINAL] = found["max_position_embeddings"]
    if _ORIGINAL not in found:
        raise UsageError("compute.parameter-missing", name=_ORIGINAL, option="scaling", choice=scaling)


def _set_length(found: dict[str, Any], positions: Any) -> None:  # noqa: ANN401
    """Without a current length: the original one, as long as no position lies beyond it."""
    if "seq_len" not in found:
        furthest = np.max(np.asarray(positions), initial=0)
        if furthest >= found[_ORIGINAL]:
            raise UsageError("rotary.length", position=furthest, original=found[_ORIGINAL])
        found["seq_len"] = found[_ORIGINAL]


def _set_longrope(found: dict[str, Any]) -> None:
    for name in ("short_factor", "long_factor"):
        given, wanted = np.shape(found[name])[-1], found["rotary_dim"] // 2
        if given != wanted:
            raise UsageError("rotary.lists", name=name, given=given, wanted=wanted)
    if "factor" not in found:
        most = Decimal(found.get("max_position_embeddings", found[_ORIGINAL]))
        found["factor"] = max(most / found[_ORIGINAL], Decimal(1))


def at_length(scheme: Scheme, positions: NDArray[np.int64]) -> Scheme:
    """The scheme with the current length that the positions make, where its scaling asks for one and none was given.

    A table that is computed part by part calls this once, with all of its positions.
    """
    wanted = scheme.chosen.get("scaling") in _BY_LENGTH and "seq_len" not in scheme.parameters
    if not wanted or not len(positions):
        return scheme
    return replace(scheme, parameters={**scheme.parameters, "seq_len": int(np.max(positions)) + 1})
