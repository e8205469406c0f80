"""What posenc itself wrote and somebody hands in as it is: feedback meant to be given back, sheets not filled in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.paths import is_file
from posenc_cli.i18n import LANGUAGES, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from posenc_cli.errors import PosencError

_FEEDBACK, _EMPTY = "inputs.own-feedback", "check.empty-pdf"
#: Sheets that a sentence names.
_SHOWN = 6


def refuse_feedback(title: str, path: Path) -> None:
    """Refuse a PDF that is called as feedback or a key of ours is.

    Raises:
        InputError: it is (``inputs.own-feedback``, ``inputs.own-key``).
    """
    for name, key in (("outcomes.feedback.title", _FEEDBACK), ("sheet.labels.key", "inputs.own-key")):
        if any(title.endswith(f" – {text(language, name)}") for language in LANGUAGES):
            raise InputError(key, path=path)


def told_once(wrong: Sequence[PosencError], read: Iterable[Path]) -> list[PosencError]:
    """What is wrong with files: one sentence for an archive that holds nothing but feedback, one for all empty sheets.

    Args:
        wrong: with each file that cannot be read.
        read: the files that can be.
    """
    mixed = {_whole(path) for path in read}
    mixed |= {_whole(Path(str(one.values["path"]))) for one in wrong if one.key != _FEEDBACK and "path" in one.values}
    empty = [str(one.values["path"]) for one in wrong if one.key == _EMPTY]
    if len(empty) > 1:
        shown = ", ".join([*empty[:_SHOWN], *["…"] * (len(empty) > _SHOWN)])
        together = InputError(f"{_EMPTY}-several", count=len(empty), paths=shown)
        first = next(number for number, one in enumerate(wrong) if one.key == _EMPTY)
        wrong = [*wrong[:first], together, *(one for one in wrong[first:] if one.key != _EMPTY)]
    return [_of_archive(one, mixed) if one.key == _FEEDBACK else one for one in wrong]


def _of_archive(error: PosencError, mixed: set[Path]) -> PosencError:
    whole = _whole(Path(str(error.values["path"])))
    return error if whole in mixed else InputError(_FEEDBACK, path=whole)


def _whole(path: Path) -> Path:
    """The archive that a file lies in, else the file."""
    return next((above for above in path.parents if is_file(above)), path)
