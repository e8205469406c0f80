"""How fast the pairs of an encoding turn: wavelengths, angles, and what stretching a context does to them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.encodings.model_tables import changed
from posenc_cli.encodings.results import results
from posenc_cli.encodings.table import table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.encodings.scheme import Scheme

_FIRST = np.zeros(1, dtype=np.int64)
#: How a longer context is made for a picture, if nobody says.
FACTOR = 4.0
#: Ways of stretching that need nothing but a factor and the original context.
_WAYS = ("linear", "ntk", "yarn", "llama3")


@dataclass(frozen=True)
class Wavelengths:
    """Positions until a pair has turned once.

    Attributes:
        of: wavelength of each pair, in positions; empty where nothing turns with the position.
        pairs: the pair of each column, None where a column has none.
    """

    of: tuple[float, ...]
    pairs: tuple[int | None, ...]


def wavelengths(scheme: Scheme) -> Wavelengths:
    """The wavelengths of an additive or rotary encoding."""
    if scheme.encoding.kind == "rotary":
        frequencies = results(scheme, _FIRST)["inv_freq"]
        with np.errstate(divide="ignore"):
            found = 2 * math.pi / frequencies
        pairs = tuple(range(len(found)))
        return Wavelengths(tuple(found.tolist()) if np.isfinite(found).all() else (), pairs)
    columns = table(scheme, _FIRST).columns
    by_pair = {each.i: 2 * math.pi * each.divisor for each in columns if each.divisor and each.of == "pos"}
    whole = list(by_pair) == list(range(len(by_pair)))
    return Wavelengths(tuple(by_pair.values()) if whole else (), tuple(each.i for each in columns))


def stretched(scheme: Scheme, length: int) -> tuple[dict[str, tuple[float, ...]], float, int]:
    """Wavelengths as they are and, of RoPE, stretched in the usual ways; the factor; the original context.

    Args:
        scheme: what it says of a factor and a context holds.
        length: the original context if it says nothing.
    """
    factor = float(scheme.parameters.get("factor", FACTOR))
    context = int(scheme.parameters.get("original_max_position_embeddings", length))
    if scheme.encoding.name != "rope":
        return {"none": wavelengths(scheme).of}, factor, context
    given: Mapping[str, Any] = {"factor": factor, "original_max_position_embeddings": context}
    ways: dict[str, tuple[float, ...]] = {}
    for way in dict.fromkeys(("none", *_WAYS, scheme.chosen["scaling"])):
        asked = {**given, "scaling": way} if way != "none" else {"scaling": way}
        other = scheme if way == scheme.chosen["scaling"] else changed(scheme, scheme.first_pos, asked)
        ways[way] = wavelengths(other).of
    return ways, factor, context


def angles(scheme: Scheme, positions: NDArray[np.int64]) -> NDArray[np.float64] | None:
    """Angles in radians (row, pair); None where an encoding turns nothing with the position."""
    if scheme.encoding.kind == "rotary":
        return results(scheme, positions)["angles"]
    if scheme.encoding.kind != "additive" or not (found := wavelengths(scheme)).of:
        return None
    first = [found.pairs.index(pair) for pair in range(len(found.of))]
    whole = scheme.computed(scheme.given(scheme.checked(positions))).values["angle"].to_float64()
    return np.broadcast_to(whole, (len(positions), scheme.d))[:, first]
