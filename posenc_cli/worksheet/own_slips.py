"""Slips that a worksheet brings with it: parsed like those of posenc, checked before anything is marked by them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.calculation.expression import parse
from posenc_cli.encodings.slips import WRITE, WRITING, Slip, everything
from posenc_cli.errors import InputError
from posenc_cli.i18n import bring

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from posenc_cli.calculation.expression import Node
    from posenc_cli.calculation.formula import Formula
    from posenc_cli.worksheet.sheet import Sheet


def own_slips(sheet: Sheet, order: int) -> Iterator[Slip]:
    """The slips of a worksheet's own.

    Args:
        sheet: with its formula.
        order: place of the first one, behind those of posenc.
    """
    for number, (name, own) in enumerate(sheet.spec.slips.items()):
        texts = {"name": own.name, "did": own.name, "hint": own.hint}
        yield Slip(
            id=bring("slips", name, texts),
            section="table",
            grade="C",
            scope=own.scope,
            convention=False,
            family="",
            shape=False,
            source="",
            each=None,
            variants=(MappingProxyType(dict(own.replaces)),),
            unreadable="",
            order=order + number,
            rules=(),
            stage=len(sheet.formula.rules) + 1,
            encodings=(),
        )


def refuse_bad_slips(sheet: Sheet) -> None:
    """Refuse what no student could have done.

    Raises:
        InputError: a name that posenc has, a rule that the sheet has not, an expression that is none or reads what is
            not there yet, or that cannot be worked out, gives no number or changes nothing.
    """
    taken = {slip.id for slip in everything()} if sheet.spec.slips else set()
    names = [rule.name for rule in sheet.formula.rules]
    for slip, own in sheet.spec.slips.items():
        where = sheet.spec.at(slip, "slips")
        if slip in taken:
            raise InputError("own-slips.taken", **where, given=slip)
        for rule, text in own.replaces.items():
            if rule not in (*names, WRITE):
                raise InputError("own-slips.no-rule", **where, slip=slip, given=rule, known=", ".join(names))
            try:
                read = parse(text).names
            except InputError as error:
                raise InputError("own-slips.expression", **where, slip=slip, given=text, why=error) from error
            there = WRITING if rule == WRITE else {*sheet.given, *names[: names.index(rule) + 1]}
            if unknown := sorted(read - there):
                known = ", ".join(sorted(there))
                raise InputError("own-slips.unknown", **where, slip=slip, given=unknown[0], rule=rule, known=known)
        _refuse_results(sheet, own.replaces, {**where, "slip": slip})


def _refuse_results(sheet: Sheet, replaces: Mapping[str, str], told: Mapping[str, object]) -> None:
    """Refuse what changes nothing, cannot be worked out, or gives no number; ``told`` says where it stands."""
    slipped = sheet.formula.but(**replaces)
    if _written(slipped) == _written(sheet.formula):
        raise InputError("own-slips.nothing", **told)
    try:
        run = slipped.run(sheet.given, NUMBERS, on_sheet=sheet.on_sheet, decimals=sheet.decimals)
    except InputError as error:
        raise InputError("own-slips.values", **told, why=error) from error
    for rule in replaces.keys() & run.values.keys():
        if not np.isfinite(run.values[rule]).any():
            raise InputError("own-slips.no-number", **told, given=replaces[rule], rule=rule)


def _written(formula: Formula) -> list[Node]:
    """What a formula computes, whatever blanks its rules are written with."""
    return [expression.tree for expression in (*(rule.expression for rule in formula.rules), formula.write)]
