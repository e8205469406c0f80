"""What goes wrong elsewhere with a stretched RoPE as a configuration writes it; each trap by name, with its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings.model_keys import plain
from posenc_cli.encodings.model_scaling import ORIGINAL, longest

if TYPE_CHECKING:
    from posenc_cli.encodings.model_keys import Keys
    from posenc_cli.encodings.model_reading import Report
    from posenc_cli.encodings.scheme import Scheme

#: A quotient that differs from the factor by less than this is meant to be the same.
_NEAR = 1e-6


def warn(scheme: Scheme, inside: Keys, keys: Keys, report: Report, *, nested: bool) -> None:
    """Say every trap of the scaling that this configuration falls into.

    Args:
        scheme: what is computed.
        inside: ``rope_scaling`` or ``rope_parameters``.
        keys: the configuration.
        report: takes the sentences.
        nested: whether ``inside`` is for one layer type.
    """
    scaling, most = scheme.chosen["scaling"], longest(keys)
    if scaling == "yarn":
        _yarn(scheme, report, most)
        _mscale(scheme, report)
        if nested and "truncate" in inside:
            report.warn("truncate-nested", given=str(bool(inside.switch("truncate"))).lower())
    elif scaling == "llama3":
        _llama3(scheme, report)
    elif scaling == "longrope":
        _longrope(scheme, report, most, given="factor" in inside)
    elif scaling == "dynamic-ntk":
        original, factor = scheme.parameters[ORIGINAL], scheme.parameters["factor"]
        report.warn("dynamic-limit", original=original)
        report.warn("dynamic-cache", fixed=plain(factor * original))
    elif scaling in ("linear", "ntk", "proportional"):
        report.warn(scaling, factor=plain(scheme.parameters["factor"]))
    if scaling in ("yarn", "longrope"):
        _square(scheme, report)


def _quantities(scheme: Scheme, *names: str, **other: Any) -> list[Any]:  # noqa: ANN401
    """Some quantities of a scheme at position 0, perhaps under another convention."""
    formula = scheme.encoding.under(scheme.d, {**scheme.chosen, **other})
    run = formula.run(scheme.given(np.zeros(1, dtype=np.int64)), ACCURATE)
    return [run.values[name].to_float64() for name in names]


def _yarn(scheme: Scheme, report: Report, most: int | None) -> None:
    parameters = scheme.parameters
    factor, original = parameters["factor"], parameters[ORIGINAL]
    if most is not None and abs(most / original - factor) > _NEAR * factor:
        report.warn("yarn-factor", factor=plain(factor), quotient=plain(most / original), most=most, original=original)
    report.warn("yarn-static", factor=plain(factor))
    (code,), (paper,) = (_quantities(scheme, "inv_freq", scaling=name) for name in ("yarn", "yarn-paper"))
    apart = np.abs(code - paper) / np.maximum(code, paper)
    if apart.max() > 0:
        report.warn("yarn-paper", percent=round(100 * float(apart.max())), pair=int(apart.argmax()))
    if not parameters["truncate"]:
        report.say("truncate")
    if parameters["attn_factor"] != 1:
        report.warn("attn-factor", given=plain(parameters["attn_factor"]))
    if "attention_factor" in parameters:
        report.warn("attention-factor", given=plain(parameters["attention_factor"]))


def _mscale(scheme: Scheme, report: Report) -> None:
    first, second = scheme.parameters.get("mscale"), scheme.parameters.get("mscale_all_dim")
    if first and second:
        root = 0.1 * second * float(np.log(scheme.parameters["factor"])) + 1
        key = "mscale-equal" if first == second else "mscale"
        report.warn(key, mscale=plain(first), mscale_all_dim=plain(second), softmax=f"{root**2:.4f}")
    elif first or second:
        given, missing = ("mscale", "mscale_all_dim") if first else ("mscale_all_dim", "mscale")
        report.warn("mscale-alone", given=given, missing=missing)


def _llama3(scheme: Scheme, report: Report) -> None:
    (ramp,) = _quantities(scheme, "ramp")
    kept, divided = int(np.sum(ramp == 0)), int(np.sum(ramp == 1))
    report.say("llama3", kept=kept, blended=ramp.size - kept - divided, divided=divided)
    low, high = (plain(scheme.parameters[name]) for name in ("low_freq_factor", "high_freq_factor"))
    report.warn("llama3-ramp", low=low, high=high)
    report.warn("llama3-lengths", factor=plain(scheme.parameters["factor"]))


def _longrope(scheme: Scheme, report: Report, most: int | None, *, given: bool) -> None:
    original = scheme.parameters[ORIGINAL]
    report.warn("longrope-limit", original=original, beyond=original + 1)
    report.warn("longrope-cache", original=original)
    if not given or most is None:
        return
    quotient, factor = most / original, scheme.parameters["factor"]
    if abs(quotient - factor) > _NEAR * factor:
        report.warn("longrope-factor", factor=plain(factor), quotient=plain(quotient))


def _square(scheme: Scheme, report: Report) -> None:
    factor = float(_quantities(scheme, "attention_factor")[0].ravel()[0])
    report.say("attention", factor=f"{factor:.6g}")
    if factor != 1:
        report.warn("square", factor=f"{factor:.4f}", square=f"{factor**2:.4f}")
