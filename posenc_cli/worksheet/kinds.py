"""The kinds of exercises: one record each. A kind decides which cells are printed and which are blanks.

The prose of a kind is in the catalogue under ``exercise.<kind>``; how it looks is the view's matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from posenc_cli.worksheet import kinds_found, kinds_rows, kinds_slip, kinds_words
from posenc_cli.worksheet.task import task

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.worksheet.plan import Plan
    from posenc_cli.worksheet.sheet import Part, Sheet
    from posenc_cli.worksheet.spec import Exercise

Planner = Callable[["Plan", "Exercise"], "dict[str, Any]"]


@dataclass(frozen=True)
class Kind:
    """A kind of exercise.

    Attributes:
        name: as in the spec.
        verb: the one instruction verb, a key under ``exercise.verb``.
        level: I reproduce, II apply, III reason.
        plan: marks what is printed and asked; returns numbers and words for the page.
        parts: names of parts that a spec may leave out, in order.
        needs: quantities that the encoding of the sheet must have.
        reads: keys of :data:`CHOSEN` that the kind reads.
        by_hand: does it ask for ticks, words or code, which a person looks at?
    """

    name: str
    verb: str
    level: str
    plan: Planner
    parts: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    by_hand: bool = False

    @property
    def turns(self) -> bool:
        """Is it about pairs of columns that turn with the position, as the page says it?"""
        return "i" in self.needs


#: Keys of an exercise that only some kinds read; another kind that is given one refuses it.
CHOSEN = ("fading", "rows", "positions", "items", "statements", "slip", "models")
#: Instructions: keys under ``sheet.verb``.
VERBS = ("read", "compare", "check", "complete", "calculate", "justify", "follow", "find", "order", "predict")
#: Kinds that read the vectors of words.
ADDING = frozenset({"add", "same-word", "matrix", "pair"})

#: Quantities of an encoding whose columns make pairs that turn, of one that turns them by positions in a line, and of
#: any that is added.
_TURNING = ("i", "wave", "divisor", "angle", "pe")
_PAIRED, _LINE, _ADDED = ("exponent", *_TURNING), ("columns", "exponent", *_TURNING), ("pe", "x")

_RECORDS = (
    Kind("cards", "compare", "I", kinds_rows.cards),
    Kind("idea", "read", "I", kinds_words.idea, ("pipeline", "pictures", "ingredients"), _LINE),
    Kind("calculator", "check", "I", kinds_rows.calculator, ("modes", "powers", "rounding"), ("check",)),
    Kind("divisors", "complete", "II", kinds_rows.prose, ("wide", "clock", "dials", "predict"), _PAIRED),
    Kind("encode", "calculate", "II", kinds_rows.encode, ("effect", "heatmap"), _TURNING, ("fading", "rows")),
    Kind("lookup", "compare", "II", kinds_rows.lookup, ("exchange",), _TURNING),
    Kind("add", "calculate", "II", kinds_rows.add, ("brief",), _ADDED, ("fading", "rows")),
    Kind("same-word", "compare", "II", kinds_rows.same_word, ("meaning",), _ADDED),
    Kind("matrix", "complete", "I", kinds_rows.matrix, (), _ADDED),
    Kind("pair", "justify", "III", kinds_rows.pair, ("cosine", "reference", "width", "why"), _ADDED),
    Kind("summary", "read", "I", kinds_rows.summary, ("layers", "next", "cutouts")),
    Kind("formula-gap", "complete", "I", kinds_words.formula_gap, ("numbers",), _LINE, by_hand=True),
    Kind("find-divisor", "find", "II", kinds_found.find_divisor, (), _LINE, ("positions", "items")),
    Kind("read-dial", "find", "II", kinds_found.read_dial, (), _LINE, ("positions", "items"), by_hand=True),
    Kind("which-position", "find", "III", kinds_found.which_position, (), _LINE, ("positions", "items")),
    Kind("planted-slip", "check", "III", kinds_slip.planted_slip, (), _LINE, ("positions", "slip"), by_hand=True),
    Kind("true-false", "justify", "III", kinds_words.true_false, (), _LINE, ("statements", "items"), by_hand=True),
    Kind("order", "order", "II", kinds_found.order, (), _LINE, ("items",)),
    Kind("predict", "predict", "II", kinds_found.predict, (), _LINE, ("positions",), by_hand=True),
    Kind("code-gap", "complete", "II", kinds_words.code_gap, (), _LINE, by_hand=True),
    Kind("open", "justify", "III", kinds_words.open_line, (), (), ("models",), by_hand=True),
    Kind("task", "calculate", "II", task),
)

KINDS: Mapping[str, Kind] = MappingProxyType({record.name: record for record in _RECORDS})


def by_hand(sheet: Sheet) -> tuple[int, ...]:
    """The numbers of the exercises with answers that no program marks: ticks, words, code."""
    return tuple(part.number for part in sheet.parts if KINDS[part.spec.kind].by_hand or _asks_words(part))


def _asks_words(part: Part) -> bool:
    """Does a free task have something ticked, written or drawn?"""
    return any(block.choice or block.question or block.draw for block in part.spec.block)
