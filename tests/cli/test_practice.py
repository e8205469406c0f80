from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING

import pytest

from posenc_cli.render.plain import page_text
from posenc_cli.render.practice import Words
from posenc_cli.render.style import Screen, Style
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.find import sheet_of

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


@pytest.mark.parametrize("typed", ["", "-", "x", "…", "??"])
def test_what_means_nothing_is_put_off(practise: Practise, typed: str) -> None:
    """A dash or an x is no answer, as on paper: it is asked for again at the end."""
    out = practise(["0.841", typed, "q"], "cat-short").out
    assert "I will ask for this one again at the end." in out
    assert "Position 2, d₂ = " in out


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


def test_what_is_to_be_read_comes_before_what_is_asked(practise: Practise) -> None:
    """Idea, formula and divisors, which ask for nothing, stand where they stand on paper, once; ? shows the formula."""
    out = practise(["0.841", "?", "0.5", "?", *[""] * 4], "cat-short").out
    assert re.findall(r"Exercise (\d):", out) == ["1", "2", "3", "4", "5"]
    first, _, rest = out.partition("Position 2, d₁ = ?")
    formula = "PE(pos, 2i) = sin(pos / 10000^(2i/d))"
    places = [first.index(said) for said in (formula, "sin(1)", "10000^0.5 = 100", "Position 1: cat")]
    assert places == sorted(places)
    assert rest.count("The formula is in exercise 1:") == rest.count(formula) == 2
    again = practise(["?"], "cat-short").out
    assert re.findall(r"Exercise (\d):", again) == ["5"]
    assert formula in again


def test_own_numbers_are_there_to_go_on_with(practise: Practise) -> None:
    """In the exercises behind, as the sheet writes numbers, and when a sitting goes on; not what is asked once more."""
    out = practise(["0.841", "0.5", "0,909", "-0.416", "0.3", "", "1.000"], "cat-short").out
    assert re.search(r"\n\+ PE +0\.909 +−0\.416 +______ +1\.000\n=", out)
    again = practise(["?", *[""] * 8], "cat-short").out
    assert re.search(r"\n\+ PE +0\.909 +−0\.416 +______ +1\.000\n=", again)
    once_more = again[again.index("Exercise 4:") :]
    assert re.search(r"d₁ [^\n]*= ______\nd₂ [^\n]*= −0\.416\nd₃ [^\n]*= ______\n", once_more)


def test_an_example_is_named_where_there_is_one(practise: Practise) -> None:
    """In exercise 4, which works a row, and not in exercise 5."""
    typed = ["0.841", "0.3", "?", "0.909", "-0.416", "0.020", "1", "7", "?"]
    fourth, fifth = practise(typed, "cat-short").out.split("Exercise 5:")
    assert "Compare with the example in this exercise" in " ".join(fourth.split())
    assert "example" not in fifth
    assert "Check the sign" in fifth


def test_there_is_one_decimal_mark(practise: Practise) -> None:
    """That of the sheet, or the one that was asked for: in tasks, examples and messages."""
    for arguments, other in (((), r"\d,\d"), (("--decimal-mark", "comma"), r"\d\.\d")):
        out = practise(["0841", "", "0841", "x1", "?", "1.2.3"], "cat-short", *arguments).out
        assert "1.2.3" in out
        assert re.search(other, out.replace("1.2.3", "")) is None


def test_a_task_says_all_that_stands_on_paper() -> None:
    """No part of a sentence is lost, references to other exercises neither."""
    for name in ("katze-kurz", "cat", "relative-en"):
        sheet = sheet_of(name)
        words = Words(sheet, Style(sheet.spec.worksheet.language, None, "point", Screen()))
        paper = page_text(sheet_view(sheet))
        for number in {blank.exercise for blank in sheet.blanks}:
            body = words.task(number).split("\n\n", 1)[1]
            assert len(body) > 20
            assert body.strip() in paper


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
    """Said once, on the error channel, and nobody is promised at the end to be taken back."""
    back = "takes you back here"
    state.parent.write_text("no folder", encoding="utf-8")
    ran = practise(["0.841", "0.909", "-0.416"], "cat-short")
    assert ran.err.count("cannot be kept") == 1
    assert "3 of 13 are right" in ran.out
    assert "could not be kept" in ran.out
    assert back not in ran.out
    state.parent.unlink()
    assert back in practise(["0.841", "0.909"], "cat-short").out


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


def test_who_has_heard_every_hint_is_told_how_to_go_on(practise: Practise) -> None:
    """Not before: the fourth wrong answer brings no new hint, but the sentence that there is none."""
    out = practise(["0.841", "0.5", "0.5", "0.5", "0.5", "", "q"], "cat-short").out
    third, fourth = out.split(", d₁ = 0.5")[3:5]
    assert "no more hints" not in third
    assert third.count("→") == fourth.partition("Position 2, d₁ = ")[0].count("→") == 3
    assert "There are no more hints. Enter alone goes on.\nPosition 2, d₁ = " in fourth


def test_a_finished_sheet_starts_anew(practise: Practise, state: Path) -> None:
    """Nothing of it is kept."""
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
