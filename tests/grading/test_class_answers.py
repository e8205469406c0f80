"""Answers of a class in which everybody has other numbers, without printing a sheet."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.grading.class_answers import check_class
from posenc_cli.grading.handed_in import load
from posenc_cli.worksheet.classes import Entry, Manifest, Student, sheet_for
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.spec import find
from tests.grading.pdf_forms import right

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.grading.report import Report
    from tests.grading.reading import Save

SPEC = find("nope")
WHO = (("Ada", "11"), ("Bo", "12"), ("Cy", "13"), ("Cy", "14"))
SHEETS = [sheet_for(SPEC, 7 * place, Student(place, *who)) for place, who in enumerate(WHO, 1)]
CODES = [shown(code_of(sheet)) for sheet in SHEETS]
KEYS = [right(sheet) for sheet in SHEETS]
CLASS = Manifest(
    {},
    tuple(
        Entry(place, *who, sheet.seed, sheet.name, code, f"blaetter/{place}.pdf")
        for place, (who, sheet, code) in enumerate(zip(WHO, SHEETS, CODES, strict=True), 1)
    ),
)
#: Blanks whose answers tell the numbers of the first two apart.
APART = [blank for blank in KEYS[0] if len({key[blank] for key in KEYS}) == len(KEYS)][:3]


def table(headings: str, *rows: tuple[str, Mapping[str, str]]) -> str:
    """A table with a column for every blank that is looked at; each row says who it is, and holds a key."""
    lines = [";".join((head, *(key[blank] for blank in APART))) for head, key in rows]
    return "\n".join([";".join((headings, *APART)), *lines, ""])


def points(report: Report) -> dict[str | None, int]:
    """Right answers by name."""
    return {one.name: one.count("correct") for one in report.students}


@pytest.mark.parametrize(
    ("headings", "first", "second"),
    [
        ("sheet_code", CODES[0].lower(), CODES[1].replace("-", "")),
        ("Matrikelnummer", "11", "12"),
        ("Name", "ADA (11)", " bo  (12)"),
        ("Name", "ada", "Bo"),
        ("Name", "11", "12"),
    ],
)
def test_a_row_belongs_to_whom_it_names(save: Save, headings: str, first: str, second: str) -> None:
    """By the code, the number, the name as the form has it, or bare; numbers of somebody else are wrong."""
    assert len(APART) == 3
    path = save(table(headings, (first, KEYS[0]), (second, KEYS[0])))
    report = check_class(load([path]), CLASS, SPEC)
    assert list(points(report).values()) == [3, 0]
    if headings != "Name":
        assert list(points(report)) == ["Ada (11)", "Bo (12)"]
    assert report.notices == ()
    assert report.sheet.seed == SHEETS[0].seed


def test_who_is_nobody_or_two_costs_a_line(save: Save) -> None:
    """A stranger, two of one name, and nothing at all are told of; sums under the list are none of them."""
    rows = [(who, KEYS[1]) for who in ("Zoe", "Cy", "", "Bo", "Summe")]
    report = check_class(load([save(table("Name", *rows))]), CLASS, SPEC)
    assert points(report) == {"Bo": 3}
    assert [(one.key, one.values["line"], one.values["given"]) for one in report.notices] == [
        ("classes.who", "2", "Zoe"),
        ("classes.who", "3", "Cy"),
        ("classes.who-unnamed", "4", ""),
    ]


@pytest.mark.parametrize(("who", "key"), [("Bem", "classes.who-lines"), ("", "classes.who-unnamed-lines")])
def test_a_stranger_in_a_form_with_a_row_for_every_blank_is_told_of_once(save: Save, who: str, key: str) -> None:
    """With the lines; the id of a blank is the number of nobody, though a column of numbers may be called so."""
    rows = [("Ada", CODES[0]), (who, ""), ("Ada", CODES[0]), (who, "")]
    lines = [f"{name};{code};{blank};{KEYS[0][blank]}" for name, code in rows for blank in APART]
    report = check_class(load([save("\n".join(["name;sheet_code;id;answer", *lines]))]), CLASS, SPEC)
    assert points(report) == {"Ada": 3}
    told = next(one for one in report.notices if one.key != "check.name-twice")
    assert (told.key, told.values["line"], told.values["given"]) == (key, "5–7, 11–13", who)
    numbered = check_class(load([save(table("id", ("11", KEYS[0])))]), CLASS, SPEC)
    assert points(numbered) == {"Ada (11)": 3}


@pytest.mark.parametrize(("who", "marked"), [("", {"Ada": 3}), ("Zoe", {})])
def test_a_row_without_a_name_is_of_whom_handed_it_in(save: Save, who: str, marked: dict[str, int]) -> None:
    """A name in it that nobody has is not that of the file's."""
    (one,) = load([save(table("Name", (who, KEYS[0])))])
    sent = [
        replace(one, sender=replace(one.sender, name="Ada")),
        *load([save(table("Name", ("Bo", KEYS[1])), "b.csv")]),
    ]
    assert points(check_class(sent, CLASS, SPEC)) == {**marked, "Bo": 3}


def test_a_stranger_in_two_lines_is_told_of_with_both(save: Save) -> None:
    """Each person once."""
    rows = [(who, KEYS[1]) for who in ("Zoe", "Bo", "Zoe")]
    (told,) = check_class(load([save(table("Name", *rows))]), CLASS, SPEC).notices
    assert (told.key, told.values["line"]) == ("classes.who-lines", "2, 4")


def test_a_code_that_tells_something_else_than_the_name_is_told_of_once(save: Save) -> None:
    """Of somebody else's sheet, which is taken; of no sheet at all, where the name says which is; two of one name."""
    rows = [
        *((f"Bo;{CODES[0]}", KEYS[0]), (f"Bo;{CODES[0]}", KEYS[0]), ("Bo;8UQF-RFR7", KEYS[1])),
        *((f"Cy;{CODES[2]}", KEYS[2]), (f"Unknown;{CODES[3]}", KEYS[3]), ("Zoe;8UQF-RFR7", KEYS[0])),
    ]
    report = check_class(load([save(table("Name;sheet_code", *rows))]), CLASS, SPEC)
    told = [(one.key, *(one.values.get(name) for name in ("name", "other", "given", "code"))) for one in report.notices]
    assert told[-3:] == [
        ("classes.code-of-other", "Bo", "Ada (11)", None, CODES[0]),
        ("classes.code-of-nobody", "Bo", None, "8UQF-RFR7", CODES[1]),
        ("classes.who", None, None, "8UQF-RFR7", None),
    ]
    assert [one.count("correct") for one in report.students] == [3, 3, 3, 3]


def test_a_manifest_that_gives_somebody_other_numbers_than_the_code_says_is_told_of(save: Save) -> None:
    """Somebody changed the seed in it: with the code in the form, that is the only sign."""
    changed = replace(CLASS, entries=(replace(CLASS.entries[0], seed=8), *CLASS.entries[1:]))
    rows = [(CODES[0], KEYS[0]), (CODES[1], KEYS[1])]
    report = check_class(load([save(table("sheet_code", *rows))]), changed, SPEC)
    other = shown(code_of(sheet_for(SPEC, 8, Student(1, *WHO[0]))))
    assert [(one.key, one.values) for one in report.notices] == [
        ("classes.other-numbers", {"name": "Ada (11)", "given": CODES[0], "code": other})
    ]


def test_a_form_that_somebody_left_empty_is_nobodys_fault(save: Save) -> None:
    """A row for every blank of everybody: who wrote nothing is left out, and no line is said of it."""
    empty = {(code, blank) for code, blank in product(CODES[:2], APART) if code == CODES[1] or blank == APART[2]}
    lines = [f"{one[0]};{one[1]};{'' if one in empty else KEYS[0][one[1]]}" for one in product(CODES[:2], APART)]
    report = check_class(load([save("\n".join(["sheet_code;id;answer", *lines]))]), CLASS, SPEC)
    assert points(report) == {"Ada (11)": 2}
    assert report.notices == ()


def test_files_of_several_go_together_and_a_bad_one_costs_a_line(save: Save) -> None:
    """Two files of one person are two attempts; answers to no blank of the sheet stop nobody else's report."""
    good = [save(table("sheet_code", (CODES[0], KEYS[who])), f"{who}.csv") for who in (1, 0)]
    bad = save(f"sheet_code;id;answer\n{CODES[1]};strange;1\n", "bad.csv")
    last = save(table("sheet_code", (CODES[2], KEYS[2])), "last.csv")
    report = check_class(load([*good, bad, last]), CLASS, SPEC)
    assert points(report) == {"Ada (11)": 3, "Cy (13)": 3}
    assert [one.count("correct") for one in report.earlier] == [0]
    assert [one.values["path"] for one in report.notices] == [bad]


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (table("Name", ("Zoe", KEYS[0])), "classes.who"),
        (f"sheet_code;id;answer\n{CODES[0]};{APART[0]};\n", "check.nothing-filled"),
    ],
)
def test_where_nobody_can_be_marked_it_is_an_error(save: Save, content: str, key: str) -> None:
    """Of nobody in the class, or with nothing written."""
    with pytest.raises(InputError) as caught:
        check_class(load([save(content)]), CLASS, SPEC)
    assert caught.value.key == key
