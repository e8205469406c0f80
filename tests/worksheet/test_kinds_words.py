from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import InputError
from posenc_cli.i18n import LANGUAGES, lookup, text
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.code_gap import Gap, Line, listing
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.kinds import by_hand
from posenc_cli.worksheet.kinds_words import STATEMENTS
from posenc_cli.worksheet.spec import find
from tests.worksheet.kinds_sheet import every_kind
from tests.worksheet.test_fading import sheet_of, spec_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def program(lines: Sequence[Line], spellings: Sequence[str]) -> str:
    """The program with its gaps filled."""
    left = iter(spellings)
    return "\n".join("".join(next(left) if isinstance(piece, Gap) else piece for piece in line) for line in lines)


def result(source: str, n: int, d: int) -> Any:  # noqa: ANN401
    """What the program builds."""
    names: dict[str, Any] = {}
    exec(source, names)  # noqa: S102  (lines of our own)
    return np.array(names["table"](n, d))


@pytest.mark.parametrize("layout", ["interleaved", "halves"])
@pytest.mark.parametrize("spacing", ["paper", "endpoint"])
@pytest.mark.parametrize("d", [4, 6, 7])
def test_every_spelling_builds_the_table(layout: str, spacing: str, d: int) -> None:
    """Whatever the key accepts makes the same numbers as posenc itself, in every combination."""
    scheme = Scheme.of("sinusoidal", d=d, layout=layout, spacing=spacing)
    lines = listing(scheme.chosen, 10000)
    gaps = [piece.accepted for line in lines for piece in line if isinstance(piece, Gap)]
    right = scheme.formula.run(scheme.given(np.arange(9), np.arange(d)), NUMBERS).values["pe"]
    assert (len(lines), len(gaps)) == (10, 3)
    for spellings in itertools.product(*gaps):
        found = result(program(lines, spellings), 9, d)
        np.testing.assert_allclose(found, right, atol=1e-12)
        assert math.isclose(found[3, 0], math.sin(3))


def test_a_wrong_spelling_builds_another_table() -> None:
    """The check above can fail: the column in place of the pair is another table."""
    lines = listing({"layout": "interleaved", "spacing": "paper"}, 10000)
    right = result(program(lines, ("k // 2", "base ** (2 * i / d)", "k % 2")), 4, 4)
    wrong = result(program(lines, ("k", "base ** (2 * i / d)", "k % 2")), 4, 4)
    assert np.abs(right - wrong).max() > 0.1


@pytest.mark.parametrize(
    "conventions", [{"order": "cos-first"}, {"magnitude": "over-sqrt-d"}, {"spacing": "endpoint-guarded"}]
)
@pytest.mark.parametrize("kind", ["code-gap", "formula-gap"])
def test_other_conventions_are_refused(kind: str, conventions: dict[str, str]) -> None:
    """Ten lines cannot do everything; what they cannot is named."""
    with pytest.raises(InputError, match="kind-convention") as caught:
        sheet_of({"kind": kind}, conventions=conventions)
    ((name, choice),) = conventions.items()
    assert f"{name} = {choice}" in text("en", caught.value.key, **caught.value.values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_statement_has_its_words(language: str) -> None:
    """Ten statements, each with a reason; four of them or more are true, and as many are false."""
    found = lookup(language, "exercise.true-false.statements")  # type: ignore[arg-type]
    assert isinstance(found, dict)
    assert list(found) == [f"s{number}" for number in STATEMENTS] == [f"s{number}" for number in range(1, 11)]
    assert all(set(each) == {"text", "reason"} for each in found.values())
    assert 4 <= sum(STATEMENTS.values()) <= 6


def test_statements_are_chosen_or_drawn() -> None:
    """By number in the order of the spec; else drawn, as many true ones as false ones."""
    chosen = sheet_of({"kind": "true-false", "statements": [9, 2]}).parts[0].data["statements"]
    assert chosen == ((9, False), (2, False))
    spec = spec_of({"kind": "true-false"})
    for seed in range(8):
        drawn = vary(spec, seed).parts[0].data["statements"]
        assert len(dict(drawn)) == 4
        assert sum(truth for _, truth in drawn) == 2
    whole = sheet_of({"kind": "true-false", "items": 10}).parts[0].data["statements"]
    assert dict(whole) == STATEMENTS


@pytest.mark.parametrize("statements", [[11], [0], [3, 3]])
def test_statements_that_there_are_not(statements: list[int]) -> None:
    """A number outside, or twice."""
    with pytest.raises(InputError, match="no-statement") as caught:
        sheet_of({"kind": "true-false", "statements": statements})
    assert "10" in text("en", caught.value.key, **caught.value.values)


def test_the_numbers_of_a_formula() -> None:
    """The pair and the exponent of a column behind the first pair, as the formula has them; none unless asked for."""
    assert sheet_of({"kind": "formula-gap"}).blanks == ()
    for d in (4, 6, 8):
        sheet = sheet_of({"kind": "formula-gap", "parts": ["numbers"]}, d=d)
        column = sheet.parts[0].data["column"]
        found = {solution.blank.place.quantity: solution.value for solution in solve(sheet)}
        assert found["i"] == column // 2 > 0
        assert found.get("exponent", 2 * (column // 2) / d) == 2 * (column // 2) / d
        # Thirds have too many digits to be written down.
        assert ("exponent" in found) == (d != 6)


def test_own_questions_and_their_answers() -> None:
    """Each model answer belongs to a question."""
    questions = ["Why {d}?", "And **then**?"]
    assert sheet_of({"kind": "open", "sentences": questions}).parts[0].data["questions"] == tuple(questions)
    with pytest.raises(InputError, match="models-count") as caught:
        sheet_of({"kind": "open", "sentences": questions, "models": ["so"]})
    assert (caught.value.values["given"], caught.value.values["wanted"]) == (1, 2)


def test_what_a_person_must_look_at() -> None:
    """Ticks, words and code of the new kinds and of free tasks; of the lesson they are not listed."""
    sheet = every_kind()
    kinds = [part.spec.kind for part in sheet.parts if part.number in by_hand(sheet)]
    assert kinds == ["formula-gap", "read-dial", "planted-slip", "true-false", "predict", "code-gap", "open"]
    assert by_hand(build(find("katze"))) == ()
    alibi = build(find("alibi"))
    asking = [part for part in alibi.parts if any(block.choice or block.question for block in part.spec.block)]
    assert by_hand(alibi) == tuple(part.number for part in asking) != ()
