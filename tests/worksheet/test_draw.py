from __future__ import annotations

import hashlib
import json
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from posenc_cli.errors import InputError
from posenc_cli.worksheet import draw
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.compose import Wish, compose
from posenc_cli.worksheet.draw import Draw, digest, vary
from posenc_cli.worksheet.key import ambiguous, solve
from posenc_cli.worksheet.spec import Spec, find
from tests.worksheet.names import WHOLE_WAY
from tests.worksheet.random_sheets import random_spec

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

#: A small worksheet of this module, so that no change of a built-in one changes what is kept here.
FIXED: dict[str, Any] = {
    "worksheet": {"name": "fixed", "title": "Fixed", "sentence": "the cat sees the mat"},
    "embeddings": {"table": {word: [1, 0, 0, 0] for word in ("the", "cat", "sees", "mat")}},
    "exercise": [
        {"kind": "encode", "worked": [0, 1], "blank": [2]},
        {"kind": "add", "blank": [2, 3]},
        {"kind": "pair", "pair": ["cat", "sees"]},
    ],
}
SPEC = Spec.model_validate(FIXED)
#: Digests of the sheets with seeds 0 … 4: they must not change, or printed sheets lose their keys.
KEPT = ["89e01fcbef215dc2", "16d38c6d0859ef52", "22ecd58055302b4f", "f9745fb05042384e", "0768e6e6f84c46b4"]


def fingerprint(sheet: Sheet) -> str:
    """All numbers of a sheet and its key in one short text."""
    table = {word: [str(value) for value in vector] for word, vector in (sheet.spec.embeddings.table or {}).items()}
    key = {solution.blank.id: solution.accepted for solution in solve(sheet)}
    return hashlib.sha256(json.dumps([sheet.positions, table, key], sort_keys=True).encode()).hexdigest()[:16]


def test_sheets_of_today_are_the_sheets_of_tomorrow() -> None:
    """The sheets of five seeds are those that were kept when words came to count by their places alone."""
    assert [fingerprint(vary(SPEC, seed)) for seed in range(5)] == KEPT


@pytest.mark.parametrize("own", [{}, {"rules": {"twice": "2 * pe"}}])
def test_vectors_are_the_first_that_are_fair(own: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Several are looked at together, or where that cannot be, one after the other: it decides nothing."""
    spec = Spec.model_validate(FIXED | own)
    together = [fingerprint(vary(spec, seed)) for seed in range(5)]

    def refuse(_: Sheet) -> None:
        raise InputError("worksheet.blank-open", name="fixed", id="dot", count=2000)

    with monkeypatch.context() as one:
        one.setattr(draw, "accepted_ticks", refuse)
        assert [fingerprint(vary(spec, seed)) for seed in range(5)] == together
    monkeypatch.setattr(draw, "_perhaps_fair", lambda _, tables: tables)
    assert [fingerprint(vary(spec, seed)) for seed in range(5)] == together


def test_the_same_seed_draws_the_same_sheet() -> None:
    """Nothing but the worksheet and the seed decides."""
    assert fingerprint(vary(SPEC, 7)) == fingerprint(vary(Spec.model_validate(FIXED), 7))


def test_different_seeds_draw_different_sheets() -> None:
    """A class copies nothing."""
    assert len({fingerprint(vary(SPEC, seed)) for seed in range(24)}) == 24


@pytest.mark.parametrize("name", WHOLE_WAY)
def test_many_seeds_are_fair(name: str) -> None:
    """Every sheet has as many blanks as the fixed one, few texts for each, no give-away row, vectors without zeros."""
    spec = find(name)
    fixed = build(spec)
    for seed in range(24 if spec.worksheet.language == "de" else 6):
        sheet = vary(spec, seed)
        assert (sheet.varied, sheet.seed, sheet.name) == (True, seed, f"{name}-{seed}")
        assert len(sheet.blanks) == len(fixed.blanks)
        assert sheet.max_points == fixed.max_points
        assert ambiguous(sheet) == ()
        assert sheet.positions[0] in draw.FIRST_POSITIONS
        assert sheet.positions == tuple(range(sheet.positions[0], sheet.positions[0] + len(sheet.words)))
        table = sheet.spec.embeddings.table or {}
        assert {value for vector in table.values() for value in vector} <= {Decimal(n) / 10 for n in range(1, 10)}
        if seed < 6:
            assert all(1 <= len(solution.accepted) <= 3 for solution in solve(sheet))


def test_rows_move_with_the_first_position() -> None:
    """Worked and blank rows are counted from the first position of the spec."""
    for seed in range(8):
        sheet = vary(SPEC, seed)
        first = sheet.positions[0]
        encode = sheet.spec.exercise[0]
        assert (encode.worked, encode.blank) == ((first, first + 1), (first + 2,))
        assert sheet.blanks[0].id == f"pe{first + 2}_d1"


def test_a_drawn_sheet_is_a_whole_worksheet() -> None:
    """Its spec has the drawn numbers in it, and builds the same sheet without a seed."""
    sheet = vary(SPEC, 3)
    again = build(sheet.spec)
    assert [solution.accepted for solution in solve(again)] == [solution.accepted for solution in solve(sheet)]


def test_words_of_a_pair_keep_one_vector() -> None:
    """Two words that mean the same keep meaning the same; others get their own."""
    table = vary(SPEC, 1).spec.embeddings.table or {}
    assert table["cat"] == table["sees"] != table["mat"]
    other = json.loads(json.dumps(FIXED))
    other["embeddings"]["table"]["sees"] = [0, 1, 0, 0]
    table = vary(Spec.model_validate(other), 1).spec.embeddings.table or {}
    assert table["cat"] != table["sees"]


def test_a_corrected_title_changes_no_number() -> None:
    """Prose, points and names do not decide numbers; the sentence and the rows do."""
    prose = json.loads(json.dumps(FIXED))
    prose["worksheet"] |= {"title": "Corrected", "minutes": 20, "language": "en", "name": "other"}
    prose["exercise"][0] |= {"minutes": 3, "points": 2}
    assert digest(Spec.model_validate(prose)) == digest(SPEC)
    for table, key, value in (("worksheet", "sentence", "the cat sees a mat"), ("worksheet", "decimals", 2)):
        changed = json.loads(json.dumps(FIXED))
        changed[table][key] = value
        assert digest(Spec.model_validate(changed)) != digest(SPEC)


@pytest.mark.parametrize("spec", [SPEC, find("katze")], ids=["fixed", "katze"])
def test_neighbours_begin_elsewhere(spec: Spec) -> None:
    """Two groups side by side never have the same first position, and no group has position 0."""
    starts = [vary(spec, seed).positions[0] for seed in range(16)]
    assert all(one != other for one, other in pairwise(starts))
    assert set(starts) <= set(draw.FIRST_POSITIONS)
    assert len(set(starts[:14])) >= 7


def test_steps_to_other_positions_are_even() -> None:
    """Seeds side by side would otherwise meet where one of them had to step on."""
    assert len(draw.FIRST_POSITIONS) % 2 == 0
    assert all(step % 2 == 0 for step in draw.STEPS)
    assert len({step % len(draw.FIRST_POSITIONS) for step in draw.STEPS}) == len(draw.STEPS)


def test_a_word_keeps_the_number_of_its_minus_signs() -> None:
    """No group has the easier sheet: as many negative components as in the worksheet, at drawn places."""
    signed = json.loads(json.dumps(FIXED))
    signed["embeddings"]["table"] |= {"the": [-0.5, 0, -1, 0.2], "mat": [0, 0, 0, -0.1]}
    spec = Spec.model_validate(signed)
    places = set()
    for seed in range(10):
        table = vary(spec, seed).spec.embeddings.table or {}
        counts = {word: sum(value < 0 for value in vector) for word, vector in table.items()}
        assert counts == {"the": 2, "cat": 0, "sees": 0, "mat": 1}
        places.add(tuple(value < 0 for value in table["the"]))
    assert len(places) > 1


def test_what_can_never_be_fair_is_refused() -> None:
    """A worksheet of sixty-four columns and six decimals has no unambiguous dot product: said, not tried for ever."""
    spec = random_spec(1, decimals=6)
    words = ("Die", "Katze", "der")
    spec["worksheet"] |= {"d": 64, "first_pos": 0}
    spec["embeddings"] = {"table": {word: [1] * 64 for word in words}}
    spec["exercise"] = [{"kind": "pair", "pair": ["Die", "der"]}]
    with pytest.raises(InputError) as refused:
        vary(Spec.model_validate(spec), 5)
    assert refused.value.key == "worksheet.no-fair-draw"
    assert refused.value.values["seed"] == 5


def test_draws_are_spread_evenly() -> None:
    """Every tenth but zero comes up about equally often, and so does every place of a minus sign."""
    drawn = [Draw(str(seed)).tenths(9, "test", minus=3) for seed in range(200)]
    counts = [sum(abs(value) == Decimal(n) / 10 for vector in drawn for value in vector) for n in range(10)]
    assert counts[0] == 0
    assert min(counts[1:]) > 150
    assert max(counts) < 250
    assert all(sum(value < 0 for value in vector) == 3 for vector in drawn)
    signs = [sum(vector[index] < 0 for vector in drawn) for index in range(9)]
    assert min(signs) > 40
    assert max(signs) < 95


def test_positions_without_a_sentence_take_their_vectors_along() -> None:
    """The rows of such a worksheet are called by their positions, wherever it begins."""
    table = {str(row): [Decimal("0.1"), Decimal("0.2"), Decimal("0.3"), Decimal("0.4")] for row in range(3)}
    add = {"kind": "add", "blank": [1]}
    about = {"name": "n", "title": "t", "n": 3}
    spec = Spec.model_validate({"worksheet": about, "embeddings": {"table": table}, "exercise": [add]})
    sheet = vary(spec, 1)
    assert sheet.words == tuple(map(str, sheet.positions))
    assert sheet.positions[0] > 0
    assert len(sheet.blanks) == 4


def test_vectors_of_a_sentence_are_drawn_until_every_blank_is_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not is drawn again, and where nothing ever is, that is said."""
    wish, unfair = Wish("Der Hund bellt laut", "de"), iter([True, False])
    usual = compose(wish, Path()).toml
    monkeypatch.setattr("posenc_cli.worksheet.compose.ambiguous", lambda _: next(unfair))
    assert compose(wish, Path()).toml != usual
    assert list(unfair) == []
    monkeypatch.setattr("posenc_cli.worksheet.compose.ambiguous", lambda _: True)
    with pytest.raises(InputError, match="no-fair-draw"):
        compose(wish, Path())
