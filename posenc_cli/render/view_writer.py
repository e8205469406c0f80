"""What every exercise of a view is written with: sentences of the catalogue, number text, cells, steps in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS, PROOF, PROOF_WRITTEN, in_words
from posenc_cli.calculation.formula import Formula
from posenc_cli.calculation.words import CLOSED, Said
from posenc_cli.encodings.combine import PAIR
from posenc_cli.i18n import lookup, text
from posenc_cli.render.blocks import Box, Cell, Paragraph, Span
from posenc_cli.render.inline import inline
from posenc_cli.render.style import isolated
from posenc_cli.render.view_numbers import MINUS, NumberText
from posenc_cli.worksheet.joining import is_sum, said
from posenc_cli.worksheet.key import as_written
from posenc_cli.worksheet.labels import blank_label, column_name, shown
from posenc_cli.worksheet.sheet import Place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.i18n import Language
    from posenc_cli.render.blocks import Block, Inline
    from posenc_cli.worksheet.key import Solution
    from posenc_cli.worksheet.sheet import Blank, Part


@dataclass(frozen=True)
class Pair:
    """The columns that share a divisor.

    Attributes:
        i: its number.
        columns: in order, the first is a sine.
        exponent: of the base.
        divisor: of the position.
    """

    i: int
    columns: tuple[int, ...]
    exponent: float
    divisor: float


@dataclass(frozen=True)
class Writer(NumberText):
    """A sheet; in a key with its solutions by id, else with what a student has written there already."""

    solutions: Mapping[str, Solution]
    is_key: bool = False
    own: Mapping[str, str] = field(default_factory=dict)

    @property
    def language(self) -> Language:
        """Of the worksheet; the language of the program's messages plays no part."""
        return self.sheet.spec.worksheet.language

    @property
    def d(self) -> int:
        """How many columns."""
        return self.sheet.spec.worksheet.d

    # numbers of the sheet

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """Every quantity as a person finds it who works with what is printed and writes each blank."""
        found = as_written(self.sheet).values
        shapes = {name: mask.shape for name, mask in self.sheet.on_sheet.items()}
        return {
            name: np.broadcast_to(np.asarray(value, dtype=np.float64), shapes.get(name, np.shape(value)))
            for name, value in found.items()
        }

    def at_positions(self, positions: Sequence[int], embedding_row: int | None = None) -> Mapping[str, Any]:
        """The same for other positions, with one word at all of them."""
        given = {**self.sheet.given, "pos": np.array(positions).reshape(-1, 1)}
        if embedding_row is not None:
            given["embedding"] = self.sheet.given["embedding"][[embedding_row] * len(positions)]
        names = ("pe",) if embedding_row is None else ("pe", "e", "x")
        shape = (len(positions), self.d)
        rules = self.sheet.formula.rules
        needed = 1 + max(number for number, rule in enumerate(rules) if rule.name in names)
        found = Formula(rules[:needed], self.sheet.formula.write).run(
            given,
            PROOF_WRITTEN,
            on_sheet={name: np.ones(shape, dtype=bool) for name in names},
            decimals=self.sheet.decimals,
        )
        return {name: np.broadcast_to(np.asarray(found.values[name], dtype=np.float64), shape) for name in names}

    def compared(self, quantity: str, first: int, second: int) -> dict[str, float]:
        """Dot product, cosine and both lengths of two rows."""
        formula = Formula.of(**PAIR, length="norm(left)", other_length="norm(right)")
        run = formula.run({"x": self.values[quantity], "first": first, "second": second}, PROOF)
        return {name: float(run.values[name][0, 0]) for name in ("dot", "cosine", "length", "other_length")}

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs, by their number; none where columns make no pairs that share a divisor."""
        if not {"i", "exponent", "divisor"} <= set(self.values):
            return ()
        exact = self.values
        if {"i", "exponent", "divisor"} & self.sheet.on_sheet.keys():  # what is written on the sheet may be rounded
            exact = self.sheet.formula.run(self.sheet.given, NUMBERS).values
        if any(np.atleast_2d(exact[name]).shape not in ((1, 1), (1, self.d)) for name in ("i", "exponent", "divisor")):
            return ()
        wide = {name: np.broadcast_to(exact[name], (1, self.d))[0] for name in ("i", "exponent", "divisor")}
        found = []
        for number in sorted({int(i) for i in wide["i"]}):
            columns = tuple(k for k in range(self.d) if int(wide["i"][k]) == number)
            found.append(Pair(number, columns, float(wide["exponent"][columns[0]]), float(wide["divisor"][columns[0]])))
        return tuple(found)

    def pair_of(self, k: int) -> Pair:
        """The pair of a column."""
        return next(pair for pair in self.pairs if k in pair.columns)

    def function(self, k: int) -> str:
        """The function of a column as it is written."""
        return "cos" if np.broadcast_to(self.values["wave"], (1, self.d))[0, k] else "sin"

    # sentences

    @cached_property
    def rule(self) -> str | None:
        """What E and PE become if that is not their sum: "E − PE", or empty where no line says it; None for the sum."""
        formula = self.sheet.formula
        return None if is_sum(formula) else said(formula, self.sheet.given, self.figure)

    def joining(self, key: str) -> str:
        """The key of a sentence about the sum, or of what is said where another rule stands in its place."""
        return key if self.rule is None else f"{key}-otherwise"

    @cached_property
    def common(self) -> dict[str, object]:
        """What any sentence may name."""
        parameters = self.sheet.methods[""].parameters
        numbers = {**parameters, **{name: one for name, one in self.sheet.given.items() if np.ndim(one) == 0}}
        base, shift = (float(str(numbers.get(name, 0))) for name in ("base", "downscale_freq_shift"))
        return {
            "d": self.d,
            "n": len(self.sheet.positions),
            "decimals": self.sheet.decimals,
            "base": self.figure(base),
            "shift": self.figure(shift),
            "first": self.sheet.positions[0],
            "last": self.sheet.positions[-1],
            "top": self.d - 1,
            "pairs": len(self.pairs),
            "d_first": column_name(0),
            "d_last": column_name(self.d - 1),
        }

    def say(self, key: str, /, **values: object) -> str:
        """A ready string of ``exercise.toml``."""
        return text(self.language, f"exercise.{key}", **(self.common | _isolated(values)))

    def label(self, key: str, /, **values: object) -> str:
        """A ready string of ``sheet.toml``."""
        return text(self.language, f"sheet.{key}", **(self.common | _isolated(values)))

    def listed(self, key: str, /, **values: object) -> list[str]:
        """A list of ready strings of ``exercise.toml``."""
        return [str(line).format(**(self.common | values)) for line in lookup(self.language, f"exercise.{key}")]

    def inline(self, key: str, /, **values: object) -> Inline:
        """A styled sentence of ``exercise.toml``."""
        return inline(cast("str", lookup(self.language, f"exercise.{key}")), **(self.common | _isolated(values)))

    def paragraph(self, key: str, /, **values: object) -> Paragraph:
        """A sentence as a paragraph."""
        return Paragraph(self.inline(key, **values))

    def small_print(self, key: str, /, **values: object) -> Paragraph:
        """A sentence that only some need to read."""
        return Paragraph(self.inline(key, **values), quiet=True)

    def box(self, kind: Any, key: str, *more: Block, **values: object) -> Box:  # noqa: ANN401
        """A box whose title and sentence stand under ``key`` as ``title`` and ``text``."""
        return Box(kind, self.say(f"{key}.title"), (self.paragraph(f"{key}.text", **values), *more))

    def joined(self, parts: Sequence[object]) -> str:
        """Parts as a person lists them: a, b and c."""
        said = [str(part) for part in parts]
        return said[0] if len(said) == 1 else self.label("and", before=", ".join(said[:-1]), after=said[-1])

    @property
    def is_wordless(self) -> bool:
        """Has the sheet no sentence, so that its positions stand for words?"""
        return self.sheet.words == tuple(map(str, self.sheet.positions))

    def heading(self, key: str, row: int) -> str:
        """A position above its lines, with its word if it has one."""
        wordless = "-wordless" * self.is_wordless
        return self.say(f"{key}{wordless}", position=self.sheet.positions[row], word=self.sheet.words[row])

    def named(self, row: int) -> str:
        """A word with its position."""
        return self.label("word", word=self.sheet.words[row], position=self.sheet.positions[row])

    def part(self, kind: str) -> Part | None:
        """The first exercise of a kind, if the sheet has one."""
        return next((part for part in self.sheet.parts if part.spec.kind == kind), None)

    @staticmethod
    def reference(number: int) -> Span:
        """A reference to an exercise; the layout makes its words."""
        return Span("", target=str(number))

    # cells

    @cached_property
    def blanks(self) -> Mapping[Place, Blank]:
        """Blanks by their cell."""
        return {blank.place: blank for blank in self.sheet.blanks}

    def given(self, value: float, *, whole: bool = False) -> Cell:
        """A printed number; without decimals where the quantity has none."""
        shown = self.number(value, 0 if whole else None)
        return Cell(shown, minus=shown.startswith(MINUS))

    def cell(self, quantity: str, row: int, column: int) -> Cell:
        """A cell of the sheet: its blank, or what is printed there."""
        blank = self.blanks.get(Place(quantity, row, column))
        if blank is None:
            return self.given(float(self.values[quantity][row, column]), whole=quantity in self.sheet.whole)
        wanted = "tooltip-whole" if quantity in self.sheet.whole else "tooltip"
        tooltip = self.label(wanted, label=blank_label(blank, self.language))
        solution = self.solutions.get(blank.id)
        if solution is None:
            return Cell(self.own.get(blank.id, ""), blank.id, tooltip=tooltip)
        first, *others = (self.paper(shown(self.sheet, quantity, one)) for one in solution.accepted)
        return Cell(first, blank.id, tuple(others), filled=True, tooltip=tooltip)

    def cells(self, quantity: str, row: int) -> tuple[Cell, ...]:
        """A row of the sheet."""
        return tuple(self.cell(quantity, row, column) for column in range(self.d))

    def copied(self, quantity: str, row: int) -> tuple[Cell, ...]:
        """A row again: what is printed, and empty cells to copy the student's own results into."""
        return tuple(self.copy_of(Place(quantity, row, column)) for column in range(self.d))

    def copy_of(self, place: Place) -> Cell:
        """A cell again: what is printed, or an empty cell to copy the student's own result into."""
        blank = self.blanks.get(place)
        if blank is None:
            value = float(self.values[place.quantity][place.row, place.column])
            return self.given(value, whole=place.quantity in self.sheet.whole)
        if blank.id in self.solutions:
            text = shown(self.sheet, place.quantity, self.solutions[blank.id].text)
            return Cell(self.paper(text), filled=True, copy=True)
        return Cell(self.own.get(blank.id, ""), copy=True)

    def is_asked(self, quantity: str, row: int) -> bool:
        """Has this row a blank?"""
        return any((place.quantity, place.row) == (quantity, row) for place in self.blanks)

    def exercise_of(self, quantity: str, row: int) -> int:
        """The number of the exercise that asks for this row."""
        return next(
            blank.exercise for place, blank in self.blanks.items() if (place.quantity, place.row) == (quantity, row)
        )

    # columns and steps

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """d₁ … as heads of cells."""
        return tuple(column_name(k) for k in range(self.d))

    def heads(self) -> tuple[tuple[str, ...], ...]:
        """Heads with both counts and the formula of the column."""
        found = []
        for k in range(self.d):
            function, pair = self.function(k), self.pair_of(k)
            counts = f"(k = {k}, i = {pair.i}, {function})"
            found.append((column_name(k), counts, f"{function}(pos/{self.figure(pair.divisor)})"))
        return tuple(found)

    @cached_property
    def spoken(self) -> dict[str, Any]:
        """Every quantity as it is put into a calculation: what stands on the sheet as it is written there."""
        spoken: dict[str, Any] = dict(self.values)
        for name in self.sheet.on_sheet:
            if name in self.values and self.sheet.on_sheet[name].any() and name not in self.sheet.unpadded:
                spoken[name] = self._as_written(self.values[name], 0 if name in self.sheet.whole else None)
        return spoken

    def _as_written(self, values: Any, decimals: int | None) -> Any:  # noqa: ANN401
        found = np.empty(values.shape, dtype=object)
        for index in np.ndindex(values.shape):
            found[index] = Said(self.number(float(values[index]), decimals), CLOSED, float(values[index]))
        return found

    def step(self, rule: str, row: int, column: int, **spoken: Any) -> str:  # noqa: ANN401
        """One rule at one cell as a person writes it; ``spoken`` replaces numbers by calculations."""
        said = np.atleast_2d(self.steps(rule, **spoken))
        found = str(said[row if said.shape[0] > 1 else 0, column if said.shape[1] > 1 else 0].text)
        return found.replace("180 · π / 180", "π")

    def steps(self, rule: str, **spoken: Any) -> Any:  # noqa: ANN401
        """One rule in words at every cell."""
        if spoken:
            return self.sheet.formula.say(rule, self.spoken | spoken, in_words(self.figure))
        if rule not in self._said:
            self._said[rule] = self.sheet.formula.say(rule, self.spoken, in_words(self.figure))
        return self._said[rule]

    @cached_property
    def _said(self) -> dict[str, Any]:
        """Rules in words: a key asks for them blank by blank, and all cells of a rule are said at once."""
        return {}


def _isolated(values: Mapping[str, object]) -> dict[str, object]:
    """Values of a sentence; a word that is read from right to left must not turn what stands beside it."""
    return {name: isolated(value) if isinstance(value, str) else value for name, value in values.items()}
