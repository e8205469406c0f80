"""Absolute positions in a model's configuration: trained tables and where they begin, and fixed sines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.encodings.model_families import is_family, table_offset
from posenc_cli.encodings.model_reading import Found
from posenc_cli.encodings.model_rope import model_width
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import InputError
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from posenc_cli.encodings.model_keys import Keys
    from posenc_cli.encodings.model_reading import Report

_INITIAL = 0.02


def is_table_family(model_type: str) -> bool:
    """Whether models of a type have a trained table unless they say otherwise."""
    return table_offset(model_type) is not None or is_family("after_padding", model_type)


def has_table(keys: Keys, model_type: str) -> bool:
    """Whether a model has a trained table of positions."""
    if is_table_family(model_type) or keys.switch("learned_pos_emb"):
        return True
    return keys.text("position_embedding_type") in ("absolute", "learned", "learned_absolute")


def read_table(keys: Keys, model_type: str, report: Report) -> list[Found]:
    """The trained table of a model: its rows and the one that the first token reads.

    Raises:
        InputError: a key with an impossible value, or one that is missing.
    """
    given = keys.whole("max_position_embeddings", "n_positions", "n_ctx", "max_seq_len", least=1, most=10**9)
    keys.whole("n_ctx")
    if given is None:
        raise InputError("model.missing", key=keys.at("max_position_embeddings"))
    # OPT embeds words in fewer columns in some sizes; positions have those of the model.
    d = keys.whole("embedding_size", most=2**24) if model_type == "electra" else None
    d = d or model_width(keys)
    if keys.switch("sinusoidal_pos_embds"):
        scheme = Scheme.of("sinusoidal", d=d)
        return [Found(scheme, Notice("model.found.sinusoidal", {"d": d, "count": given}))]
    padding = keys.whole("pad_token_id", least=0, most=10**9)
    if is_family("after_padding", model_type):
        offset, rows = (1 if padding is None else padding) + 1, given
        report.warn("after-padding", offset=offset, rows=rows, count=rows - offset, padding=offset - 1)
    else:
        offset = table_offset(model_type) or 0
        rows = given + offset
        if offset:
            report.warn("counted-on", offset=offset, rows=rows, count=given)
    if rows <= offset:
        raise InputError("model.rows", rows=rows, offset=offset)
    deviation = keys.number("initializer_range", "init_std", least=0, most=1e6)
    scheme = Scheme.of(
        "learned", d=d, rows=rows, offset=offset, initializer_range=_INITIAL if deviation is None else deviation
    )
    report.say("untrained")
    report.warn("limit", last=rows - offset - 1, count=rows - offset)
    return [Found(scheme, Notice("model.found.learned", {"rows": rows, "d": d, "offset": offset}))]
