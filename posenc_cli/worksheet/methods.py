"""What the exercises of a worksheet compute with: its encodings, what follows them, and what the spec adds.

The rules of a further encoding (``[also.ntk]``) and its leaves carry its name: ``ntk_inv_freq``.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.exercise import exercise, stored
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import InputError, PosencError
from posenc_cli.worksheet.givens import refuse_made, refuse_shapes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from posenc_cli.worksheet.spec import Method, Spec

#: Of an encoding; beyond it nothing turns any more.
MOST_PARAMETER = 1e12
#: Leaves that an exercise gives which compares two words.
_LATER = ("first", "second")


@dataclass(frozen=True)
class Ground:
    """What a worksheet computes with.

    Attributes:
        methods: its encodings by prefix; the one of the sheet itself has none.
        formula: every rule that may stand on the sheet.
        given: every leaf, of two axes (row, column) or none.
    """

    methods: Mapping[str, Scheme]
    formula: Formula
    given: Mapping[str, Any]


def ground(spec: Spec, positions: Sequence[int], embedding: NDArray[Any] | None) -> Ground:
    """The encodings of a spec with what follows them, its leaves and its rules.

    Raises:
        InputError: an encoding, a parameter or a rule that does not work, with its line.
    """
    own = _own_leaves(spec)
    methods, formula, given = {}, Formula(()), dict[str, Any]()
    for prefix, method in {"": spec.worksheet, **spec.also}.items():
        table = f"also.{prefix}" if prefix else "worksheet"
        try:
            scheme = _scheme(spec, method, table)
            leaves = _leaves(scheme, np.arange(method.n) if prefix and method.n else np.array(positions), embedding)
            _check_head(spec, leaves, own)
            if not prefix and "pe" in scheme.formula:
                leaves["n"] = len(positions)
        except PosencError as error:
            if "path" in error.values:
                raise
            raise InputError("worksheet.method", **_where(spec, method, table, error), reason=error) from None
        rules = exercise(scheme, scaled=spec.worksheet.scale and not prefix)
        names = {name: f"{prefix}_{name}" for name in [*leaves, *rules.names]} if prefix else {}
        leaves = {names.get(name, name): value for name, value in leaves.items()}
        refuse_shapes(spec, leaves, own, table)
        given |= _flat(spec, {name: value for name, value in leaves.items() if name not in own}, table)
        methods[prefix] = scheme
        formula = Formula((*formula.rules, *(rules.renamed(names) if prefix else rules).rules))
    refuse_made(spec, formula.computable(given | own))
    for name in spec.rules:
        if name in given or name in own:
            raise InputError("worksheet.rule-is-leaf", **spec.at(name, "rules"), given=name)
    whole = _with_rules(spec, formula)
    _refuse_unknown(spec, formula, whole, given.keys() | own.keys())
    return Ground(methods, whole, given | own)


def _scheme(spec: Spec, method: Method, table: str) -> Scheme:
    for name, value in method.params.items():
        if isinstance(value, int | float) and abs(value) > MOST_PARAMETER:
            most = f"{MOST_PARAMETER:g}"
            raise InputError("worksheet.param-range", **spec.at(name, table), given=f"{value:g}", most=most)
    asked: dict[str, Any] = {**method.params, **method.conventions}
    return Scheme.of(method.encoding, d=method.d, **asked)


def _check_head(spec: Spec, leaves: Mapping[str, Any], own: Mapping[str, Any]) -> None:
    """The head that the spec looks at must be one that the encoding has."""
    given, heads = own.get("h"), leaves.get("h")
    if given is not None and isinstance(heads, np.ndarray) and not np.isin(np.asarray(given, dtype=float), heads).all():
        raise InputError("worksheet.given-head", **spec.at("h", "given"), given=spec.given["h"], most=heads.max())


def _where(spec: Spec, method: Method, table: str, error: PosencError) -> dict[str, object]:
    """The line of what is wrong: of the parameter or choice that the error names, else of the encoding."""
    named = [str(value) for key, value in error.values.items() if key in ("name", "given", "option", "first")]
    keys = [name for name in (*method.params, *method.conventions) if name in named]
    return spec.at(keys[0] if keys else "encoding", table)


def _leaves(scheme: Scheme, positions: NDArray[Any], embedding: NDArray[Any] | None) -> dict[str, Any]:
    found = scheme.given(positions) | stored(scheme) | {"one": np.ones((1, 1))}
    found.setdefault("k", np.arange(scheme.d).reshape(1, -1))
    if scheme.encoding.kind == "additive" and embedding is not None and embedding.shape == (len(positions), scheme.d):
        found["embedding"] = embedding
    return found


def _flat(spec: Spec, leaves: Mapping[str, Any], table: str) -> dict[str, Any]:
    """Leaves of three axes without the one that has one entry in all of them; fractions as they are written."""
    deep = [np.shape(value) for value in leaves.values() if np.ndim(value) == 3]
    axis = next((axis for axis in (0, 1) if all(shape[axis] == 1 for shape in deep)), None)
    if axis is None:
        raise InputError("worksheet.three-axes", **spec.at("encoding", table))
    return {
        name: _exact(np.squeeze(value, axis=axis) if np.ndim(value) == 3 else value) for name, value in leaves.items()
    }


def _exact(value: Any) -> Any:  # noqa: ANN401
    """A fraction as the decimal number that was written; whole numbers as they are."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else Decimal(repr(value))
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return np.array([Decimal(repr(each)) for each in value.ravel().tolist()], dtype=object).reshape(value.shape)
    return value


def _own_leaves(spec: Spec) -> dict[str, Any]:
    """The leaves of ``[given]``: a number, one row, or rows of equal length."""
    found: dict[str, Any] = {}
    for name, value in spec.given.items():
        if isinstance(value, Decimal):
            found[name] = int(value) if _is_count(value) else value
            continue
        single = tuple(cell for cell in value if isinstance(cell, Decimal))
        rows = [single] if single or not value else [row for row in value if isinstance(row, tuple)]
        if not any(rows):
            raise InputError("worksheet.given-empty", **spec.at(name, "given"), name=name)
        if len({len(row) for row in rows}) != 1:
            raise InputError("worksheet.given-rows", **spec.at(name, "given"), name=name)
        whole = all(_is_count(cell) for row in rows for cell in row)
        found[name] = np.array(rows, dtype=np.int64 if whole else object)
    return found


def _is_count(value: Decimal) -> bool:
    """Was it written without decimals? 1.0 is a measured value, 1 a number of things."""
    return int(value.as_tuple().exponent) >= 0


def _with_rules(spec: Spec, formula: Formula) -> Formula:
    """With the rules of the spec: those that are there are replaced, the others follow."""
    for name, expression in spec.rules.items():
        try:
            fresh = Formula.of(**{name: expression})
        except PosencError as error:
            raise InputError("worksheet.method", **spec.at(name, "rules"), reason=error) from None
        if name in formula:
            formula = formula.but(**{name: expression})
        else:
            formula = Formula((*formula.rules, *fresh.rules), formula.write)
    return formula


def _refuse_unknown(spec: Spec, own: Formula, whole: Formula, leaves: AbstractSet[str]) -> None:
    """Refuse a rule of the spec that reads itself, a rule below it, or what is not there.

    Args:
        spec: of the worksheet.
        own: the formula without its rules.
        whole: the formula with them.
        leaves: what is given.

    Raises:
        InputError: ``own-rules.unknown``.
    """
    there = {*leaves, *_LATER}
    for rule in whole.rules:
        missing = rule.expression.names - there
        # What posenc's own rules lack, such as vectors of words, is missed by those who ask for it.
        unknown = missing - own.names if rule.name in own else missing
        if unknown and rule.name in spec.rules:
            known = ", ".join(sorted(there - {*_LATER})) or "–"
            where = spec.at(rule.name, "rules")
            raise InputError("own-rules.unknown", **where, rule=rule.name, given=min(unknown), known=known)
        if not missing:
            there.add(rule.name)


def elsewhere(ground: Ground, positions: Sequence[int]) -> tuple[Formula, dict[str, Any]]:
    """The rules that lead to the encoding of a sheet, and their leaves at other positions than its own.

    Args:
        ground: of a sheet whose encoding is worked out from positions alone.
        positions: one a row.
    """
    formula = ground.formula.leading_to({"pe"})
    # Slips read leaves that the rules themselves do not.
    names = formula.names | {"n"}
    leaves = {name: value for name, value in ground.given.items() if name in names}
    return formula, leaves | {"pos": np.array(positions, dtype=np.int64).reshape(-1, 1)}
