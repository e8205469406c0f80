"""Wrong ways as replaced rules: every form of every slip, and two slips made together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.calculation.expression import parse, substitute
from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.slips import OTHER, WRITE
from posenc_cli.worksheet.mistakes import forms_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from posenc_cli.calculation.expression import Expression
    from posenc_cli.encodings.slips import Slip
    from posenc_cli.worksheet.sheet import Sheet


@dataclass(frozen=True, eq=False)
class Way:
    """One form of a slip, or of two that are made together.

    Attributes:
        slips: one or two.
        rules: what is replaced, complete expressions.
        loose: the same, where a rule's own name means the rule as it was.
    """

    slips: tuple[Slip, ...]
    rules: Mapping[str, Expression]
    loose: Mapping[str, Expression]

    @property
    def only_writing(self) -> bool:
        """Is it nothing but a way of writing down what was found?"""
        return self.rules.keys() == {WRITE}


def single_ways(sheet: Sheet, slips: Iterable[Slip]) -> list[Way]:
    """Every form of every slip of a sheet, as :func:`posenc_cli.worksheet.mistakes.slips_of` finds them."""
    before = {rule.name: rule.expression for rule in sheet.formula.rules} | {WRITE: sheet.formula.write}
    found = []
    for slip in slips:
        for rules, other in forms_of(sheet, slip):
            loose = {rule: _numbered(text, other) for rule, text in rules.items()}
            whole = {rule: substitute(expression, rule, before[rule]) for rule, expression in loose.items()}
            found.append(Way((slip,), whole, loose))
        for text in slip.in_answers:
            loose = {WRITE: parse(text)}
            found.append(Way((slip,), {WRITE: substitute(loose[WRITE], WRITE, before[WRITE])}, loose))
    return found


def _numbered(text: str, other: int | None) -> Expression:
    expression = parse(text)
    return expression if other is None else substitute(expression, OTHER, parse(str(other)))


def pairs(singles: Sequence[Way]) -> Iterator[Way]:
    """Any two forms of two slips, made together; in both orders where they replace the same rule."""
    for number, one in enumerate(singles):
        for other in singles[number + 1 :]:
            if one.slips[0].id == other.slips[0].id:
                continue
            yield _after(one, other)
            if one.rules.keys() & other.rules.keys():
                yield _after(other, one)


def _after(first: Way, second: Way) -> Way:
    """The second way made of what the first has made."""
    rules = dict(first.rules)
    for rule, expression in second.loose.items():
        rules[rule] = substitute(expression, rule, first.rules[rule]) if rule in first.rules else second.rules[rule]
    return Way((*first.slips, *second.slips), rules, rules)


def needed(formula: Formula, ways: Iterable[Way], stands: AbstractSet[str]) -> Formula:
    """The formula without rules that lead to nothing on the sheet, in whichever of the ways."""
    reads: dict[str, set[str]] = {}
    for way in ways:
        for name, expression in way.rules.items():
            reads.setdefault(name, set()).update(expression.names)
    wanted, kept = set(stands), []
    for rule in reversed(formula.rules):
        if rule.name in wanted:
            wanted |= rule.expression.names | reads.get(rule.name, set())
            kept.append(rule)
    return Formula(tuple(reversed(kept)), formula.write)
