"""How a convention that was found is said to posenc, so that the array counts as right: a line to copy."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.arrays.finding import Diagnosis

#: What the options of the command say for what parameters.
_SAYS = {"--base": ("base", "theta"), "--layout": ("layout",), "--spacing": ("spacing",), "--first-pos": ("first-pos",)}


def changes(found: Diagnosis) -> dict[str, Any] | None:
    """Parameters and conventions under which the array is right, by name; None where that is no matter of them."""
    way = found.way
    if found.verdict != "convention" or way is None or way.slip or way.permuted or way.still:
        return None
    first = {} if found.expected is None or way.first == found.expected.first else {"first-pos": way.first}
    return {**way.changed, **first}


def command(found: Diagnosis, path: str, said: Sequence[tuple[str, str]]) -> str | None:
    """The command that takes the convention for granted.

    Args:
        found: what was found.
        path: of the file.
        said: the options that were given, each with its value.
    """
    changed = changes(found)
    if changed is None or found.way is None:
        return None
    kept = [(option, value) for option, value in said if not set(_says(option, value)) & changed.keys()]
    if not {"-e", "--model"} & {option for option, _ in kept}:
        kept.insert(0, ("-e", found.way.name))
    for name, value in changed.items():
        kept.append(("--first-pos", str(value)) if name == "first-pos" else ("-p", f"{name}={_plain(value)}"))
    return shlex.join(["posenc", "check", path, *(word for pair in kept for word in pair)])


def call(found: Diagnosis) -> str | None:
    """The same in Python."""
    changed = changes(found)
    if changed is None or found.way is None:
        return None
    named = "".join(f", {name.replace('-', '_')}={_literal(value)}" for name, value in changed.items())
    return f'posenc.assert_matches(…, "{found.way.name}"{named})'


def _says(option: str, value: str) -> tuple[str, ...]:
    return (value.partition("=")[0],) if option == "-p" else _SAYS.get(option, ())


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.17g}" if isinstance(value, float) else str(value)


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else _plain(value) if isinstance(value, float) else repr(value)
