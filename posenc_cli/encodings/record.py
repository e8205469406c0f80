"""What an encoding is: one frozen record."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.calculation.formula import Formula

Kind = Literal["additive", "rotary", "bias", "none"]


@dataclass(frozen=True)
class Parameter:
    """A number that an encoding takes.

    Attributes:
        name: as on the command line and in the field.
        default: used if nothing is asked.
        least: the smallest legal value.
        unit: what it counts.
    """

    name: str
    default: float
    least: float
    unit: str


@dataclass(frozen=True)
class Convention:
    """A choice between ways of the field, each a set of replaced rules.

    Attributes:
        name: for example ``layout``.
        choices: choice → rules that it replaces; the first is the default.
        least_width: choice → smallest width for which it is defined.
    """

    name: str
    choices: Mapping[str, Mapping[str, str]]
    least_width: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def default(self) -> str:
        """The choice that holds if nothing is asked."""
        return next(iter(self.choices))


@dataclass(frozen=True)
class Encoding:
    """One positional encoding.

    Attributes:
        name: as on the command line.
        kind: how it acts on the model.
        formula: its rules over the leaves ``pos`` (rows), ``k`` (columns), ``d`` and the parameters.
        result: the quantity that is the encoding.
        parameters: numbers it takes.
        conventions: choices it knows.
        source: where it is defined, with the equation's place.
        slips: the data file of wrong ways, in this package.
    """

    name: str
    kind: Kind
    formula: Formula
    result: str
    parameters: tuple[Parameter, ...]
    conventions: tuple[Convention, ...]
    source: str
    slips: str

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
