"""``posenc plot``: pictures of encodings."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from posenc_cli.cli import options
from posenc_cli.cli.frame import Output, Reply, command


@command(
    "see",
    "posenc plot heatmap --d 64 --n 64",
    "posenc plot waves -e rope --d 64 -p theta=500000 -o waves.png",
    formats=("text", "svg", "png", "pdf"),
)
def plot(
    out: Output,
    *,
    kind: options.PlotKind = "",
    encoding: options.Encoding = "sinusoidal",
    param: options.Params = None,
    d: Annotated[int | None, typer.Option(metavar="N", help="d")] = None,
    n: Annotated[int | None, typer.Option(metavar="N", min=1, help="n")] = None,
    pos: options.Positions = None,
    versus: options.Versus = None,
    head: options.Head = None,
    mark: options.Marked = None,
    colours: Annotated[
        Literal["classic", "safe", "grey"],
        typer.Option(help="colours"),
    ] = "classic",
    base: options.Base = None,
    layout: options.Layout = None,
    spacing: options.Spacing = None,
    first_pos: options.FirstPos = 0,
) -> Reply:
    """Draw a picture of an encoding, here or into a file."""
    from posenc_cli.cli.choosing import Chosen
    from posenc_cli.cli.drawing import asked
    from posenc_cli.cli.sparing import in_params, named, spare
    from posenc_cli.render.plots.files import FORMATS

    spare(named(*in_params(param)), named(out.output))
    chosen = Chosen(encoding, param or [], d, base, layout, spacing, first_pos)
    return Reply(asked(kind, chosen, versus, mark or [], n=n, pos=pos, head=head, scale=colours), FORMATS)
