"""Specs that somebody changed carelessly: every one is a sheet or one sentence with the right line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.render.sheets import render
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.spec import read

if TYPE_CHECKING:
    from pathlib import Path

HEAD = 'title = "T"\nlanguage = "en"\n'
PAIR = '[[exercise]]\nkind = "pair"\npair = ["{one}", "{two}"]\nparts = ["reference", "why"]\n'


def spec(worksheet: str, exercises: str, table: str) -> str:
    """A small spec; the sentence stands in line 4."""
    return f"[worksheet]\n{HEAD}{worksheet}\n[embeddings.table]\n{table}\n{exercises}"


@pytest.mark.parametrize(
    ("worksheet", "table"),
    [('sentence = "a b"', "a = [0, 0, 0, 0]\nb = [1, 0, 0, 1]"), ('d = 1\nsentence = "a b"', "a = [0.0]\nb = [0.5]")],
)
def test_a_vector_of_zeros_has_no_cosine(worksheet: str, table: str) -> None:
    """Where the embeddings have no cosine, the page has a dash and the sheet is made all the same."""
    sheet = build(read(spec(worksheet, PAIR.format(one="a", two="b"), table), "s", None))
    page = render(sheet, "text", key=False).data.decode()
    assert "–" in page
    assert "nan" not in page


@pytest.mark.parametrize(("worksheet", "line"), [('conventions.foo = "x"', 5), ("params.base = 1", 5)])
def test_a_value_behind_dots_is_named_with_its_line(worksheet: str, line: int) -> None:
    """Unknown conventions are refused like unknown parameters, and dotted keys are found in their line."""
    text = spec(f'sentence = "a b"\n{worksheet}', '[[exercise]]\nkind = "idea"\n', "a = [1, 1, 1, 1]")
    with pytest.raises(InputError) as refused:
        build(read(text, "s", None))
    assert refused.value.values["line"] == line


@pytest.mark.parametrize("word", ["é", "x1", "!"])
def test_a_word_without_letters_is_compared_with_itself(word: str) -> None:
    """The two copies of one row have ids of their own, whatever the word leaves for an id."""
    exercises = f'[[exercise]]\nkind = "add"\nblank = [0]\n{PAIR.format(one=word, two=word)}'
    sheet = build(
        read(spec(f'sentence = "{word} b"', exercises, f'"{word}" = [1, 1, 1, 1]\nb = [1, 1, 1, 1]'), "s", None)
    )
    assert len({blank.id for blank in sheet.blanks}) == len(sheet.blanks) == 17


def test_vectors_from_a_name_that_no_disk_takes(tmp_path: Path) -> None:
    """A hostile file name in a spec is one sentence."""
    text = spec('sentence = "a"', '[[exercise]]\nkind = "add"\nblank = [0]\n', "")
    text = text.replace("[embeddings.table]", f'[embeddings]\nfile = "{"x" * 400}"')
    with pytest.raises(InputError):
        build(read(text, "s", tmp_path))


@pytest.mark.parametrize("place", ["sentence", "exercise"])
def test_a_word_that_no_page_is_wide_enough_for(place: str) -> None:
    """A word of hundreds of letters is refused in its line; setting it would take minutes."""
    long = "x" * 101
    sentence, cards = (long, "a") if place == "sentence" else ("a", long)
    exercises = f'[[exercise]]\nkind = "cards"\nsentences = ["{cards} b"]\n'
    with pytest.raises(InputError, match="word-length") as refused:
        build(read(spec(f'sentence = "{sentence} b"', exercises, ""), "s", None))
    assert refused.value.values["line"] == (4 if place == "sentence" else 8)
    build(read(spec(f'sentence = "{long[1:]} b"', '[[exercise]]\nkind = "idea"\n', ""), "s", None))
