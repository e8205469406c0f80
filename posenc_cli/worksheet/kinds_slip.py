"""The kind that plants a slip: a worked row in which one line goes wrong, as people really go wrong there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.encodings.slips import WRITE, load
from posenc_cli.errors import InputError
from posenc_cli.worksheet.besides import ASIDE
from posenc_cli.worksheet.kinds_found import FAR, NEAR, chosen_positions, outside
from posenc_cli.worksheet.methods import elsewhere
from posenc_cli.worksheet.sheet import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from posenc_cli.encodings.slips import Slip
    from posenc_cli.worksheet.plan import Plan
    from posenc_cli.worksheet.spec import Exercise

#: Slips that show in a single line as it is written on paper.
PLANTED = (
    "exp-dimension-index",
    "exp-dimension-index-doubled",
    "exp-cos-next-pair",
    "exp-two-missing",
    "exp-pair-from-one",
    "div-same-for-all",
    "base-1000",
    "base-100",
    "div-multiplied",
    "pos-from-one",
    "pos-row-above",
    "func-swapped",
    "sign-lost",
    "angle-degrees",
)
#: In which step a line goes wrong.
Step = Literal["divisor", "angle", "function", "value"]
STEPS: tuple[Step, ...] = ("divisor", "angle", "function", "value")


@dataclass(frozen=True)
class Planted:
    """A line that went wrong.

    Attributes:
        slip: its id.
        rules: what it replaces, by the names of the encoding.
        column: of the line.
        step: in which it goes wrong.
    """

    slip: str
    rules: Mapping[str, str]
    column: int
    step: Step


def planted_slip(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """A worked row with one wrong line; the right value is asked for, which line it is does not stand in its name.

    Raises:
        InputError: the slip that the spec names does not show at the position.
    """
    (position,) = _one(plan, exercise)
    found = {slip.id: list(_visible(plan, slip, position)) for slip in _possible(plan)}
    found = {name: lines for name, lines in found.items() if lines}
    if exercise.slip and exercise.slip not in found:
        known = ", ".join(found) or "–"
        raise InputError("worksheet.no-slip-here", **plan.where, given=exercise.slip, position=position, known=known)
    names = list(found)
    name = exercise.slip or names[plan.draw.below(len(names), f"{plan.number}/slip")]
    planted = found[name][plan.draw.below(len(found[name]), f"{plan.number}/line")]
    row = plan.besides.row(position)
    plan.tell(position)
    place = Place(f"{ASIDE}_pe", row, planted.column)
    plan.ask(f"right_{row + 1}", place, exercise.points, "planted", via=(f"{ASIDE}_angle",), exercise=plan.number)
    return {"position": position, "row": row, "planted": planted}


def _one(plan: Plan, exercise: Exercise) -> tuple[int]:
    found = chosen_positions(plan, exercise, (outside(plan, NEAR), outside(plan, FAR)), 1)
    if len(found) != 1:
        raise InputError("worksheet.one-position", **plan.where, kind=exercise.kind, given=len(found))
    return (found[0],)


def _possible(plan: Plan) -> list[Slip]:
    """The slips that fit the encoding of the sheet."""
    scheme = plan.ground.methods[""]
    return [
        slip
        for slip in load(scheme.encoding.name)
        if slip.id in PLANTED and slip.fits(scheme.encoding.name, scheme.chosen)
    ]


def _visible(plan: Plan, slip: Slip, position: int) -> Iterator[Planted]:
    """The lines of a row in which a slip, in its usual form, leads to a clearly other number."""
    formula, leaves = elsewhere(plan.ground, [position])
    rules = {name: text for name, text in slip.variants[0].items() if name in formula and name != WRITE}
    right, wrong = (one.run(leaves, NUMBERS).values for one in (formula, formula.but(**rules)))
    decimals = plan.spec.worksheet.decimals
    for column in range(plan.d):
        there, here = (float(rounding.ticks(run["pe"][0, column], decimals)) for run in (right, wrong))
        if np.isfinite(here) and abs(here - there) > 1:
            yield Planted(slip.id, rules, column, _step(slip.id, rules))


def _step(slip: str, rules: Mapping[str, str]) -> Step:
    """Where a line goes wrong: by the first rule that is replaced; a mode or a sign shows in the value only."""
    if slip in ("sign-lost", "angle-degrees"):
        return "value"
    if {"i", "exponent", "divisor"} & rules.keys():
        return "divisor"
    return "angle" if "angle" in rules else "function"
