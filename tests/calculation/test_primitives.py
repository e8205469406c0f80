"""One generic test over every primitive: all readings say the same, whatever the values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from posenc_cli.calculation.algebras import ACCURATE, NUMBERS, PROOF, Algebra, in_words, reachable
from posenc_cli.calculation.expression import evaluate, parse
from posenc_cli.calculation.intervals import Interval
from posenc_cli.calculation.primitives import COMPARISONS, PRIMITIVES, by_name
from posenc_cli.calculation.twofold import Twofold

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from posenc_cli.calculation.primitives import Primitive

ROWS, COLUMNS = 2, 2
INTERVALS, WORDS = reachable(3), in_words(str)
READINGS = ("numbers", "accurate", "proof", "intervals", "words")


def decimals(least: str, most: str, places: int = 3) -> st.SearchStrategy[Decimal]:
    """Decimal numbers of a few places."""
    return st.decimals(Decimal(least), Decimal(most), allow_nan=False, allow_infinity=False, places=places)


def whole(least: int, most: int) -> st.SearchStrategy[Decimal]:
    """Whole numbers."""
    return st.integers(least, most).map(Decimal)


REAL = decimals("-50", "50")
POSITIVE = decimals("0.01", "50")
UNIT = decimals("-1", "1")
EXPONENT = st.one_of(decimals("-3", "3", 2), whole(-4, 4))
#: Digits of values as they are written on a sheet.
PLACES, FIRST = whole(1, 4), whole(0, 2)


@dataclass(frozen=True)
class Domain:
    """Where a primitive is tried.

    Attributes:
        text: an expression that applies it to ``a``, ``b``, ``c``, ``d``.
        cells: what each of these holds: a (rows, columns) array of them.
        exact: those that stand for one exact number (an index, a count of decimals), never an interval.
    """

    text: str
    cells: tuple[st.SearchStrategy[Decimal], ...]
    exact: frozenset[str] = frozenset()


def binary(sign: str) -> Domain:
    """An operator on any two numbers."""
    return Domain(f"a {sign} b", (REAL, REAL))


def compared(sign: str) -> Domain:
    """A comparison: equal values are likely among so few."""
    return Domain(f"where(a {sign} b, c, d)", (UNIT, st.one_of(UNIT, whole(-1, 1)), REAL, REAL))


DOMAINS = {
    "add": binary("+"),
    "subtract": binary("-"),
    "multiply": binary("*"),
    "divide": Domain("a / b", (REAL, st.one_of(POSITIVE, POSITIVE.map(lambda value: -value)))),
    "floor_divide": Domain("a // b", (REAL, whole(1, 9)), frozenset("b")),
    "modulo": Domain("a % b", (REAL, whole(1, 9)), frozenset("b")),
    "power": Domain("a ** b", (POSITIVE, EXPONENT)),
    "negate": Domain("-a", (REAL,)),
    "equal": compared("=="),
    "not_equal": compared("!="),
    "less": compared("<"),
    "less_equal": compared("<="),
    "greater": compared(">"),
    "greater_equal": compared(">="),
    "where": compared("<"),
    "sin": Domain("sin(a)", (REAL,)),
    "cos": Domain("cos(a)", (REAL,)),
    "tan": Domain("tan(a)", (decimals("-1.5", "1.5"),)),
    "asin": Domain("asin(a)", (UNIT,)),
    "acos": Domain("acos(a)", (UNIT,)),
    "sqrt": Domain("sqrt(a)", (decimals("0", "50"),)),
    "abs": Domain("abs(a)", (REAL,)),
    "ln": Domain("ln(a)", (POSITIVE,)),
    "exp": Domain("exp(a)", (decimals("-5", "5"),)),
    "ceil": Domain("ceil(a)", (REAL,)),
    "smaller": Domain("smaller(a, b)", (REAL, REAL)),
    "larger": Domain("larger(a, b)", (REAL, REAL)),
    "floor": Domain("floor(a)", (REAL,)),
    "trunc": Domain("trunc(a)", (REAL,)),
    "radians": Domain("radians(a)", (REAL,)),
    "degrees": Domain("degrees(a)", (REAL,)),
    "round": Domain("round(a, b)", (decimals("-50", "50", 5), PLACES), frozenset("b")),
    "swap_digits": Domain("swap_digits(a, b, c)", (decimals("-50", "50", 5), PLACES, FIRST), frozenset("bc")),
    "take": Domain("take(a, b)", (REAL, whole(0, COLUMNS - 1)), frozenset("b")),
    "roll": Domain("roll(a, b)", (REAL, whole(-4, 4)), frozenset("b")),
    "row": Domain("row(a, b)", (REAL, whole(0, ROWS - 1)), frozenset("b")),
    "total": Domain("total(a)", (REAL,)),
    "norm": Domain("norm(a)", (REAL,)),
    "summed": Domain("summed(a)", (REAL,)),
    "dots": Domain("dots(a, b)", (REAL, REAL)),
    "transposed": Domain("transposed(a)", (REAL,)),
    "bfloat16": Domain("bfloat16(a)", (REAL,)),
    "float32": Domain("float32(a)", (REAL,)),
}


def grid(cells: list[Any]) -> np.ndarray[Any, Any]:
    """Decimals as a (row, column) array."""
    return np.array(cells, dtype=object).reshape(ROWS, COLUMNS)


@st.composite
def trials(draw: st.DrawFn, name: str) -> dict[str, tuple[Any, Any, Any]]:
    """For every argument: values, and the ends of intervals that hold them."""
    domain = DOMAINS[name]
    found = {}
    for letter, cell in zip("abcd", domain.cells, strict=False):
        drawn = draw(st.lists(st.tuples(cell, cell, cell), min_size=ROWS * COLUMNS, max_size=ROWS * COLUMNS))
        low, value, high = (grid(list(side)) for side in zip(*(sorted(triple) for triple in drawn), strict=True))
        found[letter] = (value, value, value) if letter in domain.exact else (low, value, high)
    return found


def read(name: str, values: dict[str, Any], algebra: Algebra) -> Any:  # noqa: ANN401
    """The primitive's expression in one algebra."""
    return evaluate(parse(DOMAINS[name].text), {key: algebra.leaf(value) for key, value in values.items()}, algebra)


def spread(name: str, trial: dict[str, tuple[Any, Any, Any]]) -> Interval:
    """The interval reading between the ends."""
    ends = {
        key: Interval(np.asarray(low, dtype=float), np.asarray(high, dtype=float))
        for key, (low, _, high) in trial.items()
    }
    found = read(name, ends, INTERVALS)
    assert isinstance(found, Interval)
    return found


def near(found: ArrayLike, proof: ArrayLike) -> None:
    """Equal to what float64 can tell after a step or two."""
    np.testing.assert_allclose(np.asarray(found, dtype=np.float64), np.asarray(proof), rtol=1e-9, atol=1e-11)


def check(name: str, trial: dict[str, tuple[Any, Any, Any]]) -> None:
    """Every reading of a primitive against fifty digits."""
    values = {key: value for key, (_, value, _) in trial.items()}
    proof = np.asarray(read(name, values, PROOF), dtype=np.float64)
    near(read(name, values, NUMBERS), proof)
    accurate = read(name, values, ACCURATE)
    np.testing.assert_allclose(np.asarray(accurate.to_float64()), proof, rtol=4e-16, atol=1e-25)
    point = read(name, values, INTERVALS)
    near(point.low, proof)
    near(point.high, proof)
    said = read(name, values, WORDS)
    near([cell.value for cell in said.flat], proof.ravel())
    assert all(isinstance(cell.text, str) and cell.text for cell in said.flat)
    between = spread(name, trial)
    assert between.low.shape == between.high.shape == proof.shape
    slack = 1e-11 + 1e-9 * np.abs(proof)
    assert (between.low <= proof + slack).all()
    assert (between.high >= proof - slack).all()


def test_every_primitive_has_a_domain() -> None:
    """A new primitive is tried as soon as it exists: it must say where."""
    assert set(DOMAINS) == set(PRIMITIVES)


def test_two_of_one_name_are_refused() -> None:
    """Whoever adds a primitive under a name that is taken hears it at once, and does not replace the other one."""
    with pytest.raises(RuntimeError, match="share a name"):
        by_name((PRIMITIVES["sin"], PRIMITIVES["cos"], replace(PRIMITIVES["tan"], name="sin")))


def test_comparisons_are_primitives() -> None:
    """Every sign of the grammar has its record."""
    assert {PRIMITIVES[name].arity for name in COMPARISONS.values()} == {2}


@pytest.mark.parametrize("name", DOMAINS)
def test_readings_agree(name: str) -> None:
    """Numbers, accurate and words equal fifty digits; intervals hold what lies between their ends."""

    @given(trials(name))
    @settings(max_examples=30)
    def agree(trial: dict[str, tuple[Any, Any, Any]]) -> None:
        check(name, trial)

    agree()


def test_angles_are_those_that_a_float64_holds_to_a_radian() -> None:
    """And no further: a sine of more would be any number."""
    found = read("sin", {"a": np.array([2.0**53, 2.0**53 + 2, -(2.0**53)])}, NUMBERS)
    assert np.isfinite(found).tolist() == [True, False, True]


def test_a_cell_is_taken_where_there_is_one() -> None:
    """By a number that may be an answer: none in front of the first, behind the last or of no number."""
    found = read("take", {"a": np.array([[5.0, 6.0]]), "b": np.array([[-1.0, 0.0, 1.0, 2.0, np.nan]])}, NUMBERS)
    np.testing.assert_array_equal(found, [[np.nan, 5, 6, np.nan, np.nan]])
    alone = read("take", {"a": np.array([[5.0]]), "b": np.array([[-1.0, 0.0]])}, NUMBERS)
    np.testing.assert_array_equal(alone, [[np.nan, 5]])


@pytest.mark.parametrize(
    ("name", "ends", "expected"),
    [
        ("asin", (-1.5, 0.5), (-np.pi / 2, np.arcsin(0.5))),
        ("asin", (0.5, 1.5), (np.arcsin(0.5), np.pi / 2)),
        ("sqrt", (-0.5, 0.25), (0, 0.5)),
        ("sqrt", (0.25, 2.25), (0.5, 1.5)),
    ],
)
def test_of_a_range_what_a_function_takes_is_taken(
    name: str, ends: tuple[float, float], expected: tuple[float, float]
) -> None:
    """And nothing else of it is cut off."""
    found = read(name, {"a": Interval(*map(np.asarray, ends))}, INTERVALS)
    np.testing.assert_allclose((found.low, found.high), expected)


@pytest.mark.parametrize("algebra", [NUMBERS, ACCURATE, PROOF])
def test_cutting_goes_towards_zero_and_a_length_is_that_of_a_row(algebra: Algebra) -> None:
    """On both sides of zero, and however many axes stand before the columns."""
    cut = read("trunc", {"a": np.array([-3.5, -0.2, 2.5])}, algebra)
    near(getattr(cut, "high", cut), [-3, 0, 2])
    length = read("norm", {"a": np.array([[[3.0, 4.0], [5.0, 12.0]]])}, algebra)
    near(getattr(length, "high", length), [[[5], [13]]])


#: Where an interval may be wider than the values, or its end is a value that random numbers do not meet.
LOOSE = {"swap_digits", "modulo", "tan", "equal", "not_equal"}
PICKS = 200


def picked(name: str, trial: dict[str, tuple[Any, Any, Any]]) -> np.ndarray[Any, Any]:
    """Values of a primitive between the ends: at all corners, nearest to zero, and at random."""
    rng = np.random.default_rng(1)
    found = []
    for pick in range(PICKS):
        values = {}
        for place, (key, (least, _, most)) in enumerate(trial.items()):
            low, high = (np.asarray(end, dtype=float) for end in (least, most))
            share = float(pick >> place & 1) if pick < 16 else rng.random((ROWS, COLUMNS))
            share = np.rint(share) if pick < PICKS // 2 else share
            inside = np.clip(0, low, high) if pick == 16 else low + share * (high - low)
            values[key] = least if key in DOMAINS[name].exact else inside
        found.append(read(name, values, NUMBERS))
    return np.array(found)


@pytest.mark.parametrize("name", sorted(set(DOMAINS) - LOOSE))
def test_intervals_are_tight(name: str) -> None:
    """Nearly every end of an interval is reached by a value between the ends of its arguments."""
    reached: list[bool] = []

    @given(trials(name))
    @settings(max_examples=15, phases=[Phase.generate])
    def collect(trial: dict[str, tuple[Any, Any, Any]]) -> None:
        between, values = spread(name, trial), picked(name, trial)
        finite = np.isfinite(between.low) & np.isfinite(between.high)
        low, high = between.low[finite], between.high[finite]
        slack = 0.05 * (high - low) + 1e-9
        ends = np.min(values, axis=0)[finite], np.max(values, axis=0)[finite]
        reached.extend(((ends[0] <= low + slack) & (ends[1] >= high - slack)).tolist())

    collect()
    assert np.mean(reached) > 0.9


def spoiled(primitive: Primitive, reading: str) -> Primitive:
    """The primitive with one reading that is slightly off."""
    right = getattr(primitive, reading)

    def wrong(*values: Any) -> Any:  # noqa: ANN401
        found = right(*values)
        if reading == "words":
            return np.frompyfunc(lambda said: replace(said, value=said.value + 1e-6), 1, 1)(found)
        if reading == "intervals" and isinstance(found, Interval):
            return Interval(found.low + 1e-6, found.high + 1e-6)
        if primitive.name in COMPARISONS.values():
            return type(found)(found.false, found.true) if reading == "intervals" else ~found
        return found + found.dtype.type(1e-6) if reading == "numbers" else found + 1e-6

    changed: dict[str, Any] = {reading: wrong}
    return replace(primitive, **changed)


def fixed_trial(name: str) -> dict[str, tuple[Any, Any, Any]]:
    """Arguments that every domain knows: small whole numbers around a fixed one."""
    starts = {"a": 1, "b": 1, "c": 1, "d": 0}
    found = {}
    for letter in "abcd"[: len(DOMAINS[name].cells)]:
        value = grid([Decimal(starts[letter])] * ROWS * COLUMNS)
        found[letter] = (value, value, value)
    return found


#: A condition in words has no number of its own; the branch that it picks is checked with ``where``.
SPOILABLE = [
    (name, reading)
    for name in PRIMITIVES
    for reading in READINGS
    if not (reading == "words" and name in COMPARISONS.values())
]


@pytest.mark.parametrize(("name", "reading"), SPOILABLE)
def test_a_wrong_reading_is_found(name: str, reading: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above fails for each reading that is a millionth off, and for a comparison turned round."""
    check(name, fixed_trial(name))
    monkeypatch.setitem(PRIMITIVES, name, spoiled(PRIMITIVES[name], reading))
    with pytest.raises(AssertionError):
        check(name, fixed_trial(name))


UNDEFINED = ("a / b", "sqrt(0 - c)", "asin(c + 1)", "acos(c + 1)", "b ** -c", "(0 - c) ** 0.5", "1e12 ** 1e12", "a % b")


@pytest.mark.parametrize("text", UNDEFINED)
def test_what_a_calculator_calls_an_error_is_not_finite(text: str) -> None:
    """Division by zero, roots of negative numbers and overflow are NaN or infinite in every reading, without a word."""
    leaves = {"a": grid([0] * ROWS * COLUMNS), "b": grid([0] * ROWS * COLUMNS), "c": grid([1] * ROWS * COLUMNS)}
    for algebra in (NUMBERS, ACCURATE, PROOF, INTERVALS, WORDS):
        found = evaluate(parse(text), {key: algebra.leaf(value) for key, value in leaves.items()}, algebra)
        if isinstance(found, Interval):
            found = found.low
        elif isinstance(found, Twofold):
            found = found.to_float64()
        elif algebra is WORDS:
            found = [said.value for said in found.flat]
        assert not np.isfinite(np.asarray(found, dtype=float)).any(), algebra.reading
