"""Arrays of which one plain sentence says what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import posenc_cli as posenc
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.render.arrays import Looked, array_text
from posenc_cli.render.style import Style

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from posenc_cli.arrays.finding import Diagnosis
    from posenc_cli.i18n import Language

TABLE = np.array(posenc.table(d=32, n=200)["values"])


def said(found: Diagnosis, language: Language = "en") -> str:
    """What a person reads, on one line."""
    return " ".join(array_text(Looked("", found), Style(language)).split())


def upper_half(values: NDArray[Any]) -> NDArray[np.float32]:
    """bfloat16 as code makes it that takes the upper two bytes of float32."""
    return (values.astype(np.float32).view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_cut_to_bfloat16_is_right(language: Language) -> None:
    """It is told as what it is, and not as arithmetic in 16 bits; also where the angles were float32."""
    pos, i = np.arange(200, dtype=np.float32)[:, None], np.arange(16, dtype=np.float32)
    angle = pos / np.float32(10000) ** (i / np.float32(16))
    single = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(200, 32)
    for values in (upper_half(TABLE), upper_half(single)):
        found = posenc.diagnose(values)
        assert (found.verdict, found.cause, found.also) == ("rounded", None, ("cut",))
        assert text(language, "arrays.cut") in said(found, language)
        assert "16" not in said(found, language).replace("bfloat16", "")


def test_what_is_farther_out_was_not_cut() -> None:
    """A number a step beyond the right one, or angles in bfloat16, is something else."""
    out = upper_half(TABLE)
    out[3, 2] = (out[3, 2:3].view(np.uint32) + np.uint32(0x10000)).view(np.float32)[0]
    assert "cut" not in posenc.diagnose(out).also
    angle = upper_half(np.arange(200)[:, None] / upper_half(10000.0 ** (np.arange(16) / 16)))
    coarse = upper_half(np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(200, 32))
    assert "cut" not in posenc.diagnose(coarse).also


@pytest.mark.parametrize(("language", "contrary"), [("en", "all sin columns first"), ("de", "erst alle sin-Spalten")])
def test_cosines_before_sines_have_one_name(language: Language, contrary: str) -> None:
    """Halves with the cosines first are not told as sines first and cosines first in one breath."""
    assert contrary in said(posenc.diagnose(np.hstack([TABLE[:, 0::2], TABLE[:, 1::2]])), language)
    found = posenc.diagnose(np.hstack([TABLE[:, 1::2], TABLE[:, 0::2]]))
    assert (found.verdict, found.cause, found.also[0]) == ("convention", "layout=halves", "order=cos-first")
    assert contrary not in said(found, language)
    assert text(language, "arrays.cosines-first") in said(found, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("encoding", [None, "sinusoidal", "rope"])
def test_zeros_were_never_filled(encoding: str | None, language: Language) -> None:
    """Nothing but zeros is no row that stands there for all positions; the sines of position 0 alone are right."""
    found = posenc.diagnose(np.zeros((16, 8)), encoding, what="sin" if encoding == "rope" else None)
    assert (found.verdict, found.cause, found.also) == ("slip", "never-filled", ())
    assert text(language, "arrays.slips.never-filled.did") in said(found, language)
    assert posenc.diagnose(np.zeros((1, 8)), "rope", what="sin").right
    assert posenc.diagnose(np.ones((16, 8)), "rope", what="cos").cause == "one-row-for-all"
