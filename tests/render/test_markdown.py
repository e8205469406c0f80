"""A sheet and its key as Markdown."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from posenc_cli.render.blocks import Cell
from posenc_cli.render.markdown import page_markdown
from posenc_cli.worksheet.spec import BUILTIN_NAMES, find
from tests.render.hand_made import view
from tests.render.viewing import every, student_view, teacher_view

if TYPE_CHECKING:
    from markdown_it.token import Token

SHEET, KEY = page_markdown(view()), page_markdown(view(key=True))
GAP = r"\_\_\_\_\_\_"


def tokens(text: str) -> list[Token]:
    """What an independent reader of GitHub's tables makes of it."""
    markdown_it = pytest.importorskip("markdown_it")
    found: list[Token] = markdown_it.MarkdownIt("commonmark").enable("table").parse(text)
    return found


@pytest.mark.parametrize("name", [name for name in BUILTIN_NAMES if find(name).worksheet.language == "de"])
def test_it_has_the_shape_of_the_sheet(name: str) -> None:
    """A reader finds one title, a heading an exercise, and in every table as many cells in each row as in its head."""
    page = student_view(name)
    found = tokens(page_markdown(page))
    headings = [one.tag for one in found if one.type == "heading_open"]
    assert headings == ["h1", *["h2"] * len(page.exercises)]
    rows: list[int] = []
    for one in found:
        if one.type == "table_open":
            rows = []
        elif one.type == "tr_open":
            rows.append(0)
        elif one.type in {"th_open", "td_open"}:
            rows[-1] += 1
        elif one.type == "table_close":
            assert len(set(rows)) == 1


def test_every_blank_is_a_gap() -> None:
    """All blanks of the sheet are there to be written into; in the key they carry what is right."""
    blanks = [cell for exercise in student_view("katze-kurz").exercises for cell in every(exercise, Cell) if cell.blank]
    assert page_markdown(student_view("katze-kurz")).count(GAP) >= len(blanks)
    key = page_markdown(teacher_view("katze-kurz"))
    assert "sin(2) = **0.909**" in key.replace("\\", "")
    assert "**0.909**" not in page_markdown(student_view("katze-kurz"))


@pytest.mark.parametrize("name", ["cat", "rope", "nope-en"])
def test_marks_are_read_as_marks(name: str) -> None:
    """No asterisks of ours are left in what a reader sees, next to a blank neither."""
    for page in (student_view(name), teacher_view(name)):
        seen = [child.content for one in tokens(page_markdown(page)) for child in one.children or ()]
        assert [text for text in seen if "**" in text] == []


def test_powers_are_raised_and_styles_kept() -> None:
    """What stands raised on paper does here; strong words are strong, an option of the key is ticked."""
    assert "10000<sup>2i/d</sup>" in SHEET
    assert re.search(r"\*\*[^*]+\*\*", SHEET)
    assert "- [ ] " in SHEET
    assert "- [x] " in KEY
    assert "- [x] " not in SHEET
    assert "> **" in SHEET


def test_drawings_are_told_with_letters() -> None:
    """A field of greys is a field of greys in letters, once, and its fence is closed."""
    page = page_markdown(student_view("katze"))
    assert page.count("pos 2  ____  ____  ____  ____") == 1
    assert page.count("```") % 2 == 0
    assert [one.type for one in tokens(page)].count("fence") >= 3


def test_the_key_says_what_to_expect() -> None:
    """The page of mistakes stands at its end, a row of numbers in one cell."""
    key = page_markdown(teacher_view("katze-kurz"))
    title = teacher_view("katze-kurz").expectation.title  # type: ignore[union-attr]
    assert f"\n## {title}\n" in key
    assert r"| 0.035 \| 0.999 \| 0.000 \| 1.000 |" in key


@pytest.mark.parametrize(
    "word", ["*a*", "_a_", "`a`", "<b>a</b>", "[a](b)", "# a", "1. a", "- a", "a | b", "~~a~~", "$a$", "&amp;", "==="]
)
def test_words_are_no_markup(word: str) -> None:
    """A title that looks like markup is read back as it was."""
    found = tokens(page_markdown(replace(view(), school="", title=word, exercises=())))
    inline = next(one for one in found if one.type == "inline")
    assert inline.content
    assert [one.type for one in inline.children or []][:1] == ["text"]
    assert "".join(one.content for one in inline.children or []).startswith(word)
    paragraphs = tokens(page_markdown(replace(view(), school=word, exercises=())))
    assert [one.type for one in paragraphs[:3]] == ["paragraph_open", "inline", "paragraph_close"]
    assert "".join(one.content for one in paragraphs[1].children or []) == word
