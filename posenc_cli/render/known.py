"""The views of what encodings there are: all with their models and costs, one with formula, parameters and traps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from posenc_cli.i18n import catalogue, lookup, text
from posenc_cli.render.columns import fold
from posenc_cli.render.layout import json_document
from posenc_cli.render.named import choice_text
from posenc_cli.render.style import fit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from posenc_cli.encodings.record import Encoding, Parameter
    from posenc_cli.i18n import Language
    from posenc_cli.render.style import Renderer, Style

#: What is told of every encoding in a list, in order; one alone is told more of.
TOLD = ("used-by", "trained", "extrapolates", "cost", "choose")
#: Every text of an encoding.
TEXTS = ("title", *TOLD, "formula", "traps")
_WIDEST = 100


def told(record: Encoding, name: str, language: Language) -> str:
    """One text about an encoding."""
    return text(language, f"encodings.{record.name}.{name}")


def traps(record: Encoding, language: Language) -> list[str]:
    """What people and code get wrong about it."""
    return [str(each) for each in lookup(language, f"encodings.{record.name}.traps")]


def source(record: Encoding, language: Language) -> str:
    """Where it is from; the words between names and numbers in a language."""
    said = record.source
    words = cast("Mapping[str, str]", lookup(language, "encodings.heads.source-words"))
    for word, own in words.items():
        said = re.sub(rf"\b{word}\b", own, said)
    return said


def ordered(records: Sequence[Encoding], language: Language) -> list[Encoding]:
    """In the order in which they are told about; one without texts comes last."""
    order = list(catalogue(language, "encodings"))
    return sorted(records, key=lambda each: order.index(each.name) if each.name in order else len(order))


def _width(style: Style) -> int:
    return max(40, min(style.screen.width or 80, _WIDEST))


def _head(name: str, style: Style) -> str:
    return text(style.language, f"encodings.heads.{name}")


def _facts(facts: Mapping[str, str], style: Style) -> list[str]:
    """A heading each, with its text folded beside it, or below it where a column would be narrow."""
    width, longest = _width(style), max(map(len, facts))
    lines: list[str] = []
    for name, said in facts.items():
        if width < 2 * longest + 4:
            lines += [f"  {name}", *fold(said, width, first="    ", rest="    ")]
        else:
            lines += fold(said, width, first=f"  {name:<{longest}}  ", rest=" " * (longest + 4))
    return lines


def _all_text(records: Sequence[Encoding], style: Style) -> str:
    blocks = []
    for record in ordered(records, style.language):
        kind = text(style.language, f"encodings.kinds.{record.kind}")
        facts = {_head(name, style): told(record, name, style.language) for name in TOLD}
        head = fold(f"{record.name} – {told(record, 'title', style.language)}", _width(style), rest="  ")
        blocks.append("\n".join([*head, *_facts({_head("kind", style): kind, **facts}, style)]))
    costs = "\n".join(fold(text(style.language, "encodings.heads.costs"), _width(style)))
    return fit("\n\n".join([*blocks, costs]) + "\n", style.screen.encoding)


def _short(record: Encoding, language: Language) -> dict[str, Any]:
    facts = {name.replace("-", "_"): told(record, name, language) for name in ("title", *TOLD)}
    return {"name": record.name, "kind": record.kind, **facts}


def _all_json(records: Sequence[Encoding], style: Style) -> str:
    found = [_short(record, style.language) for record in ordered(records, style.language)]
    return json_document({"schema": "posenc.encodings/1", "encodings": found})


def _one_text(record: Encoding, style: Style) -> str:
    language = style.language
    names = ("formula", *TOLD)
    facts = {
        **{_head(name, style): told(record, name, language) for name in names[:1]},
        _head("kind", style): text(language, f"encodings.kinds.{record.kind}"),
        **{_head(name, style): told(record, name, language) for name in names[1:]},
        _head("source", style): source(record, language),
    }
    facts[_head("cost", style)] += text(language, "encodings.heads.cost-of")
    head = fold(f"{record.name} – {told(record, 'title', language)}", _width(style), rest="  ")
    parts = ["\n".join(head), "\n".join(_facts(facts, style))]
    rules = [f"{rule.name} = {rule.expression.text}" for rule in record.formula.rules]
    for name, lines in (
        ("rules", [line for rule in rules for line in _item(rule, style)]),
        ("parameters", list(_parameters(record, style))),
        ("conventions", list(_conventions(record, style))),
        ("traps", [line for trap in traps(record, language) for line in _item(trap, style)]),
    ):
        if lines:
            parts.append("\n".join([*fold(_opening(_head(name, style)), _width(style)), *lines]))
    return fit("\n\n".join(parts) + "\n", style.screen.encoding)


def _opening(words: str) -> str:
    return words[:1].upper() + words[1:]


def _item(said: str, style: Style, *, first: str = "  – ") -> list[str]:
    return fold(said, _width(style), first=first, rest=" " * len(first))


def unit(parameter: Parameter, language: Language) -> str:
    """What a parameter counts, in words; empty if it counts nothing."""
    return str(lookup(language, "encodings.units")[parameter.unit]) if parameter.unit else ""


def _default(parameter: Parameter, style: Style) -> str:
    """The default in words; empty if there is none."""
    value = parameter.default
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ";".join(style.short(float(each)) for each in value)
    return style.short(float(value)) if isinstance(value, int | float) else str(value)


def _parameters(record: Encoding, style: Style) -> Iterator[str]:
    language = style.language
    for each in record.parameters:
        said = [text(language, f"encodings.of-kind.{each.kind}")]
        if each.unit:
            said[0] += f" ({unit(each, language)})"
        if default := _default(each, style):
            said.append(text(language, "encodings.heads.default", value=default))
        if each.also:
            said.append(text(language, "encodings.heads.also", names=", ".join(each.also)))
        yield from _item(f"{each.name}: {'; '.join(said)}", style)


def _conventions(record: Encoding, style: Style) -> Iterator[str]:
    for each in record.conventions:
        yield f"  {each.name}"
        for choice in each.choices:
            said = choice_text(style.language, record.name, each.name, choice)
            yield from _item(f"{choice}: {said}", style, first="    – ")


def _one_json(record: Encoding, style: Style) -> str:
    language = style.language
    return json_document(
        {
            "schema": "posenc.encoding/1",
            **_short(record, language),
            "formula": told(record, "formula", language),
            "rules": {rule.name: rule.expression.text for rule in record.formula.rules},
            "results": list(record.results),
            "source": record.source,
            "parameters": [
                {
                    "name": each.name,
                    "kind": each.kind,
                    "default": list(each.default) if isinstance(each.default, tuple) else each.default,
                    "unit": unit(each, language),
                    "also": list(each.also),
                }
                for each in record.parameters
            ],
            "conventions": [
                {
                    "name": each.name,
                    "default": each.default,
                    "choices": {
                        choice: choice_text(language, record.name, each.name, choice) for choice in each.choices
                    },
                }
                for each in record.conventions
            ],
            "traps": traps(record, language),
        }
    )


ALL: Mapping[str, Renderer] = {"text": _all_text, "json": _all_json}
ONE: Mapping[str, Renderer] = {"text": _one_text, "json": _one_json}
