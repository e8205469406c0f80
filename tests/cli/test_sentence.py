"""``posenc worksheet --sentence``: sheet, key and the worksheet itself, without any file."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pypdf
import pytest

from posenc_cli.render.plain import page_text
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.compose import Wish, compose
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.spec import find
from tests.page_texts import page_texts
from tests.samples.students import Student, saved

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Ran

LINE = ("worksheet", "--sentence", "Der Hund bellt laut")
NAME = "der-hund-bellt-laut"


def files() -> list[str]:
    """What lies in the folder."""
    return sorted(path.name for path in Path().iterdir())


def answered(form: str, key: str, **wrong: str) -> bytes:
    """A form that a student filled in with what stands in the key, but for some blanks."""
    blanks = json.loads(Path(key).read_text(encoding="utf-8"))["blanks"]
    answers = {blank["id"]: blank["text"] for blank in blanks} | wrong
    return saved(Path(form).read_text(encoding="utf-8-sig"), [Student("Ida", "ida", answers)], "utf-8")


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
def test_one_line_makes_a_leaf_its_key_and_a_file_to_change(posenc: Callable[..., Ran]) -> None:
    """Two sides; the file is the worksheet: printed again it makes the same pages."""
    ran = posenc(*LINE, "--minutes", "25", "--lang", "de", quiet=False)
    assert files() == [f"{NAME}-loesung.pdf", f"{NAME}.pdf", f"{NAME}.toml"]
    assert ran.err.count("geschrieben") == 3
    assert len(pypdf.PdfReader(f"{NAME}.pdf").pages) == 2
    text = "".join(page_texts(Path(f"{NAME}.pdf")))
    assert "bellt" in text
    posenc("worksheet", f"{NAME}.toml", "-o", "again.pdf", "--key", "key.pdf", quiet=False)
    for one, other in ((f"{NAME}.pdf", "again.pdf"), (f"{NAME}-loesung.pdf", "key.pdf")):
        shown = [page_texts(Path(name)) for name in (one, other)]
        assert shown[0] == shown[1]


def test_answers_are_checked_by_the_file_beside(posenc: Callable[..., Ran]) -> None:
    """The form names the file; a right student is all right, a calculator in degrees is found."""
    posenc(*LINE, "-o", "form.csv", "--key", "key.json", quiet=False)
    assert files() == ["form.csv", "form.toml", "key.json"]
    assert ",form.toml," in Path("form.csv").read_text(encoding="utf-8-sig")
    Path("ida.csv").write_bytes(answered("form.csv", "key.json"))
    posenc("check", "ida.csv")
    degrees = {"rad": "0.017", "pe2_d1": "0.035", "pe2_d2": "0.999", "pe2_d3": "0.000", "pe2_d4": "1.000"}
    Path("ida.csv").write_bytes(answered("form.csv", "key.json", **degrees))
    assert "degree mode" in posenc("check", "ida.csv", "--teacher", code=1).out


@pytest.mark.parametrize("more", [(), ("--vary", "--seed", "7")], ids=["fixed", "drawn"])
def test_a_form_in_another_folder_finds_its_worksheet(posenc: Callable[..., Ran], more: tuple[str, ...]) -> None:
    """The file lies beside the form, also of drawn numbers."""
    Path("class").mkdir()
    posenc(*LINE, *more, "-o", "class/form.csv", "--key", "class/key.json", quiet=False)
    assert Path("class/form.toml").is_file()
    Path("class/ida.csv").write_bytes(answered("class/form.csv", "class/key.json"))
    posenc("check", "class/ida.csv")


def test_a_file_that_is_the_same_is_no_obstacle(posenc: Callable[..., Ran]) -> None:
    """Sheet today, form tomorrow; a file that somebody changed is not replaced; another name will do."""
    posenc(*LINE, "-o", "a.txt", quiet=False)
    ran = posenc(*LINE, "-o", "a.csv", quiet=False)
    assert ran.err.count("wrote") == 1
    path = Path("a.toml")
    path.write_text(path.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    assert "a.toml" in posenc(*LINE, "-o", "a.json", code=2).error
    assert not Path("a.json").exists()
    posenc(*LINE, "--minutes", "30", "-o", "c.json", quiet=False)
    assert Path("c.toml").is_file()
    posenc(*LINE, "-o", "a.json", "--force", quiet=False)
    assert "# mine" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["mein blatt", "katze", "Größe 2"])
def test_the_file_is_named_after_what_is_written(posenc: Callable[..., Ran], name: str) -> None:
    """As -o says; not like a worksheet of ours; what the file makes is the same sheet."""
    posenc(*LINE, "-o", f"{name}.txt", quiet=False)
    kept = f"{NAME}.toml" if name == "katze" else f"{name}.toml"
    assert files() == sorted([f"{name}.txt", kept])
    again = posenc("worksheet", kept, "-f", "text").out
    assert again == Path(f"{name}.txt").read_text(encoding="utf-8")


def test_what_only_shows_writes_nothing(posenc: Callable[..., Ran]) -> None:
    """Text on the screen leaves no file; a form on the screen says what it lacks."""
    assert "bellt" in posenc(*LINE, "-f", "text").out
    ran = posenc(*LINE, "-f", "csv", quiet=False)
    assert f"{NAME}.toml" in ran.err
    assert files() == []


def test_language_and_mark_are_those_of_the_call(posenc: Callable[..., Ran]) -> None:
    """German with commas, English with points; --decimals and --decimal-mark go into the file."""
    assert "0,841" in posenc(*LINE, "-f", "text", "--lang", "de").out
    assert "0.841" in posenc(*LINE, "-f", "text", "--lang", "en").out
    shown = posenc(*LINE, "-f", "text", "--lang", "de", "--decimals", "2", "--decimal-mark", "point")
    assert "0.84" in shown.out
    posenc(*LINE, "-o", "a.txt", "--decimals", "2", "--decimal-mark", "comma", quiet=False)
    about = tomllib.loads(Path("a.toml").read_text(encoding="utf-8"))["worksheet"]
    assert (about["decimals"], about["decimal_mark"]) == (2, "comma")


def test_every_wish_is_on_the_sheet(posenc: Callable[..., Ran]) -> None:
    """Heading, school, width, minutes, and vectors of a file."""
    Path("v.csv").write_text("word,d1,d2,d3,d4,d5,d6\nDer,1,2,3,4,5,6\nHund,1,0,0,0,0,0.5\n", encoding="utf-8")
    wish = ("--title", "Wo?", "--school", "Goethe", "--minutes", "15", "--d", "6", "--embeddings", "v.csv")
    shown = posenc("worksheet", "--sentence", "Hund Der Der Hund", *wish, "-f", "text").out
    assert shown.startswith("Goethe\nWo?\n")
    assert "d₆" in shown
    refused = posenc("worksheet", "--sentence", "Der Hund bellt laut", *wish, "-f", "text", code=2).error
    assert "bellt, laut" in refused
    assert "v.csv" in refused


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("worksheet", "katze", "--sentence", "a b"), "SPEC"),
        (("worksheet", "katze", "--minutes", "25"), "--minutes"),
        (("worksheet", "--minutes", "25"), "--minutes"),
        (("worksheet", "katze", "--title", "x"), "--title"),
        (("worksheet", "katze", "--school", "x"), "--school"),
        (("worksheet", "katze", "--d", "4"), "--d"),
        (("worksheet", "katze", "--embeddings", "x.csv"), "--embeddings"),
        (("worksheet", "--sentence", "a b c", "--minutes", "5"), "10 to"),
        (("worksheet", "--sentence", "a b c", "--minutes", "x"), "--minutes"),
        (("worksheet", "--sentence", ""), "words"),
        (("worksheet", "--sentence", "a b c", "--embeddings", "gone.csv"), "gone.csv"),
        (("worksheet", "--sentence", "a b c", "-o", "nowhere/a.pdf"), "nowhere"),
        (("worksheet", "--sentence", "a b c", "-o", "a.txt", "--key", "a.txt"), "a.txt"),
    ],
)
def test_what_cannot_be_is_one_sentence(posenc: Callable[..., Ran], arguments: tuple[str, ...], named: str) -> None:
    """What was wrong and what would work; nothing is written."""
    assert named in posenc(*arguments, code=2).error
    assert files() == []


def test_a_seed_without_vary_is_said_to_change_nothing(posenc: Callable[..., Ran]) -> None:
    """As for every worksheet; with --vary the numbers are others."""
    fixed = posenc(*LINE, "-f", "text").out
    ran = posenc(*LINE, "-f", "text", "--seed", "7", quiet=False)
    assert "--vary" in ran.err
    assert ran.out == fixed
    assert posenc(*LINE, "-f", "text", "--seed", "7", "--vary").out != fixed


def test_signs_that_no_page_can_show_are_named(posenc: Callable[..., Ran]) -> None:
    """A visible code and a warning; quietly for all that can be printed."""
    ran = posenc("worksheet", "--sentence", "ab\u202ecd x\x07y ok", "-f", "text", quiet=False)
    assert "U+202E, U+0007" in ran.err
    assert "ab\\u202ecd" in ran.out
    posenc("worksheet", "--sentence", "[unk] Ġsitzt <b>& {{7*7}} שלום", "-f", "text")


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
def test_a_missing_glyph_is_told_once_for_sheet_and_key(posenc: Callable[..., Ran]) -> None:
    """Both pages lack it, one line says so; the words of the file are untouched."""
    ran = posenc("worksheet", "--sentence", "der \U000e5a5a bellt", "-o", "a.pdf", "--key", "b.pdf", quiet=False)
    assert ran.err.count("U+E5A5A") == 2  # the sign in its sentence, and the code in its place
    text = page_texts(Path("a.pdf"))[0]
    assert "[U+E5A5A]" in text
    (kept,) = Path().glob("*.toml")
    assert "\U000e5a5a" in kept.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Say which sheet"),
        (("Der Hund bellt",), '--sentence "Der Hund bellt"'),
        (("blatt 2.toml",), "blatt 2.toml"),
    ],
)
def test_whoever_names_no_worksheet_is_told_how(
    posenc: Callable[..., Ran], arguments: tuple[str, ...], said: str
) -> None:
    """A name, a file, a code or a sentence; a sentence without its option is seen."""
    error = posenc("worksheet", *arguments, code=2).error
    assert said in error
    assert ("--sentence" in error) == (arguments != ("blatt 2.toml",))


def test_the_foot_of_a_long_sentence_is_one_line() -> None:
    """The name is cut between words, for all that stands behind it needs its place; the number of a sheet stays."""
    made = compose(Wish("Mein alter Hund bellt furchtbar laut und lange", "de"), Path())
    assert sheet_view(build(made.spec)).foot.startswith("mein… · d = 4 · ")
    assert sheet_view(vary(made.spec, 7)).foot.startswith("mein…-7 · ")


def test_a_short_sheet_says_what_an_embedding_is_and_which_column_is_which() -> None:
    """A reader needs no other sheet for it; where the cards have told it, it is not told again."""
    short, long = (page_text(sheet_view(build(find(name)))) for name in ("katze-kurz", "katze"))
    told = "Ein Sprachmodell kennt Wörter als Zahlen"
    assert told in short
    assert "Spalte 2i = 0 ist d₁, 2i + 1 = 1 ist d₂" in " ".join(short.split())
    assert told not in long
