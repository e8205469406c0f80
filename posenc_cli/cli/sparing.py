"""What is read in a call outlives it, whatever it is told to replace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.errors import UsageError
from posenc_cli.files.paths import is_folder, is_there, user_path

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

#: What is read where a folder was handed in.
_READ = frozenset({".csv", ".tsv", ".txt", ".json", ".xlsx", ".xls", ".ods", ".pdf", ".zip"})


def spare(read: Sequence[Path], targets: Sequence[Path]) -> None:
    """See to it that nothing is written over what was read, also if it may replace files.

    Raises:
        UsageError: a target is a file that was read, or one like those in a folder that was.
    """
    for target in targets:
        for path in read:
            inside = is_folder(path) and target.resolve().is_relative_to(path.resolve())
            if (
                is_there(target)
                and is_there(path)
                and (target.samefile(path) or (inside and target.suffix.lower() in _READ))
            ):
                raise UsageError("outcomes.over-answers", path=target)


def in_params(params: Sequence[str] | None) -> list[str]:
    """The files that parameters are read from: ``-p NAME=@FILE``."""
    values = [each.partition("=")[2].strip() for each in params or ()]
    return [value[1:] for value in values if value.startswith("@")]


def named(*names: str | Path | None) -> list[Path]:
    """Files as they were named on the command line; what was left out or goes to the screen is none."""
    return [user_path(str(name)) for name in names if name is not None and str(name) != "-"]
