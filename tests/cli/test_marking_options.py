from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest

from posenc_cli.cli import main

if TYPE_CHECKING:
    from pathlib import Path

GRAD = "samples/answers/grad.csv"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--marks", "7"), "no scale of marks"),
        (("--tolerance", "wide"), "no tolerance"),
        (("--tolerance", "-1"), "no tolerance"),
        (("--tolerance", "11"), "no tolerance"),
        (("--compare", "samples/answers/grad.csv"), "no report"),
        (("--compare", "nowhere.json"), "There is no file"),
    ],
)
def test_settings_that_are_none_are_refused(
    options: tuple[str, str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A scale, a tolerance or an earlier report that is none ends with 2 and one sentence."""
    assert main(["check", GRAD, *options, "--lang", "en"]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_marks_rule_and_changes_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The mark, the rule of follow-through, the tolerance and what it changed stand in the report, in German too."""
    old = tmp_path / "old.json"
    assert main(["check", GRAD, "-f", "json", "-o", str(old)]) == 1
    capsys.readouterr()
    told = ["--marks", "1.0-5.0", "--tolerance", "0,02", "--compare", str(old), "--lang", "de"]
    assert main(["check", GRAD, *told]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "23 von 25 Punkten Note: 1,3" in said
    assert "zuerst streng, dann mit den eigenen früheren Zahlen" in said
    assert "höchstens 0,02 neben der Lösung" in said
    assert "Gegenüber old.json ändert sich: Ben:" in said


def test_a_simulated_class_in_three_formats(capsys: pytest.CaptureFixture[str]) -> None:
    """Figures as text, all of them as JSON, and a row a slip as CSV; what is for many sheets does not go with it."""
    asked = ["stress", "nope-en", "--students", "20", "--lang", "en"]
    assert main(asked) == 0
    assert "right answers rejected: 0 of" in capsys.readouterr().out
    assert main([*asked, "-f", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["schema"], sum(data["students"].values()), data["rejected"]["hits"]) == (
        "posenc.class-stress/1",
        20,
        0,
    )
    assert main([*asked, "-f", "csv"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert {row["slip"] for row in rows} == {one["slip"] for one in data["slips"]}
    assert main([*asked, "--seeds", "3"]) == 2
