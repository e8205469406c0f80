"""What a report tells students and teachers, beyond verdicts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from posenc_cli.cli import main
from posenc_cli.i18n import LANGUAGES, lookup, text
from posenc_cli.render.report_text import NEXT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from posenc_cli.i18n import Language
    from tests.cli.conftest import Ran

IDS = ("rad", "pe2_d1", "pe2_d2", "pe2_d3", "pe2_d4", "x2_d1", "x2_d2", "x2_d3", "x2_d4", "x4_d1", "x4_d2")
WRITTEN = ("0.841", "0.909", "-0.416", "0.020", "1.000", "0.909", "-0.316", "0.920", "1.000", "0.143", "-0.554")
RIGHT = dict(zip(IDS, WRITTEN, strict=True))


@pytest.fixture
def checked(posenc: Callable[..., Ran], tmp_path: Path) -> Callable[..., Ran]:
    """Check rows (name, changed answers) of the short sheet, with the columns that are named."""

    def run(
        *rows: tuple[str, Mapping[str, str]], ids: tuple[str, ...] = IDS, options: tuple[str, ...] = (), code: int = 1
    ) -> Ran:
        lines = [f"name;sheet;{';'.join(ids)}"]
        for name, answers in rows:
            cells = RIGHT | dict(answers)
            lines.append(f"{name};katze-kurz;{';'.join(cells[each] for each in ids)}")
        (tmp_path / "a.csv").write_text("\n".join(lines), encoding="utf-8")
        return posenc("check", "a.csv", *(options or ("--lang", "de")), code=code, quiet=False)

    return run


def test_each_quantity_that_is_wrong_for_no_known_cause_has_one_next_step(checked: Callable[..., Ran]) -> None:
    """Wrong numbers without a slip get a neutral hint, once for a row and once for its sum."""
    ran = checked(("Ada", {"pe2_d1": "0.333", "pe2_d2": "0.777", "x2_d4": "5.55"}))
    steps = " ".join(ran.out.split()).split("→ ")[1:]
    assert len(steps) == 2
    assert steps[0].startswith(lookup("de", "report.next.pe"))
    assert steps[1].startswith(lookup("de", "report.next.x"))


def test_every_quantity_has_a_next_step() -> None:
    """A new kind of number needs its hint in the catalogue."""
    for language in LANGUAGES:
        known = {"check", "pe", "x", "copy", "prod", "dot", "cosine", "count", "number", "angle", "divisor", "exponent"}
        known |= set(NEXT.values())
        assert set(lookup(language, "report.next")) == known


ONES = dict.fromkeys(IDS[1:5], "1")


def test_the_guard_is_named_only_where_it_cost_points(checked: Callable[..., Ran]) -> None:
    """Nobody reads of points for following through who lost none."""
    guard = text("de", "report.guard")
    assert guard not in " ".join(checked(("Ada", ONES)).out.split())
    further = dict(zip(IDS[5:9], ("1.000", "1.100", "1.900", "1.000"), strict=True))
    cost = checked(("Ada", {**ONES, **further}))
    assert guard in " ".join(cost.out.split())


def test_a_class_names_what_it_leaves_out_and_what_was_hard(checked: Callable[..., Ran]) -> None:
    """More than five causes are counted, and the three blanks that most got wrong stand there."""
    rows = [
        {"pe2_d1": "0.035", "pe2_d2": "0.999", "pe2_d3": "0.000", "rad": "0.017"},
        {"pe2_d1": "0.141", "pe2_d2": "-0.990", "pe2_d3": "0.030"},
        {"pe2_d2": "0.416", "x2_d2": "0.516"},
        {"pe2_d1": "-0.416", "pe2_d2": "0.909", "pe2_d3": "1.000", "pe2_d4": "0.020"},
        {"x2_d1": "0", "x2_d2": "-0.042", "x2_d3": "0.018", "x2_d4": "0"},
        {"x2_d1": "0.000", "x2_d2": "0.100", "x2_d3": "0.900", "x2_d4": "0.000"},
        {"x4_d1": "-0.757", "x4_d2": "-0.654"},
    ]
    out = checked(*((f"S{number}", row) for number, row in enumerate(rows))).out
    block = out[out.index("Klasse: ") :]
    causes = [line for line in block.splitlines() if re.match(r" +\d+ × ", line)]
    assert len(causes) == 5
    assert "  und " in block
    assert "weitere" in block
    assert "am häufigsten daneben: 4 × Position 2, d₂; 3 × Position 2, d₁" in " ".join(block.split())


def test_few_causes_leave_nothing_out(checked: Callable[..., Ran]) -> None:
    """Where all causes stand, nothing is said of more."""
    assert "weitere" not in checked(("Ada", {"pe2_d2": "0.416"}), ("Bo", {})).out


def test_a_row_without_a_name_is_known_by_its_line(checked: Callable[..., Ran]) -> None:
    """In a class nobody is "you"; a single student still is."""
    ran = checked(("Ada", {}), ("", {"rad": "0.017"}))
    assert "Zeile 3 (ohne Namen): " in ran.out
    assert "Deine" not in ran.out
    assert "Deine Antworten: " in checked(("", {"rad": "0.017"})).out


def test_one_name_twice_is_said(checked: Callable[..., Ran]) -> None:
    """Two people of one name would be one person's attempts: a notice names them, and only them."""
    ran = checked(("Ada", {"rad": "0.017"}), ("Bo", {}), ("ada", {}), code=0)
    assert ran.err.count("\n") == 1
    assert "ada" in ran.err
    assert "Bo" not in ran.err


def test_two_equal_names_in_a_bare_table_are_said(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """Tables without a worksheet have attempts as well."""
    (tmp_path / "t.csv").write_text("name,pos,d1,d2\nAda,1,0.841,0.540\nAda,1,0.841,0.540\n", encoding="utf-8")
    assert "Ada" in posenc("check", "t.csv", "--d", "2", quiet=False).err


def test_points_and_mean_are_written_alike(checked: Callable[..., Ran]) -> None:
    """7,5 and not 7,50 beside a mean of 7,8."""
    half = ("--lang", "de", "--credit", "coarse=0.5")
    out = checked(("Ada", {"pe2_d1": "0.91"}), ("Bo", {}), options=half).out
    assert "Ada: 9,5 von 12 Punkten" in out
    assert "im Mittel 9,8 von 12 Punkten" in out


def test_columns_that_were_deleted_are_not_left_blank(checked: Callable[..., Ran]) -> None:
    """Who is not asked leaves nothing blank; who is asked and writes nothing does."""
    asked = IDS[:5]
    assert "alle 5 richtig\n" in checked(("Ada", {}), ids=asked, code=0).out
    assert "4 richtig, 1 frei gelassen" in checked(("Ada", {"pe2_d4": ""}), ids=asked, code=0).out


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_dash_is_one_answer(checked: Callable[..., Ran], language: Language) -> None:
    """One answer is no plural."""
    one = checked(("Ada", {"pe2_d2": "–0.416"}), options=("--lang", language), code=0)
    assert one.err == f"posenc: {text(language, 'check.dash-as-minus-once', count=1, text='–0.416')}\n"
    two = checked(("Ada", {"pe2_d2": "–0.416", "x2_d2": "–0.316"}), options=("--lang", language), code=0)
    assert two.err == f"posenc: {text(language, 'check.dash-as-minus', count=2, text='–0.416')}\n"


@pytest.fixture
def distances(posenc: Callable[..., Ran], tmp_path: Path) -> Callable[..., str]:
    """Check two students' distances and penalties on the sheet on slopes; the report on one line."""

    def run(*options: str) -> str:
        lines = ["name,sheet,distance_5_0,distance_5_1,bias_5_0", "Ada,alibi,9,4,7.5", "Ben,alibi,9,4,-1.25"]
        (tmp_path / "a.csv").write_text("\n".join(lines), encoding="utf-8")
        ran = posenc("check", "a.csv", "--lang", "de", *options, code=1, quiet=False)
        return " ".join(ran.out.split())

    return run


def test_numbers_of_a_free_task_are_named_by_exercise_and_place(distances: Callable[..., str]) -> None:
    """What stands in a table of the worksheet's own is called by its exercise, row and column, also for the class."""
    out = distances()
    assert "zum Nachsehen: Aufgabe 1, Matte: Die 9; Aufgabe 2, Matte: Die 7.5" in out
    assert "2 × Aufgabe 1, Matte: Die" in out


def test_counting_and_calculating_have_a_next_step_each(distances: Callable[..., str]) -> None:
    """A wrong count is to be counted again, a wrong result to be calculated again."""
    steps = distances().split("→ ")
    assert steps[1].startswith(str(lookup("de", "report.next.count")))
    assert steps[2].startswith(str(lookup("de", "report.next.number")))


def test_teachers_see_counts_without_decimals(distances: Callable[..., str]) -> None:
    """The right distance is 5 and the right penalty -1.250."""
    out = distances("--teacher")
    assert "Die 9 [5]" in out
    assert "Die 7.5 [−1.250]" in out


def test_right_values_are_written_as_the_answers_beside_them(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever reads a class that writes commas reads no points in between; the minus is that of the sheet."""
    assert main(["check", "--d", "4", "--pos", "2", "--teacher", "0,7", "−0,3", "0,3", "2"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "d₁ 0,7 [0,909], d₂ −0,3 [−0,416], d₃ 0,3 [0,020], d₄ 2 [1,000]" in out
    assert main(["check", "--d", "4", "--pos", "2", "--teacher", "0.7", "-0.3", "0.3", "2"]) == 1
    assert "d₂ -0.3 [−0.416]" in " ".join(capsys.readouterr().out.split())


def test_what_holds_for_many_unreadable_answers_is_said_once(checked: Callable[..., Ran]) -> None:
    """Four words are one sentence and not four; one that is alone stands beside its answer."""
    words = dict.fromkeys(("pe2_d1", "pe2_d2", "pe2_d3", "pe2_d4"), "help")
    ran = checked(("Anna", words), ("Ben", {"pe2_d1": "help", "pe2_d2": "0.416-"}), options=("--lang", "en"))
    anna, ben = " ".join(ran.out.split()).split("Ben:")
    assert anna.count("is not a number") == ben.count("is not a number") == 1
    assert "The same holds for 3 more." in anna
    assert "The same holds" not in ben


@pytest.mark.parametrize("options", [("--lang", "en"), ("--lang", "de", "--teacher"), ("-f", "html")])
def test_a_long_answer_is_shown_in_short(checked: Callable[..., Ran], options: tuple[str, ...]) -> None:
    """Five thousand digits fill no screen; data for programs keep them."""
    long = ("Anna", {"pe2_d1": "9" * 5000})
    assert "9" * 50 not in checked(long, options=options).out
    assert "9" * 5000 in checked(long, options=("-f", "json")).out
