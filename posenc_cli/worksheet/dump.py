"""A spec as TOML text: as short as it can be, and read again it is the same spec."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from posenc_cli.worksheet.spec import Spec

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}


def dump(spec: Spec) -> str:
    """All that is not as usual, a line a key; without the secret, which nobody is to read."""
    told = spec.model_dump(
        by_alias=True, exclude_defaults=True, exclude_none=True, exclude={"worksheet": {"secret": True}}
    )
    return "\n".join(_table("", told)).strip() + "\n"


def inline(values: Mapping[str, Any]) -> str:
    """A table on one line."""
    return f"{{ {', '.join(f'{_key(key)} = {_value(value)}' for key, value in values.items())} }}"


def _table(name: str, values: Mapping[str, Any]) -> Iterator[str]:
    """A table: first what stands in it, then the tables and lists of tables below it."""
    plain = {key: value for key, value in values.items() if not (_is_table(value) or _is_list_of_tables(value))}
    if name and (plain or not values):
        yield f"\n[{name}]"
    yield from (f"{_key(key)} = {_value(value)}" for key, value in plain.items())
    yield from _below(name, values)


def _below(name: str, values: Mapping[str, Any]) -> Iterator[str]:
    for key, value in values.items():
        path = f"{name}.{_key(key)}" if name else _key(key)
        if _is_table(value):
            yield from _table(path, value)
        elif _is_list_of_tables(value):
            for each in value:
                yield f"\n[[{path}]]"
                plain = {inner: one for inner, one in each.items() if not _is_list_of_tables(one)}
                yield from (f"{_key(inner)} = {_value(one)}" for inner, one in plain.items())
                yield from _below(path, {inner: one for inner, one in each.items() if inner not in plain})


def _is_table(value: Any) -> bool:  # noqa: ANN401
    return isinstance(value, dict)


def _is_list_of_tables(value: Any) -> bool:  # noqa: ANN401
    return isinstance(value, list | tuple) and bool(value) and isinstance(value[0], dict)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _value(value: Any) -> str:  # noqa: ANN401
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return repr(value) if isinstance(value, float) else str(value)


def _text(text: str) -> str:
    """A text in quotes; what TOML does not take as it is stands there as its code."""
    signs = (
        _ESCAPES.get(sign, sign) if sign.isprintable() or sign in _ESCAPES else f"\\U{ord(sign):08x}" for sign in text
    )
    return f'"{"".join(signs)}"'
