"""The views of what an encoding does to scores: vectors, products, bias, sum, softmax."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from posenc_cli.i18n import text
from posenc_cli.render.layout import csv_table, csv_word, grid, json_document, json_numbers, markdown, markdown_word
from posenc_cli.render.losses import scientific
from posenc_cli.render.named import conventions, plain
from posenc_cli.render.style import word
from posenc_cli.render.tables import dimension, paragraph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from posenc_cli.encodings.scored import Scored
    from posenc_cli.render.style import Renderer, Style


@dataclass(frozen=True)
class View:
    """Scores, and whether the vectors are to be shown, too."""

    scored: Scored
    vectors: bool = False


def _matrices(scored: Scored) -> dict[str, NDArray[np.float64]]:
    """What is shown, by name: the sum only where it is more than the products."""
    bias = {} if scored.bias is None else {"bias": scored.bias}
    sums = {} if scored.bias is None and (scored.scores == scored.products).all() else {"scores": scored.scores}
    return {"products": scored.products, **bias, **sums, "weights": scored.weights}


def _vectors(scored: Scored) -> dict[str, NDArray[np.float64]]:
    same = (scored.query == scored.key).all()
    return {
        "vectors": scored.vectors,
        **({"both": scored.query} if same else {"query": scored.query, "key": scored.key}),
    }


def _parts(view: View, style: Style, show: Callable[[str], str]) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Title, headings and rows of each table."""
    scored = view.scored
    names = [f"{show(each)}@{pos}" for each, pos in zip(scored.words, scored.positions.tolist(), strict=True)]
    columns = [dimension(k) for k in range(scored.scheme.d)]
    shown = [(name, values, columns) for name, values in (_vectors(scored) if view.vectors else {}).items()]
    shown += [(name, values, names) for name, values in _matrices(scored).items()]
    for name, values, heads in shown:
        of = "products-unscaled" if name == "products" and scored.scale == 1 else name
        title = text(style.language, f"scored.{of}")
        if (values == float("-inf")).any():
            title = text(style.language, "results.masked", name=title)
        if name == "bias" and scored.heads > 1:
            title = text(style.language, "results.of-head", name=title, head=scored.head)
        rows = [[label, *map(style.number, row)] for label, row in zip(names, values.tolist(), strict=True)]
        yield title, ["", *heads], rows


def _told(scored: Scored, style: Style) -> list[str]:
    """What moving did, and the conventions."""
    if scored.shift is None:
        return [conventions(scored.scheme, style)]
    key = "unmoved" if scored.unmoved else "moved"
    change = scientific(scored.change or 0.0, style.mark) if scored.unmoved else style.number(scored.change or 0.0)
    return [text(style.language, f"scored.{key}", shift=scored.shift, change=change), conventions(scored.scheme, style)]


def _text(view: View, style: Style) -> str:
    shown = [
        f"{title}\n{grid(heads, rows, style.screen, left=(0,))}" for title, heads, rows in _parts(view, style, word)
    ]
    return "\n".join([*shown, "\n".join(paragraph(each, style) for each in _told(view.scored, style)) + "\n"])


def _markdown(view: View, style: Style) -> str:
    parts = _parts(view, style, markdown_word)
    shown = [f"{title}\n\n{markdown(heads, rows, left=(0,))}" for title, heads, rows in parts]
    return "\n".join([*shown, "\n\n".join(_told(view.scored, style)) + "\n"])


def _csv(view: View, style: Style) -> str:
    scored, matrices = view.scored, _matrices(view.scored)
    places = list(zip(scored.positions.tolist(), map(csv_word, scored.words), strict=True))
    rows = (
        [*map(str, first), *map(str, second), *(style.exact(float(each[row, column])) for each in matrices.values())]
        for row, first in enumerate(places)
        for column, second in enumerate(places)
    )
    return csv_table(["query_pos", "query", "key_pos", "key", *matrices], rows)


def _json(view: View, style: Style) -> str:
    scored = view.scored
    document: dict[str, Any] = {
        "schema": "posenc.attention/1",
        "encoding": scored.scheme.encoding.name,
        "kind": scored.scheme.encoding.kind,
        "d": scored.scheme.d,
        "conventions": plain(scored.scheme),
        "head": scored.head,
        "scale": scored.scale,
        "words": list(scored.words),
        "positions": scored.positions.tolist(),
    }
    if scored.shift is not None:
        document |= {"shift": scored.shift, "largest_change": scored.change}
    if view.vectors:
        document |= {
            name: json_numbers(values, style.decimals)
            for name, values in {"vectors": scored.vectors, "query": scored.query, "key": scored.key}.items()
        }
    matrices = {"products": scored.products, "bias": scored.bias, "scores": scored.scores, "weights": scored.weights}
    document |= {name: json_numbers(each, style.decimals) for name, each in matrices.items() if each is not None}
    return json_document(document)


FORMATS: Mapping[str, Renderer] = {"text": _text, "md": _markdown, "csv": _csv, "json": _json}
