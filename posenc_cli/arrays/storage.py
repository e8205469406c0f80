"""How numbers are stored, and how far a right one may lie from what it stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

#: Significant bits and the exponent of the smallest step, by name, the narrowest first.
FORMATS = {"bfloat16": (8, -133), "float16": (11, -24), "float32": (24, -149), "float64": (53, -1074)}
#: Numbers that were written with so many decimals, at most, are known by that.
_MOST_DECIMALS = 8
_FEW = 32


@dataclass(frozen=True)
class Storage:
    """One way to store numbers.

    Attributes:
        name: ``float64``, ``float32``, ``float16``, ``bfloat16``, or ``decimals`` for numbers that were rounded.
        decimals: how many, of ``decimals``.
        cut: numbers lost what did not fit, and were not rounded.
    """

    name: str
    decimals: int = 0
    cut: bool = False

    @property
    def label(self) -> str:
        """The name, with the number of decimals."""
        return f"{self.decimals} decimals" if self.name == "decimals" else self.name

    def half_step(self, values: Array) -> Array:
        """How far what is stored may lie from each value; torch reaches 16 bits by way of float32."""
        if self.name == "decimals":
            return np.full(np.shape(values), 0.5 * 10.0**-self.decimals)
        bits, least = FORMATS[self.name]
        _, exponent = np.frexp(values)
        half = np.asarray(np.ldexp(1.0 if self.cut else 0.5, np.maximum(exponent - bits, least)))
        wide, _ = FORMATS["float32"]
        return half + np.ldexp(0.5, np.maximum(exponent - wide, least)) if bits < wide else half

    def stored(self, values: Array) -> Array:
        """The values rounded to it, once; those beyond its range are infinite."""
        if self.name == "float64":
            return values
        if self.name == "decimals":
            return np.asarray(np.round(values, self.decimals))
        with np.errstate(over="ignore", invalid="ignore"):
            if self.name == "bfloat16":
                bits, _ = FORMATS["bfloat16"]
                mantissa, exponent = np.frexp(values)
                short = np.ldexp(np.rint(np.ldexp(mantissa, bits)), exponent - bits)
                return np.asarray(np.where(np.isfinite(values), short, values))
            return np.asarray(values.astype(self.name).astype(np.float64))


FLOAT64 = Storage("float64")


def storage_of(kind: np.dtype[Any] | str, sample: Array) -> Storage:
    """The narrowest storage that holds every number of a sample, no narrower than a file of 16 bits says itself.

    Nothing but zeros and what is no number tells nothing: it is stored as the array says.

    Args:
        kind: of the file; ``bfloat16`` where it holds the bits of those.
        sample: some of its numbers.
    """
    if kind == "bfloat16":
        return Storage("bfloat16")
    finite = sample[np.isfinite(sample)]
    if not finite.any():
        return Storage(np.dtype(kind).name) if np.dtype(kind).name in FORMATS else FLOAT64
    narrow = np.dtype(kind).itemsize == 2 and np.dtype(kind).kind == "f"
    for name in ("float16",) if narrow else FORMATS:
        storage = Storage(name)
        if np.array_equal(storage.stored(finite), finite):
            break
    if (decimals := _decimals(finite, storage)) is not None and storage.name in ("float32", "float64"):
        return Storage("decimals", decimals)
    return storage


def _decimals(values: Array, storage: Storage) -> int | None:
    """With how many decimals all numbers were written, if they are few; None for numbers that were not rounded so."""
    if values.size < 4 or float(np.abs(values).max(initial=0.0)) > 1e6:
        return None
    few = values[:: max(1, values.size // _FEW)]
    if few.size < values.size and _decimals(few, storage) is None:
        return None
    for decimals in range(1, _MOST_DECIMALS + 1):
        # Stored decimals are off by half a step of their own.
        if (np.abs(values - np.round(values, decimals)) <= storage.half_step(values)).all():
            # Numbers of float32 have about seven digits anyway.
            return decimals if storage.name == "float64" or decimals <= 5 else None
    return None


def rounding_errors(bits: int, values: Array, angle: Array | None, powers: Array | float) -> Array:
    """How far a computation may come from the truth that rounds each of its steps to so many bits.

    Args:
        bits: of each step: 53, 24, 11 or 8.
        values: the exact ones.
        angle: whose sine or cosine they are, radians; None for other numbers.
        powers: the size of the logarithm of the frequency or slope: a power loses so much more.

    Returns:
        A bound (as ``values``): a frequency is off by a few units and what its exponent lost, an angle as well, and a
        sine as its angle; numbers that are no sines by some units of their own.
    """
    unit = 2.0**-bits
    if angle is None:
        return np.asarray(unit * np.abs(values) * (4 + 2 * powers))
    with np.errstate(invalid="ignore"):
        return np.asarray(unit * (3 + np.abs(angle) * (4 + 2 * powers)))
