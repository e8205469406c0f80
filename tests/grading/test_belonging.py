"""Which sheet a file is of, by what stands in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.grading.belonging import Said, doubts, sheet_of_all
from posenc_cli.grading.handed_in import load
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.find import Writing, sheet_of
from posenc_cli.worksheet.spec import find

if TYPE_CHECKING:
    from posenc_cli.grading.handed_in import Handed
    from tests.grading.reading import Save

KATZE = sheet_of("katze-kurz")
COARSE = sheet_of("katze-kurz", None, Writing(decimals=2))
NOTHING = Said(None, None, Writing())


@pytest.fixture
def naming(save: Save) -> Naming:
    """A file that names its sheet."""
    return lambda name, code="": load([save(f"Name;sheet;sheet_code;rad\nAda;{name};{code};0,84\n")])[0]


if TYPE_CHECKING:
    from collections.abc import Callable

    Naming = Callable[..., Handed]


def test_a_code_says_more_than_the_name_beside_it(naming: Naming) -> None:
    """How many decimals were asked; of another worksheet than the name, or of none, it says nothing."""
    code = shown(code_of(COARSE))
    assert sheet_of_all([naming("katze-kurz", code)], NOTHING).decimals == 2
    assert sheet_of_all([naming("alibi", code)], NOTHING).name == "alibi"
    assert sheet_of_all([naming("katze-kurz", "rad")], NOTHING).decimals == 3


@pytest.mark.parametrize(
    ("named", "given"),
    [
        ("katze-kurz", None),
        ("katze-kurz-7", None),
        ("alibi", "alibi"),
        (f"POSENC:{code_of(COARSE)}", shown(code_of(COARSE))),
    ],
)
def test_a_file_of_another_sheet_than_a_person_says(naming: Naming, named: str, given: str | None) -> None:
    """It is told of by its name, a whole worksheet by its code; other numbers of the same sheet are no doubt."""
    found = doubts(naming(named), KATZE, Said("katze-kurz", None, Writing()), code_of(KATZE))
    assert [(one.key, one.values["given"]) for one in found] == [("check.sheet-overruled", given)] * bool(given)


def test_whoever_says_only_a_seed_has_said_enough(naming: Naming) -> None:
    """A file of another worksheet is told of, other numbers of this one are not."""
    said = Said(None, 7, Writing())
    assert doubts(naming("katze-kurz-3"), KATZE, said, code_of(KATZE)) == []
    assert [one.key for one in doubts(naming("alibi"), KATZE, said, code_of(KATZE))] == ["check.sheet-overruled"]


def test_the_file_of_a_worksheet_lies_beside_the_answers(save: Save, naming: Naming) -> None:
    """With the seed behind its name, if there is one; a path in a form is none."""
    save(find("katze-kurz").text, "own.toml")
    assert sheet_of_all([naming("own.toml")], NOTHING).name == "own"
    assert sheet_of_all([naming("own.toml#7")], NOTHING).seed == 7
    for name in ("../own.toml", "other.toml"):
        with pytest.raises(InputError, match="sheet-not-here"):
            sheet_of_all([naming(name)], NOTHING)


@pytest.mark.parametrize("code", ["8UQF-RFR7", "=1+1", "8UQF-RFR6, MMT7-U7SP", "own.toml", "Die Katze", "katze-x"])
def test_what_is_no_code_is_told_of_with_its_line(save: Save, naming: Naming, code: str) -> None:
    """And it is no path, though a worksheet of that name lies there; the name of a built-in one will do."""
    save(find("katze-kurz").text, "own.toml")
    with pytest.raises(InputError) as caught:
        sheet_of_all([naming("", ""), naming("", code)], NOTHING)
    assert (caught.value.key, caught.value.values["line"], caught.value.values["given"]) == ("check.no-code", 2, code)
    for known in ("katze-kurz", "katze-kurz-7", code_of(COARSE).lower(), f"POSENC:{code_of(COARSE)}"):
        assert sheet_of_all([naming("", known)], NOTHING).spec.worksheet.name == "katze-kurz"


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ("0.1;0.2\n0.3;0.4\n", "check.which-sheet-or-array"),
        ("0.1;0.2\n", "check.which-sheet"),
        ("Name;rad\nAda;0.84\n", "check.which-sheet"),
        ("Ada;0.2\nBo;0.4\n", "check.which-sheet"),
    ],
    ids=["a block", "a line", "headings", "names"],
)
def test_rows_of_nothing_but_numbers_may_be_the_table_of_a_program(save: Save, content: str, key: str) -> None:
    """Then the question which sheet it is of has another answer too."""
    with pytest.raises(InputError) as caught:
        sheet_of_all(load([save(content)]), NOTHING)
    assert caught.value.key == key
