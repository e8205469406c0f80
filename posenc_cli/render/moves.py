"""The views of the rotation from one position to another, checked by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.i18n import text
from posenc_cli.render.layout import json_document, json_numbers
from posenc_cli.render.named import conventions, plain
from posenc_cli.render.style import MINUS, fit
from posenc_cli.render.tables import paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from posenc_cli.encodings.moved import Moved, Turned
    from posenc_cli.render.style import Renderer, Style

_TIMES = " · "


def _rows(moved: Moved, pair: Turned) -> tuple[tuple[float, float], tuple[float, float]]:
    """The matrix that is written left of the vector."""
    sign = 1 if moved.sine_first else -1
    return (pair.cos, sign * pair.sin), (-sign * pair.sin, pair.cos)


def _bracketed(said: str) -> str:
    return f"({said})" if said.startswith(MINUS) else said


def _pair(moved: Moved, pair: Turned, style: Style) -> Iterator[str]:
    names = ("sin", "cos") if moved.sine_first else ("cos", "sin")
    yield text(style.language, "steps.turned", i=pair.i, angle=style.step(pair.angle), x=names[0], y=names[1])
    matrix = [[style.step(value) for value in row] for row in _rows(moved, pair)]
    width = max(len(cell) for row in matrix for cell in row)
    before = [style.step(value) for value in pair.before]
    for row in matrix:
        yield f"  [ {row[0]:>{width}}  {row[1]:>{width}} ]"
    after, direct = pair.by_hand(sine_first=moved.sine_first), pair.after
    for name, row, found, true in zip(names, matrix, after, direct, strict=True):
        terms = " + ".join(_TIMES.join(map(_bracketed, each)) for each in zip(row, before, strict=True))
        same = text(style.language, "steps.direct", pos=moved.pos + moved.offset, value=style.step(true))
        yield f"  {name} = {terms} = {style.step(found)}   {same}"


def _text(moved: Moved, style: Style) -> str:
    head = text(style.language, "steps.moved", pos=moved.pos, to=moved.pos + moved.offset, offset=moved.offset)
    pairs = ["\n".join(_pair(moved, pair, style)) for pair in moved.pairs]
    rest = [text(style.language, "steps.same-everywhere", offset=moved.offset), conventions(moved.scheme, style)]
    shown = "\n\n".join([paragraph(head, style), *pairs, "\n".join(paragraph(each, style) for each in rest)])
    return fit(shown + "\n", style.screen.encoding)


def _json(moved: Moved, style: Style) -> str:
    def numbers(values: tuple[float, ...]) -> object:
        return json_numbers(list(values), style.decimals)

    return json_document(
        {
            "schema": "posenc.shift/1",
            "encoding": moved.scheme.encoding.name,
            "d": moved.scheme.d,
            "conventions": plain(moved.scheme),
            "position": moved.pos,
            "shift": moved.offset,
            "pairs": [
                {
                    "i": pair.i,
                    "angle": json_numbers(pair.angle, style.decimals),
                    "rotation": [numbers(row) for row in _rows(moved, pair)],
                    "before": numbers(pair.before),
                    "by_hand": numbers(pair.by_hand(sine_first=moved.sine_first)),
                    "after": numbers(pair.after),
                }
                for pair in moved.pairs
            ],
        }
    )


FORMATS: Mapping[str, Renderer] = {"text": _text, "json": _json}
