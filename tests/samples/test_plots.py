from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

from tests.samples import rebuild

if TYPE_CHECKING:
    from pathlib import Path

PLOTS = rebuild.SAMPLES / "pictures" / "plots"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The gallery, drawn anew."""
    folder = tmp_path_factory.mktemp("gallery")
    rebuild.plots(folder)
    return folder / "pictures" / "plots"


@pytest.mark.parametrize("name", rebuild.PLOTS)
def test_the_gallery_is_what_the_program_draws(drawn: Path, name: str) -> None:
    """Point by point, but for the edges of letters, which another version of a library may smooth otherwise."""
    kept, anew = (np.asarray(Image.open(folder / name).convert("L")).astype(np.int64) for folder in (PLOTS, drawn))
    assert kept.shape == anew.shape, "make samples, and look at the picture"
    assert np.abs(kept - anew).mean() < 1, "make samples, and look at the picture"


def test_every_kind_of_picture_is_in_the_gallery() -> None:
    """A new kind gets a picture."""
    from posenc_cli.render.plots.kinds import KINDS

    assert {line[0] for line in rebuild.PLOTS.values()} == set(KINDS)
