"""The kinds of exercises: one record each. A kind decides which cells are printed and which are blanks.

The prose of a kind is in the catalogue under ``exercise.<kind>``; how it looks is the view's matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from posenc_cli.encodings.combine import PAIR
from posenc_cli.errors import InputError
from posenc_cli.files.words import split_words
from posenc_cli.worksheet.sheet import Place
from posenc_cli.worksheet.task import task

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.worksheet.plan import Plan
    from posenc_cli.worksheet.spec import Exercise

Planner = Callable[["Plan", "Exercise"], "dict[str, Any]"]


@dataclass(frozen=True)
class Kind:
    """A kind of exercise.

    Attributes:
        name: as in the spec.
        verb: the one instruction verb, a key under ``exercise.verb``.
        level: I reproduce, II apply, III reason.
        plan: marks what is printed and asked; returns numbers and words for the page.
        parts: names of parts that a spec may leave out, in order.
    """

    name: str
    verb: str
    level: str
    plan: Planner
    parts: tuple[str, ...] = ()


def _prose(_plan: Plan, exercise: Exercise) -> dict[str, Any]:
    return {"sentences": exercise.sentences}


def _calculator(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    plan.wanted.add("check")
    plan.ask("rad", Place("check", 0, 0), exercise.points, "check")
    return {}


def _encode(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    worked = [plan.row(position, exercise) for position in exercise.worked]
    asked = [plan.row(position, exercise) for position in exercise.blank]
    for row in worked:
        plan.show("pe", row)
    for row in asked:
        position = plan.positions[row]
        plan.ask_row(f"pe{position}", "pe", row, exercise.points, "encoding", via=("angle",), position=position)
    return {"worked": worked, "asked": asked}


def _lookup(plan: Plan, _exercise: Exercise) -> dict[str, Any]:
    for row in range(len(plan.words)):
        plan.show("pe", row)
    return {"word": _exercise.word}


def _add(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    plan.wanted.add("x")
    worked = [plan.row(position, exercise) for position in exercise.worked]
    asked = [plan.row(position, exercise) for position in exercise.blank]
    for row in (*worked, *asked):
        plan.show("e", row)
        if not plan.has_blank("pe", row):
            plan.show("pe", row)
    for row in worked:
        plan.show("x", row)
    for row in asked:
        position = plan.positions[row]
        plan.ask_row(f"x{position}", "x", row, exercise.points, "sum", position=position, word=plan.words[row])
    return {"worked": worked, "asked": asked}


def _same_word(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    plan.wanted.add("x")
    word = exercise.word or plan.words[0]
    row = plan.word_row(word, exercise)
    places = []
    for sentence in exercise.sentences:
        folded = [part.casefold() for part in split_words(sentence)]
        if word.casefold() not in folded:
            raise InputError("worksheet.no-such-word", **plan.where, kind=exercise.kind, given=word, known=sentence)
        places.append((sentence, folded.index(word.casefold()) + plan.positions[0]))
    plan.show("e", row)
    return {"word": word, "row": row, "places": tuple(places)}


def _matrix(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    plan.wanted.add("m")
    for row, position in enumerate(plan.positions):
        if plan.has_blank("x", row):
            plan.ask_row(
                f"m{position}", "m", row, 0, "matrix", source=("x", row), position=position, word=plan.words[row]
            )
        else:
            plan.show("x", row)
            plan.show("m", row)
    return {"exercise": exercise.kind}


def _pair(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    plan.wanted |= {*PAIR}
    if len(exercise.pair) != 2:
        given = ", ".join(exercise.pair) or "–"
        raise InputError("worksheet.pair-of-two", **plan.where, kind=exercise.kind, given=given)
    rows = tuple(plan.word_row(word, exercise) for word in exercise.pair)
    plan.pair_rows = rows[0], rows[1]
    for quantity, row in zip(("left", "right"), rows, strict=True):
        plan.show("e", row)
        if plan.has_blank("x", row):
            stem, position, word = plan.stem(row), plan.positions[row], plan.words[row]
            plan.ask_row(stem, quantity, 0, 0, "copied", source=("x", row), position=position, word=word)
        else:
            plan.show("x", row)
            plan.show(quantity, 0)
    plan.ask_row("prod", "prod", 0, exercise.points, "product")
    plan.ask("dot", Place("dot", 0, 0), exercise.points, "dot")
    if "cosine" in exercise.parts:
        plan.ask("cos", Place("cosine", 0, 0), exercise.points, "cosine")
    return {"rows": rows}


#: Instructions: keys under ``sheet.verb``.
VERBS = ("read", "compare", "check", "complete", "calculate", "justify", "follow")
#: Kinds that read the vectors of words.
ADDING = frozenset({"add", "same-word", "matrix", "pair"})

_RECORDS = (
    Kind("cards", "compare", "I", _prose),
    Kind("idea", "read", "I", _prose, ("pipeline", "pictures", "ingredients")),
    Kind("calculator", "check", "I", _calculator, ("modes", "powers", "rounding")),
    Kind("divisors", "complete", "II", _prose, ("wide", "clock", "dials", "predict")),
    Kind("encode", "calculate", "II", _encode, ("effect", "heatmap")),
    Kind("lookup", "compare", "II", _lookup, ("exchange",)),
    Kind("add", "calculate", "II", _add),
    Kind("same-word", "compare", "II", _same_word, ("meaning",)),
    Kind("matrix", "complete", "I", _matrix),
    Kind("pair", "justify", "III", _pair, ("cosine", "reference", "width", "why")),
    Kind("summary", "read", "I", _prose, ("layers", "next", "cutouts")),
    Kind("task", "calculate", "II", task),
)

KINDS: Mapping[str, Kind] = MappingProxyType({record.name: record for record in _RECORDS})
if len(KINDS) != len(_RECORDS):
    raise RuntimeError("two kinds of exercises share a name")
