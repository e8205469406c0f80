"""``posenc add``: embeddings with their places."""

from __future__ import annotations

from posenc_cli.cli import options
from posenc_cli.cli.frame import Output, Reply, command
from posenc_cli.errors import UsageError


@command("compute", "posenc add", "posenc add --word cat --at 0,1,5", formats=("text", "md", "csv", "json"))
def add(
    out: Output,
    *,
    encoding: options.Encoding = "sinusoidal",
    param: options.Params = None,
    embeddings: options.Embeddings = None,
    sentence: options.Sentence = None,
    word: options.Word = None,
    at: options.At = None,
    scale_sqrt_d: options.Scaled = False,
    base: options.Base = None,
    layout: options.Layout = None,
    spacing: options.Spacing = None,
    first_pos: options.FirstPos = 0,
) -> Reply:
    """Add positions to embeddings: E, PE and E + PE of every word."""
    from posenc_cli.cli.choosing import Chosen
    from posenc_cli.cli.inputs import Asked, sentence_sums, word_sums
    from posenc_cli.cli.sparing import in_params, named, spare
    from posenc_cli.cli.values import together
    from posenc_cli.render.sums import FORMATS

    if word is not None and at is None:
        raise UsageError("cli.missing", option="--at", command="posenc add")
    spare(named(embeddings, *in_params(param)), named(out.output))
    chosen = Chosen(encoding, param or [], None, base, layout, spacing, first_pos)
    asked = Asked(embeddings, chosen, scale_sqrt_d, out.language)
    together({"--word": word, "--at": at}, apart={"--sentence": sentence, "--first-pos": first_pos or None})
    summed, notices = sentence_sums(asked, sentence) if at is None else word_sums(asked, word, at)
    return Reply(summed, FORMATS, tuple(notices))
