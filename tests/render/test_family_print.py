"""The family worksheets and their keys on paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.render.printing import EngineName, inked_margins, outside, overlapping, pages, printed, torn
from tests.worksheet.names import FAMILY_SHEETS

if TYPE_CHECKING:
    from types import ModuleType

#: Sheets that the browser prints as well: one of many tables, one of many pictures.
IN_BROWSER = ("alibi", "rope")
FEWEST, MOST, MOST_OF_KEY = 2, 5, 8


def look_at(name: str, engine: EngineName) -> None:
    """A sheet and its key: each print is looked at once, for all that a teacher would see."""
    page = "Page {} of {}" if name.endswith("-en") else "Seite {} von {}"
    for paper, most in ((name, MOST), (f"{name}-key", MOST_OF_KEY)):
        texts = pages(paper, engine)
        assert FEWEST <= len(texts) <= most, paper
        for number, text in enumerate(texts, 1):
            assert page.format(number, len(texts)) in text
            assert name.removesuffix("-en") in text
        assert outside(paper, engine) == []
        assert overlapping(paper, engine) == []
        assert inked_margins(paper, engine) == []
        assert torn(paper, engine) == []
    expected = [bool(re.search("Erwartungshorizont|What to expect", text)) for text in pages(f"{name}-key", engine)]
    assert expected == [False] * (len(expected) - 1) + [True]


@pytest.mark.pdf
@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILY_SHEETS)
def test_a_family_sheet_on_paper(name: str, weasyprint: ModuleType) -> None:
    """Few pages, counted; nothing beyond the margins, upon other text or torn; WeasyPrint has nothing to say."""
    assert weasyprint
    look_at(name, "weasyprint")
    assert [printed(paper, "weasyprint").log for paper in (name, f"{name}-key")] == [(), ()]


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.usefixtures("browser")
@pytest.mark.parametrize("name", IN_BROWSER)
def test_a_family_sheet_from_a_browser(name: str) -> None:
    """The same from the other engine."""
    look_at(name, "browser")
