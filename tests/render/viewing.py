"""What the tests of views share: every string of a view, and the numbers of a sheet by plain loops."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, fields, is_dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from posenc_cli.render.view import key_view, sheet_view
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.key import solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from posenc_cli.render.blocks import PageView
    from posenc_cli.worksheet.spec import Spec

T = TypeVar("T")
NUMBER = re.compile(r"(?<![\d.])−?\d+\.\d{3}(?!\d)")


@cache
def student_view(name: str) -> PageView:
    """The page of a built-in worksheet as a student gets it, made once."""
    return sheet_view(sheet_of(name, None))


@cache
def teacher_view(name: str) -> PageView:
    """Its key, made once."""
    sheet = sheet_of(name, None)
    return key_view(sheet, solve(sheet))


def walk(value: object) -> Iterator[object]:
    """Every object inside a view, itself first."""
    yield value
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from walk(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from walk(inner)
    elif isinstance(value, dict):
        yield from walk(list(value.values()))


def every(view: object, kind: type[T]) -> list[T]:
    """Everything of one type inside a view."""
    return [one for one in walk(view) if isinstance(one, kind)]


def numbers(view: object) -> set[str]:
    """Every number with three decimals that is printed anywhere."""
    return {found for text in every(view, str) for found in NUMBER.findall(text)}


def paper(value: float | Decimal, decimals: int = 3) -> str:
    """School rounding on paper."""
    exact = value if isinstance(value, Decimal) else Decimal(format(value, ".13g"))
    rounded = exact.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    return f"{abs(rounded) if rounded == 0 else rounded}".replace("-", "−")


@dataclass(frozen=True)
class Plain:
    """The numbers of a sheet whose pair is (first, second), as a person writes them down."""

    pe: list[list[Decimal]]
    e: list[list[Decimal]]
    x: list[list[Decimal]]


def written(value: float | Decimal) -> Decimal:
    """What stands on paper, as a number."""
    return Decimal(paper(value).replace("−", "-"))


def encoding_row(pos: int, d: int) -> list[Decimal]:
    """The formula of the paper, column by column."""
    row = []
    for k in range(d):
        angle = pos / 10000 ** (2 * (k // 2) / d)
        row.append(written(math.sin(angle) if k % 2 == 0 else math.cos(angle)))
    return row


def plain(spec: Spec) -> Plain:
    """All rows of a sentence."""
    d, words = spec.worksheet.d, spec.words
    assert spec.embeddings.table is not None
    pe = [encoding_row(spec.worksheet.first_pos + n, d) for n in range(len(words))]
    e = [list(spec.embeddings.table[word]) for word in words]
    x = [[written(a + b) for a, b in zip(one, two, strict=True)] for one, two in zip(e, pe, strict=True)]
    return Plain(pe, e, x)


def dot(one: list[Decimal], two: list[Decimal]) -> Decimal:
    """Column times column, all added up."""
    return sum((a * b for a, b in zip(one, two, strict=True)), Decimal(0))


def length(one: list[Decimal]) -> float:
    """The square root of the sum of squares."""
    return math.sqrt(dot(one, one))
