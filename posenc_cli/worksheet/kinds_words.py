"""Kinds of exercises whose answers are ticks, words or code: they are looked at by a person."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from posenc_cli.errors import InputError
from posenc_cli.worksheet.code_gap import fits, listing, told
from posenc_cli.worksheet.kinds_rows import is_short
from posenc_cli.worksheet.sheet import Place

if TYPE_CHECKING:
    from posenc_cli.worksheet.plan import Plan
    from posenc_cli.worksheet.spec import Exercise

#: Which of the statements of the catalogue are true, by their number.
STATEMENTS = {1: False, 2: False, 3: True, 4: False, 5: True, 6: False, 7: True, 8: False, 9: False, 10: True}
#: Statements that are drawn where the spec does not say how many.
USUAL_STATEMENTS = 4


def idea(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """The formula is told, and nothing asked.

    Raises:
        InputError: conventions of which no sentence tells.
    """
    if strange := told(plan.ground.methods[""].chosen, is_odd=plan.d % 2 == 1):
        raise InputError("worksheet.kind-convention", **plan.where, kind=exercise.kind, given=strange)
    return {"sentences": exercise.sentences}


def formula_gap(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """Gaps of the formula to be ticked; with its numbers, the pair and the exponent of one column to be found.

    Raises:
        InputError: conventions that the choices do not name.
    """
    _refuse_strange(plan, exercise)
    if "numbers" not in exercise.parts:
        return {"column": None}
    later = [k for k in range(plan.d) if int(plan.values["i"].ravel()[k]) > 0] or [0]
    column = plan.draw.shuffled(later, f"{plan.number}/column")[0]
    # Rounded, it would lead to other numbers later on.
    for quantity in ("i", "exponent") if is_short(plan, "exponent", column) else ("i",):
        label = "pair" if quantity == "i" else quantity
        plan.ask(f"{quantity}_d{column + 1}", Place(quantity, 0, column), exercise.points, label, column=column)
    return {"column": column}


def true_false(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """Statements to be ticked and reasoned about.

    Raises:
        InputError: a number that no statement has, or more statements than there are.
    """
    numbers: tuple[int, ...] = exercise.statements
    for number in numbers:
        if number not in STATEMENTS or numbers.count(number) > 1:
            raise InputError("worksheet.no-statement", **plan.where, given=number, last=len(STATEMENTS))
    if not numbers:
        numbers = _drawn(plan, exercise.items or USUAL_STATEMENTS)
    return {"statements": tuple((number, STATEMENTS[number]) for number in numbers)}


def _drawn(plan: Plan, count: int) -> tuple[int, ...]:
    """Statements in a drawn order, as many true ones as false ones; one more or less where there is an odd number."""
    mixed = plan.draw.shuffled(sorted(STATEMENTS), f"{plan.number}/statements")
    by_truth = [[number for number in mixed if STATEMENTS[number] is truth] for truth in (True, False)]
    by_truth.sort(key=lambda numbers: mixed.index(numbers[0]))
    in_turn = [number for both in zip_longest(*by_truth) for number in both if number is not None]
    return tuple(number for number in mixed if number in in_turn[:count])


def code_gap(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """A table builder with three gaps.

    Raises:
        InputError: conventions that its ten lines do not have.
    """
    _refuse_strange(plan, exercise)
    scheme = plan.ground.methods[""]
    return {"lines": listing(scheme.chosen, scheme.parameters["base"])}


def _refuse_strange(plan: Plan, exercise: Exercise) -> None:
    if strange := fits(plan.ground.methods[""].chosen):
        raise InputError("worksheet.kind-convention", **plan.where, kind=exercise.kind, given=strange)


def open_line(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """Questions of the author's own.

    Raises:
        InputError: model answers that fit no question.
    """
    if exercise.models and len(exercise.models) != len(exercise.sentences):
        count, wanted = len(exercise.models), len(exercise.sentences)
        raise InputError("worksheet.models-count", **plan.where, given=count, wanted=wanted)
    return {"questions": exercise.sentences, "models": exercise.models}
