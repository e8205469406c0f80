"""From a name to a sheet: built-in worksheets, files, sheet codes, our own PDFs, and sheets with drawn numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError, PosencError, UsageError
from posenc_cli.files.attachments import attachments, is_pdf
from posenc_cli.files.decoding import read_bytes
from posenc_cli.files.paths import is_file, is_folder, is_there
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.classes import MANIFEST, Manifest
from posenc_cli.worksheet.codes import code_of, looks_like_code, shown
from posenc_cli.worksheet.codes import read as read_code
from posenc_cli.worksheet.portable import PREFIX, by_group, code_in, unpacked
from posenc_cli.worksheet.sheet import Holder
from posenc_cli.worksheet.spec import BUILTIN_NAMES, MOST_DECIMALS, find

if TYPE_CHECKING:
    from posenc_cli.i18n.numbers import Mark
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec


#: One group of a PDF that holds several.
_GROUP = re.compile(r"(.+\.pdf)#([A-Z])", re.IGNORECASE)


@dataclass(frozen=True)
class Writing:
    """How numbers are to be written where it is not as the worksheet says itself; None where it is."""

    decimals: int | None = None
    decimal_mark: Mark | None = None

    def put_into(self, spec: Spec) -> Spec:
        """The spec with these instead of its own.

        Raises:
            UsageError: more decimals than a sheet can ask for, or none.
        """
        if self.decimals is not None and not 1 <= self.decimals <= MOST_DECIMALS:
            raise UsageError("check.limit", option="--decimals", given=self.decimals, limit=MOST_DECIMALS)
        asked = {"decimals": self.decimals, "decimal_mark": self.decimal_mark}
        given = {key: value for key, value in asked.items() if value is not None}
        return spec.model_copy(update={"worksheet": spec.worksheet.model_copy(update=given)})

    def but(self, other: Writing) -> Writing:
        """What another one asks for, and else this."""
        decimals = self.decimals if other.decimals is None else other.decimals
        return Writing(decimals, other.decimal_mark or self.decimal_mark)


@dataclass(frozen=True)
class Found:
    """A worksheet that a person named, and how its sheet was printed."""

    spec: Spec
    seed: int | None = None
    writing: Writing = Writing()
    group: str = ""


def sheet_of(name: str, seed: int | None = None, writing: Writing | None = None) -> Sheet:
    """The sheet that a person or an answer file names.

    Args:
        name: a built-in name or a TOML file, with a seed behind it if there is one (``katze-7``, ``blatt.toml#7``);
            a sheet code, one of our PDFs (of one with groups, with the letter behind it: ``test.pdf#B``), or the
            text of a QR code.
        seed: of drawn numbers, if another than the name says.
        writing: of its numbers, if another than its own.

    Raises:
        UsageError: an unknown name or code, or a way of writing that no sheet has.
        InputError: a spec, a PDF or a text that cannot be read.
    """
    found = _found(name)
    spec = found.writing.but(writing or Writing()).put_into(found.spec)
    made = _built(spec, found.seed if seed is None else seed)
    return replace(made, holder=Holder(group=found.group)) if seed is None and found.group else made


def _built(spec: Spec, seed: int | None) -> Sheet:
    if seed is None:
        return build(spec)
    from posenc_cli.worksheet.draw import vary

    return vary(spec, seed)


def worksheet_of(name: str, writing: Writing | None = None) -> Spec:
    """The worksheet itself, whatever seed its name says.

    Raises:
        UsageError: as :func:`sheet_of`.
        InputError: as :func:`sheet_of`.
    """
    found = _found(name)
    return found.writing.but(writing or Writing()).put_into(found.spec)


def _found(name: str) -> Found:
    if name.strip().upper().startswith(PREFIX):
        return from_text(name)
    named, seed = split_seed(name)
    path = Path(named)
    if seed is None and (of_class := class_set_of(named)) is not None:
        if of_class.is_personal:
            raise InputError("classes.personal", folder=named)
        return Found(class_worksheet(of_class, path))
    if seed is None and named not in BUILTIN_NAMES:
        if letter := _GROUP.fullmatch(named):
            return _from_pdf(Path(letter[1]), letter[2].upper())
        if is_pdf(path):
            return _from_pdf(path)
        if looks_like_code(named) and not is_there(path):
            return from_code(named)
    return Found(find(named), seed)


def class_set_of(name: str) -> Manifest | None:
    """The class set of which a person names the folder or the manifest; None where it is something else.

    Raises:
        InputError: a manifest that cannot be read.
    """
    path = Path(name)
    path = path / MANIFEST if is_folder(path) else path
    if is_folder(path):
        raise InputError("classes.no-manifest", path=path)
    if path.suffix.lower() != ".json" or not is_file(path):
        return None
    return Manifest.of(read_bytes(path).decode("utf-8", "replace"), path)


def class_worksheet(manifest: Manifest, place: Path) -> Spec:
    """The worksheet of a class set, as its sheets were printed.

    Args:
        manifest: of the set.
        place: the folder or the manifest; a worksheet with a secret lies beside the folder, or here.

    Raises:
        InputError: the manifest names no worksheet, or one that is not here or cannot be read.
    """
    about = manifest.about
    named = str(about.get("worksheet", ""))
    folder, path = (place, place / MANIFEST) if is_folder(place) else (place.parent, place)
    try:
        if named.upper().startswith(PREFIX):
            spec = from_text(named).spec
        elif named in BUILTIN_NAMES or named.endswith(".toml"):
            beside = folder.parent / Path(named).name
            spec = find(str(beside) if is_file(beside) else Path(named).name)
        else:
            raise InputError("classes.no-manifest", path=path)
        return Writing(about.get("decimals"), about.get("decimal_mark")).put_into(spec)
    except PosencError as error:
        if error.values.get("path") == path:
            raise
        raise InputError("classes.no-worksheet", path=path, reason=error) from None


def from_code(code: str) -> Found:
    """The worksheet of a sheet code.

    Raises:
        UsageError: no code, one that rebuilds nothing, or one of another version of posenc.
    """
    named = read_code(code)
    if named is None:
        raise UsageError("codes.of-own", code=shown(code))
    return Found(find(named.worksheet), named.seed, Writing(named.decimals, named.decimal_mark))


def from_text(text: str) -> Found:
    """The worksheet of a QR code's text.

    Raises:
        UsageError: as :func:`from_code`.
        InputError: something is missing or wrong in what is packed in it, or it makes another sheet than its code says.
    """
    held, code = unpacked(text), code_in("".join(text.split()).upper())
    if held is None:
        return from_code(code)
    found = Found(held.spec, held.seed, Writing(held.decimals, held.decimal_mark))
    # What is packed has no character that checks it: a wrong one may still be a worksheet, with other numbers.
    if (other := code_of(_built(found.writing.put_into(found.spec), found.seed))) != code:
        raise InputError("codes.text-other", code=shown(code), other=shown(other))
    return found


def _from_pdf(path: Path, group: str = "") -> Found:
    """The worksheet that is attached to one of our PDFs; of several groups, that of a letter."""
    texts = {one.decode("ascii", "replace").strip() for one in attachments(path) if one.startswith(PREFIX.encode())}
    if not texts:
        raise InputError("codes.pdf-empty", path=path)
    groups = by_group(texts)
    if group or (len(texts) > 1 and "" not in groups):
        if group not in groups:
            letters = sorted(filter(None, groups))
            key = "codes.pdf-groups" if letters else "codes.pdf-no-groups"
            values = {"groups": ", ".join(letters), "example": f"{path}#{letters[0]}"} if letters else {}
            raise InputError(key, path=path, **values)
        texts = {groups[group]}
    elif len(texts) > 1:
        known = ", ".join(sorted(shown(code_in(text)) for text in texts))
        raise InputError("codes.pdf-several", path=path, known=known)
    try:
        return replace(from_text(texts.pop()), group=group)
    except PosencError as error:
        if not error.key.startswith("codes."):
            raise
        raise InputError("codes.pdf-other", path=path, reason=error) from None


def split_seed(name: str) -> tuple[str, int | None]:
    """A worksheet's name and the seed that an answer form put behind it."""
    found = re.fullmatch(r"(.+\.toml)#(\d{1,18})|(.+)-(\d{1,18})", name)
    if found is None or name in BUILTIN_NAMES or (found[3] and found[3] not in BUILTIN_NAMES):
        return name, None
    return found[1] or found[3], int(found[2] or found[4])
