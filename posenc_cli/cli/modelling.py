"""``--model``: the tables of what a model's configuration says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.cli.frame import Output, Reply
from posenc_cli.cli.values import table_rows, together
from posenc_cli.errors import UsageError
from posenc_cli.files.paths import user_path

if TYPE_CHECKING:
    from posenc_cli.cli.choosing import Chosen
    from posenc_cli.cli.streaming import Large
    from posenc_cli.encodings.model_reading import Found, ModelReading
    from posenc_cli.encodings.precision import Dtype
    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.errors import ExitCode
    from posenc_cli.i18n import Notice

#: Formats that hold the sentences themselves; for the others they go to the error channel.
_TOLD = frozenset({"text", "md", "json"})
#: Formats of one table.
_SINGLE = frozenset({"csv", "npy"})


def reply(
    model: str | None,
    part: str | None,
    chosen: Chosen,
    out: Output,
    large: Large,
    **asked: Any,  # noqa: ANN401
) -> Reply | ExitCode:
    """The tables of a model, or without one that of the chosen encoding; ``asked`` is the same for both."""
    if model is not None:
        return model_reply(model, part, chosen, out, **asked)
    if part is not None:
        raise UsageError("model.part-alone")
    from posenc_cli.cli.choosing import table_reply

    return table_reply(chosen, out, large, **asked)


def model_reply(
    model: str,
    part: str | None,
    chosen: Chosen,
    out: Output,
    *,
    n: int | None,
    pos: str | None,
    sentence: str | None,
    dtype: Dtype,
    error: bool,
) -> Reply:
    """The tables of a model, or what a precision loses of its main one."""
    from posenc_cli.encodings.model_tables import ModelTables, chosen_parts

    reading, of_file = _read(model, chosen)
    parts = chosen_parts(reading, part)
    kind = out.chosen_format()
    if kind in _SINGLE and len(parts) > 1:
        raise UsageError("model.one-part", format=kind, known=", ".join(parts))
    schemes = _schemes(parts, chosen)
    rows = [table_rows(scheme, n=n, pos=pos, sentence=sentence) for scheme in schemes]
    if error:
        from posenc_cli.cli.choosing import loss_reply

        return loss_reply(schemes[0], rows[0][0], dtype, out, reading.notices)
    from posenc_cli.encodings.precision import cast_results
    from posenc_cli.encodings.results import results
    from posenc_cli.render.models import FORMATS

    tables = (cast_results(results(scheme, *each), dtype) for scheme, each in zip(schemes, rows, strict=True))
    told = () if kind in _TOLD else reading.notices
    return Reply(ModelTables(reading, tuple(parts), tuple(tables)), FORMATS, (*of_file, *told))


def _read(model: str, chosen: Chosen) -> tuple[ModelReading, tuple[Notice, ...]]:
    from posenc_cli.encodings.model_config import read_model
    from posenc_cli.files.configs import read_config

    apart = {"--d": chosen.d, "--base": chosen.base, "--layout": chosen.layout, "--spacing": chosen.spacing}
    named = None if chosen.encoding == "sinusoidal" else chosen.encoding
    together({"--model": model}, apart={"--encoding": named, **apart})
    document, notices = read_config(user_path(model))
    return read_model(document), notices


def _schemes(parts: dict[str, Found], chosen: Chosen) -> list[Scheme]:
    """The encodings, those of the main one's kind with what ``-p`` says otherwise."""
    from posenc_cli.cli.parameters import read
    from posenc_cli.encodings.model_tables import changed

    main = next(iter(parts.values())).scheme.encoding.name
    given = read(main, chosen.params)
    return [
        changed(each.scheme, chosen.first_pos, given if each.scheme.encoding.name == main else {})
        for each in parts.values()
    ]
