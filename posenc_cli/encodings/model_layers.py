"""Which layers of a model an encoding is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.encodings.model_families import is_family
from posenc_cli.encodings.model_keys import Keys, plain
from posenc_cli.encodings.nope import rope_layers
from posenc_cli.errors import InputError

if TYPE_CHECKING:
    from posenc_cli.encodings.model_reading import Report

FULL, SLIDING = "full_attention", "sliding_attention"
_MOST_LAYERS = 10_000
#: Families that leave out every fourth layer if their file does not say which.
_EVERY_FOURTH = frozenset({"smollm3", "llama4_text"})
_EVERY = 4


def layer_count(keys: Keys) -> int | None:
    """How many layers a model has; None if the file does not say."""
    return keys.whole("num_hidden_layers", "n_layer", "n_layers", "num_layers", most=_MOST_LAYERS)


def layer_types(keys: Keys, every: int | None = None) -> list[str] | None:
    """The type of each layer: from a list, or from how often a full one comes; None if the file does not tell.

    Args:
        keys: the configuration.
        every: how often, if the file does not say.
    """
    types, count = keys.texts("layer_types"), layer_count(keys)
    last = keys.whole("sliding_window_pattern", "_sliding_window_pattern", most=_MOST_LAYERS)
    first = keys.whole("global_attn_every_n_layers", most=_MOST_LAYERS)
    if types is not None or count is None or not (period := last or first or every):
        return types
    # ModernBERT begins with a full layer, Gemma and Cohere end with one.
    shift = 0 if first and not last else 1
    return [SLIDING if (layer + shift) % period else FULL for layer in range(count)]


def layers_of(keys: Keys, part: str) -> tuple[int, ...] | None:
    """The layers of one type; None if the file does not tell them apart.

    Args:
        keys: the configuration.
        part: the layer type, as ``layer_types`` names it.
    """
    if not part:
        return None
    types = layer_types(keys)
    return None if types is None else tuple(layer for layer, name in enumerate(types) if name == part)


def without_rope(keys: Keys, model_type: str, report: Report) -> list[bool] | None:
    """Whether each layer turns, from ``no_rope_layers``: 1 where it does, whatever the name says; None if all do.

    Raises:
        InputError: a list of another length than there are layers, or with other numbers than 0 and 1.
    """
    count = layer_count(keys)
    given = None if keys.is_empty("no_rope_layers") else keys.numbers("no_rope_layers", most=_MOST_LAYERS)
    every = keys.whole("no_rope_layer_interval", most=_MOST_LAYERS)
    if given is None and every is None and model_type in _EVERY_FOURTH:
        every = _EVERY
    if given is None and every is None:
        return _sliding_only(keys, report) if is_family("sliding_only", model_type) else None
    if given is None:
        if count is None:
            raise InputError("model.missing", key=keys.at("num_hidden_layers"))
        given = [*rope_layers(count, every or 1)]
    if any(each not in (0, 1) for each in given) or (count is not None and len(given) != count):
        shown = ", ".join(map(plain, given[:8]))
        raise InputError(
            "model.no-rope", key=keys.at("no_rope_layers"), given=shown, count=len(given), layers=count or "–"
        )
    report.warn("no-rope-name", turned=int(sum(given)), still=len(given) - int(sum(given)))
    return [bool(each) for each in given]


def _sliding_only(keys: Keys, report: Report) -> list[bool]:
    types = layer_types(keys, _EVERY)
    if types is None:
        raise InputError("model.missing", key=keys.at("num_hidden_layers"))
    report.warn("sliding-only")
    return [each == SLIDING for each in types]
