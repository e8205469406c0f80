"""Views of the doctor's report."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.render.health import Check
    from posenc_cli.render.style import Renderer, Style

MARKS = {"fine": "ok", "lacking": "--", "broken": "!!"}
WIDEST = 100


def health_text(checks: Sequence[Check], style: Style) -> str:
    """A line a check; advice is put under what is missing."""
    width = min(style.screen.width or WIDEST, WIDEST)
    lines = []
    for check in checks:
        said = f"{MARKS[check.state]}  {check.said.text(style.language)}"
        lines += textwrap.wrap(said, width, subsequent_indent="    ", break_on_hyphens=False)
        if check.advice is not None:
            advice = check.advice.text(style.language)
            lines += textwrap.wrap(
                f"→ {advice}", width, initial_indent="    ", subsequent_indent="      ", break_on_hyphens=False
            )
    return "\n".join(lines) + "\n"


def health_json(checks: Sequence[Check], style: Style) -> str:
    """The same for programs."""
    rows = [
        {
            "name": check.name,
            "state": check.state,
            "said": check.said.text(style.language),
            "advice": check.advice.text(style.language) if check.advice else None,
        }
        for check in checks
    ]
    return json.dumps(rows, ensure_ascii=False, indent=2) + "\n"


FORMATS: Mapping[str, Renderer] = {"text": health_text, "json": health_json}
