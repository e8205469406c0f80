from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

from tests.samples import rebuild

if TYPE_CHECKING:
    from pathlib import Path

PLOTS = rebuild.SAMPLES / "pictures" / "plots"
#: With these versions the gallery was drawn.
CONSTRAINTS = rebuild.SAMPLES.parent / "constraints.txt"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The gallery, drawn anew."""
    folder = tmp_path_factory.mktemp("gallery")
    rebuild.plots(folder)
    return folder / "pictures" / "plots"


@pytest.mark.parametrize("name", rebuild.PLOTS)
def test_the_gallery_is_what_the_program_draws(drawn: Path, name: str) -> None:
    """Point by point, but for the edges of letters; another version of Matplotlib leaves other room around texts."""
    kept, anew = (np.asarray(Image.open(folder / name).convert("L")).astype(np.int64) for folder in (PLOTS, drawn))
    assert kept.shape == anew.shape, "make samples, and look at the picture"
    if f"matplotlib=={version('matplotlib')}" in CONSTRAINTS.read_text(encoding="utf-8").splitlines():
        assert np.abs(kept - anew).mean() < 1, "make samples, and look at the picture"
    else:
        assert abs(kept.mean() - anew.mean()) < 10


def test_every_kind_of_picture_is_in_the_gallery() -> None:
    """A new kind gets a picture."""
    from posenc_cli.render.plots.kinds import KINDS

    assert {line[0] for line in rebuild.PLOTS.values()} == set(KINDS)
