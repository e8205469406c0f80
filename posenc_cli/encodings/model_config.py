"""Reading a model's ``config.json``: which encodings it means, in words and ready to be computed.

Understood are the shapes of transformers 4 and 5 and the names that single families have; see the modules
``model_rope``, ``model_scaling``, ``model_bias`` and ``model_learned``. The file is never trusted: every value is read
with its kind and its bounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.encodings import model_bias, model_learned, model_rope
from posenc_cli.encodings.model_families import rotary
from posenc_cli.encodings.model_keys import Keys
from posenc_cli.encodings.model_reading import Found, ModelReading, Report
from posenc_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Objects that hold the configuration of the model of words, where a model has several parts.
TEXT_PARTS = ("text_config", "language_config", "llm_config", "thinker_config")
_DEEPEST_PART = 4
_MOST_UNKNOWN = 20
#: Objects of other models in the same file, which are not read and whose keys are no riddle.
_OTHER_PARTS = ("vision_config", "audio_config", "vision_tower_config", "quantization_config")
#: Ways of a file to say "none at all".
_NONE = ("nope", "none")


def read_model(document: Mapping[str, Any]) -> ModelReading:
    """Understand what a configuration says about positions.

    Args:
        document: the JSON object, as :func:`posenc_cli.files.jsonfile.parse_json` gives it or with plain numbers.

    Returns:
        The encodings with what is to be said about them.

    Raises:
        InputError: no object, nothing about positions in it, an impossible value, or a key that is missing.
        UsageError: values for which the encoding is not defined.
    """
    if not isinstance(document, dict):
        raise InputError("model.no-object")
    report = Report()
    whole = Keys(document)
    keys, model_type = _text_part(whole, report)
    found = _read(keys, model_type, report)
    if not found:
        raise InputError("model.nothing", model_type=model_type or "–")
    unknown = [place for place in whole.unread() if place.partition(".")[0] not in _OTHER_PARTS]
    return ModelReading(
        model_type, tuple(found), tuple(report.said), tuple(unknown[:_MOST_UNKNOWN]), tuple(report.traps)
    )


def _text_part(whole: Keys, report: Report) -> tuple[Keys, str]:
    """The part that describes the model of words, and what it is called."""
    keys, model_type = whole, whole.text("model_type") or ""
    for _ in range(_DEEPEST_PART):
        inner = next((inner for name in TEXT_PARTS if (inner := keys.table(name)) is not None and inner.names), None)
        if inner is None:
            break
        keys, model_type = inner, inner.text("model_type") or model_type
    else:
        raise InputError("model.deep", place=keys.place)
    if keys.place:
        report.say("part", place=keys.place)
    return keys, model_type


def _read(keys: Keys, model_type: str, report: Report) -> list[Found]:
    kind = keys.text("position_embedding_type")
    if model_bias.has_alibi(keys, model_type):
        return model_bias.read_alibi(keys, model_type, report)
    found: list[Found] = []
    if model_learned.has_table(keys, model_type) and not _turns(keys, model_type, kind):
        found += model_learned.read_table(keys, model_type, report)
    if model_bias.has_buckets(keys, model_type):
        return [*found, *model_bias.read_buckets(keys, model_type, report)]
    if model_bias.has_relative_key(keys):
        return model_bias.read_relative_key(keys, report)
    if not found and kind not in _NONE and (_turns(keys, model_type, kind) or _may_turn(keys)):
        return model_rope.read_rope(keys, model_type, report)
    return found


def _turns(keys: Keys, model_type: str, kind: str | None) -> bool:
    """Whether a model turns: it says so, or all of its family do."""
    if kind in ("rotary", "rope"):
        return True
    # ESM has tables or turns, as it says; ModernBERT says "absolute", which it has from BERT, and turns.
    if kind is not None and model_learned.is_table_family(model_type):
        return False
    inside = keys.table("attn_config")
    return (
        rotary(model_type).known
        or bool(keys.switch("use_rotary"))
        or (inside is not None and bool(inside.switch("rope")))
    )


def _may_turn(keys: Keys) -> bool:
    """Whether there are parameters of turning, in a file of an unknown family."""
    return any(name in keys for name in model_rope.SIGNS)
