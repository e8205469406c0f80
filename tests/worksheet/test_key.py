"""The key, proven again in fifty digits by plain loops that use none of our expressions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.errors import InputError
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import Spec, find
from tests.worksheet.by_hand import FIFTY, written
from tests.worksheet.names import WHOLE_WAY
from tests.worksheet.random_sheets import random_sheet, random_spec
from tests.worksheet.ways import Ways

if TYPE_CHECKING:
    import mpmath

    from posenc_cli.worksheet.key import Solution
    from posenc_cli.worksheet.sheet import Sheet

DRAWN = range(12)


class Plain:
    """A sheet worked out once more: by hand-typed loops over words and columns."""

    def __init__(self, sheet: Sheet, *, as_written: bool) -> None:
        """With every written value carried as it stands on the sheet, or exactly."""
        self.decimals = sheet.decimals
        self.stands = dict(sheet.on_sheet.items()) if as_written else {}
        d, positions = sheet.spec.worksheet.d, sheet.positions
        table = sheet.spec.embeddings.table or {}
        self.computed: dict[tuple[str, int, int], Any] = {("check", 0, 0): FIFTY.sin(1)}
        for row, word in enumerate(sheet.words):
            for k in range(d):
                angle = FIFTY.mpf(positions[row]) / FIFTY.mpf(10000) ** (FIFTY.mpf(2 * (k // 2)) / d)
                pe = self.put("pe", row, k, FIFTY.cos(angle) if k % 2 else FIFTY.sin(angle))
                if table:
                    x = self.put("x", row, k, FIFTY.mpf(str(table[word][k])) + pe)
                    self.put("m", row, k, x)
        pair = next((exercise.pair for exercise in sheet.spec.exercise if exercise.kind == "pair"), None)
        if pair:
            self.compare(sheet.words.index(pair[0]), sheet.words.index(pair[1]), d)

    def compare(self, first: int, second: int, d: int) -> None:
        """Dot product and cosine of two rows."""
        total = FIFTY.mpf(0)
        lengths = [FIFTY.mpf(0), FIFTY.mpf(0)]
        for k in range(d):
            left = self.put("left", 0, k, self.carried("x", first, k))
            right = self.put("right", 0, k, self.carried("x", second, k))
            total += self.put("prod", 0, k, left * right)
            lengths[0] += left * left
            lengths[1] += right * right
        dot = self.put("dot", 0, 0, total)
        self.put("cosine", 0, 0, dot / (FIFTY.sqrt(lengths[0]) * FIFTY.sqrt(lengths[1])))

    def put(self, quantity: str, row: int, column: int, value: mpmath.mpf) -> mpmath.mpf:
        """Note a computed value; return what the next step uses."""
        self.computed[quantity, row, column] = value
        return self.carried(quantity, row, column)

    def carried(self, quantity: str, row: int, column: int) -> mpmath.mpf:
        """As written where it stands on the sheet, else exact."""
        value = self.computed[quantity, row, column]
        mask = self.stands.get(quantity)
        return FIFTY.mpf(written(value, self.decimals)) if mask is not None and mask[row, column] else value


def prove(sheet: Sheet, solutions: tuple[Solution, ...]) -> None:
    """Value and text of every blank against the plain loops; the text is among the accepted."""
    exact, on_paper = Plain(sheet, as_written=False), Plain(sheet, as_written=True)
    assert len(solutions) == len(sheet.blanks)
    for solution in solutions:
        place = solution.blank.place
        cell = place.quantity, place.row, place.column
        assert solution.value == float(exact.computed[cell]), solution.blank.id
        assert solution.text == written(on_paper.computed[cell], sheet.decimals), solution.blank.id
        assert solution.text in solution.accepted, solution.blank.id
        assert written(exact.computed[cell], sheet.decimals) in solution.accepted, solution.blank.id


@pytest.mark.parametrize("name", WHOLE_WAY)
def test_the_whole_way_is_proven(name: str) -> None:
    """Value, text and accepted texts of every blank of the whole way, again in fifty digits and by enumerated ways."""
    sheet = build(find(name))
    solutions = solve(sheet)
    prove(sheet, solutions)
    ways = Ways(sheet, sheet.decimals)
    for solution in solutions:
        place = solution.blank.source or solution.blank.place
        if place.quantity == "check":
            continue
        ticks = ways.ticks(place.quantity, place.row, place.column)
        assert [int(text.replace(".", "")) for text in solution.accepted] == sorted(ticks), solution.blank.id


@pytest.mark.parametrize("seed", DRAWN)
def test_random_sheets_are_proven(seed: int) -> None:
    """The same on sheets of other widths and positions, with a cosine."""
    sheet = random_sheet(seed, cosine=True)
    prove(sheet, solve(sheet))


@pytest.mark.parametrize("name", WHOLE_WAY)
def test_only_the_dot_product_has_two_texts(name: str) -> None:
    """Every blank accepts one text; a dot product may accept two, because products may be rounded or not."""
    solutions = {solution.blank.id: solution for solution in solve(build(find(name)))}
    assert {key for key, solution in solutions.items() if len(solution.accepted) > 1} <= {"dot"}


def test_katze_as_it_was_ordered() -> None:
    """0.728 or 0.729 for the dot product; 25 points: four of the encoding, sixteen sums, four products, one dot."""
    sheet = build(find("katze"))
    solutions = {solution.blank.id: solution for solution in solve(sheet)}
    assert solutions["dot"].accepted == ("0.728", "0.729")
    assert sheet.max_points == 25
    points = dict.fromkeys(("pe", "x", "prod", "dot"), 0.0)
    for solution in solutions.values():
        if solution.blank.points:
            points[solution.blank.id.split("_")[0].rstrip("0123456789")] += solution.blank.points
    assert points == {"pe": 4, "x": 16, "prod": 4, "dot": 1}
    assert [solutions[f"pe2_d{k}"].text for k in (1, 2, 3, 4)] == ["0.909", "-0.416", "0.020", "1.000"]
    assert [solutions[f"x5_d{k}"].text for k in (1, 2, 3, 4)] == ["-0.959", "0.284", "0.050", "1.899"]
    assert [solutions[f"der_d{k}"].text for k in (1, 2, 3, 4)] == ["0.143", "-0.554", "0.040", "1.099"]
    assert solutions["rad"].text == "0.841"


def test_copies_accept_what_their_source_accepts() -> None:
    """A copied cell is worth nothing and has the texts of the cell it comes from."""
    sheet = build(find("katze"))
    solutions = solve(sheet)
    by_place = {solution.blank.place: solution for solution in solutions}
    copies = [solution for solution in solutions if solution.blank.source]
    assert len(copies) == 20
    for copy in copies:
        assert copy.blank.source is not None
        assert copy.accepted == by_place[copy.blank.source].accepted
        assert copy.blank.points == 0


def test_a_wrong_key_would_be_found() -> None:
    """The proof fails for a text that is off by one, and a value off in the last bit."""
    sheet = build(find("katze"))
    solutions = solve(sheet)
    last = solutions[-1]
    for wrong in (
        replace(last, text="0.730"),
        replace(last, accepted=("0.728",)),
        replace(last, value=float(np.nextafter(last.value, 1))),
    ):
        with pytest.raises(AssertionError):
            prove(sheet, (*solutions[:-1], wrong))


def spec_with(worksheet: dict[str, object], table: dict[str, list[int]], exercise: dict[str, object]) -> Spec:
    """A spec of three words with one exercise."""
    spec = random_spec(1)
    return Spec.model_validate(
        {"worksheet": spec["worksheet"] | worksheet, "embeddings": {"table": table}, "exercise": [exercise]}
    )


def test_a_blank_without_a_value_is_refused() -> None:
    """The cosine of a vector of zeros does not exist: no key, but a sentence."""
    table = {"Die": [0, -1], "Katze": [1, 1], "der": [1, 1]}
    exercise: dict[str, object] = {"kind": "pair", "pair": ["Die", "der"], "parts": ["cosine"]}
    with pytest.raises(InputError) as refused:
        solve(build(spec_with({"d": 2, "first_pos": 0}, table, exercise)))
    assert (refused.value.key, refused.value.values["id"]) == ("worksheet.blank-undefined", "cos")


def test_a_blank_with_a_thousand_answers_is_refused() -> None:
    """At far positions a finely rounded divisor turns the clock many times: nobody can be right or wrong there."""
    table = {word: [0] * 64 for word in ("Die", "Katze", "der")}
    exercise: dict[str, object] = {"kind": "encode", "blank": [10**6]}
    with pytest.raises(InputError) as refused:
        solve(build(spec_with({"d": 64, "decimals": 6, "first_pos": 10**6}, table, exercise)))
    assert refused.value.key == "worksheet.blank-open"
