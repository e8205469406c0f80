"""Hints of a sheet: below an exercise, or upside down at the foot."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import pypdfium2
import pytest

from posenc_cli.grading.wrong_values import wrong_values
from posenc_cli.i18n import catalogue
from posenc_cli.render.blocks import Box, PageView, Working
from posenc_cli.render.closing import Turned
from posenc_cli.render.page import page_html
from posenc_cli.render.plain import page_text
from posenc_cli.render.view_hints import MOST, hints
from posenc_cli.render.view_writer import Writer
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.key import accepted_texts
from posenc_cli.worksheet.spec import BUILTIN_NAMES, read
from tests.render.papers import printable, sheet_with, student, teacher
from tests.render.printing import EngineName, document, in_order, pages, squeezed

if TYPE_CHECKING:
    from posenc_cli.render.blocks import Inline
    from posenc_cli.worksheet.sheet import Sheet

#: One sheet of each way of making blanks; the others say the same in other words.
FEW = ("katze", "cat-short", "alibi", "rope", "t5", "nope-en", "overview")
NAMES = [*FEW, *(pytest.param(name, marks=pytest.mark.slow) for name in BUILTIN_NAMES if name not in FEW)]
printable("foot", sheet_with(hints="foot"))


@pytest.fixture(
    params=[pytest.param("weasyprint", marks=pytest.mark.pdf), pytest.param("browser", marks=pytest.mark.browser)]
)
def engine(request: pytest.FixtureRequest) -> EngineName:
    """Each engine that this machine has."""
    request.getfixturevalue(request.param)
    return cast("EngineName", request.param)


def said(text: Inline) -> str:
    """A hint without its styles."""
    return "".join(span.text for span in text)


def told(sheet: Sheet) -> dict[int, list[str]]:
    """The hints of a sheet by exercise."""
    return {number: [said(one) for one in all_] for number, all_ in hints(Writer(sheet, {})).items()}


def boxes(view: PageView) -> dict[str, list[Box]]:
    """The boxes of hints by the number of their exercise."""
    titles = {"Tipp", "Tipps", "Hint", "Hints"}
    return {
        each.number: [block for block in each.blocks if isinstance(block, Box) and block.title in titles]
        for each in view.exercises
    }


def own(sheet: Sheet, number: int, hint: str) -> Sheet:
    """The sheet with a hint of the author's at one exercise."""
    exercises = list(sheet.spec.exercise)
    exercises[number] = exercises[number].model_copy(update={"hint": hint})
    parts = tuple(replace(part, spec=exercise) for part, exercise in zip(sheet.parts, exercises, strict=True))
    return replace(sheet, spec=sheet.spec.model_copy(update={"exercise": tuple(exercises)}), parts=parts)


def test_without_a_word_there_are_none() -> None:
    """Sheets of today stay as they are."""
    view = student(sheet_with())
    assert view.closing == ()
    assert not any(boxes(view).values())


@pytest.mark.parametrize("name", NAMES)
def test_every_hint_names_a_wrong_number_of_its_slip_and_is_told_once(name: str) -> None:
    """Its number is what a slip leaves there, right nowhere; no sentence stands there twice; two an exercise."""
    sheet = sheet_with(name, hints="box")
    found = told(sheet)
    right = {float(text) for texts in accepted_texts(sheet) for text in texts}
    wrong = {float(text) for one in wrong_values(sheet) for text in one.texts.values()}
    lines = [line for all_ in found.values() for line in all_]
    assert lines
    sentences = []
    for line in lines:
        number, sentence = re.fullmatch(r".*?: (−?[\d.]+)\? (.+)", line).groups()  # type: ignore[union-attr]
        value = float(number.replace("−", "-"))
        assert value in wrong
        assert value not in right
        sentences.append(sentence)
    assert len(set(sentences)) == len(sentences)
    assert max(map(len, found.values())) <= MOST
    with_blanks = {part.number for part in sheet.parts if part.blanks}
    assert set(found) <= with_blanks


def test_hints_are_those_of_the_likeliest_slips() -> None:
    """Degrees at the calculator, a lost sign and counting from 1 at the first row: sentences of the catalogue."""
    german, english = told(sheet_with(hints="box")), told(sheet_with("cat-short", hints="box"))
    slips = catalogue("de", "slips")
    assert german[2][0] == f"Taschenrechner, sin(1): 0.017? {slips['angle-degrees']['hint']}"
    assert german[4] == [
        f"Position 2, d₂: 0.416? {slips['rules']['pe']}",
        f"Position 2, d₁: 0.141? {slips['pos-from-one']['hint']}",
    ]
    assert list(english) == list(german)
    assert english[4][1].startswith("Position 2, d₁: 0.141? ")


def test_no_hint_of_what_nobody_does_there() -> None:
    """A sheet that never speaks of √d has no hint of it, and no sine is 8; who adds is warned of the minus."""
    slips = catalogue("de", "slips")
    scaling = {slips[name]["hint"] for name in ("add-scale-extra", "add-scale-divided", "add-scaled-encoding")}
    families = set(slips["families"].values())
    for name in ("katze", "katze-kurz"):
        sheet = sheet_with(name, hints="box")
        lines = [line for all_ in told(sheet).values() for line in all_]
        assert not any(hint in line for line in lines for hint in scaling - families)
        assert not any("√d" in line for line in lines)
        largest = max(float(text) for texts in accepted_texts(sheet) for text in texts)
        assert all(
            abs(float(re.findall(r": (−?[\d.]+)\?", line)[0].replace("−", "-"))) <= 2 * largest for line in lines
        )
    assert "Rechenart" in told(sheet_with(hints="box"))[5][0]


def test_an_exercise_whose_slips_have_shown_before_has_those_that_were_not_told() -> None:
    """A free task with the same quantity is not left without a word."""
    rows = "".join(
        f'[[exercise]]\nkind = "task"\ntitle = "A"\n[[exercise.block]]\ntable = "pe"\nblank = [{n}]\n' for n in (2, 3)
    )
    sheet = build(read(f'[worksheet]\ntitle = "T"\nn = 6\nhints = "box"\n{rows}', "klein", None))
    found = told(sheet)
    assert list(found) == [1, 2]
    assert not {line.split("? ")[1] for line in found[1]} & {line.split("? ")[1] for line in found[2]}


def test_a_convention_is_no_mistake() -> None:
    """Another order of columns is another way of the field, and no hint warns of it."""
    conventions = {one.slip.id for one in wrong_values(sheet_with()) if one.slip.convention}
    assert "order-halves" in conventions
    slips = catalogue("de", "slips")
    lines = " ".join(line for all_ in told(sheet_with(hints="box")).values() for line in all_)
    assert all(slips[name]["hint"] not in lines for name in conventions)


def test_a_slip_is_explained_where_it_is_made_first() -> None:
    """Who counts from 1 has wrong sums, too; the hint stands at the row that went wrong, not at the sums."""
    found = told(sheet_with("katze", hints="box"))
    hint = catalogue("de", "slips")["pos-from-one"]["hint"]
    assert [number for number, lines in found.items() if any(hint in line for line in lines)] == [4]


def test_boxes_stand_below_their_exercise() -> None:
    """Last on the sheet; in the key before the working."""
    sheet = sheet_with(hints="box")
    view, key = student(sheet), teacher(sheet)
    assert {number: len(found) for number, found in boxes(view).items()} == {"1": 0, "2": 1, "3": 0, "4": 1, "5": 1}
    for one, other in zip(view.exercises, key.exercises, strict=True):
        if boxes(view)[one.number]:
            assert one.blocks[-1] in boxes(view)[one.number]
            *_, before, last = other.blocks
            assert (before if isinstance(last, Working) else last) == one.blocks[-1]
    assert isinstance(key.exercises[3].blocks[-1], Working)
    assert view.closing == ()


def test_a_hint_of_ones_own_stands_in_their_place() -> None:
    """With its markup; braces are braces, also where an exercise has no blank."""
    sheet = own(own(sheet_with(hints="box"), 0, "Lies **zweimal**, {so}."), 3, "Nur das.")
    found = told(sheet)
    assert found[1] == ["Lies zweimal, {so}."]
    assert found[4] == ["Nur das."]
    assert "<strong>zweimal</strong>, {so}." in page_html(student(sheet))
    assert told(sheet_with(hints="box"))[2] == found[2]


def test_an_own_hint_is_not_printed_unasked() -> None:
    """Where hints are off, it waits."""
    assert "Nur das." not in page_html(student(own(sheet_with(), 3, "Nur das.")))


def test_at_the_foot_each_hint_names_its_exercise() -> None:
    """All of them in one list, upside down on the sheet and upright in the key."""
    sheet = sheet_with(hints="foot")
    view = student(sheet)
    (turned,) = view.closing
    assert isinstance(turned, Turned)
    assert not any(boxes(view).values())
    html, key = page_html(view), page_html(teacher(sheet))
    assert html.count('class="turned upside-down"') == 1
    assert html.count('href="#exercise-4"') >= 2
    assert 'class="turned"' in key
    assert 'upside-down"' not in key
    lines = [line for all_ in told(sheet).values() for line in all_]
    assert all(line.split("? ")[1] in html for line in lines)


def test_plain_text_has_them_at_its_end() -> None:
    """Nothing can be upside down there, but it is last."""
    text = page_text(student(sheet_with(hints="foot")))
    assert text.rindex("Tipps") > text.rindex("Keine Angst vor Folgefehlern")
    assert "Aufgabe 4: Position 2, d₁: 0.141?" in text


def turned_runs(name: str, engine: EngineName, number: int) -> int:
    """Runs of text on a page that stand on their heads."""
    page = document(name, engine)[number]
    things = list(page.get_objects(max_depth=6))
    # A browser puts what is turned into a form of its own, and turns that.
    (form,) = [each.get_matrix().d for each in things if each.type == pypdfium2.raw.FPDF_PAGEOBJ_FORM] or [1.0]
    texts = [each for each in things if each.type == pypdfium2.raw.FPDF_PAGEOBJ_TEXT]
    return sum(each.get_matrix().d * (form if each.level else 1.0) < 0 for each in texts)


def test_upside_down_can_be_read_by_programs(engine: EngineName) -> None:
    """The text layer has whole sentences, whatever way up they are."""
    number = next(n for n, text in enumerate(in_order("foot", engine)) if "Tipps" in text)
    text = squeezed(in_order("foot", engine)[number])
    for all_ in told(sheet_with(hints="foot")).values():
        for line in all_:
            assert squeezed(line.split("? ", 1)[1]) in text
    assert turned_runs("foot", engine, number) > 20


def test_in_the_key_they_stand_upright(engine: EngineName) -> None:
    """A teacher need not turn the page."""
    number = next(n for n, text in enumerate(pages("foot-key", engine)) if "Tipps" in text)
    assert turned_runs("foot-key", engine, number) == 0
