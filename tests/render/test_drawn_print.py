"""Drawings of numbers on paper, from both engines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pypdfium2
import pytest

from posenc_cli.render.blocks import Box, Dial, Dials, Paragraph, Span
from posenc_cli.render.drawings import Arrows, Bars
from posenc_cli.render.page import page_html
from posenc_cli.render.pdf import PdfResult, render_pdf
from tests.render.test_drawn import page
from tests.render.test_pictures_figures import BOARD, FALLING, RULER, STRIP, TURN

if TYPE_CHECKING:
    from posenc_cli.render.blocks import PageView
    from tests.render.printing import EngineName

LEFT, RIGHT = 25, 25 + 149  #: mm: what the points margin leaves of the page


@pytest.fixture(
    params=[pytest.param("weasyprint", marks=pytest.mark.pdf), pytest.param("browser", marks=pytest.mark.browser)]
)
def engine(request: pytest.FixtureRequest) -> EngineName:
    """Each engine that this machine has."""
    request.getfixturevalue(request.param)
    return cast("EngineName", request.param)


def all_drawings() -> PageView:
    """Every drawing as wide as it can be, on the page and in a box."""
    many = Bars(tuple(f"Kopf {n}" for n in range(16)), (1.0,) * 16, ("0.00391",) * 16, "Steigungen")
    strip = replace(STRIP, panels=tuple(replace(TURN, title=f"Kreis {n}") for n in range(6)))
    shown = page(FALLING, many, RULER, BOARD, strip)
    first = shown.exercises[0]
    box = Box("example", "Im Kasten", (RULER, strip))
    return replace(shown, exercises=(replace(first, max_points="3"), replace(first, anchor="box", blocks=(box,))))


def printed(shown: PageView, engine: EngineName) -> PdfResult:
    """A page on paper."""
    return render_pdf(page_html(shown), title="unused", language="de", engine=engine)


def test_drawings_keep_to_the_text(engine: EngineName) -> None:
    """No drawing reaches into a margin, not even that for points; the engine has nothing to complain of."""
    result = printed(all_drawings(), engine)
    assert [line for line in result.log if "glyph" not in line] == []
    for number, sheet in enumerate(pypdfium2.PdfDocument(result.data)):
        picture: Any = sheet.render(scale=2).to_pil().convert("L")
        width, height = picture.size
        head = round(height * 0.25) if number == 0 else round(height * 0.06)
        foot = round(height * 0.94)
        right = picture.crop((round((RIGHT + 4) / 210 * width), head, round((RIGHT + 16) / 210 * width), foot))
        left = picture.crop((0, head, round((LEFT - 0.7) / 210 * width), foot))
        assert min(right.getextrema()[0], left.getextrema()[0]) > 200


@pytest.mark.parametrize("boxed", [False, True])
def test_a_strip_wraps_after_four_circles(engine: EngineName, boxed: bool) -> None:
    """Six circles are a row of four and a row of two, in a box as well."""
    strip = Arrows(tuple(replace(TURN, title=f"Kreis {n}") for n in range(6)), "Pfeile")
    shown = page(strip)
    inside = Box("example", "Im Kasten", (strip,)) if boxed else strip
    shown = replace(shown, exercises=(replace(shown.exercises[0], blocks=(inside,)),))
    document = pypdfium2.PdfDocument(printed(shown, engine).data)
    places = [_place(document[0].get_textpage(), f"Kreis {n}") for n in range(6)]
    rows = [round(bottom) for _, bottom in places]
    assert len(set(rows[:4])) == len(set(rows[4:])) == 1
    assert rows[0] > rows[4]
    assert [left for left, _ in places[:2]] == pytest.approx([left for left, _ in places[4:]], abs=1)


def _place(text: Any, word: str) -> tuple[float, float]:  # noqa: ANN401
    """Left and lower edge of a word on a page, in points."""
    at, _ = text.search(word).get_next()
    left, bottom, *_ = text.get_charbox(at)
    return left, bottom


def test_text_goes_on_below_clocks(engine: EngineName) -> None:
    """Faces without a line about their hands are a block as well."""
    shown = page(FALLING)
    after = Paragraph((Span("Danach"),))
    blocks = (Dials((Dial("Uhr", (0.25,)),), (), "Uhr"), after)
    shown = replace(shown, exercises=(replace(shown.exercises[0], blocks=blocks),))
    text = pypdfium2.PdfDocument(printed(shown, engine).data)[0].get_textpage()
    (clock, above), (word, below) = _place(text, "Uhr"), _place(text, "Danach")
    assert above > below
    assert word < clock
