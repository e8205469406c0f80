"""What contradicts itself, or would change nothing, is said and never passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from posenc_cli.grading import collected
from posenc_cli.worksheet.spec import read

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

FORM = "name;sheet;rad;pe2_d1\nAda;cat-short;0.841;0.909\n"


@pytest.fixture
def form(posenc: Callable[..., Ran], tmp_path: Path) -> Callable[..., Ran]:
    """A form whose two answers are right."""
    (tmp_path / "a.csv").write_text(FORM, encoding="utf-8")
    return posenc


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["a.csv", "--base", "100"], "--base"),
        (["a.csv", "--layout", "halves"], "--layout"),
        (["a.csv", "--spacing", "endpoint"], "--spacing"),
        (["a.csv", "--first-pos", "3"], "--first-pos"),
        (["a.csv", "--seed", "-1"], "--seed"),
        (["--d", "2", "--pos", "2", "--seed", "4", "1", "1"], "--seed"),
        (["--d", "2", "--pos", "2", "--first-pos", "1", "1", "1"], "--first-pos"),
        (["--d", "2", "--pos", "2,2", "1", "1", "1", "1"], "2"),
    ],
)
def test_an_option_without_effect_is_refused(form: Callable[..., Ran], call: list[str], said: str) -> None:
    """Whoever gives an option gets what it says, or a sentence."""
    assert said in form("check", *call, code=2).error


def test_another_sheet_than_the_one_that_the_file_names_is_said(form: Callable[..., Ran]) -> None:
    """--sheet wins, and a notice names both; it is quiet where they agree."""
    ran = form("check", "a.csv", "--sheet", "katze", "--lang", "en", quiet=False)
    assert "cat-short" in ran.err
    assert "katze" in ran.err
    form("check", "a.csv", "--sheet", "cat-short")


def test_an_empty_answer_is_a_blank(posenc: Callable[..., Ran]) -> None:
    """An empty word among numbers is a blank and no folder."""
    assert "blank" in posenc("check", "--d", "2", "--pos", "2", "0.909", "", "--lang", "en").out


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["--pos", "2", "--d", "65", *["1"] * 65], "64"),
        (["--pos", "2", "--d", "2", "--decimals", "7", "1", "1"], "6"),
        (["--pos", "0-200", "--d", "1", *["1"] * 201], "200"),
    ],
)
def test_a_bare_table_has_the_limits_of_a_worksheet(posenc: Callable[..., Ran], call: list[str], said: str) -> None:
    """One column, decimal or row more than a worksheet can have is one sentence with the limit."""
    assert said in posenc("check", *call, code=2).error


def test_a_row_that_slipped_to_the_right_is_named(form: Callable[..., Ran], tmp_path: Path) -> None:
    """More cells than headings are worth a notice: answers may stand under the wrong ones."""
    (tmp_path / "a.csv").write_text(FORM + "Bo;Li;cat-short;0.841;0.909\n", encoding="utf-8")
    err = form("check", "a.csv", "--sheet", "cat-short", "--lang", "en", code=1).err
    assert "Line 3 of a.csv has 5 cells under 4 headings" in err


def test_a_sheet_without_blanks_has_nothing_to_check(form: Callable[..., Ran], tmp_path: Path) -> None:
    """The sentence says so, instead of listing no columns."""
    spec = '[worksheet]\ntitle = "T"\nsentence = "a b"\n[[exercise]]\nkind = "idea"\n'
    (tmp_path / "s.toml").write_text(spec, encoding="utf-8")
    assert "blank = [2]" in form("check", "a.csv", "--sheet", "s.toml", code=2).error


def test_a_file_that_is_no_class_is_refused(form: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    """Far too many lines are counted before time and memory go into them."""
    monkeypatch.setattr(collected, "MOST_LINES", 0)
    assert "a.csv" in form("check", "a.csv", code=2).error


def test_a_no_break_space_joins_on_a_sheet_as_in_a_table(posenc: Callable[..., Ran]) -> None:
    """A name with a no-break space is one word everywhere."""
    spec = '[worksheet]\ntitle = "T"\nsentence = "New\u00a0York lebt"\n[[exercise]]\nkind = "lookup"\n'
    assert read(spec, "s", None).words == ("New\u00a0York", "lebt")
    assert "New\u00a0York" in posenc("table", "--sentence", "New\u00a0York lebt").out


def test_positions_out_of_reach_are_refused(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """A position that no number can hold, or more of them than a sheet has, is named and not marked as wrong."""
    (tmp_path / "a.csv").write_text(f"pos;d1;d2\n{'9' * 20};0;0\n", encoding="utf-8")
    assert "9" * 20 in posenc("check", "a.csv", "--d", "2", code=2).error
    assert "2000000000000000" in posenc("check", "--d", "1", "--pos", "2000000000000000", "0", code=2).error
    (tmp_path / "b.csv").write_text("0,909;0,416\n" * 300, encoding="utf-8")
    error = posenc("check", "b.csv", "--d", "2", code=2).error
    assert "300" in error
    assert "--pos" not in error


def test_a_bare_table_of_headings_only_is_not_filled_in(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """A table without a row has nothing to check."""
    (tmp_path / "a.csv").write_text("pos;d1;d2\n", encoding="utf-8")
    assert "a.csv" in posenc("check", "a.csv", "--d", "2", code=2).error
