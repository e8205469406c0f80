"""Sheets of a class: who gets which numbers, what their files are called, and the manifest that tells all of it.

The numbers of a student follow from the worksheet, the seed and who the student is: whoever joins a class later changes
nothing for the others. Every sheet is an ordinary one with drawn numbers, so its code rebuilds it.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections import Counter
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from posenc_cli.errors import InputError
from posenc_cli.files.ownjson import own_json
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.codes import MOST_SEEDS
from posenc_cli.worksheet.draw import Draw, digest, vary
from posenc_cli.worksheet.sheet import Holder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.files.ownjson import Shape
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

SCHEMA = "posenc.class/1"
MANIFEST = "manifest.json"
#: What sheets and the files for everybody are called below the folder of a set; nothing else is written or taken away.
OWN_SHEET, OWN_FILE = re.compile(r"[a-z]+/[a-z0-9-]+\.pdf"), re.compile(r"[a-z-]+\.(?:pdf|csv)")
_ENTRY: dict[str, Shape] = {
    "place": int,
    "name": str,
    "number": str,
    "seed": (int, None),
    "sheet": str,
    "code": str,
    "file": OWN_SHEET,
}
_SHAPE: Shape = {
    "schema": re.compile(re.escape(SCHEMA)),
    "worksheet?": str,
    "decimals?": (int, None),
    "decimal_mark?": (re.compile("point|comma"), None),
    "files?": {str: OWN_FILE},
    "students": [_ENTRY],
}
#: Letters of a name in a file's name.
_LONGEST_STEM = 40
_SPELT = {"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "œ": "oe", "ø": "oe", "å": "aa", "ł": "l", "đ": "d", "ı": "i"}


@dataclass(frozen=True)
class Student:
    """One line of a roster.

    Attributes:
        place: in the roster, from 1.
        name: empty where only numbers are printed.
        number: as an office counts (a matriculation number), as text; may be empty.
    """

    place: int
    name: str
    number: str = ""

    @property
    def holder(self) -> Holder:
        """What is printed in the head."""
        return Holder(name=self.name, number=self.number)


@dataclass(frozen=True)
class Entry:
    """One sheet of a class set, as the manifest has it.

    Attributes:
        place: in the roster, from 1.
        name: of the student; may be empty.
        number: of the student; may be empty.
        seed: of the numbers; None for the fixed ones.
        sheet: name of the sheet.
        code: of the sheet, as it is printed.
        file: of the sheet, below the folder of the manifest.
    """

    place: int
    name: str
    number: str
    seed: int | None
    sheet: str
    code: str
    file: str

    @property
    def student(self) -> Student:
        """Whose sheet it is."""
        return Student(self.place, self.name, self.number)


@dataclass(frozen=True)
class Manifest:
    """All of a class set.

    Attributes:
        about: what decides what the sheets look like, but for the students: if it changes, all files do.
        entries: in the order of the roster.
    """

    about: Mapping[str, Any]
    entries: tuple[Entry, ...]

    @property
    def is_personal(self) -> bool:
        """Has everybody other numbers?"""
        return any(entry.seed is not None for entry in self.entries)

    @property
    def text(self) -> str:
        """As JSON."""
        whole = {"schema": SCHEMA, **self.about, "students": [asdict(entry) for entry in self.entries]}
        return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def of(cls, text: str, path: object) -> Manifest:
        """From JSON.

        Raises:
            InputError: no manifest of ours.
        """
        try:
            whole = own_json(text, _SHAPE)
        except ValueError:
            raise InputError("classes.no-manifest", path=path) from None
        entries = tuple(Entry(**{name: student[name] for name in _ENTRY}) for student in whole.pop("students"))
        del whole["schema"]
        return cls(whole, entries)


def personal(spec: Spec, seed: int, student: Student, attempt: int) -> int:
    """The seed of a student's numbers; another one for every attempt."""
    who = f"number/{student.number}" if student.number else f"name/{unicodedata.normalize('NFC', student.name)}"
    return Draw(f"{digest(spec)}/{seed}/{who}").below(MOST_SEEDS, f"seed/{attempt}")


def sheet_for(spec: Spec, seed: int | None, student: Student) -> Sheet:
    """The sheet of one student.

    Args:
        spec: the worksheet.
        seed: of this student's numbers; None for the fixed ones.
        student: whose name is printed.
    """
    sheet = build(spec) if seed is None else vary(spec, seed)
    return replace(sheet, holder=student.holder)


def fingerprint(spec: Spec, vectors: Mapping[str, Sequence[object]]) -> str:
    """Of all that stands in a worksheet, its prose too; a secret is told by nothing in it but the digest."""
    plain = spec.model_dump_json(exclude={"worksheet": {"secret"}})
    rows = [[word, *map(str, row)] for word, row in vectors.items()]
    return hashlib.sha256(f"{digest(spec)}\n{plain}\n{json.dumps(rows)}".encode()).hexdigest()


def file_stem(student: Student, count: int) -> str:
    """What the file of a student is called, on every system: place, then letters a–z, digits and hyphens only.

    With the place in front it is no reserved name (``con``), and no two students have one.
    """
    place = str(student.place).zfill(len(str(count)))
    words = "".join(
        sign if sign.isascii() and sign.isalnum() else " " for sign in _latin(student.name or student.number)
    )
    slug = "-".join(words.split())[:_LONGEST_STEM].strip("-")
    return f"{place}-{slug}" if slug else place


def _latin(text: str) -> str:
    """Small letters without marks, umlauts as they are written without dots."""
    spelt = unicodedata.normalize("NFC", text).casefold()
    for sign, letters in _SPELT.items():
        spelt = spelt.replace(sign, letters)
    return "".join(sign for sign in unicodedata.normalize("NFKD", spelt) if not unicodedata.combining(sign))


def row_names(students: Sequence[Student]) -> list[str]:
    """What the rows of students are called: with the number, and with the place where two would be called the same."""
    said = [student.holder.said for student in students]
    counts = Counter(map(_folded, said))
    return [
        f"{name} ({student.place})" if counts[_folded(name)] > 1 else name
        for student, name in zip(students, said, strict=True)
    ]


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def alike(students: Sequence[Student]) -> list[str]:
    """Names that several students have, without different numbers."""
    keys = [(_folded(one.name), one.number) for one in students]
    counts = Counter(keys)
    return list(
        dict.fromkeys(one.name for one, key in zip(students, keys, strict=True) if one.name and counts[key] > 1)
    )
