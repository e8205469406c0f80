"""RoPE in a model's configuration.

``rope_theta`` and ``rope_scaling`` of transformers 4, ``rope_parameters`` of 5, flat or by layer type, and the names
that single families have.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.encodings.model_families import Rotary, rotary
from posenc_cli.encodings.model_keys import Keys, plain
from posenc_cli.encodings.model_layers import FULL, SLIDING, layers_of, without_rope
from posenc_cli.encodings.model_reading import Found, Report, spans
from posenc_cli.encodings.model_scaling import scaled
from posenc_cli.encodings.model_traps import warn
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import InputError
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from collections.abc import Iterator

_THETAS = ("rope_theta", "rotary_emb_base", "rotary_base", "global_rope_theta")
_LOCAL_THETAS = ("rope_local_base_freq", "local_rope_theta")
_SHARES = ("partial_rotary_factor", "rotary_pct", "rope_pct", "rotary_percent")
_SCALINGS = ("rope_scaling", "rope_parameters")
#: Names that are there if a model turns at all.
SIGNS = (*_THETAS, *_LOCAL_THETAS, *_SHARES, *_SCALINGS, "rotary_dim", "qk_rope_head_dim")
_MOST_COLUMNS = 65_536


@dataclass(frozen=True)
class _Part:
    """One way of turning: its parameters in the file and the layers that it is for."""

    keys: Keys
    theta: float | None = None
    name: str = ""


@dataclass(frozen=True)
class _Model:
    """What holds for all ways of turning in a model."""

    keys: Keys
    model_type: str
    family: Rotary
    report: Report


def head_width(keys: Keys) -> int:
    """Columns of a head: as the file says, else the model's width over its heads.

    Raises:
        InputError: neither is there, or the heads do not divide the width.
    """
    given = keys.whole("head_dim", "attention_head_dim", "kv_channels", "d_kv", most=_MOST_COLUMNS)
    if given is not None:
        return given
    width, heads = model_width(keys), head_count(keys)
    if width % heads:
        raise InputError("model.heads", width=width, heads=heads)
    return width // heads


def model_width(keys: Keys) -> int:
    """Columns of the model.

    Raises:
        InputError: the file does not say.
    """
    found = keys.whole("hidden_size", "n_embd", "n_embed", "d_model", "dim", most=2**24)
    if found is None:
        raise InputError("model.missing", key=keys.at("hidden_size"))
    return found


def head_count(keys: Keys) -> int:
    """Heads of the queries.

    Raises:
        InputError: the file does not say.
    """
    found = keys.whole("num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads", most=10_000)
    if found is None:
        raise InputError("model.missing", key=keys.at("num_attention_heads"))
    return found


def read_rope(keys: Keys, model_type: str, report: Report) -> list[Found]:
    """The rotations of a model, one for each layer type that has its own, and the layers without any.

    Raises:
        InputError: a key with an impossible value, or one that is missing.
        UsageError: parameters for which RoPE is not defined.
    """
    d = _width(keys, report)
    model = _Model(keys, model_type, rotary(model_type), report)
    layout = _layout(model)
    still = without_rope(keys, model_type, report)
    turning = None if still is None else tuple(layer for layer, turned in enumerate(still) if turned)
    found = []
    for part in _parts(keys):
        layers = layers_of(keys, part.name)
        if turning is not None:
            layers = turning if layers is None else tuple(layer for layer in layers if layer in turning)
        if layers != ():
            found.append(_found(model, part, layers, {"d": d, "layout": layout}))
    if still is not None and (none := tuple(layer for layer, turned in enumerate(still) if not turned)):
        said = Notice("model.found.nope", {"layers": spans(none)})
        found.append(Found(Scheme.of("nope", d=d), said, "nope", none))
    return found


def _found(model: _Model, part: _Part, layers: tuple[int, ...] | None, asked: dict[str, Any]) -> Found:
    keys, report = model.keys, model.report
    asked["theta"] = _theta(model, part)
    if part.name == FULL:
        asked["d"] = keys.whole("global_head_dim", most=_MOST_COLUMNS) or asked["d"]
    asked |= scaled(part.keys, keys, report)
    _set_share(asked, model, part)
    sections = part.keys.numbers("mrope_section", least=0, most=3)
    in_turn = part.keys.switch("mrope_interleaved", "interleaved")
    if sections and "scaling" not in asked:
        told = {name: asked[name] for name in ("d", "layout", "theta")}
        report.say("mrope", sections=", ".join(map(plain, sections)))
        scheme = _defined("mrope", **told, mrope_section=sections, sections="in-turn" if in_turn else "blocks")
        return Found(scheme, _said("mrope", told, part.name, layers), part.name, layers)
    if sections:
        report.say("mrope-scaled", sections=", ".join(map(plain, sections)))
    scheme = _defined("rope", **asked)
    warn(scheme, part.keys, keys, report, nested=bool(part.name))
    return Found(scheme, _said("rope", asked, part.name, layers), part.name, layers)


def _defined(name: str, **asked: Any) -> Scheme:  # noqa: ANN401
    """A scheme that can be computed; what it does not take is found now and not at the first table."""
    scheme = Scheme.of(name, **asked)
    scheme.given(np.zeros(1, dtype=np.int64))
    return scheme


def _said(name: str, asked: dict[str, Any], part: str, layers: tuple[int, ...] | None) -> Notice:
    scaling, d = asked.get("scaling", "none"), asked["d"]
    share = asked.get("partial_rotary_factor", 1)
    rotated = 2 * int(share * d // 2) if scaling == "proportional" else asked.get("rotary_dim", d)
    values = {"d": d, "rotated": rotated, "pairs": rotated // 2, "theta": plain(asked["theta"])}
    values |= {"encoding": name, "layout": asked["layout"], "scaling": scaling}
    if part and layers:
        return Notice("model.found.rope-part-layers", {**values, "part": part, "layers": spans(layers)})
    if part:
        return Notice("model.found.rope-part", {**values, "part": part})
    if layers is not None:
        return Notice("model.found.rope-layers", {**values, "layers": spans(layers)})
    return Notice("model.found.rope", values)


def _width(keys: Keys, report: Report) -> int:
    turned = keys.whole("qk_rope_head_dim", most=_MOST_COLUMNS)
    if turned is None:
        return head_width(keys)
    report.say("latent", turned=turned, still=keys.whole("qk_nope_head_dim", least=0) or 0)
    for name in ("head_dim", "qk_head_dim"):
        keys.whole(name)
    return turned


def _layout(model: _Model) -> str:
    names = ("rope_interleave", "rotary_interleaved", "rope_traditional", "rope_interleaved")
    in_turn = model.keys.switch(*names)
    if in_turn is None and not model.family.known:
        model.report.warn("layout-assumed", model_type=model.model_type or "–")
    chosen = model.family.layout if in_turn is None else ("halves", "interleaved")[in_turn]
    model.report.warn(f"pairing-{chosen}")
    return chosen


def _theta(model: _Model, part: _Part) -> float:
    outside = model.keys.number(*_THETAS, least=1.0000001)
    inside = part.keys.number("rope_theta", least=1.0000001)
    found = next((each for each in (part.theta, inside, outside) if each is not None), None)
    if found is not None:
        return found
    usual = model.family.theta
    model.report.warn("theta-missing", theta=plain(usual), model_type=model.model_type or "–")
    return usual


def _set_share(asked: dict[str, Any], model: _Model, part: _Part) -> None:
    """The rotated columns; an odd number is rounded as transformers does it, with the exponent over the odd one."""
    d, whole = asked["d"], model.keys.whole("rotary_dim", "rotary_ndims", most=_MOST_COLUMNS)
    inside, outside = (keys.number(*_SHARES, least=0, most=1) for keys in (part.keys, model.keys))
    share = outside if inside is None else inside
    if share is None and whole is None:
        share = model.family.share
    if asked.get("scaling") == "proportional":
        asked["partial_rotary_factor"] = 1 if share is None else share
        return
    if "qk_rope_head_dim" in model.keys:
        share = whole = None  # DeepSeek's share is what qk_rope_head_dim is of a head; it is taken already
    rotated = int(d * share) if share is not None else whole or d
    if not 1 <= rotated <= d:
        raise InputError("model.rotated", rotated=rotated, d=d)
    if rotated % 2:
        _set_odd(asked, rotated, model.report)
    elif rotated < d:
        asked["rotary_dim"] = rotated
        model.report.warn("partial", rotated=rotated, d=d, still=d - rotated)


def _set_odd(asked: dict[str, Any], rotated: int, report: Report) -> None:
    """``theta^(−2i/33)`` is ``(theta^(34/33))^(−2i/34)``; a ramp that is made from the width has no such twin.

    Raises:
        InputError: such a ramp, or no column left to round up to.
    """
    even = rotated + 1
    if asked.get("scaling") not in (None, "linear", "llama3", "longrope") or even > asked["d"]:
        raise InputError("model.odd", rotated=rotated, d=asked["d"])
    written = asked["theta"]
    asked["rotary_dim"], asked["theta"] = even, float(written) ** (even / rotated)
    values = {"theta": plain(written), "other": repr(asked["theta"])}
    report.warn("odd", rotated=rotated, even=even, pairs=even // 2, d=asked["d"], **values)


def _parts(keys: Keys) -> Iterator[_Part]:
    """Each way of turning: a single one, or one for each layer type."""
    inside = keys.table("rope_parameters")
    scaling = keys.table("rope_scaling")
    if inside is not None and scaling is not None and inside.names and scaling.names:
        raise InputError("model.twice", first="rope_parameters", second="rope_scaling")
    given = inside if inside is not None and inside.names else scaling
    given = Keys({}) if given is None else given
    if nested := given.tables():
        yield from (_Part(inner, None, name) for name, inner in nested.items())
        return
    local = keys.number(*_LOCAL_THETAS, least=1.0000001)
    if local is None:
        yield _Part(given)
        return
    yield _Part(given, None, FULL)
    yield _Part(Keys({}), local, SLIDING)
