"""What tables of a spec are made of: numbers as TOML has them, and the settings of marking."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from posenc_cli.i18n import Language


class Strict(BaseModel):
    """No key that is not named, and nothing that changes."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


def _number(value: object) -> object:
    """A number as TOML has it: pydantic alone would also take "1" and true."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise PydanticCustomError("number_type", "no number")
    return value


def _scale(value: tuple[tuple[Decimal, str], ...]) -> tuple[tuple[Decimal, str], ...]:
    """A mark for everybody, and one only."""
    percents = [percent for percent, _ in value]
    if value and (0 not in percents or len(set(percents)) < len(percents)):
        raise PydanticCustomError("scale_type", "no scale")
    return value


Number = Annotated[float, BeforeValidator(_number)]
#: Of a component of a vector; more places than a person can write would only slow down fifty digits.
LARGEST_COMPONENT, MOST_PLACES = 10**6, 20
Component = Annotated[
    Decimal,
    BeforeValidator(_number),
    Field(ge=-LARGEST_COMPONENT, le=LARGEST_COMPONENT, decimal_places=MOST_PLACES),
]


class Credit(Strict):
    """Share of a blank's points for verdicts short of correct."""

    follow_through: Number = Field(default=1.0, ge=0, le=1)
    coarse: Number = Field(default=1.0, ge=0, le=1)
    rounding: Number = Field(default=1.0, ge=0, le=1)


class Marking(Strict):
    """The ``[marking]`` table.

    Attributes:
        tolerance: how far an answer may be from the text of the key and is still right.
        step: points of a sheet are rounded to multiples of it; 0 leaves them as they are.
        scale: by which marks are given; empty for none.
        thresholds: a scale of one's own: from how many percent of the points on which mark, from 0 on, in any order.
    """

    tolerance: Annotated[Decimal, BeforeValidator(_number), Field(ge=0, le=10, decimal_places=MOST_PLACES)] = Decimal(0)
    step: Number = Field(default=0.0, ge=0, le=10)
    scale: Literal["", "1-6", "0-15", "1.0-5.0", "percent"] = ""
    thresholds: Annotated[
        tuple[
            tuple[
                Annotated[Decimal, BeforeValidator(_number), Field(ge=0, le=100)], Annotated[str, Field(max_length=20)]
            ],
            ...,
        ],
        AfterValidator(_scale),
    ] = Field(default=(), max_length=40)


Text = Annotated[str, Field(min_length=1, max_length=400)]


class OwnSlip(Strict):
    """One ``[slips.NAME]``: a wrong way that a teacher has seen.

    Attributes:
        replaces: rules of the sheet, each with an expression over what stands before it.
        name: what to call it, by language.
        hint: what to say to a student, by language; never the right value.
        scope: how much of a sheet it explains: all of it, a row, or one cell.
    """

    replaces: dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)], Text] = Field(
        min_length=1, max_length=10
    )
    name: dict[Language, Text] = Field(min_length=1)
    hint: dict[Language, Text] = Field(min_length=1)
    scope: Literal["sheet", "row", "cell"] = "sheet"


#: Ids of such slips, as those of the others are written.
SlipName = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
