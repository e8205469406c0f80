from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from posenc_cli.encodings import slips
from posenc_cli.encodings.sinusoidal import FORMULA, SINUSOIDAL
from posenc_cli.errors import UsageError
from posenc_cli.i18n import LANGUAGES, catalogue, text

if TYPE_CHECKING:
    from posenc_cli.i18n import Language

IDS = tomllib.loads((Path(__file__).parent / "slips_examples.toml").read_text(encoding="utf-8"))["ids"]
ALL = slips.load("sinusoidal")
EVERY = slips.everything()
GOOD: dict[str, Any] = {
    "rules": ["angle", "pe", "write"],
    "leaves": ["pos", slips.OTHER],
    "one": {"section": "table", "grade": "C", "variants": [{"angle": "2 * angle"}, {"angle": "pos"}]},
    "two": {"section": "write", "grade": "C", "scope": "cell", "variants": [{"write": "trunc(value)"}]},
}


def test_the_catalogue_is_complete_and_in_order() -> None:
    """Every known wrong way is there once, in the order of the catalogue and in its section."""
    assert [slip.id for slip in ALL] == [name for names in IDS.values() for name in names]
    assert [slip.section for slip in ALL] == [section for section, names in IDS.items() for _ in names]
    assert [slip.order for slip in ALL] == list(range(len(ALL)))


def test_the_rules_are_those_of_the_encoding() -> None:
    """The file begins with the rules of its formula; from them come the order of a slip's rules and its stage."""
    data = tomllib.loads(Path(slips.__file__).with_name(SINUSOIDAL.slips).read_text(encoding="utf-8"))
    assert data["rules"][: len(FORMULA.rules)] == [rule.name for rule in FORMULA.rules]
    assert slips.slip("order-halves").rules == ("i", "wave")
    assert slips.slip("angle-degrees").rules == ("angle", "pe", "check", "sine_angle")
    assert [slip.stage for slip in ALL if slip.rules] == [
        data["rules"].index(slip.rules[0]) for slip in ALL if slip.rules
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_slip_has_its_texts(language: Language) -> None:
    """Each slip has a name, what was done and a hint in each language, and nothing else is there."""
    found = dict(catalogue(language, "slips"))
    families, rules, *_ = (found.pop(key) for key in ("families", "rules", "unknown-slip", "unknown-slip-near"))
    assert set(found) == {slip.id for slip in EVERY}
    assert {frozenset(texts) for texts in found.values()} == {frozenset({"name", "did", "hint"})}
    assert set(families) == {slip.family for slip in EVERY if slip.family}
    assert set(rules) >= {rule for slip in EVERY for rule in slip.rules}


@pytest.mark.parametrize("language", LANGUAGES)
def test_conventions_are_never_called_wrong(language: Language) -> None:
    """The texts of another convention say so."""
    word = {"de": "andere Konvention", "en": "other convention"}[language]
    named = {slip.id for slip in EVERY if text(language, f"slips.{slip.id}.name").startswith(word)}
    assert named == {slip.id for slip in EVERY if slip.convention}
    assert named & {slip.id for slip in ALL} == {
        "exp-half-d-minus-one",
        "order-halves",
        "order-halves-cos-first",
        "add-scale-extra",
        "add-scale-missing",
    }


def test_slips_without_an_expression() -> None:
    """Answers of another shape, and expressions in the place of numbers, are known without a rule."""
    assert {slip.id for slip in ALL if slip.shape} == {"add-concatenated", "dot-not-summed"}
    assert {slip.id: slip.unreadable for slip in ALL if slip.unreadable} == {"write-expression": "numbers.expression"}


def test_how_much_a_slip_may_explain() -> None:
    """Copying goes wrong in a row and typing in a cell; a method goes wrong everywhere."""
    scopes = {scope: {slip.id for slip in ALL if slip.scope == scope} for scope in ("row", "cell", "swap", "once")}
    assert scopes["row"] == {"pos-row-above", "write-cell-shifted", "add-wrong-encoding-row", "add-wrong-embedding-row"}
    assert scopes["once"] == {"write-one-sign", "write-neighbour-copied", "write-one-embedding", "write-one-minus"}
    assert scopes["swap"] == {"write-cells-swapped"}
    assert scopes["cell"] == {*IDS["write"]} - {"write-cell-shifted"} - scopes["once"] - scopes["swap"]


def test_forms_count_rows_or_columns() -> None:
    """A form that reads a row or column number is run for each of them, any other form once."""
    assert [other for _, other in slips.slip("pos-row-above").forms(3, 9)] == [None, 0, 1, 2]
    assert [other for _, other in slips.slip("dot-term-missing").forms(9, 2)] == [0, 1]
    assert [other for _, other in slips.slip("pos-normalised").forms(9, 9)] == [None, None]


def test_a_slip_of_a_further_encoding() -> None:
    """Rules and leaves get the prefix, the number that is put in and writing do not; ``value`` may be a leaf too."""
    degrees, missing, cut, half = (
        slips.slip(name).renamed("ntk")
        for name in ("angle-degrees", "dot-term-missing", "write-decimal-shifted", "calendar-largest-value")
    )
    assert degrees.variants[0] == {"ntk_angle": "radians(ntk_angle)", "ntk_check": "sin(radians(ntk_one))"}
    assert degrees.unwritten == ("ntk_angle",)
    assert missing.variants == ({"ntk_dot": "total(where(ntk_k == nth, 0, ntk_prod))"},)
    assert cut == slips.slip("write-decimal-shifted")
    assert half.variants == ({"ntk_share": "ntk_value / (ntk_period - 1)"},)
    assert slips.hint_key([degrees, slips.slip("base-10").renamed("ntk")]) == "slips.rules.divisor"


def test_hint_of_slips_that_look_alike() -> None:
    """One slip has its own hint, a family a shared one, and others that of the earliest rule."""
    degrees, gradians, base, half = map(slips.slip, ("angle-degrees", "angle-gradians", "base-100", "order-halves"))
    assert slips.hint_key([base]) == "slips.base-100.hint"
    assert slips.hint_key([degrees, gradians]) == "slips.families.angle-mode"
    assert slips.hint_key([degrees, base]) == "slips.rules.divisor"
    assert slips.hint_key([degrees, base, half]) == "slips.rules.i"


def test_an_unknown_slip_lists_its_neighbours() -> None:
    """A name that is nearly right is answered with those that it may have meant."""
    with pytest.raises(UsageError, match="unknown-slip") as caught:
        slips.slip("Angle-Degree")
    assert "Angle-Degree" in text("de", caught.value.key, **caught.value.values)
    assert str(caught.value.values["known"]).startswith("angle-degrees, ")
    with pytest.raises(UsageError, match="unknown-slip-near") as caught:
        slips.slip("neighbour")
    assert caught.value.values["known"] == "write-neighbour-copied, rope-neighbour-pairing"


@pytest.mark.parametrize("given", ["§", "foo", "a", ""])
def test_a_name_that_is_like_none_gets_no_proposal(given: str) -> None:
    """What is like no slip is answered with how to list them."""
    with pytest.raises(UsageError) as caught:
        slips.slip(given)
    assert (caught.value.key, caught.value.values) == ("slips.unknown-slip", {"given": given})
    assert "--slip list" in text("de", caught.value.key, **caught.value.values)


def test_slips_of_all_encodings_are_neighbours() -> None:
    """A name is looked for among the slips of all encodings, whichever the encoding is."""
    with pytest.raises(UsageError, match="unknown-slip") as caught:
        slips.slip("rope-half-pairings")
    assert str(caught.value.values["known"]).startswith("rope-half-pairing, ")
    assert (slips.slip("rope-half-pairing").encodings, slips.slip("base-10").encodings) == (
        ("rope",),
        ("sinusoidal",),
    )


def test_names_of_the_file() -> None:
    """The slips are found under the name of the encoding and under that of the file in its record."""
    assert slips.load(SINUSOIDAL.slips) == slips.load(SINUSOIDAL.name)
    with pytest.raises(RuntimeError, match="nothing_slips"):
        slips.load("nothing")
    assert slips.load("kerple") == ()
    grid = [slip.id for slip in slips.load("sinusoidal-2d")]
    assert (grid[0], grid[-1]) == ("grid-axes-swapped", "round-angle-first")


def test_a_shared_file() -> None:
    """Encodings that share a file have those slips of it that name them."""
    shaw, t5 = ({slip.id for slip in slips.load(name)} for name in ("shaw", "t5"))
    assert shaw & t5 == {"rel-direction-reversed"}
    assert {"shaw-not-clipped", "t5-not-halved"} <= {slip.id for slip in slips.load("relative_slips.toml")}
    assert "shaw-not-clipped" not in t5


def test_a_good_file_is_read() -> None:
    """The data that the next test breaks is fine as it stands."""
    one, two = slips.read(GOOD)
    assert (one.id, one.rules, one.scope, one.each) == ("one", ("angle",), "sheet", None)
    assert (two.id, two.rules, two.scope, two.stage) == ("two", ("write",), "cell", 2)
    assert len({one, two}) == 2


def test_what_stands_at_the_head_holds_for_all() -> None:
    """Encodings, quantity and example of a file hold for each slip that does not say otherwise."""
    head = {"encodings": ["alibi"], "quantity": "bias", "example": {"d": 4}}
    one, two = slips.read({**GOOD, **head, "two": {**GOOD["two"], "quantity": "slope", "under": {"mask": ["causal"]}}})
    assert (one.encodings, one.quantity, one.example["d"], dict(one.under)) == (("alibi",), "bias", 4, {})
    assert (two.encodings, two.quantity) == (("alibi",), "slope")
    assert two.fits("alibi", {"mask": "causal"})
    assert not two.fits("alibi", {"mask": "symmetric"})
    assert not two.fits("t5", {"mask": "causal"})


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rules": []}, "missing or twice"),
        ({"leaves": ["pos", "pe"]}, "missing or twice"),
        ({"one": "angle"}, "no table"),
        ({"One": GOOD["one"]}, "no id"),
        ({"one": {"hints": "?"}}, "unknown key 'hints'"),
        ({"one": {"grade": "D"}}, "grade = 'D'"),
        ({"one": {"convention": "yes"}}, "convention = 'yes'"),
        ({"one": {"section": None}}, "section = None"),
        ({"three": {"grade": "A", "variants": [{"pe": "pos"}]}}, "section or grade"),
        ({"one": {"variants": []}}, "just one of"),
        ({"one": {"shape": True}}, "just one of"),
        ({"one": {"variants": ["angle"]}}, "variant 'angle'"),
        ({"one": {"variants": [{}]}}, "variant {}"),
        ({"one": {"variants": [{"angel": "pos"}]}}, "unknown rule 'angel'"),
        ({"one": {"variants": [{"angle": 1}]}}, "angle = 1"),
        ({"one": {"variants": [{"angle": "pos +"}]}}, "expression-syntax"),
        ({"one": {"variants": [{"angle": "pe"}]}}, "reads pe"),
        ({"two": {"variants": [{"write": "pos"}]}}, "reads pos"),
        ({"one": {"variants": [{"angle": "pos"}, {"angle": "pos"}]}}, "twice"),
        ({"one": {"each": "row"}}, "does not fit"),
        ({"one": {"variants": [{"angle": "row(pos, nth)"}]}}, "does not fit"),
        ({"one": {"family": "lonely"}}, "no other member"),
        ({"one": {"encodings": "alibi"}}, "encodings = 'alibi'"),
        ({"one": {"encodings": [1]}}, r"encodings = \[1\]"),
        ({"one": {"under": "mask"}}, "under = 'mask'"),
        ({"quantity": 3}, "quantity = 3"),
        ({"one": {"in_answers": ["pe"]}}, "write = 'pe' reads pe"),
        ({"one": {"unwritten": "angle"}}, "unwritten = 'angle'"),
        ({"one": {"unwritten": ["pe"]}}, r"unwritten = \['pe'\]"),
    ],
)
def test_a_file_that_is_wrong_is_refused(change: dict[str, Any], reason: str) -> None:
    """Whatever is wrong in the file is found when it is read, with the reason."""
    data = copy.deepcopy(GOOD)
    for key, value in change.items():
        data[key] = data.get(key, {}) | value if isinstance(value, dict) else value
    with pytest.raises(RuntimeError, match=reason):
        slips.read(data)
