"""German and English twins: one seed, the same numbers, the same key."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.draw import digest, vary
from posenc_cli.worksheet.spec import FAMILIES, Spec, find
from tests.worksheet.random_sheets import random_spec
from tests.worksheet.twins import numbers

TWINS = [("katze", "cat"), ("katze-kurz", "cat-short"), *((name, f"{name}-en") for name in FAMILIES)]
#: Ids into which a word of the sentence goes.
WITH_WORDS = {"katze": {f"der_d{k}" for k in range(1, 5)}}


def draws_nothing(spec: Spec) -> bool:
    """Does a worksheet refuse --vary?"""
    return not spec.worksheet.vary and any(exercise.kind == "task" for exercise in spec.exercise)


def renamed(spec: dict[str, Any], names: dict[str, str]) -> Spec:
    """The spec with its words called otherwise."""
    changed = copy.deepcopy(spec)
    changed["worksheet"]["sentence"] = " ".join(names[word] for word in spec["worksheet"]["sentence"].split())
    changed["embeddings"]["table"] = {names[word]: row for word, row in spec["embeddings"]["table"].items()}
    for exercise in changed["exercise"]:
        if "pair" in exercise:
            exercise["pair"] = [names[word] for word in exercise["pair"]]
        if "word" in exercise:
            exercise["word"] = names.get(exercise["word"], exercise["word"])
    return Spec.model_validate(changed)


@pytest.mark.parametrize(("german", "english"), TWINS)
def test_twins_have_the_same_numbers(german: str, english: str) -> None:
    """Positions, vectors, right answers, points: fixed, and drawn from any seed; a sheet that draws nothing says so."""
    one, other = find(german), find(english)
    assert (one.worksheet.language, other.worksheet.language) == ("de", "en")
    assert digest(one) == digest(other)
    assert numbers(build(one)) == numbers(build(other))
    if draws_nothing(one):
        assert draws_nothing(other)
        return
    for seed in range(4):
        drawn = vary(one, seed)
        assert numbers(drawn) == numbers(vary(other, seed))
        assert numbers(drawn) != numbers(build(one))


@pytest.mark.parametrize(("german", "english"), TWINS)
def test_twins_ask_for_the_same_blanks(german: str, english: str) -> None:
    """Ids are the same where no word of the sentence goes into them."""
    one, other = ([blank.id for blank in build(find(name)).blanks] for name in (german, english))
    differing = {first for first, second in zip(one, other, strict=True) if first != second}
    assert differing == WITH_WORDS.get(german, set())


@pytest.mark.parametrize("seed", range(6))
def test_other_words_draw_the_same_numbers(seed: int) -> None:
    """A law of all sheets: whatever the words are called, numbers know only their places."""
    spec = random_spec(seed)
    words = dict.fromkeys(spec["worksheet"]["sentence"].split())
    names = {word: f"w{7 * number % 11}x" for number, word in enumerate(words)}
    assert len(set(names.values())) == len(names)
    same = Spec.model_validate(spec), renamed(spec, names)
    assert digest(same[0]) == digest(same[1])
    assert numbers(vary(same[0], seed)) == numbers(vary(same[1], seed))


def test_vectors_of_a_free_task_are_drawn_by_places_too() -> None:
    """The same where a sheet with free tasks draws the vectors of its words, in whichever order they are listed."""
    task = {"kind": "task", "title": "t", "block": [{"text": "Look."}]}

    def of(words: list[str], listed: list[str]) -> Spec:
        table = {word: [0.1, -0.2, 0.3, 0.9] for word in listed}
        worksheet = {"title": "t", "sentence": " ".join(words), "vary": ["embedding"]}
        exercises = [{"kind": "add", "blank": [1, 2]}, task]
        return Spec.model_validate({"worksheet": worksheet, "embeddings": {"table": table}, "exercise": exercises})

    one = vary(of(["a", "b", "c"], ["a", "b", "c"]), 3)
    assert numbers(vary(of(["x", "y", "z"], ["z", "x", "y"]), 3)) == numbers(one)
    assert numbers(vary(of(["x", "y", "x"], ["x", "y"]), 3)) != numbers(one)


def test_which_words_are_equal_decides() -> None:
    """Another pattern of equal words, another pair or another number of words is another worksheet."""
    spec = {
        "worksheet": {"title": "t", "sentence": "the cat sees the mat"},
        "embeddings": {"table": {word: [1, 0, 0, 0] for word in ("the", "a", "cat", "sees", "mat", "too")}},
        "exercise": [{"kind": "encode", "blank": [2]}, {"kind": "pair", "pair": ["cat", "sees"]}],
    }

    def changed(sentence: str, pair: list[str]) -> str:
        worksheet = {"title": "t", "sentence": sentence}
        exercises = [{"kind": "encode", "blank": [2]}, {"kind": "pair", "pair": pair}]
        return digest(Spec.model_validate({**spec, "worksheet": worksheet, "exercise": exercises}))

    found = [
        digest(Spec.model_validate(spec)),
        changed("the cat sees a mat", ["cat", "sees"]),
        changed("the cat sees the mat too", ["cat", "sees"]),
        changed("the cat sees the mat", ["sees", "cat"]),
        changed("the cat sees the mat", ["cat", "mat"]),
    ]
    assert len(set(found)) == len(found)


def test_a_word_of_a_question_is_prose() -> None:
    """The look-up table asks what another word would change: that word is no number's business, a repeated one is."""
    spec = random_spec(1)

    def with_word(word: str) -> str:
        exercises = [*spec["exercise"], {"kind": "lookup", "word": word}]
        return digest(Spec.model_validate({**spec, "exercise": exercises}))

    inside = spec["worksheet"]["sentence"].split()[0]
    assert with_word("Hund") == with_word("dog") != with_word(inside)
