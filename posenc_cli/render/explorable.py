"""What the explorer page shows, as data: rules, conventions and constants of encodings, in words of both languages.

Nothing is computed here. ``templates/script/tables.js`` makes positions and columns for its sliders and runs the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings import encoding
from posenc_cli.encodings.combine import ADD, PAIR
from posenc_cli.encodings.results import hidden
from posenc_cli.encodings.rotate import ROTATE
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.encodings.steps import shown_rules
from posenc_cli.grading.as_data import leaf, tree
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.render.named import choice_text
from posenc_cli.render.steps import label
from posenc_cli.render.style import Style

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: Leaves that the page makes itself, for as many positions and columns as its sliders say.
AXES = frozenset({"pos", "k", "i", "query", "key", "h", "d", "rotary_dim"})
#: How many positions and columns its sliders reach.
MOST_ROWS, MOST_COLUMNS = 64, 256
#: What its slider of the base can be set to.
BASES = (*(digit * 10**power for power in range(1, 6) for digit in (1, 2, 5)), 10**6)
#: What is shown besides the results, where there is such a rule: the hands of clocks, and which pair they belong to.
_BESIDES = ("angle", "i", "axis")
_WAVES = (-1.0, 1.0)


@dataclass(frozen=True)
class Shown:
    """An encoding as the page shows it.

    Attributes:
        name: of the encoding.
        results: quantities that can be looked at, with the range of their colours; None for that of their values.
        choices: conventions that can be chosen, all others are the usual ones.
        given: parameters with other values than the usual ones; where a choice needs them, for that choice only.
        base: the parameter that the slider of the base sets; empty for none.
        step: of the width.
        rows: how many positions there can be.
        learned: are its numbers an example of what a model learns?
    """

    name: str
    results: Mapping[str, tuple[float, float] | None]
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    given: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    base: str = ""
    step: int = 2
    rows: int = MOST_ROWS
    learned: bool = False

    def forms(self) -> Iterator[tuple[str, Scheme]]:
        """Every combination of choices, its names joined by a slash, and the encoding under it."""
        for picked in product(*self.choices.values()):
            yield "/".join(picked), self.scheme(dict(zip(self.choices, picked, strict=True)))

    def scheme(self, chosen: Mapping[str, str], d: int = 8, **more: Any) -> Scheme:  # noqa: ANN401
        """The encoding under some choices, as the page computes it."""
        conventions = encoding(self.name).conventions
        belongs = {name for each in conventions for names in each.needs.values() for name in names}
        wanted = {n for each in conventions for n in each.needs.get(chosen.get(each.name, each.default), ())}
        given = {name: value for name, value in self.given.items() if name in wanted or name not in belongs}
        asked: dict[str, Any] = {**chosen, **given, **more}
        return Scheme.of(self.name, d=d, **asked)


_LAYOUT = ("interleaved", "halves")
_TURNING: Mapping[str, tuple[float, float] | None] = {"cos": _WAVES, "sin": _WAVES}
#: In the order of the page. A context of 16 positions stretched 4 times is as long as its slider reaches.
SHOWN = (
    Shown("sinusoidal", {"pe": _WAVES}, {"layout": _LAYOUT, "spacing": ("paper", "endpoint")}, base="base"),
    Shown(
        "sinusoidal-2d",
        {"pe": _WAVES},
        {"variant": ("mae", "transformers", "timm", "detr")},
        {"height": 8, "width": 8},
        "base",
        step=4,
    ),
    Shown(
        "rope",
        {**_TURNING, "angle": None},
        {"scaling": ("none", "linear", "ntk", "yarn", "llama3")},
        {"factor": 4, "original_max_position_embeddings": 16},
        "theta",
    ),
    Shown("xpos", {**_TURNING, "scale": None}, base="theta"),
    Shown("alibi", {"bias": None}, {"mask": ("causal", "symmetric")}),
    Shown("t5", {"bias": None, "bucket": None}, learned=True),
    Shown("kerple", {"bias": None}, {"kernel": ("log", "power"), "mask": ("causal", "symmetric")}, learned=True),
    Shown("swin", {"bias": None, "index": None}, rows=49, learned=True),
)


def explorable() -> dict[str, Any]:
    """All that the page computes with, as it goes into JSON."""
    return {
        "rows": MOST_ROWS,
        "bases": BASES,
        "encodings": [_encoding(each) for each in SHOWN],
        "labels": {name: _labels(name) for name in sorted(_named())},
        "add": _rules(Formula.of(**ADD)),
        "compare": _rules(Formula.of(**{name: PAIR[name] for name in ("left", "right", "prod", "dot")})),
        "rotate": _rules(Formula.of(**ROTATE)),
    }


def _encoding(shown: Shown) -> dict[str, Any]:
    schemes = dict(shown.forms())
    first = next(iter(schemes.values()))
    given = first.given(np.arange(2))
    return {
        "name": shown.name,
        "kind": first.encoding.kind,
        "title": {language: text(language, f"encodings.{shown.name}.title") for language in LANGUAGES},
        "axis": next(name for name in ("key", "i", "k") if name in given),
        "step": shown.step,
        "rows": shown.rows,
        "heads": np.size(given.get("h", 1)),
        "base": shown.base,
        "learned": shown.learned,
        "results": [{"name": name, "range": limits} for name, limits in shown.results.items()],
        "choices": [_choice(shown, name, options) for name, options in shown.choices.items()],
        "forms": {name: _form(shown, scheme) for name, scheme in schemes.items()},
    }


def _choice(shown: Shown, name: str, options: tuple[str, ...]) -> dict[str, Any]:
    said = {
        option: {language: choice_text(language, shown.name, name, option) for language in LANGUAGES}
        for option in options
    }
    return {"name": name, "options": said}


def _form(shown: Shown, scheme: Scheme) -> dict[str, Any]:
    """The rules that lead to what is shown, what they read besides axes, and the steps to each result."""
    ends = [name for name in (*shown.results, *_BESIDES) if name in scheme.formula]
    needed = _leading(scheme.formula, ends)
    formula = Formula(tuple(rule for rule in scheme.formula.rules if rule.name in needed))
    given = scheme.given(np.arange(2))
    run = scheme.computed(given)
    return {
        "rules": _rules(formula),
        "given": {
            name: leaf(value)
            for name, value in given.items()
            if name in formula.names and name not in AXES | {shown.base}
        },
        "steps": {result: list(shown_rules(scheme.formula, (result,)).items()) for result in shown.results},
        "masked": hidden(scheme, given, run.values) is not None,
    }


def _leading(formula: Formula, ends: list[str]) -> set[str]:
    """All rules that some of them read, themselves too."""
    found, reads = set(ends), {rule.name: rule.expression.names for rule in formula.rules}
    for rule in reversed(formula.rules):
        if rule.name in found:
            found |= reads[rule.name] & reads.keys()
    return found


def _rules(formula: Formula) -> list[list[Any]]:
    return [[rule.name, tree(rule.expression)] for rule in formula.rules]


def _named() -> set[str]:
    return {
        name
        for shown in SHOWN
        for _, scheme in shown.forms()
        for name in shown_rules(scheme.formula, tuple(shown.results)).values()
    }


def _labels(name: str) -> dict[str, str]:
    return {language: label(name, Style(language)) for language in LANGUAGES}
