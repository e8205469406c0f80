"""Markup of sentences in the catalogue: ``**strong**``, ``_emphasis_``, ```formula```, and a power as ``10^(−3)``.

A sentence is parsed first and its values are put in afterwards, so that a word of the user is never markup.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from posenc_cli.render.blocks import Span

if TYPE_CHECKING:
    from posenc_cli.render.blocks import Inline, Style

_MARKUP = re.compile(
    r"\*\*(?P<strong>.+?)\*\*"
    r"|`(?P<formula>[^`]+)`"
    r"|(?<![\w{])_(?P<emphasis>[^_\s](?:[^_]*[^_\s])?)_(?![\w}])"
    r"|\^\((?P<power>[^()]*)\)"
)
_PLACE = re.compile(r"\{(\w+)\}")


def inline(sentence: str, /, **values: object) -> Inline:
    """A sentence of the catalogue as styled text.

    Args:
        sentence: with markup and named places.
        values: by name; a :class:`Span` (a reference, say) stands for itself where its place is in plain text.
    """
    spans: list[Span] = []
    end = 0
    for found in _MARKUP.finditer(sentence):
        spans += _plain(sentence[end : found.start()], values)
        style = cast("Style", found.lastgroup)
        spans.append(Span(found[style].format(**values), style))
        end = found.end()
    spans += _plain(sentence[end:], values)
    return _joined(spans)


def _plain(piece: str, values: dict[str, object]) -> list[Span]:
    spans: list[Span] = []
    end = 0
    for found in _PLACE.finditer(piece):
        value = values.get(found[1])
        if isinstance(value, Span):
            spans += [Span(piece[end : found.start()].format(**values)), value]
            end = found.end()
    return [*spans, Span(piece[end:].format(**values))]


def _joined(spans: list[Span]) -> Inline:
    """Without empty stretches; plain neighbours are one."""
    joined: list[Span] = []
    for span in spans:
        if not span.text and not span.target:
            continue
        before = joined[-1] if joined else None
        if before and before.style == span.style == "plain" and not before.target and not span.target:
            joined[-1] = Span(before.text + span.text)
        else:
            joined.append(span)
    return tuple(joined)
