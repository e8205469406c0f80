"""Which sheet answers belong to: what the files say themselves, unless a person says it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError, PosencError
from posenc_cli.files.paths import is_file
from posenc_cli.grading.beside import fixed_set
from posenc_cli.i18n import Notice
from posenc_cli.i18n.numbers import read_number, shortened
from posenc_cli.worksheet.codes import is_code, looks_like_code, same, shown
from posenc_cli.worksheet.find import sheet_of, split_seed
from posenc_cli.worksheet.portable import PREFIX, code_in
from posenc_cli.worksheet.spec import BUILTIN_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.grading.handed_in import Handed
    from posenc_cli.worksheet.find import Writing
    from posenc_cli.worksheet.sheet import Sheet

#: What is wrong with the form of a class set for whoever does not know the set.
_IN_CLASS = frozenset({"check.sheet-not-here", "check.which-sheet", "codes.of-own"})


@dataclass(frozen=True)
class Said:
    """What a person said of the sheet; None where nothing was.

    Attributes:
        name: of the sheet: a name, a file, a code, a PDF.
        seed: of its numbers.
        writing: of its numbers.
    """

    name: str | None
    seed: int | None
    writing: Writing


def sheet_of_all(handed: Sequence[Handed], said: Said) -> Sheet:
    """The one sheet that all files belong to.

    Args:
        handed: files of which no two name different sheets.
        said: what a person said of it.

    Raises:
        InputError: they name none, or one that is not here.
    """
    if said.name is not None:
        return sheet_of(said.name, said.seed, said.writing)
    try:
        return _named(handed, said)
    except PosencError as error:
        beside = fixed_set(handed) if error.key in _IN_CLASS else None
        if beside is None:
            raise
        return sheet_of(str(beside), said.seed, said.writing)


def _named(handed: Sequence[Handed], said: Said) -> Sheet:
    """The sheet that files name themselves."""
    name = next((name for one in handed if (name := one.sheet_name())), None)
    code = next((code for one in handed if (code := one.sheet_code())), None)
    if name is None:
        if code is None:
            of_code = "-or-array" if _is_block(handed[0]) else ""
            raise InputError(f"check.which-sheet{of_code}", path=handed[0].path, known=_known())
        if not (is_code(code) or code.upper().startswith(PREFIX) or split_seed(code)[0] in BUILTIN_NAMES):
            raise _no_code(handed, code)
        return sheet_of(code, said.seed, said.writing)
    if code is not None and (found := _with_code(name, code, said)):
        return found
    return sheet_of(_beside(name, [one.path for one in handed]), said.seed, said.writing)


def _no_code(files: Sequence[Handed], code: str) -> InputError:
    """What stands in the place of a code and is none, and where; it is neither a path nor a sentence."""
    one = next(one for one in files if code in one.sheet_codes())
    key = "check.no-code" if one.table.lines else "check.no-code-printed"
    return InputError(key, path=one.path, line=one.line_of_code(code), given=shortened(code))


def _is_block(handed: Handed) -> bool:
    """Is it nothing but rows of numbers, as code writes them?"""
    rows = [*([] if handed.table.header is None else [handed.table.header]), *handed.table.rows]
    return len(rows) > 1 and all(read_number(cell).status == "number" for row in rows for cell in row)


def _with_code(name: str, code: str, said: Said) -> Sheet | None:
    """The sheet of a code, which knows how many decimals were asked, if the name beside it says the same."""
    if split_seed(name)[0] not in BUILTIN_NAMES or not looks_like_code(code):
        return None
    try:
        found = sheet_of(code, said.seed, said.writing)
    except PosencError:
        return None
    return found if name == found.name or said.seed is not None else None


def _beside(named: str, answers: Sequence[Path]) -> str:
    """Where the worksheet lies whose file an answer form names: in this folder, or beside the answers."""
    if named.upper().startswith(PREFIX) or looks_like_code(named):
        return named
    file, seed = split_seed(named)
    # A name from outside is never a path.
    if not file.endswith(".toml"):
        if file not in BUILTIN_NAMES:
            raise InputError("check.unknown-sheet", path=answers[0], given=named, known=_known())
        return named
    for folder in (Path(), *(each.parent for each in answers)):
        if Path(file).name == file and is_file(folder / file):
            return str(folder / file) + ("" if seed is None else f"#{seed}")
    raise InputError("check.sheet-not-here", path=answers[0], given=file)


def doubts(handed: Handed, sheet: Sheet, said: Said, code: str) -> list[Notice]:
    """Worth saying if a file names another sheet than the one that it is marked with, or other numbers of it.

    Args:
        handed: the file.
        sheet: what it is marked with.
        said: what a person said of it.
        code: of the sheet.
    """
    values: dict[str, object] = {"path": handed.path, "sheet": sheet.name}
    if said.name is not None or said.seed is not None:
        mine = {sheet.name, sheet.form_name, Path(said.name or "").name}
        others = [each for each in handed.sheet_names() if not {*_names_of(each)} & mine]
        if others:
            given = ", ".join(sorted(map(_short, others)))
            return [Notice("check.sheet-overruled", values | {"given": given})]
    strange = sorted(given for given in handed.sheet_codes() if not same(given, code))
    return [Notice("check.other-code", values | {"given": ", ".join(strange), "code": shown(code)})] if strange else []


def _names_of(name: str) -> tuple[str, ...]:
    """How the sheet of a name in a form may be called else."""
    return name, name.replace(".toml", "").replace("#", "-"), split_seed(name)[0]


def _short(name: str) -> str:
    """A name as it can stand in a sentence: of a whole worksheet its code."""
    return shown(code_in(name.upper())) if name.upper().startswith(PREFIX) else name


def _known() -> str:
    return ", ".join(BUILTIN_NAMES)
