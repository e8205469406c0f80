"""The views of any encoding step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.i18n import lookup, text
from posenc_cli.render.layout import json_document, json_numbers
from posenc_cli.render.named import conventions, plain
from posenc_cli.render.style import fit
from posenc_cli.render.tables import dimension, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from posenc_cli.encodings.steps import Cell, Steps
    from posenc_cli.render.style import Renderer, Style

#: What is rounded as on paper; frequencies and slopes would be nothing then.
_ROUNDED = frozenset({"pe", "cos", "sin", "bias", "score", "weight"})
#: Between the hidden units of a network.
_UNITS = "; "


def label(name: str, style: Style) -> str:
    """A quantity in words, if there are any; many go by the name that they have in the field."""
    for key in ("steps.rules", "compute.rules"):
        table = lookup(style.language, key)
        if name in table:
            return str(table[name])
    return name


def _title(steps: Steps, cell: Cell, style: Style) -> str:
    if "k" in cell.name:
        return f"{dimension(cell.name['k'])} (k = {cell.name['k']})"
    if "i" in cell.name:
        return text(style.language, "steps.pair", i=cell.name["i"])
    return text(style.language, "steps.score", **{**cell.name, "encoding": steps.scheme.encoding.name})


def _lines(steps: Steps, cell: Cell, style: Style) -> Iterator[tuple[str, str, str]]:
    """Rule, name and line of every step."""
    for rule, name in steps.rules.items():
        values = steps.value(rule, cell)
        said = _UNITS.join(steps.said(rule, cell, style.step))
        exact = all(map(style.is_whole_step, values))
        write = style.step if exact or name not in _ROUNDED else lambda value: style.paper(value, style.places)
        shown = _UNITS.join(map(write, values))
        yield rule, name, said if said == shown else f"{said} {'=' if exact else '≈'} {shown}"


def _text(steps: Steps, style: Style) -> str:
    parts = [text(style.language, "compute.place", pos=steps.pos, d=steps.scheme.d) + "\n"]
    for cell in steps.cells:
        lines = [(label(name, style), line) for _, name, line in _lines(steps, cell, style)]
        width = max(len(name) for name, _ in lines)
        shown = [f"  {name:<{width}} = {line}" for name, line in lines]
        parts.append("\n".join([_title(steps, cell, style), *shown]) + "\n")
    if steps.hidden:
        parts.append(paragraph(text(style.language, "steps.hidden"), style) + "\n")
    parts.append(paragraph(conventions(steps.scheme, style), style) + "\n")
    return fit("\n".join(parts), style.screen.encoding)


def _json(steps: Steps, style: Style) -> str:
    def shown(cell: Cell) -> dict[str, Any]:
        lines = [
            {"rule": name, "text": line, "value": _number(steps.value(rule, cell), style)}
            for rule, name, line in _lines(steps, cell, style)
        ]
        return {**cell.name, "steps": lines}

    kinds = {"additive": "columns", "rotary": "pairs"}
    return json_document(
        {
            "schema": "posenc.explain/1",
            "encoding": steps.scheme.encoding.name,
            "kind": steps.scheme.encoding.kind,
            "d": steps.scheme.d,
            "conventions": plain(steps.scheme),
            "position": steps.pos,
            **({"masked": steps.hidden} if steps.scheme.encoding.kind == "bias" else {}),
            kinds.get(steps.scheme.encoding.kind, "scores"): [shown(cell) for cell in steps.cells],
        }
    )


def _number(values: list[float], style: Style) -> Any:  # noqa: ANN401
    found = json_numbers(values, style.decimals)
    return found[0] if len(found) == 1 else found


FORMATS: Mapping[str, Renderer] = {"text": _text, "json": _json}
