"""An encoding at work, as a person exercises it: its rules, those that follow it, and a small sheet to start from.

What follows depends on how the encoding acts on a model: an additive one is added to embeddings and two sums are
compared, a rotary one turns queries and keys, a bias is added to scores. Slips replace any of these rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.encodings.combine import ADD, PAIR, SCALED
from posenc_cli.encodings.rotate import ROTATE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Formula
    from posenc_cli.encodings.scheme import Scheme

#: The score of a query at row ``first`` with a key at row ``second``; values do not turn.
TURNED = {
    **ROTATE,
    "keyed": "turned",
    "valued": "x",
    "left": "row(turned, first)",
    "right": "row(keyed, second)",
    "prod": "left * right",
    "dot": "total(prod)",
}
#: Softmax over the keys that a query sees; ``content`` stands for q·k/√d where an encoding does not compute it.
ATTEND = {"raised": "where(key > query, 0, exp(score))", "weight": "raised / total(raised)"}
#: What is turned in an exercise: no zero that would hide a sign, and easy to check with a calculator.
VECTOR = (0.9, 0.1, 0.3, 0.2)
#: The two words that are compared on the sample.
PAIR_ROWS = (0, 4)


def exercise(scheme: Scheme, *, scaled: bool = False) -> Formula:
    """The rules of an encoding and those that follow it.

    Args:
        scheme: the encoding.
        scaled: is the embedding multiplied by √d before it is added?
    """
    formula = scheme.formula
    if scheme.encoding.kind == "additive":
        return formula.then(check="sin(one)", **(SCALED if scaled else ADD), m="x", **PAIR)
    if scheme.encoding.kind == "rotary":
        return formula.then(**TURNED)
    if scheme.encoding.kind == "bias":
        return formula.then(**({} if "score" in formula else {"score": "content + bias"}), **ATTEND)
    return formula


def sheet(scheme: Scheme, pos: int, vectors: Sequence[Sequence[Any]], rows: int) -> dict[str, Any]:
    """The leaves of :func:`exercise`: a query turns at ``pos``, its key at position 1; scores without positions are 0.

    Args:
        scheme: the encoding.
        pos: the row that is looked at; of a bias the query's.
        vectors: (row, column) of words, for what is added to them; they are zeros where they are not as wide.
        rows: positions from 0 on, at least ``pos`` + 1 of them.
    """
    rows = max(rows, pos + 1)
    given = scheme.given(np.arange(rows))
    if scheme.encoding.kind == "additive":
        return {**given, **stored(scheme), **_added(scheme, vectors, rows)}
    if scheme.encoding.kind == "rotary":
        x = np.resize(np.array(VECTOR), (1, scheme.d)) + np.zeros((rows, 1))
        return {**given, "k": np.arange(scheme.d).reshape(1, -1), "x": x, "first": pos, "second": 1}
    return {**given, "content": np.zeros((1, 1, 1)), "n": rows}


def _added(scheme: Scheme, vectors: Sequence[Sequence[Any]], rows: int) -> dict[str, Any]:
    fitting = [vectors[row % len(vectors)] for row in range(rows)]
    embedding = np.array([[float(cell) for cell in vector] for vector in fitting])
    if embedding.shape[1] != scheme.d:
        embedding = np.zeros((rows, scheme.d))
    return {
        "embedding": embedding,
        "n": rows,
        "one": np.ones((1, 1)),
        "first": PAIR_ROWS[0],
        "second": min(PAIR_ROWS[1], rows - 1),
    }


def stored(scheme: Scheme) -> dict[str, NDArray[np.float64]]:
    """All rows of a learned table, for those who read another one than they should."""
    if scheme.encoding.name != "learned":
        return {}
    from posenc_cli.encodings.learned import ROWS, trained

    parameters = scheme.parameters
    count = len(parameters["table"]) if "table" in parameters else parameters.get("rows", ROWS)
    return {"stored": trained(scheme.d, parameters, np.arange(count))}
