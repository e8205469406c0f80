"""``posenc table``: the numbers of an encoding."""

from __future__ import annotations

from posenc_cli.cli import options
from posenc_cli.cli.frame import Output, Reply, command


@command(
    "compute",
    "posenc table --d 4 --n 6",
    'posenc table --d 8 --sentence "Die Katze sitzt auf der Matte" -o katze.csv',
    formats=("text", "md", "csv", "json", "npy"),
)
def table(
    _out: Output,
    *,
    d: options.Width = 4,
    n: options.Number = None,
    pos: options.Positions = None,
    sentence: options.Sentence = None,
    base: options.Base = 10000,
    layout: options.Layout = "interleaved",
    spacing: options.Spacing = "paper",
    first_pos: options.FirstPos = 0,
) -> Reply:
    """Print the table of positional encodings, exact to the last digit."""
    from posenc_cli.cli.values import table_rows
    from posenc_cli.encodings import table as tables
    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.render.tables import FORMATS

    scheme = Scheme.of(d=d, base=base, layout=layout, spacing=spacing, first_pos=first_pos)
    positions, words = table_rows(scheme, n=n, pos=pos, sentence=sentence)
    return Reply(tables.table(scheme, positions, words), FORMATS)
