from __future__ import annotations

import re

import pytest

from posenc_cli.errors import InputError
from posenc_cli.worksheet.classes import Entry, Manifest, Student, file_stem, fingerprint, seeds, sheet_for
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import find

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
    """And so does a whole school, where two hashes would meet by chance."""
    spec = find("katze-kurz")
    assert len(set(seeds(spec, 0, [Student(place, "Anna") for place in range(1, 50)]))) == 49


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
