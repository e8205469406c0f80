"""Kinds of exercises that go backwards, from numbers to the position or divisor behind them, and those that predict.

What they ask about lies beside the rows of the sheet, so that no other exercise gives it away.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.errors import InputError
from posenc_cli.i18n.numbers import round_half_away
from posenc_cli.worksheet.besides import ASIDE
from posenc_cli.worksheet.kinds_rows import word_places
from posenc_cli.worksheet.sheet import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from posenc_cli.worksheet.plan import Plan
    from posenc_cli.worksheet.spec import Exercise

#: Positions within the first turn of a hand that moves one radian a step, and within the second.
FIRST_TURN, SECOND_TURN = range(1, 7), range(7, 13)
#: Positions that are asked about where turns do not matter; the first turn is left to the hands.
NEAR, FAR = range(7, 16), range(16, 40)
#: Digits of an angle that is printed, at most.
MOST_DIGITS = 12
#: A width at which there are enough pairs to be put in order.
WIDE = 8
#: Two hands change differently enough to be predicted if the quick one changes by so much.
CLEARLY = 0.3
#: In which form a pair is told that is to be put in order, in turn.
FORMS = ("divisor", "wavelength", "frequency", "columns")


def chosen_positions(  # noqa: PLR0913  (all that a drawing is asked with)
    plan: Plan,
    exercise: Exercise,
    pools: Sequence[Iterable[int]],
    usual: int,
    *,
    further: bool = True,
    fits: Callable[[int], bool] = lambda _: True,
) -> tuple[int, ...]:
    """The positions that the spec names, else drawn ones; those that no other exercise shows come first.

    Args:
        plan: of the sheet.
        exercise: of the spec; where numbers are drawn, only how many positions it names counts.
        pools: of positions to draw from, the best first.
        usual: how many there are if the spec does not say.
        further: may positions behind the sheet be taken where those of the pools do not do?
        fits: can a position be drawn?

    Raises:
        InputError: more are wanted than there are.
    """
    if exercise.positions and plan.seed is None:
        return exercise.positions
    count = len(exercise.positions) or exercise.items or usual
    mixed = (plan.draw.shuffled(list(pool), f"{plan.number}/positions/{n}") for n, pool in enumerate(pools))
    found = [one for pool in mixed for one in pool if fits(one)]
    found.sort(key=lambda position: position in plan.taken)
    if len(found) < count and further:
        found += [position for position in beyond(plan) if position not in plan.taken and fits(position)]
    if len(found) < count:
        limits = {"given": count, "least": 1, "most": len(found)}
        raise InputError("worksheet.too-many-items", **plan.where, kind=exercise.kind, **limits)
    return tuple(found[:count])


def beyond(plan: Plan) -> range:
    """Positions behind the last row of the sheet, for a sheet so long that it has all the usual ones."""
    return range(plan.positions[-1] + 1, plan.positions[-1] + 1 + len(FAR))


def outside(plan: Plan, positions: Iterable[int]) -> list[int]:
    """Positions that no row of the sheet has."""
    return [position for position in positions if position not in plan.positions]


def _unasked(plan: Plan, positions: Iterable[int]) -> list[int]:
    """Positions that no exercise of the sheet asks for."""
    asked = {position for one in plan.spec.exercise for position in (*one.blank, *one.rows)}
    faded = any(one.fading and not one.rows for one in plan.spec.exercise)
    return [one for one in positions if one not in asked and not (faded and one in plan.positions)]


def pair_columns(plan: Plan, exercise: Exercise, *, least: int = 1) -> list[tuple[int, int]]:
    """The sine and the cosine column of every pair that has both, by the number of the pair.

    Raises:
        InputError: there are fewer such pairs than ``least``.
    """
    found = plan.besides.at([0])
    pairs, waves = (np.broadcast_to(found[name], (1, plan.d))[0] for name in ("i", "wave"))
    columns = [
        [[k for k in range(plan.d) if (pairs[k], waves[k]) == (number, wave)] for wave in (0, 1)]
        for number in sorted(set(pairs.tolist()))
    ]
    whole = [(sines[0], cosines[0]) for sines, cosines in columns if sines and cosines]
    if len(whole) < least:
        raise InputError("worksheet.too-few-pairs", **plan.where, kind=exercise.kind, d=plan.d, given=2 * least)
    return whole


def find_divisor(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """From a position and its angle to the divisor."""
    pairs = pair_columns(plan, exercise)
    order = plan.draw.shuffled(range(len(pairs)), f"{plan.number}/pairs")
    positions = chosen_positions(plan, exercise, (outside(plan, NEAR), outside(plan, FAR)), min(3, len(pairs)))
    items = []
    for number, position in enumerate(positions):
        column = pairs[order[number % len(order)]][0]
        angle = _angle(plan, position, column)
        at = plan.besides.number({"divisor_read": "pos_read / angle_read"}, {"pos_read": position, "angle_read": angle})
        plan.tell(position)
        named: dict[str, Any] = {"exercise": plan.number, "number": number + 1}
        plan.ask(f"divisor_{at + 1}", Place("divisor_read", 0, at), exercise.points, "divisor-read", **named)
        items.append((position, angle, at))
    return {"items": tuple(items)}


def _angle(plan: Plan, position: int, column: int) -> Decimal:
    """An angle with as many digits as are needed to find its divisor, as a decimal number."""
    found = plan.besides.at([position])
    divisor = float(np.broadcast_to(found["divisor"], (1, plan.d))[0, column])
    angle, decimals = float(found["angle"][0, column]), plan.spec.worksheet.decimals
    wanted = round_half_away(divisor, decimals)
    for digits in range(MOST_DIGITS + 1):
        shown = round_half_away(angle, digits)
        if shown and round_half_away(Decimal(position) / shown, decimals) == wanted:
            return shown.normalize() + Decimal(0)
    raise InputError("worksheet.no-short-angle", **plan.where, given=position)


def read_dial(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """From a dial to its position; the values of its quick hand are ticked."""
    pair_columns(plan, exercise)
    items = []
    # On the second turn, dials are hard to read.
    pool = _unasked(plan, FIRST_TURN) or outside(plan, SECOND_TURN) or list(beyond(plan))
    chosen = chosen_positions(plan, exercise, (pool,), min(2, len(pool)), further=False)
    for number, position in enumerate(chosen):
        items.append((position, _ask_position(plan, exercise, position, number)))
        plan.tell(position)
    orders = [plan.draw.shuffled(range(4), f"{plan.number}/options/{number}") for number in range(len(items))]
    return {"items": tuple(items), "orders": tuple(map(tuple, orders))}


def which_position(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """From a row to its position: the sine alone leaves two angles, the cosine decides."""
    sine, cosine = pair_columns(plan, exercise)[0]
    items = []
    pools = (outside(plan, FIRST_TURN), outside(plan, SECOND_TURN))

    def two_angles(position: int) -> bool:
        return abs(_printed(plan, position)[sine]) < 1

    for number, position in enumerate(chosen_positions(plan, exercise, pools, 1, fits=two_angles)):
        found = plan.besides.at([position])
        row = _printed(plan, position)
        if not np.isclose(np.sin(found["angle"][0, sine]), found["pe"][0, sine]):
            raise InputError("worksheet.kind-convention", **plan.where, kind=exercise.kind, given="magnitude")
        if not two_angles(position):
            told = {"given": position, "sine": int(row[sine])}
            raise InputError("worksheet.one-angle", **plan.where, kind=exercise.kind, **told)
        rules = {"sine_angle": "asin(sine_read)", "sine_angle_too": "radians(180) - sine_angle"}
        at = plan.besides.number(rules, {"sine_read": row[sine]})
        named: dict[str, Any] = {"exercise": plan.number, "number": number + 1}
        for name in rules:
            stem = name.replace("_", "")
            plan.ask(f"{stem}_{at + 1}", Place(name, 0, at), exercise.points, name.replace("_", "-"), **named)
        items.append((position, tuple(row), at, _ask_position(plan, exercise, position, number)))
        plan.tell(position)
    return {"items": tuple(items), "columns": (sine, cosine)}


def _printed(plan: Plan, position: int) -> list[Decimal]:
    """A row as it is printed."""
    return [
        round_half_away(float(value), plan.spec.worksheet.decimals) for value in plan.besides.at([position])["pe"][0]
    ]


def _ask_position(plan: Plan, exercise: Exercise, position: int, number: int) -> int:
    """Ask for a position; its column in ``pos_found``."""
    at = plan.besides.number({"pos_found": "pos_hidden"}, {"pos_hidden": position})
    named: dict[str, Any] = {"exercise": plan.number, "number": number + 1}
    plan.ask(f"pos_{at + 1}", Place("pos_found", 0, at), exercise.points, "pos-found", **named)
    return at


def order(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """Pairs from the quickest to the slowest, each told in another form."""
    scheme, width = plan.ground.methods[""], max(plan.d, WIDE)
    given = {**plan.ground.given, "d": width, "k": np.arange(width).reshape(1, -1)}
    found = scheme.encoding.under(width, scheme.chosen).run(given, NUMBERS).values
    by_pair = dict(zip(np.ravel(found["i"]).astype(int).tolist(), np.ravel(found["divisor"]).tolist(), strict=False))
    count = exercise.items or min(4, len(by_pair))
    if not 1 < count <= len(by_pair):
        limits = {"given": count, "least": 2, "most": len(by_pair)}
        raise InputError("worksheet.too-many-items", **plan.where, kind=exercise.kind, **limits)
    pairs = sorted(plan.draw.shuffled(sorted(by_pair), f"{plan.number}/pairs")[:count])
    shown = plan.draw.shuffled(pairs, f"{plan.number}/order")
    if shown == pairs:
        shown = [*shown[1:], shown[0]]  # in order already, there is nothing to do
    items = []
    for number, pair in enumerate(shown):
        leaves = {"place_hidden": 1 + sorted(pairs, key=lambda each: by_pair[each]).index(pair), "places": count}
        at = plan.besides.number({"place_found": "place_hidden"}, leaves)
        named: dict[str, Any] = {"exercise": plan.number, "number": number + 1}
        plan.ask(f"place_{at + 1}", Place("place_found", 0, at), exercise.points, "place-found", **named)
        columns = tuple(np.flatnonzero(np.ravel(found["i"]) == pair).tolist())
        items.append((FORMS[number % len(FORMS)], pair, by_pair[pair], columns, at))
    return {"items": tuple(items), "width": width}


def predict(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """Which column changes more? Predicted, then worked out."""
    pairs = pair_columns(plan, exercise, least=2)
    fast, slow = pairs[0][0], pairs[-1][0]
    positions = _neighbours(plan, exercise, fast, slow)
    rows = [plan.besides.row(position) for position in positions]
    change = f"change_{plan.number}"
    plan.besides.rules[change] = f"row({ASIDE}_pe, {rows[1]}) - row({ASIDE}_pe, {rows[0]})"
    for column in (fast, slow):
        for row, position in zip(rows, positions, strict=True):
            plan.keep(position)
            identifier, place = f"pe{position}_d{column + 1}", Place(f"{ASIDE}_pe", row, column)
            via = (f"{ASIDE}_angle",)
            plan.ask(identifier, place, exercise.points, "aside", via=via, position=position, column=column)
        identifier, place = f"change{plan.number}_d{column + 1}", Place(change, 0, column)
        plan.ask(identifier, place, exercise.points, "change", exercise=plan.number, column=column)
    return {"positions": positions, "rows": tuple(rows), "columns": (fast, slow), "change": change}


def _neighbours(plan: Plan, exercise: Exercise, fast: int, slow: int) -> tuple[int, int]:
    """Two positions between which the quick column clearly changes, and more than the slow one."""
    if exercise.positions and plan.seed is None:
        if len(exercise.positions) != 2 or len(set(exercise.positions)) != 2:
            given = ", ".join(map(str, exercise.positions))
            raise InputError("worksheet.two-positions", **plan.where, kind=exercise.kind, given=given)
        return exercise.positions[0], exercise.positions[1]
    shown = plan.taken | word_places(plan)
    free = [one for one in (*NEAR, *FAR) if not {one, one + 1} & {*plan.positions, *shown}]
    free = free or [one for one in beyond(plan) if not {one, one + 1} & shown]
    changes = np.abs(np.diff(plan.besides.at(range(max(FAR.stop, *free) + 2))["pe"], axis=0))
    clear = [one for one in free if changes[one, fast] > max(CLEARLY, 2 * changes[one, slow])] or free
    first = plan.draw.shuffled([one for one in clear if one in NEAR] or clear, f"{plan.number}/positions")[0]
    return first, first + 1
