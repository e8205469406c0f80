from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from posenc_cli.errors import InputError
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.key import ambiguous, solve
from posenc_cli.worksheet.kinds import _RECORDS, KINDS
from posenc_cli.worksheet.kinds_slip import PLANTED, STEPS
from posenc_cli.worksheet.labels import blank_label
from posenc_cli.worksheet.spec import Spec, read
from tests.render.viewing import encoding_row, paper
from tests.worksheet.test_fading import WORDS, sheet_of, spec_of

if TYPE_CHECKING:
    from posenc_cli.worksheet.key import Solution
    from posenc_cli.worksheet.sheet import Part, Sheet

BACKWARDS = ("find-divisor", "read-dial", "which-position", "planted-slip", "order", "predict")
SEEDS = range(6)


def drawn(kind: str, seed: int, **worksheet: object) -> Sheet:
    """A sheet with one exercise and drawn numbers."""
    return vary(spec_of({"kind": kind}, **worksheet), seed)


def only(sheet: Sheet) -> Part:
    """Its one exercise."""
    (part,) = sheet.parts
    return part


def solved(sheet: Sheet) -> list[Solution]:
    """All its solutions; each blank has one right text, or two at most."""
    found = list(solve(sheet))
    assert ambiguous(sheet) == ()
    assert all(len(one.accepted) <= 2 for one in found)
    return found


@pytest.mark.parametrize("kind", BACKWARDS)
def test_what_is_asked_lies_beside_the_sheet(kind: str) -> None:
    """No row of the sheet gives an answer away, and a drawn sheet is the same each time.

    Only a dial may show a row of the sheet, where nobody asks for it.
    """
    for seed in SEEDS:
        sheet = drawn(kind, seed)
        data = only(sheet).data
        positions = [one[0] for one in data.get("items", ()) if kind != "order"]
        positions += [*data.get("positions", ()), data.get("position", 99)]
        assert not set(positions) & set(sheet.positions) or kind == "read-dial"
        assert [one.text for one in solve(sheet)] == [one.text for one in solve(drawn(kind, seed))]
        assert ambiguous(sheet) == ()


@pytest.mark.parametrize("kind", ["find-divisor", "which-position", "planted-slip"])
def test_a_sheet_that_has_all_usual_positions_is_asked_of_those_behind_it(kind: str) -> None:
    """With the numbers of its spec or drawn ones, never of a row that it shows."""
    spec = read(f'[worksheet]\ntitle = "t"\nn = 45\n[[exercise]]\nkind = "{kind}"\n', "s", None)
    for sheet in (build(spec), vary(spec, 1)):
        data = only(sheet).data
        asked = {*(one[0] for one in data.get("items", ())), *data.get("positions", ())}
        assert (asked or {data["position"]}) <= set(range(sheet.positions[-1] + 1, sheet.positions[-1] + 25))


@pytest.mark.parametrize("kind", BACKWARDS)
def test_seeds_and_translations(kind: str) -> None:
    """Other seeds have other numbers; a translation has the same."""
    shown = {str(only(drawn(kind, seed)).data) for seed in SEEDS}
    assert len(shown) > 1
    german = build(spec_of({"kind": kind}, language="de"))
    assert [one.text for one in solve(german)] == [one.text for one in solve(build(spec_of({"kind": kind})))]


@pytest.mark.parametrize("d", [4, 6, 8])
def test_a_divisor_is_found_from_what_is_printed(d: int) -> None:
    """Position over angle, with the digits that are printed, is the divisor of the formula to the asked decimals."""
    for seed in SEEDS:
        sheet = vary(spec_of({"kind": "find-divisor", "items": 6}, d=d), seed)
        divisors = {paper(10000 ** (2 * i / d)) for i in range(d // 2)}
        for (position, angle, _), solution in zip(only(sheet).data["items"], solved(sheet), strict=True):
            assert paper(Decimal(position) / angle).replace("−", "-") == solution.text
            assert paper(float(solution.text)) in divisors
            digits = -int(angle.as_tuple().exponent)
            exact = min((10000 ** (2 * i / d) for i in range(d // 2)), key=lambda one: abs(one - solution.value))
            shorter = round(position / exact, digits - 1) if digits > 1 else 0
            assert not shorter or paper(position / shorter) != paper(float(solution.text))


def test_both_angles_have_the_sine_and_one_the_cosine() -> None:
    """The law of the exercise: sin(a) = sin(π − a), and the cosine decides; full turns lead to the position."""
    for seed in SEEDS:
        sheet = drawn("which-position", seed)
        ((position, row, _, _),) = only(sheet).data["items"]
        first, second, found = solved(sheet)
        angles = [first.value, second.value]
        sine, cosine = float(row[0]), float(row[1])
        assert row == tuple(encoding_row(position, 4))
        assert all(math.isclose(math.sin(angle), sine, abs_tol=1e-12) for angle in angles)
        fitting = [angle for angle in angles if math.isclose(math.cos(angle), cosine, abs_tol=0.02)]
        assert len(fitting) == 1 or abs(cosine) < 0.02
        turns = [(position - angle) / math.tau for angle in fitting]
        assert any(abs(turn - round(turn)) < 0.01 for turn in turns)
        assert float(found.text) == position


def test_a_position_whose_sine_only_one_angle_has_is_not_asked_for() -> None:
    """The sine of 11 is printed as −1.000: it is not drawn, and refused where a spec names it."""
    wide = {"first_pos": 1, "decimals": 1}
    for seed in range(30):
        ((position, row, _, _),) = only(drawn("which-position", seed, **wide)).data["items"]
        assert abs(row[0]) < 1, position
    assert {8, 11} <= {one for one in range(1, 13) if abs(round(math.sin(one), 1)) == 1}
    build(spec_of({"kind": "which-position", "positions": [8, 12]}))
    for position in (11, 344):
        with pytest.raises(InputError) as caught:
            build(spec_of({"kind": "which-position", "positions": [8, position]}))
        assert (caught.value.key, caught.value.values["given"]) == ("worksheet.one-angle", position)
        assert f"position {position}, but its sine is -1 " in text("en", caught.value.key, **caught.value.values)


def test_a_dial_stands_within_the_first_turn_if_it_can() -> None:
    """A hand that has been round once is hard to read."""
    for seed in SEEDS:
        sheet = drawn("read-dial", seed)
        positions = [position for position, _ in only(sheet).data["items"]]
        assert [float(one.text) for one in solved(sheet)] == positions
        assert max(positions) < math.tau or {1, 2, 3, 4, 5, 6} <= set(sheet.positions)


@pytest.mark.parametrize("d", [4, 8, 16])
def test_the_quickest_pair_is_first(d: int) -> None:
    """Places are those of the divisors in order; the printed order is another one."""
    for seed in SEEDS:
        sheet = vary(spec_of({"kind": "order"}, d=d), seed)
        items, width = only(sheet).data["items"], only(sheet).data["width"]
        assert width == max(d, 8)
        divisors = [10000 ** (2 * pair / width) for _, pair, _, _, _ in items]
        assert [divisor for _, _, divisor, _, _ in items] == pytest.approx(divisors)
        places = [int(float(one.text)) for one in solved(sheet)]
        assert places == [1 + sum(other < divisor for other in divisors) for divisor in divisors]
        assert places != sorted(places)
        assert len({form for form, *_ in items}) == len(items) == 4


def test_a_prediction_is_worth_making() -> None:
    """The quick column changes clearly and more than the slow one; the numbers are those of the formula."""
    for seed in SEEDS:
        sheet = drawn("predict", seed)
        one, two = only(sheet).data["positions"]
        assert two == one + 1
        found = {solution.blank.id: Decimal(solution.text) for solution in solved(sheet)}
        before, after = encoding_row(one, 4), encoding_row(two, 4)
        number = only(sheet).number
        for k in (0, 2):
            assert found[f"pe{one}_d{k + 1}"] == before[k]
            assert found[f"pe{two}_d{k + 1}"] == after[k]
            assert found[f"change{number}_d{k + 1}"] == after[k] - before[k]
        assert abs(after[0] - before[0]) > max(Decimal("0.29"), 2 * abs(after[2] - before[2]))


def test_one_line_goes_wrong_and_its_name_stays_secret() -> None:
    """The right value is that of the formula; neither id nor label says which line it belongs to."""
    seen = set()
    for seed in range(40):
        sheet = drawn("planted-slip", seed)
        planted, position = only(sheet).data["planted"], only(sheet).data["position"]
        (solution,) = solved(sheet)
        assert Decimal(solution.text) == encoding_row(position, 4)[planted.column]
        assert solution.blank.id == "right_1"
        assert "d" + "₁₂₃₄"[planted.column] not in blank_label(solution.blank, "en")
        assert planted.step in STEPS
        seen.add(planted.slip)
    assert len(seen) > 7


@pytest.mark.parametrize("name", PLANTED)
def test_each_slip_can_be_planted(name: str) -> None:
    """A teacher may choose; a position at which it shows is found for every one of them."""
    spec = spec_of({"kind": "planted-slip", "slip": name, "positions": [9]}, d=8)
    assert only(build(spec)).data["planted"].slip == name


def test_positions_are_those_of_the_spec_until_numbers_are_drawn() -> None:
    """Who names positions gets them; with drawn numbers only how many they are counts."""
    spec = spec_of({"kind": "which-position", "positions": [3, 12]}, sentence="", n=2)
    assert [one[0] for one in only(build(spec)).data["items"]] == [3, 12]
    again = [one[0] for one in only(vary(spec, 5)).data["items"]]
    assert len(again) == 2
    assert again != [3, 12]


def test_exercises_share_no_position() -> None:
    """What one of them shows is not what another one asks for."""
    kinds = ("find-divisor", "which-position", "planted-slip", "predict", "planted-slip")
    for seed in SEEDS:
        sheet = vary(spec_of(*({"kind": kind} for kind in kinds)), seed)
        shown = [one[0] for part in sheet.parts[:2] for one in part.data["items"]]
        shown += [sheet.parts[n].data["position"] for n in (2, 4)] + list(sheet.parts[3].data["positions"])
        assert len(shown) == len(set(shown))


def test_a_prediction_keeps_away_from_words_that_are_shown_later() -> None:
    """A word may be shown at positions behind the sentence, before the prediction or behind it."""
    word: dict[str, Any] = {"kind": "same-word", "sentences": [f"{'x ' * 8}{WORDS[0]}", f"{'x ' * 11}{WORDS[0]}"]}
    for seed in SEEDS:
        predict: dict[str, Any] = {"kind": "predict"}
        for exercises in ([word, predict], [predict, word]):
            sheet = vary(spec_of(*exercises), seed)
            (asked,) = (part.data["positions"] for part in sheet.parts if part.spec.kind == "predict")
            assert not {*asked} & {place + sheet.positions[0] for place in (8, 11)}


@pytest.mark.parametrize("kind", ["find-divisor", "read-dial", "which-position", "planted-slip", "predict"])
@pytest.mark.parametrize("n", [14, 41, 200])
def test_a_long_sheet_has_positions_left_to_ask_about(kind: str, n: int) -> None:
    """Where the usual positions are all asked for, those behind the last row are left."""
    for seed in range(3):
        sheet = vary(spec_of({"kind": "encode", "blank": list(range(n))}, {"kind": kind}, sentence="", n=n), seed)
        data = sheet.parts[1].data
        positions = data.get("positions") or [data[name] for name in ("position",) if name in data]
        positions = positions or [one[0] for one in data["items"]]
        assert positions
        assert not {*positions} & {*sheet.positions}
        solved(sheet)


@pytest.mark.parametrize("d", [1, 2, 5, 64])
@pytest.mark.parametrize("conventions", [{}, {"magnitude": "over-sqrt-d"}, {"order": "cos-first"}])
def test_some_slip_shows_wherever_a_row_stands(d: int, conventions: dict[str, str]) -> None:
    """In one decimal too, and where sine and cosine are alike: so nobody has to look for a position."""
    for position in (0, 1, 22, 44):
        spec = spec_of({"kind": "planted-slip", "positions": [position]}, d=d, decimals=1, conventions=conventions)
        assert only(build(spec)).data["planted"].slip in PLANTED


FAULTS: dict[str, tuple[list[dict[str, Any]], str, list[str]]] = {
    "a told row": (
        [{"kind": "which-position", "positions": [2]}, {"kind": "encode", "blank": [2]}],
        "position-told",
        ["2", "positions"],
    ),
    "a told prediction": (
        [{"kind": "predict", "positions": [8, 9]}, {"kind": "find-divisor", "positions": [9]}],
        "position-told",
        ["9"],
    ),
    "a prediction told by a sentence": (
        [
            {"kind": "predict", "positions": [8, 9]},
            {"kind": "same-word", "sentences": [f"{'x ' * 8}{WORDS[0]}", WORDS[0]]},
        ],
        "sentence-told",
        ["8"],
    ),
    "one position": ([{"kind": "predict", "positions": [8]}], "two-positions", ["8", "[7, 8]"]),
    "two rows": ([{"kind": "planted-slip", "positions": [8, 9]}], "one-position", ["2"]),
    "position 0": ([{"kind": "find-divisor", "positions": [0]}], "no-short-angle", ["0"]),
    "a slip that does not show": (
        [{"kind": "planted-slip", "positions": [0], "slip": "exp-two-missing"}],
        "no-slip-here",
        ["exp-two-missing", "0"],
    ),
    "a slip that there is not": ([{"kind": "planted-slip", "slip": "typo"}], "no-slip-here", ["typo", "base-1000"]),
    "more pairs than there are": ([{"kind": "order", "items": 5}], "too-many-items", ["5", "2", "4"]),
    "one pair": ([{"kind": "order", "items": 1}], "too-many-items", ["1", "2", "4"]),
    "more dials than there are": ([{"kind": "read-dial", "items": 7}], "too-many-items", ["7", "1", "6"]),
    "a word that is not in its sentence": (
        [{"kind": "same-word", "word": WORDS[1], "sentences": ["a dog"]}],
        "no-such-word",
        [WORDS[1], "a dog"],
    ),
    "a key of another kind": ([{"kind": "order", "positions": [1]}], "key-not-here", ["positions", "read-dial"]),
    "a slip elsewhere": ([{"kind": "predict", "slip": "x"}], "key-not-here", ["slip", "planted-slip"]),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_has_its_sentence(name: str) -> None:
    """What was wrong, what was given and what would work, in both languages."""
    exercises, key, shown = FAULTS[name]
    with pytest.raises(InputError) as caught:
        sheet_of(*exercises)
    assert caught.value.key == f"worksheet.{key}"
    for language in LANGUAGES:
        said = text(language, caught.value.key, **caught.value.values)
        assert all(part in said for part in shown)


@pytest.mark.parametrize("kind", [*BACKWARDS, "formula-gap", "true-false", "code-gap"])
@pytest.mark.parametrize("encoding", ["learned", "sinusoidal-2d", "rope"])
def test_other_encodings_are_refused(kind: str, encoding: str) -> None:
    """An exercise on pairs that turn with the position says so, instead of falling over."""
    with pytest.raises(InputError, match="kind-needs") as caught:
        sheet_of({"kind": kind}, encoding=encoding)
    assert encoding in text("de", caught.value.key, **caught.value.values)


def test_too_few_pairs() -> None:
    """Two columns are one pair, and nothing to compare."""
    with pytest.raises(InputError, match="too-few-pairs") as caught:
        sheet_of({"kind": "predict"}, d=2)
    assert (caught.value.values["d"], caught.value.values["given"]) == (2, 4)


def test_the_sine_of_an_angle_is_needed_to_find_it() -> None:
    """Numbers that are divided by more than the formula says lead to no angle."""
    with pytest.raises(InputError, match="kind-convention") as caught:
        sheet_of({"kind": "which-position"}, conventions={"magnitude": "over-sqrt-d"})
    assert caught.value.values["given"] == "magnitude"


def test_no_two_kinds_have_one_name() -> None:
    """Else the first of them would be lost."""
    assert [*KINDS] == [record.name for record in _RECORDS]


def test_names_of_ones_own_stay_free() -> None:
    """A quantity of the author's with a name that an exercise needs is refused, not mixed up with it."""
    toml = """
    [worksheet]
    title = "t"
    n = 3
    [rules]
    pos_found = "pos + 1"
    [[exercise]]
    kind = "read-dial"
    """
    with pytest.raises(InputError, match="name-taken") as caught:
        build(read(toml, "t", None))
    assert caught.value.values["given"] == "pos_found"
    also = Spec.model_validate(
        {
            "worksheet": {"title": "t", "n": 3},
            "also": {"aside": {"encoding": "sinusoidal"}},
            "exercise": [{"kind": "predict"}],
        }
    )
    with pytest.raises(InputError, match="name-taken"):
        build(also)
