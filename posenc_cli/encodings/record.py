"""What an encoding is: one frozen record."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from posenc_cli.encodings.moments import moment_texts
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Formula

Kind = Literal["additive", "rotary", "bias", "none"]
Leaves = Callable[[int, Mapping[str, Any], Any], "dict[str, Any]"]


_SHOWN = 40
ParameterKind = Literal["number", "whole", "switch", "numbers", "matrix", "time", "times"]


@dataclass(frozen=True)
class Parameter:
    """A number, a switch or a list that an encoding takes.

    Attributes:
        name: as on the command line and in the field.
        default: used if nothing is asked; None if there is none, or if another parameter gives it.
        least: the smallest legal value.
        unit: what it counts.
        kind: ``numbers`` is a list, ``matrix`` a list of lists, ``switch`` is true or false, ``time`` a moment in ISO
            8601, ``times`` a list of them.
        most: the largest legal value.
        also: other names of it in configurations and in code.
    """

    name: str
    default: object
    least: float = -math.inf
    unit: str = ""
    kind: ParameterKind = "number"
    most: float = math.inf
    also: tuple[str, ...] = ()

    def leaf(self, value: object) -> Any:  # noqa: ANN401
        """The value as a leaf of the formula: lists lie along the columns, switches are 0 or 1; moments stay texts.

        Raises:
            UsageError: a value of another kind, or out of bounds.
        """
        if self.kind in ("time", "times"):
            return moment_texts(self.name, value, several=self.kind == "times")
        array = self._array(value)
        if np.isinf(array).any():
            raise UsageError("compute.parameter-infinite", name=self.name, given=_shown(value))
        fits = bool(np.all(np.isfinite(array)) and np.all(array >= self.least) and np.all(array <= self.most))
        if not fits or (self.kind == "whole" and bool(np.any(array != np.rint(array)))):
            raise UsageError(
                "compute.parameter",
                name=self.name,
                given=_shown(value),
                kind=self.kind,
                least=_bound(self.least),
                most=_bound(self.most),
            )
        if self.kind in ("numbers", "matrix"):
            return array
        return int(array) if self.kind in ("whole", "switch") else value

    def _array(self, value: object) -> NDArray[np.float64]:
        dimensions = {"numbers": 1, "matrix": 2}.get(self.kind, 0)
        try:
            is_text = np.asarray(value).dtype.kind in "US"
            array = np.asarray(value, dtype=np.float64)
        except (OverflowError, TypeError, ValueError):
            is_text, array = False, np.full((), np.nan)
        if is_text or array.ndim != dimensions or (isinstance(value, bool) and self.kind != "switch"):
            raise UsageError("compute.parameter-kind", name=self.name, given=_shown(value), wanted=self.kind)
        return array[None, :] if dimensions == 1 else array


def _shown(value: object) -> str:
    """A value in a sentence: on one line, the beginning of a long one."""
    return " ".join(str(value).split())[:_SHOWN]


def _bound(limit: float) -> str:
    return f"{limit:.15g}".replace("inf", "∞").replace("-", "−")


@dataclass(frozen=True)
class Convention:
    """A choice between ways of the field, each a set of replaced rules.

    Attributes:
        name: for example ``layout``.
        choices: choice → rules that it replaces; the first is the default.
        least_width: choice → smallest width for which it is defined.
        needs: choice → parameters without a default that it must be given.
    """

    name: str
    choices: Mapping[str, Mapping[str, str]]
    least_width: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def default(self) -> str:
        """The choice that holds if nothing is asked."""
        return next(iter(self.choices))


@dataclass(frozen=True, repr=False)
class Encoding:
    """One positional encoding.

    Attributes:
        name: as on the command line.
        kind: how it acts on the model.
        formula: its rules over its leaves and parameters.
        result: the quantity that is the encoding.
        results: every quantity that a table of it holds, in order.
        leaves: (width, parameters, positions) → what the rules start from, arrays (row, column) or (head, query, key);
            the chosen conventions stand among the parameters, by name, and are taken out again afterwards. Also the
            place where a parameter that was not given gets its value from others.
        parameters: numbers it takes.
        conventions: choices it knows.
        source: where it is defined, with the equation's place.
        slips: the data file of wrong ways, in this package.
    """

    name: str
    kind: Kind
    formula: Formula
    result: str
    results: tuple[str, ...]
    leaves: Leaves
    parameters: tuple[Parameter, ...]
    conventions: tuple[Convention, ...]
    source: str
    slips: str = ""

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def under(self, d: int, chosen: Mapping[str, str]) -> Formula:
        """The formula under the chosen conventions, for width ``d``.

        Raises:
            UsageError: an unknown choice, or one that is not defined for this width.
        """
        formula = self.formula
        for convention in self.conventions:
            choice = chosen.get(convention.name, convention.default)
            if choice not in convention.choices:
                raise UsageError(
                    "unknown-choice", option=convention.name, given=choice, known=", ".join(convention.choices)
                )
            if d < convention.least_width.get(choice, 1):
                raise UsageError(
                    "width-too-small", option=convention.name, choice=choice, d=d, least=convention.least_width[choice]
                )
            formula = formula.but(**convention.choices[choice])
        return formula
