"""What must be named beside a result: parameters and conventions, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.i18n import lookup, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.i18n import Language
    from posenc_cli.render.style import Style

#: Conventions that are named even where they are the usual ones: books and code differ in them.
ALWAYS_NAMED = frozenset({"layout", "spacing"})
#: Lists that are longer are said by their length.
_LONGEST = 8


def choice_text(language: Language, scheme_name: str, convention: str, choice: str) -> str:
    """A choice of a convention in words: the encoding's own, else those of the sinusoidal table."""
    for place in (f"encodings.{scheme_name}.choices.{convention}", f"compute.{convention}"):
        table = _table(language, place)
        if choice in table:
            return str(table[choice])
    return f"{convention} {choice}"


def _table(language: Language, key: str) -> dict[str, Any]:
    try:
        found = lookup(language, key)
    except KeyError:
        return {}
    return found if isinstance(found, dict) else {}


def conventions(scheme: Scheme, style: Style) -> str:
    """The parameters and conventions in force, in one sentence, for people."""
    named = [*_parameters(scheme, style)]
    usual = {each.name: each.default for each in scheme.encoding.conventions if each.name not in ALWAYS_NAMED}
    for name, choice in scheme.chosen.items():
        if choice != usual.get(name):
            # Sinusoidal tables must not wait for the texts of all encodings.
            told = _table(style.language, f"compute.{name}") if scheme.encoding.name == "sinusoidal" else {}
            named.append(told.get(choice) or choice_text(style.language, scheme.encoding.name, name, choice))
    named.append(text(style.language, "compute.first-pos", first=scheme.first_pos))
    if scheme.d % 2 and scheme.chosen.get("odd_width") == "lone-sine":
        last = f"d{scheme.d}".translate(SUBSCRIPTS)
        named.append(text(style.language, "compute.odd-width", last=last))
    if "angle" in scheme.formula:
        named.append(text(style.language, "compute.radians"))
    return text(style.language, "compute.conventions", conventions="; ".join(named))


SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def _parameters(scheme: Scheme, style: Style) -> Iterator[str]:
    """Those that the formula reads, and those that are not the usual ones."""
    read = {name for rule in scheme.formula.rules for name in rule.expression.names}
    for each in scheme.encoding.parameters:
        value = scheme.parameters.get(each.name)
        unusual = each.default is None or _said(value, style) != _said(each.default, style)
        if value is None or not (each.name in read or unusual):
            continue
        said = str(bool(value)).lower() if each.kind == "switch" else _said(value, style)
        yield text(style.language, "compute.base", base=said) if each.name == "base" else f"{each.name} {said}"


def _said(value: object, style: Style) -> str:
    """A value for people: a long list by its length, a matrix by its shape."""
    if isinstance(value, str) or value is None:
        return str(value)
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return value[0] if len(value) == 1 else f"{value[0]} … {value[-1]} ({len(value)})"
    array = np.asarray(value, dtype=np.float64)
    if array.ndim == 0:
        return style.short(float(array)) if abs(array) >= 1e-3 or not array else style.step(float(array))
    flat = array.ravel()
    if (array.ndim == 1 or array.shape[0] == 1) and len(flat) <= _LONGEST:
        return "(" + "; ".join(style.short(float(each)) for each in flat) + ")"
    return "(" + " × ".join(map(str, array.shape if array.ndim > 1 and array.shape[0] > 1 else flat.shape)) + ")"


def plain(scheme: Scheme) -> dict[str, Any]:
    """Parameters and conventions for programs: lists as lists, matrices by their shape."""
    return {name: _plain(value) for name, value in scheme.conventions.items()}


def _plain(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, np.ndarray):
        single = value.ndim == 2 and value.shape[0] == 1
        return value.ravel().tolist() if single or value.ndim < 2 else {"shape": list(value.shape)}
    return list(value) if isinstance(value, tuple) else value.item() if isinstance(value, np.generic) else value
