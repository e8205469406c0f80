"""From the words of a command line to values, by the annotation of the parameter.

Stands in for Typer's own coercion, which loads pydantic for it (a third of the start-up time of a table), says what is
wrong in words that change with its version and in English only, and takes ``nan``, ``1_000`` and no decimal comma.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from posenc_cli.errors import UsageError, choices

if TYPE_CHECKING:
    from collections.abc import Callable

    from typer._click.core import Context
    from typer.core import _TyperParameter

_WHOLE = re.compile(r"([+-]?)[0-9]+")
#: Digits of a whole number that every part of posenc can compute with.
_MOST_DIGITS = 18
#: 10.000 is ten for a computer and ten thousand for a German; nobody writes the zero at the end for nothing.
_GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{2}0")


class Coercion:
    """The values of one parameter: whole numbers, numbers, switches, choices, paths, texts, and lists of them."""

    def coerce(self, value: Any, param: _TyperParameter, ctx: Context) -> Any:  # noqa: ANN401, ARG002
        """What the function of the command gets; called by the parser for every parameter.

        Raises:
            UsageError: the word is no such value.
        """
        if param.multiple or param.nargs == -1:
            return [_one(each, param) for each in value or ()]
        return _one(value, param)


COERCION = Coercion()


def option_name(param: _TyperParameter) -> str:
    """How a person calls a parameter: ``--pos``, ``ANSWERS``."""
    longest = max(param.opts, key=len)
    return longest if longest.startswith("-") else (param.metavar or param.name).upper().rstrip("_")


def _one(value: Any, param: _TyperParameter) -> Any:  # noqa: ANN401
    if not isinstance(value, str):
        return value
    descriptor = param.type_descriptor
    if descriptor.parameter_info.parser is not None:
        return descriptor.parameter_info.parser(value)
    if descriptor.choices is not None:
        return _choice(value, param)
    kind = get_args(descriptor.annotation)[0] if descriptor.is_list else descriptor.annotation
    if kind not in _KINDS:
        raise TypeError(f"{option_name(param)}: no way to read {kind}")
    found = _KINDS[kind](value, option_name(param))
    least, most = descriptor.parameter_info.min, descriptor.parameter_info.max
    if least is not None and found < least:
        raise UsageError("cli.too-small", option=option_name(param), given=value, limit=least)
    if most is not None and found > most:
        raise UsageError("cli.too-large", option=option_name(param), given=value, limit=most)
    return found


def _choice(value: str, param: _TyperParameter) -> Any:  # noqa: ANN401
    values = {str(each): each for each in param.type_descriptor.choices or ()}
    if value.lower() not in values:
        there = choices(value.lower(), values)
        key = "cli.bad-choice-near" if "near" in there else "cli.bad-choice"
        raise UsageError(key, option=option_name(param), given=value, **there)
    return values[value.lower()]


def _whole(value: str, option: str) -> int:
    found = _WHOLE.fullmatch(value)
    if found is None:
        raise UsageError("cli.not-a-whole-number", option=option, given=value)
    if len(value.lstrip("+-0")) > _MOST_DIGITS:
        key, sign = ("cli.too-small", -1) if found[1] == "-" else ("cli.too-large", 1)
        raise UsageError(key, option=option, given=value, limit=sign * (10**_MOST_DIGITS - 1))
    return int(value)


def _real(value: str, option: str) -> float:
    from posenc_cli.i18n.numbers import read_number

    found = read_number(value).value
    if found is None:
        raise UsageError("cli.not-a-number", option=option, given=value)
    if _GROUPED.fullmatch(value):
        whole, short = value.replace(".", "").replace(",", ""), f"{float(found):g}"
        raise UsageError("cli.two-readings", option=option, given=value, one=short, other=whole)
    return int(found) if found == found.to_integral_value() else float(found)


def _path(value: str) -> Path:
    from posenc_cli.files.paths import user_path

    return user_path(value)


_KINDS: dict[Any, Callable[[str, str], Any]] = {
    int: _whole,
    float: _real,
    str: lambda value, _option: value,
    Path: lambda value, _option: _path(value),
}
