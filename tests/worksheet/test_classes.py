from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.errors import InputError
from posenc_cli.worksheet import neighbours
from posenc_cli.worksheet.classes import Entry, Manifest, Student, file_stem, fingerprint, personal, sheet_for
from posenc_cli.worksheet.codes import MOST_SEEDS
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.neighbours import Dealt, deal
from posenc_cli.worksheet.spec import Spec, find

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from posenc_cli.worksheet.sheet import Sheet

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


@pytest.fixture(autouse=True, scope="module")
def _remembered() -> Iterator[None]:
    """What sheets are like follows from the worksheet and their seeds: of each it is found out once."""
    looked_at, known = neighbours._looked_at, dict[str, dict[int, Any]]()

    def remembering(spec: Spec, numbers: Iterable[int]) -> dict[int, Any]:
        if vars(neighbours)["vary"] is not vary:  # a test draws otherwise
            return looked_at(spec, numbers)
        asked, mine = list(numbers), known.setdefault(spec.model_dump_json(), {})
        new = [number for number in asked if number not in mine]
        found = looked_at(spec, new)
        mine.update({number: found.get(number) for number in new})
        return {number: mine[number] for number in asked if mine[number] is not None}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(neighbours, "_looked_at", remembering)
        yield


def seeds(spec: Spec, seed: int, students: Sequence[Student]) -> list[int]:
    """Of all students."""
    return list(deal(spec, seed, students).seeds)


def test_numbers_follow_from_who_a_student_is() -> None:
    """Not from the place in the roster: alone, everybody gets the same sheet wherever the name stands."""
    spec = find("katze-kurz")
    found = {one.name: seeds(spec, 0, [one])[0] for one in (ANNA, BEN, CEM)}
    again = (Student(2, "Cem"), Student(3, "Ben der Zweite", "007"), Student(4, "Anna"))
    assert [seeds(spec, 0, [one])[0] for one in again] == [found["Cem"], found["Ben"], found["Anna"]]
    assert not {*seeds(spec, 1, [ANNA])} & {*found.values()}
    assert not {*seeds(find("alibi"), 0, [ANNA])} & {*found.values()}


def test_who_joins_later_changes_nothing_for_the_others() -> None:
    """Wherever in the roster, and who joins looks on no neighbour's sheet."""
    spec, zoe = find("katze-kurz"), Student(4, "Zoe")
    known = dict(zip((ANNA, BEN, CEM), seeds(spec, 0, (ANNA, BEN, CEM)), strict=True))
    dealt = deal(spec, 0, (ANNA, zoe, BEN, CEM), known)
    assert [number for place, number in enumerate(dealt.seeds) if place != 1] == list(known.values())
    assert not dealt.near


@cache
def fifteen() -> Dealt:
    """A class in a row, dealt once."""
    return deal(find("katze-kurz"), 0, [Student(place, f"Name {place}") for place in range(1, 16)])


def test_nobody_is_asked_for_what_stands_on_the_next_sheet() -> None:
    """Counted in words: no position that one has to work out is printed or asked for next to it."""
    spec, dealt = find("katze-kurz"), fifteen()
    told = {(one.place, other.place) for one, other in dealt.near}
    sheets = [sheet_for(spec, number, ANNA) for number in dealt.seeds]
    for place, (one, other) in enumerate(pairwise(sheets), 1):
        asked, there = [], []
        for sheet in (one, other):
            rows = {blank.place.row for blank in sheet.blanks if blank.place.quantity == "pe"}
            asked.append({sheet.positions[row] for row in rows})
            there.append({sheet.positions[row] for row in np.flatnonzero(sheet.on_sheet["pe"].any(axis=1))})
        assert bool(asked[0] & there[1] or asked[1] & there[0]) == ((place, place + 1) in told)
    assert len(told) < 2


def test_two_of_one_name_get_other_numbers() -> None:
    """Though all else that decides them is the same."""
    spec = find("katze-kurz")
    assert len(set(seeds(spec, 0, [Student(place, "Anna") for place in range(1, 7)]))) == 6


def test_nobody_has_the_harder_sheet() -> None:
    """Counted in the keys: as many negative and tiny answers, one more or less, as who sits beside."""
    spec, dealt = find("katze-kurz"), fifteen()
    assert not dealt.odd
    counts = []
    for number in dealt.seeds:
        texts = [one.text for one in solve(sheet_for(spec, number, ANNA)) if one.blank.source is None]
        values = [Decimal(text) for text in texts]
        counts.append((sum(value < 0 for value in values), sum(0 < abs(value) < Decimal("0.1") for value in values)))
    assert all(max(kind) - min(kind) <= 1 for kind in zip(*counts, strict=True))


def test_who_gets_an_odd_sheet_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one draw each, not everybody can have the usual; everybody has a sheet, though."""
    monkeypatch.setattr("posenc_cli.worksheet.neighbours._ATTEMPTS", 1)
    students = [Student(place, f"Name {place}") for place in range(1, 9)]
    dealt = deal(find("katze-kurz"), 0, students)
    assert len(set(dealt.seeds)) == len(students)
    assert 0 < len(dealt.odd) < len(students)


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


@pytest.mark.parametrize("kind", ["idea", "encode"])
def test_sheets_without_answers_are_dealt_as_well(kind: str) -> None:
    """Everybody has numbers of one's own to read; nobody is near, nothing is the same, no sheet is odd."""
    spec = Spec.model_validate({"worksheet": {"name": "n", "title": "t", "n": 3}, "exercise": [{"kind": kind}]})
    dealt = deal(spec, 0, (ANNA, BEN, CEM))
    assert len(set(dealt.seeds)) == 3
    assert (dealt.odd, dealt.near, dealt.same) == ((), (), ())


def test_seeds_that_cannot_be_drawn_are_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are offered in their place; where there are none, or nothing is drawn at all, that is said."""

    def some(spec: Spec, seed: int) -> Sheet:
        if seed not in drawable:
            raise InputError("worksheet.no-fair-draw", name="n", seed=seed, attempts=1)
        return vary(spec, seed)

    spec = find("katze-kurz")
    drawable: Container[int] = range(1, MOST_SEEDS, 2)
    monkeypatch.setattr("posenc_cli.worksheet.neighbours.vary", some)
    monkeypatch.setattr("posenc_cli.worksheet.neighbours._ATTEMPTS", 8)
    found = seeds(spec, 0, (ANNA, BEN))
    assert all(seed % 2 for seed in found)
    drawable = {personal(spec, 0, Student(0, ""), attempt) for attempt in range(12)}
    with pytest.raises(InputError, match="no-fair-draw") as caught:
        deal(spec, 0, (ANNA, BEN), {ANNA: found[0]})
    assert caught.value.values["attempts"] == 8
    fixed = {"kind": "task", "title": "t", "block": [{"table": "pe", "blank": [1]}]}
    monkeypatch.undo()
    with pytest.raises(InputError, match="nothing-drawable"):
        deal(Spec.model_validate({"worksheet": {"name": "n", "title": "t", "n": 3}, "exercise": [fixed]}), 0, (ANNA,))
