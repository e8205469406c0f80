from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.grading.stress import Finding, Layout, Paperwork, stress
from posenc_cli.i18n import text
from posenc_cli.render import whole
from posenc_cli.render.room import blank_widths, written_width
from posenc_cli.render.stress_text import COLUMNS, MOST_FINDINGS, said, stress_text
from posenc_cli.render.style import Screen, Style
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.seen import seen
from posenc_cli.worksheet.spec import find

if TYPE_CHECKING:
    from collections.abc import Callable

    from posenc_cli.worksheet.sheet import Sheet
    from tests.cli.conftest import Ran


def torn(_sheet: Sheet) -> Layout:
    """A text beyond the margin."""
    return Layout(3, ("far out",))


def test_one_sheet_is_reported_in_words(posenc: Callable[..., Ran]) -> None:
    """The sheet that a name prints, with its figures, and every mistake by the name that a teacher knows."""
    out = posenc("stress", "cat-short", "--lang", "en").out
    assert "13 to calculate, 0 to copy" in out
    assert "fixed numbers" in out
    assert text("en", "slips.angle-degrees.name") in out
    assert "angle-degrees" not in out
    assert out.endswith("Findings: none\n")
    assert "seed 3" in posenc("stress", "cat-short-3", "--lang", "en").out
    assert "Startwert 0\n" in posenc("stress", "cat-short", "--seeds", "1", "--lang", "de").out


def test_many_sheets_are_reported_in_figures(posenc: Callable[..., Ran]) -> None:
    """Ids of mistakes, and on how many sheets where that is not all of them; a row a sheet in the table."""
    out = posenc("stress", "rope", "--seeds", "4", "--lang", "en").out
    assert "4 sheets, seeds 0 to 3" in out
    assert "rope-direction-reversed, " in out
    rows = list(csv.DictReader(io.StringIO(posenc("stress", "rope", "--seeds", "4", "-f", "csv").out)))
    assert [row["seed"] for row in rows] == ["0", "1", "2", "3"]
    assert tuple(rows[0]) == COLUMNS
    document = json.loads(posenc("stress", "rope", "--seeds", "4", "-f", "json").out)
    assert document["figures"]["apart"]["rope-degrees"] == 4
    found = seen([vary(find("rope"), seed) for seed in range(4)])
    assert [row["apart"] for row in document["sheets"]] == [len(one.apart) for one in found]
    assert document["findings"] == []


def test_nothing_to_draw_is_said(posenc: Callable[..., Ran]) -> None:
    """Once on the error channel; the report is that of the only sheet."""
    ran = posenc("stress", "grid", "--seeds", "9", "--lang", "en", quiet=False)
    assert ran.err == "posenc: grid names nothing to draw; its one sheet was looked at once.\n"
    assert "fixed numbers" in ran.out


def test_a_finding_is_an_exit_code(posenc: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    """One, and the finding is named with its seed."""
    monkeypatch.setattr(whole, "layout", torn)
    out = posenc("stress", "cat-short", "--seeds", "2", "--pages", "1", "--lang", "en", code=1).out
    assert "Findings: 1\n• seed 0: “far out” stands outside of the margins\n" in out
    assert "On paper: 3 pages" in out
    (finding,) = json.loads(posenc("stress", "cat-short", "--pages", "1", "-f", "json", code=1).out)["findings"]
    assert (finding["seed"], finding["blank"], finding["key"]) == (None, "", "outside")


def test_every_finding_has_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a seed or without, about a blank or a whole sheet; an error inside of it is a sentence too."""
    why = InputError("worksheet.no-fair-draw", name="x", seed=4, attempts=9)
    sentence = text("de", why.key, **why.values)
    assert said(Finding(4, "", "stress.finding.no-sheet", {"why": why}), "de") == f"Startwert 4: kein Blatt: {sentence}"
    room = {"text": "1", "part": 120}
    assert said(Finding(4, "pe2_d1", "stress.finding.no-room", room), "en").startswith("seed 4, blank pe2_d1: 1 takes")
    assert said(Finding(None, "pe2_d1", "stress.finding.no-room", room), "en").startswith("blank pe2_d1: 1 takes")
    assert said(Finding(None, "", "stress.finding.said", {"line": "a\x1b"}), "en").endswith("complained: a\\x1b")
    monkeypatch.setattr("posenc_cli.grading.stress.vary", lambda _spec, _seed: (_ for _ in ()).throw(why))
    nothing = stress(find("cat-short"), range(40), Paperwork(blank_widths, written_width, torn))
    out = stress_text(nothing, Style("en", screen=Screen(60)))
    assert "No sheet could be made." in out
    assert f"and {40 - MOST_FINDINGS} more" in out
    assert max(map(len, out.splitlines())) <= 60


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(["nothing"], "nothing"), (["cat-short", "--seeds", "0"], "--seeds"), (["cat-short", "--jobs", "99"], "--jobs")],
)
def test_wrong_usage_is_named(posenc: Callable[..., Ran], arguments: list[str], named: str) -> None:
    """One line, exit code 2."""
    assert named in posenc("stress", *arguments, code=2).error
