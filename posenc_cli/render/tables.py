"""The views of a table of an encoding."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from posenc_cli.i18n import text
from posenc_cli.render.layout import csv_table, csv_word, grid, json_document, json_numbers, markdown, markdown_word
from posenc_cli.render.named import SUBSCRIPTS, conventions, plain
from posenc_cli.render.style import word

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from posenc_cli.encodings.table import Column, Table
    from posenc_cli.render.style import Renderer, Style


def dimension(k: int) -> str:
    """A column as on paper: d₁ is the first."""
    return f"d{k + 1}".translate(SUBSCRIPTS)


def function(column: Column, style: Style) -> str:
    """What a column holds: ``sin(pos/100)``; nothing if that cannot be said in a word."""
    return "" if column.divisor is None else f"{column.function}({column.of}/{style.short(column.divisor)})"


def headings(table: Table, style: Style, *, separator: str) -> list[str]:
    """Position, word, and a column's name over what it holds."""
    labels = ["pos"] if table.words is None else ["pos", text(style.language, "compute.word")]
    named = ((dimension(each.k), function(each, style)) for each in table.columns)
    return [*labels, *(separator.join(filter(None, names)) for names in named)]


def _text(table: Table, style: Style) -> str:
    rows = [
        [str(pos), *_word(table, row, word), *map(style.number, table.values[row])]
        for row, pos in enumerate(table.positions.tolist())
    ]
    labels = 1 if table.words is None else 2
    shown = grid(
        headings(table, style, separator="\n"), rows, style.screen, labels=labels, left=(1,) if table.words else ()
    )
    return f"{shown}\n{paragraph(conventions(table.scheme, style), style)}\n"


def paragraph(sentence: str, style: Style, *, indent: str = "") -> str:
    """A sentence in lines of the screen's width, 80 columns at most; the others are indented twice as far."""
    import textwrap

    width = min(style.screen.width or 80, 80)
    return textwrap.fill(
        sentence,
        width,
        initial_indent=indent,
        subsequent_indent=indent * 2,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _word(table: Table, row: int, show: Any) -> list[str]:  # noqa: ANN401
    return [] if table.words is None else [show(table.words[row])]


def _markdown(table: Table, style: Style) -> str:
    rows = (
        [str(pos), *_word(table, row, markdown_word), *map(style.number, table.values[row])]
        for row, pos in enumerate(table.positions.tolist())
    )
    shown = markdown(headings(table, style, separator=" = "), rows, left=(1,) if table.words else ())
    return f"{shown}\n{conventions(table.scheme, style)}\n"


def _csv(table: Table, style: Style) -> str:
    def rows() -> Iterator[list[str]]:
        for row, pos in enumerate(table.positions.tolist()):
            yield [str(pos), *_word(table, row, csv_word), *map(style.exact, table.values[row].tolist())]

    labels = ["pos"] if table.words is None else ["pos", "word"]
    return csv_table([*labels, *(f"d{each.k + 1}" for each in table.columns)], rows())


def _json(table: Table, style: Style) -> str:
    document: dict[str, Any] = {
        "schema": "posenc.table/1",
        "encoding": table.scheme.encoding.name,
        "d": table.scheme.d,
        "conventions": plain(table.scheme),
        "positions": table.positions.tolist(),
    }
    if table.words is not None:
        document["words"] = list(table.words)
    document["columns"] = [
        {"k": each.k, "i": each.i, "function": each.function, "divisor": each.divisor} for each in table.columns
    ]
    document["values"] = json_numbers(table.values, style.decimals)
    return json_document(document)


def _npy(table: Table, _style: Style) -> bytes:
    import numpy as np

    buffer = io.BytesIO()
    np.save(buffer, table.values, allow_pickle=False)
    return buffer.getvalue()


FORMATS: Mapping[str, Renderer] = {"text": _text, "md": _markdown, "csv": _csv, "json": _json, "npy": _npy}

__all__ = ["FORMATS", "conventions", "dimension", "function", "headings", "paragraph"]
