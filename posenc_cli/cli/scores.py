"""``posenc scores``: how words compare, before and after they know their places."""

from __future__ import annotations

from posenc_cli.cli import options
from posenc_cli.cli.frame import Output, Reply, command


@command("compute", "posenc scores", "posenc scores --pair Die@0,der@4", formats=("text", "md", "csv", "json"))
def scores(
    out: Output,
    *,
    embeddings: options.Embeddings = None,
    sentence: options.Sentence = None,
    pair: options.Pair = None,
    scale_sqrt_d: options.Scaled = False,
    base: options.Base = 10000,
    layout: options.Layout = "interleaved",
    spacing: options.Spacing = "paper",
    first_pos: options.FirstPos = 0,
) -> Reply:
    """Compare all words by dot product and cosine, before and after adding positions."""
    from posenc_cli.cli.inputs import Asked, pair_sums, sentence_sums
    from posenc_cli.cli.values import together
    from posenc_cli.encodings import sums
    from posenc_cli.render import pairs
    from posenc_cli.render.scores import FORMATS

    asked = Asked(embeddings, base, layout, spacing, first_pos, scale_sqrt_d)
    if pair is None:
        summed, notices = sentence_sums(asked, sentence)
        return Reply(sums.scores(summed), FORMATS, tuple(notices))
    together({"--pair": pair}, apart={"--sentence": sentence, "--first-pos": first_pos or None})
    summed, notices = pair_sums(asked, pair)
    return Reply(sums.pair(summed, out.style().places), pairs.FORMATS, tuple(notices))
