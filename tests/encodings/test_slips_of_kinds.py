"""Slips of biases and of further additive encodings, and what holds for the slips of all encodings."""

from __future__ import annotations

import math
import tomllib
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from posenc_cli.calculation.algebras import ACCURATE, NUMBERS, PROOF, reachable
from posenc_cli.encodings import ENCODINGS, encoding, slips
from posenc_cli.encodings.attention import softmax
from posenc_cli.encodings.exercise import exercise, sheet
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.encodings.slip_example import slip_example
from posenc_cli.errors import UsageError
from posenc_cli.i18n import LANGUAGES, lookup
from tests.encodings.slip_sheets import WORDS, rounded, values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

OTHERS = [slip for slip in slips.everything() if "sinusoidal" not in slip.encodings]
ACTING = [slip for slip in OTHERS if slip.variants]


# --- ALiBi: 4 heads, query at 2, key at 0, head 1 ---------------------------------------------------------------------

BIAS = {
    "alibi-sign": 0.500,
    "alibi-first-slope-one": -2.000,
    "alibi-heads-ignored": -1.000,
    "alibi-n-not-divided": -0.008,
    "alibi-wrong-head": -0.125,
    "alibi-distance-from-one": -0.750,
    "alibi-distance-ignored": -0.250,
    "alibi-divided": -8.000,
    "alibi-key-index-only": 0.000,
}


def alibi(name: str = "", n_heads: int = 4, quantity: str = "bias") -> Array:
    """(head, query, key); (head, 1, 1) for slopes."""
    found = values(Scheme.of("alibi", d=4, n_heads=n_heads), name)[quantity]
    return found if quantity == "slope" else np.asarray(np.broadcast_to(found, (n_heads, 6, 6)))


@pytest.mark.parametrize("name", BIAS)
def test_the_bias(name: str) -> None:
    """Each slip gives the bias of the table, to three decimals by the school rule."""
    assert rounded(alibi(name)[0, 2, 0]) == [BIAS[name]]


def test_the_right_biases() -> None:
    """Slopes and one row of biases are those of the table."""
    np.testing.assert_array_equal(alibi(quantity="slope").ravel(), [1 / 4, 1 / 16, 1 / 64, 1 / 256])
    assert rounded(alibi()[0, 2, :3]) == [-0.500, -0.250, 0.000]


def test_one_column_for_all_rows_is_the_same_after_softmax() -> None:
    """Key positions in place of distances give another row and the same weights."""
    row = alibi("alibi-key-index-only")[0, 2, :3]
    assert rounded(row) == [0.000, 0.250, 0.500]
    np.testing.assert_allclose(softmax(row), softmax(alibi()[0, 2, :3]), rtol=1e-14)
    np.testing.assert_allclose(alibi("alibi-key-index-only", quantity="weight"), alibi(quantity="weight"), rtol=1e-14)


def test_where_slips_hide() -> None:
    """At distance 0 slips of the slope and the sign do not show, at 1 a forgotten distance does not."""
    for name in set(BIAS) - {"alibi-distance-from-one", "alibi-key-index-only"}:
        assert alibi(name)[0, 2, 2] == 0
    assert alibi("alibi-distance-ignored")[0, 2, 1] == alibi()[0, 2, 1]
    np.testing.assert_array_equal(alibi("alibi-heads-ignored", 8), alibi("", 8))
    for heads in (1, 2, 4, 8, 16):
        for name in ("alibi-not-power-of-two", "alibi-slopes-sorted"):
            np.testing.assert_array_equal(alibi(name, heads, "slope"), alibi("", heads, "slope"))


def test_six_heads() -> None:
    """Two rules for a number of heads that is no power of two, and the same slopes sorted."""
    interleaved = alibi("", 6, "slope").ravel()
    assert rounded(interleaved) == [0.250, 0.063, 0.016, 0.004, 0.500, 0.125]
    assert rounded(alibi("alibi-not-power-of-two", 6, "slope")) == [0.397, 0.157, 0.063, 0.025, 0.010, 0.004]
    for heads in (3, 5, 6, 7, 12, 20):
        found = alibi("alibi-slopes-sorted", heads, "slope").ravel()
        np.testing.assert_allclose(found, np.sort(alibi("", heads, "slope").ravel())[::-1], rtol=1e-14)


def test_weights() -> None:
    """Equal scores give the weights of the worksheet; a penalty after softmax is subtracted from equal shares."""
    two = values(Scheme.of("alibi", d=4, n_heads=2))["weight"][0, :3, :3]
    np.testing.assert_allclose(two, np.array([[1, 0, 0], [0.4844, 0.5156, 0], [0.3127, 0.3329, 0.3544]]), atol=5e-5)
    after = alibi("alibi-after-softmax", quantity="weight")[0, 2]
    np.testing.assert_allclose(after, [1 / 3 - 0.5, 1 / 3 - 0.25, 1 / 3, 0, 0, 0], atol=1e-15)
    assert (alibi("alibi-mask-forgotten", quantity="weight")[0, 2] > 0).all()
    np.testing.assert_array_equal(alibi("alibi-penalty-forgotten", quantity="score"), 0)
    assert rounded(alibi("alibi-scaled-too", quantity="score")[0, 2, :3]) == [-0.250, -0.125, 0.000]


# --- Relative positions, tables, calendar, grids, masks ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "row", "right", "wrong"),
    [
        ("rel-direction-reversed", 0, [2, 3, 4, 4, 4], [2, 1, 0, 0, 0]),
        ("t5-halved-twice", 2, [2, 1, 0, 5, 6, 6], [1, 1, 0, 3, 3, 3]),
        ("t5-not-halved", 2, [2, 1, 0, 5, 6, 6], [2, 1, 0, 9, 10, 11]),
        ("t5-side-forgotten", 2, [2, 1, 0, 5, 6, 6], [2, 1, 0, 1, 2, 2]),
        ("t5-future-counted", 2, [2, 1, 0, 0, 0, 0], [2, 1, 0, 1, 2, 3]),
        ("t5-no-last-bucket", 0, [0, 5, 6, 7, 7, 7], [0, 5, 6, 7, 8, 8]),
        ("shaw-offset-forgotten", 0, [2, 3, 4, 4, 4], [0, 1, 2, 2, 2]),
        ("shaw-not-clipped", 0, [2, 3, 4, 4, 4], [2, 3, 4, 5, 6]),
        ("shaw-row-missing", 0, [2, 3, 4, 4, 4], [2, 3, 3, 3, 3]),
        ("learned-offset-forgotten", 2, [4.1, 4.2, 4.3, 4.4], [2.1, 2.2, 2.3, 2.4]),
        ("learned-from-one", 2, [4.1, 4.2, 4.3, 4.4], [5.1, 5.2, 5.3, 5.4]),
        ("learned-from-one", 5, [7.1, 7.2, 7.3, 7.4], [7.1, 7.2, 7.3, 7.4]),
        ("learned-padding-counted", 3, [2.1, 2.2], [4.1, 4.2]),
        ("learned-half-pixel", 2, [1, 0], [0.929, 0.071]),
        ("learned-corner-aligned", 2, [0.929, 0.071], [1, 0]),
        ("calendar-largest-value", 23, [-0.259, 0.966], [0, 1]),
        ("calendar-largest-value", 6, [1, 0], [0.998, -0.068]),
        ("calendar-degrees", 6, [1, 0], [0.027, 1.000]),
        ("calendar-from-one", 0, [0, 1], [0.5, 0.866]),
        ("calendar-half-turn", 12, [0, -1], [1, 0]),
        ("calendar-turn-forgotten", 6, [1, 0], [0.247, 0.969]),
        ("calendar-swapped", 6, [1, 0], [0, 1]),
        ("calendar-thirty-days", 30, [-0.201, 0.980], [0, 1]),
        ("grid-axes-swapped", 3, [0, 0, 1, 1, 0.841, 0.010, 0.540, 1], [0.841, 0.010, 0.540, 1, 0, 0, 1, 1]),
        ("grid-column-major", 1, [0.841, 0.010, 0.540, 1, 0, 0, 1, 1], [0, 0, 1, 1, 0.841, 0.010, 0.540, 1]),
        ("grid-half-width", 1, [0.841, 0.010, 0.540, 1, 0, 0, 1, 1], [0.841, 0.100, 0.540, 0.995, 0, 0, 1, 1]),
        ("grid-from-one", 0, [0, 0, 1, 1, 0, 0, 1, 1], [0.841, 0.010, 0.540, 1, 0.841, 0.010, 0.540, 1]),
        ("timestamps-number", 2, [0.909, -0.416, 0.020, 1.000], [0.841, 0.540, 0.010, 1.000]),
        ("timestamps-since-previous", 2, [0.909, -0.416, 0.020, 1.000], [0.997, 0.071, 0.015, 1.000]),
        ("timestamps-since-previous", 0, [0, 1, 0, 1], [0, 1, 0, 1]),
        ("timestamps-origin-kept", 0, [0, 1, 0, 1], [0.598, -0.801, 0.025, 1.000]),
        ("timestamps-unit-forgotten", 1, [0.479, 0.878, 0.005, 1.000], [0.841, 0.540, 0.010, 1.000]),
        ("timestamps-unit-multiplied", 1, [0.479, 0.878, 0.005, 1.000], [0.909, -0.416, 0.020, 1.000]),
        ("nope-wrong-triangle", 2, [0.333, 0.333, 0.333, 0], [0, 0, 0.5, 0.5]),
        ("nope-mask-forgotten", 0, [1, 0, 0, 0], [0.25, 0.25, 0.25, 0.25]),
        ("nope-divided-by-all", 0, [1, 0, 0, 0], [0.25, 0, 0, 0]),
    ],
)
def test_a_row(name: str, row: int, right: list[float], wrong: list[float]) -> None:
    """A row without and with a slip is the one worked out by hand."""
    found = slips.slip(name)
    asked = dict(found.example)
    rows = asked.pop("count", 6)
    scheme = Scheme.of(found.encodings[0], **asked)
    for given, expected in (("", right), (name, wrong)):
        line = values(scheme, given, rows=rows)[found.quantity]
        assert rounded(line.reshape(-1, line.shape[-1])[row]) == expected


def test_the_sign_of_an_offset() -> None:
    """An offset of +2 becomes −2, for Shaw and for T5."""
    for name in slips.slip("rel-direction-reversed").encodings:
        right, wrong = (values(Scheme.of(name, d=4), given)["relative"] for given in ("", "rel-direction-reversed"))
        assert (right[0, 0, 2], wrong[0, 0, 2]) == (2, -2)


def test_one_term_scaled() -> None:
    """Of Shaw's two terms one is left undivided."""
    scheme = Scheme.of("shaw", d=4, clip=2)
    right, wrong = (values(scheme, name, rows=5) for name in ("", "shaw-one-term-scaled"))
    np.testing.assert_allclose(right["score"], (right["content"] + right["position"]) / 2)
    np.testing.assert_allclose(wrong["score"], right["content"] / 2 + right["position"])


def test_transformer_xl() -> None:
    """Ascending rows read the sinusoid of the opposite distance; u in both terms is found where it differs from v."""
    scheme = Scheme.of("transformer-xl", d=4)
    right, wrong = (values(scheme, name, rows=4)["table"][0] for name in ("", "transformer-xl-ascending"))
    np.testing.assert_allclose(wrong, right[::-1], atol=1e-15)
    both = Scheme.of("transformer-xl", d=4, u=[1, 2, 3, 4], v=[1, 2, 3, 4])
    same, twice = (values(both, name, rows=4)["score"] for name in ("", "transformer-xl-u-twice"))
    np.testing.assert_allclose(same, twice)


def test_the_dot_product_of_two_positions() -> None:
    """PE(p)·PE(p+2) is 0.584 wherever p is; from rounded rows only further digits wobble."""
    found = values(Scheme.of())["pe"]
    exact = [float(found[p] @ found[p + 2]) for p in range(4)]
    assert rounded(exact) == [0.584] * 4
    assert exact == pytest.approx([math.cos(2) + math.cos(0.02)] * 4, abs=1e-15)
    paper = np.array([rounded(row) for row in found])
    wobbly = [float(paper[p] @ paper[p + 2]) for p in range(4)]
    assert rounded(wobbly) == [0.584] * 4
    assert (round(min(wobbly), 5), round(max(wobbly), 5)) == (0.58375, 0.58428)


# --- What holds for all -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slip", OTHERS, ids=lambda slip: slip.id)
def test_each_slip_belongs_to_its_encodings(slip: slips.Slip) -> None:
    """The encodings of a slip exist and name its file, the conventions it needs exist, and some rule acts there."""
    for name in slip.encodings:
        record = encoding(name)
        assert slip in slips.load(record.slips)
        choices = {each.name: set(each.choices) for each in record.conventions}
        assert all(set(wanted) <= choices[under] for under, wanted in slip.under.items())
        scheme = Scheme.of(slip.encodings[0], **{key: value for key, value in slip.example.items() if key != "count"})
        assert slip.fits(slip.encodings[0], scheme.chosen)
    for variant in slip.variants:
        assert any(rule in exercise(scheme) for rule in variant)


def test_the_rules_stand_in_the_order_of_the_formulas() -> None:
    """The head of each file names the rules of its encodings in their order, so that the earliest is known."""
    folder = Path(slips.__file__).parent
    for record in ENCODINGS.values():
        if not record.slips:
            continue
        rules = tomllib.loads((folder / record.slips).read_text(encoding="utf-8"))["rules"]
        named = [rule.name for rule in record.formula.rules if rule.name in rules]
        assert named == sorted(named, key=rules.index), record.name
        touched = {rule for slip in slips.load(record.name) for rule in slip.rules}
        assert touched <= set(rules)


@pytest.mark.parametrize("slip", ACTING, ids=lambda slip: slip.id)
def test_each_slip_shows(slip: slips.Slip) -> None:
    """Asked for beside another encoding, a slip is shown on its own, with a changed row and the step that changes."""
    example = slip_example(Scheme.of(), slip, 2, WORDS, 3)
    assert example.scheme.encoding.name == slip.encodings[0]
    assert example.seen
    assert example.changed is not None
    assert example.changed.rule in slip.rules


def test_each_encoding_of_a_shared_slip_shows_it() -> None:
    """A slip of several encodings is shown on the one at hand, in a quantity that it has."""
    for slip in slips.everything():
        for name in slip.encodings[1:]:
            example = slip_example(Scheme.of(name, d=8), slip, 3, WORDS, 3)
            assert slip in slips.load(name)
            assert (example.scheme.encoding.name, example.seen) == (name, True)


def test_the_position_that_was_asked_for() -> None:
    """A sheet of a slip reaches as far as its encoding does: a rotation anywhere, an image to its last patch."""
    far = slip_example(Scheme.of(), slips.slip("rope-half-pairing"), 900, WORDS, 3)
    last = slip_example(Scheme.of(), slips.slip("grid-from-one"), 900, WORDS, 3)
    assert (far.pos, last.pos) == (900, 5)
    with pytest.raises(UsageError, match=r"compute\.position"):
        slip_example(Scheme.of(), slips.slip("alibi-sign"), 900, WORDS, 3)


def test_the_scheme_that_was_asked_for_comes_first() -> None:
    """A slip is shown on the scheme at hand if it shows there, and on its own sheet if not."""
    five, eight = (Scheme.of("alibi", d=4, n_heads=heads) for heads in (5, 8))
    found = slips.slip("alibi-heads-ignored")
    assert slip_example(five, found, 2, WORDS, 3).scheme is five
    assert slip_example(eight, found, 2, WORDS, 3).scheme.parameters["n_heads"] == 4
    plain = Scheme.of("rope", d=4)
    assert slip_example(plain, slips.slip("rope-pi-multiplied"), 2, WORDS, 3).scheme.chosen["scaling"] == "linear"


@pytest.mark.parametrize("slip", ACTING, ids=lambda slip: slip.id)
def test_every_reading_agrees(slip: slips.Slip) -> None:
    """In 50 digits, in pairs of floats and between two ends a slip gives what it gives in plain floats."""
    asked = dict(slip.example)
    rows = min(asked.pop("count", 6), 7)
    scheme = Scheme.of(slip.encodings[0], **asked)
    given = sheet(scheme, 2, WORDS, rows)
    for rules, _ in slip.forms(rows, scheme.d):
        formula = exercise(scheme).but(**rules)
        numbers, proof, pairs, ends = (
            formula.run(given, algebra).values[slip.quantity] for algebra in (NUMBERS, PROOF, ACCURATE, reachable(9))
        )
        np.testing.assert_allclose(np.asarray(proof).astype(float), numbers, atol=1e-9, rtol=1e-9)
        np.testing.assert_allclose(pairs.to_float64(), numbers, atol=1e-9, rtol=1e-9)
        assert ((ends.low <= numbers + 1e-9) & (numbers - 1e-9 <= ends.high)).all()


@pytest.mark.parametrize("name", [record.name for record in ENCODINGS.values() if record.slips])
def test_any_two_slips_that_look_alike_have_a_hint(name: str) -> None:
    """Whichever slips of an encoding, or of what may follow it, cannot be told apart: both languages have a hint."""
    after = [slip for slip in slips.load("sinusoidal") if slip.section in {"write", "add", "dot"}]
    makeable = {slip.id: slip for slip in (*slips.load(name), *after) if slip.rules}
    keys = {slips.hint_key(pair) for pair in combinations(makeable.values(), 2)}
    assert keys
    for key, language in product(sorted(keys), LANGUAGES):
        assert str(lookup(language, key)).endswith((".", "?", "!"))
