"""A machine that makes no PDFs: what can be done is done, and what is missing is said once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from posenc_cli.cli import main
from posenc_cli.errors import MachineError
from posenc_cli.render import pdf

if TYPE_CHECKING:
    from pathlib import Path

ROWS = "name;sheet;rad;pe2_d1\nAda;katze-kurz;0.841;0.909\nBen;katze-kurz;0.017;0.035\n"


@pytest.fixture(autouse=True)
def _no_engines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither Pango nor a browser; nobody is waited for."""

    def missing(*_: object, **__: object) -> None:
        raise MachineError("pdf.no-weasyprint", reason="no Pango", install="apt")

    monkeypatch.setattr(pdf, "pdf_by_weasyprint", missing)
    monkeypatch.setattr(pdf, "pdf_by_browser", missing)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text(ROWS, encoding="utf-8")


@pytest.mark.parametrize(
    ("feedback", "report"), [("back.zip", "class.html"), ("back.pdf", "report.json"), ("back", "report.json")]
)
def test_a_report_needs_no_feedback(
    feedback: str, report: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is written; nothing is where the feedback would be; what is missing is one sentence, and the exit code."""
    assert main(["check", "a.csv", "--feedback", feedback, "-o", report, "--lang", "en"]) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", report]
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if "PDF" in line] == [lines[-1]]
    assert "posenc doctor" in lines[-1]


def test_a_report_on_the_screen_needs_none_either(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever asked for feedback only still sees the marks."""
    assert main(["check", "a.csv", "--feedback", "back.zip", "--lang", "en"]) == 3
    said = capsys.readouterr()
    assert "Ben" in said.out
    assert said.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_groups_are_told_one_thing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not also that there is a page, for there is none; and how to get at every single sheet."""
    assert main(["worksheet", "cat-short", "--groups", "2", "-o", "g.pdf", "--lang", "en"]) == 3
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert ".html file" not in said
    assert "(A: --vary --seed " in said
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
