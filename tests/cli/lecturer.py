"""A lecturer's round: a class set, filled in with slips, packed as Moodle packs it, checked, given back."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pikepdf

from posenc_cli.worksheet.classes import Manifest, sheet_for
from posenc_cli.worksheet.find import worksheet_of
from posenc_cli.worksheet.mistakes import forms_of, slips_of
from tests.grading.tools import answers_with
from tests.render.filling import fields

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from posenc_cli.worksheet.sheet import Sheet

#: In turn; the first student makes none.
PLANTED = ("", "angle-degrees", "func-swapped", "exp-dimension-index", "add-subtracted", "div-multiplied")
#: The number that Moodle gives to the first.
FIRST = 84213
HEAD = (
    'ID,"Vollständiger Name",E-Mail-Adresse,Status,Bewertung,Bestwertung,"Bewertung kann geändert werden",'
    '"Zuletzt geändert (Abgabe)","Zuletzt geändert (Bewertung)","Feedback als Kommentar"'
)
ROW = (
    'Teilnehmer/in{number},"{name}",{number}@example.org,"Abgegeben, 1 Tag zu spät",{grade},"12,00",Ja,'
    '"Montag, 3. Mai 2027, 08:00",-,""'
)


@dataclass(frozen=True)
class Person:
    """One of the class.

    Attributes:
        name: in the roster.
        folder: into which Moodle packs what was handed in.
        slip: that was made; empty for none.
        sheet: with this person's numbers.
    """

    name: str
    folder: str
    slip: str
    sheet: Sheet


def hand_in(posenc: Callable[..., object], folder: Path, names: Sequence[str]) -> list[Person]:
    """Make a class set of ``katze-kurz`` with other numbers for everybody, fill it in, pack it as ``abgaben.zip``."""
    (folder / "klasse.csv").write_text("Name\n" + "\n".join(names) + "\n", encoding="utf-8")
    spec = "katze-kurz"
    posenc("worksheet", spec, "--class", "klasse.csv", "--vary", "--fillable", "--jobs", "1", "-o", "satz", quiet=False)
    manifest = Manifest.of((folder / "satz" / "manifest.json").read_text(encoding="utf-8"), "manifest.json")
    people = []
    for place, entry in enumerate(manifest.entries):
        sheet = sheet_for(worksheet_of(spec), entry.seed, entry.student)
        slip = PLANTED[place % len(PLANTED)]
        person = Person(entry.name, f"{entry.name}_{FIRST + place}_assignsubmission_file_", slip, sheet)
        (folder / "abgaben" / person.folder).mkdir(parents=True)
        with pikepdf.open(folder / "satz" / entry.file) as pdf:
            found = fields(pdf)
            for blank, written in _answers(sheet, slip).items():
                found[blank].V = pikepdf.String(written.replace(".", ","))
            pdf.save(folder / "abgaben" / person.folder / "katze.pdf")
        people.append(person)
    shutil.make_archive(str(folder / "abgaben"), "zip", folder / "abgaben")
    return people


def _answers(sheet: Sheet, slip: str) -> dict[str, str]:
    if not slip:
        return answers_with(sheet, {})
    found = next(one for one in slips_of(sheet) if one.id == slip)
    rules, other = next(iter(forms_of(sheet, found)))
    return answers_with(sheet, rules, other)


def worksheet(people: Sequence[Person], grades: Sequence[str], *, absent: str = "") -> bytes:
    """Moodle's grading worksheet with a byte-order mark, somebody who handed in nothing first."""
    numbers = [absent, *(one.folder.rpartition("_assign")[0].rpartition("_")[2] for one in people)]
    names = ["Wer Fehlt", *(one.name for one in people)]
    rows = (ROW.format(number=n, name=name, grade=g) for n, name, g in zip(numbers, names, ["", *grades], strict=True))
    return ("\ufeff" + "\n".join([HEAD, *rows]) + "\n").encode()


def found_slips(report: str) -> dict[str, list[str]]:
    """The ids of the slips that a report names, with their twins, by student."""
    return {
        one["name"]: [each for entry in one["diagnosis"] for each in (entry["slip"], *entry["also"])]
        for one in json.loads(report)["students"]
    }
