"""A sheet as one text: what it holds rebuilds the sheet, and what is wrong with it is said in one sentence."""

from __future__ import annotations

import base64
import re
import tomllib
import zlib
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.errors import InputError, PosencError
from posenc_cli.worksheet import portable
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.dump import dump
from posenc_cli.worksheet.find import Writing, sheet_of
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import BUILTIN_NAMES, Spec, find, read
from tests.worksheet.random_sheets import random_spec

if TYPE_CHECKING:
    from pathlib import Path

    from posenc_cli.worksheet.sheet import Sheet

OWN = """\
# A sheet of one's own.
[worksheet]
title = "Größe \\"2\\" \\\\ {braces}"
sentence = "Ä b"
d = 2
secret_free = 1

[embeddings]
file = "v.csv"   # beside

[[exercise]]
kind = "add"
blank = [1]
""".replace("secret_free = 1\n", "")


#: The QR code of samples/mein-blatt.toml with --vary --seed 7.
PRINTED = (
    "POSENC:M39KP47Y:1YOLFU42TGPZXJAOWSQQCOV4PKSQDKCWAAQFJIBFGLFQGYB7H44ATGKBRBEIKOXUCRHG5QADLMKBRQCCOHND"
    "PAZADJNJTA66A2KDPBJAFJZAQNQGURA52DAS5AWIQIC4BSOPRDXUUI5CIUMRGEHYZREUXPDAMKEWCCRBSG7AJBBQYMAJ6GMGLAJR"
    "HITNMBFU6ZS4QA"
)


def own(folder: Path, text: str = OWN, name: str = "mein blatt.toml") -> Path:
    """A worksheet of one's own, with its vectors beside it."""
    (folder / "v.csv").write_text("Ä,0.9,0.10\nb,-0.25,1\nunused,3,4\n", encoding="utf-8")
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def key(sheet: Sheet) -> list[tuple[str, str]]:
    """What is right on a sheet."""
    return [(one.blank.id, one.text) for one in solve(sheet)]


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_a_dump_reads_as_the_same_spec(name: str) -> None:
    """Every built-in worksheet survives; TOML's own reader sees no more than was set."""
    spec = find(name)
    assert read(dump(spec), name, None).model_dump() == spec.model_dump()
    assert set(tomllib.loads(dump(spec))["worksheet"]) <= {"name", *tomllib.loads(spec.text)["worksheet"]}


@given(st.integers(0, 10**6))
@settings(max_examples=60)
def test_any_spec_survives_a_dump(seed: int) -> None:
    """Specs of random exercises, sentences and vectors."""
    spec = Spec.model_validate(random_spec(seed, decimals=3))
    assert read(dump(spec), "x", None).model_dump() == spec.from_source(spec._source, "x").model_dump()


@given(st.text(st.characters(codec="utf-8"), max_size=60), st.decimals(-(10**6), 10**6, places=6))
def test_texts_and_numbers_survive_a_dump(text: str, number: Decimal) -> None:
    """Quotes, line breaks, control characters, emoji; fractions digit by digit."""
    title = text or "x"
    spec = read(dump(titled(title, number)), "x", None)
    assert spec.worksheet.title == title
    assert spec.given["leaf"] == number
    assert isinstance(spec.given["leaf"], Decimal)
    assert spec.given["leaf"].as_tuple() == number.as_tuple()


def titled(title: str, number: Decimal) -> Spec:
    """A small spec with a title and a leaf."""
    return Spec.model_validate(
        {
            "worksheet": {"title": title, "sentence": "a b", "name": "x"},
            "given": {"leaf": number},
            "exercise": [{"kind": "lookup"}],
        }
    )


def test_a_dump_never_tells_the_secret() -> None:
    """Whatever is made of it, the secret stays in its file."""
    spec = read(OWN.replace("d = 2", 'd = 2\nsecret = "sesame, open"'), "own", None)
    assert spec.worksheet.secret == "sesame, open"  # noqa: S105  (a test's own)
    assert "sesame" not in dump(spec)


@pytest.mark.parametrize("seed", [None, 0, 7])
@pytest.mark.parametrize("writing", [Writing(), Writing(2, "comma")], ids=["as said", "two decimals"])
def test_a_text_rebuilds_its_sheet(tmp_path: Path, seed: int | None, writing: Writing) -> None:
    """With another folder at hand: the same key, the same code, the same words, from QR code and PDF alike."""
    sheet = sheet_of(str(own(tmp_path)), seed, writing)
    short, packed = portable.in_qr(sheet), portable.attached(sheet)
    assert packed is not None
    (tmp_path / "v.csv").unlink()
    for text in (short, packed, f"  {packed.lower()}\n"):
        again = sheet_of(text)
        assert key(again) == key(sheet)
        assert code_of(again) == code_of(sheet) == portable.code_in(packed)
        assert again.words == sheet.words
        assert (again.seed, again.varied, again.decimals) == (sheet.seed, sheet.varied, sheet.decimals)
        assert again.spec.worksheet.decimal_mark == sheet.spec.worksheet.decimal_mark
        assert again.spec.worksheet.title == 'Größe "2" \\ {braces}'


@pytest.mark.parametrize("name", ["alibi", "katze", "overview-en"])
def test_a_copy_of_any_worksheet_is_rebuilt(name: str, tmp_path: Path) -> None:
    """Free tasks, further encodings, rules, leaves: all of it is in the text."""
    (tmp_path / "own.toml").write_text(find(name).text, encoding="utf-8")
    sheet = sheet_of(str(tmp_path / "own.toml"), 3)
    packed = portable.attached(sheet)
    assert packed is not None
    for text in (portable.in_qr(sheet), packed):
        assert key(sheet_of(text)) == key(sheet)


def test_a_built_in_worksheet_needs_its_code_only() -> None:
    """The text of a built-in worksheet's sheet is fifteen letters long."""
    for sheet in (sheet_of("katze"), sheet_of("alibi", 7)):
        assert portable.in_qr(sheet) == portable.attached(sheet) == f"POSENC:{code_of(sheet)}"


def test_a_text_is_plain_enough_for_codes_and_shells(tmp_path: Path) -> None:
    """Only what a QR code packs densely and no shell interprets."""
    sheet = sheet_of(str(own(tmp_path)))
    assert re.fullmatch(r"[A-Z0-9:]+", portable.in_qr(sheet))
    assert re.fullmatch(r"[A-Z0-9:]+", portable.attached(sheet) or "")


def test_a_usual_sheet_is_small(tmp_path: Path) -> None:
    """The dictionary of the packer does its work: a sheet of five exercises takes less than a third of its dump."""
    (tmp_path / "own.toml").write_text(find("katze-kurz").text, encoding="utf-8")
    sheet = sheet_of(str(tmp_path / "own.toml"))
    assert len(portable.in_qr(sheet)) < 221  # what version 8 of a QR code holds
    assert len(portable.in_qr(sheet)) < len(dump(sheet.spec)) / 3


def test_the_dictionary_never_changes() -> None:
    """QR codes that were printed once can be read as long as it stays what it is."""
    assert zlib.crc32(portable._COMMON) == 2_542_563_193
    printed = sheet_of(PRINTED)
    assert printed.words == ("Heute", "scheint", "die", "Sonne")
    assert (printed.seed, code_of(printed)) == (7, "M39KP47Y")


def test_the_authors_text_stays_as_it_was(tmp_path: Path) -> None:
    """Comments and lines stay, the vectors stand where their file was named, the end tells how it was printed."""
    sheet = sheet_of(str(own(tmp_path)), 4, Writing(2))
    before, after = OWN.splitlines(), portable.as_given(sheet).splitlines()
    at = before.index('file = "v.csv"   # beside')
    assert after[:at] + after[at + 1 : len(before)] == before[:at] + before[at + 1 :]
    assert after[at] == 'table = { "Ä" = [0.9, 0.10], b = [-0.25, 1] }   # beside'
    assert after[len(before) :] == ["", "# posenc worksheet 'mein blatt.toml' --vary --seed 4 --decimals 2"]


@pytest.mark.parametrize(
    "there",
    [
        "[embeddings]\nfile = 'v.csv'",
        'embeddings = { file = "v.csv" }',
        'embeddings.file = "v.csv"',
        '[embeddings]\nfile = """v.csv"""',
    ],
)
def test_vectors_are_put_in_however_their_file_is_named(there: str, tmp_path: Path) -> None:
    """TOML has many ways; what no line can be changed for is written anew."""
    text = OWN.replace('[embeddings]\nfile = "v.csv"   # beside', "")
    head, _, rest = text.partition("[worksheet]")
    text = f"{there}\n{head}[worksheet]{rest}" if there.startswith("embeddings") else f"{text}\n{there}\n"
    sheet = sheet_of(str(own(tmp_path, text)))
    again = portable.printed(portable.as_given(sheet))
    assert key(build(again.spec)) == key(sheet)


def test_a_secret_leaves_the_code_alone(tmp_path: Path) -> None:
    """Nothing to attach, and in the QR code a code that rebuilds nothing."""
    path = own(tmp_path, OWN.replace("d = 2", 'd = 2\nsecret = "sesame, open"'))
    for seed in (None, 3):
        sheet = sheet_of(str(path), seed)
        assert portable.attached(sheet) is None
        assert portable.in_qr(sheet) == f"POSENC:{code_of(sheet)}"
        with pytest.raises(PosencError) as refused:
            sheet_of(portable.in_qr(sheet))
        assert refused.value.key == "codes.of-own"


def test_a_sheet_from_a_text_is_named_by_its_text(tmp_path: Path) -> None:
    """Its answer form carries all of it, for there is no file to name."""
    sheet = sheet_of(portable.in_qr(sheet_of(str(own(tmp_path)), 2)))
    assert sheet.name == "mein-blatt-2"
    assert key(sheet_of(sheet.form_name)) == key(sheet)
    assert sheet_of("katze", 2).form_name == "katze-2"


def test_a_worksheet_put_together_without_a_text_can_travel() -> None:
    """A spec made by a program has no text of an author; the text is a dump."""
    sheet = vary(Spec.model_validate(random_spec(3, decimals=3)), 1)
    packed = portable.attached(sheet)
    assert packed is not None
    assert key(sheet_of(packed)) == key(sheet)


def pack(data: bytes, *, end: bytes = b"") -> str:
    """Bytes as a text has them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, 0, portable._COMMON)
    packed = packer.compress(data) + packer.flush() + end
    return f"POSENC:UKBX4JFU:1{base64.b32encode(packed).decode().rstrip('=')}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("POSENC:", "codes.text-broken"),
        ("POSENC:UKBX4JFX", "codes.wrong"),
        ("POSENC:UKBX4JF0", "codes.sign"),
        ("POSENC:UKBX4JFU", "codes.of-own"),
        ("POSENC:UKBX4JFU:", "codes.text-broken"),
        ("POSENC:UKBX4JFU:1", "codes.text-broken"),
        ("POSENC:UKBX4JFU:2ABCDEFGH", "codes.text-broken"),
        ("POSENC:UKBX4JFU:1????????", "codes.text-broken"),
        ("POSENC:UKBX4JFU:1ÄÖÜ", "codes.text-broken"),
        ("POSENC:UKBX4JFU:1AAAAAAAA", "codes.text-broken"),
        ("POSENC::::::", "codes.text-broken"),
        ("POSENC:" + "A" * 300_000, "codes.text-broken"),
        ("POSENC:UKBX4JFU:1" + "A" * 300_000, "codes.text-broken"),
        (pack(b"\xff\xfe\x00"), "codes.text-broken"),
        (pack(b"no line at the end"), "codes.text-broken"),
        (pack(b"# posenc worksheet ../x.toml\n"), "codes.text-broken"),
        (pack(b"# posenc worksheet x.toml --vary --seed 7 --exec 1\n"), "codes.text-broken"),
        (pack(b'# posenc worksheet x".toml\n'), "codes.text-broken"),
        (pack(b"# posenc worksheet 'x'.toml'\n"), "codes.text-broken"),
        (pack(b"nothing = here\n# posenc worksheet x.toml\n"), "worksheet.spec-syntax-text"),
        (pack(b"[worksheet]\n# posenc worksheet x.toml\n"), "worksheet.spec-key-missing"),
        (pack(OWN.encode() + b"# posenc worksheet x.toml\n"), "worksheet.embeddings-nowhere"),
        (pack(b"a" * (64 * 1024 + 1)), "codes.text-too-large"),
        (pack(b"\0" * 60_000_000), "codes.text-too-large"),
    ],
    ids=lambda one: one if isinstance(one, str) and one.startswith(("codes", "worksheet")) else "",
)
def test_what_is_wrong_with_a_text_is_one_sentence(text: str, expected: str) -> None:
    """Broken, cut off, packed with a bomb, of another kind: said, and nothing is unpacked beyond 64 KB."""
    with pytest.raises(PosencError) as refused:
        sheet_of(text)
    assert refused.value.key == expected
    assert all(len(str(value)) < 400_000 for value in refused.value.values.values())


def test_a_text_that_makes_another_sheet_than_its_code_says_is_refused(tmp_path: Path) -> None:
    """A wrong letter may leave a worksheet with another number in it; both codes are named."""
    sheet = sheet_of(str(own(tmp_path)))
    packed = portable.in_qr(sheet)
    changed = portable._packed(unpacked_text(packed).replace("0.2", "0.3", 1))
    with pytest.raises(InputError) as refused:
        sheet_of(f"POSENC:{code_of(sheet)}:1{changed}")
    assert refused.value.key == "codes.text-other"
    assert refused.value.values["code"] == shown(code_of(sheet)) != refused.value.values["other"]


def unpacked_text(packed: str) -> str:
    """What is packed in a text."""
    data = packed.partition(":1")[2]
    unpack = zlib.decompressobj(-15, portable._COMMON)
    return unpack.decompress(base64.b32decode(data + "=" * (-len(data) % 8))).decode()


def test_a_bomb_is_never_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of sixty million zeros, no more than the limit comes into memory."""
    asked = []
    packer = zlib.decompressobj

    class Counting:
        """Remembers how much was asked for."""

        def __init__(self, *of: object) -> None:
            self.inner = packer(*of)  # type: ignore[arg-type]

        def decompress(self, data: bytes, most: int = 0) -> bytes:
            """As the real one."""
            found = self.inner.decompress(data, most)
            asked.append(len(found))
            return found

        def __getattr__(self, name: str) -> object:
            return getattr(self.inner, name)

    bomb = pack(b"\0" * 60_000_000)
    monkeypatch.setattr("posenc_cli.worksheet.portable.zlib.decompressobj", Counting)
    with pytest.raises(InputError):
        portable.unpacked(bomb)
    assert asked == [portable.LARGEST]


@given(st.text(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), max_size=60))
def test_random_texts_never_break_it(text: str) -> None:
    """Whatever a damaged QR code says ends in one of our errors."""
    with pytest.raises(PosencError):
        sheet_of(f"POSENC:UKBX4JFU:1{text}")


def test_a_worksheet_too_large_to_travel_is_not_cut(tmp_path: Path) -> None:
    """Beyond 64 KB no text is made that could not be read again."""
    sheet = sheet_of(str(own(tmp_path, OWN + "# " + "x" * 70_000 + "\n")))
    assert portable.attached(sheet) == f"POSENC:{code_of(sheet)}"
    assert sheet_of(portable.in_qr(sheet)).words == sheet.words
