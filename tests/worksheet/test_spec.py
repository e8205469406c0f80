from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.errors import InputError, PosencError, UsageError
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.kinds import KINDS
from posenc_cli.worksheet.spec import BUILTIN_NAMES, builtin_text, find, read

if TYPE_CHECKING:
    from pathlib import Path

    from posenc_cli.i18n import Language

GOOD = """\
# a comment first
[worksheet]
title = "A sheet"
d = 2
sentence = "the cat the"
params = { base = 10000 }

[embeddings.table]
the = [0.9, 0.1]
cat = [0.0, 0.9]

[[exercise]]
kind = "encode"
worked = [0]
blank = [1]

[[exercise]]
kind = "add"
blank = [2]
"""

#: What is replaced by what; the key of the sentence; the line it names; what the sentence must contain.
BROKEN = {
    "no TOML": ('title = "A sheet"', "title = A sheet", "spec-syntax", 3, ["title = A sheet"]),
    "text without quotes": ("d = 2", "decimal_mark = comma", "spec-syntax-text", 4, ['decimal_mark = "comma"']),
    "a word with an umlaut": ("cat = [0.0", "Bälle = [0.0", "spec-syntax-key", 10, ['"Bälle" = ']),
    "a word with an apostrophe": ("cat = [0.0", "o'clock = [0.0", "spec-syntax", 10, ["o'clock"]),
    "True as in other languages": ("d = 2", "scale = True", "spec-syntax", 4, ["scale = True"]),
    "decimal commas": ("the = [0.9, 0.1]", "the = [0,9, 0,1]", "embedding-comma", 9, ["4", "2", "0.9"]),
    "decimal commas with zeros": ("the = [0.9, 0.1]", "the = [0,9, 0,05]", "spec-syntax-comma", 9, ["0.9"]),
    "a decimal comma": ("d = 2", "d = 2,5", "spec-syntax-comma", 4, ["2,5"]),
    "a word with a full stop": ('"the cat the"', '"the cat the."', "no-embedding-punctuation", 5, ["the.", "„the“"]),
    "a table twice": ("[embeddings.table]", "[worksheet]", "spec-twice", 8, ["[worksheet]"]),
    "no address": ("d = 2", 'link = "foo"', "spec-link", 4, ["https://"]),
    "open string": ('title = "A sheet"', 'title = "A sheet', "spec-syntax", 3, ["title"]),
    "open bracket at the end": ("blank = [2]\n", "blank = [2", "spec-syntax", 19, ["blank = [2"]),
    "key twice": ("d = 2", "d = 2\nd = 3", "spec-twice", 5, ["d = 3"]),
    "no title": ('title = "A sheet"\n', "", "spec-key-missing", 2, ["worksheet.title"]),
    "no worksheet": (GOOD[: GOOD.index("[embeddings")], "", "spec-key-missing", 1, ["worksheet"]),
    "worksheet under another name": ("[worksheet]", "[work-sheet]", "spec-key-unknown", 2, ["work-sheet", "worksheet"]),
    "misspelt title": ("title =", "titel =", "spec-key-unknown", 3, ["titel", "title"]),
    "no kind": ('kind = "add"\n', "", "spec-key-missing", 17, ["exercise.kind"]),
    "misspelt key": ("d = 2", "decimal = 2", "spec-key-unknown", 4, ["worksheet.decimal", "decimals"]),
    "misspelt key of an exercise": (
        "blank = [2]",
        "blanks = [2]",
        "spec-key-unknown",
        19,
        ["exercise.blanks", "blank"],
    ),
    "misspelt table": ("[embeddings.table]", "[embedding.table]", "spec-key-unknown", 8, ["embeddings"]),
    "the reader's own key": ("[worksheet]", 'folder = "/"\n[worksheet]', "spec-key-unknown", 2, ["folder"]),
    "too wide": ("d = 2", "d = 65", "spec-value", 4, ["worksheet.d", "65", "64"]),
    "no width": ("d = 2", "d = 0", "spec-value", 4, ["worksheet.d", "1"]),
    "width in words": ("d = 2", 'd = "two"', "spec-whole", 4, ["two"]),
    "width as text": ("d = 2", 'd = "2"', "spec-whole", 4, ['worksheet.d = "2"']),
    "half a width": ("d = 2", "d = 2.5", "spec-whole", 4, ["2.5"]),
    "width of truth": ("d = 2", "d = true", "spec-whole", 4, ["true"]),
    "title of a number": ('title = "A sheet"', "title = 3", "spec-text", 3, ["worksheet.title", "3"]),
    "other language": ("d = 2", 'd = 2\nlanguage = "fr"', "spec-value", 5, ["fr", "de, en"]),
    "scale in words": ("d = 2", 'd = 2\nscale = "yes"', "spec-yes-no", 5, ["yes"]),
    "one row without a list": ("blank = [2]", "blank = 2", "spec-list", 19, ["exercise.blank", "2"]),
    "a vector of words": ("the = [0.9, 0.1]", 'the = ["0.9", 0.1]', "spec-number", 9, ["the", "0.9"]),
    "a vector with nan": ("the = [0.9, 0.1]", "the = [nan, 0.1]", "spec-number", 9, ["the", "NaN"]),
    "a vector with endless digits": ("the = [0.9", "the = [1e-999999999", "spec-number", 9, ["1E-999999999"]),
    "a huge component": ("the = [0.9", "the = [1e7", "spec-value", 9, ["1E+7", "1000000"]),
    "a table as a number": (
        "[embeddings.table]\nthe = [0.9, 0.1]\ncat = [0.0, 0.9]\n",
        "[embeddings]\ntable = 3\n",
        "spec-table",
        9,
        ["embeddings.table = 3"],
    ),
    "a name with a blank": ("d = 2", 'd = 2\n[given]\n"a b" = 3', "spec-name", 6, ["given.a b ="]),
    "a name with a slash": ("d = 2", 'd = 2\nname = "../../x"', "spec-name", 5, ["../../x"]),
    "file and table": (
        "[embeddings.table]",
        '[embeddings]\nfile = "a.csv"\n[embeddings.table]',
        "embeddings-twice",
        9,
        [],
    ),
    "a row worked and asked for": ("blank = [1]", "blank = [0]", "row-worked", 13, ["0", "worked", "blank"]),
    "a row asked for and worked later": (
        'kind = "add"\nblank = [2]',
        'kind = "encode"\nworked = [1]',
        "row-worked",
        18,
        ["1"],
    ),
    "sums before they are asked for": (
        "blank = [1]",
        'blank = [1]\n[[exercise]]\nkind = "matrix"',
        "sum-told",
        17,
        ["2"],
    ),
    "a pair before it is asked for": (
        'kind = "add"\nblank = [2]',
        'kind = "pair"\npair = ["the", "cat"]\n[[exercise]]\nkind = "add"\nblank = [1]',
        "sum-told",
        18,
        ["1"],
    ),
    "an unknown kind": ('kind = "add"', 'kind = "ad"', "unknown-kind", 18, ["ad", "add"]),
    "an unknown part": ("worked = [0]", 'worked = [0]\nparts = ["heat"]', "unknown-part", 13, ["heat", "heatmap"]),
    "an unknown parameter": ("base = 10000", "bass = 10000", "method", 6, ["bass", "base"]),
    "a base of one": ("base = 10000", "base = 1", "method", 6, ["1"]),
    "an endless base": ("base = 10000", "base = 1e300", "param-range", 6, ["1e+300"]),
    "an infinite base": ("base = 10000", "base = inf", "spec-number", 6, ["Infinity"]),
    "a row beyond the sentence": ("blank = [2]", "blank = [3]", "no-such-row", 18, ["3", "0", "2"]),
    "a row before it": ("blank = [2]", "blank = [-1]", "no-such-row", 18, ["-1"]),
    "the same blanks twice": (
        'kind = "add"\nblank = [2]',
        'kind = "encode"\nblank = [1]',
        "blank-twice",
        18,
        ["Position 1"],
    ),
    "a pair of one": ('kind = "add"\nblank = [2]', 'kind = "pair"\npair = ["the"]', "pair-of-two", 18, ["the"]),
    "a pair with a stranger": (
        'kind = "add"\nblank = [2]',
        'kind = "pair"\npair = ["the", "dog"]',
        "no-such-word",
        18,
        ["dog"],
    ),
    "an empty sentence": ('"the cat the"', '"  "', "sentence-length", 5, ["0"]),
    "a word without a vector": ("cat = [0.0, 0.9]", "", "no-embedding", 8, ["cat"]),
    "no sentence to add to": ('sentence = "the cat the"', "n = 3", "no-sentence", 18, ["add", "sentence ="]),
    "a vector too short": ("cat = [0.0, 0.9]", "cat = [0.0]", "embedding-width", 10, ["cat", "1", "2"]),
    "an unknown encoding": ("d = 2", 'd = 2\nencoding = "sinus"', "method", 5, ["sinus", "sinusoidal"]),
    "an unknown convention": (
        "params = { base = 10000 }",
        'conventions = { layout = "half" }',
        "method",
        6,
        ["half", "halves"],
    ),
    "no words at all": ('sentence = "the cat the"\n', "", "sentence-missing", 2, ["sentence =", "n = 6"]),
    "a sentence of another length": ("d = 2", "d = 2\nn = 5", "sentence-or-n", 5, ["n = 5", "3"]),
    "no exercise": (GOOD[GOOD.index("[[exercise]]") :], "exercise = []\n", "spec-", None, ["exercise"]),
}


def made(toml: str) -> None:
    """All that a spec goes through until its key is there."""
    solve(build(read(toml, "mine", None, shown="mine.toml")))


def fault(toml: str) -> PosencError | None:
    """What is wrong with a spec, if anything."""
    try:
        made(toml)
    except PosencError as error:
        return error
    return None


def said(error: PosencError, language: Language) -> str:
    """An error as a sentence."""
    return text(language, error.key if "." in error.key else f"errors.{error.key}", **error.values)


def test_the_good_one_is_good() -> None:
    """The spec that is broken below is fine as it is."""
    made(GOOD)


@pytest.mark.parametrize("name", BROKEN)
def test_each_fault_has_its_sentence(name: str) -> None:
    """Line, key, what was given and what would work are named, in both languages, on one line."""
    old, new, key, line, parts = BROKEN[name]
    assert old in GOOD
    toml = GOOD.replace(old, new)
    with pytest.raises(PosencError) as refused:
        made(toml)
    error = refused.value
    assert error.key.removeprefix("worksheet.").startswith(key), error
    if line is not None:
        assert error.values["line"] == line, error
        assert error.values["path"] == "mine.toml"
    for language in LANGUAGES:
        sentence = said(error, language)
        assert "\n" not in sentence
        assert all(part in sentence.replace('"the"', "„the“") for part in parts), sentence


@given(st.text(max_size=200))
@settings(max_examples=150)
def test_random_text_is_refused_in_a_sentence(toml: str) -> None:
    """No text makes the reader fail in any other way."""
    with pytest.raises(PosencError):
        made(toml)


PIECES = st.sampled_from(
    [
        "[worksheet]",
        "[[exercise]]",
        "[embeddings.table]",
        "title = 'x'",
        "sentence = 'a b'",
        "d = 4",
        "d = 9999999999999999999999",
        "d = " + "9" * 5000,
        "decimals = 6",
        "params = {base = -1}",
        "a = [1, 2, 3, 4]",
        "b = [1e99999999999999999999]",
        "kind = 'encode'",
        "kind = 'pair'",
        "blank = [1]",
        "points = nan",
        "x = 1979-13-01",
        "x = " + "[" * 2000,
    ]
)


@given(st.lists(PIECES, max_size=12))
@settings(max_examples=200)
def test_random_specs_are_made_or_refused(lines: list[str]) -> None:
    """Lines of specs in any order give a key or a sentence."""
    error = fault("\n".join(lines))
    if error is not None:
        assert all(said(error, language) for language in LANGUAGES)


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_builtins_are_read_by_name(name: str) -> None:
    """A built-in worksheet is its own text, named after itself, and lies in no folder."""
    spec = find(name)
    assert spec.worksheet.name == name
    assert spec.folder is None
    assert spec == read(builtin_text(name), name, None)


def test_a_file_is_found_and_names_itself(tmp_path: Path) -> None:
    """A TOML file is a worksheet; without a name of its own it has the file's, without what a file name may hold."""
    path = tmp_path / "my sheet (2).toml"
    path.write_text(GOOD, encoding="utf-8-sig")
    spec = find(str(path))
    assert spec.worksheet.name == "my-sheet--2-"
    assert spec.folder == tmp_path.resolve()
    assert spec.place(1) == {"path": str(path), "line": 18}


@pytest.mark.parametrize(
    ("name", "content", "key"),
    [
        ("missing.toml", None, "files.not-found"),
        ("empty.toml", b"", "files.empty"),
        ("blank.toml", b"\xef\xbb\xbf \n", "files.empty"),
        ("latin.toml", "title = 'Übung'".encode("latin-1"), "worksheet.spec-unreadable"),
        ("large.toml", b"#" * 1_000_001, "worksheet.spec-too-large"),
        ("folder.toml", "folder", "worksheet.spec-unreadable"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, content: bytes | str | None, key: str) -> None:
    """A missing, foreign, huge or impossible file is said by its path."""
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content:
        path.mkdir()
    with pytest.raises(InputError) as refused:
        find(str(path))
    assert refused.value.key == key
    assert str(refused.value.values["path"]) == str(path)


def test_an_unknown_name_lists_near_ones() -> None:
    """A misspelt built-in name is answered with the right one."""
    with pytest.raises(UsageError) as refused:
        find("kaze")
    assert refused.value.key == "worksheet.unknown-name-near"
    assert str(refused.value.values["near"]).startswith("katze")
    assert refused.value.values["known"] == ", ".join(BUILTIN_NAMES)
    with pytest.raises(UsageError) as refused:
        find("xyz")
    assert refused.value.key == "worksheet.unknown-name"


def test_a_folder_is_no_worksheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of the name that was given is not read as one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hund").mkdir()
    with pytest.raises(UsageError):
        find("hund")


def test_punctuation_is_named_for_vectors_of_a_file_too(tmp_path: Path) -> None:
    """The word stands in the file, but without the comma."""
    (tmp_path / "e.csv").write_text("word,d1,d2\nthe,0.9,0.1\ncat,0,0.9\n", encoding="utf-8")
    toml = GOOD.replace("the cat the", "the cat, the").replace(GOOD[GOOD.index("[embeddings") : GOOD.index("[[")], "")
    (tmp_path / "s.toml").write_text(f'{toml}\n[embeddings]\nfile = "e.csv"\n', encoding="utf-8")
    with pytest.raises(InputError) as refused:
        build(find(str(tmp_path / "s.toml")))
    assert refused.value.key == "worksheet.no-embedding-punctuation"
    assert refused.value.values["bare"] == "cat"


def test_what_looks_alike_stands_before_all_there_is() -> None:
    """A near match is asked for, and what else there is is listed in full."""
    error = fault(GOOD.replace('kind = "add"', 'kind = "ad"'))
    assert error is not None
    assert error.values["near"] == "add"
    assert all(kind in str(error.values["known"]).split(", ") for kind in KINDS)
    error = fault(GOOD.replace("the cat the", "the cot the"))
    assert error is not None
    assert (error.values["near"], error.values["known"]) == ("cat", "the, cat")


def test_numbers_are_read_as_they_are_written() -> None:
    """0.1 in a vector is one tenth, not the float next to it."""
    table = read(GOOD, "mine", None).embeddings.table
    assert table is not None
    assert table["the"] == (Decimal("0.9"), Decimal("0.1"))
