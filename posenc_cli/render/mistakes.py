"""The views of a slip: what it is, an example, and its hint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.i18n import text
from posenc_cli.render.layout import grid, json_document, json_numbers
from posenc_cli.render.style import fit
from posenc_cli.render.tables import conventions, dimension, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from posenc_cli.encodings.slip_example import SlipExample, Spoken
    from posenc_cli.render.style import Renderer, Style


def _step_name(rule: str, k: int, style: Style) -> str:
    if rule in {"pe", "x", "m", "prod"}:
        return dimension(k)
    return text(style.language, f"compute.rules.{rule}")


def _step(rule: str, say: Spoken, value: float, style: Style) -> str:
    """A step in words with its result, unless it is nothing but its result."""
    if rule == "wave":
        return "cos" if value else "sin"
    said, result = say(style.step), style.step(value)
    if not np.isfinite(value):
        return f"{said} = {text(style.language, 'compute.calculator-error')}"
    return said if said == result else f"{said} {'=' if style.is_whole_step(value) else '≈'} {result}"


def _table(example: SlipExample, style: Style) -> Iterator[str]:
    """The row as it is right and with the slip, and the step in which they part."""
    language = style.language
    single = example.quantity in {"dot", "cosine"}
    headings = [
        text(
            language,
            f"compute.row.{example.quantity}",
            pos=example.pos,
            sum="√d·E + PE" if example.scaled else "E + PE",
        ),
        *([text(language, f"compute.{example.quantity}")] if single else map(dimension, range(len(example.right)))),
    ]
    rows = [
        [text(language, f"compute.{which}"), *map(style.number, values.tolist())]
        for which, values in (("right", example.right), ("slip", example.wrong))
    ]
    yield grid(headings, rows, style.screen, left=(0,))
    if np.array_equal(example.right, example.wrong, equal_nan=True):
        yield paragraph(text(language, "compute.unseen", pos=example.pos, d=example.scheme.d), style) + "\n"
    elif (changed := example.changed) is not None:
        name = _step_name(changed.rule, changed.k, style)
        ways = {text(language, "compute.right"): changed.right, text(language, "compute.slip"): changed.slip}
        width = max(map(len, ways)) + 1
        lines = [f"  {way + ':':<{width}} {name} = {_step(changed.rule, *step, style)}" for way, step in ways.items()]
        where = "" if single else f" ({dimension(changed.k)})"
        yield "\n".join([text(language, "compute.parting") + where, *lines]) + "\n"


def _why_no_numbers(example: SlipExample) -> str | None:
    """The key of the reason why a slip has no row of numbers; None for one that has."""
    if len(example.right):
        return None
    return "compute.other-shape" if example.slip.shape else "compute.no-number"


def _text(example: SlipExample, style: Style) -> str:
    language, name = style.language, example.slip.id
    parts = [
        f"{name}: {text(language, f'slips.{name}.name')}\n",
        paragraph(text(language, f"slips.{name}.did"), style) + "\n",
    ]
    if example.slip.convention:
        parts.append(paragraph(text(language, "compute.other-way"), style) + "\n")
    if why := _why_no_numbers(example):
        parts.append(paragraph(text(language, why), style) + "\n")
    else:
        parts += list(_table(example, style))
    parts.append(paragraph(text(language, "compute.hint", hint=text(language, f"slips.{name}.hint")), style) + "\n")
    if len(example.right):
        parts.append(paragraph(conventions(example.scheme, style), style) + "\n")
    return fit("\n".join(parts), style.screen.encoding)


def _json(example: SlipExample, style: Style) -> str:
    language, slip = style.language, example.slip
    document: dict[str, Any] = {
        "schema": "posenc.slip/1",
        "slip": slip.id,
        **{key: text(language, f"slips.{slip.id}.{key}") for key in ("name", "did", "hint")},
        "convention": slip.convention,
        "d": example.scheme.d,
        "position": example.pos,
        "quantity": example.quantity,
        "right": json_numbers(example.right, example.decimals),
        "wrong": json_numbers(example.wrong, example.decimals),
        "step": None,
        "why_no_numbers": None if (why := _why_no_numbers(example)) is None else text(language, why),
    }
    if (changed := example.changed) is not None:
        ways = {"right": changed.right, "wrong": changed.slip}
        texts = {which: _step(changed.rule, *step, style) for which, step in ways.items()}
        document["step"] = {"rule": changed.rule, "k": changed.k, **texts}
    return json_document(document)


FORMATS: Mapping[str, Renderer] = {"text": _text, "json": _json}
