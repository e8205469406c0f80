"""What the exercises of one worksheet ask for, collected while the sheet is built."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.calculation.formula import Formula
from posenc_cli.errors import InputError
from posenc_cli.worksheet.besides import ASIDE, Besides
from posenc_cli.worksheet.labels import row_label
from posenc_cli.worksheet.sheet import Blank, Place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Rule
    from posenc_cli.worksheet.draw import Draw
    from posenc_cli.worksheet.methods import Ground
    from posenc_cli.worksheet.spec import Exercise, Spec

#: Ids that have a meaning, which a word must not take.
_MEANING = re.compile(r"(pe|e|x|m)\d*|prod|dot|cos|rad")


@dataclass
class Plan:
    """Collects masks, quantities and blanks.

    Attributes:
        words: of the sentence.
        positions: of the words.
        d: width.
        ground: what the exercises compute with.
        spec: the worksheet.
        seed: what its numbers were drawn from; None for fixed ones.
        besides: rows and numbers that exercises bring along.
        printed: masks by quantity.
        wanted: quantities that the sheet needs.
        blanks: by id, in reading order.
        pair_rows: the two rows that are compared.
        number: of the exercise that is being planned, as printed.
        where: path and line of that exercise in the spec, for errors.
    """

    words: tuple[str, ...]
    positions: tuple[int, ...]
    d: int
    ground: Ground
    spec: Spec
    seed: int | None = None
    printed: dict[str, Any] = field(default_factory=dict)
    wanted: set[str] = field(default_factory=lambda: {"pe"})
    blanks: dict[str, Blank] = field(default_factory=dict)
    pair_rows: tuple[int, int] | None = None
    number: int = 0
    where: dict[str, object] = field(default_factory=dict)
    _places: set[Place] = field(default_factory=set)
    _told: list[tuple[int, str, dict[str, object]]] = field(default_factory=list)
    _kept: list[int] = field(default_factory=list)
    _finished: list[tuple[str, int, str, dict[str, object]]] = field(default_factory=list)

    @cached_property
    def besides(self) -> Besides:
        """What exercises bring along."""
        return Besides(self.ground)

    @cached_property
    def draw(self) -> Draw:
        """Draws of the exercise that is being planned; its number belongs into each purpose."""
        from posenc_cli.worksheet.draw import Draw, digest  # it builds sheets, and those are planned here

        return Draw(f"{digest(self.spec)}/{'fixed' if self.seed is None else self.seed}/exercises")

    @cached_property
    def values(self) -> Mapping[str, NDArray[np.float64]]:
        """Every quantity that can be computed without knowing which rows are compared, (row, column)."""
        formula = self.ground.formula.computable(self.ground.given)
        try:
            run = formula.run(self.ground.given, NUMBERS)
        except InputError as error:
            raise InputError("worksheet.method", **self._culprit(formula), reason=error) from None
        # What has more axes than a sheet (the heads of a bias, the layers of a small network) is not there.
        return {name: np.atleast_2d(value) for name, value in run.values.items() if np.ndim(value) <= 2}

    def _culprit(self, formula: Formula) -> dict[str, object]:
        """Where the first rule stands that cannot be computed, or what it is made of, or the encoding that has it."""
        rule = next(rule for end, rule in enumerate(formula.rules, start=1) if self._fails(formula.rules[:end]))
        behind = formula.leading_to({rule.name}).names
        own: dict[str, Mapping[str, object]] = {"given": self.spec.given, "rules": self.spec.rules}
        looked = (({rule.name}, "rules"), (rule.expression.names, "given"), (behind, "given"), (behind, "rules"))
        named = [(name, table) for names, table in looked for name in sorted(names & own[table].keys())]
        return self.spec.at(*next(iter(named), ("encoding",)))

    def _fails(self, rules: Sequence[Rule]) -> bool:
        try:
            Formula(tuple(rules)).run(self.ground.given, NUMBERS)
        except InputError:
            return True
        return False

    def mask(self, quantity: str) -> Any:  # noqa: ANN401
        """Which cells of a quantity are printed; none at first."""
        if quantity not in self.printed:
            self.wanted.add(quantity)
            wide, single, one = (len(self.words), self.d), (1, self.d), (1, 1)
            shapes = {"pe": wide, "e": wide, "x": wide, "m": wide, "left": single, "right": single, "prod": single}
            shapes |= {"dot": one, "cosine": one, "check": one}
            there = self.values.get(quantity)
            self.printed[quantity] = np.zeros(shapes[quantity] if there is None else there.shape, dtype=bool)
        return self.printed[quantity]

    def row(self, position: int, exercise: Exercise) -> int:
        """The row of a position that the spec names.

        Raises:
            InputError: the sentence has no such position.
        """
        if position not in self.positions:
            raise InputError(
                "worksheet.no-such-row",
                **self.where,
                kind=exercise.kind,
                given=position,
                first=self.positions[0],
                last=self.positions[-1],
            )
        return self.positions.index(position)

    def word_row(self, word: str, exercise: Exercise) -> int:
        """The row of a word that the spec names.

        Raises:
            InputError: the sentence has no such word.
        """
        if word not in self.words:
            known = " ".join(self.words)
            raise InputError("worksheet.no-such-word", **self.where, kind=exercise.kind, given=word, known=known)
        return self.words.index(word)

    def show(self, quantity: str, row: int) -> None:
        """The sheet prints this row, except for cells that are blanks."""
        self.mask(quantity)[row] = True
        for blank in self.blanks.values():
            if blank.place.quantity == quantity:
                self.mask(quantity)[blank.place.row, blank.place.column] = False

    def has_blank(self, quantity: str, row: int) -> bool:
        """Is a cell of this row a blank?"""
        return any((blank.place.quantity, blank.place.row) == (quantity, row) for blank in self.blanks.values())

    def ask(  # noqa: PLR0913
        self,
        identifier: str,
        place: Place,
        points: float,
        label: str,
        *,
        source: Place | None = None,
        via: tuple[str, ...] = (),
        **named: object,
    ) -> Blank:
        """Add one blank.

        Raises:
            InputError: two exercises ask for the same cell.
        """
        if identifier in self.blanks or place in self._places:
            first = next(one for one in self.blanks.values() if one.id == identifier or one.place == place)
            label = row_label(first, self.spec.worksheet.language)
            raise InputError("worksheet.blank-twice", **self.where, label=label, exercise=first.exercise)
        blank = Blank(identifier, place, self.number, 0.0 if source else points, source, label, named, via)
        self.blanks[identifier] = blank
        self._places.add(place)
        if place.quantity in self.besides.rules or place.quantity.startswith(f"{ASIDE}_"):
            self.wanted.add(place.quantity)
        else:
            self.mask(place.quantity)[place.row, place.column] = False
        return blank

    def tell(self, position: int, key: str = "position-told") -> None:
        """The exercise shows what belongs to a position: no other one may ask for it; ``key`` says what would work."""
        self._told.append((position, key, self.where))

    def keep(self, position: int) -> None:
        """The exercise asks for what belongs to a position beside the rows of the sheet."""
        self._kept.append(position)

    def finish(self, quantity: str, row: int, key: str) -> None:
        """The exercise prints the results of this row: nothing may ask for them, neither before nor behind it.

        Args:
            quantity: whose results they are.
            row: of that quantity.
            key: of the sentence that says what would work.
        """
        self._finished.append((quantity, row, key, self.where))

    @property
    def taken(self) -> frozenset[int]:
        """Positions that exercises have shown or asked for so far, beside the rows of the sheet."""
        return frozenset((*(position for position, *_ in self._told), *self._kept))

    def refuse_told(self) -> None:
        """Refuse a sheet on which one exercise shows what another one asks for.

        Raises:
            InputError: there is such a position, or a row whose results one prints and another one asks for.
        """
        asked = {position for row, position in enumerate(self.positions) if self.has_blank("pe", row)}
        for position, key, where in self._told:
            if position in asked.union(self._kept):
                raise InputError(f"worksheet.{key}", **where, given=position)
        for quantity, row, key, where in self._finished:
            if self.has_blank(quantity, row):
                raise InputError(f"worksheet.{key}", **where, given=self.positions[row])

    def stretch(self, quantity: str) -> None:
        """What is the same for all words may be asked for at each of them."""
        mask = self.mask(quantity)
        if len(mask) < len(self.words):
            self.printed[quantity] = np.zeros((len(self.words), mask.shape[1]), dtype=bool)
            self.printed[quantity][: len(mask)] = mask

    def ask_row(  # noqa: PLR0913
        self,
        stem: str,
        quantity: str,
        row: int,
        points: float,
        label: str,
        *,
        source: tuple[str, int] | None = None,
        via: tuple[str, ...] = (),
        **named: object,
    ) -> None:
        """Add the blanks of a whole row: ``stem_d1`` … ``stem_dn``."""
        for column in range(self.d):
            origin = Place(source[0], source[1], column) if source else None
            place = Place(quantity, row, column)
            self.ask(f"{stem}_d{column + 1}", place, points, label, source=origin, via=via, column=column, **named)

    def stem(self, row: int) -> str:
        """A word as a part of an id: lower-case ASCII; with its position where that is not unique or empty."""
        folded = unicodedata.normalize("NFKD", self.words[row].casefold().replace("ß", "ss"))
        plain = re.sub(r"[^a-z0-9]", "", folded)
        if not plain or _MEANING.fullmatch(plain):
            plain = f"word{self.positions[row]}"
        return plain if f"{plain}_d1" not in self.blanks else f"{plain}{self.positions[row]}"
