"""What pages say on sheets of a person's own that no built-in one is like."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.render.blocks import Calculation, TableBlock
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.labels import blank_label
from posenc_cli.worksheet.spec import BUILTIN_NAMES, find, read
from tests.render.viewing import every

if TYPE_CHECKING:
    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.sheet import Sheet


def made(exercise: str, head: str = "n = 4", own: str = "") -> Sheet:
    """A sheet with one exercise in line 6 or further on."""
    return build(read(f'[worksheet]\ntitle = "t"\n{head}\n{own}\n\n[[exercise]]\n{exercise}\n', "s", None))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("points", "earns"), [("", True), ("points = 2", True), ("points = 0", False)])
def test_a_calculator_that_earns_points_is_not_said_to_earn_none(points: str, earns: bool, language: str) -> None:
    """Head and sentence agree."""
    view = sheet_view(made(f'kind = "calculator"\n{points}', f'n = 4\nlanguage = "{language}"'))
    said = re.sub(r"\s+", " ", "".join(every(view.exercises[0].blocks, str)))
    assert bool(view.exercises[0].points) is earns
    assert bool(re.search("no points|keine Punkte", said)) is not earns


@pytest.mark.parametrize("language", LANGUAGES)
def test_positions_without_words_are_told_once(language: Language) -> None:
    """No sentence "0 (0) 1 (1)", no "1 = 1", and a long row of them is cut as a long sentence is."""
    idea, head = 'kind = "idea"\nparts = ["ingredients"]', f'language = "{language}"\nn = '
    view = sheet_view(made(idea, f"{head}4"))
    assert text(language, "exercise.idea.positions", words="0, 1, 2, 3") in every(view, str)
    assert [one for one in every(view, str) if "(1)" in one or "1\u00a0=\u00a01" in one] == []
    (table,) = every(view, TableBlock)
    assert table.rows[0][-1].text == "0, 1, 2,\u00a0…"
    shown = sheet_view(made('kind = "encode"\nworked = [0]\nblank = [1]\n[[exercise]]\nkind = "lookup"', f"{head}4"))
    assert [one.title for one in every(shown, Calculation)] == [
        "Position 0",
        text(language, "exercise.encode.your-row-wordless", position=1),
    ]
    (table,) = every(shown, TableBlock)
    assert (table.rows[0][0].text, table.head_columns, len(table.rows[0])) == ("0", 1, 5)
    later = every(sheet_view(made('kind = "encode"\nblank = [120]', f"{head}100\nfirst_pos = 50")), str)
    assert text(language, "exercise.idea.positions", words="50, 51, 52, … 120, … 149") in later


SENTENCE = 'sentence = "the cat"\n[embeddings.table]\nthe = [1, 2, 3, 4]\ncat = [2, 3, 4, 5]'


@pytest.mark.parametrize("sentences", ['["the cat"]', '["the cat", "a cat"]', '["cat", "the cat", "a cat"]', "[]"])
def test_a_word_at_one_place_only_is_not_compared(sentences: str) -> None:
    """Once, or every time at the same position: "at a different place each time" would be a lie."""
    with pytest.raises(InputError) as refused:
        made(f'kind = "same-word"\nword = "cat"\nsentences = {sentences}', SENTENCE)
    assert (refused.value.key, refused.value.values["line"]) == ("worksheet.word-places", 10)
    for language in LANGUAGES:
        assert "cat" in text(language, refused.value.key, **refused.value.values)


def test_a_calculation_line_of_one_number_says_what_it_is() -> None:
    """Its quantity, if no name is given; the blank in an answer form is called so too."""
    own = '[rules]\nhalf = "2 ** (-1)"\nours = "half + 1"'
    block = 'kind = "task"\n[[exercise.block]]\nworking = "half"\n[[exercise.block]]\nworking = "ours"\nblank = [0]'
    sheet = made(block, own=own)
    lines = [line.label for one in every(sheet_view(sheet), Calculation) for line in one.lines]
    assert lines == ["half", "ours"]
    assert [blank_label(blank, "en") for blank in sheet.blanks] == ["ours"]
    named = made(f"{block}\nnames = ['h + 1']", own=own)
    assert [line.label for one in every(sheet_view(named), Calculation) for line in one.lines] == ["half", "h + 1"]


def test_all_worksheets_of_a_language_call_school_years_alike() -> None:
    """`posenc worksheet --list` shows them one below the other."""
    levels = {find(name).worksheet.level.rpartition(" ")[0] for name in BUILTIN_NAMES}
    assert levels == {"ab Klasse", "from grade"}
