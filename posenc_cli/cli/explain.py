"""``posenc explain``: an encoding step by step, how it moves, or one mistake."""

from __future__ import annotations

from posenc_cli.cli import options
from posenc_cli.cli.frame import Output, Reply, command


@command(
    "compute",
    "posenc explain -e rope --pos 2",
    "posenc explain --slip list",
    formats=("text", "json"),
)
def explain(
    out: Output,
    *,
    encoding: options.Encoding = "sinusoidal",
    param: options.Params = None,
    d: options.Width = None,
    pos: options.Position = 2,
    dim: options.Dimension = None,
    key: options.Key = None,
    head: options.Head = None,
    shift: options.Shift = None,
    slip: options.SlipId = None,
    base: options.Base = None,
    layout: options.Layout = None,
    spacing: options.Spacing = None,
) -> Reply:
    """Show every step from exponent to value, numbers put in; or what a mistake does."""
    from posenc_cli.cli.choosing import Chosen
    from posenc_cli.cli.explaining import Wanted, explained
    from posenc_cli.cli.sparing import in_params, named, spare

    spare(named(*in_params(param)), named(out.output))
    chosen = Chosen(encoding, param or [], d, base, layout, spacing)
    return explained(chosen, Wanted(pos, dim, key, head, shift, slip), out)
