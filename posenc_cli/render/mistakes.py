"""The views of a slip: what it is, an example, and its hint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.encodings.slip_example import BY_HEAD, FINE
from posenc_cli.i18n import lookup, text
from posenc_cli.render.layout import grid, json_document, json_numbers
from posenc_cli.render.named import conventions, plain
from posenc_cli.render.style import fit
from posenc_cli.render.tables import dimension, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from posenc_cli.encodings.slip_example import SlipExample, Spoken
    from posenc_cli.i18n import Language
    from posenc_cli.render.style import Renderer, Style


#: Quantities whose columns are those of a vector.
_DIMENSIONS = frozenset({"pe", "x", "m", "prod", "turned", "valued", "mean"})
_PAIRS = frozenset({"angle", "inv_freq"})
_KEYS = frozenset({"bias", "score", "weight", "visible", "bucket", "index"})
_WHOLE = frozenset({"visible", "bucket", "index"})
#: Rules whose numbers stand for words.
_WORDED = frozenset({"split", "axis"})


def _said(language: Language, places: Sequence[str], name: str) -> str | None:
    """What the first of some tables says that has the name."""
    for place in places:
        try:
            return str(lookup(language, f"{place}.{name}"))
        except KeyError:
            continue
    return None


def _column(quantity: str, k: int, language: Language) -> str:
    """The name of a column; of a single number that of the quantity."""
    if quantity in _DIMENSIONS:
        return dimension(k)
    if quantity in _PAIRS:
        return text(language, "mistakes.pair", i=k)
    if quantity in _KEYS:
        return text(language, "mistakes.key", k=k)
    if quantity in BY_HEAD:
        return text(language, "mistakes.head", h=k + 1)
    return _said(language, ("compute", "steps.rules"), quantity) or quantity


def _row(example: SlipExample, style: Style) -> str:
    """The name of the row."""
    language, quantity = style.language, example.quantity
    if example.scheme.encoding.kind == "additive":
        summed = "√d·E + PE" if example.scaled else "E + PE"
        return text(language, f"compute.row.{quantity}", pos=example.pos, sum=summed)
    return text(language, f"mistakes.row.{quantity}", pos=example.pos)


def _number(quantity: str, value: float, style: Style) -> str:
    if quantity in FINE:
        return style.step(value)
    return style.short(value) if quantity in _WHOLE else style.number(value)


def _step_name(rule: str, k: int, style: Style) -> str:
    if rule in _DIMENSIONS - {"valued", "mean"}:
        return dimension(k)
    return _said(style.language, ("mistakes.rules", "steps.rules", "compute.rules"), rule) or rule


def _step(rule: str, say: Spoken, value: float, style: Style) -> str:
    """A step in words with its result, unless it is nothing but its result."""
    if rule == "wave":
        return "cos" if value else "sin"
    if rule in _WORDED:
        return text(style.language, f"mistakes.{rule}.{value:.0f}")
    said, result = say(style.step), style.step(value)
    if not np.isfinite(value):
        return f"{said} = {text(style.language, 'compute.calculator-error')}"
    return said if said == result else f"{said} {'=' if style.is_whole_step(value) else '≈'} {result}"


def _table(example: SlipExample, style: Style) -> Iterator[str]:
    """The row as it is right and with the slip, and the step in which they part."""
    language, quantity = style.language, example.quantity
    headings = [_row(example, style), *(_column(quantity, k, language) for k in range(len(example.right)))]
    rows = [
        [text(language, which), *(_number(quantity, value, style) for value in values.tolist())]
        for which, values in (
            ("mistakes.before", example.before),
            ("compute.right", example.right),
            ("compute.slip", example.wrong),
        )
        if len(values)
    ]
    yield grid(headings, rows, style.screen, left=(0,))
    if not example.seen:
        yield paragraph(text(language, "compute.unseen", pos=example.pos, d=example.scheme.d), style) + "\n"
    elif (changed := example.changed) is not None:
        name = _step_name(changed.rule, changed.k, style)
        ways = {text(language, "compute.right"): changed.right, text(language, "compute.slip"): changed.slip}
        width = max(map(len, ways)) + 1
        lines = [f"  {way + ':':<{width}} {name} = {_step(changed.rule, *step, style)}" for way, step in ways.items()]
        column = dimension(changed.k) if changed.rule == "keyed" else _column(quantity, changed.k, language)
        where = "" if len(example.right) == 1 and changed.rule != "keyed" else f" ({column})"
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
        "encoding": example.scheme.encoding.name,
        "conventions": plain(example.scheme),
        "d": example.scheme.d,
        "position": example.pos,
        "quantity": example.quantity,
        **({"before": json_numbers(example.before, None)} if len(example.before) else {}),
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
