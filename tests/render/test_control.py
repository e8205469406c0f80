"""Self-control on paper: a pool of numbers, and a table of letters."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

import pytest

from posenc_cli.errors import InputError
from posenc_cli.grading.wrong_values import slip_values, wrong_values
from posenc_cli.i18n import LANGUAGES, catalogue
from posenc_cli.render.blocks import Box, Cell, PageView
from posenc_cli.render.closing import Letters, Pool
from posenc_cli.render.page import page_html
from posenc_cli.render.plain import page_text
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.key import accepted_texts, solve
from posenc_cli.worksheet.labels import shown
from posenc_cli.worksheet.spec import read
from tests.render.papers import printable, sheet_with, student, teacher, with_keys
from tests.render.printing import EngineName, outside, overlapping, pages, squeezed
from tests.render.viewing import every

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

#: One sheet of each way of making blanks; the others say the same in other words.
FEW = ("katze", "cat-short", "alibi", "rope", "t5", "nope-en", "overview")
NAMES = FEW
printable("pool", sheet_with("katze", control="pool"))
printable("word", sheet_with("katze", control="word", hints="foot"))


@pytest.fixture(
    params=[pytest.param("weasyprint", marks=pytest.mark.pdf), pytest.param("browser", marks=pytest.mark.browser)]
)
def engine(request: pytest.FixtureRequest) -> EngineName:
    """Each engine that this machine has."""
    request.getfixturevalue(request.param)
    return cast("EngineName", request.param)


def plain(text: str) -> float:
    """A printed number."""
    return float(text.replace("−", "-").replace(",", "."))


def pool(sheet: Sheet, *, key: bool = False) -> tuple[Cell, ...]:
    """The numbers of its pool."""
    (block,) = every((teacher if key else student)(sheet).closing, Pool)
    return block.values


def table(view: PageView) -> Letters:
    """Its table of letters."""
    (block,) = every(view.closing, Letters)
    return block


def right_texts(sheet: Sheet) -> dict[str, set[str]]:
    """What a student may write into every blank that is no copy, as it is printed."""
    return {
        blank.id: {
            shown(sheet, blank.place.quantity, text).replace("-", "−").replace(".", mark(sheet)) for text in texts
        }
        for blank, texts in zip(sheet.blanks, accepted_texts(sheet), strict=True)
        if blank.source is None
    }


def mark(sheet: Sheet) -> str:
    """The decimal mark of a sheet."""
    return "," if sheet.spec.worksheet.decimal_mark == "comma" else "."


@pytest.mark.parametrize("name", NAMES)
def test_a_pool_has_every_right_result_once_and_as_many_wrong_ones(name: str) -> None:
    """The right ones are all that may be written; the wrong ones are what slips leave, and right nowhere.

    One is not there as 0.04 and as 0.040, and none of the wrong ones is out of the order of the right ones.
    """
    sheet = sheet_with(name, control="pool")
    values = [plain(cell.text) for cell in pool(sheet)]
    right = {plain(text) for texts in right_texts(sheet).values() for text in texts}
    assert max(Counter(values).values()) == 1
    assert right <= {*values}
    wrong = {*values} - right
    slips = set().union(*slip_values(sheet).values())
    assert wrong <= slips
    assert max(map(abs, wrong)) <= 2 * max(map(abs, right))
    # A sheet on which hardly a slip shows has fewer.
    assert len(wrong) == len(right) or len(slips) < 6 * len(right)
    assert len(wrong) > len(right) / 3


def test_a_student_cannot_tell_right_from_wrong_by_the_place_or_look() -> None:
    """The numbers stand in a drawn order and look alike; another seed has another order, the same one has the same."""
    sheet = sheet_with("katze", 7, control="pool")
    cells = pool(sheet)
    (again,) = every(sheet_view(with_keys(sheet_of("katze", 7), {"control": "pool"})).closing, Pool)
    assert cells == again.values
    assert not any(cell.filled or cell.blank for cell in cells)
    right = set().union(*right_texts(sheet).values())
    told = "".join("r" if cell.text in right else "w" for cell in cells)
    assert "rw" in told[:8] or "wr" in told[:8]
    assert sorted(told) != list(told)
    other = sheet_with("katze", control="pool")
    orders = [[cell.text in set().union(*right_texts(one).values()) for cell in pool(one)] for one in (sheet, other)]
    assert orders[0] != orders[1]


def test_the_key_shows_which_are_right() -> None:
    """The same numbers in the same order, the right ones filled."""
    sheet = sheet_with("katze", control="pool")
    key = pool(sheet, key=True)
    assert [cell.text for cell in key] == [cell.text for cell in pool(sheet)]
    right = {plain(text) for texts in right_texts(sheet).values() for text in texts}
    assert {plain(cell.text) for cell in key if cell.filled} == right


@pytest.mark.parametrize("name", ["katze", "katze-kurz", "rope"])
def test_one_slip_all_over_the_sheet_does_not_fit_the_pool(name: str) -> None:
    """Whoever calculates in degrees does not find all of his numbers there, and sees that something is wrong."""
    sheet = sheet_with(name, control="pool")
    texts = {cell.text for cell in pool(sheet)}
    for one in list(wrong_values(sheet))[:6]:
        own = {text.replace("-", "−") for text in one.texts.values()}
        assert len(own) < 3 or own - texts, one.slip.id


def test_commas_and_whole_numbers_are_printed_as_on_the_sheet() -> None:
    """A pool looks like the blanks it belongs to."""
    sheet = sheet_with("alibi", control="pool", decimal_mark="comma")
    texts = {cell.text for cell in pool(sheet)}
    assert "−1,250" in texts
    assert "5" in texts
    assert not any("." in text or "-" in text for text in texts)


def decoded(sheet: Sheet, view: PageView, written: dict[str, str]) -> str:
    """The word that a student gets who writes these numbers; "?" where there is none for a number."""
    letters = table(view)
    numbers = {cell.number: cell.blank for cell in every(view.exercises, Cell) if cell.number}
    assert list(numbers) == list(letters.head)
    found = ""
    for at, number in enumerate(letters.head, 1):
        value = written[numbers[number] or ""]
        rows = [row for row in letters.rows if plain(row[0].text) == plain(value)]
        found += rows[0][at].text if rows else "?"
    assert sheet.blanks
    return found


@pytest.mark.parametrize("name", NAMES)
def test_right_results_spell_the_word(name: str) -> None:
    """Whichever of the accepted texts is written, on every sheet; the key shows the word."""
    sheet = sheet_with(name, control="word")
    right = right_texts(sheet)
    word = "".join(cell.text for cell in table(teacher(sheet)).word)
    assert word in catalogue(sheet.spec.worksheet.language, "control")["words"]
    for choose in (min, max):
        assert decoded(sheet, student(sheet), {name: choose(texts) for name, texts in right.items()}) == word


@pytest.mark.parametrize("name", NAMES)
def test_no_mistake_spells_the_word(name: str) -> None:
    """What is there of slips, of neighbours and of a minus or decimal mark set wrong has another letter."""
    sheet = sheet_with(name, control="word")
    view, slips = student(sheet), slip_values(sheet)
    rows = {plain(row[0].text): [cell.text for cell in row[1:]] for row in table(view).rows}
    word = [cell.text for cell in table(teacher(sheet)).word]
    right = {name: {plain(text) for text in texts} for name, texts in right_texts(sheet).items()}
    numbers = {cell.blank: int(cell.number) for cell in every(view.exercises, Cell) if cell.number}
    wrong = 0
    for blank in sheet.blanks:
        if blank.id not in numbers:
            continue
        at, own = numbers[blank.id] - 1, right[blank.id]
        beside = [one.id for one in sheet.blanks if one.exercise == blank.exercise and one.id in right]
        shifted = {round(value * factor, 6) for value in own for factor in (-1, 0.001, 0.01, 0.1, 10, 100, 1000)}
        believable = (slips[blank.id] | shifted).union(*(right[one] for one in beside)) - own
        wrong += len(believable & rows.keys())
        assert all(rows[value][at] != word[at] for value in believable & rows.keys()), blank.id
        assert sum(letters[at] == word[at] for letters in rows.values()) >= len(own & rows.keys()) + 2
    assert wrong > 3


def test_who_knows_the_word_does_not_know_the_results() -> None:
    """The letter of a blank stands at other numbers of its column, too."""
    sheet = sheet_with("katze", control="word")
    letters, word = table(student(sheet)), table(teacher(sheet)).word
    for at, letter in enumerate(word, 1):
        assert sum(row[at].text == letter.text for row in letters.rows) >= 2
    assert not any(cell.text for cell in letters.word)
    assert not any(cell.filled for row in letters.rows for cell in row)


def test_numbers_of_a_table_stand_in_order_once() -> None:
    """So that one's own is found quickly."""
    values = [plain(row[0].text) for row in table(student(sheet_with("katze", control="word"))).rows]
    assert values == sorted(set(values))


def test_numbers_at_blanks_are_printed_and_said() -> None:
    """Eight blanks carry one, from all over the sheet and in the order of work, on the page and in plain text."""
    sheet = sheet_with("katze", control="word")
    view = student(sheet)
    found = [cell for cell in every(view.exercises, Cell) if cell.number]
    assert [cell.number for cell in found] == [str(number) for number in range(1, 9)]
    places = [[blank.id for blank in sheet.blanks].index(cell.blank or "") for cell in found]
    assert places == sorted(places)
    assert {blank.exercise for blank in sheet.blanks if blank.id in {cell.blank for cell in found}} == {
        part.number for part in sheet.parts if any(blank.source is None for blank in part.blanks)
    }
    assert page_html(view).count('<span class="place">1</span>') >= 2
    assert "(1) ______" in page_text(view)


@pytest.mark.parametrize("word", ["Kreis", "ÄHRE", "sinusoidal"])
def test_a_word_of_ones_own(word: str) -> None:
    """Any letters, small ones made large."""
    sheet = sheet_with(control="word", control_word=word)
    assert "".join(cell.text for cell in table(teacher(sheet)).word) == word.upper()


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("VIERZEHNBLATT", "worksheet.control-word"),
        ("EI", "worksheet.control-word"),
        ("ZWEI WÖRTER", "worksheet.control-word"),
        ("A1B2", "worksheet.control-word"),
        ("<b>x", "worksheet.control-word"),
    ],
)
def test_other_words_are_refused(word: str, key: str) -> None:
    """Too long, too short, or no letters: one sentence with the line."""
    with pytest.raises(InputError) as caught:
        student(sheet_with(control="word", control_word=word))
    assert caught.value.key == key
    assert caught.value.values["given"] == word


def small(control: str, *, blanks: int) -> Sheet:
    """A sheet with so many blanks."""
    asked = f"blank = [{', '.join(f'[{n}, 0]' for n in range(1, blanks + 1))}]" if blanks else ""
    block = f'[[exercise.block]]\ntable = "pe"\ncolumns = [0]\n{asked}\n'
    head = f'[worksheet]\ntitle = "T"\nd = 2\nn = 9\ncontrol = "{control}"\n'
    return build(read(f'{head}[[exercise]]\nkind = "task"\ntitle = "A"\n{block}', "klein", None))


def test_too_few_blanks_for_the_word() -> None:
    """The default gets shorter with the sheet; where not even the shortest fits, a sentence names both numbers."""
    assert len(table(student(small("word", blanks=8))).word) == 8
    assert len(table(student(small("word", blanks=5))).word) == 5
    with pytest.raises(InputError, match=r"worksheet\.control-long") as caught:
        student(small("word", blanks=2))
    assert caught.value.values["blanks"] == 2
    with pytest.raises(InputError, match=r"worksheet\.control-long"):
        student(with_keys(small("word", blanks=5), {"control_word": "ROTATION"}))


@pytest.mark.parametrize("control", ["pool", "word"])
def test_without_blanks_there_is_nothing_to_control(control: str) -> None:
    """Said in one sentence with the line of the key."""
    with pytest.raises(InputError, match=r"worksheet\.control-nothing"):
        student(small(control, blanks=0))


@pytest.mark.parametrize("language", LANGUAGES)
def test_default_words_get_shorter(language: str) -> None:
    """Letters only, from the longest to the shortest."""
    words = catalogue(language, "control")["words"]
    assert all(word.isalpha() and word.isupper() for word in words)
    assert sorted(words, key=len, reverse=True) == words
    assert (len(words[0]), len(words[-1])) == (8, 4)


def test_control_does_not_change_the_numbers_of_a_sheet() -> None:
    """The same seed has the same key with and without it."""
    plain_sheet, controlled = sheet_with("katze", 7), sheet_with("katze", 7, control="word", hints="box")
    assert [one.text for one in solve(plain_sheet)] == [one.text for one in solve(controlled)]


@pytest.mark.parametrize("name", ["pool", "word-key"])
def test_on_paper(name: str, engine: EngineName) -> None:
    """All of it is printed between the margins, below the exercises and before what is cut out."""
    texts = pages(name, engine)
    (number,) = [n for n, text in enumerate(texts) if "Selbstkontrolle" in text]
    view = student(sheet_with("katze", control=name.removesuffix("-key")))
    wanted = (
        [cell.text for cell in every(view.closing, Pool)[0].values]
        if "pool" in name
        else [row[0].text + "".join(cell.text for cell in row[1:]) for row in table(view).rows]
    )
    assert all(squeezed(text) in squeezed(texts[number]) for text in wanted)
    assert "✂" in texts[-1] or "key" in name
    assert outside(name, engine) == []
    assert overlapping(name, engine) == []


def test_boxes_say_what_to_do() -> None:
    """The text above names the numbers of the blanks."""
    (box,) = [block for block in student(sheet_with("katze", control="word")).closing if isinstance(block, Box)]
    assert "1 bis 8" in page_text(student(sheet_with("katze", control="word"))).replace("\n", " ")
    assert box.title == "Selbstkontrolle"
