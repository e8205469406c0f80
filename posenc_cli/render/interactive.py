"""A sheet as a page to fill in: one file that checks what is typed, works without a network and asks for nothing.

The page comes from the view and the templates of paper, with fields where the blanks are. What marks them travels as
data (:mod:`posenc_cli.grading.as_data`) and is worked out by ``templates/script/``. Right answers are in it as far as
the script needs them, and the page says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from posenc_cli.calculation.expression import Call
from posenc_cli.encodings.slips import hint_key
from posenc_cli.errors import InputError
from posenc_cli.grading.as_data import marking_data
from posenc_cli.i18n import lookup, text
from posenc_cli.i18n.numbers import in_mark
from posenc_cli.render.blocks import Box, Choice, Dials, Heatmap, OpenQuestion
from posenc_cli.render.drawings import Arrows
from posenc_cli.render.examples import with_example
from posenc_cli.render.inline import inline
from posenc_cli.render.page import filled, safe
from posenc_cli.render.program import Code
from posenc_cli.render.scripted import as_json, policy, script, shortened_style, source
from posenc_cli.render.similar import similar_workings
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.labels import full_label
from posenc_cli.worksheet.mistakes import slips_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from posenc_cli.calculation.expression import Node
    from posenc_cli.encodings.slips import Slip
    from posenc_cli.i18n import Language
    from posenc_cli.render.blocks import Block, PageView
    from posenc_cli.worksheet.sheet import Sheet

#: In the order in which they build on each other; the page itself comes last.
SCRIPTS = ("arrays", "evaluate", "running", "numbers", "guard", "marking", "diagnosis", "interactive")
STYLES = ("sheet.css", "phone.css", "interactive.css")
#: A style for small screens only, as the page of paper has it.
_SMALL = ("@media screen and (max-width: 50em) {\n", "\n}\n")
#: The test of the calculator: its quantity, and the family of slips that a wrong angle mode makes.
_CHECK, _MODES = "check", ("angle-mode", "angle-degrees", "angle-gradians", "calendar-degrees", "rope-degrees")
_ANGLES = frozenset({"sin", "cos", "tan", "asin", "acos"})


@dataclass(frozen=True)
class Interactive:
    """What the template of the page needs besides the view.

    Attributes:
        texts: all sentences of the page by their keys.
        policy: its content policy: nothing but these scripts, and no request.
        style: its style.
        scripts: in order.
        data: for the script, as JSON.
        asks_mode: does it ask for the calculator's angle mode first?
        mode_blank: id of the blank that asks for it too; empty for none.
        by_hand: a sentence about what it cannot check; empty if there is nothing.
    """

    texts: Mapping[str, str]
    policy: str
    style: Markup
    scripts: tuple[Markup, ...]
    data: Markup
    asks_mode: bool
    mode_blank: str
    by_hand: str


def interactive_html(sheet: Sheet) -> str:
    """The page to fill in of a sheet.

    Raises:
        InputError: nothing is asked for that can be checked.
    """
    if not sheet.blanks:
        suggestion = f"{sheet.name}.html"
        raise InputError("interactive.nothing-asked", name=sheet.name, suggestion=suggestion)
    language = sheet.spec.worksheet.language
    texts = {
        f"{part}.{name}": str(sentence)
        for part in ("page", "calculator", "verdict", "hint")
        for name, sentence in lookup(language, f"interactive.{part}").items()
    }
    scripts = tuple(map(script, SCRIPTS))
    mode_blank = next((blank.id for blank in sheet.blanks if blank.place.quantity == _CHECK), "")
    view = sheet_view(sheet)
    page = Interactive(
        texts=texts,
        policy=policy(scripts),
        style=safe(_style()),
        scripts=tuple(map(safe, scripts)),
        data=safe(as_json(_data(sheet, view, texts, mode_blank))),
        asks_mode=needs_angles(sheet),
        mode_blank=mode_blank,
        by_hand=_by_hand(sheet, view),
    )
    return filled("interactive.html.j2", view, page=page, interactive=page)


def _data(sheet: Sheet, view: PageView, texts: Mapping[str, str], mode_blank: str) -> dict[str, Any]:
    language, mark = sheet.spec.worksheet.language, sheet.spec.worksheet.decimal_mark
    examples = with_example(sheet, view)
    slips = slips_of(sheet)
    return {
        "marking": marking_data(sheet),
        "name": sheet.form_name,
        "code": code_of(sheet),
        "codeShown": shown(code_of(sheet)),
        "texts": texts,
        "labels": {blank.id: full_label(blank, language) for blank in sheet.blanks},
        "hints": _hints(slips, language),
        "own": _own_hints(sheet),
        "worked": [blank.id for blank in sheet.blanks if blank.exercise in examples],
        "reasons": {f"numbers.{key}": in_mark(said, mark) for key, said in lookup(language, "numbers").items()},
        "similar": similar_workings(sheet, solve(sheet)),
        "modes": [slip.id for slip in slips if slip.family in _MODES or slip.id in _MODES],
        "modeBlank": mode_blank,
    }


def _hints(slips: Sequence[Slip], language: Language) -> dict[str, str]:
    """Every hint that a diagnosis can lead to, by the id of a slip, a family or a rule."""
    found = {slip.id: text(language, hint_key((slip,))) for slip in slips}
    families = {slip.family for slip in slips if slip.family}
    found |= {f"families.{name}": text(language, f"slips.families.{name}") for name in sorted(families)}
    known = lookup(language, "slips.rules")
    named = {slip.rules[0] for slip in slips if slip.rules} | {"write"}
    return found | {f"rules.{name}": str(known[name]) for name in sorted(named & known.keys())}


def _own_hints(sheet: Sheet) -> dict[str, str]:
    """By the id of a blank, the hint that the author of the worksheet gives; of the calculator's test, ours."""
    check = text(sheet.spec.worksheet.language, f"slips.rules.{_CHECK}")
    found = {blank.id: check for blank in sheet.blanks if blank.place.quantity == _CHECK}
    for part in sheet.parts:
        hint = inline(part.spec.hint.replace("{", "{{").replace("}", "}}"))
        found |= {blank.id: "".join(span.text for span in hint) for blank in part.blanks if hint}
    return found


def _by_hand(sheet: Sheet, view: PageView) -> str:
    """Which exercises ask for ticks, words, code or drawings, which no script can check."""
    language = sheet.spec.worksheet.language
    seen = {exercise.number for exercise in view.exercises if any(map(_is_by_hand, exercise.blocks))}
    numbers = [exercise.number for exercise in view.exercises if exercise.number in seen]
    key = "interactive.page.by-hand-one" if len(numbers) == 1 else "interactive.page.by-hand-many"
    return text(language, key, numbers=", ".join(numbers)) if numbers else ""


def _is_by_hand(block: Block) -> bool:
    match block:
        case Choice() | OpenQuestion() | Code():
            return True
        case Dials():
            return any(dial.hands is None for dial in block.dials)
        case Heatmap():
            return any(None in shades for _, shades in block.rows)
        case Arrows():
            return any(panel.after is None for panel in block.panels)
        case Box():
            return any(map(_is_by_hand, block.blocks))
    return False


def needs_angles(sheet: Sheet) -> bool:
    """Is there a sine, a cosine or the like to work out, for which a calculator's angle mode must be right?"""
    return any(map(_has_angle, (rule.expression.tree for rule in sheet.formula.rules)))


def _has_angle(node: Node) -> bool:
    return isinstance(node, Call) and (node.primitive in _ANGLES or any(map(_has_angle, node.arguments)))


@cache
def _style() -> str:
    """All styles; fonts are those of the device, and rules for paper are left out."""
    sheet, phone, page = map(source, STYLES)
    whole = "\n".join([sheet, phone.join(_SMALL), page])
    return shortened_style(re.sub(r"@font-face \{[^}]*\}", "", whole))
