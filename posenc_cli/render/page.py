"""A view as one complete page of HTML: printed by WeasyPrint or a browser, or opened and printed by a person.

What a block looks like is the business of ``templates/``; here its strings are made safe and its exponents raised.
"""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from posenc_cli.render import columns_apart, figures, fitting, pictures
from posenc_cli.render._templates import environment
from posenc_cli.render.blocks import TableBlock
from posenc_cli.render.browser import POLICY
from posenc_cli.render.own_templates import bounded
from posenc_cli.render.pdf import css_string
from posenc_cli.render.plots import paper
from posenc_cli.render.powers import BARE_POWER, POWER
from posenc_cli.render.qr import symbol
from posenc_cli.render.svg import INK, KEY_INK, TALLEST, WIDEST, Room, enlarged, printable
from posenc_cli.render.weasy import into_head

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from jinja2 import Environment
    from markupsafe import Markup

    from posenc_cli.render.blocks import Calculation, Cell, ExerciseView, Inline, PageView, Span
    from posenc_cli.render.blocks import TableBlock as Table
    from posenc_cli.render.closing import Letters
    from posenc_cli.render.paper import Paper

#: What has no space inside is not torn at its slash: 2i/d, pos/100.
_FRACTION = re.compile(r"(?<![\w/])\w{1,6}/\w{1,6}(?![\w/])")
_HALF_PAGE = 120.0  #: mm that a half-page table fills
_HEAD_OF_TABLE = 14.0  #: mm of its heading row
_LOWEST_ROW = 8.0  #: mm
_RESULT, _LETTER, _BOX = 21.0, 6.0, 8.0  #: mm of the columns of a table of letters, and of the box around it
_CARD = 170.0  #: points and letters that a card holds on one line
_NBSP = "\u00a0"
_PAGE = "sheet.html.j2"


def page_html(view: PageView, own: Path | None = None) -> str:
    """The page, style and drawings inside; ``pdf.self_contained`` puts the fonts in too.

    Args:
        view: what is to be printed; every text in it is data and is escaped.
        own: a person's folder of templates.

    Raises:
        InputError: one of these has a fault.
    """
    return filled(_PAGE, view, own)


def filled(template: str, view: PageView, own: Path | None = None, **more: object) -> str:
    """A template with a view put in, and whatever else it reads; else as :func:`page_html`."""
    paper, sheet = view.paper, _environment(own)
    fits: dict[str, Callable[..., object]] = {name: partial(rule, paper=paper) for name, rule in _FITTING.items()}
    fits["line_style"] = partial(fitting.line_style, paper=paper, below=fitting.steps_below(view, paper))
    values: dict[str, Any] = {"view": view, "draw": _Drawings(paper), **fits, **more}
    if own is None:
        return sheet.get_template(template).render(values)
    with bounded(sheet, own):
        # No scripts and nothing from elsewhere, wherever this page is opened.
        return into_head(sheet.get_template(template).render(values), POLICY)


#: What of the arrangement depends on the paper.
_FITTING: Mapping[str, Callable[..., object]] = {
    "cell_style": fitting.cell_style,
    "line_style": fitting.line_style,
    "is_stacked": fitting.is_stacked,
    "is_long": fitting.is_long,
    "is_long_row": fitting.is_long_row,
    "sum_style": columns_apart.sum_style,
}


@cache
def _environment(own: Path | None) -> Environment:
    """The templates with what they may call; made once, for a class set has many pages."""
    from jinja2 import pass_context

    sheet = environment(own=own, printed=_printable)
    sheet.filters |= {
        "inline": pass_context(lambda context, text: _inline(text, context["view"])),
        "math": _math,
        "kind": lambda block: type(block).__name__,
        "arranged": pass_context(lambda context, blocks: fitting.arranged(blocks, context["view"].paper)),
        "equation": _equation,
        "css_string": lambda text: safe(css_string(printable(text))),
        "shown": lambda cell: cell.text or _NBSP,
    }
    sheet.globals |= {
        "row_height": _row_height,
        "is_given": fitting.is_given,
        "no_steps": _no_steps,
        "starts_page": _starts_page,
        "keeps_with": fitting.keeps_with,
        "is_brief": fitting.is_brief,
        "word_size": _word_size,
        "qr_symbol": _qr_symbol,
        "letter_tables": _letter_tables,
    }
    return sheet


def _printable(value: Any) -> Any:  # noqa: ANN401
    """What goes onto the page: markup as it is, text without what a page cannot carry."""
    return printable(value) if type(value) is str else value


class _Drawings:
    """The drawings, for templates: as large as the letters of a paper ask for, and grey if it is."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper
        self._room = Room(WIDEST / paper.room, TALLEST / paper.room)

    def dial(self, *of: Any) -> Markup:  # noqa: ANN401
        return self._fitted(pictures.dial(*of))

    def picture(self, of: Any) -> Markup:  # noqa: ANN401
        return self._fitted(pictures.picture(of))

    def heatmap(self, of: Any) -> Markup:  # noqa: ANN401
        return self._fitted(pictures.heatmap(of, self._room))

    def figure(self, of: Any) -> Markup:  # noqa: ANN401
        return self._fitted(figures.figure(of, self._room))

    def panel(self, panel: Any, of: Any) -> Markup:  # noqa: ANN401
        return self._fitted(paper.panel_svg(panel, of.alt, self._room))

    def arrow_panel(self, *of: Any) -> Markup:  # noqa: ANN401
        return self._fitted(figures.arrow_panel(*of))

    def scale(self, alt: str) -> Markup:
        return self._fitted(pictures.scale_bar(alt))

    def cutout_dial(self, of: Any) -> Markup:  # noqa: ANN401
        return safe(self._coloured(pictures.cutout_dial(of)))

    def _fitted(self, drawing: str) -> Markup:
        return safe(self._coloured(enlarged(drawing, self._paper.room)))

    def _coloured(self, drawing: str) -> str:
        return drawing.replace(KEY_INK, INK) if self._paper.grey else drawing


def safe(markup: str) -> Markup:
    """Markup of ours, which the templates do not escape again."""
    from markupsafe import Markup

    return Markup(markup)  # noqa: S704  (made of escaped parts only)


def _escaped(text: str) -> str:
    from markupsafe import escape

    return str(escape(printable(text)))


def _inline(text: Inline, view: PageView) -> Markup:
    """Running text with its styles."""
    return safe("".join(_span(span, view) for span in text))


def _span(span: Span, view: PageView) -> str:
    if span.target:
        return _reference(span, view)
    if span.style == "power":
        return _raised(span.text, brackets=not BARE_POWER.fullmatch(span.text))
    if span.style == "index":
        return f'<span class="mark">_</span><sub>{_escaped(span.text)}</sub>'
    tag = {"strong": "strong", "emphasis": "em"}.get(span.style)
    if span.style == "formula":
        return f'<span class="formula">{_math(span.text)}</span>'
    return f"<{tag}>{_escaped(span.text)}</{tag}>" if tag else _unbroken(span.text)


def _reference(span: Span, view: PageView) -> str:
    """A link to an exercise, called by its number; where the engine can, the style adds the page."""
    number = next((exercise.number for exercise in view.exercises if exercise.anchor == span.target), None)
    if number is None:
        message = f"a reference to an exercise that is not on the sheet: {span.target}"
        raise ValueError(message)
    said = _escaped(span.text or f"{view.labels['exercise']}{_NBSP}{number}")
    return f'<a class="reference" href="#exercise-{_escaped(span.target)}">{said}</a>'


def _math(text: str) -> Markup:
    """A ready string with its powers raised; what is copied from paper still reads 10000^(2i/d)."""
    parts, end = [], 0
    for found in POWER.finditer(text):
        parts.append(_unbroken(text[end : found.start()]))
        power = _raised(found["long"] or found["short"], brackets=found["long"] is not None)
        parts.append(f'<span class="power">{_escaped(found["base"])}{power}</span>')
        end = found.end()
    return safe("".join([*parts, _unbroken(text[end:])]))


def _unbroken(text: str) -> str:
    """A text whose short fractions stay on one line."""
    parts, end = [], 0
    for found in _FRACTION.finditer(text):
        parts += [_escaped(text[end : found.start()]), f'<span class="power">{_escaped(found[0])}</span>']
        end = found.end()
    return "".join([*parts, _escaped(text[end:])])


def _raised(exponent: str, *, brackets: bool) -> str:
    """The marks stand outside the raised part, transparent: inside it some readers of PDF break the line."""
    before, after = ("^(", '<span class="mark end">)</span>') if brackets else ("^", "")
    return f'<span class="mark">{before}</span><sup>{_escaped(exponent)}</sup>{after}'


def _equation(line: Inline) -> tuple[Inline, Inline]:
    """A formula in two: before its first "=" and from it on; all before where there is none."""
    for n, span in enumerate(line):
        at = span.text.find("=")
        if span.style in {"plain", "formula"} and at >= 0:
            left = _part(span, span.text[:at].rstrip())
            return (*line[:n], *left), (*_part(span, span.text[at:]), *line[n + 1 :])
    return line, ()


def _part(span: Span, text: str) -> Inline:
    from dataclasses import replace

    return (replace(span, text=text),) if text else ()


def _row_height(table: Table) -> str:
    """How high the rows of a half-page table are, as CSS."""
    return f"{max((_HALF_PAGE - _HEAD_OF_TABLE) / max(len(table.rows), 1), _LOWEST_ROW):.1f}mm"


def _starts_page(exercise: ExerciseView, is_key: bool) -> bool:  # noqa: FBT001  (called from a template)
    """Does it start on a new page: because it is to, or because its table fills half of one (not in a key)?"""
    tables = (block for block in exercise.blocks if isinstance(block, TableBlock))
    return exercise.new_page or (not is_key and any(table.kind == "half-page" for table in tables))


def _no_steps(block: Calculation, steps: Sequence[str]) -> int:
    """How many empty places a line has before its result, so that all results stand in one column."""
    return max(len(line.steps) for line in block.lines) - len(steps)


def _qr_symbol(view: PageView) -> dict[str, object]:
    """The QR code of a view: its drawing and its place in the head."""
    found = symbol(view.qr, view.qr_alt)
    return {"svg": safe(found.svg), "room": found.room, "is_wide": found.is_wide}


def _word_size(word: str) -> str:
    """How large a word stands on its card, as CSS: long ones smaller, very long ones on several lines."""
    return f"{min(17.0, max(6.0, _CARD / max(len(word), 1))):.1f}pt"


def _letter_tables(block: Letters, paper: Paper) -> Sequence[Sequence[Sequence[Cell]]]:
    """The rows of a table of letters, in two halves side by side where the paper has room for both."""
    half = (len(block.rows) + 1) // 2
    wide = _RESULT + _LETTER * len(block.head)
    fits = 2 * wide * paper.room <= paper.measure - _BOX
    return [block.rows[:half], block.rows[half:]] if fits else [block.rows]
