"""What a shell offers where Tab is pressed: names read off the files of the package; nothing heavy is loaded."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import typer
from typer._click import exceptions as parser
from typer.completion import shell_complete

from posenc_cli.errors import ExitCode, PosencError
from posenc_cli.render.plots import KindName

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typer._click.core import Command

    from posenc_cli.i18n import Language

#: The variable in which a shell says that it asks; its name is fixed by that of the program.
ASKED = "_POSENC_COMPLETE"
_PACKAGE = Path(__file__).resolve().parents[1]
#: Heads of encodings in a catalogue, and of slips in their files.
_ENCODING = re.compile(r"^\[([a-z0-9-]+)\]\ntitle = ", re.MULTILINE)
_SLIP = re.compile(r"^\[([a-z0-9-]+)\]\n", re.MULTILINE)


def answer(program: Command, language: Language) -> int:
    """Tell the shell what could stand there; what cannot be understood is completed by nothing."""
    with contextlib.suppress(PosencError, parser.ClickException):
        return shell_complete(program, {"obj": language}, "posenc", ASKED, os.environ[ASKED])
    return ExitCode.INCORRECT


def _heads(head: re.Pattern[str], path: Path) -> list[str]:
    return head.findall(path.read_text(encoding="utf-8"))


def encodings() -> list[str]:
    """All encodings: each has its words in the catalogue."""
    return _heads(_ENCODING, _PACKAGE / "i18n" / "en" / "encodings.toml")


def builtin_worksheets() -> list[str]:
    """The worksheets that come with the program."""
    return sorted(path.stem for path in (_PACKAGE / "worksheet" / "builtin").glob("*.toml"))


def worksheets(incomplete: str) -> list[str]:
    """Those, and files of worksheets where the path leads to."""
    return [*builtin_worksheets(), *_files(incomplete, ".toml")]


def _files(incomplete: str, suffix: str) -> Iterator[str]:
    folder = incomplete[: incomplete.rfind("/") + 1]
    with contextlib.suppress(OSError), os.scandir(folder or ".") as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name.startswith("."):
                continue
            if entry.is_dir():
                yield f"{folder}{entry.name}/"
            elif entry.name.lower().endswith(suffix):
                yield f"{folder}{entry.name}"


def slips() -> list[str]:
    """All mistakes that have a name."""
    found = [slip for path in sorted((_PACKAGE / "encodings").glob("*_slips.toml")) for slip in _heads(_SLIP, path)]
    return ["list", *dict.fromkeys(found)]


def kinds() -> tuple[str, ...]:
    """Pictures of an encoding."""
    return get_args(KindName)


def formats(ctx: typer.Context) -> tuple[str, ...]:
    """What the command can show."""
    from posenc_cli.cli.frame import record_of

    return record_of(ctx.info_name or "").formats
