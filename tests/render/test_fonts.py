from __future__ import annotations

import io
import logging
from typing import TYPE_CHECKING

import pypdf
import pytest
from fontTools.ttLib import TTFont

from posenc_cli.render import _templates
from tests.page_texts import page_texts

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

ON_PAPER = (
    "ABCXYZabcxyz0123456789 ÄÖÜäöüßẞéñçŁğđ αβγδεθλπσφωΔΣΠ Жук "
    "−×÷·±°½¼²³⁴⁻¹₀₁₂₃₄₅₆₇₈₉ₖᵢ √≈≤≥≠∑∞→←↑↓∈ℝ⌊⌋⟨⟩∥⇒ ✓✗☐☑□■●○✂✎ „“”‚‘’«»–—…′″€|†•"
)
SPACES = "\u0020\u00a0\u2002\u2003\u2009\u202f"
TEXT_STYLES = ["Regular", "Bold", "Italic"]


def characters(path: Path) -> set[str]:
    """The characters that a font file has a glyph for."""
    with TTFont(path) as font:
        return {chr(code) for code in font.getBestCmap()}


@pytest.mark.parametrize("style", TEXT_STYLES)
def test_every_character_of_a_sheet_has_a_glyph(style: str) -> None:
    """What a sheet prints is in the text font of each style or in the symbol font."""
    folder = _templates.fonts_folder()
    covered = characters(folder / f"NotoSans-{style}.ttf") | characters(folder / "PosencSymbols-Regular.ttf")
    assert set(ON_PAPER) - covered == set()


@pytest.mark.parametrize("path", sorted(_templates.fonts_folder().glob("*.ttf")), ids=lambda path: path.stem)
def test_every_font_holds_the_spaces(path: Path) -> None:
    """A space after a symbol is printed from the font of the symbol, so that each font needs all of them."""
    assert set(SPACES) - characters(path) == set()


@pytest.mark.parametrize("style", TEXT_STYLES)
def test_digits_have_one_width(style: str) -> None:
    """Columns of numbers line up."""
    with TTFont(_templates.fonts_folder() / f"NotoSans-{style}.ttf") as font:
        names = font.getBestCmap()
        assert len({font["hmtx"][names[ord(digit)]][0] for digit in "0123456789"}) == 1


@pytest.mark.pdf
def test_weasyprint_prints_with_the_bundled_fonts_alone(
    weasyprint: ModuleType, caplog: pytest.LogCaptureFixture
) -> None:
    """A page of all characters embeds only our fonts, complains about nothing, and keeps its text."""
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    rules = f"{_templates.font_faces()} html {{ font-family: {_templates.FONT_FAMILIES}; }}"
    style = weasyprint.CSS(string=rules, font_config=fonts)
    with caplog.at_level(logging.WARNING, logger="weasyprint"):
        page = weasyprint.HTML(string=f"<p>{ON_PAPER}<p><b>d₁ → ✓</b>").write_pdf(
            stylesheets=[style], font_config=fonts
        )
    assert not caplog.records
    reader = pypdf.PdfReader(io.BytesIO(page))
    names = {
        str(thing.get_object()["/BaseFont"])
        for thing in reader.pages[0]["/Resources"]["/Font"].values()  # type: ignore[index]
    }
    assert names
    assert [name for name in names if "Noto-Sans" not in name and "Posenc-Symbols" not in name] == []
    assert set("√≈≤≥≠") <= set(page_texts(page)[0])
