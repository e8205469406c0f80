"""Large tables, which go into their file piece by piece."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from posenc_cli.cli.progress import progress
from posenc_cli.errors import ExitCode
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.cli.output import Output
    from posenc_cli.encodings.precision import Dtype
    from posenc_cli.encodings.scheme import Scheme

#: Fewer numbers are computed before anything is written; the file is the same.
_SMALL = 2**20
_KINDS = frozenset({"additive", "rotary"})
#: Files of which any part can be written for itself.
_FORMATS = frozenset({"npy", "safetensors"})


@dataclass(frozen=True)
class Large:
    """The options of large tables."""

    exact: Annotated[bool, typer.Option("--exact", help="exact")] = False


def ranges_of(scheme: Scheme, out: Output, n: int | None, pos: str | None) -> list[tuple[int, int]]:
    """First and last positions of a table that is better written piece by piece; nothing for any other."""
    if out.path is None or out.chosen_format() not in _FORMATS or scheme.encoding.kind not in _KINDS:
        return []
    from posenc_cli.cli.values import ranges

    if pos is not None:
        found = ranges(pos) if n is None and not scheme.first_pos else []
    else:
        found = [(scheme.first_pos, scheme.first_pos + n - 1)] if n else []
    return found if sum(last - first + 1 for first, last in found) * scheme.d > _SMALL else []


def stream(scheme: Scheme, ranges: Sequence[tuple[int, int]], dtype: Dtype, asked: Large, out: Output) -> ExitCode:
    """Write a large table, with a bar on a terminal, and say how exact it is."""
    from posenc_cli.encodings import large
    from posenc_cli.render.large import LargeFile

    table = large.Large.of(scheme, ranges, dtype, exact=asked.exact)
    kind = out.chosen_format()
    file = LargeFile(table, kind)
    if out.path is not None:
        told, done = progress(out.language, "large.progress", patient=True), 0

        def advance(rows: int) -> None:
            nonlocal done
            done += rows
            told(done, table.rows)

        out.write_stream(out.path, file.size, lambda opened: file.write(opened, advance))
    if not table.exact:
        out.notice(Notice("large.rounded", {"dtype": dtype, "error": f"{table.error:.1e}"}))
    if dtype == "bfloat16" and kind == "npy":
        out.notice(Notice("precision.bits"))
    return ExitCode.FINE
