"""What became of an answer, as a page shows it; a part of the view model (:mod:`posenc_cli.render.blocks`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Judged:
    """What became of an answer: a kind and a sign that says the same without colour, and what would be right."""

    kind: str
    sign: str
    said: str
    right: str = ""
