"""A sheet in the question bank of Moodle gets the verdicts that posenc gives."""

from __future__ import annotations

import html
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from posenc_cli.calculation import rounding
from posenc_cli.encodings.slips import hint_key
from posenc_cli.grading.answers import collect
from posenc_cli.grading.marking import Marker
from posenc_cli.grading.submission import Submission
from posenc_cli.i18n import text
from posenc_cli.i18n.numbers import read_number, write_number
from posenc_cli.render.blocks import Cell
from posenc_cli.render.moodle import moodle_xml
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.groups import groups
from posenc_cli.worksheet.key import Solution, solve
from posenc_cli.worksheet.mistakes import Worker, forms_of, slips_of
from posenc_cli.worksheet.spec import BUILTIN_NAMES, find, read
from tests.render import moodle_reader
from tests.render.viewing import every, student_view

if TYPE_CHECKING:
    from posenc_cli.encodings.slips import Slip
    from posenc_cli.worksheet.sheet import Sheet
    from tests.render.moodle_reader import Place, Question

#: The German sheets, and one in English: a pair of them has the same numbers.
NAMES = [*(name for name in BUILTIN_NAMES if find(name).worksheet.language == "de"), "cat-short"]
#: Nobody's slip.
FAR = "77.77"


@dataclass(frozen=True)
class Asked:
    """A sheet and what Moodle has of it; ``fields`` by the id of their blank."""

    sheet: Sheet
    questions: list[Question]
    fields: dict[str, Place]
    solved: dict[str, Solution]

    def said(self, key: str) -> str:
        """A sentence as a hint holds it."""
        language = self.sheet.spec.worksheet.language
        return html.escape(text(language, key, decimals=self.sheet.decimals))


def asked_in(sheet: Sheet) -> Asked:
    """The places for numbers come in the order of the page, and so do the questions behind the first."""
    questions = moodle_reader.read(moodle_xml([sheet]))
    fields: dict[str, Place] = {}
    view = student_view(sheet.name) if sheet.name in BUILTIN_NAMES else sheet_view(sheet)
    for exercise, question in zip(view.exercises, questions[1:], strict=False):
        ids = [cell.blank for cell in every(exercise, Cell) if cell.blank]
        fields |= dict(zip(ids, (one for one in question.places if one.kind == "NUMERICAL"), strict=True))
    return Asked(sheet, questions, fields, {one.blank.id: one for one in solve(sheet)})


@cache
def asked(name: str) -> Asked:
    """A built-in worksheet, made once."""
    return asked_in(sheet_of(name))


def made(toml: str) -> Asked:
    """A worksheet of one's own."""
    return asked_in(build(read(toml, "own", Path())))


def slips_by_answer(sheet: Sheet) -> dict[tuple[str, Decimal], list[Slip]]:
    """Which slips lead to a number in a blank, by plain loops."""
    worker = Worker(sheet)
    found: defaultdict[tuple[str, Decimal], list[Slip]] = defaultdict(list)
    for slip in slips_of(sheet):
        for form in forms_of(sheet, slip):
            ticks = rounding.ticks(worker.answers(*form), sheet.decimals)
            for blank, tick in zip(sheet.blanks, ticks, strict=True):
                if np.isfinite(tick) and abs(tick) < 10**10:
                    written = blank.id, Decimal(int(tick)).scaleb(-sheet.decimals)
                    if slip.id not in {one.id for one in found[written]}:
                        found[written].append(slip)
    return found


def tried(asked: Asked, slips: dict[tuple[str, Decimal], list[Slip]]) -> list[tuple[str, str]]:
    """Answers to try, each with the id of its blank: right ones, coarser ones, last digits, slips, nonsense."""
    found = [(blank, write_number(value, asked.sheet.decimals)) for blank, value in slips]
    unit, fewer = Decimal(1).scaleb(-asked.sheet.decimals), Decimal(1).scaleb(1 - asked.sheet.decimals)
    for blank, one in asked.solved.items():
        texts = [*one.accepted, FAR, one.accepted[0].replace(".", ",")]
        texts.append(str(Decimal(one.text).quantize(fewer, ROUND_HALF_UP)))
        texts.append(format(one.value, ".9f"))
        texts += [str(Decimal(one.accepted[end]) + way * unit) for end, way in ((0, -1), (-1, 1))]
        found += [(blank, each) for each in texts]
    return found


def verdicts(asked: Asked, answers: list[tuple[str, str]]) -> list[str]:
    """What posenc says of each answer where all others are right."""
    read = {blank: read_number(one.text) for blank, one in asked.solved.items()}
    students = [Submission(None, read | {blank: read_number(answer)}) for blank, answer in answers]
    judged = Marker(asked.sheet, collect(asked.sheet, students)).verdicts()
    places = {blank.id: number for number, blank in enumerate(asked.sheet.blanks)}
    return [row[places[blank]] for (blank, _), row in zip(answers, judged, strict=True)]


@pytest.mark.parametrize("name", NAMES)
def test_moodle_gives_the_verdicts_of_posenc(name: str) -> None:
    """Right, coarser, one off, every slip, nonsense: share and hint are those of our own verdict on the answer."""
    here = asked(name)
    slips = slips_by_answer(here.sheet)
    answers = tried(here, slips)
    credit = here.sheet.spec.worksheet.credit
    seen: Counter[str] = Counter()
    for (blank, answer), verdict in zip(answers, verdicts(here, answers), strict=True):
        alike = slips.get((blank, Decimal(answer.replace(",", "."))))
        slip = here.said(hint_key(sorted(alike, key=lambda one: one.order))) if alike else here.said("moodle.wrong")
        expected = {
            "correct": (1.0, ""),
            "coarse": (credit.coarse, here.said("moodle.coarse")),
            "rounding": (credit.rounding, here.said("moodle.rounding")),
            "wrong": (0.0, slip),
        }[verdict]
        # Moodle sees a number and not its digits: what is right and has wrong ones behind is right.
        if verdict == "rounding" and len(answer.partition(".")[2]) > here.sheet.decimals:
            expected = (1.0, "")
        assert here.fields[blank].mark(answer) == expected, (blank, answer, verdict)
        seen[verdict] += 1
    assert min(seen["correct"], seen["wrong"]) >= len(here.sheet.blanks)
    assert set(here.fields) == {blank.id for blank in here.sheet.blanks}


def test_all_verdicts_occur() -> None:
    """The test above meets answers that are too coarse and answers whose last digit is one off."""
    here = asked("katze-kurz")
    found = Counter(verdicts(here, tried(here, {})))
    assert min(found["coarse"], found["rounding"]) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_bands_do_not_overlap(name: str) -> None:
    """No number is in two bands, so that no hint hides another; right ones may touch."""
    for place in asked(name).fields.values():
        numbers = [one for one in place.alternatives if one.answer != "*"]
        for one, other in pairwise(sorted(numbers, key=lambda each: each.band)):
            assert one.band[1] < other.band[0] or (one.share == other.share == 1.0 and one.tolerance == other.tolerance)


@pytest.mark.parametrize("name", NAMES)
def test_the_order_is_exact_coarser_slips_all_others(name: str) -> None:
    """The first is the key, worth all; a star ends the list; no field is wider than another, whatever its answer is."""
    places = asked(name).fields
    for blank, place in places.items():
        first, last = place.alternatives[0], place.alternatives[-1]
        assert first.share == 1.0
        assert Decimal(first.answer) == Decimal(asked(name).solved[blank].text)
        assert last.answer == "*"
        shares = [one.share for one in place.alternatives]
        assert shares == sorted(shares, reverse=True)
    assert len({max(len(one.answer) for one in place.alternatives) for place in places.values()}) <= 1


def test_points_are_those_of_the_sheet() -> None:
    """An exercise is worth its points; one without any counts each answer once, for Moodle divides by the sum."""
    here = asked("katze")
    points = {part.number: sum(blank.points for blank in part.blanks) for part in here.sheet.parts}
    for part, question in zip(here.sheet.parts, here.questions[1:], strict=True):
        assert question.name.startswith(f"{part.number:0>2} {part.spec.title}")
        if question.kind == "cloze":
            assert question.points == (points[part.number] or len(question.places))
            assert question.name.endswith("(ohne Punkte)") == (points[part.number] == 0)
        else:
            assert not part.blanks
    assert sum(points.values()) == here.sheet.max_points


def test_half_points_are_doubled() -> None:
    """A weight is a whole number there: 1.5 and 1 become 3 and 2."""
    toml = find("katze-kurz").text.replace('kind = "encode"', 'kind = "encode"\npoints = 1.5')
    weights = {blank: place.weight for blank, place in made(toml).fields.items()}
    assert {weights["pe2_d1"], weights["x2_d1"]} == {3, 2}


def test_credit_is_that_of_the_sheet() -> None:
    """Who gives half for one decimal too few gives half there; what is worth nothing says why it is not right."""
    toml = find("katze-kurz").text + "\n[worksheet.credit]\ncoarse = 0.5\nrounding = 0\n"
    here = made(toml)
    assert here.fields["pe2_d1"].mark("0.91") == (0.5, here.said("moodle.coarse"))
    assert here.fields["pe2_d3"].mark("0.019") == (0.0, here.said("moodle.rounding"))
    assert here.fields["pe2_d3"].mark("0.02") == (1.0, "")


TICKS = """
[worksheet]
title = "Any"
language = "en"
sentence = "The cat sleeps"
d = 4
[embeddings.table]
The = [0.9, 0.1, 0.0, 0.1]
cat = [0.1, 0.8, 0.9, 0.2]
sleeps = [0.2, 0.1, 0.1, 0.9]
[[exercise]]
kind = "formula-gap"
[[exercise]]
kind = "true-false"
[[exercise]]
kind = "code-gap"
[[exercise]]
kind = "planted-slip"
[[exercise]]
kind = "open"
"""


def test_ticks_and_words_are_marked() -> None:
    """The right option and every spelling get a point each; beside points of numbers they get none."""
    formula, _, code, planted, question = made(TICKS).questions[1:]
    assert [place.kind for place in formula.places] == ["MULTICHOICE_V"] * 4
    assert formula.places[0].mark("sin") == (1.0, "")
    assert formula.places[0].mark("cos") == (0.0, "")
    assert formula.places[3].mark("2i/d") == (1.0, "")
    spelled = [code.places[0].mark(answer)[0] for answer in ("k // 2", "k//2", "int(k / 2)", "k / 2", "K // 2")]
    assert spelled == [1.0, 1.0, 1.0, 0.0, 0.0]
    powers = [code.places[1].mark(answer)[0] for answer in ("base ** (2 * i / d)", "base**(2*i/d)", "base // (2 / d)")]
    assert powers == [1.0, 1.0, 0.0]
    assert [(place.kind, place.weight) for place in planted.places] == [
        ("MULTICHOICE_V", 0),
        ("MULTICHOICE_V", 0),
        ("NUMERICAL", 1),
    ]
    assert question.kind == "description"
    assert "(Answer on paper.)" in question.text


def test_every_word_stays_a_word() -> None:
    """What Moodle, HTML or XML would read as its own stands there as it was written."""
    words = ["{1:NM:=1}", "<b>&amp;", "]]>", "@@PLUGINFILE@@", "$$x$$", "a~#}", "\\(y\\)", "\ufffe"]
    toml = find("cat-short").text
    body = toml[: toml.index("[embeddings")]
    rows = "".join(f"{quoted(word)} = [0.1, 0.2, 0.3, 0.4]\n" for word in words)
    body = body.replace('sentence = "', f'sentence = {quoted(" ".join(words))} # "').replace(
        'title = "', f'title = {quoted("A/B " + " ".join(words))} # "'
    )
    exercises = toml[toml.index("[[exercise]]") :]
    here = made(f"{body}\n[embeddings.table]\n{rows}\n{exercises}")
    assert {one.category for one in here.questions} == {
        f"$course$/top/A//B {' '.join(words)}".replace("\ufffe", "\ufffd")
    }
    whole = "\n".join(question.text for question in here.questions)
    assert not any(sign in whole.replace("{#", "") for sign in ("{1", "<b>", "$$", "\\("))
    shown = html.unescape(whole)
    assert all(word in shown for word in words[:-1])
    assert len(here.fields) == len(here.sheet.blanks)


def quoted(word: str) -> str:
    """A text as TOML has it."""
    return '"' + word.replace("\\", "\\\\") + '"'


def test_drawings_come_along() -> None:
    """A picture is a file of its question, named in its text, and told in words."""
    drawn = [one for one in asked("katze").questions if one.files]
    assert drawn
    for question in drawn:
        assert question.text.count("@@PLUGINFILE@@/") == len(question.files)
        for name, data in question.files.items():
            assert f'src="@@PLUGINFILE@@/{name}" alt="' in question.text
            assert data.startswith(b"<svg ")
            assert b"font-family" not in data or b", sans-serif" in data
    assert "".join(question.text for question in drawn).count("(Zeichne auf Papier.)") == 2


def test_it_says_what_moodle_cannot() -> None:
    """Nothing follows through there: the first text and every question say so, in the language of the sheet."""
    for name in ("katze-kurz", "cat-short"):
        data = moodle_xml([sheet_of(name)]).decode()
        alone = text(find(name).worksheet.language, "moodle.alone")
        assert data.count(alone) == 1 + sum(one.kind == "cloze" for one in asked(name).questions)


def test_groups_are_categories() -> None:
    """One file holds them all, each with its own numbers and the same questions."""
    sheets = groups(find("katze-kurz"), 2, 0).sheets
    found = moodle_reader.read(moodle_xml(sheets))
    by_group = defaultdict(list)
    for question in found:
        by_group[question.category].append(question)
    title = find("katze-kurz").worksheet.title
    assert list(by_group) == [f"$course$/top/{title}/Gruppe {letter}" for letter in "AB"]
    one, two = by_group.values()
    assert [each.name for each in one] == [each.name for each in two]
    assert one[-1].places[0].alternatives[0] != two[-1].places[0].alternatives[0]
    ids = [question.id for question in found]
    assert len({*ids}) == len(ids)


def test_a_hint_of_syntax_stays_a_hint() -> None:
    """Signs that end a hint or an answer there come back as they were."""
    from posenc_cli.render.cloze import choice, words

    place = moodle_reader._PLACE.match(choice(["=1~2", "%50%#", "a}b\\"], 1, 2))
    assert place
    found = moodle_reader._place(*place.groups())
    assert [one.answer for one in found.alternatives] == ["=1~2", "%50%#", "a}b\\"]
    assert [one.share for one in found.alternatives] == [0.0, 1.0, 0.0]
    spelled = moodle_reader._PLACE.match(words(["a * b"], 1))
    assert spelled
    kept = moodle_reader._place(*spelled.groups())
    assert [kept.mark(answer)[0] for answer in ("a * b", "a*b", "a + b")] == [1.0, 1.0, 0.0]
    assert replace(kept, weight=2).weight == 2


def test_a_tolerance_of_the_worksheet_holds_in_moodle() -> None:
    """What lies so near to the key that posenc calls it right is worth all points there, and no more."""
    spec = find("katze-kurz")
    spec = spec.model_copy(update={"marking": spec.marking.model_copy(update={"tolerance": Decimal("0.004")})})
    here = asked_in(build(spec))
    for blank, one in here.solved.items():
        texts = [Decimal(one.accepted[-1]) + Decimal(step).scaleb(-4) for step in range(1, 80, 3)]
        for value in (*texts, Decimal(one.text)):
            is_right = any(abs(value - Decimal(known)) <= Decimal("0.004") for known in one.accepted)
            assert (here.fields[blank].mark(str(value))[0] == 1.0) == is_right, (blank, value)
