"""The page to fill in: what stands in it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache

import pytest

from posenc_cli.calculation.algebras import SCRIPT
from posenc_cli.calculation.expression import evaluate, parse
from posenc_cli.calculation.primitives import PRIMITIVES
from posenc_cli.errors import InputError
from posenc_cli.i18n import text
from posenc_cli.render._templates import templates_folder
from posenc_cli.render.examples import with_example
from posenc_cli.render.interactive import SCRIPTS, interactive_html
from posenc_cli.render.similar import similar_workings
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import find, read
from tests.render.test_no_answer import answers, plain, sheet_of

#: A page that loads nothing has none of these.
ASKING = re.compile(r"(?:src|href|action)=\"(?!#)|url\(|@import|fetch\(|XMLHttpRequest|sendBeacon|WebSocket|import\(")


@cache
def page(name: str) -> str:
    """The page of a built-in worksheet."""
    return interactive_html(build(find(name)))


def data(name: str) -> dict[str, object]:
    """What its script reads."""
    found = re.search(r'<script type="application/json" id="posenc-data">(.*?)</script>', page(name), re.DOTALL)
    assert found
    return dict(json.loads(found[1]))


def test_every_operation_of_expressions_is_one_of_the_script() -> None:
    """What a primitive becomes as data is an operation that the script knows by that name."""
    source = (templates_folder() / "script" / "evaluate.js").read_text(encoding="utf-8")
    for primitive in PRIMITIVES.values():
        name, *arguments = primitive.script(*"abc"[: primitive.arity])
        assert sorted(arguments) == list("abc"[: primitive.arity])
        # As a key of an object, in a list of names, or asked for by itself.
        assert re.search(rf"[\s{{\"]{re.escape(name)}(?:\"?: \[|[,\s}}]|\")", source), name


@pytest.mark.parametrize(
    ("expression", "tree"),
    [
        ("2*i / d", ["/", ["*", 2, "i"], "d"]),
        ("where(k % 2 >= 0.50, sin(a), -b)", ["where", ["<=", 0.5, ["%", "k", 2]], ["sin", "a"], ["negate", "b"]]),
        ("take(x, 3) ** 1e3", ["**", ["take", "x", 3], 1000]),
    ],
)
def test_an_expression_as_data(expression: str, tree: list[object]) -> None:
    """Numbers, names and operations; a comparison that looks the other way is turned."""
    parsed = parse(expression)
    assert evaluate(parsed, {name: name for name in parsed.names}, SCRIPT) == tree


def test_only_its_own_scripts_run_and_nothing_is_asked_for() -> None:
    """The policy names each script by its sum and allows no request, and the page has nothing that would make one."""
    html = page("katze-kurz")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy
    scripts = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    assert len(scripts) == len(SCRIPTS)
    for script in scripts:
        assert base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() in policy[1].replace("&#39;", "'")
    assert "default-src" in policy[1]
    assert "unsafe-inline" not in policy[1].partition("style-src")[0]
    assert ASKING.search(html) is None


def test_it_is_small() -> None:
    """A page to fill in weighs less than a photograph: no fonts, no library."""
    assert len(page("katze-kurz").encode()) < 200_000


def test_without_script_it_says_so() -> None:
    """A viewer without script shows a sentence, and it says that right answers are in the page."""
    html = page("t5-en")
    assert f'<noscript><p class="told alarm">{text("en", "interactive.page.no-script")}</p></noscript>' in html
    assert text("en", "interactive.page.inside") in html


@pytest.mark.parametrize("name", ["katze-kurz", "own alibi"])
def test_answers_are_worked_out_and_not_written(name: str) -> None:
    """No right number that the sheet does not print stands in it, and no model answer."""
    html = plain(interactive_html(sheet_of(name)))
    there = [answer for answer in answers(name) if answer in html or answer.replace("\u2212", "-") in html]
    assert there == []


@pytest.mark.parametrize("name", ["katze-kurz", "alibi"])
def test_a_similar_calculation_has_another_result(name: str) -> None:
    """Where a calculation is shown, it ends with a number that is not accepted for this blank."""
    sheet = build(find(name))
    solutions = {one.blank.id: one for one in solve(sheet)}
    found = similar_workings(sheet, list(solutions.values()))
    assert len(found) >= len([blank for blank in sheet.blanks if blank.source is None]) - 1
    for identifier, said in found.items():
        result = float(said.rpartition("= ")[2].replace("\u2212", "-"))
        assert result not in {float(accepted) for accepted in solutions[identifier].accepted}


def test_a_similar_number_looks_worked_out() -> None:
    """sin(11) rounds to −1.000, which looks wrong: a position is taken at which nothing rounds to 0 or 1."""
    sheet = build(find("katze-kurz"))
    found = similar_workings(sheet, solve(sheet))
    results = {said.rpartition("= ")[2] for said in found.values()}
    assert len(found) == 12
    assert not results & {"0.000", "1.000", "−1.000"}


def test_an_example_is_pointed_at_where_there_is_one() -> None:
    """The page knows of which blanks: exercise 4 works a row, exercise 5 none; a planted slip is no example."""
    worked = data("katze-kurz")["worked"]
    assert worked == ["pe2_d1", "pe2_d2", "pe2_d3", "pe2_d4"]
    sheet = build(find("katze"))
    assert {5, 6} & with_example(sheet, sheet_view(sheet)) == {6}


def test_what_a_page_says_of_an_answer_has_the_marks_of_its_sheet() -> None:
    """A sheet with points gives no example with a comma, though it is German."""
    reasons = data("katze-kurz")["reasons"]
    assert isinstance(reasons, dict)
    assert "12.5" in reasons["numbers.not-a-number"]
    assert not any(re.search(r"\d,\d", said) for said in reasons.values())


def test_what_a_person_looks_at_is_named() -> None:
    """Questions with lines, boxes to tick and pictures to draw are named by their exercise."""
    sentence = re.compile(r"<p>(?:This page cannot check exercises|(?:Die )?Aufgaben? [\d, ]+ kann) ?([\d, ]*)")
    assert sentence.search(page("katze-kurz")) is None
    found = sentence.search(page("rope-en"))
    assert found
    assert found[1].startswith("1, 2, 3")


def test_a_sheet_without_blanks_is_refused() -> None:
    """There would be nothing to check."""
    spec = read('[worksheet]\ntitle = "x"\nsentence = "a b"\n[[exercise]]\nkind = "idea"\n', "x", None)
    with pytest.raises(InputError) as caught:
        interactive_html(build(spec))
    assert caught.value.key == "interactive.nothing-asked"


def test_words_cannot_leave_their_place() -> None:
    """A title that looks like markup stays text, in the page and in the data of the script."""
    spec = read(find("katze-kurz").text.replace("Wo steht das Wort?", "</script><script>alert(1)</script>"), "x", None)
    html = interactive_html(build(spec))
    assert "<script>alert" not in html


def test_hints_and_labels_are_there_for_every_blank() -> None:
    """The script finds a name for every blank and a hint for every slip."""
    found = data("katze-kurz")
    marking = found["marking"]
    assert isinstance(marking, dict)
    assert set(found["labels"]) == {blank["id"] for blank in marking["blanks"]}  # type: ignore[call-overload]
    hints = found["hints"]
    assert isinstance(hints, dict)
    for slip in marking["slips"]:
        assert slip["id"] in hints
        assert not slip["family"] or f"families.{slip['family']}" in hints
        assert not slip["forms"] or f"rules.{slip['rule']}" in hints, slip["id"]
