"""What a spec gives under ``[given]``: only what something on the sheet reads, and nothing that a rule makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.expression import parse
from posenc_cli.encodings.slips import OTHER, WRITING
from posenc_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from posenc_cli.calculation.formula import Formula
    from posenc_cli.worksheet.methods import Ground
    from posenc_cli.worksheet.spec import Spec

#: Leaves that nobody gives: the width and the words of a pair have keys of their own; a calculator is tested by one.
_NOT_GIVEN = frozenset({"d", "first", "second", "one"})


def refuse_made(spec: Spec, formula: Formula) -> None:
    """Refuse a name that a rule makes: its number would be passed over.

    Args:
        spec: of the worksheet.
        formula: of its encodings what can be computed; where no words have vectors, e, x and m are free.

    Raises:
        InputError: ``given.made``, with what that rule starts from, or ``given.made-alone``.
    """
    for name in spec.given:
        if name in formula:
            known = ", ".join(_start(formula, {name}))
            key = "given.made" if known else "given.made-alone"
            raise InputError(key, **spec.at(name, "given"), given=name, known=known)


def refuse_shapes(spec: Spec, leaves: Mapping[str, Any], own: Mapping[str, Any], table: str) -> None:
    """Refuse a width, and a row in place of a column.

    Args:
        spec: of the worksheet.
        leaves: of one of its encodings, as the rules call them.
        own: what the spec gives.
        table: where that encoding stands in the spec.

    Raises:
        InputError: ``given.width`` or ``given.column``.
    """
    for name in own.keys() & leaves.keys():
        where = spec.at(name, "given")
        if name.rpartition("_")[2] == "d":
            raise InputError("given.width", **where, given=name, table=table)
        (rows, columns), count = np.shape(np.atleast_2d(leaves[name]))[-2:], np.size(own[name])
        if (np.ndim(leaves[name]), columns) == (2, 1) and np.shape(own[name]) == (1, count) and min(rows, count) > 1:
            written = ", ".join(f"[{value}]" for value in own[name].ravel()[:3])
            raise InputError("given.column", **where, given=name, count=count, written=written)


def refuse_unread(spec: Spec, ground: Ground, wanted: AbstractSet[str], *, pairs: bool) -> None:
    """Refuse what nothing on the sheet reads.

    Args:
        spec: of the worksheet.
        ground: what it computes with.
        wanted: quantities and leaves that its exercises name.
        pairs: does an exercise compare two words?

    Raises:
        InputError: ``given.unread``, with what could be given.
    """
    replaced = (text for slip in spec.slips.values() for text in slip.replaces.values())
    read = ground.formula.names.union(wanted, *(parse(text).names for text in replaced))
    for name in spec.given:
        if (name not in read and not _tells_mistakes(name, ground)) or (pairs and name in ("first", "second")):
            known = ", ".join(_start(ground.formula, {rule.name for rule in ground.formula.rules})) or "–"
            raise InputError("given.unread", **spec.at(name, "given"), given=name, known=known)


def _tells_mistakes(name: str, ground: Ground) -> bool:
    """Does a slip read it that is known of an encoding of the sheet, as the number of words that a mean is taken of?"""
    from posenc_cli.worksheet.mistakes import known_slips

    short = {f"{prefix}_" if prefix else "": known_slips(scheme) for prefix, scheme in ground.methods.items()}
    return any(
        name.removeprefix(prefix) in parse(text).names - WRITING - {OTHER}
        for prefix, slips in short.items()
        if name.startswith(prefix)
        for slip in slips
        for variant in slip.variants
        for text in variant.values()
    )


def _start(formula: Formula, names: set[str]) -> list[str]:
    """The leaves that some quantities are made of, as far as a person may give them."""
    found = formula.leading_to(names)
    return sorted(name for name in found.names if name not in found and name.rpartition("_")[2] not in _NOT_GIVEN)
