"""Sixty positions with eight columns on paper: rows whole, heads repeated, no empty page."""

from __future__ import annotations

import re
from typing import cast

import pytest

from posenc_cli.render.blocks import TableBlock
from tests.render.papers import WORDS, printable, sixty, student, with_keys
from tests.render.printing import EngineName, inked_margins, outside, overlapping, pages, squeezed
from tests.render.viewing import every

printable("sixty", sixty())
printable("sixty 18", with_keys(sixty(), {"font_size": 18}))
#: The key and large letters are long, so that each is printed by one engine only.
PRINTED = {"weasyprint": ("sixty", "sixty-key"), "browser": ("sixty", "sixty 18")}


MARKS = {"weasyprint": pytest.mark.pdf, "browser": pytest.mark.browser}


@pytest.fixture(params=[pytest.param(engine, marks=mark) for engine, mark in MARKS.items()])
def engine(request: pytest.FixtureRequest) -> EngineName:
    """Each engine that this machine has."""
    request.getfixturevalue(request.param)
    return cast("EngineName", request.param)


@pytest.fixture(
    params=[
        pytest.param((name, engine), marks=MARKS[engine], id=f"{engine}-{name}")
        for engine, names in PRINTED.items()
        for name in names
    ]
)
def printed(request: pytest.FixtureRequest) -> tuple[str, EngineName]:
    """A sheet, and an engine that this machine has."""
    request.getfixturevalue(request.param[1])
    return cast("tuple[str, EngineName]", request.param)


def tables() -> list[TableBlock]:
    """The table to look up, and the matrix."""
    return [block for block in every(student(sixty()), TableBlock) if len(block.rows) == len(WORDS)]


def body(text: str) -> str:
    """A page without its foot."""
    return re.sub(r"sechzig · .*|Code .*|· Seite .*|Seite \d+ von \d+", "", text)


def test_rows_are_whole(printed: tuple[str, EngineName]) -> None:
    """All numbers of a row stand behind its word on one page, twice: in the table to look up and in the matrix."""
    name, engine = printed
    texts = [squeezed(text) for text in pages(name, engine)]
    if name == "sixty":
        for table in tables():
            for row in table.rows:
                shown = squeezed("".join(cell.text for cell in row))
                assert sum(shown in text for text in texts) >= 1, shown
    assert len(tables()) == 2


def test_heads_are_repeated(printed: tuple[str, EngineName]) -> None:
    """Every page on which rows of a long table stand has their head, above them."""
    name, engine = printed
    found = 0
    for text in map(squeezed, pages(name, engine)):
        rows = [text.rindex(f"{n}{word}") for n, word in enumerate(WORDS) if f"{n}{word}" in text]
        if len(rows) > 3:
            found += 1
            # Some words stand in the working of an exercise before.
            assert sum(at > text.index("PositionWort") for at in rows) >= len(rows) - 3
    assert found >= 4


def test_no_page_is_empty(printed: tuple[str, EngineName]) -> None:
    """Nothing but a foot is on no page, and a long table does not wait for the next one."""
    name, engine = printed
    lengths = [len(squeezed(body(text))) for text in pages(name, engine)]
    assert min(lengths) > 60
    assert lengths.count(max(lengths)) < len(lengths)


def test_a_long_table_starts_below_its_heading(engine: EngineName) -> None:
    """Its first rows stand on the page of the exercise's heading, on both engines."""
    for title in ("Die Tabelle zum Nachschlagen", "Die Eingabe für den Transformer"):
        (text,) = [text for text in map(squeezed, pages("sixty", engine)) if squeezed(title) in text]
        assert "12Wort12" in text[text.index(squeezed(title)) :]


def test_nothing_leaves_the_page_or_lies_on_other_text(printed: tuple[str, EngineName]) -> None:
    """Eight columns and their headings fit between the margins."""
    name, engine = printed
    size = 18 / 11 if name.endswith("18") else 1.0
    assert outside(name, engine, 0.7 * size) == []
    assert inked_margins(name, engine, 0.7 * size) == []
    assert overlapping(name, engine, size) == []
