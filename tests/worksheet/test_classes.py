from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.worksheet.classes import Entry, Manifest, Student, file_stem, fingerprint, sheet_for
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.neighbours import seeds_alike
from posenc_cli.worksheet.spec import Spec, find

if TYPE_CHECKING:
    from collections.abc import Sequence

ANNA, BEN, CEM = Student(1, "Anna"), Student(2, "Ben", "007"), Student(3, "Cem")
RESERVED = ("con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(1, 10)))
NAMES = (
    *(
        "Jürgen Müller",
        "../../etc/passwd",
        "C:\\Windows",
        "=1+1",
        "a/b",
        ".hidden",
        "x" * 300,
        "שלום",
        "👨‍👩‍👧",
        "Łukasz",
    ),
    *("Straße", "İpek", "name.", "name ", "-rf", "a\nb", "a\0b", *RESERVED),
)


@pytest.mark.parametrize("name", NAMES)
def test_file_names_are_safe_on_every_system(name: str) -> None:
    """Small letters, digits and hyphens, short, no reserved name, whatever somebody is called."""
    stem = file_stem(Student(7, name), 30)
    assert re.fullmatch(r"07(-[a-z0-9]+)*", stem)
    assert len(stem) <= 50
    assert stem not in RESERVED


def test_umlauts_are_spelt_out_and_marks_go() -> None:
    """As people write their own addresses."""
    names = ("Jürgen Müller-Groß", "José Ñandú", "Łukasz Żak", "Anna")
    assert [file_stem(Student(1, name), 1) for name in names] == [
        *("1-juergen-mueller-gross", "1-jose-nandu", "1-lukasz-zak", "1-anna")
    ]


def seeds(spec: Spec, seed: int, students: Sequence[Student]) -> list[int]:
    """Of all students."""
    return seeds_alike(spec, seed, students)[0]


def test_numbers_follow_from_who_a_student_is() -> None:
    """Not from the place in the roster: whoever joins later changes nothing for the others."""
    spec = find("katze-kurz")
    found = dict(zip("ABC", seeds(spec, 0, (ANNA, BEN, CEM)), strict=True))
    again = seeds(
        spec, 0, (Student(1, "Zoe"), Student(2, "Cem"), Student(3, "Ben der Zweite", "007"), Student(4, "Anna"))
    )
    assert again[1:] == [found["C"], found["B"], found["A"]]
    assert not {*seeds(spec, 1, (ANNA, BEN, CEM))} & {*found.values()}
    assert not {*seeds(find("cat"), 0, (ANNA, BEN, CEM))} & {*found.values()}


def test_two_of_one_name_get_other_numbers() -> None:
    """Though all else that decides them is the same."""
    spec = find("katze-kurz")
    assert len(set(seeds(spec, 0, [Student(place, "Anna") for place in range(1, 13)]))) == 12


def test_nobody_has_the_harder_sheet() -> None:
    """Counted in the keys: as many negative and tiny answers, one more or less, as who sits beside."""
    spec = find("katze-kurz")
    numbers, odd = seeds_alike(spec, 0, [Student(place, f"Name {place}") for place in range(1, 16)])
    assert not odd
    counts = []
    for number in numbers:
        texts = [one.text for one in solve(sheet_for(spec, number, ANNA)) if one.blank.source is None]
        values = [Decimal(text) for text in texts]
        counts.append((sum(value < 0 for value in values), sum(0 < abs(value) < Decimal("0.1") for value in values)))
    assert all(max(kind) - min(kind) <= 1 for kind in zip(*counts, strict=True))


def test_who_gets_an_odd_sheet_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one draw each, not everybody can have the usual; everybody has a sheet, though."""
    monkeypatch.setattr("posenc_cli.worksheet.neighbours._ATTEMPTS", 1)
    students = [Student(place, f"Name {place}") for place in range(1, 9)]
    numbers, odd = seeds_alike(find("katze-kurz"), 0, students)
    assert len(set(numbers)) == len(students)
    assert 0 < len(odd) < len(students)


def test_a_name_on_a_sheet_changes_no_number() -> None:
    """Only the head differs."""
    spec = find("katze-kurz")
    one, other = (sheet_for(spec, 5, student) for student in (ANNA, BEN))
    assert [each.text for each in solve(one)] == [each.text for each in solve(other)]
    assert (one.holder.said, other.holder.said) == ("Anna", "Ben (007)")


def test_a_manifest_comes_back_as_it_was_written() -> None:
    """Every word of it."""
    entry = Entry(1, "Anna </script>", "007", 5, "katze-5", "AAAA-AAAA", "blaetter/1-anna.pdf")
    manifest = Manifest({"posenc": "1", "seed": 0, "look": {"grey": False}}, (entry,))
    assert Manifest.of(manifest.text, "manifest.json") == manifest


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "{", '{"schema": "posenc.class/1"}', '{"schema": "posenc.class/1", "students": [1]}']
)
def test_what_is_no_manifest_is_refused(text: str) -> None:
    """One sentence, whatever lies there under that name."""
    with pytest.raises(InputError, match="no-manifest"):
        Manifest.of(text, "manifest.json")


def test_the_fingerprint_sees_prose_and_vectors_but_tells_no_secret() -> None:
    """A changed title needs other pages; a secret changes what is drawn."""
    spec = find("katze-kurz")
    titled = spec.model_copy(update={"worksheet": spec.worksheet.model_copy(update={"title": "Neu"})})
    secret = spec.model_copy(update={"worksheet": spec.worksheet.model_copy(update={"secret": "long enough"})})
    vectors = {"Die": (1, 0, 0, 0)}
    found = {fingerprint(each, vectors) for each in (spec, titled, secret)} | {fingerprint(spec, {})}
    assert len(found) == 4
