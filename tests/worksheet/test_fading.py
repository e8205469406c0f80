from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from posenc_cli.errors import InputError
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.draw import digest, vary
from posenc_cli.worksheet.fading import PRESETS, levels
from posenc_cli.worksheet.key import ambiguous, solve
from posenc_cli.worksheet.spec import Spec, find, read
from tests.render.viewing import encoding_row

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

WORDS = ("the", "cat", "sat", "on", "a", "mat")


def spec_of(*exercises: dict[str, Any], **worksheet: object) -> Spec:
    """A small spec; every word has a vector without zeros."""
    d = int(str(worksheet.get("d", 4)))
    table = {word: [Decimal(n + k + 1).scaleb(-1) for k in range(d)] for n, word in enumerate(WORDS)}
    start: dict[str, object] = {"title": "t", "name": "t", "sentence": " ".join(WORDS), "language": "en"}
    return Spec.model_validate(
        {"worksheet": start | worksheet, "embeddings": {"table": table}, "exercise": list(exercises)}
    )


def sheet_of(*exercises: dict[str, Any], **worksheet: object) -> Sheet:
    """Its sheet."""
    return build(spec_of(*exercises, **worksheet))


def ids(sheet: Sheet) -> list[str]:
    """The ids of its blanks, in reading order."""
    return [blank.id for blank in sheet.blanks]


def test_levels_go_backward() -> None:
    """The value is the first to be left to the student, then the angle, then the divisor; at last the line is empty."""
    sheet = sheet_of({"kind": "encode", "fading": [0, 1, 2, 3, 4]}, d=2)
    assert ids(sheet) == [
        *("pe1_d1", "pe1_d2"),
        *("angle2_d1", "pe2_d1", "angle2_d2", "pe2_d2"),
        *("divisor3_d1", "angle3_d1", "pe3_d1", "divisor3_d2", "angle3_d2", "pe3_d2"),
        *("pe4_d1", "pe4_d2"),
    ]
    assert sheet.printed["pe"][:, 0].tolist() == [True, False, False, False, False, False]
    assert sheet.max_points == 14


def test_the_key_of_every_step_is_that_of_plain_arithmetic() -> None:
    """Divisor, angle and value of each blank are what a loop over the formula gives."""
    sheet = sheet_of({"kind": "encode", "fading": [3, 3, 3, 3, 3, 3]}, d=8)
    found = {solution.blank.id: solution for solution in solve(sheet)}
    assert len(found) == 6 * 8 * 3
    for pos in range(6):
        for k, value in enumerate(encoding_row(pos, 8), 1):
            divisor = 10000 ** (2 * ((k - 1) // 2) / 8)
            assert math.isclose(found[f"divisor{pos}_d{k}"].value, divisor)
            assert math.isclose(found[f"angle{pos}_d{k}"].value, pos / divisor)
            assert Decimal(found[f"pe{pos}_d{k}"].text) == value
    assert ambiguous(sheet) == ()


def test_a_divisor_of_many_digits_stays_printed() -> None:
    """Of the divisors 1, 21.544… and 464.158… only the first is asked for: of the others several would be right."""
    sheet = sheet_of({"kind": "encode", "fading": [3]}, d=6)
    assert [name for name in ids(sheet) if name.startswith("divisor")] == ["divisor0_d1", "divisor0_d2"]
    assert sum(name.startswith("angle") for name in ids(sheet)) == 6
    assert ambiguous(sheet) == ()


def test_rows_are_the_first_ones_or_those_that_are_named() -> None:
    """Without names, a level is for the next row from the top; with names, for that row."""
    first = sheet_of({"kind": "encode", "fading": [0, 1]}, first_pos=3)
    named = sheet_of({"kind": "encode", "fading": [0, 1], "rows": [7, 5]}, first_pos=3)
    assert first.parts[0].data["levels"] == {0: 0, 1: 1}
    assert named.parts[0].data["levels"] == {4: 0, 2: 1}
    assert ids(named)[0] == "pe5_d1"


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("count", range(1, 10))
def test_a_preset_fits_any_number_of_rows(name: str, count: int) -> None:
    """It begins with a worked row if there are two, never becomes easier, and asks for something."""
    found = levels(name, count)
    assert len(found) == count
    assert list(found) == sorted(found)
    assert found[0] == 0 or count == 1
    assert found[-1] > 0


def test_presets_ask_for_more_and_more() -> None:
    """The challenge leaves more to the student than the standard, and that more than the start."""
    asked = {name: len(sheet_of({"kind": "encode", "fading": name}).blanks) for name in PRESETS}
    sums = [sum(levels(name, 6)) for name in ("start", "standard", "challenge")]
    assert sums == sorted(set(sums))
    assert min(asked.values()) > 8


def test_a_long_sentence_fades_over_its_first_rows() -> None:
    """A preset on sixty words is no exercise of sixty rows."""
    spec = spec_of({"kind": "encode", "fading": "standard"}, sentence="", n=60)
    assert build(spec).parts[0].data["levels"] == {0: 0, 1: 0, 2: 1, 3: 2, 4: 3, 5: 4}


def test_a_sum_fades_from_its_result_to_its_embedding() -> None:
    """First the sum is asked for, then the pattern too; the embedding is copied from a table and never marked."""
    sheet = sheet_of({"kind": "add", "fading": [0, 1, 2, 3, 4]}, d=2)
    rows = ["x1", "pe2", "x2", "pe3", "x3", "x4"]
    assert ids(sheet) == [f"{row}_d{k}" for row in rows for k in (1, 2)]
    assert sheet.printed["pe"][:, 0].tolist() == [True, True, False, False, True, False]


def test_a_sum_takes_the_pattern_that_is_asked_for_before() -> None:
    """What an earlier exercise asks for or prints is looked up there."""
    encode = {"kind": "encode", "fading": [0, 0, 1, 1]}
    sheet = sheet_of(encode, {"kind": "add", "fading": [2, 2, 2, 2]}, d=2)
    assert [name for name in ids(sheet) if name.startswith("pe")] == ["pe2_d1", "pe2_d2", "pe3_d1", "pe3_d2"]


FAULTS: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "worked too": ({"worked": [0], "fading": [1]}, "fading-and-rows", ["fading", "worked"]),
    "blank too": ({"blank": [0], "fading": [1]}, "fading-and-rows", ["blank"]),
    "too many levels": ({"fading": [0] * 7}, "fading-length", ["7", "6"]),
    "too few levels for the rows": ({"fading": [1], "rows": [1, 2]}, "fading-length", ["1", "2"]),
    "a row that is not there": ({"fading": [1], "rows": [9]}, "no-such-row", ["9", "0", "5"]),
    "a row twice": ({"fading": [1, 1], "rows": [2, 2]}, "row-twice", ["2"]),
    "rows without levels": ({"rows": [2]}, "rows-without-fading", ["rows", "fading"]),
}


@pytest.mark.parametrize("kind", ["encode", "add"])
@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_has_its_sentence(name: str, kind: str) -> None:
    """What was wrong, what was given and what would work, in both languages."""
    keys, key, shown = FAULTS[name]
    with pytest.raises(InputError) as caught:
        sheet_of({"kind": kind, **keys})
    assert caught.value.key == f"worksheet.{key}"
    for language in LANGUAGES:
        said = text(language, caught.value.key, **caught.value.values)
        assert all(part in said for part in shown)


@pytest.mark.parametrize("given", ["[0, 5]", "[-1]", "[0.5]", "[true]", '"hard"', "3", '["start"]'])
def test_a_level_that_there_is_not_is_named_with_its_line(given: str) -> None:
    """Levels are whole numbers from 0 to 4; presets have three names."""
    toml = f'[worksheet]\ntitle = "t"\nn = 3\n[[exercise]]\nkind = "encode"\nfading = {given}\n'
    with pytest.raises(InputError) as caught:
        read(toml, "t", None)
    assert (caught.value.key, caught.value.values["line"]) == ("worksheet.spec-fading", 6)
    assert "start" in text("en", caught.value.key, **caught.value.values)


@pytest.mark.parametrize("kind", ["lookup", "task", "idea"])
def test_other_kinds_refuse_to_fade(kind: str) -> None:
    """A key that would do nothing is not passed over."""
    with pytest.raises(InputError, match="key-not-here") as caught:
        sheet_of({"kind": kind, "title": "t", "fading": [1]})
    assert caught.value.values["known"] == "encode, add"


def test_sheets_without_fading_are_as_they_were() -> None:
    """The new keys change no fingerprint unless they are used."""
    plain, faded = spec_of({"kind": "encode", "blank": [2]}), spec_of({"kind": "encode", "fading": [0, 0, 1]})
    assert "fading" not in str(plain.model_dump(exclude_defaults=True))
    assert digest(plain) != digest(faded)
    assert digest(spec_of({"kind": "encode", "fading": "start"})) != digest(faded)


def test_drawn_rows_move_with_the_sheet() -> None:
    """Rows that fade are meant from the first position of the spec, as all rows are."""
    spec = spec_of({"kind": "encode", "fading": [0, 2], "rows": [1, 2]}, {"kind": "add", "fading": "start"})
    sheet = vary(spec, 3)
    first = sheet.positions[0]
    assert first > 0
    assert ids(sheet)[:2] == [f"angle{first + 2}_d1", f"pe{first + 2}_d1"]
    assert ids(sheet) == ids(vary(spec, 3))


TASK = """
[worksheet]
title = "t"
encoding = "alibi"
n = 4
params = {{ n_heads = 4 }}
[given]
h = 2
content = [[0.5, 1.5, 0.25, 0.75]]
[[exercise]]
kind = "task"
title = "t"
[[exercise.block]]
table = {table}
rows = [1, 2, 3]
{more}
"""


def task(more: str, table: str = '["distance", "bias"]') -> Sheet:
    """A sheet with a table of distances and biases."""
    return build(read(TASK.format(more=more, table=table), "t", None))


def test_a_table_fades_from_its_last_quantity() -> None:
    """Level 1 leaves the last of the quantities of a row to the student, level 2 the one before it too."""
    sheet = task("fading = [0, 1, 2]")
    quantities = {row: {b.place.quantity for b in sheet.blanks if b.place.row == row} for row in (1, 2, 3)}
    assert quantities == {1: set(), 2: {"bias"}, 3: {"distance", "bias"}}
    assert [b.place.quantity for b in sheet.blanks if b.place.row == 3] == ["distance"] * 4 + ["bias"] * 4
    assert sheet.printed["bias"][1].all()


def test_a_table_of_one_quantity_has_blanks_or_none() -> None:
    """A higher level than there are quantities means all of them."""
    sheet = task("fading = [0, 1, 4]", '"bias"')
    assert [(b.place.row, b.place.column) for b in sheet.blanks] == [(row, k) for row in (2, 3) for k in range(4)]


def test_only_asked_quantities_fade() -> None:
    """``asked`` says which of the quantities count."""
    sheet = task('fading = [4, 4, 4]\nasked = ["distance"]')
    assert {blank.place.quantity for blank in sheet.blanks} == {"distance"}


@pytest.mark.parametrize(
    ("more", "key"), [("fading = [1]", "block-fading-length"), ("fading = [1, 1, 1]\nblank = [1]", "block-fading")]
)
def test_faults_of_a_fading_table(more: str, key: str) -> None:
    """A level for each row, and no blanks beside it."""
    with pytest.raises(InputError) as caught:
        task(more)
    assert caught.value.key == f"worksheet.{key}"
    for language in LANGUAGES:
        assert "fading" in text(language, caught.value.key, **caught.value.values)


def test_the_built_in_sheets_do_not_fade() -> None:
    """Nothing of this changes what is printed today."""
    assert all(not exercise.fading and not exercise.rows for exercise in find("katze").exercise)
