"""What was seen wrong on screens of 80 columns, in true colour, with 256 colours and with none: it stays mended."""

from __future__ import annotations

import re

import numpy as np
import pytest

from posenc_cli.encodings.asked import scheme
from posenc_cli.render.plots.colours import SCALES, coloured, of_256
from posenc_cli.render.plots.kinds import Asked
from posenc_cli.render.plots.terminal import terminal
from posenc_cli.render.style import Screen, Style

CODE = re.compile(r"\x1b\[[0-9;]*m")
LEVELS = {0, 95, 135, 175, 215, 255}


def seen(kind: str, name: str, monkeypatch: pytest.MonkeyPatch, colours: str = "truecolor") -> list[str]:
    """The lines of a picture on a screen of 80 columns, with their colours."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", colours)
    monkeypatch.delenv("NO_COLOR", raising=False)
    style = Style("en", screen=Screen(80, colour=True))
    found = scheme(name, d=8 if kind == "clock" else 64)
    return terminal(Asked(kind, found, found.rows(6 if kind == "clock" else 64)), style).splitlines()


def test_hands_in_colour_are_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes of colours are no letters: all pairs and all positions are there."""
    shown = "\n".join(CODE.sub("", line) for line in seen("clock", "sinusoidal", monkeypatch))
    assert re.search(r"i = 0 +i = 1 +i = 2 +i = 3\n", shown)
    assert "→ 0.141 at 85.9°" in shown
    assert re.search(r"pos 4 +pos 5", shown)


def test_no_curve_is_black_on_black(monkeypatch: pytest.MonkeyPatch) -> None:
    """The curve that is black on paper has the colour of letters on a screen."""
    lines = seen("bias", "alibi", monkeypatch)
    assert any(CODE.sub("", line).endswith("head 7") for line in lines)
    assert "38;2;0;0;0m" not in "".join(lines)


def test_the_context_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies above it can be seen, and not only where its name stands."""
    (line,) = (CODE.sub("", line) for line in seen("waves", "rope", monkeypatch) if "context 64" in line)
    assert line.count("─") > 20


@pytest.mark.parametrize("scale", SCALES)
def test_colours_of_256_look_like_those_they_stand_for(scale: str) -> None:
    """All are colours that such a terminal has; greys stay grey, and no end of a scale becomes another colour."""
    every = coloured(np.linspace(-1, 1, 101)[None, :], (-1.0, 1.0), scale)  # type: ignore[arg-type]
    near = of_256(every).astype(int)
    grey = (near.max(axis=-1) == near.min(axis=-1)) & (near[..., 0] % 10 == 8)
    assert (grey | np.isin(near, list(LEVELS)).all(axis=-1)).all()
    assert np.abs(near - every).mean() < 25
    if scale == "grey":
        assert (near.max(axis=-1) == near.min(axis=-1)).all()
        assert (np.diff(near[0, :, 0]) <= 0).all()
    if scale == "safe":
        red, green, _ = near[0, 60:].T
        assert (red >= green).all(), "a speck of another colour among the reds"


def test_half_blocks_of_256_are_its_own_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written names numbers of the palette, which nothing has to guess."""
    shown = "".join(seen("heatmap", "sinusoidal", monkeypatch, colours=""))
    assert "38;5;" in shown
    assert "38;2;" not in shown
