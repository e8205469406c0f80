from __future__ import annotations

import contextlib
import re
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.errors import InputError, PosencError, UsageError
from posenc_cli.files.words import split_words
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.compose import MOST_LETTERS, MOST_WORDS, Wish, compose
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.key import ambiguous
from posenc_cli.worksheet.mistakes import Worker, forms_of, slips_of
from posenc_cli.worksheet.spec import BUILTIN_NAMES, Spec, builtin_text, find
from tests.worksheet.twins import numbers

if TYPE_CHECKING:
    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.compose import Composed

HERE = Path()
HOSTILE = (
    "[unk]",
    "Ġsitzt",
    "<b>&",
    "{{7*7}}",
    "שלום",
    "👨‍👩‍👧",
    'a"b',
    "c\\d",
    "e#f",
    "x\x7fy",
    "g\x1bh",
    "__h__",
    "%s{0}",
    "''",
)
SPECIAL = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter"


def composed(sentence: str, language: Language = "de", **more: Any) -> Composed:  # noqa: ANN401
    """A worksheet about a sentence."""
    return compose(Wish(sentence, language, **more), HERE)


def data(one: Composed) -> dict[str, Any]:
    """What its text says to a reader of TOML."""
    return tomllib.loads(one.toml)


def sentence_of(count: int) -> str:
    """So many words, all different."""
    return " ".join(f"Wort{number}" for number in range(count))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("minutes", [10, 25, 45])
@pytest.mark.parametrize("count", [2, 3, 4, 7, 60])
def test_a_sentence_is_a_whole_worksheet(count: int, minutes: int, language: Language) -> None:
    """Its text reads as its spec; every blank is fair, there are at most twenty, and the minutes add up."""
    if (count, minutes) in {(2, 45), (3, 45)}:
        return
    one = composed(sentence_of(count), language, minutes=minutes)
    sheet = build(one.spec)
    assert one.spec.worksheet.language == language
    assert one.spec.worksheet.minutes == minutes == sum(exercise.minutes for exercise in one.spec.exercise)
    assert len(one.spec.words) == count
    assert 1 < len(sheet.blanks) <= 20
    assert ambiguous(sheet) == ()
    assert one.notices == ()
    assert data(one)["worksheet"]["sentence"] == sentence_of(count)


def test_vectors_are_drawn_without_zeros_and_differ() -> None:
    """One decimal, from 0.1 to 0.9; a repeated word has one vector, words of rows that are used have different ones."""
    for count in range(2, 30, 3):
        one = composed(f"{sentence_of(count)} Wort0 Wort1")
        table = data(one)["embeddings"]["table"]
        assert list(table) == list(dict.fromkeys(one.spec.words))
        values = [value for row in table.values() for value in row]
        assert {Decimal(str(value)) for value in values} <= {Decimal(n) / 10 for n in range(1, 10)}
        given = build(one.spec).given["embedding"]
        assert (given[count] == given[0]).all()
        assert (given[count + 1] == given[1]).all()


def test_the_same_line_is_the_same_sheet() -> None:
    """Nothing but what was said decides, and all that was said does."""
    said: dict[str, Any] = {"minutes": 30, "d": 6, "decimals": 2, "mark": "point", "title": "Wo?", "school": "Goethe"}
    one = composed("Der Hund bellt laut heute", **said)
    assert composed("Der Hund bellt laut heute", **said) == one
    assert one.toml == composed("  Der Hund\tbellt laut \n heute ", **said).toml
    about = data(one)["worksheet"]
    named = {"minutes": 30, "d": 6, "decimals": 2, "decimal_mark": "point", "title": "Wo?", "school": "Goethe"}
    assert named.items() <= about.items()
    for key, value in {"minutes": 25, "d": 4, "decimals": 3, "mark": "comma", "title": "", "school": ""}.items():
        assert composed("Der Hund bellt laut heute", **(said | {key: value})).toml != one.toml


def test_usual_values_are_those_of_the_small_worksheet() -> None:
    """Without a wish: 25 minutes, d = 4, three decimals, its heading; a comma in German, a point in English."""
    marks: dict[Language, str] = {"de": "comma", "en": "point"}
    for language, mark in marks.items():
        one, model = composed("a b c d e f", language), find(text(language, "language.short-sheet"))
        same = ("title", "school", "encoding", "d", "decimals", "minutes", "level", "language")
        assert all(getattr(one.spec.worksheet, key) == getattr(model.worksheet, key) for key in same)
        assert [exercise.kind for exercise in one.spec.exercise] == [exercise.kind for exercise in model.exercise]
        assert one.spec.worksheet.decimal_mark == mark


def test_a_translation_has_the_same_numbers() -> None:
    """As many words, equal ones at equal places, as many minutes: one key for both languages."""
    german = composed("Eine Katze sieht die andere Katze", "de", minutes=30, mark="point")
    english = composed("A dog hears the big dog", "en", minutes=30)
    assert german.spec.words[1] == german.spec.words[5]
    assert numbers(build(german.spec)) == numbers(build(english.spec))
    assert numbers(vary(german.spec, 5)) == numbers(vary(english.spec, 5))
    otherwise = composed("A dog hears the dog dog", "en", minutes=30)
    assert numbers(build(otherwise.spec)) != numbers(build(english.spec))


def test_very_short_sentences_begin_later() -> None:
    """One word stands at position 2, two words at 1 and 2: what is asked for is never a row of zeros and ones."""
    one, two = composed("Hund").spec, composed("Der Hund").spec
    assert (one.worksheet.first_pos, two.worksheet.first_pos) == (2, 1)
    assert [exercise.blank for exercise in one.exercise if exercise.kind == "encode"] == [(2,)]
    assert [(exercise.worked, exercise.blank) for exercise in two.exercise if exercise.kind == "encode"] == [
        ((1,), (2,))
    ]


def test_the_same_word_again_and_again() -> None:
    """A sentence of one word repeated has one vector, and a sheet."""
    one = composed("buffalo buffalo buffalo buffalo", "en")
    assert list(data(one)["embeddings"]["table"]) == ["buffalo"]
    assert len(build(one.spec).blanks) > 8


@pytest.mark.parametrize("word", [*HOSTILE, SPECIAL])
def test_whatever_a_word_is_made_of_it_stays(word: str) -> None:
    """Words are data: no sign in them is read as markup, as a key, or as the end of a text."""
    one = composed(f"der {word} bellt {word}")
    assert one.spec.words == ("der", word, "bellt", word)
    assert len(data(one)["embeddings"]["table"][word]) == 4
    assert one.spec.worksheet.name.isascii()
    assert one.notices == ()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12), min_size=1, max_size=8))
def test_any_words_make_a_sheet(words: list[str]) -> None:
    """A law of all texts: words of the sheet and of its file are the same, the key is fair, the name is plain."""
    with contextlib.suppress(UsageError):
        one = composed(" ".join(words))
        assert one.spec.words == split_words(data(one)["worksheet"]["sentence"])
        assert ambiguous(build(one.spec)) == ()
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", one.spec.worksheet.name)


def test_hostile_titles_stay_too() -> None:
    """The same for a heading and a school."""
    title = 'x" # \\ [worksheet]\n'
    about = data(composed("a b c", title=title, school="'''"))["worksheet"]
    assert (about["title"], about["school"]) == (title, "'''")


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Der Hund bellt laut", "der-hund-bellt-laut"),
        ("Die Bären größer", "die-baeren-groesser"),
        ("Café Ærø Łódź naïve", "cafe-aero-lodz-naive"),
        ("../../etc/passwd x", "etc-passwd-x"),
        ("Ein sehr langer Satz mit vielen Wörtern und noch mehr", "ein-sehr-langer-satz-mit-vielen-woertern"),
        ("w" * 64, "w" * 40),
        ("שלום עולם", "satz"),
        ("Katze", "katze-satz"),
        ("CON", "con-satz"),
        ("lpt1", "lpt1-satz"),
        ("-- --", "satz"),
    ],
)
def test_names_are_safe_on_every_system(sentence: str, name: str) -> None:
    """Small letters, digits and hyphens, not too long, no device and no built-in worksheet."""
    found = composed(sentence).spec.worksheet.name
    assert found == name
    assert found not in BUILTIN_NAMES


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("Der Hund, der bellt.", ("Der", "Hund", "der", "bellt")),
        ("„Wer da?“", ("Wer", "da")),
        ("geht's gut !", ("geht's", "gut", "!")),
        ("( )", ("(", ")")),
    ],
)
def test_punctuation_is_no_word_and_that_is_said(sentence: str, words: tuple[str, ...]) -> None:
    """Signs at words are taken off with a notice; what is nothing but signs stays."""
    one = composed(sentence)
    assert one.spec.words == words
    shown = [notice.values["sentence"] for notice in one.notices]
    assert shown == ([] if " ".join(words) == sentence else [" ".join(words)])


def test_what_nobody_sees_is_no_part_of_a_word() -> None:
    """Soft hyphens and zero-width spaces go; an umlaut in two parts is one in one."""
    one = composed("Ka\u00adtze \u200b fu\u0308r Kat\u200bze")
    assert one.spec.words == ("Katze", "für", "Katze")


def test_a_drawn_sheet_of_a_sentence_moves_as_any_other() -> None:
    """With a seed: other positions and vectors, as many blanks."""
    one = composed("Der Hund bellt laut")
    sheet = vary(one.spec, 7)
    assert len(sheet.blanks) == len(build(one.spec).blanks)
    assert sheet.form_name == "der-hund-bellt-laut.toml#7"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_keeps_its_comment(language: Language) -> None:
    """A person who opens the file finds what the small worksheet tells; nothing of its own sentence is left."""
    one = composed("a b c d e", language, minutes=33)
    model = builtin_text(text(language, "language.short-sheet"))
    assert text(language, "language.short-sheet") not in one.toml
    heads = [text.partition("\n[[exercise]]")[0].splitlines() for text in (model, one.toml)]
    comments = [[line.partition(" #")[2] for line in head if " = " in line and " #" in line] for head in heads]
    assert comments[0] == comments[1]
    assert "33" in one.toml.splitlines()[0]
    assert find(text(language, "language.short-sheet")).worksheet.sentence not in one.toml


def test_a_comment_stands_off_from_a_long_value() -> None:
    """What is longer than the model's own value does not run into what is said of it."""
    made = composed("a b c d e", "de", school="Gymnasium am Alten Hafen")
    (line,) = [line for line in made.toml.splitlines() if line.startswith("school = ")]
    assert line.startswith('school = "Gymnasium am Alten Hafen"  # ')


@pytest.mark.parametrize(
    ("sentence", "more", "key"),
    [
        ("", {}, "compute.no-words"),
        (" \t ", {}, "compute.no-words"),
        ("\u200b", {}, "compute.no-words"),
        (sentence_of(MOST_WORDS + 1), {}, "sentence.words"),
        ("x" * 65, {}, "sentence.word-length"),
        (" ".join(["x" * 20] * (MOST_LETTERS // 20 + 1)), {}, "sentence.letters"),
        ("a b c", {"d": 1}, "sentence.width"),
        ("a b c", {"d": 9}, "sentence.width"),
        ("a b c", {"d": -4}, "sentence.width"),
        ("a b c", {"minutes": 0}, "sentence.minutes"),
        ("a b c", {"minutes": 46}, "sentence.minutes"),
        ("Hund", {"minutes": 45}, "sentence.minutes"),
        ("a b c", {"decimals": 0}, "check.limit"),
        ("a b c", {"decimals": 7}, "check.limit"),
        ("a b \udcff", {}, "sentence.half-sign"),
        ("a b c", {"title": "\udcff"}, "sentence.half-sign"),
        ("a b c", {"title": "x" * 201}, "sentence.option-length"),
        ("a b c", {"school": "x" * 201}, "sentence.option-length"),
    ],
)
def test_what_no_leaf_has_room_for_is_refused(sentence: str, more: dict[str, Any], key: str) -> None:
    """One clear sentence for each, before anything is drawn."""
    with pytest.raises(UsageError) as refused:
        composed(sentence, **more)
    assert refused.value.key == key


# vectors of a file


def vectors(folder: Path, text: str) -> Path:
    """A table of vectors."""
    path = folder / "v.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_vectors_of_a_file_are_put_in(tmp_path: Path) -> None:
    """As they stand there, all digits; words may stand there with punctuation or in other capitals."""
    path = vectors(tmp_path, "word,d1,d2\nDer,0.25,-1\nhund,0,0.125\nbellt.,3,4\n")
    one = composed("Der Hund bellt.", embeddings=path)
    table = data(one)["embeddings"]["table"]
    assert table == {"Der": [0.25, -1], "Hund": [0, 0.125], "bellt.": [3, 4]}
    assert one.spec.worksheet.d == 2
    assert [notice.key for notice in one.notices] == ["files.other-case"]
    assert build(one.spec).given["embedding"].tolist() == [[Decimal("0.25"), -1], [0, Decimal("0.125")], [3, 4]]


def test_words_that_lack_a_vector_are_named_together(tmp_path: Path) -> None:
    """One sentence with all of them, each once."""
    path = vectors(tmp_path, "word,d1,d2\nDer,0.25,-1\n")
    with pytest.raises(InputError) as refused:
        composed("Der Hund, der bellt; Hund", embeddings=path)
    assert refused.value.key == "sentence.no-vectors"
    assert refused.value.values["words"] == "Hund, bellt"


@pytest.mark.parametrize(
    ("text", "more", "key"),
    [
        ("word,d1,d2\na,1,2\n", {"d": 4}, "files.wrong-width"),
        ("word,d1\na,1\n", {}, "sentence.file-width"),
        (f"word,{','.join(f'd{k}' for k in range(1, 10))}\na,{','.join('1' * 9)}\n", {}, "sentence.file-width"),
    ],
)
def test_vectors_that_no_leaf_has_room_for(tmp_path: Path, text: str, more: dict[str, Any], key: str) -> None:
    """A width that was not asked for, or that no leaf has room for."""
    with pytest.raises(PosencError) as refused:
        composed("a a a", embeddings=vectors(tmp_path, text), **more)
    assert refused.value.key == key


def visible_slips(spec: Spec) -> int:
    """How many slips change an answer of the sheet, tried one by one."""
    sheet = build(spec)
    worker = Worker(sheet)
    right, slips = worker.answers({}), slips_of(sheet)
    return len({one.id for one in slips for form in forms_of(sheet, one) if (worker.answers(*form) != right).any()})


@pytest.mark.parametrize("count", [4, 6, 9])
def test_rows_are_asked_for_where_slips_show(count: int) -> None:
    """No other row shows more of the known slips; position 1 shows fewer, position 0 little more than half of them."""
    spec = composed(sentence_of(count)).spec

    def asking(row: int) -> Spec:
        others = {"encode": (row,), "add": tuple(dict.fromkeys((row, *spec.exercise[4].blank[1:])))}
        changed = [one.model_copy(update={"blank": others.get(one.kind, one.blank)}) for one in spec.exercise]
        changed[3] = changed[3].model_copy(update={"worked": (1,) if row != 1 else (2,)})
        return spec.model_copy(update={"exercise": tuple(changed)})

    chosen = spec.exercise[3].blank[0]
    shown = {row: visible_slips(asking(row)) for row in range(count)}
    assert shown[chosen] == visible_slips(spec)
    assert 2 * shown[0] < shown[chosen] + 12
    assert shown[chosen] == max(shown.values()) > shown[1]
