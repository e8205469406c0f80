"""Biases in a model's configuration: ALiBi of BLOOM, MPT and Falcon, T5's buckets, BERT's relative keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.encodings.model_families import is_family
from posenc_cli.encodings.model_keys import plain
from posenc_cli.encodings.model_reading import Found
from posenc_cli.encodings.model_rope import head_count, head_width
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import InputError
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from posenc_cli.encodings.model_keys import Keys
    from posenc_cli.encodings.model_reading import Report

_BIAS_MAX = 8
_BUCKETS, _DISTANCE = "relative_attention_num_buckets", "relative_attention_max_distance"
_RELATIVE = {"relative_key": "query", "relative_key_query": "key-and-query"}


def has_alibi(keys: Keys, model_type: str) -> bool:
    """Whether a model has linear biases.

    Raises:
        InputError: a key that should say so holds something else.
    """
    inside = keys.table("attn_config")
    given = keys.switch("alibi", "use_alibi")
    if given is None and inside is not None:
        given = inside.switch("alibi")
    if given is None:
        return model_type in ("bloom", "mpt") or keys.text("position_embedding_type") == "alibi"
    return given


def read_alibi(keys: Keys, model_type: str, report: Report) -> list[Found]:
    """The linear biases of a model.

    Raises:
        InputError: a key with an impossible value, or one that is missing.
    """
    inside = keys.table("attn_config") or keys
    heads = head_count(keys)
    most = inside.number("alibi_bias_max", least=1e-9, most=1000) or _BIAS_MAX
    for name in ("max_position_embeddings", "seq_length", "max_seq_len", "n_positions"):
        keys.whole(name)
    d = head_width(keys)
    falcon = "falcon" in model_type or model_type.startswith("RefinedWeb")
    encoder = keys.text("position_embedding_type") == "alibi" and not keys.switch("is_decoder")
    form = "falcon" if falcon else "distance"
    mask = "symmetric" if encoder and not falcon else "causal"
    scheme = Scheme.of("alibi", d=d, n_heads=heads, alibi_bias_max=most, form=form, mask=mask)
    if heads & (heads - 1):
        closest = 1 << (heads.bit_length() - 1)
        report.warn("alibi-heads", heads=heads, closest=closest, more=heads - closest)
    if most != _BIAS_MAX:
        report.warn("alibi-max", most=plain(most))
    if falcon:
        report.warn("falcon", d=d)
    if model_type == "bloom":
        report.warn("bloom-padding")
    said = Notice(f"model.found.alibi-{mask}", {"heads": heads, "most": plain(most)})
    return [Found(scheme, said)]


def has_buckets(keys: Keys, model_type: str) -> bool:
    """Whether a model has T5's buckets."""
    return is_family("t5", model_type) or _BUCKETS in keys or (model_type == "wavlm" and "num_buckets" in keys)


def read_buckets(keys: Keys, model_type: str, report: Report) -> list[Found]:
    """T5's buckets: of the encoder in both directions, of the decoder in one.

    Raises:
        InputError: a key with an impossible value, or one that is missing.
        UsageError: buckets and distance that do not go together.
    """
    buckets = keys.whole(_BUCKETS, "num_buckets", least=2, most=1024)
    distance = keys.whole(_DISTANCE, "max_bucket_distance", least=2, most=10**9)
    keys.whole("n_positions", "max_position_embeddings")
    if buckets is None:
        buckets = 32
        report.say("buckets-missing", key=_BUCKETS, value=buckets)
    if distance is None:
        distance = 128
        report.say("buckets-missing", key=_DISTANCE, value=distance)
    heads, d = head_count(keys), head_width(keys)
    found = []
    for part in _halves(keys, model_type):
        both = part != "decoder"
        scheme = Scheme.of("t5", d=d, n_heads=heads, num_buckets=buckets, max_distance=distance, bidirectional=both)
        # One position computes nothing, but refuses buckets and a distance that do not go together.
        scheme.given(scheme.rows(1))
        key = f"model.found.t5-{'both' if both else 'past'}"
        values = {"part": part or model_type, "buckets": buckets, "distance": distance, "heads": heads}
        found.append(Found(scheme, Notice(key, values), part))
    report.say("t5-example")
    if is_family("t5", model_type):
        report.warn("t5-scale", d=d)
        report.warn("t5-layers")
    if any(each.part != "decoder" for each in found):
        report.warn("t5-unused", bucket=buckets // 2, buckets=buckets)
    return found


def _halves(keys: Keys, model_type: str) -> tuple[str, ...]:
    if not is_family("t5", model_type):
        return ("",)
    both = keys.switch("is_encoder_decoder")
    if both is None or both:
        keys.switch("is_decoder")
        return ("encoder", "decoder")
    return ("decoder",) if keys.switch("is_decoder") else ("encoder",)


def has_relative_key(keys: Keys) -> bool:
    """Whether a BERT of transformers 4 compares queries with distances."""
    return keys.text("position_embedding_type") in _RELATIVE


def read_relative_key(keys: Keys, report: Report) -> list[Found]:
    """BERT's ``relative_key``: Shaw's vectors, counted from the key to the query, and never clipped.

    Raises:
        InputError: a key with an impossible value, or one that is missing.
    """
    most = keys.whole("max_position_embeddings", least=2, most=10**6)
    if most is None:
        raise InputError("model.missing", key=keys.at("max_position_embeddings"))
    kind = keys.text("position_embedding_type") or ""
    compared = _RELATIVE[kind]
    scheme = Scheme.of("shaw", d=head_width(keys), clip=most - 1, direction="query-minus-key", compared=compared)
    report.warn("relative-key", most=most)
    return [Found(scheme, Notice("model.found.relative-key", {"kind": kind, "rows": 2 * most - 1}))]
