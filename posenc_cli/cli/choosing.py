"""The encoding that a command line asks for, and the answers that depend on its kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from posenc_cli.cli.frame import Output, Reply
from posenc_cli.cli.streaming import Large, ranges_of, stream
from posenc_cli.cli.values import table_rows
from posenc_cli.encodings.asked import default_rows, scheme
from posenc_cli.errors import ExitCode, UsageError
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from posenc_cli.encodings.precision import Dtype
    from posenc_cli.encodings.scheme import Scheme

#: What computes in another precision if nobody names one: most code.
_USUAL: Dtype = "float32"


@dataclass(frozen=True)
class Chosen:
    """The options that name an encoding and its conventions; None where one was not given."""

    encoding: str = "sinusoidal"
    params: Sequence[str] = ()
    d: int | None = None
    base: float | None = None
    layout: str | None = None
    spacing: str | None = None
    first_pos: int = 0

    def scheme(self, d: int | None = None) -> Scheme:
        """The encoding at the asked width, or at ``d`` where that is given by something else.

        Raises:
            UsageError: names or values that it does not have.
        """
        asked: dict[str, Any] = {"base": self.base, "layout": self.layout, "spacing": self.spacing}
        asked = {name: value for name, value in asked.items() if value is not None}
        if self.params:
            from posenc_cli.cli.parameters import read

            given = read(self.encoding, self.params)
            if twice := asked.keys() & given.keys():
                raise UsageError("parameters.twice", name=min(twice))
            asked |= given
        return scheme(self.encoding, d=self.d if d is None else d, first_pos=self.first_pos, **asked)


def loss_reply(
    found: Scheme, positions: NDArray[np.int64], dtype: Dtype, out: Output, notices: tuple[Notice, ...] = ()
) -> Reply:
    """What a precision loses of an encoding."""
    from posenc_cli.encodings.precision import loss
    from posenc_cli.render import losses

    if (kind := out.chosen_format()) not in losses.FORMATS:
        raise UsageError("precision.error-format", given=kind)
    return Reply(loss(found, positions, _USUAL if dtype == "float64" else dtype), losses.FORMATS, notices)


def table_reply(
    chosen: Chosen,
    out: Output,
    large: Large,
    *,
    n: int | None,
    pos: str | None,
    sentence: str | None,
    dtype: Dtype,
    error: bool,
) -> Reply | ExitCode:
    """A table of any encoding, or what a precision loses of it; a large one is written at once."""
    found = chosen.scheme()
    if not (error or sentence) and (ranges := ranges_of(found, out, n, pos)):
        return stream(found, ranges, dtype, large, out)
    positions, words = table_rows(found, n=n, pos=pos, sentence=sentence, count=default_rows(found))
    if error:
        return loss_reply(found, positions, dtype, out)
    from posenc_cli.encodings.results import results
    from posenc_cli.render.results import FORMATS

    computed = results(found, positions, words)
    if dtype == "float64":
        return Reply(computed, FORMATS)
    from posenc_cli.encodings.precision import cast_results

    bits = dtype == "bfloat16" and out.chosen_format() in ("npy", "npz")
    return Reply(cast_results(computed, dtype), FORMATS, (Notice("precision.bits"),) if bits else ())
