"""Sheet codes: what they say, which faults they find, and that they mean the same in ten years."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.errors import InputError, UsageError
from posenc_cli.worksheet import codes
from posenc_cli.worksheet.codes import ALPHABET, LENGTH, NUMBERS, Named, code_of, looks_like_code, read, shown, write
from posenc_cli.worksheet.find import Writing, sheet_of
from posenc_cli.worksheet.key import accepted_texts
from posenc_cli.worksheet.spec import BUILTIN_NAMES, Spec, find
from posenc_cli.worksheet.spec import read as read_spec

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

#: What is right on the sheets that codes of today rebuild, as digests; ``python -m tests.worksheet.test_codes`` tells
#: them anew. One that has changed in a release needs a new number in :data:`NUMBERS`, and the old one stays here.
KEPT = Path(__file__).parent / "kept_codes.json"
SEED = 7
#: Codes that stand on paper somewhere.
PRINTED = {
    "CDG9K4XX": Named(1),
    "ANX3GZZF": Named(1, 7),
    "WTUWVD9K": Named(1, 8),
    "4XJRGVM3": Named(3, 7),
}
OWN = """\
[worksheet]
title = "Own"
sentence = "the cat"
d = 2

[embeddings.table]
the = [0.9, 0.1]
cat = [0.2, 0.8]

[[exercise]]
kind = "add"
blank = [1]
"""

NAMED = st.builds(
    Named,
    st.integers(1, 500),
    st.none() | st.integers(0, codes.MOST_SEEDS - 1),
    st.just(0),
    st.none() | st.integers(1, 6),
    st.sampled_from([None, "point", "comma"]),
)
VARIANTS = st.builds(Named, st.integers(1, 500), st.integers(0, 2_499), st.integers(1, 500))


def own(text: str = OWN) -> Spec:
    """A worksheet of a person's own."""
    return read_spec(text, "own", Path())


def changed(old: str, new: str) -> Sheet:
    """The sheet of that worksheet with one thing changed."""
    from posenc_cli.worksheet.build import build

    assert old in OWN
    return build(own(OWN.replace(old, new)))


@given(NAMED | VARIANTS)
def test_a_code_says_what_was_written(named: Named) -> None:
    """Writing and reading are each other's opposite, in capital letters, small ones, with hyphens and blanks."""
    code = write(named)
    assert len(code) == LENGTH
    assert set(code) <= set(ALPHABET)
    assert read(code) == read(f" {shown(code).lower()} ") == named


@given(NAMED | VARIANTS)
def test_a_code_read_by_other_arithmetic(named: Named) -> None:
    """The layout as the module describes it, undone digit by digit with other means."""
    digits = [ALPHABET.index(sign) for sign in write(named)]
    assert sum(digit * weight for digit, weight in zip(digits, (8, 7, 6, 5, 4, 3, 2, 1), strict=True)) % 31 == 0
    mixed = sum(digit * 31**power for digit, power in zip(digits, range(6, -1, -1), strict=False))
    # Fermat for a power of a prime: the inverse is a power, too.
    number = (mixed - 9_203_111_729) * pow(17_003_730_617, 30 * 31**6 - 1, 31**7) % 31**7
    sheets = 1 + 1_000_000 + 2_500 * 500
    sheet, number = number % sheets, number // sheets
    assert (number % 3, number // 3 % 7) == (
        [None, "point", "comma"].index(named.decimal_mark),
        named.decimals or 0,
    )
    assert number // 21 + 1 == named.number
    told = 0 if named.seed is None else 1 + named.seed
    assert sheet == (1_000_000 + 500 * (named.seed or 0) + named.variant if named.variant else told)


@given(NAMED)
def test_every_single_fault_and_every_swap_is_found(named: Named) -> None:
    """Not one of the 240 codes with one wrong character is valid, nor is one with two characters swapped."""
    code = write(named)
    wrong = [
        code[:place] + sign + code[place + 1 :] for place in range(LENGTH) for sign in ALPHABET if sign != code[place]
    ]
    for one, other in combinations(range(LENGTH), 2):
        if code[one] != code[other]:
            swapped = list(code)
            swapped[one], swapped[other] = swapped[other], swapped[one]
            wrong.append("".join(swapped))
    for each in wrong:
        with pytest.raises(UsageError, match="wrong"):
            read(each)


def test_the_alphabet_has_no_look_alikes() -> None:
    """None of 0 and O, 1, I and L; each sign once; as many as a prime, on which the check rests."""
    assert set(ALPHABET).isdisjoint("01ILO")
    assert len(set(ALPHABET)) == len(ALPHABET) == 31


def test_codes_mean_the_same_for_ever() -> None:
    """Codes that were printed once still say the same."""
    assert {code: read(code) for code in PRINTED} == PRINTED
    assert {code_of(sheet_of("katze")), code_of(sheet_of("katze-7")), code_of(sheet_of("cat", 7))} <= set(PRINTED)


def test_every_built_in_worksheet_has_one_number() -> None:
    """The table of numbers is complete, and a name means its last number."""
    assert {*NUMBERS.values()} == {*BUILTIN_NAMES}
    assert list(NUMBERS) == list(range(1, len(NUMBERS) + 1))
    for name in BUILTIN_NAMES:
        found = read(code_of(sheet_of(name)))
        assert found is not None
        assert found.worksheet == name


def told() -> dict[str, str]:
    """What is right on the sheets of every number: fixed ones, and those of a seed where numbers may be drawn."""
    found = {}
    for number, name in NUMBERS.items():
        texts = [accepted_texts(sheet_of(name))]
        if find(name).worksheet.vary or not any(each.kind == "task" for each in find(name).exercise):
            texts.append(accepted_texts(sheet_of(name, SEED)))
        found[str(number)] = hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:16]
    return found


@pytest.mark.slow
def test_codes_rebuild_the_sheets_that_were_printed() -> None:
    """A built-in worksheet whose right answers have changed needs a new number, or old codes lead to wrong keys."""
    assert told() == json.loads(KEPT.read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", [499, 24])
def test_a_number_that_is_not_there_or_has_passed_is_said(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A code of a later posenc, and one of a worksheet with other numbers since, rebuild nothing wrong."""
    monkeypatch.setattr(codes, "NUMBERS", {**NUMBERS, 25: NUMBERS[24]})
    with pytest.raises(UsageError) as refused:
        _ = Named(number).worksheet
    assert refused.value.key == ("codes.newer" if number == 499 else "codes.outdated")
    with pytest.raises(UsageError):
        _ = Named(1, 7, 3).worksheet


@pytest.mark.parametrize(
    ("named", "why"),
    [
        (Named(501), "number"),
        (Named(1, codes.MOST_SEEDS), "seed"),
        (Named(1, codes.MOST_SEEDS_WITH_VARIANTS, 1), "seed with variants"),
        (Named(1, 1, codes.MOST_VARIANTS + 1), "variant"),
        (Named(1, decimals=7), "decimals"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_has_no_room_is_not_cut_off(named: Named, why: str) -> None:
    """A number that does not fit never becomes the code of another sheet."""
    with pytest.raises(ValueError, match="room"):
        write(named)
    assert why


def test_a_large_seed_gets_a_fingerprint() -> None:
    """A sheet that its code cannot rebuild has one all the same, and the code says that it rebuilds nothing."""
    sheet = sheet_of("katze-kurz", codes.MOST_SEEDS)
    assert read(code_of(sheet)) is None
    assert read(code_of(sheet_of("katze-kurz", codes.MOST_SEEDS - 1))) == Named(2, codes.MOST_SEEDS - 1)


def test_decimals_and_mark_are_in_the_code() -> None:
    """A sheet printed with other decimals has other numbers, and its code knows."""
    sheet = sheet_of("katze-kurz", 7, Writing(2, "comma"))
    assert read(code_of(sheet)) == Named(2, 7, 0, 2, "comma")
    assert code_of(sheet_of("katze-kurz", 7, Writing(3, "point"))) == code_of(sheet_of("katze-kurz-7"))


def test_a_fingerprint_knows_its_worksheet() -> None:
    """Every change of numbers, words or blanks gives another code; prose, points and minutes do not."""
    from posenc_cli.worksheet.build import build

    code = code_of(build(own()))
    assert read(code) is None
    for old, new in (
        ("the cat", "cat the"),
        ("d = 2", "d = 2\ndecimals = 2"),
        ("[0.9, 0.1]", "[0.8, 0.1]"),
        ("[1]", "[0]"),
        ("cat", "dog"),
    ):
        assert code_of(changed(old, new)) != code
    for old, new in (
        ('"Own"', '"Mine"'),
        ("d = 2", "d = 2\nminutes = 5"),
        ("[1]", "[1]\npoints = 2"),
        ("0.9,", "0.90,"),
    ):
        assert code_of(changed(old, new)) == code


def test_a_fingerprint_knows_its_seed() -> None:
    """Fixed numbers, and the numbers of every seed, have codes of their own."""
    from posenc_cli.worksheet.build import build
    from posenc_cli.worksheet.draw import vary

    found = {code_of(build(own())), *(code_of(vary(own(), seed)) for seed in range(20))}
    assert len(found) == 21


def test_a_copy_with_a_built_in_name_is_no_built_in_worksheet() -> None:
    """Who edits a copy gets a fingerprint, though the worksheet is called the same."""
    from posenc_cli.worksheet.build import build

    text = find("katze-kurz").text
    assert read(code_of(build(read_spec(text, "katze-kurz", Path())))) is None
    edited = read_spec(text.replace("0.9", "0.8"), "katze-kurz", None)
    assert read(code_of(build(edited))) is None
    unchanged = read_spec(text, "katze-kurz", None)
    assert read(code_of(build(unchanged))) == Named(2)


def test_a_worksheet_that_an_option_changed_is_no_built_in_worksheet() -> None:
    """Its text is that of the built-in one, but its numbers are not: the code rebuilds nothing wrong."""
    from posenc_cli.worksheet.build import build

    spec = find("katze-kurz")
    moved = spec.model_copy(update={"worksheet": spec.worksheet.model_copy(update={"scale": True})})
    assert read(code_of(build(moved))) is None
    larger = spec.model_copy(update={"worksheet": spec.worksheet.model_copy(update={"font_size": 18.0})})
    assert read(code_of(build(larger))) == Named(2)


def test_a_secret_makes_another_sheet_with_another_code() -> None:
    """The secret decides what is drawn; each has its own code, which rebuilds nothing."""
    from posenc_cli.worksheet.draw import digest, vary

    specs = [own(OWN.replace("d = 2", f'd = 2\nsecret = "{secret}"')) for secret in ("long enough", "long enouhg")]
    specs.append(own())
    assert len({digest(spec) for spec in specs}) == 3
    sheets = [vary(spec, 1) for spec in specs]
    assert len({code_of(sheet) for sheet in sheets}) == 3
    assert len({str(sheet.given["embedding"].tolist()) for sheet in sheets}) == 3
    hidden = find("katze-kurz")
    hidden = hidden.model_copy(update={"worksheet": hidden.worksheet.model_copy(update={"secret": "long enough"})})
    assert read(code_of(vary(hidden, 1))) is None


def test_a_short_secret_is_refused() -> None:
    """Three letters are guessed in a moment."""
    with pytest.raises(InputError) as refused:
        own(OWN.replace("d = 2", 'd = 2\nsecret = "abc"'))
    assert refused.value.key == "worksheet.spec-short"
    assert refused.value.values == {"path": "own.toml", "line": 5, "key": "worksheet.secret", "least": 8}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("CDG9-K4XY", "codes.wrong"),
        ("DCG9-K4XX", "codes.wrong"),
        ("CDG9-K4X", "codes.wrong"),
        ("CDG9-K4X0", "codes.sign"),
    ],
)
def test_what_is_no_code_is_said(text: str, key: str) -> None:
    """A wrong, a swapped, a missing and an impossible character."""
    with pytest.raises(UsageError) as refused:
        read(text)
    assert refused.value.key == key
    assert refused.value.values["given"] == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CDG9-K4XX", True),
        ("cdg9k4xx", True),
        (" CDG9 K4XX ", True),
        ("CDG9-K4X0", True),
        ("kapitels", False),
        ("mkfwnmzj", True),
        ("mkfw-nmzj", True),
        ("mkfwnmjz", False),
        ("12345678", False),
        ("katze-kurz", False),
        ("CDG9-K4X", False),
        ("../a-b.cd", False),
        ("", False),
    ],
)
def test_what_is_meant_as_a_code(text: str, expected: bool) -> None:
    """Eight letters and digits, but neither a word in small letters nor a number."""
    assert looks_like_code(text) is expected


def test_no_built_in_name_looks_like_a_code() -> None:
    """A name is never taken for a code."""
    assert [name for name in BUILTIN_NAMES if looks_like_code(name)] == []


def test_a_code_needs_no_more_than_the_sheet_says() -> None:
    """A sheet that nobody said the origin of is taken for what it is."""
    sheet = sheet_of("katze")
    assert sheet.origin is None
    assert code_of(replace(sheet, origin=sheet.spec)) == code_of(sheet)


if __name__ == "__main__":
    KEPT.write_text(json.dumps(told(), indent=1) + "\n", encoding="utf-8")
