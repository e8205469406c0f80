"""Paper, size of letters and grey, as numbers and on paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

import pytest

from posenc_cli.render.page import page_html
from posenc_cli.render.paper import ORDINARY, Paper
from tests.render.papers import STRANGE, printable, sheet_with, strange, student, teacher, with_keys
from tests.render.printing import MM, VIEWS, EngineName, document, inked_margins, outside, overlapping, pages

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGE = ("katze-kurz", "rope")
for _name in LARGE:
    printable(f"{_name} 18", sheet_with(_name, font_size=18))
printable("katze-kurz 11", sheet_with())
printable("letter", sheet_with(paper="letter"))
printable("letter katze", sheet_with("katze", paper="letter"))
printable("grey", sheet_with("katze", grey=True))
printable("small", sheet_with("katze", font_size=9))
printable("strange", strange())
printable("strange 18", with_keys(strange(), {"font_size": 18}))
printable("huge", sheet_with(font_size=24))


@pytest.fixture(
    params=[pytest.param("weasyprint", marks=pytest.mark.pdf), pytest.param("browser", marks=pytest.mark.browser)]
)
def engine(request: pytest.FixtureRequest) -> EngineName:
    """Each engine that this machine has."""
    request.getfixturevalue(request.param)
    return cast("EngineName", request.param)


def test_an_ordinary_sheet_is_what_the_style_is_made_for() -> None:
    """Without a word about it: A4, eleven points, the widths of the style."""
    assert {**ORDINARY.css, "key": ""} == {
        "size": "A4",
        "top": "16mm",
        "right": "18mm",
        "bottom": "20mm",
        "left": "25mm",
        "measure": "149mm",
        "points_margin": "15mm",
        "no_room": "270mm",
        "scale": "1",
        "room": "1",
        "foot": "8.5pt",
        "head": "9pt",
        "key": "",
    }


@pytest.mark.parametrize("paper", [ORDINARY, Paper("letter"), Paper(font_size=18), Paper("letter", 24, grey=True)])
def test_text_and_points_fill_the_page(paper: Paper) -> None:
    """Margins, text, the gap and the points margin are the width of the page, and the text stays 167 mm with them."""
    wide = {"A4": 210, "Letter": 215.9}[paper.css["size"]]
    length = {name: float(paper.css[name].removesuffix("mm")) for name in ("left", "right", "measure", "points_margin")}
    assert sum(length.values()) + 3 == pytest.approx(wide, abs=0.06)


def test_a_hand_keeps_its_room_below_small_letters() -> None:
    """Nine points make smaller letters, but no smaller cells; eighteen make both larger."""
    small, large = Paper(font_size=9), Paper(font_size=18)
    assert (small.scale < 1, small.room) == (True, 1)
    assert large.scale == large.room == pytest.approx(18 / 11)


@pytest.mark.parametrize("name", [f"{name} 18" for name in LARGE] + ["katze-kurz 18-key", "huge", "small", "letter"])
def test_nothing_is_cut_off(name: str, engine: EngineName) -> None:
    """Large or small: all text stands between the margins of its page, and none lies on other text."""
    size = {"letter": 1.0, "small": 1.0, "huge": 24 / 11}.get(name, 18 / 11)
    if name != "letter":
        assert outside(name, engine, 0.7 * size) == []
        assert inked_margins(name, engine, 0.7 * size) == []
    assert overlapping(name, engine, size) == []


@pytest.mark.parametrize("name", LARGE)
def test_large_print_says_what_the_sheet_says(name: str, engine: EngineName) -> None:
    """No word and no number of a sheet is lost in large print."""
    printable(f"{name} 11", sheet_with(name))
    usual, large = ("".join(pages(f"{name} {size}", engine)) for size in (11, 18))
    squeezed = re.sub(r"\s", "", large)
    # The number of a page stands before the foot of the next one.
    words = set(re.findall(r"[^\W\d_]{4,}|\d[.]\d+", usual))
    assert {word for word in words if word not in squeezed} == set()
    assert len(words) > 100


@pytest.mark.parametrize("name", ["strange", "strange 18-key"])
def test_strange_words_hold(name: str, engine: EngineName) -> None:
    """Compounds longer than a line are torn, in tables, titles and on cards; nothing leaves the page or is lost."""
    size = 18 / 11 if "18" in name else 1.0
    assert outside(name, engine, 0.7 * size) == []
    assert inked_margins(name, engine, 0.7 * size) == []
    assert overlapping(name, engine, size) == []
    text = re.sub(r"\s", "", "".join(pages(name, engine)))
    assert all(text.count(word) >= 3 for word in ("Ġsitzt", "<b>&", "{{7*7}}", "[unk]", STRANGE[0], STRANGE[-1]))


def test_large_print_is_large(engine: EngineName) -> None:
    """Running text is printed in eighteen points: capital letters are as much higher."""

    def height(name: str) -> float:
        page: Any = document(name, engine)[0]
        words = page.get_textpage()
        at = words.get_text_range().index("Ein Sprachmodell")
        _, bottom, _, top = words.get_charbox(at)
        return float(top - bottom)

    printable("katze-kurz 11", sheet_with())
    assert height("katze-kurz 18") / height("katze-kurz 11") == pytest.approx(18 / 11, rel=0.02)


def test_letter_paper_is_letter_paper(engine: EngineName) -> None:
    """Its size, the same width of text, and a sheet of one leaf that still is one."""
    for page in document("letter", engine):
        assert page.get_size() == pytest.approx((612, 792), abs=1)
    assert len(document("letter", engine)) <= len(document("katze-kurz 11", engine)) + 1
    right = max(run.get_bounds()[2] / MM for page in document("letter", engine) for run in page.get_objects())
    assert right < 216 - 20


def test_cards_have_a_leaf_of_their_own_on_letter_paper(engine: EngineName) -> None:
    """What is cut out is on the front of a leaf there, too."""
    texts = pages("letter katze", engine)
    assert "✂" in texts[-1]
    assert len(texts) % 2 == 1


def coloured(name: str, engine: EngineName) -> Iterator[int]:
    """Pages with a pixel that is not grey."""
    for number, page in enumerate(document(name, engine), 1):
        picture = page.render(scale=1.5).to_pil().convert("HSV")
        if picture.getchannel("S").getextrema()[1] > 0:
            yield number


@pytest.mark.parametrize("name", ["grey", "grey-key"])
def test_grey_has_no_colour(name: str, engine: EngineName) -> None:
    """Not even in the key, where answers are told by bold, underlined digits."""
    assert list(coloured(name, engine)) == []


def test_a_key_has_colour_unless_it_is_grey(engine: EngineName) -> None:
    """The test above sees colour where there is some."""
    printable("katze 11", sheet_with("katze"))
    assert list(coloured("katze 11-key", engine)) != []
    html = page_html(teacher(sheet_with("katze", grey=True)))
    assert '<b class="filled">' in html
    assert ".filled { color: var(--key); font-weight: 700; text-decoration: underline }" in html


def test_drawings_grow_with_letters() -> None:
    """A clock is as many times larger, and what would be wider than a box is as wide as that."""
    html = {size: page_html(student(sheet_with("katze", font_size=size))) for size in (9, 11, 18)}
    widths = {
        size: [float(each) for each in re.findall(r'<svg[^>]* width="([\d.]+)mm"', page)] for size, page in html.items()
    }
    assert widths[9] == widths[11]
    assert max(widths[18]) <= max(140, *widths[11])
    # The QR code and the dial to be cut out stay as they are.
    grown = [large / usual for large, usual in zip(widths[18], widths[11], strict=True)]
    assert {round(each, 2) for each in grown} <= {1.0, 1.64, *(round(140 / wide, 2) for wide in widths[11])}
    assert sum(each > 1.5 for each in grown) > 6
    assert VIEWS
