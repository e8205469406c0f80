"""What ``worksheet`` and ``check`` do with the options of all commands, and what they say beside."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from posenc_cli.i18n import text
from posenc_cli.worksheet.spec import builtin_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran


def test_decimals_rule_sheet_key_and_form(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """--decimals 2 asks for two decimals everywhere, and says that the check needs it too."""
    ran = posenc(
        "worksheet",
        "katze",
        "-o",
        "-",
        "-f",
        "json",
        "--decimals",
        "2",
        "--key",
        "key.json",
        "--lang",
        "en",
        quiet=False,
    )
    assert {blank["decimals"] for blank in json.loads(ran.out)["blanks"]} == {2}
    key = json.loads((tmp_path / "key.json").read_text(encoding="utf-8"))
    assert next(blank for blank in key["blanks"] if blank["id"] == "pe2_d1")["text"] == "0.91"
    assert text("en", "commands.decimals-again", n=2) in ran.err


def test_the_mark_rules_sheet_and_key(posenc: Callable[..., Ran]) -> None:
    """--decimal-mark comma prints commas on a sheet that has points of its own."""
    own, comma = (posenc("worksheet", "katze", "-f", "text", *mark).out for mark in ((), ("--decimal-mark", "comma")))
    assert "0.841" in own
    assert "0,841" in comma
    assert "0.841" not in comma


def test_decimals_are_checked_as_they_were_printed(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """0.91 is right on a sheet with two decimals, and one too few on its own; named in the file or with --sheet."""
    (tmp_path / "a.csv").write_text("name;sheet;pe2_d1\nAda;katze;0,91\n", encoding="utf-8")
    assert "1 nearly right" in posenc("check", "a.csv", "--lang", "en", code=1).out
    for more in ((), ("--sheet", "katze")):
        assert "\n  1 right\n" in posenc("check", "a.csv", "--decimals", "2", "--lang", "en", *more).out


@pytest.mark.parametrize("asked", ["0", "7"])
def test_decimals_that_no_sheet_has(posenc: Callable[..., Ran], asked: str) -> None:
    """A sheet asks for one to six decimals."""
    assert "6" in posenc("worksheet", "katze", "-f", "text", "--decimals", asked, code=2).error


def test_a_sheet_alone_says_how_to_get_the_key(posenc: Callable[..., Ran]) -> None:
    """-o writes one file; a form needs no key, and who asked for one has it."""
    said = text("de", "commands.no-key", file="blatt-loesung.txt")
    assert said in posenc("worksheet", "katze", "-o", "blatt.txt", "--lang", "de", quiet=False).err
    both = ("worksheet", "katze", "-o", "blatt.txt", "--key", "k.txt", "--force", "--lang", "de")
    assert "--key" not in posenc(*both, quiet=False).err
    assert "--key" not in posenc("worksheet", "katze", "-o", "form.csv", "--lang", "de", quiet=False).err


def test_minutes_that_do_not_add_up_are_said(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """The head says 45 where the exercises take 25; a sheet without minutes is none of our business."""
    toml = builtin_text("katze-kurz")
    for whole, said in (("45", True), ("0", False), ("25", False)):
        (tmp_path / "s.toml").write_text(toml.replace("minutes = 25", f"minutes = {whole}"), encoding="utf-8")
        ran = posenc("worksheet", "s.toml", "-f", "text", "--lang", "de", quiet=False)
        assert (text("de", "commands.minutes-differ", sum=25, minutes=45) in ran.err) is said


def test_an_empty_form_is_said_to_be_empty(posenc: Callable[..., Ran]) -> None:
    """The columns are there; nobody has filled a line."""
    posenc("worksheet", "katze", "-o", "form.csv", quiet=False)
    assert posenc("check", "form.csv", "--lang", "de", code=2).error == text(
        "de", "check.nothing-filled", path="form.csv"
    )


def test_two_sheets_in_one_file(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """The line where another sheet begins is named, and --sheet takes all lines for one."""
    (tmp_path / "a.csv").write_text("name;sheet;pe2_d1\nAda;katze;0,909\nBo;cat;0,909\n", encoding="utf-8")
    error = posenc("check", "a.csv", "--lang", "de", code=2).error
    assert all(part in error for part in ("Zeile 3", "„cat“", "Zeile 2", "„katze“", "--sheet"))
    ran = posenc("check", "a.csv", "--sheet", "katze", quiet=False)
    assert "Bo" in ran.out
    assert "cat" in ran.err


def test_two_files_of_two_sheets(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """Files are checked together only if they belong together."""
    for name in ("katze", "cat"):
        (tmp_path / f"{name}.csv").write_text(f"name;sheet;pe2_d1\nAda;{name};0,909\n", encoding="utf-8")
    assert "cat, katze" in posenc("check", "katze.csv", "cat.csv", code=2).error


def test_a_sheet_of_ones_own_is_asked_for(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """A name that is not built in leads to --sheet with a file of that name, also where a folder has it."""
    (tmp_path / "a.csv").write_text("name;sheet;pe2_d1\nAda;hund;0,909\n", encoding="utf-8")
    (tmp_path / "hund").mkdir()
    assert "--sheet mein-blatt/hund.toml" in posenc("check", "a.csv", "--lang", "de", code=2).error


def test_vectors_without_their_option(posenc: Callable[..., Ran]) -> None:
    """A file behind ``add`` or ``scores`` is taken for vectors; any other word is just too much."""
    for name in ("add", "scores"):
        assert "--embeddings e.csv" in posenc(name, "e.csv", code=2).error
        assert "--embeddings" not in posenc(name, "Katze", code=2).error
    assert "--embeddings" not in posenc("table", "e.csv", code=2).error
