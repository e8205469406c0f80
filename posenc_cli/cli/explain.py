"""``posenc explain``: one row step by step, or one mistake."""

from __future__ import annotations

from posenc_cli.cli import options
from posenc_cli.cli.frame import Output, Reply, command
from posenc_cli.errors import UsageError

#: Nobody reads the steps of more.
MOST_COLUMNS = 1024


@command(
    "compute",
    "posenc explain --d 4 --pos 2",
    "posenc explain --slip list",
    formats=("text", "json"),
)
def explain(
    out: Output,
    *,
    d: options.Width = 4,
    pos: options.Position = 2,
    dim: options.Dimension = None,
    slip: options.SlipId = None,
    base: options.Base = 10000,
    layout: options.Layout = "interleaved",
    spacing: options.Spacing = "paper",
) -> Reply:
    """Show every step from exponent to value, numbers put in; or what a mistake does."""
    from posenc_cli.cli.inputs import example
    from posenc_cli.cli.values import dimension, together
    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.encodings.working import working
    from posenc_cli.render import mistakes, slips, workings

    scheme = Scheme.of(d=d, base=base, layout=layout, spacing=spacing)
    together({"--slip": slip}, apart={"--dim": dim})
    if dim is None and d > MOST_COLUMNS:
        raise UsageError("compute.too-many-columns", d=d, limit=MOST_COLUMNS)
    if slip == "list":
        return Reply(slips.listed(scheme), slips.FORMATS)
    if slip is not None:
        return Reply(example(scheme, slip, pos, out.style().places), mistakes.FORMATS)
    return Reply(working(scheme, pos, None if dim is None else [dimension(dim, d)]), workings.FORMATS)
