"""What ``posenc explain`` answers: by the kind of the encoding, and by what is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.cli.frame import Output, Reply
from posenc_cli.cli.values import dimension, together
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from posenc_cli.cli.choosing import Chosen
    from posenc_cli.encodings.scheme import Scheme

#: More columns than this are nothing that a person reads.
MOST_COLUMNS = 1024


@dataclass(frozen=True)
class Wanted:
    """What is to be explained; None where it was not said."""

    pos: int
    dim: str | None
    key: int | None
    head: int | None
    shift: int | None
    slip: str | None


def explained(chosen: Chosen, wanted: Wanted, out: Output) -> Reply:
    """The working of a position, a shift or a slip."""
    together(
        {"--slip": wanted.slip, "--shift": wanted.shift},
        apart={"--dim": wanted.dim, "--key": wanted.key, "--head": wanted.head},
    )
    scheme = chosen.scheme()
    if wanted.dim is None and scheme.d > MOST_COLUMNS:
        raise UsageError("compute.too-many-columns", d=scheme.d, limit=MOST_COLUMNS)
    if wanted.slip == "list":
        from posenc_cli.render import slips

        return Reply(slips.listed(scheme), slips.FORMATS)
    if wanted.slip is not None:
        from posenc_cli.cli.inputs import example
        from posenc_cli.render import mistakes

        return Reply(example(scheme, wanted.slip, wanted.pos, out.style().places), mistakes.FORMATS)
    if wanted.shift is not None:
        from posenc_cli.encodings.moved import moved
        from posenc_cli.render import moves

        return Reply(moved(scheme, wanted.pos, wanted.shift), moves.FORMATS)
    return _steps(scheme, wanted)


def _steps(scheme: Scheme, wanted: Wanted) -> Reply:
    kind, name = scheme.encoding.kind, scheme.encoding.name
    columns = None if wanted.dim is None else [dimension(wanted.dim, scheme.d)]
    if kind in ("additive", "rotary"):
        for option, value in {"--key": wanted.key, "--head": wanted.head}.items():
            if value is not None:
                raise UsageError("parameters.unused", option=option, kind="bias", encoding=name)
    elif columns is not None:
        raise UsageError("parameters.unused", option="--dim", kind="additive, rotary", encoding=name)
    if name == "sinusoidal":
        from posenc_cli.encodings.working import working
        from posenc_cli.render import workings

        return Reply(working(scheme, wanted.pos, columns), workings.FORMATS)
    from posenc_cli.encodings.steps import row_steps, score_steps
    from posenc_cli.render import steps

    if kind in ("additive", "rotary"):
        return Reply(row_steps(scheme, wanted.pos, columns), steps.FORMATS)
    return Reply(score_steps(scheme, wanted.pos, wanted.key or 0, wanted.head or 1), steps.FORMATS)
