"""Five students who fill in the worksheet ``katze``, calculated with nothing but ``math`` and school rounding.

They are the oracle of ``samples/answers``: no line of posenc's own arithmetic is used, so that the reports on them show
what the program makes of honest and of honestly wrong work.
"""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

WIDTH = 4
EMBEDDINGS = (
    ("0.9", "0.1", "0.0", "0.1"),
    ("0.0", "0.9", "0.1", "0.2"),
    ("0.0", "0.1", "0.9", "0.0"),
    ("0.5", "0.0", "0.3", "0.4"),
    ("0.9", "0.1", "0.0", "0.1"),
    ("0.0", "0.0", "0.0", "0.9"),
)
Row = tuple[Decimal, ...]


def written(value: float | Decimal) -> Decimal:
    """What a person writes: three decimals, half away from zero, no minus before nothing."""
    rounded = Decimal(str(value)).quantize(Decimal("0.001"), ROUND_HALF_UP)
    return abs(rounded) if rounded == 0 else rounded


def pattern(pos: int, unit: Callable[[float], float] = float) -> Row:
    """The row of a position; ``unit`` is how the calculator understands an angle."""
    angles = (pos / 10000 ** (2 * (k // 2) / WIDTH) for k in range(WIDTH))
    return tuple(written((math.cos if k % 2 else math.sin)(unit(angle))) for k, angle in enumerate(angles))


def added(word: int, row: Row) -> Row:
    """Embedding plus position, as written."""
    return tuple(written(Decimal(one) + other) for one, other in zip(EMBEDDINGS[word], row, strict=True))


def filled(second: Row, one: float = math.sin(1)) -> dict[str, Decimal]:
    """Every blank of the sheet, for a student whose row of position 2 is ``second`` and who goes on rightly from it."""
    sums = {2: added(2, second)} | {word: added(word, pattern(word)) for word in (3, 4, 5)}
    products = tuple(written(die * der) for die, der in zip(added(0, pattern(0)), sums[4], strict=True))
    rows = {"pe2": second}
    rows |= {f"x{word}": row for word, row in sums.items()} | {f"m{word}": row for word, row in sums.items()}
    rows |= {"der": sums[4], "prod": products}
    cells = {f"{name}_d{k}": value for name, row in rows.items() for k, value in enumerate(row, 1)}
    return {"rad": written(one)} | cells | {"dot": sum(products, Decimal(0))}


@dataclass(frozen=True)
class Student:
    """Who handed in which file.

    Attributes:
        name: as it stands in the first column.
        file: stem of the file.
        answers: id → what is typed, exactly.
        encoding: of the file, as the program that saved it has it.
    """

    name: str
    file: str
    answers: Mapping[str, str]
    encoding: str = "utf-8-sig"

    def table(self, form: str) -> bytes:
        """The answer form with this student's line."""
        return saved(form, [self], self.encoding)


def saved(form: str, students: Sequence[Student], encoding: str) -> bytes:
    """The answer form of posenc (its headings and the line that names the sheet) with a line a student.

    A sign that the code page lacks becomes "?", as Excel does it with the subscript of d₁.
    """
    form = form.removeprefix("\ufeff")
    sign = form.partition("]")[2][:1]  # what stands behind the first heading: ; in German, else a comma
    headings, first, *_ = csv.reader(io.StringIO(form), delimiter=sign)
    ids = [heading.rpartition("[")[2].rstrip("]") for heading in headings]
    fixed = dict(zip(ids, first, strict=True))
    out = io.StringIO()
    table = csv.writer(out, delimiter=sign, lineterminator="\r\n")
    table.writerow(headings)
    for student in students:
        cells = {**fixed, **student.answers, "name": student.name}
        table.writerow([cells[name] for name in ids])
    return out.getvalue().encode(encoding, errors="replace")


def with_comma(value: Decimal) -> str:
    """A number as a German types it."""
    return str(value).replace(".", ",")


def as_excel_shows(value: Decimal) -> str:
    """A number as German Excel shows and saves it: comma, no zeros at the end (1,000 becomes 1)."""
    return with_comma(value).rstrip("0").rstrip(",") if value else "0"


def _typed(cells: Mapping[str, Decimal], how: Callable[[Decimal], str] = str) -> dict[str, str]:
    return {name: how(value) for name, value in cells.items()}


def _half(cells: Mapping[str, Decimal]) -> dict[str, str]:
    """Done as far as the second sum, with a broken formula in the spreadsheet."""
    typed = _typed({name: cells[name] for name in list(cells)[:13]}, with_comma)
    return typed | {"pe2_d4": "#NV", "x3_d2": "?"}


RIGHT = pattern(2)
NO_MINUS = (RIGHT[0], -RIGHT[1], *RIGHT[2:])

STUDENTS = (
    Student("Amira", "alle-richtig", _typed(filled(RIGHT))),
    Student("Ben", "grad", _typed(filled(pattern(2, math.radians), math.sin(math.radians(1))))),
    Student("Carla", "ab-eins", _typed(filled(pattern(3)))),
    Student("Jörg", "excel-deutsch", _typed(filled(NO_MINUS), as_excel_shows), "cp1252"),
    Student("Emil", "halb-leer", _half(filled(RIGHT))),
)
