"""The slips that can be made on a sheet: those of its encodings, of what follows them and of writing."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from posenc_cli.calculation.algebras import WRITTEN
from posenc_cli.calculation.expression import MAX_LENGTH, parse, substitute
from posenc_cli.calculation.formula import Cells
from posenc_cli.encodings.exercise import exercise
from posenc_cli.encodings.slips import ONCE, OTHER, WRITE, load
from posenc_cli.worksheet.joining import is_sum
from posenc_cli.worksheet.own_slips import own_slips
from posenc_cli.worksheet.sheet import Picker, once, spread

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    import numpy as np
    from numpy.typing import NDArray

    from posenc_cli.calculation.expression import Expression
    from posenc_cli.calculation.formula import Formula, Run
    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.encodings.slips import Slip
    from posenc_cli.worksheet.sheet import Sheet

    Variant = Mapping[str, str]

#: Where the slips stand that may be made after any encoding, and in which sections.
_COMMON, _AFTER = "sinusoidal", frozenset({"write", "add", "dot"})
#: Of up to so many encodings with one slip, any may have it; of more, all or a single one.
MOST_TOGETHER = 4


def slips_of(sheet: Sheet) -> tuple[Slip, ...]:
    """All slips that can be made on a sheet, each once, in the order in which they are listed.

    A variant names rules as the sheet does, and replaces only what can be worked out there. A slip of several encodings
    has variants in which it is made in all of them, then in fewer, and then those of each alone.
    """
    known = _slips(sheet)
    return (*known, *own_slips(sheet, len(known)))


@once
def _slips(sheet: Sheet) -> tuple[Slip, ...]:
    return _made(sheet, once_only=False)


@once
def once_of(sheet: Sheet) -> tuple[Slip, ...]:
    """The slips that are looked for where nothing else explains an answer."""
    return _made(sheet, once_only=True)


def _made(sheet: Sheet, *, once_only: bool) -> tuple[Slip, ...]:
    found: dict[str, tuple[Slip, list[list[Variant]]]] = {}
    for prefix, scheme in sheet.methods.items():
        all_rules = exercise(scheme)
        if prefix:
            all_rules = all_rules.renamed({name: f"{prefix}_{name}" for name in all_rules.names})
        for slip in known_slips(scheme):
            if (slip.scope in ONCE) is not once_only or (not is_sum(sheet.formula) and _is_of_sum(slip)):
                continue
            here = slip.renamed(prefix) if prefix else slip
            written = {rule for rule in here.unwritten if rule in sheet.on_sheet and sheet.on_sheet[rule].any()}
            forms = ({rule: text for rule, text in one.items() if rule not in written} for one in here.variants)
            workable = [_workable(form, sheet, all_rules) for form in forms]
            workable += [_behind(variant, sheet) for variant in workable] if sheet.unpadded else []
            # What has another shape cannot be written into the blanks.
            if any(workable) or slip.unreadable:
                found.setdefault(slip.id, (slip, []))[1].append(workable)
    return tuple(_on_sheet(slip, variants, sheet, order) for order, (slip, variants) in enumerate(found.values()))


def forms_of(sheet: Sheet, slip: Slip) -> Iterator[tuple[Variant, int | None]]:
    """Every way of making a slip on a sheet: the replaced rules, and the row or column that is read in its place."""
    shapes = sheet.shapes if slip.each else {}
    for variant in slip.variants:
        sizes = [_size(text, shapes) for text in variant.values() if OTHER in parse(text).names]
        # What is read in several encodings at once is there in the smallest of them.
        rows, columns = (min(several) for several in zip(*sizes, strict=True)) if sizes else (0, 0)
        yield from replace(slip, variants=(variant,)).forms(rows, columns)


class Worker:
    """Somebody who works on a sheet from what is printed there and goes on with what is written.

    Args:
        sheet: with at least one blank; its leaves may have an axis before rows and columns, of several such sheets.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.decimals = sheet.decimals
        self._formula, self._on_sheet = sheet.formula, sheet.on_sheet
        self._known: dict[object, NDArray[np.float64]] = {}
        self._given = {name: WRITTEN.leaf(value) for name, value in sheet.given.items()}
        self._of_blanks = Picker([blank.place for blank in sheet.blanks], sheet.on_sheet)
        self.printed: dict[str, Cells] = {}
        alone = self._run(self._formula)
        masks = ((name, mask) for name, mask in sheet.printed.items() if mask.any())
        self.printed = {name: Cells(spread(alone.written[name], mask), mask) for name, mask in masks}
        self.right = self._run(self._formula)
        self._right_exact, self._right_written = (
            (values, self._of_blanks(values)) for values in (self.right.computed, self.right.written)
        )

    def answers(self, rules: Variant, other: int | None = None) -> NDArray[np.float64]:
        """What is written into every blank by who replaces rules; NaN or infinite where a calculator shows an error.

        Of several sheets an array (sheet, blank).

        Args:
            rules: of a form of a slip; none for right work.
            other: the row or column that the form reads.
        """
        form = frozenset(rules.items()), other
        if form not in self._known:
            self._known[form] = self._of_blanks(self._slipped(rules, other).written, self._right_written)
            self._known[form].flags.writeable = False  # one for all who ask
        return self._known[form]

    def worked(self, rules: Variant, other: int | None = None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What is found for every blank before it is rounded, and what is written; else as :meth:`answers`."""
        run = self._slipped(rules, other)
        return self._of_blanks(run.computed, self._right_exact), self._of_blanks(run.written, self._right_written)

    def _slipped(self, rules: Variant, other: int | None) -> Run:
        return self._run(self._formula.but(**rules), other, like=(self._formula, self.right))

    def _run(self, formula: Formula, other: int | None = None, like: tuple[Formula, Run] | None = None) -> Run:
        given = self._given if other is None else {**self._given, OTHER: other}
        return formula.run(
            given, WRITTEN, answers=self.printed, on_sheet=self._on_sheet, decimals=self.decimals, like=like
        )


#: Who works on a sheet, once for all who ask.
worker_of = once(Worker)


def known_slips(scheme: Scheme) -> tuple[Slip, ...]:
    """The slips that fit an encoding under its conventions, and those that may follow it."""
    own = load(scheme.encoding.name)
    fitting = [slip for slip in own if slip.fits(scheme.encoding.name, scheme.chosen)]
    # Rounding is a rule of writing, in whichever section it is listed.
    common = [slip for slip in load(_COMMON) if slip.section in _AFTER or slip.rules == (WRITE,)]
    return tuple({slip.id: slip for slip in (*fitting, *common)}.values())


def _is_of_sum(slip: Slip) -> bool:
    """Is it made while adding, so that nobody makes it where nothing is added?"""
    return slip.section == "add" or any("x" in one and "x" not in parse(one["x"]).names for one in slip.variants)


def _workable(variant: Variant, sheet: Sheet, all_rules: Formula) -> Variant:
    """What of a variant can be done on a sheet; empty if nothing can.

    Rules that lead to nothing on the sheet are not there; where a slip reads one, it is put into the expression.
    """
    slipped = [(rule.name, rule.expression) for rule in all_rules.but(**variant).rules]
    order = [name for name, _ in slipped]
    there, found = {*sheet.given, OTHER}, dict[str, str]()
    for rule in sheet.formula.rules:
        there.add(rule.name)
        if rule.name in variant:
            before = slipped[: order.index(rule.name)] if rule.name in order else []
            text = _spelled_out(parse(variant[rule.name]), there, dict(before))
            if text is not None:
                found[rule.name] = text
    return found | {rule: text for rule, text in variant.items() if rule == WRITE}


def _behind(variant: Variant, sheet: Sheet) -> Variant:
    """A variant of who writes a step down rightly and goes wrong when it is used: an angle typed in degree mode.

    The variant itself where that is no other way.
    """
    found = dict(variant)
    for step in sheet.unpadded & variant.keys():
        slipped = parse(variant[step])
        readers = [rule for rule in sheet.formula.rules if step in rule.expression.names]
        if step in slipped.names and not any(rule.name in variant for rule in readers):
            del found[step]
            found |= {rule.name: substitute(rule.expression, step, slipped).text for rule in readers}
    return found


def _spelled_out(expression: Expression, there: AbstractSet[str], before: Mapping[str, Expression]) -> str | None:
    """An expression over what is there, or None if it reads something that is not."""
    while missing := expression.names - there:
        if not missing <= before.keys() or len(expression.text) > MAX_LENGTH:
            return None
        for name in missing:
            expression = substitute(expression, name, before[name])
    return expression.text if len(expression.text) <= MAX_LENGTH else None


def _on_sheet(slip: Slip, variants: Sequence[Sequence[Variant]], sheet: Sheet, order: int) -> Slip:
    """A slip with its variants of one or several encodings; its rules are those that it replaces on this sheet."""
    count = len(variants)
    sizes = range(count, 0, -1) if count <= MOST_TOGETHER else (count, 1)
    groups = chain.from_iterable(combinations(variants, size) for size in sizes)
    unique: list[Variant] = []
    for same in chain.from_iterable(zip(*group, strict=True) for group in groups):
        variant = dict(chain.from_iterable(one.items() for one in same))
        if variant and variant not in unique:
            unique.append(variant)
    names = [rule.name for rule in sheet.formula.rules] + [WRITE]
    touched = {rule for variant in unique for rule in variant}
    first = min((names.index(rule) for rule in touched), default=len(names))
    said = {name.removeprefix(f"{prefix}_") if prefix else name for name in touched for prefix in sheet.methods}
    return replace(
        slip,
        variants=tuple(MappingProxyType(dict(variant)) for variant in unique),
        order=order,
        rules=tuple(rule for rule in slip.rules if rule in said),
        stage=first,
    )


def _size(text: str, shapes: Mapping[str, tuple[int, ...]]) -> tuple[int, int]:
    """Rows and columns of what an expression reads."""
    read = [shapes[name] for name in parse(text).names if len(shapes.get(name, ())) > 1]
    return max((shape[-2] for shape in read), default=0), max((shape[-1] for shape in read), default=0)
