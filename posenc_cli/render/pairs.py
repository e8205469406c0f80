"""The views of one pair of words: the working of its dot product and cosine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.encodings.sums import scores
from posenc_cli.i18n import text
from posenc_cli.render.layout import csv_table, csv_word, grid, json_document, json_numbers, markdown, markdown_word
from posenc_cli.render.scores import before_and_after, scores_document
from posenc_cli.render.style import MINUS, fit, trimmed, word
from posenc_cli.render.tables import conventions, dimension, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from posenc_cli.encodings.sums import Comparison, Pair
    from posenc_cli.render.style import Renderer, Style

#: Decimals that the working from exact numbers shows beyond those asked for.
_FINER = 3
#: The sign between two factors, which a line is not broken at.
_TIMES = "\u00a0·\u00a0"


def _names(pair: Pair) -> list[str]:
    return [f"{name}@{pos}" for name, pos in zip(pair.sums.words, pair.sums.positions.tolist(), strict=True)]


def _ways(pair: Pair) -> dict[str, Comparison]:
    return {"before": pair.before, "printed": pair.printed, "exact": pair.exact}


def _bracketed(said: str) -> str:
    return f"({said})" if said.startswith(MINUS) else said


def _joined(terms: list[str]) -> str:
    """A sum of terms: a negative one is taken away."""
    signed = [f" {MINUS} {term[1:]}" if term.startswith(MINUS) else f" + {term}" for term in terms[1:]]
    return "".join([terms[0], *signed])


def _lines(found: Comparison, style: Style, *, exact: bool) -> Iterator[str]:
    """One comparison as a person writes it: from rows as they are printed, or with more digits."""
    places = style.places + _FINER if exact else style.places

    def result(value: float) -> str:
        """A product or sum: all its digits where the rows have so many, else rounded."""
        return style.paper(value, places) if exact else trimmed(style.paper(value, 2 * style.places))

    rows = [[style.paper(value, places) for value in side.tolist()] for side in (found.left, found.right)]
    products = [f"{_bracketed(left)}{_TIMES}{_bracketed(right)}" for left, right in zip(*rows, strict=True)]
    dot, cosine = (text(style.language, f"compute.{key}") for key in ("dot", "cosine"))
    whole, written = result(found.dot), style.paper(found.dot, style.places)
    indent, sign = " " * len(dot), "≈" if exact else "="
    last = "=" if not exact and trimmed(written) == whole else "≈"
    yield f"{dot} = {' + '.join(products)}"
    yield f"{indent} {sign} {_joined([result(value) for value in found.products.tolist()])}"
    yield f"{indent} {sign} {whole} {last} {written}"
    lengths = [float((side @ side) ** 0.5) for side in (found.left, found.right)]
    if min(lengths) > 0:
        bottom = _TIMES.join(style.paper(length, style.places + _FINER) for length in lengths)
        yield f"{cosine} ≈ {_bracketed(whole)} / ({bottom}) ≈ {style.paper(found.cosine, style.places)}"


def _text(pair: Pair, style: Style) -> str:
    first, second = (word(name) for name in _names(pair))
    before, after = before_and_after(pair.sums)
    sides = [
        [name * (kind == before), kind, *map(style.number, values[row].tolist())]
        for row, name in enumerate((first, second))
        for kind, values in ((before, pair.sums.embedding), (after, pair.sums.total))
    ]
    headings = [text(style.language, "compute.word"), "", *(dimension(each.k) for each in pair.sums.columns)]
    parts = [grid(headings, sides, style.screen, labels=2, left=(0, 1))]
    for way, found in _ways(pair).items():
        title = text(style.language, f"compute.ways.{way}", before=before, after=after)
        lines = [
            paragraph(line, style, indent="  ").replace("\u00a0", " ")
            for line in _lines(found, style, exact=way == "exact")
        ]
        parts.append("\n".join([title, *lines]) + "\n")
    parts.append(paragraph(conventions(pair.sums.scheme, style), style) + "\n")
    return fit("\n".join(parts), style.screen.encoding)


def _markdown(pair: Pair, style: Style) -> str:
    headings = ["", text(style.language, "compute.dot"), text(style.language, "compute.cosine")]
    before, after = before_and_after(pair.sums)
    rows = [
        [text(style.language, f"compute.ways.{way}", before=before, after=after), *_two(found, style)]
        for way, found in _ways(pair).items()
    ]
    first, second = map(markdown_word, _names(pair))
    return f"{first} · {second}\n\n{markdown(headings, rows, left=(0,))}\n{conventions(pair.sums.scheme, style)}\n"


def _two(found: Comparison, style: Style) -> list[str]:
    return [style.number(found.dot), style.number(found.cosine)]


def _csv(pair: Pair, style: Style) -> str:
    (left, right), (pos1, pos2) = map(csv_word, pair.sums.words), map(str, pair.sums.positions.tolist())
    rows = (
        [left, pos1, right, pos2, way, style.exact(found.dot), style.exact(found.cosine)]
        for way, found in _ways(pair).items()
    )
    return csv_table(["word1", "pos1", "word2", "pos2", "from", "dot", "cosine"], rows)


def _json(pair: Pair, style: Style) -> str:
    def comparison(found: Comparison, decimals: int | None) -> dict[str, Any]:
        return {
            name: json_numbers(getattr(found, name), decimals)
            for name in ("left", "right", "products", "dot", "cosine")
        }

    working: dict[str, Any] = {"decimals": pair.decimals}
    for way, found in _ways(pair).items():
        working[way] = comparison(found, None if way == "printed" else style.decimals)
    return json_document({**scores_document(scores(pair.sums), style), "pair": working})


FORMATS: Mapping[str, Renderer] = {"text": _text, "md": _markdown, "csv": _csv, "json": _json}
