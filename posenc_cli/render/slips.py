"""All slips as a list: what to call them, and what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.i18n import text
from posenc_cli.render.layout import json_document

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.encodings.slips import Slip
    from posenc_cli.render.style import Renderer, Style


def listed(scheme: Scheme) -> tuple[Slip, ...]:
    """The slips of an encoding, in the order of its catalogue."""
    from posenc_cli.encodings.slips import load

    return load(scheme.encoding.name)


def slips_text(slips: Sequence[Slip], style: Style) -> str:
    """A line a slip: its id and its name."""
    return "".join(f"{one.id}: {text(style.language, f'slips.{one.id}.name')}\n" for one in slips)


def slips_json(slips: Sequence[Slip], style: Style) -> str:
    """``posenc.slips/1``."""
    named = [{"slip": one.id, "name": text(style.language, f"slips.{one.id}.name")} for one in slips]
    return json_document({"schema": "posenc.slips/1", "slips": named})


FORMATS: Mapping[str, Renderer] = {"text": slips_text, "json": slips_json}
