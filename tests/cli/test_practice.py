from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING

import pytest

from posenc_cli.render.style import Screen

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

    Practise = Callable[..., Ran]


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where progress is kept."""
    found = tmp_path / "state" / "practice.json"
    monkeypatch.setattr("posenc_cli.files.state.state_file", lambda name: found.parent / f"{name}.json")
    monkeypatch.setattr("posenc_cli.cli.practising.state_file", lambda name: found.parent / f"{name}.json")
    return found


@pytest.fixture
def practise(posenc: Callable[..., Ran], state: Path, monkeypatch: pytest.MonkeyPatch) -> Practise:
    """One sitting with typed lines, piped in."""
    assert not state.exists()

    def run(typed: list[str], *arguments: str, code: int = 0) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        return posenc("practice", *arguments, code=code, quiet=False)

    return run


def test_right_wrong_and_right_again(practise: Practise) -> None:
    """Verdicts, a hint more with every wrong answer, and a summary that starts with what is right."""
    out = practise(["0.841", "0.035", "0.5", "0.909", "q"], "cat-short").out
    said = out[out.index("Position 2, d₁ = 0.035") :]
    assert "degree" in out or "DEG" in said
    first, second = said.split("Position 2, d₁ = ")[1:3]
    assert first.count("→") == 1
    assert second.count("→") == 2
    assert "✓ Right." in said
    assert re.search(r"\n2 of 13 are right, 1 of them at once\.\nYou put right: Position 2, d₁\.\n", out)


def test_degree_mode_is_seen_first(practise: Practise) -> None:
    """The calculator's test comes before everything else, and says how a calculator is set."""
    out = practise(["0.017"], "cat-short").out
    asked, said = out.split("sin(1) = 0.017\n")
    assert "Position 2" not in asked
    assert "DEG" in said.split("sin(1) = ")[0]


def test_a_sheet_without_a_test_of_its_own_tests_too(practise: Practise) -> None:
    """What needs an angle asks for the mode; Enter leaves it."""
    out = practise(["0.017", "0.84"], "-e", "rope").out
    first, second = out.split("sin(1) = ")[1:3]
    assert "DEG" in first
    assert "RAD" in second
    assert "Exercise 1" in second


def test_a_sitting_goes_on_where_it_was_left(practise: Practise, state: Path) -> None:
    """With the same call; --fresh starts anew."""
    practise(["0.841", "0.909"], "cat-short")
    assert len(json.loads(state.read_text())) == 1
    again = practise([], "cat-short").out
    assert "You go on where you stopped" in again
    assert "Position 2, d₂ = " in again
    fresh = practise([], "cat-short", "--fresh").out
    assert "sin(1) = " in fresh


def test_what_is_kept_can_be_deleted(practise: Practise, state: Path) -> None:
    """All of it, with one call, that says where it was."""
    practise(["0.841"], "cat-short")
    assert str(state) in practise([], "--forget").out
    assert not state.exists()
    assert "nothing to delete" in practise([], "--forget").out


def test_a_damaged_file_is_no_obstacle(practise: Practise, state: Path) -> None:
    """It starts from the beginning."""
    for content in ("{", "[]", '{"x": 3}'):
        state.parent.mkdir(exist_ok=True)
        state.write_text(content, encoding="utf-8")
        assert "sin(1) = 0.841" in practise(["0.841"], "cat-short").out


def test_where_nothing_can_be_kept_there_is_practice_all_the_same(practise: Practise, state: Path) -> None:
    """Said once, on the error channel."""
    state.parent.write_text("no folder", encoding="utf-8")
    ran = practise(["0.841", "0.909", "-0.416"], "cat-short")
    assert ran.err.count("cannot be kept") == 1
    assert "3 of 13 are right" in ran.out


def test_time_ends_a_sitting(practise: Practise) -> None:
    """When time is up, nothing new is asked."""
    out = practise(["0.841"], "cat-short", "--minutes", "0").out
    assert "Time is up." in out
    assert "0 of 13 are right" in out


def test_hints_can_be_asked_for(practise: Practise) -> None:
    """Before a try, the advice to try; after it one more each time, at last a similar number worked out, then all."""
    out = practise(["0.841", "?", "0.5", "?", "?", "?"], "cat-short").out
    before, first, second, worked, every = (part.partition("\n")[2] for part in out.split(", d₁ = ")[1:6])
    assert "Try first" in before
    assert "→" in first
    assert first.count("→") == second.count("→") == worked.count("→") == 1
    assert "With other numbers" in worked
    assert "With other numbers" not in first + second + before
    assert every.count("→") == 3
    assert max(map(len, out.splitlines())) <= 80


def test_a_finished_sheet_starts_anew(practise: Practise, state: Path) -> None:
    """Nothing of it is kept."""
    from posenc_cli.worksheet.find import sheet_of
    from posenc_cli.worksheet.key import accepted_texts

    sheet = sheet_of("cat-short")
    right = {blank.id: texts[0] for blank, texts in zip(sheet.blanks, accepted_texts(sheet), strict=True)}
    out = practise([right.pop("rad"), *right.values()], "cat-short").out
    assert "13 of 13 are right, 13 of them at once." in out
    assert json.loads(state.read_text()) == {}


def test_plain_has_words_in_place_of_signs(practise: Practise) -> None:
    """For a screen reader."""
    out = practise(["0.841", "0.5"], "cat-short", "--plain").out
    assert not set("✓✗→─") & set(out.partition("Exercise 4")[0])
    assert "Right." in out


def test_practice_is_in_german(practise: Practise) -> None:
    """In the sheet's own language, with du; comma and point are read alike."""
    out = practise(["0,841", "0,909", "ende"], "--lang", "de").out
    assert "Aufgabe 4: " in out
    assert "2 von 13 sind richtig" in out


@pytest.mark.parametrize("width", [40, 80])
def test_practice_fits_into_a_terminal(practise: Practise, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    """No line of ours is longer; in colour there are colours."""
    monkeypatch.setattr("posenc_cli.cli.output._screen", lambda: Screen(width, colour=True))
    out = practise(["0.841", "0.5", "0.4", "0.3"], "cat-short").out
    assert "\x1b[" in out
    said = re.sub(r"\x1b\[[\d;]*m", "", out[out.index("Exercise 4") :]).splitlines()
    assert max(map(len, said)) <= width


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-e", "kerple"), "There is no worksheet about kerple"),
        (("-e", "robe"), "robe"),
        (("cat-short", "-e", "rope"), "--encoding"),
        (("nothing-of-that-name",), "nothing-of-that-name"),
    ],
)
def test_what_cannot_be_practised_is_said(practise: Practise, arguments: tuple[str, ...], said: str) -> None:
    """One sentence."""
    assert said in practise([], *arguments, code=2).error


def test_an_exercise_names_the_others_that_it_speaks_of(practise: Practise) -> None:
    """A sentence with a reference to another exercise is there to its end; places for points are not."""
    out = practise(["0.841", "", "", "", "", "q"], "cat-short").out
    told = " ".join(out.split())
    assert "take your own pattern from Exercise 4." in told
    assert not re.search(r"____ / \d", out)
