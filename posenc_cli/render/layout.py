"""Tables as aligned text (never cut), Markdown and CSV, and documents as JSON."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from typing import TYPE_CHECKING, Any, Literal

from posenc_cli.render.style import fit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from posenc_cli.render.style import Screen

_GAP = "  "


def grid(
    headings: Sequence[str], rows: Sequence[Sequence[str]], screen: Screen, *, labels: int = 1, left: Sequence[int] = ()
) -> str:
    """Columns of text under headings; on a narrow screen in blocks of columns, each with the labels before it.

    Args:
        headings: one a column; a line break makes a second heading line.
        rows: cells; an empty row is a gap.
        screen: how wide it is, and what it can show.
        labels: how many columns are repeated at the start of each block.
        left: columns set flush left; the others are numbers.
    """
    table = [[fit(cell, screen.encoding) for cell in row] for row in rows]
    heads = [fit(heading, screen.encoding).split("\n") for heading in headings]
    depth = max(len(lines) for lines in heads)
    top = [[lines[line] if line < len(lines) else "" for lines in heads] for line in range(depth)]
    widths = [max(map(_width, column)) for column in zip(*top, *(row for row in table if row), strict=True)]
    draw = _plain if screen.width is None else _rich
    blocks = []
    for columns in _blocks(widths, labels, screen.width):
        shape = [(widths[each], each in left, each < labels) for each in columns]
        headed, filled = ([[row[each] for each in columns] if row else [] for row in part] for part in (top, table))
        blocks.append(draw(shape, headed, filled, screen))
    return "\n\n".join(blocks) + "\n"


#: Of a column: its width, whether it is set flush left, whether it labels the others.
_Shape = tuple[int, bool, bool]


def _plain(shape: Sequence[_Shape], top: list[list[str]], rows: list[list[str]], screen: Screen) -> str:
    """For files and pipes: aligned text, however many rows."""

    def line(cells: Sequence[str]) -> str:
        return _GAP.join(
            _pad(cell, width, left=left) for cell, (width, left, _) in zip(cells, shape, strict=False)
        ).rstrip()

    rule = fit("─", screen.encoding) * (sum(width for width, _, _ in shape) + len(_GAP) * (len(shape) - 1))
    return "\n".join([*map(line, top), rule, *map(line, rows)])


def _rich(shape: Sequence[_Shape], top: list[list[str]], rows: list[list[str]], screen: Screen) -> str:
    """For a terminal: the same text with bold headings and quiet labels, where it has them."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    width = sum(width for width, _, _ in shape) + len(_GAP) * (len(shape) - 1)
    # One space left of each cell and one for the box make the gap.
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 0, 0, 1), width=width)
    for number, (least, left, label) in enumerate(shape):
        heading = Text("\n".join(line[number] for line in top))
        justify: Literal["left", "right"] = "left" if left else "right"
        style = "dim" if label else ""
        table.add_column(heading, justify=justify, style=style, min_width=least, no_wrap=True, overflow="crop")
    for row in rows:
        table.add_row(*map(Text, row))
    colours: Literal["standard"] | None = "standard" if screen.colour else None
    stream = io.StringIO()
    Console(file=stream, width=width, force_terminal=screen.colour, color_system=colours, legacy_windows=False).print(
        table
    )
    return "\n".join(fit(line.rstrip(), screen.encoding) for line in stream.getvalue().splitlines())


def _blocks(widths: Sequence[int], labels: int, limit: int | None) -> list[list[int]]:
    """The columns of each block: as many as fit, at least one."""
    first = list(range(labels))
    if limit is None:
        return [list(range(len(widths)))]
    room = limit - sum(widths[:labels]) - len(_GAP) * (labels - 1)
    blocks, used = [list(first)], 0
    for column in range(labels, len(widths)):
        needed = len(_GAP) + widths[column]
        if used + needed > room and used:
            blocks.append(list(first))
            used = 0
        blocks[-1].append(column)
        used += needed
    return blocks


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _pad(text: str, width: int, *, left: bool) -> str:
    blanks = " " * (width - _width(text))
    return text + blanks if left else blanks + text


_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+.!|~^:$&<>-])")


def markdown_word(text: str) -> str:
    """A word for Markdown, in which nothing is markup."""
    return _MARKDOWN.sub(r"\\\1", text).replace("\n", " ")


def markdown(headings: Sequence[str], rows: Iterable[Sequence[str]], *, left: Sequence[int] = ()) -> str:
    """A Markdown table; cells are set as they are, words through :func:`markdown_word`."""
    marks = [":--" if column in left else "--:" for column in range(len(headings))]
    lines = [headings, marks, *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def csv_word(text: str) -> str:
    """A word for a spreadsheet, which would take ``=…`` for a formula."""
    return f"'{text}" if len(text) > 1 and text[0] in "=+-@\t\r" else text


def csv_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with commas, points and ASCII minus signs."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(rows)
    return buffer.getvalue()


def json_document(document: dict[str, Any]) -> str:
    """A document as JSON: one line a key, and one a row where a value is a table."""
    return _json_value(document, "") + "\n"


def _json_value(value: Any, indent: str) -> str:  # noqa: ANN401
    inner = indent + "  "
    if isinstance(value, dict) and (not indent or any(map(_is_table, value.values()))):
        lines = [f"{inner}{json.dumps(key)}: {_json_value(each, inner)}" for key, each in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if _is_table(value):
        return "[\n" + ",\n".join(f"{inner}{_dumps(row)}" for row in value) + f"\n{indent}]"
    return _dumps(value)


def _is_table(value: Any) -> bool:  # noqa: ANN401
    return isinstance(value, list) and bool(value) and isinstance(value[0], list | dict)


def _dumps(value: Any) -> str:  # noqa: ANN401
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def json_numbers(values: Any, decimals: int | None) -> Any:  # noqa: ANN401
    """Arrays as lists for JSON: all digits or so many decimals, no negative zero, null where there is no number."""
    if isinstance(values, list):
        return [json_numbers(value, decimals) for value in values]
    if hasattr(values, "tolist"):
        return json_numbers(values.tolist(), decimals)
    if not math.isfinite(values):
        return None
    if decimals is not None:
        from posenc_cli.i18n.numbers import round_half_away

        return float(round_half_away(values, decimals))
    return values + 0.0
