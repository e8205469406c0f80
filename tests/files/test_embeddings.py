from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from posenc_cli.files import embeddings
from posenc_cli.files.embeddings import Embeddings, read_embeddings

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    Make = Callable[[str, str | bytes], Path]
    Refuses = Callable[..., AbstractContextManager[None]]


KATZE = ("0.0", "0.9", "0.1", "0.2")
DIE = ("0.9", "0.1", "0.0", "0.1")


def vector(*components: str) -> tuple[Decimal, ...]:
    """Components as they are written."""
    return tuple(Decimal(component) for component in components)


def keys(found: Embeddings) -> list[str]:
    """The notices by key."""
    return [notice.key.removeprefix("files.") for notice in found.notices]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("a.txt", "katze 0.0 0.9 0.1 0.2\ndie 0.9 0.1 0.0 0.1\n", id="R30 GloVe"),
        pytest.param("a.txt", "die 0.9 0.1 0.0 0.1\nkatze\t0.0\t0.9\t0.1\t0.2", id="R30 tabs, no line end"),
        pytest.param("a.vec", "2 4\nkatze 0.0 0.9 0.1 0.2\ndie 0.9 0.1 0.0 0.1\n", id="R31 word2vec first line"),
        pytest.param("a.txt", "word d1 d2 d3 d4\nkatze 0.0 0.9 0.1 0.2\ndie 0.9 0.1 0.0 0.1\n", id="titles in text"),
        pytest.param("a.txt", "katze 0.0 0.9 0.1 0.2 \ndie  0.9 0.1 0.0 0.1 \t\r\n\n", id="R34 blank at line end"),
        pytest.param("a.txt", "katze 0,0 0,9 0,1 0,2\ndie 0,9 0,1 0,0 0,1\n", id="R48 commas between blanks"),
        pytest.param("a.txt", "katze;0,0;0,9;0,1;0,2\ndie;0,9;0,1;0,0;0,1\n", id="R48 table named txt"),
        pytest.param("a.csv", "katze;0,0;0,9;0,1;0,2\r\ndie;0,9;0,1;0,0;0,1;;\r\n", id="R48 German Excel, no header"),
        pytest.param(
            "a.csv", "\ufeffWort;d1;d2;d3;d4\r\nkatze;0,0;0,9;0,1;0,2\r\ndie;0,9;0,1;0;0,1\r\n", id="R48 header"
        ),
        pytest.param("a.csv", "word,d1,d2,d3,d4\nkatze,0.0,0.9,0.1,0.2\ndie,0.9,0.1,0,0.1\n", id="CSV of our own"),
        pytest.param(
            "a.csv", "word,1,2,3,4\nkatze,0.0,0.9,0.1,0.2\ndie,0.9,0.1,0,0.1\n", id="CSV with numbered columns"
        ),
        pytest.param("a.csv", 'katze,"0,0","0,9","0,1","0,2"\ndie,"0,9","0,1","0","0,1"\n', id="R07 quoted commas"),
        pytest.param("a.tsv", "katze\t0.0\t0.9\t0.1\t0.2\ndie\t0.9\t0.1\t0\t0.1\n", id="TSV"),
        pytest.param("a.csv", "katze;0,0;0,9;0,1;2e-1\ndie;9,0E-01;0,1;−0,0;0,1\n", id="exponents and minus signs"),
        pytest.param("a.json", '{"katze": [0, 0.9, 0.1, 0.20], "die": [0.9, 1e-1, 0, 0.1]}', id="R44 JSON"),
    ],
)
def test_same_vectors_from_every_text(name: str, content: str, make: Make) -> None:
    """Whatever the layout, one tenth is exactly one tenth, and nothing needs to be said."""
    found = read_embeddings(make(name, content), d=4)
    assert dict(found.vectors) == {"katze": vector(*KATZE), "die": vector(*DIE)}
    assert (found.d, found.notices) == (4, ())
    assert found.find("katze").vector == vector(*KATZE)


@pytest.mark.parametrize(
    ("content", "words", "d"),
    [
        pytest.param("2 1\nkatze 0.5\n", ["katze"], 1, id="line two decides for the header"),
        pytest.param("2 4\nkatze 0.5\n", ["2", "katze"], 1, id="line two decides for the word 2"),
        pytest.param("2 4\n", ["2"], 1, id="nothing else there"),
        pytest.param("1 2\n7 0.5 0.25\n", ["7"], 2, id="a number as word"),
    ],
)
def test_r31_first_line(content: str, words: list[str], d: int, make: Make) -> None:
    """R31: two integers are a header if the second is the width of the next line."""
    found = read_embeddings(make("a.vec", content))
    assert ([*found.vectors], found.d) == (words, d)


def test_r31_other_count_is_said(make: Make) -> None:
    """A first line that promises more words than there are is worth a notice."""
    assert keys(read_embeddings(make("a.vec", "9 2\nkatze 0.5 1\n"))) == ["other-count-of-words"]


@pytest.mark.parametrize(
    "word",
    [
        pytest.param(". . .", id="R32 blanks"),
        pytest.param("at name@domain.com", id="R32 blank and sign"),
        pytest.param("at 7", id="R32 a number in the word"),
        pytest.param("New\u00a0York", id="R33 no-break space"),
        pytest.param("a\u0085b\u2028c", id="decision 9 Unicode line ends"),
        pytest.param(",", id="comma"),
        pytest.param("a;b", id="R59 semicolon"),
        pytest.param("[/mask]", id="R53 brackets"),
        pytest.param("👨\u200d👩\u200d👧", id="R54 joiner"),
        pytest.param("שלום", id="R55 right to left"),
        pytest.param("Ġsitzt", id="R52 byte-pair marker"),
        *(pytest.param(word, id=f"R47 {word}") for word in ("nan", "null", "inf", "true", "NA", "1.5")),
    ],
)
def test_words_are_text(word: str, make: Make) -> None:
    """R32, R33, R47, R52-R55: what stands before the last d numbers is the word, whatever it looks like."""
    expected = {"katze": vector(*KATZE), word: vector("-0.1", "0.2", "0.3", "0.4")}
    text = make("a.txt", f"katze 0.0 0.9 0.1 0.2\n{word} -0.1 0.2 0.3 0.4\n")
    assert read_embeddings(text).vectors == expected
    table = make("a.csv", f'katze;0,0;0,9;0,1;0,2\n"{word}";-0,1;0,2;0,3;0,4\n')
    assert read_embeddings(table).vectors == expected
    assert read_embeddings(table).find(word).entry == word


@pytest.mark.parametrize(
    ("name", "content", "key", "values"),
    [
        pytest.param(
            "a.txt",
            "katze 0.0 0.9 0.1 0.2\ndie 0.9 0.1\n",
            "wrong-count",
            {"line": 2, "word": "die", "found": 2, "expected": 4},
            id="R35 cut off",
        ),
        pytest.param(
            "a.txt", "katze 0.0 0.9\nhund 0.1 0.2\ndie\n", "wrong-count", {"line": 3, "found": 0}, id="R35 no numbers"
        ),
        pytest.param(
            "a.csv", "katze;0,0;0,9\nhund;1;2\ndie;0,9\n", "wrong-count", {"line": 3, "found": 1}, id="R35 in a table"
        ),
        pytest.param(
            "a.txt",
            "die 0.5 1\nkatze 0 1\ndie 0.5 0.9\n",
            "two-vectors",
            {"word": "die", "first": 1, "second": 3},
            id="R36 two vectors",
        ),
        pytest.param("a.txt", "<!DOCTYPE html>\n<p>404", "web-page", {}, id="R37 web page"),
        pytest.param("a.txt", "katze 0.1 0.2\nhu\0nd 0.1 0.2\n", "nul-byte", {"line": 2}, id="R38 NUL"),
        pytest.param("a.txt", "katze 0.1 0.2\n 0.1 0.2\n", "empty-word", {"line": 2}, id="R38 empty word"),
        pytest.param("a.csv", "katze;0,1\n;0,2\n", "empty-word", {"line": 2}, id="R38 empty word in a table"),
        pytest.param(
            "a.txt", "katze 0.1 0.2\ndie 0.1 nan\n", "vector-number", {"line": 2, "text": "nan"}, id="nan as number"
        ),
        pytest.param(
            "a.txt", "katze 0.1 0.2\ndie 0.1 1e999\n", "vector-number", {"text": "1e999"}, id="endless number"
        ),
        pytest.param(
            "a.txt", "katze 0.1 0.2\ndie 0.1 0,2\n", "vector-number", {"text": "0,2"}, id="other mark in text"
        ),
        pytest.param(
            "a.csv", "katze;0,1;0,2\ndie;0.1;0,2\n", "vector-number", {"text": "0.1"}, id="both marks in a table"
        ),
        pytest.param(
            "a.csv", "katze;0,1;0,2\ndie;1.000,5;0,2\n", "vector-number", {"text": "1.000,5"}, id="R16 groups"
        ),
        pytest.param("a.csv", "katze;0,1;x\n", "vector-number", {"text": "x"}, id="no header, no number"),
        pytest.param("a.txt", "katze 0.1 0.2 0.3 0.4 0.5\n", "wrong-width", {"found": 5, "expected": 4}, id="R49 more"),
        pytest.param("a.txt", "katze 0.1 0.2 0.3\n", "wrong-width", {"found": 3, "expected": 4}, id="R49 fewer"),
        pytest.param(
            "a.txt",
            "die 1.5 2 3 4\nda 1 2 3 4\nkatze 0.1 1 2 3 4\n",
            "wrong-count",
            {"line": 3, "found": 5},
            id="R49 one line has more",
        ),
        pytest.param("a.json", '{"a": [1, 2, 3]}', "wrong-width", {"found": 3}, id="R49 in JSON"),
        pytest.param("a.json", '{"a": [1], "a": [1]}', "double-key-top", {"key": "a"}, id="R44 double key"),
        pytest.param("a.json", '{"a": [NaN]}', "json-number", {"place": "a[0]"}, id="R46 NaN"),
        pytest.param("a.json", '{"a": [1, "0,9"]}', "json-vector", {"place": "a[1]"}, id="text in JSON"),
        pytest.param("a.json", '{"a": [true]}', "json-vector", {"place": "a[0]"}, id="truth in JSON"),
        pytest.param("a.json", '{"a": 1}', "json-vector", {"place": "a"}, id="no list in JSON"),
        pytest.param(
            "a.json", '{"a": [0, 0.9], "b": [0.1]}', "json-ragged", {"place": "b", "found": 1}, id="R45 ragged"
        ),
        pytest.param("a.json", "[[0, 0.9], [0.1, 1]]", "need-labels", {"count": 2}, id="R45 no words"),
        pytest.param("a.json", "{}", "no-vectors", {}, id="empty JSON"),
        pytest.param("a.txt", "", "empty", {}, id="empty file"),
        pytest.param("a.txt", "Liebe Klasse,\nguten Morgen\n", "no-vectors", {}, id="prose"),
        pytest.param("a.csv", "word;d1\n", "no-vectors", {}, id="only a header"),
    ],
)
def test_refused(name: str, content: str, key: str, *, values: dict[str, object], make: Make, refuses: Refuses) -> None:
    """Whatever is wrong is named with its place; nothing is padded, broadcast or guessed."""
    with refuses(key, **values):
        read_embeddings(make(name, content), d=4 if key == "wrong-width" else None)


def test_r36_same_vector_twice(make: Make) -> None:
    """R36: the same word with the same vector is worth a notice that names both lines."""
    found = read_embeddings(make("a.txt", "die 0.5 1\nkatze 0 1\ndie 0.50 1.0\n"))
    assert [*found.vectors] == ["die", "katze"]
    assert (found.notices[0].key, found.notices[0].values["second"]) == ("files.word-twice", 3)


def test_many_words_that_stand_twice_are_one_notice(make: Make) -> None:
    """However often they do; the first of them are named."""
    lines = "".join(f"w{n} 0.5 1\n" for n in range(9))
    (notice,) = read_embeddings(make("a.txt", lines * 3)).notices
    assert (notice.key, notice.values["count"]) == ("files.words-twice", 9)
    assert notice.values["words"] == "w0, w1, w2, w3, w4, w5, w6, w7, …"
    (one,) = read_embeddings(make("b.txt", "die 0.5 1\n" * 3)).notices
    assert (one.values["first"], one.values["second"]) == (1, 2)


def test_r48_mark_is_overruled(make: Make, refuses: Refuses) -> None:
    """``--decimal`` wins over what the file seems to say."""
    path = make("a.csv", "katze;1;2\ndie;1,5;3\n")
    assert read_embeddings(path).vectors["die"] == vector("1.5", "3")
    with refuses("vector-number", text="1,5"):
        read_embeddings(path, decimal="point")


def test_r45_words_beside_a_json_list(make: Make, refuses: Refuses) -> None:
    """R45: a list of vectors takes its words from a file, and raggedness is told with the index."""
    labels = make("words.txt", "katze\r\ndie\r\n")
    assert read_embeddings(make("a.json", "[[0, 0.9], [0.9, 0.1]]"), labels=labels).vectors["die"] == vector(
        "0.9", "0.1"
    )
    with refuses("json-ragged", place="[1]"):
        read_embeddings(make("b.json", "[[0, 0.9], [0.1]]"), labels=labels)


@pytest.mark.parametrize(
    ("asked", "entry", "key"),
    [
        pytest.param("Katze", "Katze", None, id="R57 exact"),
        pytest.param("Auf", "auf", "other-case", id="R57 capital at the start"),
        pytest.param("DIE", "die", "other-case", id="R57 the first that fits"),
        pytest.param("Die", "Die", None, id="R57 exact before folded"),
        pytest.param("Ma\u0308use", "Mäuse", None, id="R51 decomposed"),
        pytest.param("Kat\u00adze", "Katze", "invisible-in-word", id="R56 soft hyphen"),
        pytest.param("\ufeffKatze\u200b", "Katze", "invisible-in-word", id="R56 mark and zero width"),
        pytest.param("Hundehütte", "Hunde\u00adhu\u0308tte", "invisible-in-word", id="R56 in the file"),
        pytest.param("ma\u0308use", "Mäuse", "other-case", id="R51 and R57"),
    ],
)
def test_find(asked: str, entry: str, key: str | None, make: Make) -> None:
    """R51, R56, R57: the same word in another spelling is found, and said where it is not obvious."""
    lines = ["die", "Die", "auf", "Katze", "Mäuse", "Hunde\u00adhu\u0308tte"]
    found = read_embeddings(make("a.txt", "".join(f"{word} 0.{n}\n" for n, word in enumerate(lines)))).find(asked)
    assert (found.word, found.entry) == (asked, entry)
    assert found.vector == vector(f"0.{lines.index(entry)}")
    assert (found.notice and found.notice.key) == (f"files.{key}" if key else None)
    assert found.notice is None or entry in found.notice.text("de")


def test_r58_unknown_word(make: Make, refuses: Refuses) -> None:
    """R58: near words are listed, or what there is; never zeros."""
    found = read_embeddings(make("a.txt", "Katze 0.1\nMatte 0.2\nsitzt 0.3\n"))
    with refuses("unknown-word", word="Katzen", near="Katze"):
        found.find("Katzen")
    with refuses("unknown-word-alone", words="Katze, Matte, sitzt"):
        found.find("Xylophon")


@pytest.fixture
def large(make: Make, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that counts as very large, with a broken line far behind the words that are asked for."""
    monkeypatch.setattr(embeddings, "_SMALL", 100)
    monkeypatch.setattr(embeddings, "LARGEST_TABLE", 200)
    lines = [
        "\ufeff400000 2",
        "die 0.5 1",
        "auf 0.25 1",
        *(f"w{n} 0.1 0.{n}" for n in range(100)),
        "Auf 1 1",
        "Tante 1 2",
    ]
    path: Path = make("big.vec", "\n".join([*lines, "broken 0.1", ""]))
    return path


def test_r50_stops_early(large: Path, refuses: Refuses) -> None:
    """R50: only the asked words are kept, and nothing behind the last of them is read."""
    found = read_embeddings(large, words={"die", "Auf"})
    assert found.vectors == {"die": vector("0.5", "1"), "auf": vector("0.25", "1"), "Auf": vector("1", "1")}
    assert found.find("Auf").notice is None
    assert found.notices == ()
    with refuses("wrong-count"):
        read_embeddings(large, words={"broken"})


def test_r50_near_words_of_a_large_file(large: Path, refuses: Refuses) -> None:
    """R58 holds for large files too, although their words are not kept."""
    found = read_embeddings(large, words={"Tanten", "Die"})
    assert found.find("Die").entry == "die"
    with refuses("unknown-word", near="Tante"):
        found.find("Tanten")


@pytest.mark.parametrize(
    ("content", "key"),
    [("die 0.5\n" * 60 + "M\udcfcller 0.5\n", "not-utf8"), ("die 0.5\n" * 60 + "a\0b 0.5\n", "nul-byte")],
)
def test_r50_large_files_are_utf8(content: str, key: str, large: Path, refuses: Refuses) -> None:
    """A very large file is read as UTF-8 line by line, and a broken line is named."""
    large.write_bytes(content.encode(errors="surrogateescape"))
    with refuses(key, line=61):
        read_embeddings(large, words={"Hund"})


def test_r50_endless_line(large: Path, refuses: Refuses, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line without end does not fill the memory."""
    monkeypatch.setattr(embeddings, "_LONGEST_LINE", 100)
    large.write_bytes(b"die 0.5\n" + b"1" * 500)
    with refuses("long-line", line=2):
        read_embeddings(large, words={"Hund"})


def test_labels_must_match(make: Make, refuses: Refuses) -> None:
    """A words file with a gap or another number of words is refused."""
    path = make("a.json", "[[0], [1]]")
    with refuses("count-of-labels", found=1, expected=2):
        read_embeddings(path, labels=make("one.txt", "katze\n"))
    with refuses("empty-word", line=1):
        read_embeddings(path, labels=make("gap.txt", "\nkatze\n"))


def test_files_that_are_none(tmp_path: Path, refuses: Refuses) -> None:
    """Missing files, folders and devices get a sentence and never hang."""
    with refuses("not-found"):
        read_embeddings(tmp_path / "no.txt")
    with refuses("is-folder"):
        read_embeddings(tmp_path)
    if Path("/dev/zero").exists():
        with refuses("not-regular"):
            read_embeddings(Path("/dev/zero"))


def test_text_needs_no_numpy(make: Make, root: Path) -> None:
    """Reading text does not load numpy."""
    path = make("c.txt", "cos 0.5\n")
    code = "import sys, pathlib; from posenc_cli.files.embeddings import read_embeddings as r; "
    code += "r(pathlib.Path(sys.argv[1])); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, path], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
