"""Pictures of encodings: their numbers, how they stand in a terminal, and what a file of them shows."""

from __future__ import annotations

import io
import math
import re
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.asked import default_rows, scheme
from posenc_cli.encodings.results import results
from posenc_cli.encodings.sampled import cells, spread
from posenc_cli.encodings.turning import angles, stretched, wavelengths
from posenc_cli.errors import UsageError
from posenc_cli.render.plots import ticks
from posenc_cli.render.plots.colours import SCALES, SHADES, coloured, rgb
from posenc_cli.render.plots.dots import Dots
from posenc_cli.render.plots.figure import Faces, Figure, Heat, Lines
from posenc_cli.render.plots.files import FORMATS
from posenc_cli.render.plots.kinds import KINDS, Asked, figure
from posenc_cli.render.plots.terminal import terminal
from posenc_cli.render.style import Screen, Style, fit
from posenc_cli.render.tables import dimension

if TYPE_CHECKING:
    from collections.abc import Iterator

    from posenc_cli.i18n import Language

ENGLISH = Style("en")


def asked(kind: str, name: str = "sinusoidal", count: int | None = None, **more: object) -> Asked:
    """A picture of an encoding."""
    found = scheme(name, **more)  # type: ignore[arg-type]
    return Asked(kind, found, found.rows(count or default_rows(found)))


def made(kind: str, name: str = "sinusoidal", count: int | None = None, **more: object) -> Figure:
    """The same, ready to be drawn."""
    return figure(asked(kind, name, count, **more), ENGLISH, (64, 64))


def heat(found: Figure) -> Heat:
    """The first matrix of a picture."""
    return next(panel for panel in found.panels if isinstance(panel, Heat))


def curves(found: Figure) -> Iterator[Lines]:
    """The curves of a picture."""
    return (panel for panel in found.panels if isinstance(panel, Lines))


def sine(pos: int, k: int, d: int) -> float:
    """One value of the table, as people compute it."""
    return (math.sin, math.cos)[k % 2](pos / 10000 ** (2 * (k // 2) / d))


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_encoding_is_drawn_or_another_picture_is_named(name: str) -> None:
    """Each encoding has some picture; where there is none of a kind, the sentence names one that there is."""
    drawn, keys = set(), set()
    for kind in KINDS:
        try:
            found = made(kind, name)
        except UsageError as refused:
            keys.add(refused.key)
            found = made(str(refused.values["instead"]), name)
        else:
            drawn.add(kind)
        assert found.panels
    assert keys <= {"plot.no-such"}
    assert "heatmap" in drawn


def test_a_matrix_holds_the_values() -> None:
    """Cell by cell what people compute; limits and names of rows and columns as on paper."""
    found = heat(made("heatmap", count=6, d=8))
    assert found.values == pytest.approx(np.array([[sine(pos, k, 8) for k in range(8)] for pos in range(6)]))
    assert found.limits == (-1.0, 1.0)
    assert [name for _, name in found.across.ticks] == ["d₁", "d₂", "d₃", "d₄", "d₅", "d₆", "d₇", "d₈"]
    assert [name for _, name in found.down.ticks] == ["0", "1", "2", "3", "4", "5"]


@given(count=st.integers(1, 40), d=st.integers(1, 40), rows=st.integers(1, 50), columns=st.integers(1, 50))
def test_what_is_shown_is_part_of_the_whole(count: int, d: int, rows: int, columns: int) -> None:
    """Evenly spaced cells are those of the whole table, the first and the last among them."""
    found = scheme(d=d)
    shown = cells(found, found.rows(count), (rows, columns))
    whole = results(found, found.rows(count))["values"]
    np.testing.assert_array_equal(shown.values, whole[np.ix_(shown.rows, shown.columns)])
    assert shown.values.shape == (min(count, rows), min(d, columns))
    assert shown.rows[0] == 0
    assert rows == 1 or shown.rows[-1] == count - 1


@given(count=st.integers(1, 10**6), most=st.integers(2, 2000))
def test_numbers_are_spread_evenly(count: int, most: int) -> None:
    """Neighbours are as far apart as all others, but for rounding; none comes twice."""
    found = spread(count, most)
    gaps = np.diff(found)
    assert len(found) == min(count, most)
    assert not gaps.size or (gaps.min() >= 1 and gaps.max() - gaps.min() <= 1)


def test_a_picture_that_leaves_cells_out_says_so() -> None:
    """A table of 100,000 positions with 4096 columns is drawn from its points."""
    found = made("heatmap", count=10_000, d=4096)
    assert heat(found).values.shape == (64, 64)
    assert "10000 × 4096 cells, of which 64 × 64 are shown" in found.notes[0]


def test_wavelengths_are_those_of_the_divisors() -> None:
    """2π times the divisor of each pair, of the sinusoidal encoding and of RoPE alike."""
    by_hand = [2 * math.pi * 10000 ** (2 * i / 64) for i in range(32)]
    for name in ("sinusoidal", "rope"):
        assert wavelengths(scheme(name, d=64)).of == pytest.approx(by_hand)


@settings(max_examples=15)
@given(factor=st.floats(1.5, 64), context=st.integers(256, 8192))
def test_contexts_are_stretched_as_the_ways_say(factor: float, context: int) -> None:
    """Interpolation slows all pairs alike, NTK only the last one as much, YaRN and llama3 leave the first one alone."""
    found = scheme("rope", d=64, factor=factor, original_max_position_embeddings=context, scaling="linear")
    ways, given_factor, given_context = stretched(found, 10)
    assert (given_factor, given_context) == (factor, context)
    plain = np.array(ways["none"])
    np.testing.assert_allclose(ways["linear"], plain * factor)
    np.testing.assert_allclose([ways["ntk"][0], ways["ntk"][-1]], [plain[0], plain[-1] * factor])
    for way in ("yarn", "llama3"):
        slower = np.array(ways[way]) / plain
        assert slower[0] == pytest.approx(1)
        assert slower.max() <= factor * (1 + 1e-9)
        assert (np.diff(slower) >= -1e-9).all()


def test_hands_point_where_sine_and_cosine_say() -> None:
    """A hand's sine and cosine are the two columns of its pair; adding changes the length, turning does not."""
    hands, moved = (panel for panel in made("clock", count=6, d=8).panels if isinstance(panel, Faces))
    for pos, row in enumerate(hands.rows):
        for i, face in enumerate(row):
            assert math.sin(face.turn) == pytest.approx(sine(pos, 2 * i, 8))
            assert math.cos(face.turn) == pytest.approx(sine(pos, 2 * i + 1, 8))
    added, turned = moved.rows
    for pos, (one, other) in enumerate(zip(added, turned, strict=True)):
        assert 2 * one.length == pytest.approx(math.hypot(math.sin(pos), 1 + math.cos(pos)))
        assert 2 * other.length == pytest.approx(1)
        assert math.cos(other.turn) == pytest.approx(math.cos(pos))


def test_rope_turns_as_far_as_the_sinusoidal_encoding() -> None:
    """The same angles, so that the two can be shown side by side."""
    one, other = (angles(each, each.rows(5)) for each in (scheme("rope", d=8), scheme("sinusoidal", d=8)))
    assert one is not None
    assert other is not None
    np.testing.assert_allclose(one, other)


def test_similarity_is_the_dot_product_over_the_distance() -> None:
    """Plain loops give the same; where it rises again, the note says from where to where."""
    found = made("similarity", count=40, d=16)
    dot, cosine = next(curves(found)).series
    by_hand = [sum(sine(0, k, 16) * sine(away, k, 16) for k in range(16)) for away in range(40)]
    assert dot.y == pytest.approx(by_hand)
    assert cosine.y == pytest.approx([each / 8 for each in by_hand])
    first, last = map(int, re.findall(r"from (\d+) to (\d+) positions", found.notes[0])[0])
    assert all(a <= b for a, b in zip(by_hand[first:last], by_hand[first + 1 : last + 1], strict=True))
    assert by_hand[first] < by_hand[last]
    assert heat(found).values[3, 7] == pytest.approx(by_hand[4] / 8)


def test_rotary_similarity_depends_on_the_distance_alone() -> None:
    """Every diagonal of the matrix is one number."""
    square = heat(made("similarity", "rope", 12, d=8)).values
    for away in range(12):
        assert np.ptp(np.diagonal(square, away)) < 1e-12


def test_biases_fall_with_the_distance() -> None:
    """ALiBi: minus the slope of the head times the distance."""
    (panel,) = curves(made("bias", "alibi", 10, n_heads=4))
    for head, series in enumerate(panel.series, start=1):
        assert series.x.tolist() == list(range(10))
        assert series.y == pytest.approx([-(2.0 ** (-8 * head / 4)) * away for away in range(10)])


def test_shades_are_levels_between_the_limits() -> None:
    """Without colours: five signs from -1 to 1, a line a position, wider where there is room."""
    lines = terminal(asked("heatmap", count=3, d=4), ENGLISH).splitlines()
    for pos in range(3):
        shown = next(line for line in lines if line.startswith(f"{pos:>6}"))[8:]
        shades = [SHADES[round((sine(pos, k, 4) + 1) * 2)] * 4 for k in range(4)]
        assert shown == "".join(shades).rstrip()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_picture_fits_into_a_terminal(kind: str, width: int, language: Language) -> None:
    """No line is longer than the screen, with and without colours, in both languages; ASCII loses no sign."""
    name = "alibi" if kind == "bias" else "rope"
    for screen in (Screen(width), Screen(width, colour=True), Screen(width, "ascii")):
        shown = fit(terminal(asked(kind, name, 40), Style(language, screen=screen)), screen.encoding)
        plain = re.sub(r"\x1b\[[\d;]*m", "", shown)
        assert screen.encoding == "ascii" or max(map(len, plain.splitlines())) <= width
        assert "\\" not in plain


@pytest.mark.parametrize(("term", "colours"), [("xterm-256color", "38;5;"), ("xterm", None)])
def test_colours_are_those_of_the_terminal(term: str, colours: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half blocks where there are many colours; with sixteen, shades say more."""
    for name, value in {"TERM": term, "COLORTERM": ""}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR")
    shown = terminal(asked("heatmap", count=40, d=8), Style("en", screen=Screen(80, colour=True)))
    assert ("▀" in shown) is (colours is not None)
    assert colours is None or colours in shown


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_ticks_stand_at_constant_round_steps(low: int, more: int) -> None:
    """Few numbers, each step 1, 2 or 5 times a power of ten, and as many of them as there is room for."""
    found = list(ticks.steps(low, low + more))
    assert len(found) <= ticks.MOST
    assert all(low <= each <= low + more for each in found)
    (step,) = {b - a for a, b in pairwise(found)} or {1}
    assert str(step).rstrip("0") in {"1", "2", "5"}
    assert not any(each % step for each in found)
    assert len(found) >= min(more + 1, 3)


def test_ticks_name_the_cells_where_they_stand() -> None:
    """Every second of 16 columns; of 100 rows shown as 41 each ten; positions that jump are counted by their place."""
    columns = heat(made("heatmap", count=12, d=16)).across.ticks
    assert columns == tuple((k, dimension(k)) for k in range(0, 16, 2))
    for place, name in ticks.of_cells("", spread(100, 41), str).ticks:
        assert int(name) % 20 == 0
        assert abs(spread(100, 41)[round(place)] - int(name)) <= 1
    jumping = np.array([3, 7, 100, 101])
    assert [name for _, name in ticks.of_cells("", jumping, str).ticks] == ["3", "7", "100", "101"]


@pytest.mark.parametrize("width", [90, 50])
def test_tables_lose_nothing_to_colours(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a terminal with colours the tables of hands have the same letters as without: no heading is cut off."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR")
    plain, coloured_text = (
        terminal(asked("clock", d=8), Style("en", screen=Screen(width, colour=colour))) for colour in (False, True)
    )
    assert "\x1b[" in coloured_text
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured_text) == plain


def test_marks_stand_beside_and_above() -> None:
    """A marked position and a marked column."""
    found = scheme(d=4)
    lines = terminal(Asked("heatmap", found, found.rows(6), marked=(5,), marked_columns=(2,)), ENGLISH).splitlines()
    assert [line for line in lines if line.startswith("     5▶")]
    (above,) = (line for line in lines if "▼" in line)
    assert above.index("▼") == next(line for line in lines if "d₃" in line).index("d₃")


@pytest.mark.parametrize("scale", SCALES)
def test_scales_run_from_end_to_end(scale: str) -> None:
    """Least and greatest value have the colours of the ends; what lies beyond them too."""
    found = coloured(np.array([[-2.0, -1.0, 1.0, 2.0]]), (-1.0, 1.0), scale)[0].tolist()  # type: ignore[arg-type]
    first, last = (list(rgb(SCALES[scale][n])) for n in (0, -1))  # type: ignore[index]
    assert found == [first, first, last, last]


def test_the_grey_scale_gets_darker_all_the_way() -> None:
    """So that a printer without colours keeps the order of the values."""
    greys = coloured(np.linspace(-1, 1, 50)[None, :], (-1.0, 1.0), "grey")[0].astype(int).sum(axis=1)
    assert (np.diff(greys) < 0).all()


def test_dots_join_points() -> None:
    """A falling diagonal on a canvas of two by one letters; stars where there are no Braille letters."""
    for plain, expected in ((False, "⠑⢄"), (True, "**")):
        canvas = Dots(2, 1, plain=plain)
        canvas.curve([0.0, 1.0], [1.0, 0.0], 3)
        (line,) = canvas.lines()
        assert "".join(sign for sign, _ in line) == expected
        assert {owner for _, owner in line} == {3}


def test_dots_leave_gaps() -> None:
    """What is not finite is not drawn."""
    canvas = Dots(3, 1)
    canvas.curve([0.0, 0.5, 1.0], [0.5, -math.inf, 0.5], 0)
    (line,) = canvas.lines()
    assert "".join(sign for sign, _ in line).strip() == ""


@pytest.mark.parametrize("kind", KINDS)
def test_files_are_pictures(kind: str) -> None:
    """SVG with its words as text, PNG, and PDF; equal bytes for equal pictures."""
    one = asked(kind, "alibi" if kind == "bias" else "sinusoidal", 8)
    svg, png, pdf = (FORMATS[name](one, ENGLISH) for name in ("svg", "png", "pdf"))
    assert isinstance(svg, bytes)
    assert isinstance(png, bytes)
    assert isinstance(pdf, bytes)
    assert figure(one, ENGLISH, (64, 64)).title.encode() in svg
    assert pdf.startswith(b"%PDF-")
    assert b"CreationDate" not in pdf
    assert pdf == FORMATS["pdf"](one, ENGLISH)
    assert Image.open(io.BytesIO(png)).width == 1050


def test_cells_of_a_file_have_their_colours() -> None:
    """Both ends of the scale and its middle are in the picture of a table that holds -1, 0 and 1."""
    found = scheme("learned", table=[[-1.0, 0.0, 1.0, 0.0]] * 4)
    png = FORMATS["png"](Asked("heatmap", found, found.rows(4), scale="classic"), ENGLISH)
    assert isinstance(png, bytes)
    seen = np.unique(np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).reshape(-1, 3), axis=0).astype(int)
    for colour in SCALES["classic"]:
        assert np.abs(seen - rgb(colour)).max(axis=1).min() <= 4
