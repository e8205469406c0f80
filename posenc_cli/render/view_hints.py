"""Hints of a sheet: what helps who finds a number there that a likely slip leads to, or the author's own words.

No hint names a right number: it names a wrong one, and what to look at.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from posenc_cli.encodings.slips import hint_key
from posenc_cli.grading.fingerprints import likelihood
from posenc_cli.grading.wrong_values import wrong_values
from posenc_cli.i18n import lookup, text
from posenc_cli.render.blocks import Box, Listing, Paragraph, Span, Working
from posenc_cli.render.closing import Turned
from posenc_cli.render.inline import inline
from posenc_cli.worksheet.key import accepted_texts
from posenc_cli.worksheet.labels import label_within
from posenc_cli.worksheet.labels import shown as as_shown

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from posenc_cli.encodings.slips import Slip
    from posenc_cli.grading.wrong_values import WrongValues
    from posenc_cli.render.blocks import Block, ExerciseView, Inline
    from posenc_cli.render.view_writer import Writer
    from posenc_cli.worksheet.sheet import Blank, Part, Sheet

#: Hints of one exercise; more would be read as a text.
MOST = 2
#: A wrong number may be so many times as large as the largest right one.
_ROOM = 2
#: What happens most often, before the order in which reports name slips.
_FIRST = ("angle-degrees", "sign-lost", "func-swapped", "add-minus-lost", "add-subtracted")
#: Slips of multiplying by √d: nobody makes them where no sheet speaks of it.
_SCALING = frozenset({"add-scale-extra", "add-scale-divided", "add-scaled-encoding", "add-scaled-after"})
#: Rules of the formula, and the kinds of exercises that tell it.
_FORMULA, _TELLING = frozenset({"i", "exponent", "divisor"}), frozenset({"idea", "divisors", "formula-gap", "task"})


def hints(writer: Writer) -> dict[int, tuple[Inline, ...]]:
    """The hints of exercises by their number.

    An exercise has its own hint, or those of the likeliest slips that show there first; where none shows that has not
    shown before, those that no hint has told of. No hint stands there twice.
    """
    sheet = writer.sheet
    slips = sorted(_believable(sheet), key=lambda one: _likelihood(one.slip)) if _needs_slips(writer) else []
    found: dict[int, tuple[Inline, ...]] = {}
    told: set[str] = set()
    shown: set[str] = set()
    for part in sheet.parts:
        if part.spec.hint:
            found[part.number] = (inline(_escaped(part.spec.hint)),)
            continue
        said = _said(writer, part, slips, told, shown) or _said(writer, part, slips, told, set())
        # What has shown here once is explained here, and not again where its numbers are used.
        shown |= {one.slip.id for one in slips if any(blank.id in one.blanks for blank in part.blanks)}
        if said:
            found[part.number] = tuple(said)
    return found


def _said(
    writer: Writer, part: Part, slips: Sequence[WrongValues], told: set[str], shown: AbstractSet[str]
) -> list[Inline]:
    """The hints of one exercise; what they tell is added to what is told."""
    said: list[Inline] = []
    for one in slips:
        blank = _blank(part, one, slips) if len(said) < MOST else None
        if blank is None:
            continue
        alike = [other.slip for other in slips if other.texts.get(blank.id) == one.texts[blank.id]]
        key = _key(alike)
        if key in told or any(other.id in told | shown for other in alike):
            continue
        told |= {key, *(other.id for other in alike)}
        said.append(_hint(writer, blank, one.texts[blank.id], key))
    return said


def _believable(sheet: Sheet) -> list[WrongValues]:
    """Slips that somebody may make on a sheet, each with the numbers that nobody takes for a slip of the pen."""
    kinds = {part.spec.kind for part in sheet.parts}
    asked = {blank.place.quantity for blank in sheet.blanks}
    knows_formula = bool(kinds & _TELLING or asked & _FORMULA)
    most = _most(sheet)
    found = []
    for one in wrong_values(sheet):
        if one.slip.convention or (one.slip.id in _SCALING and not sheet.spec.worksheet.scale):
            continue
        if one.slip.rules and _FORMULA.issuperset(one.slip.rules) and not knows_formula:
            continue
        texts = {name: text for name, text in one.texts.items() if abs(float(text)) <= most[name]}
        if texts:
            found.append(replace(one, texts=texts))
    return found


def _most(sheet: Sheet) -> dict[str, float]:
    """By the id of a blank how large a wrong number of its quantity may be, as the right ones are: no sine is 8."""
    right = dict(zip((blank.id for blank in sheet.blanks), accepted_texts(sheet), strict=True))
    largest: dict[str, float] = {}
    for blank in sheet.blanks:
        sizes = [abs(float(one)) for one in right[blank.id]]
        largest[blank.place.quantity] = max(largest.get(blank.place.quantity, 0.0), *sizes)
    return {blank.id: max(_ROOM * largest[blank.place.quantity], 1.0) for blank in sheet.blanks}


def _likelihood(slip: Slip) -> tuple[int, tuple[int, str, int]]:
    return _FIRST.index(slip.id) if slip.id in _FIRST else len(_FIRST), likelihood(slip)


def with_hints(writer: Writer, exercises: Sequence[ExerciseView]) -> tuple[tuple[ExerciseView, ...], tuple[Block, ...]]:
    """The exercises, and what stands below all of them: hints are in a box each, or upside down at the foot."""
    place = writer.sheet.spec.worksheet.hints
    said = hints(writer) if place != "off" else {}
    if not said:
        return tuple(exercises), ()
    if place == "foot":
        items = tuple((Span("", target=str(number)), Span(": "), *one) for number, all_ in said.items() for one in all_)
        return tuple(exercises), (Turned(_title(writer, len(items)), (_intro(writer), Listing(items))),)
    boxed = []
    for part, exercise in zip(writer.sheet.parts, exercises, strict=True):
        blocks = exercise.blocks
        if part.number in said:
            box = Box("note", _title(writer, len(said[part.number])), _listed(said[part.number]))
            # In a key the working comes last, and so it is on the sheet.
            at = len(blocks) - (1 if blocks and isinstance(blocks[-1], Working) else 0)
            blocks = (*blocks[:at], box, *blocks[at:])
        boxed.append(replace(exercise, blocks=blocks))
    return tuple(boxed), ()


def _needs_slips(writer: Writer) -> bool:
    return any(part.blanks and not part.spec.hint for part in writer.sheet.parts)


def _blank(part: Part, one: WrongValues, slips: Sequence[WrongValues]) -> Blank | None:
    """The blank of an exercise that tells a slip best from others; None if it does not show there."""
    there = [blank for blank in part.blanks if blank.id in one.texts]
    return min(
        there, key=lambda blank: sum(other.texts.get(blank.id) == one.texts[blank.id] for other in slips), default=None
    )


def _key(alike: Sequence[Slip]) -> str:
    return hint_key(sorted(alike, key=lambda slip: slip.order))


def _hint(writer: Writer, blank: Blank, value: str, key: str) -> Inline:
    sentence = str(lookup(writer.language, "control.hint.number"))
    label = label_within(blank, writer.language)
    written = writer.paper(as_shown(writer.sheet, blank.place.quantity, value))
    return inline(sentence, label=label, value=written, hint=text(writer.language, key))


def _escaped(sentence: str) -> str:
    """A text of the author: markup as in a task, but braces are braces."""
    return sentence.replace("{", "{{").replace("}", "}}")


def _title(writer: Writer, count: int) -> str:
    return text(writer.language, "control.hint.one" if count == 1 else "control.hint.many")


def _intro(writer: Writer) -> Paragraph:
    return Paragraph((Span(text(writer.language, "control.hint.foot")),))


def _listed(said: Sequence[Inline]) -> tuple[Block, ...]:
    return (Paragraph(said[0]),) if len(said) == 1 else (Listing(tuple(said)),)
