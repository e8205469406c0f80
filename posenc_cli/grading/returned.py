"""What posenc itself wrote and somebody hands in: feedback that was meant to be given back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.paths import is_file
from posenc_cli.i18n import LANGUAGES, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from posenc_cli.errors import PosencError

_FEEDBACK = "inputs.own-feedback"


def refuse_feedback(title: str, path: Path) -> None:
    """Refuse a PDF that is called as :mod:`posenc_cli.render.feedback` calls what it writes.

    Raises:
        InputError: it is (``inputs.own-feedback``).
    """
    if any(title.endswith(f" – {text(language, 'outcomes.feedback.title')}") for language in LANGUAGES):
        raise InputError(_FEEDBACK, path=path)


def told_once(wrong: Sequence[PosencError], read: Iterable[Path]) -> list[PosencError]:
    """What is wrong with files; of an archive that holds nothing but feedback once, and not of every file in it.

    Args:
        wrong: with each file that cannot be read.
        read: the files that can be.
    """
    mixed = {_whole(path) for path in read}
    mixed |= {_whole(Path(str(one.values["path"]))) for one in wrong if one.key != _FEEDBACK and "path" in one.values}
    return [_of_archive(one, mixed) if one.key == _FEEDBACK else one for one in wrong]


def _of_archive(error: PosencError, mixed: set[Path]) -> PosencError:
    whole = _whole(Path(str(error.values["path"])))
    return error if whole in mixed else InputError(_FEEDBACK, path=whole)


def _whole(path: Path) -> Path:
    """The archive that a file lies in, else the file."""
    return next((above for above in path.parents if is_file(above)), path)
