"""Views printed once an engine, and what is looked at on paper."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Literal

import pypdf
import pypdfium2

from posenc_cli.render import blocks, closing
from posenc_cli.render.page import page_html
from posenc_cli.render.pdf import PdfResult, render_pdf
from posenc_cli.worksheet.spec import BUILTIN_NAMES
from tests.page_texts import page_texts
from tests.render.hand_made import view
from tests.render.viewing import student_view, teacher_view
from tests.samples.rebuild import READY, SAMPLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

EngineName = Literal["weasyprint", "browser"]
MM = 72 / 25.4
HOSTILE = ("<b>&", "{{7*7}}", "[unk]", "שלום", "👨‍👩‍👧", "a" * 90, "</style><script>", "\u202eabc", "日本")
LEFT, RIGHT, TOP = 25, 210 - 18, 297 - 16  #: millimetres, between which all stands
FIRST_TOP = TOP + 9  #: of the first page, where points and QR code stand higher
HEAD = 285  #: above it stands the running head
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
        closing.Cutouts(HOSTILE, ("0",), "Zifferblatt", ("eins", "zwei"), "Schneide."),
    )
    exercise = blocks.ExerciseView("x", "1", " ".join(HOSTILE), "Lies", "", "", content)
    shown = view()
    return blocks.PageView(
        "de", HOSTILE[0], HOSTILE[6], False, shown.fields, shown.page_of, HOSTILE[6], (exercise,), None, shown.labels
    )


VIEWS: dict[str, Callable[[], blocks.PageView]] = {
    "hostile": _hostile,
    **{name: partial(student_view, name) for name in BUILTIN_NAMES},
    **{f"{name}-key": partial(teacher_view, name) for name in BUILTIN_NAMES},
}


#: Worksheets that WeasyPrint prints in the tests too; of the others they look at the PDFs in ``samples/``.
ALWAYS_PRINTED = ("cat-short", "overview")


@cache
def printed(name: str, engine: EngineName) -> PdfResult:
    """A view on paper: printed here, or as it lies in ``samples/``, where a test holds that it is of this very page."""
    sheet = name.removesuffix("-key")
    if engine == "weasyprint" and sheet in READY and sheet not in ALWAYS_PRINTED:
        stem = sheet if sheet == name else f"{sheet}-{READY[sheet]}"
        return PdfResult((SAMPLES / "ready" / f"{stem}.pdf").read_bytes(), "weasyprint")
    return render_pdf(page_html(VIEWS[name]()), title="unused", language="de", engine=engine)


@cache
def document(name: str, engine: EngineName) -> Any:  # noqa: ANN401
    """A view on paper, opened."""
    return pypdfium2.PdfDocument(printed(name, engine).data)


@cache
def pages(name: str, engine: EngineName) -> Sequence[str]:
    """The text of every page."""
    # What a browser prints of strange words, PDFium takes apart into letters.
    is_plain = engine == "weasyprint" or not name.startswith(("hostile", "strange"))
    return page_texts(printed(name, engine).data) if is_plain else in_order(name, engine)


@cache
def in_order(name: str, engine: EngineName) -> Sequence[str]:
    """The text of every page in the order of the file; slow."""
    # A sign beyond the basic plane makes this reader see the other signs as two each, the first of them NUL.
    reader = pypdf.PdfReader(io.BytesIO(printed(name, engine).data or b""))
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


def outside(name: str, engine: EngineName, hanging: float = 0.7) -> list[Stretch]:
    """Text beyond the margins; only head and foot stand above and below, and so far a large J hangs out at the left."""
    return [
        each
        for each in stretches(name, engine)
        if each.left < LEFT - hanging
        or each.right > RIGHT + 0.5
        or each.bottom < 8
        or (each.top > (FIRST_TOP if each.page == 1 else TOP) + 0.5 and each.bottom < HEAD)
    ]


def inked_margins(name: str, engine: EngineName, hanging: float = 0.7) -> list[int]:
    """Pages on which lines, shades or drawings leave the margins, left for punching and right for the printer."""
    found = []
    for number, page in enumerate(document(name, engine), 1):
        picture = page.render(scale=1).to_pil().convert("L")
        width, height = picture.size
        per_mm = width / 210
        for left, right in ((0, (LEFT - hanging) * per_mm), ((RIGHT + 0.9) * per_mm, width)):
            if picture.crop((round(left), 0, round(right), height)).getextrema()[0] <= 200:
                found.append(number)
    return found


def overlapping(name: str, engine: EngineName, size: float = 1.0) -> list[tuple[Stretch, Stretch]]:
    """Pairs of runs that share more than an edge, which is so many times as thick as in ordinary letters."""
    found = sorted(stretches(name, engine), key=lambda each: (each.page, each.left))
    return list(_overlapping(found, size))


def _overlapping(found: list[Stretch], size: float) -> Iterator[tuple[Stretch, Stretch]]:
    """Pairs that share more than an edge, out of runs sorted by page and left edge."""
    for n, one in enumerate(found):
        for other in found[n + 1 :]:
            if other.page != one.page or other.left > one.right - size:
                break
            if (
                min(one.top, other.top) - max(one.bottom, other.bottom) > 0.8 * size
                and min(one.right, other.right) - other.left > size
            ):
                yield one, other


def whole_blocks(shown: blocks.PageView) -> Iterator[tuple[str, ...]]:
    """What must stand on one page: the texts of each calculation, table, grid, box and of the cut-outs."""
    for exercise in shown.exercises:
        yield (exercise.title, exercise.verb)
        for block in exercise.blocks:
            if isinstance(block, blocks.Calculation):
                yield (
                    block.title,
                    *(step.split("^")[0] for line in block.lines for step in line.steps if isinstance(step, str)),
                )
            elif isinstance(block, blocks.TableBlock):
                yield (
                    *(each for lines in block.head for each in lines),
                    *(row[0].text.split("^")[0] for row in block.rows),
                )
            elif isinstance(block, blocks.SumGrids):
                for grid in block.grids:
                    yield (grid.title, *(cell.text for _, cells in grid.rows for cell in cells))
            elif isinstance(block, blocks.Box):
                spans = [each.text for part in block.blocks if isinstance(part, blocks.Paragraph) for each in part.text]
                yield (block.title, *spans)
            elif isinstance(block, closing.Cutouts):
                yield (block.hint, *block.words, block.dial_title)


def torn(name: str, engine: EngineName) -> list[tuple[str, ...]]:
    """What does not stand on one page although it belongs together."""
    texts = [squeezed(text) for text in pages(name, engine)]
    return [
        parts
        for parts in whole_blocks(VIEWS[name]())
        if not any(all(squeezed(part) in text for part in parts) for text in texts)
    ]


def squeezed(text: str) -> str:
    """The text without spaces, in which readers differ."""
    return re.sub(r"\s+", "", text)
