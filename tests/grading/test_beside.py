"""The class set that answers are of, by the manifest that lies beside them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from posenc_cli.cli.boundary import sentence
from posenc_cli.errors import InputError
from posenc_cli.grading import collected
from posenc_cli.grading.belonging import Said
from posenc_cli.grading.beside import by_class, class_at, fixed_set
from posenc_cli.grading.collected import check_collected
from posenc_cli.grading.handed_in import load
from posenc_cli.i18n import LANGUAGES
from posenc_cli.worksheet.classes import MANIFEST, Manifest
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.find import Writing, sheet_of
from tests.grading.test_class_answers import APART, CLASS, CODES, KEYS, points, table

if TYPE_CHECKING:
    from pathlib import Path

    from posenc_cli.grading.report import Report
    from tests.grading.reading import Save

NOTHING = Said(None, None, Writing())
WHOLE = replace(CLASS, about={"worksheet": f"POSENC:{code_of(sheet_of('nope'))}"})
FIXED = replace(WHOLE, entries=tuple(replace(one, seed=None) for one in WHOLE.entries))
#: A code with nothing wrong in it, of a sheet that nobody here has.
ELSEWHERE = shown(code_of(sheet_of("katze")))


def long_form(*rows: tuple[str, str, int]) -> str:
    """A form with a row for every blank: name, code, whose key is written."""
    lines = [f"{name};{code};{blank};{KEYS[key][blank]}" for name, code, key in rows for blank in APART]
    return "\n".join(["name;sheet_code;id;answer", *lines, ""])


def marked(*paths: Path) -> Report:
    """What comes out if nobody names a sheet."""
    return check_collected(load(paths), NOTHING, {})


def is_of(*paths: Path) -> list[Path | None]:
    """The folder of the class set of each file."""
    files = load(paths)
    shared = by_class(files, NOTHING)
    assert not shared.wrong
    return [next((folder for folder, mine in shared.of_class.items() if one in mine), None) for one in files]


def test_whoever_left_the_place_for_the_code_empty_has_a_name(save: Save) -> None:
    """Marked with the sheet of that name, though only one code is in the file; nobody's are marked with no sheet."""
    save(WHOLE.text, MANIFEST)
    path = save(long_form(("Ada (11)", CODES[0], 1), ("Bo (12)", "", 1)))
    report = marked(path)
    assert points(report) == {"Ada (11)": 0, "Bo (12)": 3}
    assert report.notices == ()
    none = marked(save(long_form(("Bo (12)", "", 1), ("Ada (11)", "", 0)), "none.csv"))
    assert points(none) == {"Ada (11)": 3, "Bo (12)": 3}
    number = load([save(table("Matrikelnummer;sheet_code", ("9;", KEYS[0]), (f"12;{CODES[1]}", KEYS[1])))])
    assert points(check_collected(number, NOTHING, {})) == {"Bo (12)": 3}


def test_a_form_without_codes_is_of_the_set_that_it_lies_in(save: Save) -> None:
    """Of a set with numbers for everybody or of one with the same for all; whoever says numbers is asked first."""
    path = save(table("Name", ("Ada", KEYS[0])))
    with pytest.raises(InputError, match="which-sheet"):
        marked(path)
    save(WHOLE.text, MANIFEST)
    assert points(marked(path)) == {"Ada": 3}
    assert by_class(load([path]), Said(None, 7, Writing())).of_class == {}
    assert points(check_collected(load([path]), Said(str(path.parent), None, Writing()), {})) == {"Ada": 3}
    save(FIXED.text, MANIFEST)
    assert marked(path).sheet.name == "nope"


@pytest.mark.parametrize(
    ("headings", "row", "is_mine"),
    [
        ("Name;sheet_code", f"Ada;{CODES[0]}", True),
        ("Name;sheet_code", "Ada;=1+1", True),
        ("Name;sheet_code", f"Ada;{CODES[0][:-1]}2", True),
        ("Name;sheet_code", f"Ada;{ELSEWHERE}", False),
        ("Name;sheet", "Ada;katze", False),
    ],
)
def test_a_file_that_says_another_sheet_is_not_of_the_set_beside_it(
    save: Save, headings: str, row: str, *, is_mine: bool
) -> None:
    """A code that is none says nothing; where the manifest is damaged, only who needs it is told."""
    path = save(table(headings, (row, KEYS[0])))
    assert is_of(path) == [None]
    folder = save(WHOLE.text, MANIFEST).parent
    assert is_of(path) == [folder if is_mine else None]
    save("{", MANIFEST)
    wrong = by_class(load([path]), NOTHING).wrong
    assert [one.key for one in wrong] == ["classes.no-manifest"] * (is_mine and CODES[0] not in row)


def test_the_manifest_beside_one_file_knows_the_codes_of_others(save: Save) -> None:
    """They may lie anywhere; several attempts of one person stay together."""
    folder = save(WHOLE.text, MANIFEST).parent
    here = save(table("sheet_code", (CODES[0], KEYS[1])))
    there = save(table("sheet_code", (CODES[0], KEYS[0])), "inbox/ada.csv")
    strange = save(table("sheet_code", (ELSEWHERE, KEYS[0])), "inbox/else.csv")
    assert is_of(here, there, strange) == [folder, folder, None]
    report = marked(here, there)
    assert points(report) == {"Ada (11)": 3}
    assert [one.attempts for one in report.students] == [2]


def test_a_manifest_that_is_none_is_named(save: Save, tmp_path: Path) -> None:
    """Damaged, or a folder; also where all have the same numbers, and where it is there no more."""
    two = save(long_form(("Ada", CODES[0], 0), ("Bo", CODES[1], 1)))
    save("{", MANIFEST)
    for _ in range(2):
        with pytest.raises(InputError, match="no-manifest") as caught:
            marked(two)
        assert caught.value.values["path"] == tmp_path / MANIFEST
        with pytest.raises(InputError, match="no-manifest"):
            fixed_set(load([two]))
        if (tmp_path / MANIFEST).is_file():
            (tmp_path / MANIFEST).unlink()
            (tmp_path / MANIFEST).mkdir()
    with pytest.raises(InputError, match="no-manifest"):
        class_at(tmp_path / "gone")


def test_a_file_that_says_several_sheets_is_of_the_set_beside_it(save: Save) -> None:
    """Everybody in a set has one of their own."""
    folder = save(WHOLE.text, MANIFEST).parent
    assert is_of(save(table("Name;sheet", ("Ada;nope-1", KEYS[0]), ("Bo;nope-2", KEYS[1])))) == [folder]


def test_a_damaged_set_hides_none_in_another_folder(save: Save) -> None:
    """Files of several folders: each is of the set beside it."""
    save("{", "first/" + MANIFEST)
    first = save(table("sheet_code", (CODES[1], KEYS[0])), "first/one.csv")
    folder = save(WHOLE.text, "second/" + MANIFEST).parent
    second = save(table("sheet_code", (CODES[0], KEYS[0])), "second/two.csv")
    assert is_of(first, second) == [folder, folder]


@pytest.mark.parametrize(
    ("worksheet", "key"),
    [
        ("POSENC:AAAAAAAA", "classes.no-worksheet"),
        ("gone.toml", "classes.no-worksheet"),
        ("/etc/passwd", "classes.no-manifest"),
        ("", "classes.no-manifest"),
    ],
)
def test_a_manifest_whose_worksheet_cannot_be_had_is_named(save: Save, worksheet: str, key: str) -> None:
    """With the reason, if there is one; the same is told of it where others are marked."""
    path = save(replace(WHOLE, about={"worksheet": worksheet}).text, MANIFEST)
    mine = save(table("sheet_code", (CODES[0], KEYS[0])), "mine.csv")
    with pytest.raises(InputError) as caught:
        marked(mine)
    assert (caught.value.key, caught.value.values["path"]) == (key, path)
    report = marked(mine, save(table("sheet", ("nope", KEYS[0])), "other.csv"))
    for language in LANGUAGES:
        assert sentence(caught.value, language) in [one.text(language) for one in report.notices]


def test_a_set_with_the_same_numbers_for_all_knows_its_codes(save: Save) -> None:
    """Of another code it says nothing, and without one it is asked."""
    path = save(table("sheet_code", (CODES[0], KEYS[0])))
    assert fixed_set(load([path])) is None
    folder = save(FIXED.text, MANIFEST).parent
    assert fixed_set(load([path])) == folder
    assert fixed_set(load([save(table("sheet_code", (ELSEWHERE, KEYS[0])))])) is None
    save(WHOLE.text, MANIFEST)
    assert fixed_set(load([path])) is None
    assert Manifest.of(WHOLE.text, MANIFEST) == WHOLE


@pytest.mark.parametrize("fillable", [False, True])
def test_a_whole_class_set_is_marked_by_its_form(save: Save, tmp_path: Path, *, fillable: bool) -> None:
    """What is printed or looked up is passed over, in a folder below too; sheets are read if anybody can fill them."""
    made = {"print": "all.pdf", "keys": "keys.pdf", "index": "index.csv", "form": "answers.csv"}
    look: dict[str, object] = {"files": made, "look": {"fillable": fillable}}
    whole = replace(WHOLE, about={**WHOLE.about, **look})
    for folder in ("set/blaetter", "mine"):
        (tmp_path / folder).mkdir(parents=True)
    save(whole.text, f"set/{MANIFEST}")
    save(long_form(("Ada", CODES[0], 0), ("Bo", "", 1)), "set/answers.csv")
    for name in ("all.pdf", "keys.pdf", "index.csv", "blaetter/1.pdf"):
        save("Name;sheet_code\nAda;" + CODES[0], f"set/{name}")
    other = save(table("Name;sheet", ("Else;nope", KEYS[0])), "mine/keys.csv")
    files, notices = collected.load([tmp_path])
    report = check_collected(files, NOTHING, {})
    assert {"Ada": 3, "Bo": 3}.items() <= points(report).items()
    assert {one.path for one in files} == {tmp_path / "set/answers.csv", other}
    assert [str(one.values["path"]) for one in notices] == [str(tmp_path / "set/blaetter/1.pdf")] * fillable
    for name in (MANIFEST, "keys.pdf"):
        with pytest.raises(InputError, match="own-files"):
            collected.load([tmp_path / "set" / name])
    save("{", f"set/{MANIFEST}")
    assert tmp_path / "set/index.csv" in {one.path for one in collected.load([tmp_path])[0]}
