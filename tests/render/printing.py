"""Views printed once an engine, and what is looked at on paper."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Literal

import pypdf
import pypdfium2

from posenc_cli.render import blocks
from posenc_cli.render.page import page_html
from posenc_cli.render.pdf import PdfResult, render_pdf
from posenc_cli.render.view import key_view, sheet_view
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import BUILTIN_NAMES
from tests.render.hand_made import view

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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


def _built_in(name: str, *, key: bool) -> blocks.PageView:
    """A worksheet that ships with the program, or its key."""
    sheet = sheet_of(name, None)
    return key_view(sheet, solve(sheet)) if key else sheet_view(sheet)


VIEWS: dict[str, Callable[[], blocks.PageView]] = {
    "hostile": _hostile,
    **{name: partial(_built_in, name, key=False) for name in BUILTIN_NAMES},
    **{f"{name}-key": partial(_built_in, name, key=True) for name in BUILTIN_NAMES},
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
    """A run of text on a page: millimetres from the left and from the bottom."""

    page: int
    left: float
    bottom: float
    right: float
    top: float


@cache
def stretches(name: str, engine: EngineName) -> Sequence[Stretch]:
    """All runs of text that leave ink, page by page; not those inside drawings, which have coordinates of their own."""
    return tuple(
        Stretch(number, *(edge / MM for edge in run.get_bounds()))
        for number, page in enumerate(document(name, engine), 1)
        for run in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT], max_depth=1)
        if run.get_bounds()[2] - run.get_bounds()[0] > 0.01
    )
