"""The free task: an exercise whose whole content, blocks of text, tables and questions, stands in the spec."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.calculation.expression import Expression, evaluate, parse
from posenc_cli.errors import InputError, PosencError, choices
from posenc_cli.worksheet.contents import BRACES, CONTENTS, expressions, texts
from posenc_cli.worksheet.drawings import lacking
from posenc_cli.worksheet.fading import levels
from posenc_cli.worksheet.labels import column_name
from posenc_cli.worksheet.sheet import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from posenc_cli.worksheet.plan import Plan
    from posenc_cli.worksheet.spec import Block, Exercise

Cell = tuple[str, int, int]


@dataclass(frozen=True)
class Grid:
    """A table of a task, resolved.

    Attributes:
        columns: (quantity, column) of each.
        rows: rows of the quantities.
        row_names: of the rows; empty where there is one that needs no name.
        column_names: of the columns.
        hidden: cells that show a dot.
        owned: blanks that are filled here; others that fall into the table are copied into it.
    """

    columns: tuple[tuple[str, int], ...]
    rows: tuple[int, ...]
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    hidden: frozenset[Cell]
    owned: frozenset[Cell]


@dataclass(frozen=True)
class Lines:
    """Calculation lines of a task, resolved: the cells, their names, and the blanks among them."""

    cells: tuple[Cell, ...]
    names: tuple[str, ...]
    owned: frozenset[Cell]


@dataclass(frozen=True)
class Resolved:
    """A block as it was written, with the table or the lines that it became."""

    block: Block
    kind: str
    shown: Grid | Lines | None = None


def task(plan: Plan, exercise: Exercise) -> dict[str, Any]:
    """Read the blocks of a task: what it prints, what it asks for, and which quantities its texts speak of."""
    found = []
    for number, block in enumerate(exercise.block):
        reader = _Reader(plan, exercise, block, {**plan.where, "block": number + 1})
        found.append(reader.resolved())
    return {"blocks": tuple(found)}


def _identifier(stem: str, cell: Cell, shape: tuple[int, ...], title: str) -> str:
    """``bias_2_0``, ``share_3``, ``dot``; columns of a vector are called as on paper: ``pe2_d1``."""
    _, row, column = cell
    rows, columns = shape
    if title == column_name(column) and columns > 1:
        return f"{stem}{row if rows > 1 else ''}_d{column + 1}"
    return "_".join([stem, *(str(number) for number, size in ((row, rows), (column, columns)) if size > 1)])


@dataclass(frozen=True)
class _Reader:
    plan: Plan
    exercise: Exercise
    block: Block
    where: Mapping[str, object]

    def resolved(self) -> Resolved:
        block = self.block
        fields = type(block).model_fields
        there = {field.alias or name for name, field in fields.items() if getattr(block, name) != field.default}
        kind = next((name for name in CONTENTS if name in there), None)
        if kind is None:
            raise self._fault("worksheet.block-empty", known=", ".join(CONTENTS))
        for name in sorted(there - {kind} - CONTENTS[kind]):
            raise self._fault("worksheet.block-key", kind=kind, given=name, known=", ".join(sorted(CONTENTS[kind])))
        if kind == "choice":
            self._check_choice()
        for text in texts(block):
            if set(BRACES.sub("", text)) & set("{}"):
                raise self._fault("worksheet.block-braces", given="{0.25}")
        for text in expressions(block):
            self._values(text)
        for name in block.via:
            self._quantity(name)
        if block.picture is not None and (wanted := lacking(block, self._values)):
            raise self._fault("worksheet.block-drawing", given=block.picture, known=wanted)
        if block.table is not None:
            return Resolved(block, kind, self._grid())
        return Resolved(block, kind, self._lines() if block.working is not None else None)

    def _check_choice(self) -> None:
        options, shown = self.block.options, " | ".join(self.block.options)
        if not 1 < len(options) == len(set(options)):
            raise self._fault("worksheet.block-options", given=shown or "[]")
        if self.block.right not in options:
            raise self._fault("worksheet.block-right", given=self.block.right, known=shown)

    def _fault(self, sentence: str, /, **values: object) -> InputError:
        return InputError(sentence, **self.where, **values)

    def _read(self, text: str) -> Expression:
        """An expression whose quantities the sheet then has."""
        try:
            read = parse(text.strip())
        except PosencError as error:
            raise self._fault("worksheet.block-expression", given=text, reason=error) from None
        for name in read.names:
            self._quantity(name)
        return read

    def _values(self, text: str) -> np.ndarray[Any, Any]:
        """What an expression gives, with the right answers in the blanks."""
        try:
            found = np.asarray(evaluate(self._read(text), self.plan.values, NUMBERS), dtype=np.float64)
        except InputError as error:
            if "path" in error.values:
                raise
            raise self._fault("worksheet.block-expression", given=text, reason=error) from None
        if not np.isfinite(found).all():
            raise self._fault("worksheet.block-infinite", given=text)
        return found

    def _quantity(self, name: str) -> np.ndarray[Any, Any]:
        if name not in self.plan.values:
            there = choices(name, sorted(self.plan.values))
            key = "worksheet.no-quantity-near" if "near" in there else "worksheet.no-quantity"
            raise self._fault(key, given=name, **there)
        self.plan.wanted.add(name)
        return self.plan.values[name]

    # tables

    def _grid(self) -> Grid:
        block, table = self.block, self.block.table
        names = (table,) if isinstance(table, str) else table or ()
        arrays = {name: self._quantity(name) for name in names}
        most = max(array.shape[0] for array in arrays.values())
        rows = self._numbers("rows", block.rows, most)
        wide: dict[str, Sequence[int]] = {name: range(array.shape[1]) for name, array in arrays.items()}
        if len(names) == 1:
            wide = {names[0]: self._numbers("columns", block.columns, arrays[names[0]].shape[1])}
        columns = tuple((name, column) for name in names for column in wide[name])
        hidden = self._hidden(columns, rows, arrays)
        wanted = self._asked(names, wide, rows, arrays)
        asked = wanted - hidden
        if wanted and not asked:
            raise self._fault("worksheet.block-all-hidden", given=block.hide)
        grid = Grid(
            columns,
            tuple(rows),
            self._row_names(rows, most),
            self._column_names(columns, arrays),
            hidden,
            frozenset(cell for cell in asked if cell not in self._known()),
        )
        for row, row_name in zip(rows, grid.row_names, strict=True):
            for (name, column), title in zip(columns, grid.column_names, strict=True):
                cell = (name, row if arrays[name].shape[0] > 1 else 0, column)
                if cell not in hidden and not np.isfinite(arrays[name][cell[1:]]):
                    raise self._fault("worksheet.block-infinite", given=name)
                if cell in asked:
                    self._ask(cell, self._stem(name), arrays[name].shape, (row_name, title))
                elif cell not in hidden and cell not in self._known() and self._is_rule(name):
                    self.plan.mask(name)[cell[1:]] = True
        return grid

    def _known(self) -> set[Cell]:
        """Cells that an earlier block asks for."""
        return {(blank.place.quantity, blank.place.row, blank.place.column) for blank in self.plan.blanks.values()}

    def _is_rule(self, name: str) -> bool:
        return name in self.plan.ground.formula

    def _numbers(self, key: str, given: Sequence[int], count: int) -> Sequence[int]:
        for number in given:
            if number >= count or number < 0:
                raise self._fault("worksheet.block-cell", key=key, given=number, last=count - 1)
        return given or range(count)

    def _asked(
        self,
        names: Sequence[str],
        wide: Mapping[str, Sequence[int]],
        rows: Sequence[int],
        arrays: Mapping[str, Any],
    ) -> set[Cell]:
        """The cells that are blanks here."""
        for name in self.block.asked:
            if name not in names:
                raise self._fault("worksheet.no-quantity", given=name, known=", ".join(names))
        if self.block.fading:
            return self._faded(names, wide, rows, arrays)
        found: set[Cell] = set()
        for name in self.block.asked or (names if self.block.blank else ()):
            chosen = self.block.blank or tuple(rows)
            height, width = arrays[name].shape
            for one in chosen:
                row, columns = (one, wide[name]) if isinstance(one, int) else (one[0], (one[1],))
                self._numbers("blank", (row,), max(height, max(rows) + 1))
                self._numbers("blank", tuple(columns), width)
                found |= {(name, row if height > 1 else 0, column) for column in columns}
        return found

    def _faded(
        self,
        names: Sequence[str],
        wide: Mapping[str, Sequence[int]],
        rows: Sequence[int],
        arrays: Mapping[str, Any],
    ) -> set[Cell]:
        """The cells that are blanks where rows fade: of each the last quantities, as many as its level says."""
        if self.block.blank:
            raise self._fault("worksheet.block-fading")
        found = levels(self.block.fading, len(rows))
        if len(found) != len(rows):
            raise self._fault("worksheet.block-fading-length", given=len(found), wanted=len(rows))
        made = [name for name in self.block.asked or names if self._is_rule(name)]
        return {
            (name, row if arrays[name].shape[0] > 1 else 0, column)
            for row, level in zip(rows, found, strict=True)
            for name in made[max(len(made) - level, 0) :]
            for column in wide[name]
        }

    def _stem(self, name: str) -> str:
        """What the ids of a quantity's blanks begin with; several quantities of a table must not share it."""
        own = name.replace("_", "")
        several = isinstance(self.block.table, tuple) and len(self.block.table) > 1
        return self.block.id + own if several else self.block.id or own

    def _ask(self, cell: Cell, stem: str, shape: tuple[int, ...], named: tuple[str, str]) -> None:
        if not self._is_rule(cell[0]):
            raise self._fault("worksheet.block-leaf", given=cell[0])
        quantity, row, column = cell
        row_name, title = named
        points = self.exercise.points
        # Where positions are drawn, ids count them, as those of all other exercises do.
        moves = "first_pos" in self.plan.spec.worksheet.vary and shape[0] == len(self.plan.positions)
        counted = self.plan.positions[row] if moves else row
        identifier, place = _identifier(stem, (quantity, counted, column), shape, title), Place(*cell)
        if row_name and title:
            self.plan.ask(identifier, place, points, "task", via=self.block.via, row=row_name, title=title)
        else:
            self.plan.ask(identifier, place, points, "task-one", via=self.block.via, title=title or row_name)

    def _hidden(
        self, columns: Sequence[tuple[str, int]], rows: Sequence[int], arrays: Mapping[str, Any]
    ) -> frozenset[Cell]:
        if not self.block.hide:
            return frozenset()
        try:
            test = self._read(f"where({self.block.hide}, 1, 0)")
        except InputError as error:
            if error.key != "worksheet.block-expression":
                raise
            raise self._fault("worksheet.block-hide", given=self.block.hide) from None
        shape = np.broadcast_shapes(*(array.shape for array in arrays.values()))
        mask = np.broadcast_to(evaluate(test, self.plan.values, NUMBERS), shape)
        return frozenset((name, row, column) for name, column in columns for row in rows if mask[row, column])

    def _row_names(self, rows: Sequence[int], most: int) -> tuple[str, ...]:
        if self.block.row_names:
            return self._fitting("row_names", self.block.row_names, len(rows))
        words = self.plan.words
        if most == 1:
            return ("",)
        return tuple(words[row] if len(words) == most else str(row) for row in rows)

    def _column_names(self, columns: Sequence[tuple[str, int]], arrays: Mapping[str, Any]) -> tuple[str, ...]:
        if self.block.column_names:
            return self._fitting("column_names", self.block.column_names, len(columns))
        return tuple(self._column_name(name, column, arrays[name].shape[1]) for name, column in columns)

    def _column_name(self, name: str, column: int, width: int) -> str:
        if width == 1:
            return name
        words = self.plan.words
        if width == len(words) and self.plan.ground.methods[""].encoding.kind in ("bias", "none"):
            return words[column]
        return column_name(column)

    def _fitting(self, key: str, given: tuple[str, ...], count: int) -> tuple[str, ...]:
        if len(given) != count:
            raise self._fault("worksheet.block-names", key=key, given=len(given), wanted=count)
        return given

    # calculation lines

    def _lines(self) -> Lines:
        block, name = self.block, self.block.working or ""
        array = self._quantity(name)
        if not self._is_rule(name):
            raise self._fault("worksheet.block-leaf", given=name)
        cells = [self._cell(name, one, array) for one in block.cells]
        blank = [self._cell(name, (one, 0) if isinstance(one, int) else one, array) for one in block.blank]
        cells = cells or [(name, row, column) for row in range(array.shape[0]) for column in range(array.shape[1])]
        names = self._fitting("names", block.names, len(cells)) if block.names else self._line_names(cells, array)
        owned = frozenset(blank) - self._known()
        for cell, said in zip(cells, names, strict=True):
            if not np.isfinite(array[cell[1:]]):
                raise self._fault("worksheet.block-infinite", given=name)
            if cell in owned:
                self._ask(cell, self._stem(name), array.shape, ("", said))
            elif cell not in self._known():
                self.plan.mask(name)[cell[1:]] = True
        return Lines(tuple(cells), tuple(names), owned)

    def _cell(self, name: str, given: Iterable[object], array: Any) -> Cell:  # noqa: ANN401
        place = tuple(given)
        if len(place) != 2 or not all(isinstance(number, int) for number in place):
            raise self._fault("worksheet.block-cell-shape", given=str(list(place)))
        row, column = (int(str(number)) for number in place)
        self._numbers("cells", (row,), array.shape[0])
        self._numbers("cells", (column,), array.shape[1])
        return name, row, column

    def _line_names(self, cells: Sequence[Cell], array: Any) -> tuple[str, ...]:  # noqa: ANN401
        rows, columns = self._row_names(range(array.shape[0]), array.shape[0]), array.shape[1]
        found = []
        for name, row, column in cells:
            parts = [rows[row] if array.shape[0] > 1 else "", column_name(column) if columns > 1 else ""]
            found.append(", ".join(part for part in parts if part) or name)
        return tuple(found)
