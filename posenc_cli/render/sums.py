"""The views of E, PE and E + PE."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.i18n import text
from posenc_cli.render.layout import csv_table, csv_word, grid, json_document, json_numbers, markdown, markdown_word
from posenc_cli.render.style import word
from posenc_cli.render.tables import conventions, dimension, paragraph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from posenc_cli.encodings.sums import Sums
    from posenc_cli.render.style import Renderer, Style


def _headings(sums: Sums, style: Style) -> list[str]:
    return ["pos", text(style.language, "compute.word"), "", *(dimension(each.k) for each in sums.columns)]


def _rows(sums: Sums, style: Style, show: Callable[[str], str]) -> Iterator[list[list[str]]]:
    """The three rows of each word."""
    parts = {"√d·E" if sums.scaled else "E": sums.embedding, "+ PE": sums.encoding, "= E + PE": sums.total}
    if sums.scaled:
        parts["= √d·E + PE"] = parts.pop("= E + PE")
    for row, (pos, name) in enumerate(zip(sums.positions.tolist(), sums.words, strict=True)):
        labels = [[str(pos), show(name)], ["", ""], ["", ""]]
        yield [
            [*label, part, *map(style.number, values[row].tolist())]
            for label, (part, values) in zip(labels, parts.items(), strict=True)
        ]


def _text(sums: Sums, style: Style) -> str:
    rows = [line for lines in _rows(sums, style, word) for line in [*lines, []]][:-1]
    shown = grid(_headings(sums, style), rows, style.screen, labels=3, left=(1, 2))
    return f"{shown}\n{paragraph(conventions(sums.scheme, style), style)}\n"


def _markdown(sums: Sums, style: Style) -> str:
    rows = [line for lines in _rows(sums, style, markdown_word) for line in lines]
    return f"{markdown(_headings(sums, style), rows, left=(1, 2))}\n{conventions(sums.scheme, style)}\n"


def _csv(sums: Sums, style: Style) -> str:
    parts = {"embedding": sums.embedding, "encoding": sums.encoding, "sum": sums.total}
    rows = (
        [str(pos), csv_word(name), part, *map(style.exact, values[row].tolist())]
        for row, (pos, name) in enumerate(zip(sums.positions.tolist(), sums.words, strict=True))
        for part, values in parts.items()
    )
    return csv_table(["pos", "word", "part", *(f"d{each.k + 1}" for each in sums.columns)], rows)


def _json(sums: Sums, style: Style) -> str:
    return json_document(
        {
            "schema": "posenc.add/1",
            "words": list(sums.words),
            "positions": sums.positions.tolist(),
            "embedding": json_numbers(sums.embedding, style.decimals),
            "encoding": json_numbers(sums.encoding, style.decimals),
            "sum": json_numbers(sums.total, style.decimals),
        }
    )


FORMATS: Mapping[str, Renderer] = {"text": _text, "md": _markdown, "csv": _csv, "json": _json}
