"""The way of every built-in worksheet: copied, printed as a form, filled in rightly, checked."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from posenc_cli.worksheet.spec import BUILTIN_NAMES, find
from tests.worksheet.names import WHOLE_WAY

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Ran

DRAWN = [name for name in BUILTIN_NAMES if name in WHOLE_WAY or find(name).worksheet.vary]


def filled(form: Path, key: Path) -> str:
    """The form with the texts of the key in its first line; answers of the whole sheet, and nothing else."""
    texts = {blank["id"]: blank["text"] for blank in json.loads(key.read_text(encoding="utf-8"))["blanks"]}
    written = form.read_text(encoding="utf-8-sig")
    mark = ";" if ";" in written.splitlines()[0] else ","
    head, line, *_ = csv.reader(io.StringIO(written), delimiter=mark)
    ids = [cell.rpartition("[")[2].rstrip("]") for cell in head]
    assert set(texts) <= set(ids)
    out = io.StringIO()
    answered = [texts.get(column, cell) for column, cell in zip(ids, line, strict=True)]
    csv.writer(out, delimiter=mark).writerows([head, answered])
    return out.getvalue()


def all_right(report: Path) -> None:
    """Every blank of the one student is correct."""
    (student,) = json.loads(report.read_text(encoding="utf-8"))["students"]
    assert {blank["verdict"] for blank in student["blanks"]} == {"correct"}
    assert student["points"] == student["max_points"] > 0
    assert student["diagnosis"] == []


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_a_copy_is_made_filled_in_and_right(posenc: Callable[..., Ran], name: str) -> None:
    """What ``posenc init`` writes makes a form that finds it again, and the texts of its key are all correct."""
    posenc("init", name, ".", quiet=False)
    posenc("worksheet", f"{name}.toml", "-o", "form.csv", "--key", "key.json", quiet=False)
    Path("form.csv").write_text(filled(Path("form.csv"), Path("key.json")), encoding="utf-8")
    posenc("check", "form.csv", "-o", "report.json", quiet=False)
    all_right(Path("report.json"))


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawn_sheet_is_filled_in_and_right(posenc: Callable[..., Ran], name: str) -> None:
    """The form of a sheet with drawn numbers carries its seed, by which its key is found again."""
    posenc("worksheet", name, "--vary", "--seed", "4", "-o", "form.csv", "--key", "key.json", quiet=False)
    Path("form.csv").write_text(filled(Path("form.csv"), Path("key.json")), encoding="utf-8")
    posenc("check", "form.csv", "-o", "report.json", quiet=False)
    all_right(Path("report.json"))


@pytest.mark.parametrize("name", [name for name in BUILTIN_NAMES if name not in DRAWN])
def test_a_sheet_without_numbers_to_draw_says_so(posenc: Callable[..., Ran], name: str) -> None:
    """One sentence, and no file."""
    error = posenc("worksheet", name, "--vary", "--seed", "4", "-o", "form.csv", code=2).error
    assert name in error
    assert not Path("form.csv").exists()
