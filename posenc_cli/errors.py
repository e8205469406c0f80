"""One error family and the exit codes. A leaf: imports nothing of posenc.

An error carries the *key* of its sentence in the catalogue (``errors.toml``) and the values that the sentence names;
the command-line boundary turns it into one line in the language asked for. Nothing here prints.
"""

from __future__ import annotations

import sys
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Names that a sentence lists.
MOST_CHOICES = 30


class ExitCode(IntEnum):
    """What the process tells its caller."""

    FINE = 0
    INCORRECT = 1  #: at least one checked answer is not correct
    USAGE = 2  #: wrong usage or unreadable input
    MACHINE = 3  #: the asked feature needs something that this machine lacks


class PosencError(Exception):
    """Something the user can put right.

    Args:
        key: the sentence in ``errors.toml``, or with the name of a file before it: ``"files.not-found"``.
        values: what the sentence names (what was given, what would work).
    """

    exit_code = ExitCode.USAGE

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        named = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"{self.key} ({named})" if named else self.key


class UsageError(PosencError):
    """Wrong usage: an option, a name or a combination that cannot work."""


class InputError(PosencError):
    """A file or a value from outside that cannot be read."""


class MachineError(PosencError):
    """The asked feature needs a program or library that this machine lacks."""

    exit_code = ExitCode.MACHINE


class Interrupted(KeyboardInterrupt):
    """Ctrl+C at a moment of which there is more to say.

    Args:
        key: the sentence, with its file: ``"classes.interrupted"``.
    """

    def __init__(self, key: str, /) -> None:
        super().__init__(key)
        self.key = key


def installing(*libraries: str) -> str:
    """The command that brings libraries to the Python that posenc runs in, however posenc came there."""
    names = " ".join(libraries)
    if Path(sys.prefix, "pipx_metadata.json").is_file():
        return f"pipx inject {Path(sys.prefix).name} {names}"
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return f"{python} -m pip install {names}"


def choices(given: str, known: Iterable[str]) -> dict[str, object]:
    """What to say where something unknown was given: ``known`` with all there is, ``near`` only if some look alike."""
    from difflib import get_close_matches

    names = list(known)
    near = get_close_matches(given, names, n=3)
    shown = [*names[:MOST_CHOICES], "…"] if len(names) > MOST_CHOICES else names
    said: dict[str, object] = {"known": ", ".join(shown) or "–"}
    return said | {"near": ", ".join(near)} if near else said
