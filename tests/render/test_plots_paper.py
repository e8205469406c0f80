"""Pictures of encodings on a sheet: one image a matrix, one path a curve, and nothing that the sheet asks for."""

from __future__ import annotations

import base64
import io
import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

from posenc_cli.encodings.asked import scheme
from posenc_cli.errors import InputError
from posenc_cli.render.drawings import Plot
from posenc_cli.render.outline import outline
from posenc_cli.render.page import page_html
from posenc_cli.render.plain import page_text
from posenc_cli.render.plots.colours import coloured
from posenc_cli.render.plots.covered import covered, holes
from posenc_cli.render.plots.figure import Faces, Heat, Lines
from posenc_cli.render.plots.kinds import KINDS, Asked, figure
from posenc_cli.render.plots.paper import panel_svg
from posenc_cli.render.shapes import Image as Drawn
from posenc_cli.render.style import Style
from posenc_cli.render.svg import Room
from posenc_cli.render.view import key_view, sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import read

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from posenc_cli.render.blocks import PageView

HEAD = """\
[worksheet]
title = "Pictures"
encoding = "{encoding}"
sentence = "the cat sat on the mat"
language = "{language}"
{more}
[[exercise]]
kind = "task"
title = "See"
"""
TABLE = 'table = "pe"\nblank = [2, [4, 0]]'


def view(
    *written: str, encoding: str = "sinusoidal", language: str = "en", more: str = "", key: bool = False
) -> PageView:
    """A sheet of such blocks, or its key."""
    head = HEAD.format(encoding=encoding, language=language, more=more)
    sheet = build(read(head + "".join(f"[[exercise.block]]\n{one}\n" for one in written), "t", None))
    return key_view(sheet, solve(sheet)) if key else sheet_view(sheet)


def plots(*written: str, more: str = "", key: bool = False) -> list[Plot]:
    """Its pictures."""
    made = view(*written, more=more, key=key)
    return [block for block in made.exercises[0].blocks if isinstance(block, Plot)]


def seen(svg: str) -> NDArray[Any]:
    """The pixels of the first image in a drawing."""
    data = re.search(r'href="data:image/png;base64,([^"]*)"', svg)
    assert data
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(data[1]))))


def test_cells_that_are_asked_for_are_empty_and_the_key_has_them() -> None:
    """Exactly the blanks of the sheet are missing in its own matrix, and the sheet says so."""
    (shown,), (whole,) = plots(TABLE, 'picture = "heatmap"'), plots(TABLE, 'picture = "heatmap"', key=True)
    heat, full = shown.panels[0], whole.panels[0]
    assert isinstance(heat, Heat)
    assert isinstance(full, Heat)
    empty = {(row, column) for row, column in np.argwhere(np.isnan(heat.values)).tolist()}
    assert empty == {(2, 0), (2, 1), (2, 2), (2, 3), (4, 0)}
    assert np.isfinite(full.values).all()
    assert "asks for" in shown.caption
    assert not whole.caption
    assert full.values[4, 0] == pytest.approx(math.sin(4))


@pytest.mark.parametrize("encoding", ["sinusoidal", "alibi"])
def test_no_picture_of_any_kind_and_size_holds_an_answer(encoding: str) -> None:
    """No number of a picture is the answer of a blank, at the sheet's size and at another one."""
    if encoding == "alibi":
        more, ask = "params = {n_heads = 4}\n[given]\nh = 1", 'table = "bias"\nblank = [[2, 0], [3, 1]]'
        right, kinds, sizes = [-0.5], ["heatmap", "bias"], ["", "n = 40"]
    else:
        more, ask = "", TABLE
        right = [math.sin(2), math.cos(2), math.sin(0.02), math.cos(0.02), math.sin(4)]
        kinds, sizes = ["heatmap", "waves", "clock", "similarity"], ["", "d = 16\nn = 40"]
    written = [f'picture = "{kind}"\n{size}' for kind in kinds for size in sizes]
    made = view(ask, *written, encoding=encoding, more=more)
    shown = [block for block in made.exercises[0].blocks if isinstance(block, Plot)]
    assert len(shown) == len(written)
    for block, each in zip(written, shown, strict=True):
        numbers = np.concatenate([np.ravel(numbers) for panel in each.panels for numbers in told(panel)])
        assert not np.isclose(numbers[:, None], right, rtol=0, atol=1e-9).any()
        assert np.isnan(numbers).any() or "similarity" in block or "n = 40" in block
    words = page_text(made)
    assert not re.search(r"0[.,]909|-0[.,]416|114[.,]6°|-0[.,]5\b(?! \[)", words)


def told(panel: Heat | Lines | Faces) -> list[NDArray[np.float64]]:
    """The numbers that one can read off a panel."""
    if isinstance(panel, Heat):
        return [panel.values]
    if isinstance(panel, Lines):
        return [each.y for each in panel.series]
    turns = np.array([[face.turn for face in row] for row in panel.rows])
    return [turns, np.sin(turns), np.cos(turns)]


def test_a_wavelength_does_not_tell_a_divisor() -> None:
    """Where the divisor is asked for, the wavelength of its pair is not drawn, though it is another number."""
    asked = Asked("waves", scheme("sinusoidal", d=8), np.arange(8))
    found = figure(asked, Style("en"), (64, 64))
    log = found.panels[-1]
    assert isinstance(log, Lines)
    assert log.log
    hidden = covered(found, np.array([10.0]))
    last = hidden.panels[-1]
    assert isinstance(last, Lines)
    assert np.isnan(last.series[0].y).tolist() == [False, True, False, False]
    assert holes(hidden) == 1


def test_a_matrix_is_one_small_image_with_a_pixel_a_cell() -> None:
    """The pixels are the colours of the plots, scaled with hard edges; no rectangle a cell."""
    (shown,) = plots('picture = "heatmap"\nd = 64\nn = 50\ncolours = "safe"')
    heat = shown.panels[0]
    assert isinstance(heat, Heat)
    svg = panel_svg(heat, shown.alt, Room())
    np.testing.assert_array_equal(seen(svg), coloured(heat.values, (-1.0, 1.0), "safe"))
    assert svg.count("<path") + svg.count("<rect") < 5
    assert svg.count("<image") == svg.count('image-rendering="pixelated"') == 2
    assert "<title>Picture: Position × dimension. sinusoidal, d = 64.</title>" in svg
    assert len(svg) < 20_000


def test_greys_get_darker_all_the_way() -> None:
    """In grey, and on a sheet without colours, a larger number is darker; colours appear if they are asked for."""
    drawn = plots('picture = "heatmap"'), plots('picture = "heatmap"\ncolours = "classic"', more="grey = true")
    for (shown,) in drawn:
        pixels = seen(panel_svg(shown.panels[0], "", Room())).astype(int)
        assert (pixels.min(axis=-1) == pixels.max(axis=-1)).all()
        values = shown.panels[0].values  # type: ignore[union-attr]
        order = np.argsort(values, axis=None)
        assert (np.diff(pixels[..., 0].ravel()[order]) <= 0).all()
    (shown,) = plots('picture = "heatmap"\ncolours = "classic"')
    assert seen(panel_svg(shown.panels[0], "", Room())).std(axis=-1).max() > 40


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_within_the_room_of_a_page(kind: str) -> None:
    """Each panel is no wider than the paper leaves, its shapes lie on it, and no number is missing."""
    name = "alibi" if kind == "bias" else "rope"
    found = figure(Asked(kind, scheme(name), np.arange(40)), Style("de"), (64, 64))
    for room in (Room(), Room(90.0, 120.0)):
        for panel in found.panels:
            svg = panel_svg(panel, "Bild", room)
            box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
            assert box
            assert float(box[1]) <= room.wide
            assert float(box[2]) <= 130
            assert "nan" not in svg
            places = [float(each) for each in re.findall(r'<(?:text|circle|image)[^>]*? c?x="([\d.-]+)"', svg)]
            assert all(0 <= each <= float(box[1]) for each in places)


def test_a_curve_has_a_gap_where_a_point_is_missing() -> None:
    """The pen is lifted at a missing point, and put down behind it."""
    (shown,) = plots(TABLE, 'picture = "waves"')
    wave = shown.panels[0]
    assert isinstance(wave, Lines)
    missing = np.isnan(wave.series[0].y).tolist()
    assert missing == [False, False, True, False, True, False]
    svg = panel_svg(wave, "", Room())
    paths = [path for path in re.findall(r'd="([^"]*)"', svg) if "L" in path and "v" not in path]
    assert paths[0].count("M") == 3


def test_every_medium_shows_them() -> None:
    """A page has the drawing and its words, text has shades, a document pictures; a German sheet has German words."""
    made = view('picture = "heatmap"\ncaption = "Look"', language="de")
    html = page_html(made)
    assert "Bild: Position × Dimension. sinusoidal, d = 4." in html
    assert "data:image/png" in html
    words = page_text(made)
    assert "[Bild: Position × Dimension. sinusoidal, d = 4.]" in words
    assert "▓" in words
    assert "Look" in words
    assert any(isinstance(each, Drawn) for each in outline(made, made.exercises[0].blocks))


@pytest.mark.parametrize(
    ("block", "key"),
    [
        ('picture = "bias"', "worksheet.block-expression"),
        ('picture = "heatmap"\nmethod = "other"', "worksheet.no-quantity"),
        ('picture = "heatmap"\nd = 5000', "worksheet.spec-value"),
    ],
)
def test_what_cannot_be_drawn_is_said_with_its_line(block: str, key: str) -> None:
    """A kind that the encoding has not, a name that the sheet has not, a size that no paper has."""
    with pytest.raises(InputError) as refused:
        view(block)
    assert refused.value.key == key
    assert refused.value.values["line"]
