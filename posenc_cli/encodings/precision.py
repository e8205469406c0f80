"""Shorter numbers: tables cast to them last, and what an implementation loses that computes in them.

The loss that hurts is in the angle and not in its sine: position times frequency keeps 24 binary digits in float32, 11
in float16 and 8 in bfloat16, so the error grows with the position, whatever sine and cosine do afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from posenc_cli.calculation import products
from posenc_cli.calculation.algebras import ACCURATE, Algebra
from posenc_cli.calculation.expression import evaluate
from posenc_cli.encodings.rope_scaling import at_length
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.calculation.primitives import Primitive
    from posenc_cli.encodings.results import Results
    from posenc_cli.encodings.scheme import Scheme

Dtype = Literal["float64", "float32", "float16", "bfloat16"]
DTYPES: tuple[Dtype, ...] = get_args(Dtype)
#: What else torch calls them; its float is not that of numpy.
_OF_TORCH = {"double": "float64", "float": "float32", "half": "float16"}

#: The first 16 of 32 bits, rounded to the nearest, ties to even.
_TO_BFLOAT16 = products.shortened(products.BFLOAT16)
#: Leaves that hold where something stands; what is computed from them changes with the position.
_PLACES = frozenset({"pos", "t", "h", "w", "value"})


def cast_array(values: NDArray[Any], dtype: Dtype, name: str = "values") -> NDArray[Any]:
    """Numbers of an array in another precision, rounded once; whole numbers and −∞ stay.

    Args:
        values: float64 or whole numbers.
        dtype: what to round to.
        name: of the array, for the sentence of an error.

    Returns:
        The dtype itself; bfloat16, which numpy does not have, as float32 that hold its numbers.

    Raises:
        UsageError: a number that the precision cannot hold.
    """
    if values.dtype.kind != "f" or dtype == "float64":
        return values
    finite = np.isfinite(values)
    with np.errstate(over="ignore"):
        short = np.where(finite, _TO_BFLOAT16(values), values) if dtype == "bfloat16" else values
        found: NDArray[Any] = short.astype(np.float16 if dtype == "float16" else np.float32)
    if not np.isfinite(found[finite]).all():
        most = float(np.abs(values[finite]).max())
        raise UsageError("precision.overflow", name=name, given=f"{most:g}", dtype=dtype)
    return found


def cast_results(found: Results, dtype: Dtype) -> Results:
    """A table in another precision.

    Raises:
        UsageError: a number that the precision cannot hold.
    """
    if dtype == "float64":
        return found
    arrays = {name: cast_array(values, dtype, name) for name, values in found.arrays.items()}
    table = found.table and replace(found.table, values=arrays["values"].astype(np.float64))
    return replace(found, arrays=arrays, table=table, dtype=dtype)


class _Short(Algebra):
    """Plain arithmetic whose every step is rounded."""

    def apply(self, primitive: Primitive, arguments: list[Any]) -> Any:  # noqa: ANN401
        return self.leaf(super().apply(primitive, arguments))


def _algebra(dtype: Dtype) -> Algebra:
    def leaf(values: Any) -> Any:  # noqa: ANN401
        array = np.asarray(values, dtype=np.float64)
        with np.errstate(all="ignore"):
            if dtype == "bfloat16":
                return np.where(np.isfinite(array), _TO_BFLOAT16(array), array)
            return array.astype(dtype).astype(np.float64)

    return _Short(
        "numbers", leaf, lambda _mask, _answer, computed: computed, lambda _written, computed, _mask: computed
    )


@dataclass(frozen=True)
class Loss:
    """What is lost at each position, in the worst column or pair; NaN where nothing finite is left.

    Attributes:
        scheme: what was computed.
        dtype: how it was computed.
        positions: (row).
        angle: (row), radians; None if the encoding has no angles.
        value: (row).
        exact: the value where most is lost, (row).
        short: what the implementation has in its place, (row).
    """

    scheme: Scheme
    dtype: Dtype
    positions: NDArray[np.int64]
    angle: NDArray[np.float64] | None
    value: NDArray[np.float64]
    exact: NDArray[np.float64]
    short: NDArray[np.float64]


def loss(scheme: Scheme, positions: NDArray[np.int64], dtype: Dtype) -> Loss:
    """What an implementation loses that computes in a precision.

    What does not depend on the position (frequencies, slopes) is computed in float32 at least, step by step, as
    libraries do it, and cast; what does, is computed in the precision itself. No step of theirs is worse than its
    nearest number, so libraries lose about as much, or more. Distances are whole numbers everywhere; of biases only
    what they are stored as is rounded.

    Args:
        scheme: the encoding.
        positions: (row).
        dtype: of the implementation.

    Raises:
        UsageError: as for a table of it.
    """
    positions = scheme.checked(positions)
    scheme = at_length(scheme, positions)
    given = scheme.given(positions)
    exact = scheme.formula.run(given, ACCURATE).values
    names = ("cos", "sin") if scheme.encoding.kind == "rotary" else (scheme.encoding.result,)
    scores = scheme.encoding.kind in ("bias", "none")
    short = {name: exact[name].to_float64() for name in names} if scores else _imprecise(scheme, given, dtype)
    stored = _algebra(dtype).leaf
    pairs = [(_rows(exact[name].to_float64(), scheme), _rows(stored(short[name]), scheme)) for name in names]
    right, wrong = (np.concatenate(each, axis=1) for each in zip(*pairs, strict=True))
    value, worst = _worst(right - wrong)
    angle = None
    if "angle" in short:
        angle, _ = _worst(_rows((exact["angle"] - _finite(short["angle"])).to_float64(), scheme))
    at = np.arange(len(positions)), worst
    return Loss(scheme, dtype, positions, angle, value, right[at], wrong[at])


def _finite(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(np.isfinite(values), values, np.nan)


def _rows(values: Any, scheme: Scheme) -> NDArray[np.float64]:  # noqa: ANN401
    """A row a position: (row, everything else); of biases a key each."""
    array = np.asarray(values, dtype=np.float64)
    if scheme.encoding.kind in ("bias", "none"):
        array = np.moveaxis(array, -1, 0)
    return np.asarray(array.reshape(array.shape[0], -1))


def _worst(difference: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The largest difference of each row and where it is; one that is no number is larger than all."""
    size = np.abs(difference)
    at = np.asarray(np.argmax(np.where(np.isnan(size), np.inf, size), axis=1))
    return size[np.arange(len(size)), at], at


def _imprecise(scheme: Scheme, given: Mapping[str, Any], dtype: Dtype) -> dict[str, Any]:
    fixed, moving = _algebra("float32" if dtype in ("float16", "bfloat16") else dtype), _algebra(dtype)
    places = set(_PLACES & given.keys())
    values = {
        # A single number is a number of the language, which has float64.
        name: np.asarray(value, dtype=np.float64)
        if np.ndim(value) == 0
        else (moving if name in places else fixed).leaf(value)
        for name, value in given.items()
    }
    for rule in scheme.formula.rules:
        names = rule.expression.names
        if not names & places:
            values[rule.name] = evaluate(rule.expression, values, fixed)
            continue
        places.add(rule.name)
        read = {name: values[name] if np.ndim(values[name]) == 0 else moving.leaf(values[name]) for name in names}
        values[rule.name] = evaluate(rule.expression, read, moving)
    return values


def named(dtype: object) -> Dtype:
    """A precision by what numpy or PyTorch call so: a type, its name, or an object that stands for it.

    Raises:
        UsageError: it is none of these precisions, or in another byte order than this machine's.
    """
    said = str(getattr(dtype, "__name__", dtype))
    if said.startswith("torch."):
        of_torch = said.removeprefix("torch.")
        return known(_OF_TORCH.get(of_torch, of_torch))
    if said in DTYPES:  # numpy has no bfloat16
        return known(said)
    try:
        found = None if dtype is None else np.dtype(dtype)  # type: ignore[call-overload]
    except (SyntaxError, TypeError, ValueError):
        found = None
    return known(found.name if found is not None and found.isnative and found.name in DTYPES else said)


def known(dtype: str) -> Dtype:
    """A precision by name.

    Raises:
        UsageError: there is none of that name.
    """
    if dtype not in DTYPES:
        raise UsageError("unknown-choice", option="dtype", given=dtype, known=", ".join(DTYPES))
    return dtype
