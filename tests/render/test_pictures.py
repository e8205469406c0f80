"""Drawings: what they show, where, and that they stay small."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.render import pictures
from posenc_cli.render.blocks import Dial, Heatmap, Picture
from posenc_cli.render.closing import Cutouts
from posenc_cli.render.svg import INK, KEY_INK, printable

SVG = "{http://www.w3.org/2000/svg}"
CLOCK = Picture("clock", ("Stunde", "Minute", "Sekunde"), "Eine Uhr", "")
BADGE = Picture("badge", ("Hallo", "Katze", "Platz", "1"), "Ein Schild", "")
GRID = Heatmap(("d₁", "d₂"), (("0", (0.0, 1.0)), ("1", (None, 0.5))), ("−1", "1"), "Grau", ((0.0, 1.0), (0.75, 0.5)))
SHEET = Cutouts(("Die",), ("0",), "Uhr", ("schnell", "langsam"), "Schneide.")
ALL = (
    pictures.dial(Dial("0", (0.1, 0.2)), "Zifferblatt"),
    pictures.picture(CLOCK),
    pictures.picture(BADGE),
    pictures.heatmap(GRID),
    pictures.scale_bar("Grau"),
    pictures.cutout_dial(SHEET),
)


def ends(drawing: str, colour: str) -> list[tuple[float, float]]:
    """Where the hands of a colour point to, seen from their centre."""
    lines = re.findall(rf'd="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)" fill="none" stroke="{colour}" [^>]*linecap', drawing)
    return [(float(x) - float(cx), float(cy) - float(y)) for cx, cy, x, y in lines]


@pytest.mark.parametrize("drawing", ALL)
def test_a_drawing_is_whole_and_says_what_it_is(drawing: str) -> None:
    """It is well-formed, has its text first, a size in millimetres, and no dotted line."""
    root = ET.fromstring(drawing)  # noqa: S314  (our own)
    assert root[0].tag == f"{SVG}title"
    assert root[0].text
    assert root.attrib["width"].endswith("mm")
    assert "dash" not in drawing
    assert "e-" not in re.sub(r"<title>.*?</title>|[a-z]+-[a-z]+=", "", drawing)


@pytest.mark.parametrize("drawing", ALL)
def test_nothing_is_drawn_outside(drawing: str) -> None:
    """Every centre, corner and line end lies on the drawing's own paper."""
    root = ET.fromstring(drawing)  # noqa: S314  (our own)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    points = [
        (float(e.attrib[a]), float(e.attrib[b]))
        for a, b in (("cx", "cy"), ("x", "y"))
        for e in root.iter()
        if a in e.attrib
    ]
    points += [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", drawing)]
    assert points
    assert all(0 <= x <= width and 0 <= y <= height for x, y in points)


@given(st.floats(-3, 3))
def test_hands_run_clockwise_from_the_top(turn: float) -> None:
    """A hand's tip is the sine to the right and the cosine upwards, as on the sheet."""
    drawing = pictures.dial(Dial("", (turn,)), "x")
    ((right, up),) = ends(drawing, INK)
    length = math.hypot(right, up)
    assert right / length == pytest.approx(math.sin(math.tau * turn), abs=0.01)
    assert up / length == pytest.approx(math.cos(math.tau * turn), abs=0.01)


def test_the_clock_shows_14_30_05() -> None:
    """Hours a bit behind half past two, minutes at the bottom, seconds at one."""
    hour, minute, second = (math.atan2(right, up) / math.tau for right, up in ends(pictures.picture(CLOCK), INK))
    assert (hour % 1, minute % 1, second % 1) == pytest.approx(
        ((2 + 30 / 60 + 5 / 3600) / 12, 30 / 60 + 5 / 3600, 5 / 60), abs=0.002
    )


def test_an_empty_face_is_drawn_in_the_key_only() -> None:
    """Without hands the face is empty; the key draws them in its colour."""
    empty = Dial("5", None)
    assert not ends(pictures.dial(empty, "x"), INK)
    drawn = pictures.dial(replace(empty, key_hands=(0.1, 0.0)), "x")
    assert len(ends(drawn, KEY_INK)) == 2


def test_a_heatmap_has_one_shape_a_grey() -> None:
    """A large grid stays as many shapes as greys; cells to shade are shaded in the key alone."""
    values = tuple((str(row), tuple(column / 31 for column in range(32))) for row in range(64))
    large = pictures.heatmap(Heatmap(tuple(map(str, range(32))), values, ("", ""), "x"))
    assert large.count("<path") <= 17
    blank = pictures.heatmap(replace(GRID, solution=()))
    assert (blank.count(KEY_INK), pictures.heatmap(GRID).count(KEY_INK)) == (0, 1)
    assert blank.count('<path d="M') == pictures.heatmap(GRID).count('<path d="M') - 2


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-2, max_value=3))
def test_no_grey_is_too_dark_for_a_pencil(value: float) -> None:
    """Values outside 0 … 1 are held to it; the darkest grey is not black."""
    drawing = pictures.heatmap(Heatmap(("d",), (("0", (value,)),), ("", ""), "x"))
    (grey,) = re.findall(r'fill="#([0-9a-f]{2})\1\1"', drawing)
    assert 0x4C <= int(grey, 16) <= 0xFF


@given(st.text())
def test_words_in_drawings_are_text(word: str) -> None:
    """Whatever a word holds, the drawing stays well-formed but for signs that XML has not."""
    drawing = pictures.picture(replace(BADGE, labels=("", word, "", ""), alt=word))
    drawing.encode()
    assert drawing.count("<") - drawing.count("</") == pictures.picture(BADGE).count("<") - drawing.count("</text>") - 2


@pytest.mark.parametrize(
    ("text", "shown"), [("a\x1b[1m", "a\\x1b[1m"), ("\x00", "\\x00"), ("\ud800", "\\ud800"), ("ä\n", "ä\n")]
)
def test_control_characters_are_shown(text: str, shown: str) -> None:
    """What no page can carry is written as its code."""
    assert printable(text) == shown
