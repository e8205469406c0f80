"""Numbers of about 32 digits as two float64 arrays: what large angles need before their sine is taken.

In float64, the sine of `100000 / 10000 ** (2 * i / d)` is wrong from the twelfth digit on; here all sixteen are right.
The functions of these numbers are in :mod:`posenc_cli.calculation.twofold_functions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from types import EllipsisType
from typing import TYPE_CHECKING, Any, TypeAlias, Union

import numpy as np
import numpy.typing as npt

from posenc_cli.calculation import twofold_elementary as elementary
from posenc_cli.calculation import twofold_pairs as pairs

if TYPE_CHECKING:
    from collections.abc import Callable

    from posenc_cli.calculation.twofold_pairs import FloatArray, Pair

BoolArray: TypeAlias = npt.NDArray[np.bool_]
Operand: TypeAlias = Union["Twofold", float, int, Decimal, str, npt.NDArray[Any]]
Index: TypeAlias = int | slice | EllipsisType | npt.NDArray[Any] | tuple[int | slice | EllipsisType | None, ...]


def apply(operation: Callable[..., Pair], plain: Callable[..., Any], *operands: Twofold) -> Twofold:
    """Return `operation` of the operands, and what float64's own `plain` says where that is no finite number.

    The error of a rounding that ends in infinity is not a number, and would spread.
    """
    with np.errstate(all="ignore"):
        high, low = operation(*(operand.pair for operand in operands))
        finite = np.isfinite(high)
        if not finite.all():
            high = np.where(finite, high, plain(*(operand.high for operand in operands)))
            low = np.where(finite, low, 0.0)
        return Twofold(high, low)


def _opposite(a: Twofold, b: Twofold) -> BoolArray:
    return np.sign(a.high) * np.sign(b.high) < 0


def _are_exact(numbers: Twofold) -> bool:
    """Are all of them whole, and so small that float64 divides them without an error?"""
    whole = numbers.high == np.floor(numbers.high)
    return bool(whole.all()) and not numbers.low.any() and bool((np.abs(numbers.high) < 2.0**53).all())


def _integer_pair(values: npt.NDArray[Any]) -> Pair:
    """Return integers of up to 64 bits without loss: their upper and lower 32 bits are exact float64."""
    return pairs.two_sum((values >> 32).astype(np.float64) * 2.0**32, (values & 0xFFFFFFFF).astype(np.float64))


@dataclass(frozen=True, eq=False)
class Twofold:
    """An array of numbers `high + low`.

    Any two arrays of one broadcast shape may be given; they are kept such that `high` is the float64 nearest to the
    number. Infinities and what is not a number live in `high` alone, follow the rules of float64 and never warn. The
    sign of a zero is not kept.

    Attributes:
        high: The numbers, rounded to float64.
        low: What the rounding left over.
    """

    high: FloatArray
    low: FloatArray

    # numpy arrays and scalars on the left leave the operation to this class
    __array_ufunc__ = None
    __hash__ = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        """Normalise, so that comparisons can look at `high` first."""
        with np.errstate(all="ignore"):
            high, low = np.asarray(self.high, dtype=np.float64), np.asarray(self.low, dtype=np.float64)
            total = np.asarray(high + low)
            # Else the low part is small enough already, as after nearly every operation.
            if high.shape != low.shape or (total - high).any():
                total, low = pairs.two_sum(high, np.where(np.isfinite(low), low, 0.0))
                low = np.where(np.isfinite(total), low, 0.0)
            object.__setattr__(self, "high", np.asarray(total))
            object.__setattr__(self, "low", low)

    @classmethod
    def of(cls, value: Operand) -> Twofold:
        """Return `value` as a Twofold: float64 and integers exactly, decimals and their texts to 32 digits.

        Arrays of objects may hold any of these.

        Raises:
            TypeError: `value` holds something other than real numbers.
            decimal.InvalidOperation: `value` is a text that is no decimal number.
        """
        if isinstance(value, Twofold):
            return value
        if isinstance(value, (int, Decimal, str)) and not isinstance(value, bool):
            high, low = elementary.exact_parts(Decimal(value), 2)
            return cls(np.asarray(high), np.asarray(low))
        if not isinstance(value, (float, np.ndarray, np.generic, bool)):
            raise TypeError(f"a number is needed, not {type(value).__name__}")
        array = np.asarray(value)
        if array.dtype == object:
            cells = [cls.of(cell).pair for cell in array.flat]
            return cls(*np.array(cells, dtype=np.float64).reshape(-1, 2).T.reshape(2, *array.shape))
        if array.dtype.kind not in "biuf":
            raise TypeError(f"numbers are needed, not an array of {array.dtype}")
        if array.dtype.kind in "iu" and array.dtype.itemsize == 8:
            return cls(*_integer_pair(array))
        high_only = array.astype(np.float64)
        return cls(high_only, np.zeros_like(high_only))

    @property
    def pair(self) -> Pair:
        """`(high, low)`."""
        return self.high, self.low

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        return self.high.shape

    def to_float64(self) -> FloatArray:
        """Return the nearest float64 of each number, as an array of its own."""
        return self.high.copy()

    def __getitem__(self, index: Index) -> Twofold:
        """Return the numbers at `index`, as numpy reads an index."""
        return Twofold(self.high[index], self.low[index])

    def __neg__(self) -> Twofold:
        """Return `-self`."""
        return Twofold(-self.high, -self.low)

    def __pos__(self) -> Twofold:
        """Return `self`."""
        return self

    def __abs__(self) -> Twofold:
        """Return the absolute value."""
        return Twofold(*pairs.select(self.high < 0, pairs.negative(self.pair), self.pair))

    def __add__(self, other: Operand) -> Twofold:
        """Return `self + other`."""
        return apply(pairs.add, np.add, self, Twofold.of(other))

    def __radd__(self, other: Operand) -> Twofold:
        """Return `other + self`."""
        return Twofold.of(other) + self

    def __sub__(self, other: Operand) -> Twofold:
        """Return `self - other`."""
        return self + -Twofold.of(other)

    def __rsub__(self, other: Operand) -> Twofold:
        """Return `other - self`."""
        return Twofold.of(other) - self

    def __mul__(self, other: Operand) -> Twofold:
        """Return `self * other`."""
        return apply(pairs.multiply, np.multiply, self, Twofold.of(other))

    def __rmul__(self, other: Operand) -> Twofold:
        """Return `other * self`."""
        return Twofold.of(other) * self

    def __truediv__(self, other: Operand) -> Twofold:
        """Return `self / other`."""
        return apply(pairs.divide, np.divide, self, Twofold.of(other))

    def __rtruediv__(self, other: Operand) -> Twofold:
        """Return `other / self`."""
        return Twofold.of(other) / self

    def __divmod__(self, other: Operand) -> tuple[Twofold, Twofold]:
        """Return the floored quotient and the remainder, which has the sign of `other`, as in Python and numpy."""
        divisor = Twofold.of(other)
        with np.errstate(all="ignore"):
            plain = Twofold.of(self.high // divisor.high), Twofold.of(self.high % divisor.high)
        if _are_exact(self) and _are_exact(divisor):
            return plain
        quotient = (self / divisor).floor()
        # The division rounds, so its floor may be the whole number next to the right one, on either side.
        quotient = quotient + (abs(self - quotient * divisor) >= abs(divisor))
        quotient = quotient - _opposite(self - quotient * divisor, divisor)
        remainder = self - quotient * divisor
        beyond = ~np.isfinite(remainder.high) | np.isinf(divisor.high)
        return (
            Twofold(*pairs.select(beyond, plain[0].pair, quotient.pair)),
            Twofold(*pairs.select(beyond, plain[1].pair, remainder.pair)),
        )

    def __floordiv__(self, other: Operand) -> Twofold:
        """Return the floored quotient."""
        return divmod(self, Twofold.of(other))[0]

    def __rfloordiv__(self, other: Operand) -> Twofold:
        """Return the floored quotient of `other` and `self`."""
        return divmod(Twofold.of(other), self)[0]

    def __mod__(self, other: Operand) -> Twofold:
        """Return the remainder, which has the sign of `other`."""
        return divmod(self, Twofold.of(other))[1]

    def __rmod__(self, other: Operand) -> Twofold:
        """Return the remainder of `other` by `self`."""
        return divmod(Twofold.of(other), self)[1]

    def __pow__(self, exponent: Operand) -> Twofold:
        """Return `self ** exponent`; a whole power is exact as long as it fits into 32 digits."""
        return apply(elementary.power, np.power, self, Twofold.of(exponent))

    def __rpow__(self, base: Operand) -> Twofold:
        """Return `base ** self`."""
        return Twofold.of(base) ** self

    def __eq__(self, other: object) -> BoolArray:  # type: ignore[override]
        """Say where the numbers are equal."""
        if not isinstance(other, (Twofold, float, int, Decimal, str, np.ndarray, np.generic)):
            return NotImplemented
        b = Twofold.of(other)  # type: ignore[arg-type]
        equal: BoolArray = (self.high == b.high) & (self.low == b.low)
        return equal

    def __ne__(self, other: object) -> BoolArray:  # type: ignore[override]
        """Say where the numbers differ."""
        return np.logical_not(self == other)

    def __lt__(self, other: Operand) -> BoolArray:
        """Say where `self < other`."""
        b = Twofold.of(other)
        below: BoolArray = (self.high < b.high) | ((self.high == b.high) & (self.low < b.low))
        return below

    def __le__(self, other: Operand) -> BoolArray:
        """Say where `self <= other`."""
        b = Twofold.of(other)
        below: BoolArray = (self.high < b.high) | ((self.high == b.high) & (self.low <= b.low))
        return below

    def __gt__(self, other: Operand) -> BoolArray:
        """Say where `self > other`."""
        return Twofold.of(other) < self

    def __ge__(self, other: Operand) -> BoolArray:
        """Say where `self >= other`."""
        return Twofold.of(other) <= self

    def floor(self) -> Twofold:
        """Return the largest whole number that is not above each number."""
        high = np.floor(self.high)
        return Twofold(high, np.where(high == self.high, np.floor(self.low), 0.0))
