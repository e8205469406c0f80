from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from posenc_cli.cli import main
from tests.page_texts import page_texts

if TYPE_CHECKING:
    from pathlib import Path


def texts(path: Path) -> list[str]:
    """The text of every page."""
    return list(page_texts(path))


def letters(pages: list[str]) -> list[str]:
    """Of the groups, in the order of the pages."""
    return re.findall(r"Gruppe ([A-Z])", "\n".join(pages))


@pytest.mark.pdf
@pytest.mark.usefixtures("empty_folder")
def test_a_stack_has_the_groups_in_turn_and_their_keys_lie_beside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A B A B on leaves of their own; every key names its group; no key page is among the sheets."""
    assert main(["worksheet", "katze-kurz", "--groups", "2", "--copies", "2", "-o", "stapel.pdf", "--lang", "en"]) == 0
    sheets, keys = texts(tmp_path / "stapel.pdf"), texts(tmp_path / "stapel-loesung.pdf")
    assert letters(sheets) == ["A", "B", "A", "B"]
    assert len(sheets) % 4 == 0
    assert not any("Lösung" in page for page in sheets)
    assert letters(keys) == ["A", "B"]
    assert "Groups A–B are equally hard" in capsys.readouterr().err


@pytest.mark.usefixtures("empty_folder")
def test_every_group_has_a_form_that_names_its_sheet(tmp_path: Path) -> None:
    """What comes back from group B is marked with the numbers of group B."""
    assert main(["worksheet", "t5-en", "--groups", "2", "-o", "form.csv"]) == 0
    named = [(tmp_path / f"form-{letter}.csv").read_text("utf-8-sig").splitlines()[1].split(",")[1] for letter in "AB"]
    assert len(set(named)) == 2
    assert all(re.fullmatch(r"t5-en-\d+", name) for name in named)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["katze", "--copies", "2"], "--copies"),
        (["katze", "--groups", "2", "--copies", "0"], "--copies 0"),
        (["katze", "--groups", "1"], "--groups 1"),
        (["katze", "--groups", "2", "-f", "html"], "html"),
        (["--sentence", "Der Hund bellt", "--groups", "2"], "--groups"),
    ],
)
def test_what_groups_do_not_go_with_is_said(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence, nothing written."""
    assert main(["worksheet", *words]) == 2
    assert said in capsys.readouterr().err
