"""Bars, number lines, fields and arrows: what they show, and that their labels can be read."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.render import figures, pictures
from posenc_cli.render.blocks import Heatmap
from posenc_cli.render.drawings import Arrow, ArrowPanel, Arrows, Bars, Board, Ruler
from posenc_cli.render.svg import INK, KEY_INK, PALE, WIDEST, fitted, text_width
from tests.render.drawn_labels import advances, boxes, labels, size, true_width, unreadable
from tests.render.test_pictures import test_a_drawing_is_whole_and_says_what_it_is as is_whole
from tests.render.test_pictures import test_nothing_is_drawn_outside as nothing_outside

WORDS = ("Die", "Katze", "sitzt", "auf", "der", "Matte")
FALLING = Bars(WORDS, (-1.0, -0.8, -0.6, -0.4, -0.2, 0.0), ("−1.25", "−1", "−0.75", "−0.5", "−0.25", "0"), "Strafen")
BOTH = Bars(("d₁", "d₂", "d₃"), (0.5, -1.0, 0.0), ("0.5", "−1", "0"), "Werte")
RULER = Ruler(
    ("trainiert", "gestaucht"),
    (
        tuple((n / 4, str(n)) for n in range(5)),
        tuple((n / 8, text) for n, text in enumerate(("0", "0.5", "1", "", "2"))),
    ),
    "Zwei Zahlenstrahle",
)
BOARD = Board((("0", "1", "2"), ("3", "4", "5")), ((1, 2),), ("oben", "unten"), ("links", "Mitte", "rechts"), "Felder")
TURN = ArrowPanel("Position 1", Arrow(0.9, 0.1, "(0.9 | 0.1)"), (Arrow(-0.1, 0.9, "(−0.1 | 0.9)"),))
TO_DRAW = replace(TURN, after=None)
STRIP = Arrows((TURN, TO_DRAW), "Pfeile")
ALL = (
    figures.figure(FALLING),
    figures.figure(BOTH),
    figures.figure(RULER),
    figures.figure(BOARD),
    figures.arrow_panel(TURN, STRIP),
    figures.arrow_panel(TO_DRAW, STRIP),
)
TEXT = st.text("abemwIMW 019.,−|()äß", max_size=24)
SHARE = st.floats(0, 1)


@pytest.mark.parametrize("drawing", ALL)
def test_a_figure_is_whole_and_stays_on_its_paper(drawing: str) -> None:
    """Well-formed, with its text, no dotted line, nothing outside, labels apart."""
    is_whole(drawing)
    nothing_outside(drawing)
    assert not unreadable(drawing)
    assert 0 < size(drawing)[0] <= WIDEST


# labels


def test_widths_are_those_of_the_font() -> None:
    """No sign is wider than is reckoned with; those of numbers and German words are not reckoned much wider."""
    seen = (sign for sign in advances() if unicodedata.category(sign) not in {"Mn", "Me", "Cf"})
    assert {sign for sign in seen if advances()[sign] > text_width(sign) + 1e-9} <= set("‱℻")
    for text in ("0.0625", "−1.25", "Position 12", "d₁₂", "Straßenbahnhaltestelle"):
        assert true_width(text) <= text_width(text) <= 1.1 * true_width(text)


@given(st.text(max_size=60), st.floats(3, 40), st.floats(2, 12))
def test_a_label_fits_its_place(text: str, width: float, height: float) -> None:
    """Whatever is said is made small enough, and all of it is said."""
    words = fitted(text, width, height)
    assert words.width <= width + 0.02
    assert words.height <= height + 0.02
    said = "".join(words.lines).replace(" ", "")
    assert len(said) >= len(text.replace(" ", "").replace("\n", ""))


def test_a_word_is_torn_last() -> None:
    """First a label breaks at its spaces, then it is made smaller, and only then a word is cut."""
    assert fitted("eine Vierteldrehung", 24.0, 9.0).lines == ("eine", "Vierteldrehung")
    smaller = fitted("Vierteldrehung", 18.0, 9.0)
    assert (smaller.lines, smaller.size < 3.4) == (("Vierteldrehung",), True)
    assert len(fitted("Vierteldrehung", 9.0, 9.0).lines) > 1


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(TEXT, st.floats(-1, 1), st.text("0189.−", max_size=12)), min_size=1, max_size=24))
def test_labels_of_bars_are_apart(bars: list[tuple[str, float, str]]) -> None:
    """Any number of bars with any names fits a box of the page."""
    names, heights, texts = zip(*bars, strict=True)
    drawing = figures.figure(Bars(names, heights, texts, "x"))
    assert not unreadable(drawing)
    assert size(drawing)[0] <= WIDEST + 0.01


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(TEXT, st.lists(st.tuples(SHARE, st.text("0189.−", max_size=8)), max_size=14)), min_size=1, max_size=3
    )
)
def test_labels_of_number_lines_are_apart(lines: list[tuple[str, list[tuple[float, str]]]]) -> None:
    """However close the marks are, each can be read."""
    names, marks = zip(*lines, strict=True)
    drawing = figures.figure(Ruler(names, tuple(map(tuple, marks)), "x"))
    assert not unreadable(drawing)
    assert size(drawing)[0] <= WIDEST + 0.01


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 14), st.integers(1, 14), TEXT)
def test_labels_of_fields_are_apart(rows: int, columns: int, text: str) -> None:
    """A large board has small fields."""
    drawing = figures.figure(Board(((text,) * columns,) * rows, (), (text,) * rows, (text,) * columns, "x"))
    assert not unreadable(drawing)
    assert size(drawing)[0] <= WIDEST + 0.01
    assert size(drawing)[1] < 230


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 24), TEXT)
def test_labels_of_a_heatmap_are_apart(count: int, text: str) -> None:
    """Names longer than "pos 3" have their room, and many columns are narrow."""
    rows = ((text, (0.5,) * count),) * count
    drawing = pictures.heatmap(Heatmap((text,) * count, rows, ("", ""), "x"))
    assert not unreadable(drawing)
    assert size(drawing)[0] <= WIDEST + 0.51


@given(st.floats(1, 1e6))
def test_labels_of_arrows_are_apart(reach: float) -> None:
    """On any scale the axes have a readable number."""
    drawing = figures.arrow_panel(TURN, replace(STRIP, reach=reach))
    assert not unreadable(drawing)
    numbers = {abs(int(label.text.replace("−", "-"))) for label in labels(drawing)}
    assert len(labels(drawing)) == 4
    assert len(numbers) == 1
    assert reach / 3 <= max(numbers) <= max(reach, 1.05)


# bars


def test_bars_are_as_long_as_their_values() -> None:
    """Up for positive, down for negative, nothing for 0; the number stands at the end of its bar."""
    drawing = figures.figure(BOTH)
    (up, down) = boxes(drawing, PALE)
    assert down[3] == pytest.approx(2 * up[3], abs=0.03)
    assert up[1] + up[3] == pytest.approx(down[1], abs=0.02)
    at = {label.text: label for label in labels(drawing)}
    assert at["0.5"].bottom < up[1]
    assert at["−1"].top > down[1] + down[3]
    assert at["d₁"].top > at["−1"].bottom


def test_names_of_hanging_bars_stand_above() -> None:
    """Where no bar goes up, names stand on the line, next to what they name."""
    at = {label.text: label for label in labels(figures.figure(FALLING))}
    line = min(top for _, top, _, _ in boxes(figures.figure(FALLING), PALE))
    assert max(at[word].bottom for word in WORDS) < line
    assert at["0"].top > line


def test_rows_of_bars_are_on_one_scale() -> None:
    """Many bars stand in rows, and a half as long bar is half as long in every row."""
    heights = tuple(1 / (n + 1) for n in range(20))
    many = Bars(tuple(f"Kopf {n}" for n in range(20)), heights, tuple(f"{h:.6f}" for h in heights), "x")
    found = boxes(figures.figure(many), PALE)
    assert len({round(top + height, 1) for _, top, _, height in found}) > 1
    assert [height for *_, height in found] == pytest.approx([found[0][3] * h for h in heights], abs=0.02)


# number lines


def ticks(drawing: str) -> list[list[float]]:
    """Where the ticks of each line are."""
    found = []
    for path in re.findall(rf'd="([^"]*)" fill="none" stroke="{INK}" stroke-width="0.35"', drawing):
        strokes = re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", path)
        found.append([float(x) for x, _, to, _ in strokes if x == to])
    return found


def test_number_lines_have_one_scale() -> None:
    """Equal places stand above each other; a mark without a text is a tick only."""
    above, below = ticks(figures.figure(RULER))
    assert above[:3] == pytest.approx(below[::2])
    assert above[1] - above[0] == pytest.approx(above[4] - above[3], abs=0.02)
    texts = [label.text for label in labels(figures.figure(RULER)) if label.text[0].isdigit()]
    assert texts == ["0", "1", "2", "3", "4", "0", "0.5", "1", "2"]


def test_labels_stand_under_their_ticks() -> None:
    """The middle of a number is the place of its tick, also where numbers are many."""
    crowd = Ruler((), (tuple((n / 200, f"{n}.000") for n in range(6)),), "x")
    drawing = figures.figure(crowd)
    assert len({label.top for label in labels(drawing)}) > 2
    assert [(label.left + label.right) / 2 for label in labels(drawing)] == pytest.approx(ticks(drawing)[0], abs=0.02)


# fields


def test_marked_fields_are_grey() -> None:
    """The field of row 1, column 2 is shaded, a pale grey under its text; names out of place mark nothing."""
    drawing = figures.figure(BOARD)
    ((left, top, wide, high),) = boxes(drawing, "#ddd")
    (five,) = (label for label in labels(drawing) if label.text == "5")
    assert left < five.left < five.right < left + wide
    assert top < five.top < five.bottom < top + high
    assert wide == high
    assert boxes(figures.figure(replace(BOARD, marked=((2, 0), (0, -1)))), "#ddd") == []


# arrows


def vectors(drawing: str, colour: str) -> list[tuple[float, float]]:
    """The heads of a colour, seen from the middle, y upwards, in millimetres."""
    middle = size(drawing)[0] / 2
    tips = re.findall(rf'<path d="M([\d.]+) ([\d.]+)L[^"]*z" fill="{colour}"', drawing)
    return [(float(x) - middle, middle - float(y)) for x, y in tips]


def radius(drawing: str) -> float:
    """Of the circle; 0 where there is none."""
    return float(next(iter(re.findall(r'r="([\d.]+)" fill="none"', drawing)), 0.0))


def axis_ticks(drawing: str) -> list[float]:
    """Where the axis to the right has ticks: millimetres from the middle."""
    (axes,) = re.findall(r'd="([^"]*)" fill="none" stroke="#666"', drawing)
    upright = (x for x, _, to, _ in re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", axes) if x == to)
    return sorted(place for x in upright if (place := float(x) - size(drawing)[0] / 2) > 0)


@given(st.floats(-math.pi, math.pi), st.floats(0.1, 3))
def test_arrows_point_as_in_mathematics(angle: float, length: float) -> None:
    """The first number is to the right, the second upwards, in units that long arrows make small."""
    arrow = Arrow(length * math.cos(angle), length * math.sin(angle), "")
    panel = ArrowPanel("", None, (arrow,))
    drawing = figures.arrow_panel(panel, Arrows((panel,), "x"))
    ((right, up),) = vectors(drawing, INK)
    one = axis_ticks(drawing)[0]
    assert (right, up) == pytest.approx((one * arrow.x, one * arrow.y), abs=0.03)
    nothing_outside(drawing)
    assert one * max(length, 1.05) == pytest.approx(12.6, abs=0.05)


@pytest.mark.parametrize(("reach", "count"), [(1.0, 1), (5.0, 5), (10.9, 10), (60.0, 2)])
def test_axes_have_ticks_at_whole_numbers(reach: float, count: int) -> None:
    """An arrow to (4 | 3) can be drawn by counting; where ticks would be too many there are two a side."""
    drawing = figures.arrow_panel(TO_DRAW, replace(STRIP, reach=reach))
    right = axis_ticks(drawing)
    assert len(right) == count
    assert right[0] == pytest.approx(12.6 / max(reach, 1.05), abs=0.01)


def test_turned_arrows_end_on_their_circle() -> None:
    """The circle is as large as it is to be, and left out where it would be a blot on the axes."""
    far = ArrowPanel("", None, (Arrow(4.0, 3.0, ""),))
    strip = Arrows((far,), "x", reach=5.0)
    assert radius(figures.arrow_panel(far, replace(strip, circle=5.0))) == pytest.approx(12.6)
    assert radius(figures.arrow_panel(far, strip)) == 0.0
    assert radius(figures.arrow_panel(TURN, STRIP)) == pytest.approx(12.0)


def test_what_was_before_is_grey() -> None:
    """The first arrow is grey, the others black; an arrow of no length is a dot."""
    drawing = figures.arrow_panel(TURN, STRIP)
    assert len(vectors(drawing, PALE)) == len(vectors(drawing, INK)) == 1
    assert vectors(drawing, PALE)[0][0] > 0 > vectors(drawing, INK)[0][0]
    still = ArrowPanel("", None, (Arrow(0.0, 0.0, ""),))
    assert vectors(figures.arrow_panel(still, STRIP), INK) == []


def test_arrows_to_draw_are_in_the_key_only() -> None:
    """The sheet leaves them out and has room for them; the key draws them in its colour, on the same scale."""
    long = (Arrow(0.0, -2.0, "(0 | −2)"),)
    sheet = figures.arrow_panel(TO_DRAW, replace(STRIP, reach=2.0))
    panel = replace(TO_DRAW, key_after=long)
    key = figures.arrow_panel(panel, Arrows((panel,), "x", reach=2.0))
    assert (vectors(sheet, INK), vectors(sheet, KEY_INK), vectors(key, INK)) == ([], [], [])
    assert vectors(key, KEY_INK)[0] == pytest.approx((0.0, -12.6), abs=0.02)
    assert radius(sheet) == radius(key)


def test_panels_of_a_strip_have_one_scale() -> None:
    """A long arrow in one panel makes the unit of all small, so that lengths can be compared."""
    far = ArrowPanel("", None, (Arrow(3.0, 4.0, ""),))
    strip = Arrows((TURN, far), "x")
    drawings = [figures.arrow_panel(panel, strip) for panel in strip.panels]
    assert [axis_ticks(drawing)[0] for drawing in drawings] == pytest.approx([2.52, 2.52], abs=0.01)
