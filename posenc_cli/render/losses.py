"""The views of what a precision loses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.i18n import text
from posenc_cli.render.layout import csv_table, grid, json_document, json_numbers, markdown
from posenc_cli.render.named import conventions, plain
from posenc_cli.render.tables import paragraph

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.encodings.precision import Loss
    from posenc_cli.i18n.numbers import Mark
    from posenc_cli.render.style import Renderer, Style


def scientific(value: float, mark: Mark) -> str:
    """A small number with two digits: 4.8e-08; errors span too many decades for a fixed number of decimals."""
    if not abs(value) < float("inf"):
        return "–"
    written = f"{value:.1e}" if value else "0"
    return written.replace(".", ",") if mark == "comma" else written


def _columns(loss: Loss) -> dict[str, NDArray[Any]]:
    angle = {} if loss.angle is None else {"angle_error": loss.angle}
    return {**angle, "value_error": loss.value, "exact": loss.exact, "computed": loss.short}


def _rows(loss: Loss, style: Style) -> tuple[list[str], list[list[str]]]:
    columns = _columns(loss)
    heads = [text(style.language, f"precision.heads.{name}") for name in columns]
    rows = [
        [
            str(pos),
            *(
                scientific(float(values[row]), style.mark) if "error" in name else style.number(float(values[row]))
                for name, values in columns.items()
            ),
        ]
        for row, pos in enumerate(loss.positions.tolist())
    ]
    return ["pos", *heads], rows


def _text(loss: Loss, style: Style) -> str:
    told = text(style.language, "precision.told", dtype=loss.dtype)
    rest = [paragraph(told, style), paragraph(conventions(loss.scheme, style), style)]
    return "\n".join([grid(*_rows(loss, style), style.screen), *rest]) + "\n"


def _markdown(loss: Loss, style: Style) -> str:
    told = text(style.language, "precision.told", dtype=loss.dtype)
    return f"{markdown(*_rows(loss, style))}\n{told}\n\n{conventions(loss.scheme, style)}\n"


def _csv(loss: Loss, style: Style) -> str:
    columns = _columns(loss)
    rows = (
        [str(pos), *(style.exact(float(values[row])) for values in columns.values())]
        for row, pos in enumerate(loss.positions.tolist())
    )
    return csv_table(["pos", *columns], rows)


def _json(loss: Loss, style: Style) -> str:
    return json_document(
        {
            "schema": "posenc.error/1",
            "encoding": loss.scheme.encoding.name,
            "d": loss.scheme.d,
            "conventions": plain(loss.scheme),
            "dtype": loss.dtype,
            "positions": loss.positions.tolist(),
            **{name: json_numbers(values, style.decimals) for name, values in _columns(loss).items()},
        }
    )


FORMATS: Mapping[str, Renderer] = {"text": _text, "md": _markdown, "csv": _csv, "json": _json}
