"""The views of an encoding step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.i18n import text
from posenc_cli.render.layout import json_document, json_numbers
from posenc_cli.render.style import fit
from posenc_cli.render.tables import conventions, dimension, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from posenc_cli.encodings.table import Column
    from posenc_cli.encodings.working import Working
    from posenc_cli.render.style import Renderer, Style


def column_title(column: Column) -> str:
    """A column with both ways of counting: ``d₃ (k = 2, i = 1, sin)``."""
    return f"{dimension(column.k)} (k = {column.k}, i = {column.i}, {column.function})"


def _steps(working: Working, column: Column, style: Style) -> Iterator[tuple[str, str]]:
    """Name and line of every step; the last one is rounded as on paper."""
    *between, last = working.rules
    for rule in between:
        said, value = working.said(rule, column.k, style.step), working.value(rule, column.k)
        sign = "=" if style.is_whole_step(value) else "≈"
        name = text(style.language, f"compute.rules.{rule}")
        yield name, f"{said} {sign} {style.step(value)}"
    written = style.paper(working.value(last, column.k), style.places)
    yield dimension(column.k), f"{working.said(last, column.k, style.step)} = {written}"


def _text(working: Working, style: Style) -> str:
    parts = [text(style.language, "compute.place", pos=working.pos, d=working.scheme.d) + "\n"]
    for column in working.columns:
        steps = list(_steps(working, column, style))
        width = max(len(name) for name, _ in steps)
        lines = [f"  {name:<{width}} = {line}" for name, line in steps]
        parts.append("\n".join([column_title(column), *lines]) + "\n")
    parts.append(paragraph(conventions(working.scheme, style), style) + "\n")
    return fit("\n".join(parts), style.screen.encoding)


def _json(working: Working, style: Style) -> str:
    def steps(column: Column) -> list[dict[str, Any]]:
        lines = [line for _, line in _steps(working, column, style)]
        return [
            {"rule": rule, "text": line, "value": json_numbers(working.value(rule, column.k), None)}
            for rule, line in zip(working.rules, lines, strict=True)
        ]

    return json_document(
        {
            "schema": "posenc.explain/1",
            "encoding": working.scheme.encoding.name,
            "d": working.scheme.d,
            "conventions": working.scheme.conventions,
            "position": working.pos,
            "columns": [
                {
                    "k": column.k,
                    "i": column.i,
                    "function": column.function,
                    "steps": steps(column),
                    "value": json_numbers(working.value(working.rules[-1], column.k), style.decimals),
                }
                for column in working.columns
            ],
        }
    )


FORMATS: Mapping[str, Renderer] = {"text": _text, "json": _json}
