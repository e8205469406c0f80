"""The views of all pairs, before and after adding positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.i18n import text
from posenc_cli.render.layout import csv_table, csv_word, grid, json_document, json_numbers, markdown, markdown_word
from posenc_cli.render.style import word
from posenc_cli.render.tables import conventions, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from posenc_cli.encodings.sums import Matrices, Scores, Sums
    from posenc_cli.render.style import Renderer, Style


def _pairs(scores: Scores) -> Iterator[tuple[int, int, list[float]]]:
    """Every pair once, itself included: its rows; dot before and after, cosine before and after."""
    matrices = (scores.before.dot, scores.after.dot, scores.before.cosine, scores.after.cosine)
    tables = [matrix.tolist() for matrix in matrices]
    for first in range(len(scores.sums.words)):
        for second in range(first, len(scores.sums.words)):
            yield first, second, [table[first][second] for table in tables]


def before_and_after(sums: Sums) -> tuple[str, str]:
    """What is compared: the embeddings, and what became of them."""
    return ("√d·E", "√d·E + PE") if sums.scaled else ("E", "E + PE")


def _headings(scores: Scores, style: Style, *, separator: str) -> list[str]:
    pair, dot, cosine = (text(style.language, f"compute.{key}") for key in ("pair", "dot", "cosine"))
    kinds = before_and_after(scores.sums)
    return [pair, *(f"{name}{separator}{kind}" for name in (dot, cosine) for kind in kinds)]


def _text(scores: Scores, style: Style) -> str:
    sums = scores.sums
    names = [f"{word(name)}@{pos}" for name, pos in zip(sums.words, sums.positions.tolist(), strict=True)]
    rows = [
        [f"{names[first]} · {names[second]}", *map(style.number, values)] for first, second, values in _pairs(scores)
    ]
    shown = grid(_headings(scores, style, separator="\n"), rows, style.screen, left=(0,))
    return f"{shown}\n{paragraph(conventions(sums.scheme, style), style)}\n"


def _markdown(scores: Scores, style: Style) -> str:
    sums = scores.sums
    names = [f"{markdown_word(name)}@{pos}" for name, pos in zip(sums.words, sums.positions.tolist(), strict=True)]
    rows = [
        [f"{names[first]} · {names[second]}", *map(style.number, values)] for first, second, values in _pairs(scores)
    ]
    shown = markdown(_headings(scores, style, separator=" "), rows, left=(0,))
    return f"{shown}\n{conventions(sums.scheme, style)}\n"


def _csv(scores: Scores, style: Style) -> str:
    words, positions = scores.sums.words, scores.sums.positions.tolist()
    rows = (
        [
            *(csv_word(words[first]), str(positions[first])),
            *(csv_word(words[second]), str(positions[second])),
            *map(style.exact, values),
        ]
        for first, second, values in _pairs(scores)
    )
    headings = ["word1", "pos1", "word2", "pos2", "dot_before", "dot_after", "cosine_before", "cosine_after"]
    return csv_table(headings, rows)


def scores_document(scores: Scores, style: Style) -> dict[str, Any]:
    """The document of all pairs."""

    def matrices(found: Matrices) -> dict[str, Any]:
        return {
            "dot": json_numbers(found.dot, style.decimals),
            "cosine": json_numbers(found.cosine, style.decimals),
        }

    return {
        "schema": "posenc.scores/1",
        "words": list(scores.sums.words),
        "positions": scores.sums.positions.tolist(),
        "before": matrices(scores.before),
        "after": matrices(scores.after),
    }


def _json(scores: Scores, style: Style) -> str:
    return json_document(scores_document(scores, style))


FORMATS: Mapping[str, Renderer] = {"text": _text, "md": _markdown, "csv": _csv, "json": _json}
