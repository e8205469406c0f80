"""The page to fill in, in a real browser: verdicts, keys, hints, storage, saving, and no request."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from posenc_cli.grading.as_data import marking_data
from posenc_cli.grading.handed_in import from_mapping, load, submissions
from posenc_cli.grading.report import check
from posenc_cli.i18n import text
from posenc_cli.render.interactive import interactive_html
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import find
from tests.chromium import Browser, contrast
from tests.grading.random_answers import ODD, random_answers

if TYPE_CHECKING:
    from pathlib import Path

SHEET = build(find("katze-kurz"))
RIGHT = {one.blank.id: one.text for one in solve(SHEET)}
#: A browser that forbids a page to keep anything.
BLOCKED = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError') }})"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page."""
    path = tmp_path_factory.mktemp("page") / "katze-kurz.html"
    path.write_text(interactive_html(SHEET), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def fresh(chromium: Browser, url: str) -> Browser:
    """The page, with nothing kept from before."""
    chromium.open(url)
    chromium.run("localStorage.clear()")
    chromium.go(url)
    return chromium


def fill(page: Browser, identifier: str, answer: str, leave: str = "Tab") -> None:
    """Type into a blank and leave it."""
    page.run(f"document.querySelector('input[name={identifier}]').select()")
    page.type(answer)
    page.press(leave)


def verdict(page: Browser, identifier: str) -> str:
    """What the page says of a blank."""
    name = str(page.run(f"document.querySelector('input[name={identifier}]').className"))
    return name.removeprefix("number-input").strip()


def message(page: Browser, identifier: str) -> str:
    """The message below a blank; empty for none."""
    return str(page.run(f"(document.getElementById('says-{identifier}') || {{innerText: ''}}).innerText"))


def typed(page: Browser, name: str) -> str:
    """What stands in a field."""
    return str(page.run(f"document.querySelector('input[name={name}]').value"))


@pytest.mark.parametrize(
    ("name", "count", "tolerance"),
    [("katze", 4, "0"), ("alibi", 8, "0"), ("rope", 5, "0"), ("calendar-en", 4, "0"), ("katze-kurz", 12, "0.002")],
)
def test_verdicts_are_those_of_python(chromium: Browser, url: str, name: str, count: int, tolerance: str) -> None:
    """Random answers get the same verdict, slip and reason as from ``posenc check``, on 841 blanks of five sheets."""
    spec = find(name)
    sheet = build(
        spec.model_copy(update={"marking": spec.marking.model_copy(update={"tolerance": Decimal(tolerance)})})
    )
    students = random_answers(sheet, count)
    report = check(sheet, [from_mapping(answers) for answers in students], pairs=False)
    expected = [
        [[one.verdict, one.slip or "", one.reason or ""] for one in student.blanks] for student in report.students
    ]
    chromium.open(url)
    found = chromium.run(
        f"(() => {{ const sheet = posenc.open({json.dumps(marking_data(sheet))});"
        f" return {json.dumps(students)}.map((answers) => posenc.judge(sheet, answers)"
        " .map(({verdict, slip, reason}) => [verdict, slip, reason])) })()"
    )
    assert found == expected
    assert len({one[0] for student in expected for one in student}) >= 6


def test_odd_numbers_are_read_alike(fresh: Browser) -> None:
    """Whatever people type is a number, nothing or unreadable, and for the same reason."""
    texts = [*ODD, "1e5", "0,5", " .5 ", "1.20", "20", "1,0e-3", "+ 3", "≈2", "10^3", "0.1.2", "2 3", "Fehler 2", "1;2"]
    texts += [
        "0·841",
        "(0.5)",
        "= [-0,5]",
        "<b>error</b>",
        "0.91/0.92",
        "0.91/0.42",
        "0'841",
        "Syntaxfehler!",
        "since",
        "9 or 8",
    ]
    report = [from_mapping({"x": one}).answers["x"] for one in texts]
    found = fresh.run(
        f"{json.dumps(texts)}.map(posenc.readNumber).map((one) => [one.status, one.reason, one.value, one.written])"
    )
    for one, (status, reason, value, written) in zip(report, found, strict=True):
        assert (status, reason) == (one.status, one.reason or ""), one.text
        if one.value is not None:
            assert (value, written) == (float(one.value), one.decimals), one.text


def test_a_blank_is_judged_when_it_is_left(fresh: Browser) -> None:
    """Nothing while typing; the verdict on Tab and on Enter, and it changes with what stands before."""
    fresh.run("document.querySelector('input[name=pe2_d1]').focus()")
    fresh.type("0,909")
    assert verdict(fresh, "pe2_d1") == ""
    fresh.press("Enter")
    assert verdict(fresh, "pe2_d1") == "correct"
    assert fresh.run("document.activeElement.name") == "pe2_d2"
    fill(fresh, "pe2_d3", "0.5")
    assert verdict(fresh, "pe2_d3") == "wrong"
    fill(fresh, "x2_d3", "1.4")
    assert verdict(fresh, "x2_d3") == "follow-through"
    fill(fresh, "pe2_d3", RIGHT["pe2_d3"])
    assert verdict(fresh, "x2_d3") == "wrong"
    assert "2 von 13" in fresh.run("document.getElementById('count').textContent")


def test_a_wrong_answer_gets_hint_after_hint_and_never_the_answer(fresh: Browser) -> None:
    """A hint, a second one, a similar calculation, and then nothing more."""
    fill(fresh, "pe2_d1", "0.5")
    seen = [message(fresh, "pe2_d1")]
    while fresh.run("Boolean(document.querySelector('#says-pe2_d1 button'))"):
        fresh.run("document.querySelector('#says-pe2_d1 button').click()")
        seen.append(message(fresh, "pe2_d1"))
    assert len(seen) == 3
    assert text("de", "interactive.hint.first") in seen[0]
    assert text("de", "interactive.hint.second") in seen[1]
    assert "sin(9) = 0.412" in seen[2]
    assert RIGHT["pe2_d1"] not in seen[2]


def test_a_wrong_angle_mode_is_said_first_and_loudly(fresh: Browser) -> None:
    """The check at the top tells the modes apart, and answers in degrees bring the banner back."""
    fresh.run("document.getElementById('mode-answer').focus()")
    fresh.type("0.01745")
    fresh.press("Enter")
    assert fresh.run("document.getElementById('mode').classList.contains('is-wrong')")
    assert typed(fresh, "rad") == "0.01745"
    fresh.run("document.getElementById('mode-answer').select()")
    fresh.type("0,841")
    fresh.press("Enter")
    assert fresh.run("document.getElementById('mode').classList.contains('is-right')")
    assert verdict(fresh, "rad") == "correct"
    hidden = "document.getElementById('mode-seen').hidden"
    assert fresh.run(hidden)
    for identifier, answer in (("pe2_d1", "0.035"), ("pe2_d2", "0.999"), ("pe2_d3", "0.000")):
        fill(fresh, identifier, answer)
    assert verdict(fresh, "pe2_d1") == "slip"
    assert not fresh.run(hidden)


def test_the_sign_has_a_key(fresh: Browser) -> None:
    """The key beside a field gives and takes the minus, and the field stays in use."""
    fresh.run("document.querySelector('input[name=pe2_d2]').focus()")
    fresh.type("0.416")
    for expected in ("-0.416", "0.416", "-0.416"):
        fresh.run("document.getElementById('sign').click()")
        assert typed(fresh, "pe2_d2") == expected
    fresh.run("document.getElementById('check').click()")
    assert verdict(fresh, "pe2_d2") == "correct"


def test_the_keyboard_is_enough(fresh: Browser) -> None:
    """From field to field with Tab, in the order of reading, and a hint with Enter."""
    fresh.run("document.querySelector('input[name=pe2_d1]').focus()")
    seen = []
    for _ in range(40):
        seen.append(
            fresh.run("document.activeElement.name || document.activeElement.id || document.activeElement.tagName")
        )
        fresh.press("Tab")
        if seen[-1] == "save":
            break
    fields = [name for name in seen if name in RIGHT]
    assert fields == [blank.id for blank in SHEET.blanks if blank.id != "rad"]
    assert seen[-1] == "save"
    fill(fresh, "pe2_d1", "7")
    fresh.run("document.querySelector('#says-pe2_d1 button').focus()")
    before = message(fresh, "pe2_d1")
    fresh.press("Enter")
    assert len(message(fresh, "pe2_d1")) > len(before)


def test_what_was_typed_is_there_again(fresh: Browser, url: str) -> None:
    """Answers, verdicts and the name survive a new visit, until they are deleted."""
    fill(fresh, "pe2_d1", "0.909")
    fresh.run("document.getElementById('who').focus()")
    fresh.type("Anna Ü.")
    fresh.go(url)
    assert (typed(fresh, "pe2_d1"), verdict(fresh, "pe2_d1")) == ("0.909", "correct")
    assert fresh.run("document.getElementById('who').value") == "Anna Ü."
    fresh.run("document.getElementById('clear').click()")
    assert typed(fresh, "pe2_d1") == "0.909"
    fresh.run("document.getElementById('clear').click()")
    fresh.go(url)
    assert typed(fresh, "pe2_d1") == ""


def test_without_storage_it_works_and_says_so(chromium: Browser, url: str) -> None:
    """A browser that keeps nothing gets verdicts all the same, and a sentence."""
    chromium.open(url, before=BLOCKED)
    fill(chromium, "pe2_d1", "0.909")
    assert verdict(chromium, "pe2_d1") == "correct"
    assert chromium.run("document.getElementById('kept').textContent") == text("de", "interactive.page.not-kept")
    assert chromium.complaints() == []


def test_the_saved_file_is_read_by_check(fresh: Browser, tmp_path: Path) -> None:
    """The button saves a file named by code and name, which ``posenc check`` reads with all its answers."""
    fresh.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    answers = {**RIGHT, "pe2_d1": "0,5", "pe2_d4": "", "x2_d2": "-0,316"}
    for identifier, answer in answers.items():
        fill(fresh, identifier, answer)
    fresh.run("document.getElementById('save').click()")
    assert fresh.run("document.getElementById('said').textContent") == text("de", "interactive.page.save-first")
    fresh.type("Jörg / Müller")
    fresh.run("document.getElementById('save').click()")
    path = tmp_path / f"{shown(code_of(SHEET))}-Jörg-Müller.json"
    until = time.monotonic() + 20
    while not path.is_file():
        assert time.monotonic() < until, [one.name for one in tmp_path.iterdir()]
        time.sleep(0.05)
    handed = load([path])
    assert (handed[0].sheet_name(), handed[0].sheet_code()) == ("katze-kurz", shown(code_of(SHEET)))
    found, notices = submissions(handed, SHEET)
    assert not notices
    assert (found[0].name, len(found)) == ("Jörg / Müller", 1)
    assert {name: reading.text for name, reading in found[0].answers.items()} == answers
    assert fresh.run("document.getElementById('copying').open = true") is True
    time.sleep(0.1)
    assert json.loads(fresh.run("document.getElementById('as-text').value")) == json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize(
    ("hash_", "is_other"),
    [("", False), ("#9HT4-K2R9", False), ("#9ht4k2r9", False), ("#CDG9-K4XX", True), ("#exercise-4", False)],
)
def test_it_knows_whose_code_it_was_opened_with(chromium: Browser, url: str, hash_: str, is_other: bool) -> None:
    """The QR code on paper brings the code of that sheet along; another sheet's is said."""
    chromium.open(url + hash_)
    assert chromium.run("document.getElementById('other-sheet').hidden") is not is_other


def test_a_table_of_letters_fits_a_phone(chromium: Browser, tmp_path: Path) -> None:
    """It and the row for the solution word scroll by themselves; the page does not."""
    about = SHEET.spec.worksheet.model_copy(update={"control": "word"})
    path = tmp_path / "word.html"
    sheet = replace(SHEET, spec=SHEET.spec.model_copy(update={"worksheet": about}))
    path.write_text(interactive_html(sheet), encoding="utf-8")
    chromium.open(path.as_uri())
    assert chromium.run("document.querySelectorAll('.letter-table').length") > 1
    assert chromium.run("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (360, "dark"), (1200, "light")])
def test_it_fits_and_asks_for_nothing(chromium: Browser, url: str, width: int, scheme: str) -> None:
    """Nothing is wider than the screen, text stands out from its ground, and no request is made."""
    chromium.open(url, width=width, media={"prefers-color-scheme": scheme})
    fill(chromium, "pe2_d1", "0.1")
    assert chromium.run("document.documentElement.scrollWidth") <= width
    assert (
        contrast(chromium.run("['color', 'backgroundColor'].map((one) => getComputedStyle(document.body)[one])")) > 10
    )
    assert contrast(chromium.run(COLOURS)) > 4.5
    assert chromium.requests() == [url]
    assert chromium.complaints() == []


#: Colours of what is said about a wrong answer.
COLOURS = """(() => {
    const found = getComputedStyle(document.querySelector('.message'));
    return [found.color, found.backgroundColor];
})()"""


def test_an_unknown_kind_of_sheet_has_the_same_page(chromium: Browser, tmp_path: Path) -> None:
    """A sheet with boxes, lines and pictures: ticks and words are kept and saved, and nothing complains."""
    path = tmp_path / "rope.html"
    path.write_text(interactive_html(build(find("rope-en"))), encoding="utf-8")
    chromium.open(path.as_uri())
    chromium.run("document.querySelectorAll('[type=radio]')[1].click()")
    chromium.run("document.querySelector('textarea[data-own]').focus()")
    chromium.type("because")
    chromium.run("document.getElementById('who').focus()")
    chromium.type("Kim")
    chromium.run("document.getElementById('copying').open = true")
    time.sleep(0.1)
    whole: dict[str, Any] = json.loads(chromium.run("document.getElementById('as-text').value"))
    assert "because" in whole["not_checked"].values()
    assert len(whole["not_checked"]) == 2
    assert chromium.complaints() == []
