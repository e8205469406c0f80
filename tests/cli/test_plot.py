from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.cli.test_imports import modules_after

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran


def test_a_picture_is_shown_here(posenc: Callable[..., Ran]) -> None:
    """Without a file: on the screen, with the conventions below."""
    shown = posenc("plot", "heatmap", "--d", "8", "--n", "6", "--mark", "5", "--mark", "d3").out
    assert shown.startswith("Position × dimension\n\nsinusoidal, d = 8\n")
    assert "Conventions: base 10000" in shown


def test_a_file_is_a_picture_by_its_suffix(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """SVG, written whole."""
    posenc("plot", "clock", "-e", "rope", "-o", "uhr.svg", "--lang", "de", quiet=False)
    assert "Jedes Paar ist ein Uhrzeiger" in (tmp_path / "uhr.svg").read_text(encoding="utf-8")


def test_two_encodings_are_compared(posenc: Callable[..., Ran]) -> None:
    """One below the other, at the same width."""
    shown = posenc("plot", "heatmap", "--d", "8", "--n", "4", "--versus", "rope").out
    assert shown.index("sinusoidal, d = 8") < shown.index("rope, d = 8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Say which picture: heatmap, waves, clock, similarity, bias;"),
        (("heatmpa",), "did you mean heatmap?"),
        (("blume",), "There is no picture blume; there are heatmap, waves, clock, similarity, bias."),
        (("bias", "-e", "rope"), "posenc plot heatmap -e rope shows what there is"),
        (("heatmap", "-e", "alibi", "--head", "9"), "9"),
        (("heatmap", "--mark", "99"), "99 is not in the picture."),
        (("heatmap", "--mark", "d99"), "99"),
        (("heatmap", "--mark", "x"), "x"),
        (("heatmap", "--versus", "robe"), "robe"),
        (("heatmap", "-o", "x.gif"), ".png"),
        (("waves", "--n", "5", "--pos", "3"), "--pos"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_what_there_is_not_is_said(posenc: Callable[..., Ran], arguments: tuple[str, ...], said: str) -> None:
    """One sentence that says what would work, and no file."""
    assert said in posenc("plot", *arguments, code=2).error


def test_without_matplotlib_there_are_pictures_here(
    posenc: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file needs it, and one sentence says how to get it; a terminal does not."""
    from posenc_cli.render.plots import files

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(files, "_matplotlib", files._matplotlib.__wrapped__)
    assert "pip install matplotlib" in posenc("plot", "heatmap", "-o", "x.png", code=3).error
    assert not list(tmp_path.iterdir())
    assert posenc("plot", "heatmap").out


def test_a_picture_here_loads_nothing_heavy() -> None:
    """What draws files is not loaded for the terminal."""
    assert modules_after("plot", "heatmap") & {"matplotlib", "weasyprint", "jinja2", "pydantic"} == set()
