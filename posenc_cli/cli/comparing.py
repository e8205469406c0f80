"""What ``posenc scores`` answers: similarities of an additive encoding, or the scores of attention for any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.cli.frame import Output, Reply
from posenc_cli.cli.inputs import Asked, pair_sums, sentence_sums, sentence_vectors
from posenc_cli.cli.values import together
from posenc_cli.encodings import encoding

if TYPE_CHECKING:
    from posenc_cli.encodings.scored import Scored


@dataclass(frozen=True)
class Attending:
    """The options that ask for the scores of attention."""

    show: str | None
    causal: bool
    head: int | None
    shift: int | None

    @property
    def given(self) -> dict[str, object]:
        """Those that were given."""
        return {"--show": self.show, "--causal": self.causal or None, "--head": self.head, "--shift": self.shift}

    @property
    def asked(self) -> bool:
        """Was any of them given?"""
        return any(value is not None for value in self.given.values())


def compared(asked: Asked, attending: Attending, sentence: str | None, pair: str | None, out: Output) -> Reply:
    """Similarities where an additive encoding is asked for and nothing else; else the scores of attention."""
    together({"--pair": pair}, apart={"--sentence": sentence, "--first-pos": asked.chosen.first_pos or None})
    name = asked.chosen.encoding
    adds = encoding(name).kind == "additive"
    together({"--pair": pair}, apart={**attending.given, f"--encoding {name}": None if adds else name})
    if attending.asked or not adds:
        return _attention(asked, attending, sentence)
    from posenc_cli.encodings import sums

    if pair is None:
        from posenc_cli.render import scores

        summed, notices = sentence_sums(asked, sentence)
        return Reply(sums.scores(summed), scores.FORMATS, tuple(notices))
    from posenc_cli.render import pairs

    summed, notices = pair_sums(asked, pair)
    return Reply(sums.pair(summed, out.style().places), pairs.FORMATS, tuple(notices))


def _attention(asked: Asked, attending: Attending, sentence: str | None) -> Reply:
    from posenc_cli.encodings.scored import scored
    from posenc_cli.render.scored import FORMATS, View

    placed = sentence_vectors(asked, sentence)
    vectors = [[float(cell) for cell in row] for row in placed.vectors]
    if asked.scaled:
        vectors = [[cell * placed.scheme.d**0.5 for cell in row] for row in vectors]
    found: Scored = scored(
        placed.scheme,
        placed.words,
        vectors,
        placed.positions,
        causal=attending.causal,
        head=attending.head or 1,
        shift=attending.shift,
    )
    return Reply(View(found, attending.show == "vectors"), FORMATS, placed.notices)
