"""``posenc table``: the numbers of an encoding."""

from __future__ import annotations

from posenc_cli.cli import options
from posenc_cli.cli.frame import Output, Reply, command
from posenc_cli.cli.streaming import Large
from posenc_cli.errors import ExitCode


@command(
    "compute",
    "posenc table --d 4 --n 6",
    "posenc table -e rope --d 128 -p theta=500000 --pos 0-8191 --dtype float32 -o rope.safetensors",
    formats=("text", "md", "csv", "json", "npy", "npz", "safetensors"),
)
def table(
    out: Output,
    *,
    encoding: options.Encoding = "sinusoidal",
    param: options.Params = None,
    model: options.Model = None,
    part: options.Part = None,
    d: options.Width = None,
    n: options.Number = None,
    pos: options.Positions = None,
    sentence: options.Sentence = None,
    base: options.Base = None,
    layout: options.Layout = None,
    spacing: options.Spacing = None,
    first_pos: options.FirstPos = 0,
    dtype: options.Dtype = "float64",
    error: options.Error = False,
    large: Large,
) -> Reply | ExitCode:
    """Print the table of an encoding, exact to the last digit."""
    from posenc_cli.cli.choosing import Chosen
    from posenc_cli.cli.modelling import reply
    from posenc_cli.cli.sparing import in_params, named, spare
    from posenc_cli.files.configs import config_path

    spare([*map(config_path, named(model)), *named(*in_params(param))], named(out.output))
    chosen = Chosen(encoding, param or [], d, base, layout, spacing, first_pos)
    return reply(model, part, chosen, out, large, n=n, pos=pos, sentence=sentence, dtype=dtype, error=error)
