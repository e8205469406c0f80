"""Words of every script on real paper: as they are, or a code in their place that is told."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pypdf
import pytest

from posenc_cli.i18n import LANGUAGES
from posenc_cli.render import glyphs
from posenc_cli.render.page import page_html
from posenc_cli.render.pdf import PdfResult, css_string, render_pdf
from posenc_cli.render.plain import page_text
from posenc_cli.render.view import sheet_view
from posenc_cli.render.weasy import pdf_by_weasyprint
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.compose import Wish, compose

#: A sign that no font has, for it is given to nobody.
NOBODYS = "\U000e5a5a"
LOG = '.notdef glyph rendered for Unicode string unsupported by fonts: "{sign}" (U+{code:04X})'
COMPOUND = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter"
AS_THEY_ARE = ("[unk]", "Ġsitzt", "<b>&", "{{7*7}}", COMPOUND)


def sentence_page(sentence: str) -> str:
    """The page of a worksheet about a sentence."""
    return page_html(sheet_view(build(compose(Wish(sentence, "de"), Path()).spec)))


def text_of(made: PdfResult) -> str:
    """All its text, without spaces and line ends."""
    assert made.data is not None
    return re.sub(r"\s", "", "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made.data)).pages))


def test_signs_are_read_from_the_log_once_each_in_the_order_of_the_page() -> None:
    """Only lines about glyphs count, and what comes first on the page is named first."""
    lines = [LOG.format(sign=sign, code=ord(sign)) for sign in "ba\U0001f468b"] + ["Ignored `x: y` at 1:2"]
    assert glyphs.missing(lines, "x \U0001f468 a b") == ("\U0001f468", "a", "b")
    assert glyphs.missing([], "abc") == ()


def test_a_code_stands_in_the_place_of_a_sign() -> None:
    """In texts, in attributes and in the style; joiners between codes go, all else stays."""
    text = "<p title='\U0001f468'>\U0001f468\u200d\U0001f467\ufe0f {} a\u200db</p>"
    page = f"{text}<style>{css_string(chr(0x1F468))}</style>"
    shown = glyphs.replaced(page, ("\U0001f468", "\U0001f467"))
    assert shown == "<p title='[U+1F468]'>[U+1F468][U+1F467] {} a\u200db</p><style>\"[U+1F468]\"</style>"
    assert glyphs.replaced("a[U+", ()) == "a[U+"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_replaced_is_named(language: str) -> None:
    """The sign, its code, and what stands there; of very many a few."""
    said = glyphs.not_printed(("\U0001f468", "𓀀")).text(language)  # type: ignore[arg-type]
    assert "\U0001f468 (U+1F468), 𓀀 (U+13000)" in said
    assert "[U+1F468]" in said
    many = glyphs.not_printed([chr(0x13000 + n) for n in range(50)]).text(language)  # type: ignore[arg-type]
    assert many.count("U+") < 20
    assert "…" in many


def test_what_only_the_machine_can_print_is_named() -> None:
    """Text of the page that our fonts lack; neither its style nor what nobody sees."""
    plain = f"<style>漢</style><p>Ä ẞ Ж π √ ✓ [unk]\u200d\u00a0\u2068&amp;</p><img alt='漢'>{AS_THEY_ARE[1]}"
    assert glyphs.foreign(plain) is None
    notice = glyphs.foreign("<p>字 a &#x6f22; 字</p>")
    assert notice is not None
    assert notice.values == {"signs": "字 (U+5B57), 漢 (U+6F22)"}
    assert "字" in notice.text("de")


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
def test_hostile_words_of_a_sentence_are_printed() -> None:
    """As they are where a font has them, else as their codes with a warning that names them; nothing is swallowed."""
    made = render_pdf(
        sentence_page(" ".join((*AS_THEY_ARE, "שלום", "👨‍👩‍👧", NOBODYS))), title="", language="de", engine="weasyprint"
    )
    text = text_of(made)
    for word in AS_THEY_ARE:
        assert word in text
    told = " ".join(notice.text("de") for notice in made.notices)
    for sign in "שלום👨👩👧" + NOBODYS:
        code = f"U+{ord(sign):04X}"
        assert (sign in text) == (code not in told)
        assert (f"[{code}]" in text) == (code in told)
    assert f"U+{ord(NOBODYS):04X}" in told
    assert made.log == ()


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
def test_words_of_other_directions_turn_nothing() -> None:
    """A word that runs from right to left stands before its own position, and the next word behind it."""
    page = sentence_page("Ein שלום Wort مرحبا bleibt")
    made = render_pdf(page, title="", language="de", engine="weasyprint")
    assert page.count("\u2068") == page.count("\u2069") > 1
    text = text_of(made)
    assert text.index("Ein(0)") < text.index("Wort(2)") < text.index("bleibt(4)")


def test_text_for_a_screen_holds_such_words_together_too() -> None:
    """Plain text has the same marks, in pairs, and shows those that somebody typed as codes."""
    spec = compose(Wish("Ein שלום Wort ab\u202edc x\u2067y", "de"), Path()).spec
    text = page_text(sheet_view(build(spec)))
    assert "Ein (0) \u2068שלום\u2069 (1) Wort (2)" in text
    assert "ab\\u202edc" in text
    assert "x\\u2067y" in text
    assert "\u202e" not in text


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
def test_ordinary_words_are_printed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is missing, nothing is printed twice and nothing is said."""
    calls = []

    def counted(page: str, *more: Any, **named: Any) -> tuple[bytes, tuple[str, ...]]:  # noqa: ANN401
        calls.append(page)
        return pdf_by_weasyprint(page, *more, **named)

    monkeypatch.setattr("posenc_cli.render.pdf.pdf_by_weasyprint", counted)
    made = render_pdf(sentence_page("Der Hund bellt laut"), title="", language="de")
    assert (len(calls), made.notices, made.engine) == (1, (), "weasyprint")
