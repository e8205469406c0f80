from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.errors import InputError
from posenc_cli.i18n import text
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.codes import code_of
from posenc_cli.worksheet.compose import Wish, compose
from posenc_cli.worksheet.embeddings import from_file
from posenc_cli.worksheet.find import sheet_of as sheet_from
from posenc_cli.worksheet.kinds import KINDS
from posenc_cli.worksheet.portable import attached
from posenc_cli.worksheet.spec import BUILTIN_NAMES, Spec, find, read

if TYPE_CHECKING:
    from pathlib import Path

    from posenc_cli.worksheet.sheet import Sheet

ID = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")


def sheet_of(*exercises: dict[str, Any], **worksheet: object) -> Sheet:
    """A small sheet with the given exercises."""
    table = {word: [Decimal("0.5"), Decimal("-0.25")] for word in ("the", "cat", "mat", "Äpfel", "!")}
    start: dict[str, object] = {"title": "t", "d": 2, "sentence": "the cat the mat"}
    return build(
        Spec.model_validate({"worksheet": start | worksheet, "embeddings": {"table": table}, "exercise": exercises})
    )


def ids(sheet: Sheet) -> list[str]:
    """The ids of its blanks."""
    return [blank.id for blank in sheet.blanks]


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_builtins_have_readable_unique_ids(name: str) -> None:
    """Ids name fields, columns and files: plain, unique, in reading order of the exercises."""
    sheet = build(find(name))
    assert all(ID.fullmatch(blank.id) for blank in sheet.blanks)
    assert len(set(ids(sheet))) == len(sheet.blanks) > 0
    numbers = [blank.exercise for blank in sheet.blanks]
    assert numbers == sorted(numbers)


def test_katze_blanks() -> None:
    """The long worksheet asks for what was ordered, copies included, and counts exercises from the warm-up 0."""
    sheet = build(find("katze"))
    rows = dict.fromkeys(("pe2", "x2", "x3", "x4", "x5", "m2", "m3", "m4", "m5", "der", "prod"), 4)
    expected = ["rad", *(f"{stem}_d{k}" for stem, count in rows.items() for k in range(1, count + 1)), "dot"]
    assert ids(sheet) == expected
    assert [part.number for part in sheet.parts] == list(range(11))
    assert (sheet.name, sheet.max_points, sheet.varied) == ("katze", 25, False)


def test_a_blank_is_not_printed_and_a_worked_row_is() -> None:
    """What a student computes does not stand on the sheet; what is worked does; both count as standing there."""
    sheet = sheet_of({"kind": "encode", "worked": [0], "blank": [2]})
    assert sheet.printed["pe"][:, 0].tolist() == [True, False, False, False]
    assert sheet.on_sheet["pe"][:, 0].tolist() == [True, False, True, False]


def test_a_look_up_table_prints_all_rows_but_the_blank_ones() -> None:
    """The row that was computed before is copied by hand, not printed."""
    sheet = sheet_of({"kind": "encode", "blank": [2]}, {"kind": "lookup"})
    assert sheet.printed["pe"][:, 1].tolist() == [True, True, False, True]


def test_a_later_blank_takes_a_row_off_the_sheet() -> None:
    """A look-up table before the blanks does not give them away."""
    sheet = sheet_of({"kind": "lookup"}, {"kind": "encode", "blank": [2]})
    assert sheet.printed["pe"][:, 1].tolist() == [True, True, False, True]


def test_matrix_and_pair_copy_what_was_computed() -> None:
    """A row that has blanks is copied for no points; another one is printed."""
    sheet = sheet_of({"kind": "add", "blank": [2]}, {"kind": "matrix"}, {"kind": "pair", "pair": ["cat", "the"]})
    assert ids(sheet) == ["x2_d1", "x2_d2", "m2_d1", "m2_d2", "prod_d1", "prod_d2", "dot"]
    copy = next(blank for blank in sheet.blanks if blank.id == "m2_d1")
    assert copy.points == 0
    assert copy.source is not None
    assert (copy.source.quantity, copy.source.row, copy.source.column) == ("x", 2, 0)
    assert sheet.printed["m"][:, 0].tolist() == [True, True, False, True]
    assert sheet.printed["left"].all()


def test_cosine_is_asked_where_the_part_is_named() -> None:
    """Parts of an exercise are chosen by name."""
    assert "cos" not in ids(sheet_of({"kind": "pair", "pair": ["the", "mat"]}))
    assert "cos" in ids(sheet_of({"kind": "pair", "pair": ["the", "mat"], "parts": ["cosine"]}))


@pytest.mark.parametrize(
    ("word", "stem"),
    [("cat", "cat"), ("Äpfel", "apfel"), ("!", "word1"), ("x", "word1"), ("m1", "word1"), ("dot", "word1")],
)
def test_words_make_plain_ids(word: str, stem: str) -> None:
    """A word becomes part of an id without umlauts, and never collides with ids that have a meaning."""
    table = {name: [1, 2] for name in ("the", word)}
    spec = {
        "worksheet": {"title": "t", "d": 2, "sentence": f"the {word}"},
        "embeddings": {"table": table},
        "exercise": [{"kind": "add", "blank": [1]}, {"kind": "pair", "pair": ["the", word]}],
    }
    assert f"{stem}_d1" in ids(build(Spec.model_validate(spec)))


def test_positions_start_where_the_spec_says() -> None:
    """Rows are named by position, ids too."""
    sheet = sheet_of({"kind": "encode", "blank": [8]}, first_pos=7)
    assert sheet.positions == (7, 8, 9, 10)
    assert ids(sheet) == ["pe8_d1", "pe8_d2"]
    values = sheet.formula.run(sheet.given, NUMBERS).values["pe"]
    np.testing.assert_allclose(values[1], [np.sin(8), np.cos(8)])


def test_scaled_sums_multiply_the_embedding_first() -> None:
    """With scale, the word counts √d times."""
    sheet = sheet_of({"kind": "add", "blank": [1]}, scale=True)
    values = sheet.formula.run(sheet.given, NUMBERS).values["x"]
    np.testing.assert_allclose(values[1], [0.5 * np.sqrt(2) + np.sin(1), -0.25 * np.sqrt(2) + np.cos(1)])


def test_parameters_and_conventions_reach_the_formula() -> None:
    """The base and the layout of the spec are those of the sheet."""
    sheet = sheet_of({"kind": "encode", "blank": [1]}, d=4, params={"base": 100}, conventions={"layout": "halves"})
    values = sheet.formula.run(sheet.given, NUMBERS).values["pe"]
    np.testing.assert_allclose(values[1], [np.sin(1), np.sin(0.1), np.cos(1), np.cos(0.1)])


def test_same_word_finds_its_places_without_regard_to_capitals() -> None:
    """A word at the start of a sentence has a capital and is the same word."""
    sheet = sheet_of({"kind": "same-word", "word": "cat", "sentences": ["Cat on the mat", "the cat"]})
    assert sheet.parts[0].data["places"] == (("Cat on the mat", 0), ("the cat", 1))


def test_every_kind_can_be_built_alone() -> None:
    """No kind needs another one before it."""
    more: dict[str, dict[str, Any]] = {
        "pair": {"pair": ["the", "mat"]},
        "encode": {"blank": [1]},
        "add": {"blank": [1]},
        "same-word": {"word": "cat", "sentences": ["the cat", "a fat cat"]},
        "summary": {"parts": ["layers"]},
    }
    wide: dict[str, dict[str, Any]] = {"predict": {"encoding": "sinusoidal", "d": 4}}  # two pairs are compared
    for kind in KINDS:
        exercise = {"kind": kind, **more.get(kind, {})}
        assert sheet_of(exercise, **wide.get(kind, {})).parts[0].spec.kind == kind


SPEC = """
[worksheet]
title = "t"
d = 2
sentence = "the cat the"
[embeddings]
file = "{name}"
[[exercise]]
kind = "add"
blank = [1]
"""


def test_vectors_come_from_a_file_beside_the_spec(tmp_path: Path) -> None:
    """Words and decimals of a CSV file; a word found only by its other capitals is worth a notice."""
    (tmp_path / "words.csv").write_text("word,d1,d2\nthe,0.1,0.2\nCat,-0.3,0.4\n", encoding="utf-8")
    spec = read(SPEC.format(name="words.csv"), "mine", tmp_path)
    found = from_file(spec)
    assert found == {"the": (Decimal("0.1"), Decimal("0.2")), "cat": (Decimal("-0.3"), Decimal("0.4"))}
    assert [notice.key for notice in found.notices] == ["files.other-case"]
    assert build(spec).given["embedding"][1].tolist() == [Decimal("-0.3"), Decimal("0.4")]


@pytest.mark.parametrize("tiny", ["1.2345678901234567e-07", "0.1234567890123456789012345", "-3e-40", "1e-20"])
def test_numbers_of_a_model_are_carried_by_a_sheet(tiny: str, tmp_path: Path) -> None:
    """Where a file has more digits than a spec can hold, the sheet is made, and made again from its own text."""
    (tmp_path / "words.txt").write_text(f"the 0.1 {tiny}\ncat -0.3 0.4\n", encoding="utf-8")
    sheet = build(read(SPEC.format(name="words.txt"), "mine", tmp_path))
    assert abs(sheet.given["embedding"][0][1] - Decimal(tiny)) <= Decimal("1e-20")
    packed = attached(sheet)
    assert packed is not None
    again = sheet_from(packed)
    assert again.given["embedding"].tolist() == sheet.given["embedding"].tolist()
    assert code_of(again) == code_of(sheet)


def test_numbers_too_large_for_a_sheet_are_refused(tmp_path: Path) -> None:
    """File, word and number are named, and what would work; a sentence of one's own is told the same."""
    file = tmp_path / "words.txt"
    file.write_text("the 0.1 1000001\ncat -0.3 0.4\n", encoding="utf-8")
    for make in (
        lambda: build(read(SPEC.format(name="words.txt"), "mine", tmp_path)),
        lambda: compose(Wish("the cat", "en", embeddings=file), tmp_path),
    ):
        with pytest.raises(InputError) as refused:
            make()
        assert refused.value.key == "worksheet.component-size"
        said = text("en", refused.value.key, **refused.value.values)
        assert all(part in said for part in ("words.txt", "the", "1000001", "1000000"))


def test_vectors_of_another_width_are_refused(tmp_path: Path) -> None:
    """The file's width is the sheet's."""
    (tmp_path / "words.csv").write_text("the,0.1\ncat,0.3\n", encoding="utf-8")
    with pytest.raises(InputError) as refused:
        build(read(SPEC.format(name="words.csv"), "mine", tmp_path))
    assert refused.value.key.startswith("files.")


def test_a_spec_without_a_folder_has_no_file() -> None:
    """A built-in worksheet reads no file of the folder it happens to run in."""
    with pytest.raises(InputError) as refused:
        build(read(SPEC.format(name="words.csv"), "mine", None))
    assert refused.value.key == "worksheet.embeddings-nowhere"
    assert refused.value.values["line"] == 7


def test_a_word_that_the_file_has_not_is_named(tmp_path: Path) -> None:
    """With punctuation at it, the word without is named too."""
    (tmp_path / "v.csv").write_text("word,d1,d2\nthe,0.1,0.2\ncat,0.3,0.4\n", "utf-8")
    head = '[worksheet]\ntitle = "t"\nd = 2\n[embeddings]\nfile = "v.csv"\n[[exercise]]\nkind = "add"\nblank = [1]\n'
    for word, key in (("dog", "unknown-word"), ("cat!", "no-embedding-punctuation")):
        text = head.replace("d = 2", f'd = 2\nsentence = "the {word}"')
        with pytest.raises(InputError) as refused:
            build(read(text, "s", tmp_path))
        assert key in refused.value.key
        assert word in map(str, refused.value.values.values())
