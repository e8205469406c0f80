"""Views printed once an engine, and what is looked at on paper."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import pypdf
import pypdfium2

from posenc_cli.render import blocks
from posenc_cli.render.page import page_html
from posenc_cli.render.pdf import PdfResult, render_pdf
from tests.render.hand_made import view

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

EngineName = Literal["weasyprint", "browser"]
MM = 72 / 25.4
HOSTILE = ("<b>&", "{{7*7}}", "[unk]", "שלום", "👨‍👩‍👧", "a" * 90, "</style><script>", "\u202eabc", "日本")
LONG = 60  #: rows of a table that fills more than one page


def _hostile() -> blocks.PageView:
    """Words that mean something to HTML, templates and consoles, and a table longer than a page."""
    rows = tuple(
        (blocks.Cell(word, isolate=True), blocks.Cell("−0.416"), blocks.Cell(blank=f"h{n}"))
        for n, word in enumerate(HOSTILE)
    )
    long = tuple((blocks.Cell(f"Zeile{n:02}"), blocks.Cell(f"unten{n:02}")) for n in range(LONG))
    content: tuple[blocks.Block, ...] = (
        blocks.TableBlock((("Wort",), ("d₁",), ("d₂",)), rows),
        blocks.SumGrids(
            tuple(blocks.SumGrid(f"„{word}“, Position 0", ("d₁",), (("E", (blocks.Cell("0.1"),)),)) for word in HOSTILE)
        ),
        blocks.TableBlock((("Kopfzeile",), ("Wert",)), long),
        blocks.Cutouts(HOSTILE, ("0",), "Zifferblatt", ("eins", "zwei"), "Schneide."),
    )
    exercise = blocks.ExerciseView("x", "1", " ".join(HOSTILE), "Lies", "", "", content)
    shown = view()
    return blocks.PageView(
        "de", HOSTILE[0], HOSTILE[6], False, shown.fields, shown.page_of, HOSTILE[6], (exercise,), None, shown.labels
    )


VIEWS = {
    "sheet": view,
    "key": lambda: view(key=True),
    "short": lambda: view(only=("calculator", "divisors", "encode", "pair")),
    "hostile": _hostile,
}


@cache
def printed(name: str, engine: EngineName) -> PdfResult:
    """A view on paper."""
    return render_pdf(page_html(VIEWS[name]()), title="unused", language="de", engine=engine)


@cache
def document(name: str, engine: EngineName) -> Any:  # noqa: ANN401
    """A view on paper, opened."""
    return pypdfium2.PdfDocument(printed(name, engine).data)


@cache
def pages(name: str, engine: EngineName) -> Sequence[str]:
    """The text of every page."""
    reader = pypdf.PdfReader(io.BytesIO(printed(name, engine).data or b""))
    # A sign beyond the basic plane makes this reader see the other signs as two each, the first of them NUL.
    return tuple(page.extract_text().replace("\x00", "") for page in reader.pages)


@dataclass(frozen=True)
class Stretch:
    """Some text on a page: millimetres from the left and from the bottom."""

    page: int
    text: str
    left: float
    bottom: float
    right: float
    top: float


def stretches(name: str, engine: EngineName) -> Iterator[Stretch]:
    """All text that can be seen, with its place."""
    for number, page in enumerate(document(name, engine), 1):
        text = page.get_textpage()
        for n in range(text.count_rects()):
            place = text.get_rect(n)
            found = text.get_text_bounded(*place)
            if found.strip():
                yield Stretch(number, found, *(edge / MM for edge in place))
