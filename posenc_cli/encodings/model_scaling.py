"""Stretched RoPE in a model's configuration: which scaling, and its parameters as transformers reads them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from posenc_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from posenc_cli.encodings.model_keys import Keys
    from posenc_cli.encodings.model_reading import Report

#: Names in configurations, old ones too → posenc's.
SCALINGS: Mapping[str, str] = MappingProxyType(
    {
        "default": "none",
        "mrope": "none",
        "linear": "linear",
        "ntk": "ntk",
        "dynamic": "dynamic-ntk",
        "yarn": "yarn",
        "deepseek_yarn": "yarn",
        "llama3": "llama3",
        "longrope": "longrope",
        "su": "longrope",
        "proportional": "proportional",
    }
)
ORIGINAL, MOST = "original_max_position_embeddings", "max_position_embeddings"


def scaled(inside: Keys, keys: Keys, report: Report) -> dict[str, Any]:
    """The scaling and its parameters, for :meth:`posenc_cli.encodings.scheme.Scheme.of`.

    Args:
        inside: ``rope_scaling`` or ``rope_parameters``.
        keys: the configuration.
        report: takes what is worth saying.

    Raises:
        InputError: an unknown kind of scaling, or a key that is missing or impossible.
    """
    name = _name(inside, report)
    keys.whole(MOST, "seq_length", "max_sequence_length", "n_positions", "max_seq_len")
    keys.whole(ORIGINAL)
    scaling = SCALINGS[name]
    if name == "dynamic" and "alpha" in inside:
        report.say("alpha")
        scaling = "ntk"
    if scaling == "none":
        return {}
    return {"scaling": scaling, **_READERS[scaling](inside, keys, report)}


def longest(keys: Keys) -> int | None:
    """The context that a configuration promises; None if it does not say."""
    return keys.whole(MOST, least=2)


def _name(inside: Keys, report: Report) -> str:
    new, old = inside.text("rope_type"), inside.text("type")
    name = new or old or "default"
    if name not in SCALINGS:
        raise InputError("model.scaling", key=inside.at("rope_type"), given=name, known=", ".join(SCALINGS))
    # transformers 4 writes "default" beside the "mrope" that it stands for.
    if new and old and old not in (new, "mrope"):
        report.warn("two-types", first=new, second=old)
    if new and not old and SCALINGS[name] != "none":
        report.warn("type-name", given=new)
    if name == "su":
        report.say("su")
    return name


def _needed(keys: Keys, name: str, least: float) -> float:
    found = keys.number(name, least=least)
    if found is None:
        raise InputError("model.missing", key=keys.at(name))
    return found


def _original(inside: Keys, keys: Keys, report: Report) -> int:
    """Phi-3 has it beside ``rope_scaling``; where it is missing, transformers 5 takes the promised context."""
    within, beside = inside.whole(ORIGINAL, least=2), keys.whole(ORIGINAL, least=2)
    if within is not None and beside is not None and within != beside:
        report.warn("original-twice", inside=within, beside=beside)
    found = beside if beside is not None else within
    if found is None:
        found = longest(keys)
        if found is None:
            raise InputError("model.missing", key=inside.at(ORIGINAL))
        report.warn("original-missing", most=found)
    return found


def _linear(inside: Keys, _keys: Keys, _report: Report) -> dict[str, Any]:
    return {"factor": _needed(inside, "factor", 1)}


def _ntk(inside: Keys, _keys: Keys, _report: Report) -> dict[str, Any]:
    inside.number("factor")
    return {"factor": _needed(inside, "alpha" if "alpha" in inside else "factor", 1)}


def _dynamic(inside: Keys, keys: Keys, report: Report) -> dict[str, Any]:
    most = longest(keys)
    if most is None:
        raise InputError("model.missing", key=keys.at(MOST))
    given = inside.whole(ORIGINAL, least=2) or keys.whole(ORIGINAL, least=2)
    if given is not None and given != most:
        report.warn("dynamic-original", given=given, most=most)
    return {"factor": _needed(inside, "factor", 1), ORIGINAL: most}


def _yarn(inside: Keys, keys: Keys, report: Report) -> dict[str, Any]:
    original = _original(inside, keys, report)
    factor, most = inside.number("factor", least=1), longest(keys)
    if factor is None:
        if most is None:
            raise InputError("model.missing", key=inside.at("factor"))
        factor = most / original
        report.warn("factor-missing", most=most, original=original, factor=f"{factor:g}")
    found: dict[str, Any] = {"factor": factor, ORIGINAL: original, "truncate": inside.switch("truncate")}
    for name in ("attention_factor", "attn_factor", "mscale", "mscale_all_dim"):
        found[name] = inside.number(name, least=0, most=1e6)
    for name in ("beta_fast", "beta_slow"):
        found[name] = inside.number(name, least=0) or None  # a zero counts as absent
    return {name: value for name, value in found.items() if value is not None}


def _llama3(inside: Keys, keys: Keys, report: Report) -> dict[str, Any]:
    names = {"factor": 1, "low_freq_factor": 0, "high_freq_factor": 0}
    found = {name: _needed(inside, name, least) for name, least in names.items()}
    return {**found, ORIGINAL: _original(inside, keys, report)}


def _longrope(inside: Keys, keys: Keys, report: Report) -> dict[str, Any]:
    found: dict[str, Any] = {ORIGINAL: _original(inside, keys, report), MOST: longest(keys)}
    for name in ("short_factor", "long_factor"):
        found[name] = inside.numbers(name, least=1e-6)
        if found[name] is None:
            raise InputError("model.missing", key=inside.at(name))
    found["factor"] = inside.number("factor", least=1)
    found["attention_factor"] = inside.number("attention_factor", least=0, most=1e6)
    short, long = inside.number("short_mscale", least=0), inside.number("long_mscale", least=0)
    if short is not None and short == long:
        report.say("mscale-lists", value=f"{short:g}")
        found["attention_factor"] = short
    elif short is not None or long is not None:
        raise InputError("model.mscale-lists", short=short, long=long)
    return {name: value for name, value in found.items() if value is not None}


def _proportional(inside: Keys, _keys: Keys, _report: Report) -> dict[str, Any]:
    return {"factor": inside.number("factor", least=1) or 1}


_READERS: Mapping[str, Callable[[Keys, Keys, Report], dict[str, Any]]] = MappingProxyType(
    {
        "linear": _linear,
        "ntk": _ntk,
        "dynamic-ntk": _dynamic,
        "yarn": _yarn,
        "llama3": _llama3,
        "longrope": _longrope,
        "proportional": _proportional,
    }
)
