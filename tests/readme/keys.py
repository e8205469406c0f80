"""Every key, kind and part of a worksheet, from the program and from ``docs/worksheets.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic_core import PydanticUndefined

from posenc_cli.worksheet.kinds import KINDS
from posenc_cli.worksheet.spec import Block, Embeddings, Exercise, Method, Worksheet
from posenc_cli.worksheet.spec_parts import Credit, Marking, OwnSlip

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic import BaseModel
    from pydantic.fields import FieldInfo

ABOUT = Path(__file__).resolve().parents[2] / "docs" / "worksheets.toml"
#: Tables of a spec: their name in the file, their name in ABOUT, their model.
TABLES: tuple[tuple[str, str, type[BaseModel]], ...] = (
    ("[worksheet]", "worksheet", Worksheet),
    ("[worksheet.credit]", "credit", Credit),
    ("[marking]", "marking", Marking),
    ("[slips.NAME]", "slips", OwnSlip),
    ("[embeddings]", "embeddings", Embeddings),
    ("[also.NAME]", "also", Method),
    ("[[exercise]]", "exercise", Exercise),
    ("[[exercise.block]]", "block", Block),
)
WORDS = {
    "en": ("key", "what it is", "else", "must be there", "kinds", "kind", "what it does", "parts"),
    "de": ("Schlüssel", "was es ist", "sonst", "muss da sein", "Arten", "Art", "was sie macht", "Teile"),
}


def about() -> dict[str, Any]:
    """``docs/worksheets.toml``."""
    return tomllib.loads(ABOUT.read_text(encoding="utf-8"))


def default(field: FieldInfo, needed: str) -> str:
    """What holds if the key is left out, as it would stand in the file."""
    value = field.default
    if value is PydanticUndefined:
        return needed
    if value is None or value in ("", (), {}) or isinstance(value, Credit):
        return "–"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f'`"{value}"`' if isinstance(value, str) else f"`{value:g}`"


def limits(field: FieldInfo) -> str:
    """From where to where a number may go."""
    found: Mapping[str, Any] = {
        name: getattr(one, name) for one in field.metadata for name in ("ge", "le") if hasattr(one, name)
    }
    return f" ({found['ge']:,} – {found['le']:,})".replace(",", " ") if len(found) == 2 else ""


def lines(language: str) -> Iterator[str]:
    """The tables of a page."""
    texts, which = about(), ["en", "de"].index(language)
    key, what, otherwise, needed, kinds, kind, does, parts = WORDS[language]
    for title, name, model in TABLES:
        yield f"## {title}\n\n| {key} | {what} | {otherwise} |\n| --- | --- | --- |"
        for field_name, field in model.model_fields.items():
            each = field.alias or field_name
            yield f"| `{each}` | {texts[name][each][which]}{limits(field)} | {default(field, needed)} |"
        yield ""
    yield f"## {kinds}\n\n| {kind} | {does} | {parts} |\n| --- | --- | --- |"
    for each, record in KINDS.items():
        shown = "; ".join(f"`{part}`: {texts['parts'][each][part][which]}" for part in record.parts)
        yield f"| `{each}` | {texts['kinds'][each][which]} | {shown or '–'} |"
