"""The built-in worksheets as a list, with minutes, points, level and language."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from posenc_cli.i18n import text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.render.style import Renderer, Style


@dataclass(frozen=True)
class Listed:
    """One worksheet."""

    name: str
    language: str
    minutes: int
    points: float
    level: str
    title: str
    after: tuple[str, ...] = ()


def builtin() -> tuple[Listed, ...]:
    """All built-in worksheets in the order of a course."""
    from posenc_cli.worksheet.build import build
    from posenc_cli.worksheet.spec import BUILTIN_NAMES, find

    found = []
    for name in BUILTIN_NAMES:
        sheet = build(find(name))
        about = sheet.spec.worksheet
        found.append(
            Listed(name, about.language, about.minutes, sheet.max_points, about.level, about.title, about.after)
        )
    return tuple(found)


def listing_text(found: Sequence[Listed], style: Style) -> str:
    """Two lines a worksheet: what it is called, what it takes; those in the reader's language come first."""
    lines = []
    for one in sorted(found, key=lambda one: one.language != style.language):
        lines.append(f"{one.name}: {one.title}")
        facts = {"minutes": one.minutes, "points": f"{one.points:g}", "level": one.level, "of": one.language}
        after = text(style.language, "commands.listed-after", names=", ".join(one.after)) if one.after else ""
        lines.append("  " + text(style.language, "commands.listed", **facts) + after)
    return "\n".join(lines) + "\n"


def listing_json(found: Sequence[Listed], _style: Style) -> str:
    """The same for programs."""
    return json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=2) + "\n"


FORMATS: Mapping[str, Renderer] = {"text": listing_text, "json": listing_json}
