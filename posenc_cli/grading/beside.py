"""Class sets that answers are of because their manifest lies beside them, where nobody names the sheet."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.worksheet.classes import MANIFEST
from posenc_cli.worksheet.codes import is_code, shown
from posenc_cli.worksheet.find import class_set_of, class_worksheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from posenc_cli.files.arrivals import Arrival
    from posenc_cli.grading.belonging import Said
    from posenc_cli.grading.handed_in import Handed
    from posenc_cli.worksheet.classes import Manifest
    from posenc_cli.worksheet.spec import Spec


@dataclass
class Shared:
    """Files, shared out among the class sets that they are of.

    Attributes:
        of_class: by the folder (or the manifest) of a set in which everybody has other numbers.
        others: those that say themselves which sheet they are of, or that another way must be found for.
        wrong: files for which it cannot be told, for the manifest beside them is none.
    """

    of_class: dict[Path, list[Handed]] = field(default_factory=lambda: defaultdict(list))
    others: list[Handed] = field(default_factory=list)
    wrong: list[InputError] = field(default_factory=list)


def by_class(files: Sequence[Handed], said: Said) -> Shared:
    """Share out files, all to the set that a person names.

    Where nobody names a sheet, those beside a set are of it; what lies elsewhere may be so too, if its code is known.

    Raises:
        InputError: the manifest that a person names is none.
    """
    shared = Shared()
    if said.name is not None or said.seed is not None:
        named = class_set_of(said.name) if said.name else None
        if named is not None and named.is_personal and said.name:
            shared.of_class[Path(said.name)] += files
        else:
            shared.others += files
        return shared
    sets = _Sets(files)
    for one in files:
        try:
            folder = sets.of(one)
        except InputError as error:
            shared.wrong.append(error)
        else:
            (shared.others if folder is None else shared.of_class[folder]).append(one)
    return shared


def without_own(listed: Sequence[Arrival]) -> list[Arrival]:
    """What was handed in, without what posenc made of a class set to be printed or looked up: its form stays.

    Raises:
        InputError: that is all there is.
    """
    sets: dict[Path, frozenset[str]] = {}
    kept = []
    for one in listed:
        folders = (one.path.parent, one.path.parent.parent)
        for folder in folders:
            if folder not in sets:
                sets[folder] = _made_in(folder)
        if not any(one.path.relative_to(folder).as_posix() in sets[folder] for folder in folders):
            kept.append(one)
    if listed and not kept:
        raise InputError("classes.own-files", path=listed[0].path)
    return kept


def _made_in(folder: Path) -> frozenset[str]:
    """Files of the class set of a folder in which nobody writes answers."""
    try:
        found = class_set_of(str(folder))
    except InputError:
        return frozenset()
    if found is None:
        return frozenset()
    made = {MANIFEST, *(name for kind, name in found.about.get("files", {}).items() if kind != "form")}
    look = found.about.get("look")
    is_fillable = isinstance(look, dict) and bool(look.get("fillable"))
    return frozenset(made if is_fillable else {*made, *(entry.file for entry in found.entries)})


def class_at(place: Path) -> tuple[Manifest, Spec]:
    """A class set and its worksheet, by its folder or manifest.

    Raises:
        InputError: the manifest or the worksheet cannot be read.
        UsageError: the worksheet is not here.
    """
    manifest = class_set_of(str(place))
    if manifest is None:
        raise InputError("classes.no-manifest", path=place)
    return manifest, class_worksheet(manifest, place)


def fixed_set(files: Sequence[Handed]) -> Path | None:
    """The folder of the class set with the same numbers for everybody that files lie in.

    It must know a code that they name, if they name any; a name from outside is never a path.

    Raises:
        InputError: the manifest beside them is none.
    """
    sets = _Sets(files)
    codes = {code for one in files for code in one.sheet_codes()}
    for folder in sets.folders:
        found = sets.at(folder)
        if found is not None and not found.is_personal and (not codes or sets.knows(folder, codes)):
            return folder
    return None


class _Sets:
    """The class sets of the folders that files lie in."""

    def __init__(self, files: Iterable[Handed]) -> None:
        self.folders = tuple(dict.fromkeys(one.path.parent for one in files))
        self._found: dict[Path, Manifest] = {}
        self._codes: dict[Path, frozenset[str]] = {}
        self._damaged: dict[Path, InputError] = {}
        for folder in self.folders:
            try:
                found = class_set_of(str(folder))
            except InputError as error:
                self._damaged[folder] = error
                continue
            if found is not None:
                self._found[folder] = found
                self._codes[folder] = frozenset(shown(entry.code) for entry in found.entries)

    def at(self, folder: Path) -> Manifest | None:
        """The set of a folder.

        Raises:
            InputError: its manifest is none.
        """
        if folder in self._damaged:
            raise self._damaged[folder]
        return self._found.get(folder)

    def knows(self, folder: Path, codes: Iterable[str]) -> bool:
        """Has anybody in the set of a folder one of these codes?"""
        return not self._codes[folder].isdisjoint(map(shown, codes))

    def of(self, handed: Handed) -> Path | None:
        """The folder of the set, with other numbers for everybody, that knows a code of a file.

        Else it is the one that the file lies in, if it does not say which sheet it is of.

        Raises:
            InputError: the manifest there is none.
        """
        codes, own = handed.sheet_codes(), handed.path.parent
        for folder in (own, *self._found):
            if folder in self._found and self._found[folder].is_personal and self.knows(folder, codes):
                return folder
        beside = None if _says_sheet(handed) else self.at(own)
        return own if beside is not None and beside.is_personal else None


def _says_sheet(handed: Handed) -> bool:
    """Does a file say itself which one sheet it is of?"""
    names, codes = handed.sheet_names(), handed.sheet_codes()
    return len(names) < 2 and len(codes) < 2 and (bool(names) or any(map(is_code, codes)))
