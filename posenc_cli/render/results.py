"""The views of a table of any encoding: additive ones as rows of numbers, rotary ones by pair, biases by head."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.errors import UsageError
from posenc_cli.i18n import text
from posenc_cli.render import tables
from posenc_cli.render.layout import csv_table, csv_word, grid, json_document, json_numbers, markdown, markdown_word
from posenc_cli.render.named import conventions, plain
from posenc_cli.render.style import MINUS, word
from posenc_cli.render.tables import paragraph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.encodings.results import Results
    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.render.style import Renderer, Style

    #: A part of a view: its title, the headings of its table, the rows, how many columns label a row.
    Part = tuple[str, list[str], list[list[str]], int]

_HALF = 2
#: A row and a column each a position of a query and of a key.
_SQUARE = ("buckets", "index", "visible", "weight")


def figure(value: float, style: Style) -> str:
    """A frequency, slope or wavelength: six digits, wherever its point is."""
    return style.step(value).replace(MINUS, "-")


def _names(found: Results, show: Callable[[str], str]) -> list[str]:
    """What stands where: the position, and the word if there is one."""
    positions = [str(position) for position in found.positions.tolist()]
    if found.words is None:
        return positions
    return [f"{position} {show(each)}".rstrip() for position, each in zip(positions, found.words, strict=True)]


def parts(found: Results, style: Style, show: Callable[[str], str]) -> Iterator[Part]:
    """The tables of a view, one after the other."""
    yield from _rotary(found, style, show) if found.kind == "rotary" else _scores(found, style, show)


def _rotary(found: Results, style: Style, show: Callable[[str], str]) -> Iterator[Part]:
    frequencies = found["inv_freq"].tolist()
    labels = [text(style.language, f"results.{name}") for name in ("columns", "wavelength", "angle")]
    rows = [
        [str(i), _columns(found, i), figure(each, style), figure(math.tau / each if each else math.inf, style)]
        for i, each in enumerate(frequencies)
    ]
    factor = figure(float(found["attention_factor"]), style)
    title = text(style.language, "results.pairs", factor=factor)
    yield title, ["i", labels[0], "inv_freq", labels[1]], rows, 2
    names = [name for name in found.arrays if name not in ("inv_freq", "attention_factor")]
    columns = [found[name].tolist() for name in names]
    rows = [
        [name if i == 0 else "", str(i), *(style.number(column[row][i]) for column in columns)]
        for row, name in enumerate(_names(found, show))
        for i in range(len(frequencies))
    ]
    heads = [labels[2] if name == "angles" else name for name in names]
    yield text(style.language, "results.turns"), ["pos", "i", *heads], rows, 2


def _columns(found: Results, pair: int) -> str:
    """Which two columns of a head make a pair."""
    layout = found.scheme.chosen.get("layout")
    pairs = len(found["inv_freq"])
    halves = layout == "halves" or (layout == "usual" and "split" in found.scheme.formula and _split(found) == "1")
    return f"{pair}, {pair + pairs}" if halves else f"{_HALF * pair}, {_HALF * pair + 1}"


def _split(found: Results) -> str:
    return found.scheme.formula.rule("split").expression.text


def _scores(found: Results, style: Style, show: Callable[[str], str]) -> Iterator[Part]:
    names = _names(found, show)
    for name, values in found.arrays.items():
        title = text(style.language, f"results.{name}") if name in _TOLD else name
        if np.isneginf(values).any():
            title = text(style.language, "results.masked", name=title)
        if values.ndim == 1:
            heads = [str(head + 1) for head in range(len(values))]
            yield title, [text(style.language, "results.head"), name], _listed(heads, values, style), 1
        elif values.ndim > _HALF:
            for head, matrix in enumerate(values):
                one = title if len(values) == 1 else text(style.language, "results.of-head", name=title, head=head + 1)
                yield one, *_matrix(names, matrix, style)
        elif name in _SQUARE:
            yield title, *_matrix(names, values, style)
        else:
            heads = [tables.dimension(k) for k in range(values.shape[1])]
            labels = names if len(values) == len(names) else [str(row) for row in range(len(values))]
            yield title, ["", *heads], _cells(labels, values, style), 1


_TOLD = frozenset({"slopes", "buckets", "index", "table", "bias", "score", "visible", "weight", "mean"})


def _listed(labels: Sequence[str], values: NDArray[Any], style: Style) -> list[list[str]]:
    return [[label, figure(value, style)] for label, value in zip(labels, values.tolist(), strict=True)]


def _matrix(names: list[str], values: NDArray[Any], style: Style) -> tuple[list[str], list[list[str]], int]:
    """Queries are the last of the keys."""
    return ["", *names], _cells(names[len(names) - len(values) :], values, style), 1


def _cells(labels: Sequence[str], values: NDArray[Any], style: Style) -> list[list[str]]:
    write = str if values.dtype.kind == "i" else style.number
    return [[label, *map(write, row)] for label, row in zip(labels, values.tolist(), strict=True)]


def _text(found: Results, style: Style) -> str:
    if found.table is not None:
        return str(tables.FORMATS["text"](found.table, style))
    shown = [
        f"{title}\n{grid(heads, rows, style.screen, labels=n)}" for title, heads, rows, n in parts(found, style, word)
    ]
    return "\n".join([*shown, paragraph(conventions(found.scheme, style), style) + "\n"])


def _markdown(found: Results, style: Style) -> str:
    if found.table is not None:
        return str(tables.FORMATS["md"](found.table, style))
    shown = [f"{title}\n\n{markdown(heads, rows)}" for title, heads, rows, _ in parts(found, style, markdown_word)]
    return "\n".join([*shown, conventions(found.scheme, style) + "\n"])


def _csv(found: Results, style: Style) -> str:
    if found.table is not None:
        return str(tables.FORMATS["csv"](found.table, style))
    return _pairs_csv(found, style) if found.kind == "rotary" else _cells_csv(found, style)


def _pairs_csv(found: Results, style: Style) -> str:
    names = [name for name in found.arrays if name not in ("inv_freq", "attention_factor")]
    words = found.words or ("",) * len(found.positions)

    def rows() -> Iterator[list[str]]:
        columns = [found[name].tolist() for name in names]
        factor = style.exact(float(found["attention_factor"]))
        for row, (pos, each) in enumerate(zip(found.positions.tolist(), words, strict=True)):
            label = [str(pos)] if found.words is None else [str(pos), csv_word(each)]
            for i, frequency in enumerate(found["inv_freq"].tolist()):
                values = [style.exact(column[row][i]) for column in columns]
                yield [*label, str(i), style.exact(frequency), factor, *values]

    label = ["pos"] if found.words is None else ["pos", "word"]
    return csv_table([*label, "i", "inv_freq", "attention_factor", *names], rows())


def _cells_csv(found: Results, style: Style) -> str:
    """A row a query and key (and head), a column a quantity; what is not of that shape stays out."""
    square = {name: values for name, values in found.arrays.items() if name in _SQUARE or values.ndim > _HALF}
    keys, queries = found.positions.tolist(), found.queries.tolist()
    heads = max((len(values) for values in square.values() if values.ndim > _HALF), default=1)

    def rows() -> Iterator[list[str]]:
        for head in range(heads):
            columns = [(values[head] if values.ndim > _HALF else values).tolist() for values in square.values()]
            for query, pos in enumerate(queries):
                for key, other in enumerate(keys):
                    cells = [column[query][key] for column in columns]
                    yield [str(head + 1), str(pos), str(other), *(_exact(cell, style) for cell in cells)]

    return csv_table(["head", "query", "key", *square], rows())


def _exact(value: float, style: Style) -> str:
    return str(value) if isinstance(value, int) else style.exact(value)


def _json(found: Results, style: Style) -> str:
    if found.table is not None and found.dtype == "float64":
        return str(tables.FORMATS["json"](found.table, style))
    document: dict[str, Any] = {
        "schema": "posenc.table/1",
        "encoding": found.scheme.encoding.name,
        "kind": found.kind,
        "d": found.scheme.d,
        "conventions": plain(found.scheme),
        "dtype": found.dtype,
        "positions": found.positions.tolist(),
    }
    if found.words is not None:
        document["words"] = list(found.words)
    for name, values in found.arrays.items():
        whole = values.dtype.kind == "i"
        document[name] = values.tolist() if whole else json_numbers(values.astype(np.float64), style.decimals)
    return json_document(document)


def _npy(found: Results, _style: Style) -> bytes:
    from posenc_cli.files.tensors import bfloat16_bits, npy_bytes

    if found.main is None:
        raise UsageError("precision.several", encoding=found.scheme.encoding.name, names=", ".join(found.arrays))
    array = found[found.main]
    return npy_bytes(bfloat16_bits(array) if found.dtype == "bfloat16" else array)


def _npz(found: Results, _style: Style) -> bytes:
    from posenc_cli.files.tensors import bfloat16_bits, npz_bytes

    short = found.dtype == "bfloat16"
    return npz_bytes(
        {
            name: bfloat16_bits(values) if short and values.dtype.kind == "f" else values
            for name, values in {"positions": found.positions, **found.arrays}.items()
        }
    )


def _safetensors(found: Results, _style: Style) -> bytes:
    from posenc_cli.files.tensors import safetensors_bytes

    arrays = {"positions": found.positions, **found.arrays}
    return safetensors_bytes(arrays, metadata=metadata(found.scheme), bfloat16=found.dtype == "bfloat16")


def metadata(scheme: Scheme) -> dict[str, str]:
    """What a safetensors file tells of its tensors."""
    conventions = json.dumps(plain(scheme), ensure_ascii=False)
    return {"encoding": scheme.encoding.name, "d": str(scheme.d), "conventions": conventions}


FORMATS: Mapping[str, Renderer] = {
    "text": _text,
    "md": _markdown,
    "csv": _csv,
    "json": _json,
    "npy": _npy,
    "npz": _npz,
    "safetensors": _safetensors,
}
