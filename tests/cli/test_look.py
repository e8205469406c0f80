"""Options of ``posenc worksheet`` for paper, size of letters, grey, and templates of one's own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

HTML = ("-o", "a.html", "--key", "b.html")


def test_they_rule_sheet_and_key(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """Letter paper, eighteen points and grey stand in both pages."""
    posenc(
        "worksheet",
        "katze-kurz",
        *HTML,
        "--paper",
        "letter",
        "--font-size",
        "18",
        "--grey",
        "--lang",
        "en",
        quiet=False,
    )
    for name in ("a.html", "b.html"):
        page = (tmp_path / name).read_text(encoding="utf-8")
        assert "size: Letter;" in page
        assert "--scale: 1.636;" in page
        assert "--key: #111 }" in page


def test_without_them_the_worksheets_own_holds(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """What its file says is overruled by an option only."""
    file = tmp_path / "blatt.toml"
    file.write_text(
        '[worksheet]\ntitle = "T"\nsentence = "a b"\npaper = "letter"\nfont_size = 14\n[[exercise]]\nkind = "idea"\n'
    )
    posenc("worksheet", "blatt.toml", *HTML, "--font-size", "22", quiet=False)
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "size: Letter;" in page
    assert "--scale: 2;" in page


def test_numbers_stay(posenc: Callable[..., Ran]) -> None:
    """A drawn sheet in large print has the numbers of the ordinary one."""
    seed = ("worksheet", "katze-kurz", "--vary", "--seed", "7", "--key", "-", "-f", "json")
    usual, large = (json.loads(posenc(*seed, *size).out) for size in ((), ("--font-size", "18", "--grey")))
    assert usual == large


def test_they_go_with_a_sentence(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """A sheet from a sentence has paper, too."""
    posenc("worksheet", "--sentence", "Der Hund bellt laut", *HTML, "--font-size", "18", "--lang", "de", quiet=False)
    assert "--scale: 1.636;" in (tmp_path / "a.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("size", ["8", "25", "0", "-3"])
def test_letters_that_nobody_could_read_or_print_are_refused(posenc: Callable[..., Ran], size: str) -> None:
    """One sentence with the limits, before a file is written."""
    error = posenc("worksheet", "katze-kurz", "--font-size", size, code=2).error
    assert "9 to 24" in error
    assert size in error


def test_other_paper_is_refused(posenc: Callable[..., Ran]) -> None:
    """With what there is."""
    assert "A4, letter" in posenc("worksheet", "katze-kurz", "--paper", "A3", code=2).error


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("font_size = 30", "≤ 24"),
        ("font_size = true", "no number"),
        ('paper = "A3"', "A4"),
        ('grey = "yes"', "true nor false"),
        ('hints = "top"', "box, foot"),
        ('control = "words"', "pool"),
        ("cards = 1", "true nor false"),
        ("templates = 3", "no text"),
        ('hint = "Tip"', "hints"),
    ],
)
def test_wrong_values_in_a_file_are_said_with_their_line(
    posenc: Callable[..., Ran], tmp_path: Path, line: str, wanted: str
) -> None:
    """Line, key, what was given, what would work."""
    (tmp_path / "blatt.toml").write_text(
        f'[worksheet]\ntitle = "T"\nsentence = "a b"\n{line}\n[[exercise]]\nkind = "idea"\n'
    )
    error = posenc("worksheet", "blatt.toml", "--lang", "en", code=2).error
    assert "blatt.toml, line 4" in error
    assert wanted in error


def test_templates_of_ones_own(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """A folder named on the command line; a fault in it names file and line and writes nothing."""
    (tmp_path / "own").mkdir()
    style = tmp_path / "own" / "sheet.css"
    style.write_text('{% include "ours/sheet.css" %}\nh1 { color: #123456 }')
    posenc("worksheet", "katze-kurz", *HTML, "--templates", "own", quiet=False)
    assert "#123456" in (tmp_path / "a.html").read_text(encoding="utf-8")
    style.write_text("h1 {}\n{{ ''.__class__ }}")
    error = posenc("worksheet", "katze-kurz", "-o", "c.html", "--templates", "own", code=2).error
    assert "sheet.css, line 2" in error
    assert not (tmp_path / "c.html").exists()


@pytest.mark.parametrize("name", ["nix", "empty"])
def test_a_folder_without_templates_is_refused(posenc: Callable[..., Ran], tmp_path: Path, name: str) -> None:
    """One sentence that names the option."""
    (tmp_path / "empty").mkdir()
    assert f"--templates {name}:" in posenc("worksheet", "katze-kurz", "--templates", name, code=2).error


def test_a_word_that_is_too_long_stops_before_a_file_is_written(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """Self-control that cannot be is said with its line."""
    file = tmp_path / "blatt.toml"
    exercise = '[[exercise]]\nkind = "calculator"\n'
    file.write_text(f'[worksheet]\ntitle = "T"\nsentence = "a b"\ncontrol = "word"\n{exercise}')
    error = posenc("worksheet", "blatt.toml", code=2).error
    assert "blatt.toml, line 4" in error
    assert "only 1" in error
    assert sorted(path.name for path in tmp_path.iterdir()) == ["blatt.toml"]
