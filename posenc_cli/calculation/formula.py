"""Formulas: an ordered set of named rules, and the two verbs that everything else is made of.

``formula.run(given, algebra, …)`` computes every quantity; ``formula.but(rule=…)`` is the formula with rules replaced.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.expression import Expression, evaluate, evaluate_quietly, parse, renamed, substitute

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from posenc_cli.calculation.algebras import Algebra

#: The last rule of every value on a sheet: an exact number → what is written, over ``value`` and ``decimals``.
WRITE = "round(value, decimals)"


@dataclass(frozen=True)
class Rule:
    """One step that a person does with pencil and calculator."""

    name: str
    expression: Expression


@dataclass(frozen=True)
class Cells:
    """Values that win over computed ones, in the algebra of the run.

    Attributes:
        values: of the quantity's shape (…, row, column), already values of the algebra.
        mask: true where a value is there.
    """

    values: Any
    mask: Any


@dataclass(frozen=True)
class Run:
    """What one run found, by quantity.

    Attributes:
        computed: what each rule gives from the quantities before it.
        values: the same after answers have won and the algebra has carried them on; what later rules read.
        written: what would be written of the computed value, for quantities that stand on the sheet.
    """

    computed: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    written: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Formula:
    """An ordered, immutable set of rules.

    Attributes:
        rules: in the order in which a person does them.
        write: the rule that turns an exact number into the one that is written.
    """

    rules: tuple[Rule, ...]
    write: Expression = field(default_factory=lambda: parse(WRITE))

    @classmethod
    def of(cls, **rules: str) -> Formula:
        """A formula from expressions; each may read leaves and the rules before it."""
        return cls(tuple(Rule(name, parse(text)) for name, text in rules.items()))

    def __contains__(self, name: str) -> bool:
        return any(rule.name == name for rule in self.rules)

    def then(self, **rules: str) -> Formula:
        """The formula with further rules behind it."""
        return Formula((*self.rules, *Formula.of(**rules).rules), self.write)

    def but(self, **replaced: str) -> Formula:
        """The formula with rules replaced; ``write`` names the writing rule; rules it does not have are passed over.

        A replacement that reads its own rule's name means the rule as it was: ``formula.but(pe="abs(pe)")``.
        """
        rules = tuple(
            Rule(rule.name, substitute(parse(replaced[rule.name]), rule.name, rule.expression))
            if rule.name in replaced
            else rule
            for rule in self.rules
        )
        write = substitute(parse(replaced["write"]), "write", self.write) if "write" in replaced else self.write
        return Formula(rules, write)

    def with_rules(self, replaced: Mapping[str, Expression]) -> Formula:
        """The formula with complete expressions in the place of some rules, ``write`` among them."""
        rules = (Rule(rule.name, replaced.get(rule.name, rule.expression)) for rule in self.rules)
        return Formula(tuple(rules), replaced.get("write", self.write))

    @property
    def names(self) -> frozenset[str]:
        """All that it speaks of: its rules, and the leaves that they read."""
        return frozenset().union(*({rule.name} | rule.expression.names for rule in self.rules))

    def computable(self, leaves: Iterable[str]) -> Formula:
        """The rules that can be computed from some leaves, and no others."""
        known, kept = set(leaves), []
        for rule in self.rules:
            if rule.expression.names <= known:
                known.add(rule.name)
                kept.append(rule)
        return Formula(tuple(kept), self.write)

    def leading_to(self, names: Iterable[str]) -> Formula:
        """The rules that some quantities are made by, and no others."""
        wanted, kept = set(names), []
        for rule in reversed(self.rules):
            if rule.name in wanted:
                wanted |= rule.expression.names
                kept.append(rule)
        return Formula(tuple(reversed(kept)), self.write)

    def renamed(self, names: Mapping[str, str]) -> Formula:
        """The formula with rules and leaves called otherwise; what is not named keeps its name, and so does writing."""
        rules = (Rule(names.get(rule.name, rule.name), renamed(rule.expression, names)) for rule in self.rules)
        return Formula(tuple(rules), self.write)

    def _take_over(self, like: tuple[Formula, Run] | None, found: Run) -> frozenset[str]:
        """Copy what another formula has computed by the same rules from the same quantities; what that is."""
        if like is None or like[0].write != self.write:
            return frozenset()
        formula, run = like
        known = {rule.name: rule.expression for rule in formula.rules}
        other = known.keys() | {rule.name for rule in self.rules}
        shared: set[str] = set()
        for rule in self.rules:
            name = rule.name
            if known.get(name) != rule.expression or (rule.expression.names & other) - shared:
                continue
            shared.add(name)
            found.computed[name], found.values[name] = run.computed[name], run.values[name]
            if name in run.written:
                found.written[name] = run.written[name]
        return frozenset(shared)

    def rule(self, name: str) -> Rule:
        """One rule by name."""
        return next(rule for rule in self.rules if rule.name == name)

    def say(self, name: str, values: Mapping[str, Any], algebra: Algebra) -> Any:  # noqa: ANN401
        """One rule in words: its expression with the numbers of an earlier run put in.

        Args:
            name: the rule.
            values: every quantity it reads, as numbers (the ``values`` of a run).
            algebra: :func:`posenc_cli.calculation.algebras.in_words`.
        """
        expression = self.rule(name).expression
        return evaluate(expression, {name: algebra.leaf(values[name]) for name in expression.names}, algebra)

    def run(  # noqa: PLR0913
        self,
        given: Mapping[str, Any],
        algebra: Algebra,
        *,
        answers: Mapping[str, Cells] | None = None,
        on_sheet: Mapping[str, Any] | None = None,
        decimals: int = 3,
        like: tuple[Formula, Run] | None = None,
    ) -> Run:
        """Compute every quantity.

        Args:
            given: leaves by name, arrays of int, float or Decimal with axes (…, row, column).
            algebra: the reading.
            answers: cells by quantity that win over computed ones.
            on_sheet: masks by quantity: true where a value stands on the sheet, printed or to be written.
            decimals: to how many decimals the sheet is written.
            like: another formula and its run with the same arguments; what both compute alike is taken over.
        """
        values = {name: algebra.leaf(value) for name, value in given.items()}
        found = Run(values=values)
        digits = algebra.leaf(decimals)
        shared = self._take_over(like, found)
        with algebra.quiet():
            for rule in self.rules:
                if rule.name in shared:
                    continue
                computed = evaluate_quietly(rule.expression, values, algebra)
                found.computed[rule.name] = carried = computed
                if on_sheet and rule.name in on_sheet:
                    written = evaluate_quietly(self.write, {"value": computed, "decimals": digits}, algebra)
                    found.written[rule.name] = written
                    carried = algebra.carry(written, computed, on_sheet[rule.name])
                elif on_sheet is not None:
                    carried = algebra.carry(computed, computed, np.False_)
                if answers and rule.name in answers:
                    cells = answers[rule.name]
                    carried = algebra.merge(cells.mask, cells.values, carried)
                values[rule.name] = carried
        return found
