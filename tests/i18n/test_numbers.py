"""Number text: the school rule, the writer, and the grammar of a written answer."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.i18n import LANGUAGES, catalogue
from posenc_cli.i18n.numbers import Mark, mark_of, read_number, round_half_away, separator_of, shortened, write_number


def test_every_language_has_a_mark_and_a_separator() -> None:
    """Who adds a language says how it writes numbers, and no mark is what separates cells."""
    assert all((mark_of(one), separator_of(one)) in {("comma", ";"), ("point", ",")} for one in LANGUAGES)


FINITE = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("value", "decimals", "expected"),
    [
        (0.0625, 3, "0.063"),
        (-0.0625, 3, "-0.063"),
        (1.0005, 3, "1.001"),
        (0.3 + 0.7005, 3, "1.001"),
        (2.675, 2, "2.68"),
        (0.5, 0, "1"),
        (-0.0004, 3, "0.000"),
        (Decimal("0.00049999999999999999"), 3, "0.000"),
        (1e22, 1, "10000000000000000000000.0"),
        (1e300, 0, "1" + "0" * 300),
        (5e-324, 3, "0.000"),
    ],
)
def test_school_rule(value: float | Decimal, decimals: int, expected: str) -> None:
    """Half is rounded away from zero on the decimal value, float noise shaved off first."""
    assert str(round_half_away(value, decimals)) == expected


@given(st.integers(-(10**9), 10**9), st.integers(0, 9), st.integers(0, 6))
def test_school_rule_agrees_with_exact_fractions(digits: int, places: int, decimals: int) -> None:
    """Floats of up to nine decimals round like the fraction that they stand for."""
    exact = Fraction(digits, 10**places)
    away = math.floor(abs(exact) * 10**decimals + Fraction(1, 2))
    expected = Fraction(away if exact > 0 else -away, 10**decimals)
    assert Fraction(round_half_away(digits / 10**places, decimals)) == expected
    assert Fraction(round_half_away(Decimal(digits).scaleb(-places), decimals)) == expected


@given(FINITE, st.integers(0, 20))
def test_rounding_moves_at_most_half_a_unit(value: float, decimals: int) -> None:
    """However large or small the float, the result is a nearest one with so many decimals (shaved noise apart)."""
    moved = abs(Fraction(round_half_away(value, decimals)) - Fraction(value))
    assert moved <= Fraction(1, 2 * 10**decimals) + abs(Fraction(value)) / 10**14 + Fraction(1, 10**30)


@pytest.mark.parametrize(
    ("value", "decimals", "expected"),
    [
        (0.9, 3, "0.900"),
        (-0.0000026, 3, "0.000"),
        (-0.0, 3, "0.000"),
        (Decimal("-0.000"), None, "0.000"),
        (-0.0, None, "0.0"),
        (1e22, None, "10000000000000000000000"),
        (1e-7, None, "0.0000001"),
        (0.9092974268256817, None, "0.9092974268256817"),
        (0.9092974268256817, 16, "0.9092974268256817"),
        (-0.4161468365471424, 3, "-0.416"),
        (1.0005, 3, "1.001"),
        (-0.0625, 3, "-0.063"),
        (0.0005, 3, "0.001"),
        (-0.00049, 3, "0.000"),
        (-0.00051, 3, "-0.001"),
        (0.30000000000000004, 300, "0.30000000000000004" + "0" * 283),
    ],
)
def test_written_numbers(value: float | Decimal, decimals: int | None, expected: str) -> None:
    """B09: always the asked decimals, no minus before zero, no exponent."""
    assert write_number(value, decimals) == expected


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, Decimal("nan"), Decimal("inf")])
@pytest.mark.parametrize("decimals", [None, 3])
def test_nothing_endless_on_paper(value: float | Decimal, decimals: int | None) -> None:
    """The words nan and inf are never written."""
    with pytest.raises(ValueError, match="finite"):
        write_number(value, decimals)


@given(FINITE, st.integers(0, 12), st.sampled_from(["point", "comma"]), st.sampled_from(["-", "−"]))
def test_written_numbers_read_back(value: float, decimals: int, mark: Mark, minus: str) -> None:
    """Writing and reading is the identity on rounded numbers, for both marks and both minus signs."""
    written = write_number(math.fmod(value, 10**9), decimals, mark=mark, minus=minus)
    reading = read_number(written)
    assert (reading.status, reading.decimals, reading.notice) == ("number", decimals, None)
    assert reading.value == round_half_away(math.fmod(value, 10**9), decimals)


@given(st.floats(-1e9, 1e9))
def test_shortest_text_reads_back_exactly(value: float) -> None:
    """Without a number of decimals nothing is lost, and no exponent appears."""
    written = write_number(value, None)
    assert re.fullmatch(r"-?\d+(\.\d+)?", written)
    assert float(written) == value


@pytest.mark.parametrize(
    ("text", "value", "decimals"),
    [
        pytest.param("0,909", "0.909", 3, id="decision 3 comma"),
        pytest.param("1,440", "1.440", 3, id="decision 3 no thousands"),
        pytest.param("1.440", "1.440", 3, id="decision 3 point"),
        pytest.param("'-0,416", "-0.416", 3, id="R11 apostrophe"),
        pytest.param("\t-0,416", "-0.416", 3, id="R11 tab"),
        pytest.param(" 0,909\u00a0", "0.909", 3, id="R15 no-break space"),
        pytest.param("\u200b0,909\u202f", "0.909", 3, id="R15 zero width and narrow"),
        pytest.param("−0,416", "-0.416", 3, id="R60 U+2212"),
        pytest.param("−,416", "-0.416", 3, id="R60 before a mark"),
        pytest.param("- 0,416", "-0.416", 3, id="R61 blank after the sign"),
        pytest.param(",909", "0.909", 3, id="R62 bare comma"),
        pytest.param(".909", "0.909", 3, id="R62 bare point"),
        pytest.param("+0,909", "0.909", 3, id="R62 plus"),
        pytest.param("0,9090", "0.909", 4, id="R62 trailing zero"),
        pytest.param("0,91", "0.91", 2, id="R62 fewer decimals"),
        pytest.param("1.", "1", 0, id="R62 trailing point"),
        pytest.param("2E-2", "0.02", 2, id="R63 E"),
        pytest.param("2,0E-02", "0.020", 3, id="R63 E with comma"),
        pytest.param("2E-00000002", "0.02", 2, id="R63 E with zeros"),
        pytest.param("2E2", "200", 0, id="R63 positive exponent"),
        pytest.param("2·10^-2", "0.02", 2, id="R63 power"),
        pytest.param("2 * 10^(-2)", "0.02", 2, id="R63 power in brackets"),
        pytest.param("9.99×10⁻³", "0.00999", 5, id="R63 superscript"),
        pytest.param("2e−2", "0.02", 2, id="R63 typographic minus"),
        pytest.param("≈0,909", "0.909", 3, id="R64 about"),
        pytest.param("~0.909", "0.909", 3, id="R64 tilde"),
        pytest.param("=0,909", "0.909", 3, id="R64 equals"),
        pytest.param("ca. 0,91", "0.91", 2, id="R64 ca."),
        pytest.param("0,909…", "0.909", 3, id="R64 ellipsis"),
        pytest.param("0,909...", "0.909", 3, id="R64 three dots"),
        pytest.param("(0.841)", "0.841", 3, id="brackets around one number"),
        pytest.param("= [-0,416]", "-0.416", 3, id="square brackets around one number"),
        pytest.param("0", "0", 0, id="R66 zero"),
        pytest.param("-0", "0", 0, id="R66 minus zero"),
        pytest.param("-0,000", "0", 3, id="R66 minus zero with decimals"),
    ],
)
def test_numbers(text: str, value: str, decimals: int) -> None:
    """Every accepted spelling gives its number, the written decimals and the raw text, without a notice."""
    reading = read_number(text)
    assert (reading.status, reading.value, reading.decimals) == ("number", Decimal(value), decimals)
    assert (reading.text, reading.reason, reading.notice) == (text, None, None)
    assert reading.value is not None
    assert reading.value < 0 or not reading.value.is_signed()


@pytest.mark.parametrize("dash", ["\u2010", "\u2011", "\u2012", "–", "—", "―", "﹘", "﹣", "－", "\u00ad"])
def test_r60_dashes_are_a_minus_with_a_notice(dash: str) -> None:
    """R60, B04: a dash before a digit is read as minus, and that is said."""
    reading = read_number(f"{dash}0,416")
    assert (reading.value, reading.notice) == (Decimal("-0.416"), "numbers.dash-as-minus")
    assert dash in str(reading.sentence("de"))


@pytest.mark.parametrize(
    "text", ["", " \u00a0", "-", "−", "–", "--", "?", "???", "x", "k. A.", "k.A.", "n/a", "N/A", "…", "___"]
)
def test_r68_blank(text: str) -> None:
    """R68, R19: what people put where they do not answer is blank, neither a minus nor unreadable."""
    reading = read_number(text)
    assert (reading.status, reading.value, reading.reason, reading.text) == ("blank", None, None, text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("01. Apr", "date", id="R10 day and month"),
        pytest.param("Jan 44", "date", id="R10 month and year"),
        pytest.param("22. Mai", "date", id="R10 Mai"),
        pytest.param("01:02:00", "date", id="a time of day"),
        pytest.param("01.04.", "date", id="R10 digits only"),
        pytest.param("22.05.2024", "date", id="R10 whole date"),
        pytest.param("2024-05-22 00:00:00", "date", id="R10 ISO"),
        pytest.param("#NV", "error-cell", id="R12 NV"),
        pytest.param("#WERT!", "error-cell", id="R12 WERT"),
        pytest.param("#NAME?", "error-cell", id="R12 NAME"),
        pytest.param("#N/A", "error-cell", id="R12 N/A"),
        pytest.param("Err:502", "error-cell", id="R12 LibreOffice"),
        pytest.param("#DIV/0!", "calculator-error", id="R12 DIV/0"),
        pytest.param("Error", "calculator-error", id="calculator Error"),
        pytest.param("Math ERROR", "calculator-error", id="calculator Math ERROR"),
        pytest.param("ERROR 2", "calculator-error", id="calculator numbered"),
        pytest.param("Ma-Fehler", "calculator-error", id="calculator Fehler"),
        pytest.param("E", "calculator-error", id="calculator E"),
        pytest.param("-E-", "calculator-error", id="calculator -E-"),
        pytest.param("∞", "calculator-error", id="calculator infinity"),
        pytest.param("Error: divide by 0", "calculator-error", id="calculator with a reason"),
        pytest.param("ERR:DOMAIN", "calculator-error", id="calculator with a domain"),
        pytest.param("Syntaxfehler!", "calculator-error", id="calculator Syntaxfehler"),
        pytest.param("<b>error</b>", "not-a-number", id="error in a tag"),
        pytest.param("<img onerror=alert(1)>", "not-a-number", id="error in an attribute"),
        pytest.param("ich glaube, da ist ein Fehler drin", "not-a-number", id="Fehler in a sentence"),
        pytest.param("I made an error here", "not-a-number", id="error in a sentence"),
        pytest.param("error in my working, sorry", "not-a-number", id="a sentence that begins with error"),
        pytest.param("0·841", "other-mark", id="raised point"),
        pytest.param("-0·416", "other-mark", id="raised point below zero"),
        pytest.param("0'841", "other-mark", id="apostrophe for a mark"),
        pytest.param("0;841", "other-mark", id="semicolon for a mark"),
        pytest.param("0 841", "other-mark", id="blank for a mark"),
        pytest.param("0·5·2", "expression", id="a product"),
        pytest.param("2·3", "expression", id="another product"),
        pytest.param("0.909/0.910", "two-numbers", id="two answers and a stroke"),
        pytest.param("0.909 or 0.910", "two-numbers", id="two answers and a word"),
        pytest.param("0.91/0.42", "expression", id="a quotient"),
        pytest.param("(0.9)(0.4)", "not-a-number", id="two brackets"),
        pytest.param("1.000,5", "groups", id="R16 German groups"),
        pytest.param("1,000.5", "groups", id="R16 English groups"),
        pytest.param("1 000,5", "groups", id="R16 blank groups"),
        pytest.param("1\u202f000,5", "groups", id="R16 narrow blank groups"),
        pytest.param("1'000.5", "groups", id="R16 Swiss groups"),
        pytest.param("1.000.000", "groups", id="R16 million"),
        pytest.param("0,909,1", "two-marks", id="decision 3 two of one mark"),
        pytest.param("0.9,1", "two-marks", id="decision 3 both marks"),
        pytest.param("0,416-", "minus-after", id="R61 minus behind"),
        pytest.param("0,909 rad", "unit", id="R64 unit"),
        pytest.param("0,909°", "unit", id="R64 degrees"),
        pytest.param("since I could not", "not-a-number", id="a word that begins like sin"),
        pytest.param("d1 = sin 2", "expression", id="R65 with a name"),
        pytest.param("sin(2)", "expression", id="R65 sin"),
        pytest.param("cos(0,02)", "expression", id="R65 cos"),
        pytest.param("√2", "expression", id="R65 root"),
        pytest.param("1/2", "expression", id="R65 fraction"),
        pytest.param("0,9 - 0,4", "expression", id="R65 difference"),
        pytest.param("nan", "not-a-number", id="R67 nan"),
        pytest.param("inf", "not-a-number", id="R67 inf"),
        pytest.param("1_000", "groups", id="R67 underscore"),
        pytest.param("٠٫٩", "other-digits", id="R67 Arabic-Indic"),
        pytest.param("０．９", "other-digits", id="R67 full width"),
        pytest.param("0x1", "not-a-number", id="R67 hexadecimal"),
        pytest.param("2E", "not-a-number", id="R67 half an exponent"),
        pytest.param("--0,4", "not-a-number", id="two signs"),
        pytest.param("0,909; -0,416", "two-numbers", id="R69 semicolon"),
        pytest.param("[0.909, -0.416]", "two-numbers", id="R69 brackets"),
        pytest.param("0.909 -0.416", "two-numbers", id="R69 blank"),
        pytest.param("0.909,-0.416", "two-numbers", id="R69 comma"),
        pytest.param("90,9 %", "percent", id="R70 percent"),
        pytest.param("1e999", "too-long", id="huge exponent"),
        pytest.param("9" * 50, "too-long", id="many digits"),
        pytest.param("9" * 300, "too-long", id="long text"),
    ],
)
def test_unreadable(text: str, reason: str) -> None:
    """What is no number is neither wrong nor zero: it is unreadable with its own reason, and the raw text is kept."""
    reading = read_number(text)
    assert (reading.status, reading.value, reading.reason) == ("unreadable", None, f"numbers.{reason}")
    assert reading.text == text
    for language in LANGUAGES:
        assert shortened(text) in str(reading.sentence(language))


def test_a_long_text_is_shown_in_short() -> None:
    """Of what nobody can look at the middle is left out; what fits is shown as it was written."""
    assert shortened("9" * 40) == "9" * 40
    assert shortened("1" * 3000 + "2" * 2000) == "1" * 19 + "…" + "2" * 20


@given(st.text(max_size=300) | st.text("0123456789.,-+ eE^*x·/'[];", max_size=60))
def test_any_text_is_read(text: str) -> None:
    """Whatever is written, the reader answers, keeps the text and has a sentence for every reason."""
    reading = read_number(text)
    assert reading.text == text
    assert (reading.value is not None) == (reading.status == "number")
    assert (reading.reason is not None) == (reading.status == "unreadable")
    assert reading.value is None or reading.value.is_finite()
    assert (reading.sentence("en") is None) == (reading.reason is None and reading.notice is None)


@given(st.from_regex(r"[+-]?[0-9]{1,9}([.,][0-9]{0,9})?", fullmatch=True))
def test_plain_numbers_agree_with_decimal(text: str) -> None:
    """The grammar gives exactly what the digits say."""
    assert read_number(text).value == Decimal(text.replace(",", "."))


def test_catalogues_name_the_text() -> None:
    """Each sentence about a number says what was written, in both languages."""
    for language in LANGUAGES:
        assert all("{text}" in line for line in catalogue(language, "numbers").values())
