"""An answer form finds the worksheet that it was made from, and never a built-in of the same name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from posenc_cli.cli import main

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an edited copy of katze, whose "sitzt" has another vector, and one answered form."""
    assert main(["init", "katze", str(tmp_path)]) == 0
    monkeypatch.chdir(tmp_path)
    vectors = (tmp_path / "embeddings.csv").read_text(encoding="utf-8")
    assert "sitzt;0,0;" in vectors
    (tmp_path / "embeddings.csv").write_text(vectors.replace("sitzt;0,0;", "sitzt;0,3;"), encoding="utf-8")
    assert main(["worksheet", "katze.toml", "-o", "form.csv"]) == 0
    head, line = (tmp_path / "form.csv").read_text(encoding="utf-8-sig").splitlines()
    column = next(number for number, cell in enumerate(head.split(";")) if "[x2_d1]" in cell)
    cells = line.split(";")
    cells[0], cells[column] = "Ida", "1,209"
    (tmp_path / "form.csv").write_text(f"{head}\n{';'.join(cells)}\n", encoding="utf-8")
    return tmp_path


def test_the_form_of_an_edited_copy_is_marked_with_that_copy(edited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """0.3 + 0.909 is right here and would be wrong on the built-in sheet."""
    assert main(["check", "form.csv"]) == 0
    assert "1 of 25" in capsys.readouterr().out
    (edited / "answers").mkdir()
    (edited / "form.csv").rename(edited / "answers" / "form.csv")
    assert main(["check", "answers/form.csv"]) == 0
    assert main(["check", "answers/form.csv", "--sheet", "katze"]) == 1


def test_a_worksheet_that_is_not_here_is_asked_for(edited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the file there is one sentence and no guess; a path in the cell is no path."""
    (edited / "katze.toml").unlink()
    assert main(["check", "form.csv"]) == 2
    assert "katze.toml" in capsys.readouterr().err
    form = (edited / "form.csv").read_text(encoding="utf-8").replace("katze.toml", "../katze.toml")
    (edited / "form.csv").write_text(form, encoding="utf-8")
    assert main(["check", "form.csv"]) == 2


def test_drawn_numbers_of_a_copy_are_found_again(edited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The form carries file and seed."""
    assert main(["worksheet", "katze.toml", "--vary", "--seed", "3", "-o", "drawn.csv"]) == 0
    drawn = (edited / "drawn.csv").read_text(encoding="utf-8-sig")
    assert "katze.toml#3" in drawn
    filled, count = re.subn(r"(?m)^;katze\.toml#3;([\w-]{9});;", r"Bo;katze.toml#3;\1;0,841;", drawn)
    assert count == 1
    (edited / "drawn.csv").write_text(filled, encoding="utf-8")
    assert main(["check", "drawn.csv"]) == 0
    assert "Bo" in capsys.readouterr().out


def test_right_values_are_written_as_the_answers_are(
    edited: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside an answer with a comma stands the right value with one, whatever the sheet has."""
    form = (edited / "form.csv").read_text(encoding="utf-8").replace("1,209", "1,2")
    (edited / "form.csv").write_text(form, encoding="utf-8")
    assert main(["check", "form.csv", "--teacher", "--lang", "de"]) == 1
    assert "1,2 [1,209]" in capsys.readouterr().out
    monkeypatch.setenv("POSENC_LANG", "de")
    assert main(["check", "--d", "1", "--pos", "2", "0,5", "--teacher"]) == 1
    assert "0,5 [0,909]" in capsys.readouterr().out
