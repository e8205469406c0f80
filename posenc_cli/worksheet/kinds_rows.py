"""Kinds of exercises on the rows of the sheet itself: the whole way from the encoding to two words compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.encodings.combine import PAIR
from posenc_cli.errors import InputError
from posenc_cli.files.words import split_words
from posenc_cli.i18n.numbers import round_half_away
from posenc_cli.worksheet.fading import USUAL_ROWS, levels
from posenc_cli.worksheet.joining import is_sum
from posenc_cli.worksheet.sheet import Place
from posenc_cli.worksheet.valueless import refuse_valueless_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.worksheet.plan import Plan
    from posenc_cli.worksheet.spec import Exercise

#: Levels of fading (:mod:`posenc_cli.worksheet.fading`) from which on a step of the calculation is a blank.
DIVISOR, ANGLE, EMPTY = 3, 2, 4
#: Levels from which on the pattern is to be found, and the embedding to be copied, in a sum.
PATTERN, EMBEDDING = 2, 3


def prose(_plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """Nothing is asked."""
    return {"sentences": exercise.sentences}


def cards(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """Cards with words."""
    if not exercise.sentences:
        _need_sentence(plan, exercise)
    return prose(plan, exercise)


def summary(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """What its parts tell."""
    if not exercise.parts:
        raise InputError("worksheet.no-parts", **plan.where, kind=exercise.kind)
    return prose(plan, exercise)


def _need_sentence(plan: Plan, exercise: Exercise) -> None:
    """Refuse what is about words on a sheet that has none."""
    if not split_words(plan.spec.worksheet.sentence):
        raise InputError("worksheet.no-words", **plan.where, kind=exercise.kind)


def calculator(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """The self-test, sin(1)."""
    plan.wanted.add("check")
    plan.ask("rad", Place("check", 0, 0), exercise.points, "check")
    return {}


def encode(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """Rows of the encoding: worked ones and blank ones, or rows that fade."""
    faded = _faded(plan, exercise)
    worked, asked = _split(plan, exercise, faded)
    for row in worked:
        plan.show("pe", row)
        plan.finish("pe", row, "row-worked")
    for row in asked:
        position = plan.positions[row]
        if row not in faded:
            plan.ask_row(f"pe{position}", "pe", row, exercise.points, "encoding", via=("angle",), position=position)
        else:
            _ask_steps(plan, exercise, row, faded[row])
    return {"worked": worked, "asked": asked, "levels": faded}


def _ask_steps(plan: Plan, exercise: Exercise, row: int, level: int) -> None:
    """The blanks of a row line by line, as one works through them.

    A divisor of many digits stays printed: from a rounded exponent, many a number would be right.
    """
    position, points = plan.positions[row], exercise.points
    steps = {"divisor": level == DIVISOR, "angle": ANGLE <= level < EMPTY}
    for column in range(plan.d):
        for quantity, is_asked in steps.items():
            if is_asked and (quantity == "angle" or is_short(plan, quantity, column)):
                plan.stretch(quantity)
                place, identifier = Place(quantity, row, column), f"{quantity}{position}_d{column + 1}"
                plan.ask(identifier, place, points, quantity, position=position, column=column)
        identifier, place = f"pe{position}_d{column + 1}", Place("pe", row, column)
        via = () if steps["angle"] else ("angle",)
        plan.ask(identifier, place, points, "encoding", via=via, position=position, column=column)


def is_short(plan: Plan, quantity: str, column: int) -> bool:
    """Has a quantity that is the same for all words no more decimals than the sheet asks for?"""
    value = float(plan.values[quantity][0, column])
    return float(round_half_away(value, plan.spec.worksheet.decimals)) == value


def _faded(plan: Plan, exercise: Exercise) -> dict[int, int]:
    """The level of every row that the exercise shows, in its order; none where it does not fade.

    Raises:
        InputError: rows are named in two ways, or there are more or fewer levels than rows.
    """
    where = {**plan.where, "kind": exercise.kind}
    if not exercise.fading:
        if exercise.rows:
            raise InputError("worksheet.rows-without-fading", **where)
        return {}
    if exercise.worked or exercise.blank:
        raise InputError("worksheet.fading-and-rows", **where)
    rows = [plan.row(position, exercise) for position in exercise.rows]
    if len(set(rows)) < len(rows):
        twice = next(position for position in exercise.rows if exercise.rows.count(position) > 1)
        raise InputError("worksheet.row-twice", **where, given=twice)
    found = levels(exercise.fading, len(rows) or min(len(plan.words), USUAL_ROWS))
    if not rows and len(found) <= len(plan.words):
        rows = list(range(len(found)))
    if len(rows) != len(found):
        raise InputError("worksheet.fading-length", **where, given=len(found), wanted=len(rows) or len(plan.words))
    return dict(zip(rows, found, strict=True))


def _split(plan: Plan, exercise: Exercise, faded: Mapping[int, int]) -> tuple[list[int], list[int]]:
    """The rows that are worked, and those that are asked for."""
    if faded:
        return [row for row, level in faded.items() if not level], [row for row, level in faded.items() if level]
    worked = [plan.row(position, exercise) for position in exercise.worked]
    return worked, [plan.row(position, exercise) for position in exercise.blank]


def lookup(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """All rows of the encoding."""
    if "exchange" in exercise.parts:
        _need_sentence(plan, exercise)
        if not exercise.word:
            raise InputError("worksheet.no-exchange", **plan.where, kind=exercise.kind)
    for row in range(len(plan.words)):
        plan.show("pe", row)
    return {"word": exercise.word}


def add(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """Embedding plus encoding: worked sums and blank ones, or sums that fade."""
    plan.wanted.add("x")
    faded = _faded(plan, exercise)
    worked, asked = _split(plan, exercise, faded)
    label = "sum" if is_sum(plan.ground.formula) else "joined"
    for row in (*worked, *asked):
        plan.show("e", row)
        if faded.get(row, 0) == PATTERN or faded.get(row, 0) == EMBEDDING:
            _ask_pattern(plan, exercise, row)
        elif not plan.has_blank("pe", row):
            plan.show("pe", row)
        if row in asked:
            position = plan.positions[row]
            plan.ask_row(f"x{position}", "x", row, exercise.points, label, position=position, word=plan.words[row])
    for row in worked:
        plan.show("x", row)
        plan.finish("x", row, "row-worked")
    return {"worked": worked, "asked": asked, "levels": faded}


def _ask_pattern(plan: Plan, exercise: Exercise, row: int) -> None:
    """The pattern of a row, unless the sheet asks for it or prints it elsewhere: then it is looked up there."""
    position = plan.positions[row]
    if not (plan.has_blank("pe", row) or plan.mask("pe")[row].any()):
        via = ("angle",) if "angle" in plan.ground.formula else ()
        plan.ask_row(f"pe{position}", "pe", row, exercise.points, "encoding", via=via, position=position)


def same_word(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """One word at several places."""
    plan.wanted.add("x")
    word = exercise.word or plan.words[0]
    row = plan.word_row(word, exercise)
    places = []
    for sentence in exercise.sentences:
        place = _place(plan, word, sentence)
        if place is None:
            raise InputError("worksheet.no-such-word", **plan.where, kind=exercise.kind, given=word, known=sentence)
        places.append((sentence, place))
        if place not in plan.positions:  # In a row of the sheet, what is asked for stays empty.
            plan.tell(place, "sentence-told")
    if len({place for _, place in places}) < max(len(places), 2):
        given = ", ".join(str(place) for _, place in places) or "–"
        raise InputError("worksheet.word-places", **plan.where, kind=exercise.kind, word=word, given=given)
    refuse_valueless_at(plan.spec, plan.ground, row, [place for _, place in places])
    plan.show("e", row)
    return {"word": word, "row": row, "places": tuple(places)}


def _place(plan: Plan, word: str, sentence: str) -> int | None:
    """The position of a word in a sentence of its own; None if it is not there."""
    folded = [part.casefold() for part in split_words(sentence)]
    return folded.index(word.casefold()) + plan.positions[0] if word.casefold() in folded else None


def word_places(plan: Plan) -> frozenset[int | None]:
    """Positions at which exercises of the whole worksheet show one word, those that are yet to come among them."""
    shown = (one for one in plan.spec.exercise if one.kind == "same-word")
    return frozenset(_place(plan, one.word or plan.words[0], sentence) for one in shown for sentence in one.sentences)


def matrix(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """All sums, those that were asked for as copies."""
    plan.wanted.add("m")
    for row, position in enumerate(plan.positions):
        if plan.has_blank("x", row):
            plan.ask_row(
                f"m{position}", "m", row, 0, "matrix", source=("x", row), position=position, word=plan.words[row]
            )
        else:
            plan.show("x", row)
            plan.show("m", row)
            plan.finish("x", row, "sum-told")
    return {"exercise": exercise.kind}


def pair(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """Two words compared."""
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
            plan.finish("x", row, "sum-told")
    plan.ask_row("prod", "prod", 0, exercise.points, "product")
    plan.ask("dot", Place("dot", 0, 0), exercise.points, "dot")
    if "cosine" in exercise.parts:
        plan.ask("cos", Place("cosine", 0, 0), exercise.points, "cosine")
    return {"rows": rows}
