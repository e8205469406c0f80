"""``posenc scores``: how words compare, before and after they know their places."""

from __future__ import annotations

from posenc_cli.cli import options
from posenc_cli.cli.frame import Output, Reply, command


@command(
    "compute",
    "posenc scores --pair The@0,the@4",
    "posenc scores -e alibi -p n_heads=2 --causal",
    formats=("text", "md", "csv", "json"),
)
def scores(
    out: Output,
    *,
    encoding: options.Encoding = "sinusoidal",
    param: options.Params = None,
    embeddings: options.Embeddings = None,
    sentence: options.Sentence = None,
    pair: options.Pair = None,
    show: options.Show = None,
    causal: options.Causal = False,
    head: options.Head = None,
    shift: options.Shift = None,
    scale_sqrt_d: options.Scaled = False,
    base: options.Base = None,
    layout: options.Layout = None,
    spacing: options.Spacing = None,
    first_pos: options.FirstPos = 0,
) -> Reply:
    """Compare all words: dot product and cosine, or what an encoding does to attention."""
    from posenc_cli.cli.choosing import Chosen
    from posenc_cli.cli.comparing import Attending, compared
    from posenc_cli.cli.inputs import Asked
    from posenc_cli.cli.sparing import in_params, named, spare

    spare(named(embeddings, *in_params(param)), named(out.output))
    chosen = Chosen(encoding, param or [], None, base, layout, spacing, first_pos)
    attending = Attending(show, causal, head, shift)
    return compared(Asked(embeddings, chosen, scale_sqrt_d, out.language), attending, sentence, pair, out)
