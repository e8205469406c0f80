"""Learned absolute positions: a table that training made, one row a position, and no row beyond the last.

What bites is where positions begin. OPT and BART add 2; the RoBERTa family begins at ``padding_idx`` + 1 = 2 and counts
only what is no padding; so a table of 514 rows serves 512 tokens.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from statistics import NormalDist
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.leaves import rows_and_columns
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.encodings.sinusoidal import unused
from posenc_cli.encodings.time2vec import at_positions
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

#: Rules over ``pos`` (row, 1), ``offset`` and ``lower`` (row, column), the row of the table that is read. When a table
#: is resized, ``place`` lies between the rows ``below`` and ``below`` + 1, which hold ``lower`` and ``upper``.
FORMULA = Formula.of(
    place="pos",
    share="0",
    id="place - share + offset",
    pe="lower",
)
_BETWEEN = {"share": "place - below", "pe": "(1 - share) * lower + share * upper"}
RESIZE: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "none": {},
        # PyTorch with align_corners=False
        "half-pixel": {**_BETWEEN, "place": "larger((place + 0.5) * length / new_length - 0.5, 0)"},
        # PyTorch with align_corners=True: the first and the last row stay
        "corner-aligned": {**_BETWEEN, "place": "place * (length - 1) / larger(new_length - 1, 1)"},
    }
)
#: A table that nobody trained yet: drawn from a normal distribution, the same for a seed on every machine.
DRAWN = (
    Parameter("initializer_range", 0.02, 0, "standard deviation", most=10**6),
    Parameter("seed", 0, 0, kind="whole"),
)
ROWS = 512


@dataclass(frozen=True)
class Family:
    """A model's table, by the defaults of its configuration in transformers 5.24.0.

    Attributes:
        positions: how many tokens it serves.
        d: columns.
        initializer_range: standard deviation before training.
        offset: rows before the one of the first token.
    """

    positions: int
    d: int
    initializer_range: float = 0.02
    offset: int = 0


MODELS: Mapping[str, Family] = MappingProxyType(
    {
        "gpt2": Family(1024, 768),
        "bert": Family(512, 768),
        "roberta": Family(512, 768, offset=2),
        "opt": Family(2048, 768, offset=2),
        "bart": Family(1024, 1024, offset=2),
    }
)
_WORDS = 4
_STEPS = 2**53


def drawn(rows: NDArray[np.int64], d: int, *, std: float, seed: int) -> NDArray[np.float64]:
    """Rows of a table as it is before training, (row, column): normally distributed around 0.

    Args:
        rows: numbers of the rows.
        d: columns.
        std: standard deviation; GPT-2 and BERT call it ``initializer_range`` and take 0.02.
        seed: other seeds give other tables.
    """
    normal = NormalDist()
    found = np.empty((len(rows), d))
    for place, row in enumerate(rows.tolist()):
        blocks = (hashlib.sha256(f"{seed}:{row}:{block}".encode()).digest() for block in range(-(-d // _WORDS)))
        words = np.frombuffer(b"".join(blocks), "<u8")[:d] >> np.uint64(11)
        found[place] = [normal.inv_cdf((word + 0.5) / _STEPS) for word in words.tolist()]
    return found * std


def trained(d: int, parameters: Mapping[str, Any], rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """Rows of the given table, or of a drawn one, (row, column).

    Raises:
        UsageError: the table has another width.
    """
    if "table" not in parameters:
        return drawn(rows, d, std=float(parameters["initializer_range"]), seed=parameters["seed"])
    table: NDArray[np.float64] = np.asarray(parameters["table"], dtype=np.float64)
    if table.shape[1] != d:
        raise UsageError("additive.table-width", given=table.shape[1], d=d)
    return table[rows]


def position_ids(attention_mask: ArrayLike, offset: int = 0, past: int = 0) -> NDArray[np.int64]:
    """Rows of the table that tokens read where padding is not counted: ``cumsum(mask) · mask − 1 + offset``.

    Args:
        attention_mask: (…, token), 1 for a token and 0 for padding.
        offset: 2 in OPT; ``padding_idx`` + 1 in the RoBERTa family.
        past: tokens of an earlier step, which are in no mask.

    Returns:
        (…, token). Padding reads row ``offset`` − 1, which is no row of the table if the offset is 0.

    Source: transformers 5.24.0, OPTLearnedPositionalEmbedding and create_position_ids_from_input_ids.
    """
    mask = np.asarray(attention_mask, dtype=np.int64)
    return np.asarray((np.cumsum(mask, axis=-1) + past) * mask - 1 + offset, dtype=np.int64)


def position_ids_of_tokens(input_ids: ArrayLike, padding_idx: int = 1, past: int = 0) -> NDArray[np.int64]:
    """The same from the tokens themselves, as the RoBERTa family counts: words from ``padding_idx`` + 1.

    Args:
        input_ids: (…, token).
        padding_idx: the token that is padding; its row is ``padding_idx`` too.
        past: tokens of an earlier step.
    """
    return position_ids(np.asarray(input_ids) != padding_idx, padding_idx + 1, past)


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Positions (row, 1), the rows of the table that they read (row, column) and, for padding, what is counted.

    Raises:
        UsageError: a position that the table has no row for, a table of another width, or parameters that do not go
            together.
    """
    found = dict(parameters)
    if found["resize"] == "none":
        unused(found, "new_length", "resize", "half-pixel")
    unused(found, "attention_mask", "ids", "padding-aware")
    if "table" in found and found.get("rows", len(found["table"])) != len(found["table"]):
        raise UsageError("additive.table-rows", given=len(found["table"]), rows=found["rows"])
    rows = len(found["table"]) if "table" in found else found.get("rows", ROWS)
    at = np.asarray(positions).reshape(-1, 1).astype(np.int64)
    if "attention_mask" in found:
        at = _counted(found, at)
    found["length"] = rows - found["offset"]
    lower, upper = _read(found, at, rows)
    found["below"] = lower
    for name, places in (("lower", lower), ("upper", upper)):
        found[name] = trained(d, parameters, places[:, 0] + found["offset"])
    for name in ("table", "rows", "initializer_range", "seed"):
        found.pop(name, None)
    return rows_and_columns(d, found, positions)


def _counted(found: dict[str, Any], at: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places of the tokens when padding is not counted; the mask and its running sum become leaves."""
    mask = found.pop("attention_mask")
    if not np.isin(mask, (0, 1)).all():
        raise UsageError("additive.mask")
    found["attended"] = at_positions("attention_mask", mask, at).astype(np.int64)
    found["counted"] = at_positions("attention_mask", np.cumsum(mask, axis=1), at).astype(np.int64)
    return np.asarray(found["counted"] * found["attended"] - 1, dtype=np.int64)


def _read(found: Mapping[str, Any], at: NDArray[np.int64], rows: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The row below each place and the one above, without the offset, in whole numbers: no rounding can shift them.

    Raises:
        UsageError: a place that the table, or the resized one, does not have.
    """
    resize, offset, length = found["resize"], found["offset"], found["length"]
    if length < 1:
        raise UsageError("additive.offset", offset=offset, rows=rows)
    highest = length - 1 if resize == "none" else found["new_length"] - 1
    # Padding reads the row before the first word, if the table has one.
    lowest = -1 if "attended" in found and resize == "none" and offset else 0
    outside = at[(at < lowest) | (at > highest)]
    if outside.size and outside[0] < 0:
        raise UsageError("additive.padding", offset=offset)
    if outside.size:
        raise UsageError("additive.limit", position=outside[0], rows=highest + 1 + offset, offset=offset, last=highest)
    if resize == "none":
        return at, at
    new = found["new_length"]
    over, under = (
        (np.maximum((2 * at + 1) * length - new, 0), 2 * new)
        if resize == "half-pixel"
        else (at * (length - 1), max(new - 1, 1))
    )
    below = over // under
    return below, np.minimum(below + 1, length - 1)


LEARNED = Encoding(
    name="learned",
    kind="additive",
    formula=FORMULA,
    result="pe",
    results=("id", "pe"),
    leaves=leaves,
    parameters=(
        Parameter("table", None, unit="a row a position", kind="matrix"),
        Parameter("rows", None, 1, "rows", "whole", most=10**9),
        Parameter("offset", 0, 0, "rows", "whole", most=10**9),
        Parameter("attention_mask", None, 0, "1 a token, 0 padding", "numbers", most=1),
        Parameter("new_length", None, 1, "positions", "whole", most=10**9),
        *DRAWN,
    ),
    conventions=(
        Convention(
            "ids",
            {"position": {}, "padding-aware": {"place": "counted * attended - 1"}},
            needs=MappingProxyType({"padding-aware": ("attention_mask",)}),
        ),
        Convention(
            "resize",
            RESIZE,
            needs=MappingProxyType({"half-pixel": ("new_length",), "corner-aligned": ("new_length",)}),
        ),
    ),
    source="Gehring et al. 2017, arXiv 1705.03122, section 3.1; Devlin et al. 2018 (BERT), arXiv 1810.04805, section 3",
    slips="learned_slips.toml",
)
