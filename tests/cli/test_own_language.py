"""What a person meets first is in their own language, and what is asked for wrongly is answered with what to type."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from posenc_cli.i18n import text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from posenc_cli.i18n import Language
    from posenc_cli.render.feedback import Page
    from tests.cli.conftest import Ran

WORDS = {"de": ["Die", "Katze", "sitzt", "auf", "der", "Matte"], "en": ["The", "cat", "sits", "on", "the", "mat"]}


@pytest.mark.parametrize("language", WORDS)
def test_the_sample_speaks_the_language_of_the_call(posenc: Callable[..., Ran], language: str) -> None:
    """Words of the bundled sentence are English or German, their vectors the same; either word can be asked for."""
    found = json.loads(posenc("add", "-f", "json", "--lang", language).out)
    assert found["words"] == WORDS[language]
    assert found["embedding"][1] == [0.0, 0.9, 0.1, 0.2]
    for pair in ("Die@0,der@4", "The@0,the@4"):
        assert "0.729" in posenc("scores", "--pair", pair, "--lang", language, "--decimal-mark", "point").out


@pytest.mark.parametrize(("language", "sheet"), [("de", "katze"), ("en", "cat")])
def test_first_lines_name_a_sheet_of_the_language(posenc: Callable[..., Ran], language: str, sheet: str) -> None:
    """Bare posenc and its help name one, and the list of worksheets begins with it."""
    assert f"posenc worksheet {sheet}\n" in posenc("--lang", language).out
    assert f"posenc worksheet {sheet}\n" in posenc("--lang", language, "--help").out
    listed = posenc("worksheet", "--list", "--lang", language).out
    assert listed.startswith(f"{sheet}: ")
    languages = [line.rsplit(None, 1)[-1] for line in listed.splitlines() if line.startswith("  ")]
    assert len(languages) == 24


@pytest.mark.parametrize("words", [(), ("--help",), ("encodings",), ("add",), ("check", "--help")])
def test_where_no_language_is_said_it_is_english(
    posenc: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """A bare machine names none: what is about no sheet is told in English, the first lines as well."""
    monkeypatch.delenv("LC_MESSAGES")
    monkeypatch.setenv("LANG", "C")
    assert posenc(*words).out == posenc(*words, "--lang", "en").out


def test_an_encoding_without_its_option(posenc: Callable[..., Ran]) -> None:
    """Its name behind a command is answered with the option that takes it; another word is not."""
    assert "write -e rope" in posenc("explain", "rope", code=2, quiet=False).err
    assert "-e" not in posenc("explain", "carousel", code=2, quiet=False).err.split('"carousel"')[1].split("(")[0]


def test_a_block_of_numbers_may_be_of_code(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """Rows of numbers without a heading may be answers or an array, and both ways on are said; answers have one."""
    np.savetxt(tmp_path / "mine.csv", np.eye(4), delimiter=",")
    assert "posenc check mine.csv -e sinusoidal" in posenc("check", "mine.csv", code=2, quiet=False).err
    (tmp_path / "answers.csv").write_text("name,pe2_d1\nAda,0.909\n", encoding="utf-8")
    error = posenc("check", "answers.csv", code=2, quiet=False).err
    assert "--sheet" in error
    assert "-e sinusoidal" not in error


ANSWERS = {"pe2_d1": "0.909", "pe2_d2": "-0.416", "pe2_d3": "0.020", "pe2_d4": "1.000"}
ANSWERS |= {"x2_d1": "0.909", "x2_d2": "-0.316", "x2_d3": "0.920", "x2_d4": "1.000"}


@pytest.mark.parametrize(
    ("more", "counts"),
    [
        ({"rad": "0.841", "x2_d2": "-0.300"}, "8 right, 1 to look at again (1 of 9 answers not worth points)"),
        ({"rad": "0.841"}, "all 9 right"),
        ({"x2_d2": "-0.300"}, "7 right, 1 to look at again"),
    ],
    ids=["wrong", "right", "all with points"],
)
def test_counts_go_with_points(posenc: Callable[..., Ran], tmp_path: Path, more: dict[str, str], counts: str) -> None:
    """Where a blank without points is among those that are counted, that is said as soon as something is wrong."""
    answers = {"name": "Kim"} | ANSWERS | more
    (tmp_path / "kim.csv").write_text(f"{','.join(answers)}\n{','.join(answers.values())}\n", encoding="utf-8")
    code = 0 if counts.startswith("all") else 1
    out = posenc("check", "kim.csv", "--sheet", "cat-short", code=code, quiet=False).out
    assert out.splitlines()[1].strip() == counts


def test_what_a_cause_explains_is_said(posenc: Callable[..., Ran]) -> None:
    """Of one wrong number there is nothing to count; of several it is said that wrong numbers are counted."""
    one = posenc("check", "--d", "4", "--pos", "4", "-0.757", "-0.654", "0.4", "0.999", code=1).out
    assert "  to look at again: Position 4: d₃ 0.4" in one
    assert "1 of 1" not in one
    several = posenc("check", "--d", "4", "--pos", "2", "0.035", "0.999", "0.000", "1", code=1).out
    assert "calculator in degree mode (explains 3 of 3 wrong numbers)" in several


@pytest.mark.parametrize(("language", "title"), [("de", "Rückmeldung"), ("en", "Feedback")])
def test_feedback_on_a_bare_table_follows_the_call(
    posenc: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language, title: str
) -> None:
    """A plain table has no worksheet whose language it could keep: --lang rules its feedback."""
    pages: list[Page] = []

    def kept(page: Page) -> tuple[bytes, tuple[()]]:
        pages.append(page)
        return b"%PDF-", ()

    monkeypatch.setattr("posenc_cli.render.feedback_files._print", kept)
    (tmp_path / "a.csv").write_text("pos,d1,d2,d3,d4\n2,0.035,0.999,0.000,1.000\n", encoding="utf-8")
    posenc("check", "a.csv", "--d", "4", "--feedback", "f.zip", "--lang", language, code=1, quiet=False)
    (page,) = pages
    assert page.language == language
    assert page.title.endswith(f" – {title}")
    assert f'<html lang="{language}">' in page.html
    assert text(language, "slips.angle-degrees.name") in page.html


@pytest.mark.parametrize("how", [["-o", "a.md"], ["--interactive"], ["--groups", "2", "-f", "csv"]])
def test_all_about_a_sheet_is_said_in_its_language(
    posenc: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: list[str]
) -> None:
    """Whatever is written: where nobody said another language, German sheets are told of in German."""
    monkeypatch.setenv("LC_ALL", "C")
    task = '[worksheet]\ntitle = "A"\nn = 3\nlanguage = "de"\n[[exercise]]\nkind = "encode"\nblank = [1]\n'
    (tmp_path / "a.toml").write_text(task, encoding="utf-8")
    german = posenc("worksheet", "a.toml", *how, quiet=False).err
    english = posenc("worksheet", "a.toml", *how, "--force", "--lang", "en", quiet=False).err
    assert ("geschrieben: " in german, "wrote" in german) == (True, False)
    assert ("geschrieben: " in english, "wrote" in english) == (False, True)
