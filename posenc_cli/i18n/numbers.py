"""Number text: rounding as in school, writing on paper and in files, reading what a person wrote.

The grammar of a written number is our own and explicit: Python's ``float`` takes ``nan``, ``1_000`` and digits of other
scripts, and refuses ``0,909`` and the typographic minus. Nothing here evaluates anything. A leaf without numpy.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import TYPE_CHECKING, Literal, cast

from posenc_cli.i18n import lookup
from posenc_cli.i18n import text as sentence

if TYPE_CHECKING:
    from posenc_cli.i18n import Language

Mark = Literal["point", "comma"]

_LONGEST_SHOWN = 40  #: characters of an answer that are shown where it is spoken of
_FLOAT_DIGITS = 15  #: what a float64 always holds; digits behind them are noise of the binary form


def mark_of(language: Language) -> Mark:
    """The decimal mark of a language where nobody names one."""
    return cast("Mark", lookup(language, "language.decimal-mark"))


def separator_of(language: Language) -> str:
    """What spreadsheets of a language set between cells."""
    return sentence(language, "language.separator")


def round_half_away(value: float | Decimal, decimals: int) -> Decimal:
    """Round by the school rule: half away from zero, on the decimal value; never a negative zero.

    Args:
        value: a float is taken as the decimal number that it stands for, so 1.0005 is a tie although its binary form
            lies below it.
        decimals: how many decimals to keep, 0 or more.

    Raises:
        ValueError: ``value`` is not finite.
    """
    number = _decimal(value, decimals)
    digits = max(number.adjusted(), 0) + decimals + 2
    rounded = number.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP, context=Context(prec=digits))
    return rounded.copy_abs() if rounded.is_zero() else rounded


def write_number(value: float | Decimal, decimals: int | None, *, mark: Mark = "point", minus: str = "-") -> str:
    """Write a number without an exponent and without a minus before zero.

    Args:
        value: the number.
        decimals: exactly so many decimals; None writes the shortest text that reads back as the same number.
        mark: the decimal mark.
        minus: the sign of a negative number; U+2212 on paper, the ASCII one in files.

    Raises:
        ValueError: ``value`` is not finite: neither "nan" nor "inf" may appear on paper.
    """
    if decimals is not None and isinstance(value, float) and _is_far_from_ties(value, decimals):
        written = format(abs(value), f".{decimals}f")
        is_negative = value < 0 and abs(value) * 10.0**decimals > 0.5
    else:
        number = _decimal(value, None) if decimals is None else round_half_away(value, decimals)
        written = format(number.copy_abs(), "f")
        is_negative = number.is_signed() and not number.is_zero()
    if mark == "comma":
        written = written.replace(".", ",")
    return minus + written if is_negative else written


def _is_far_from_ties(value: float, decimals: int) -> bool:
    """Does every rule of rounding give the same number here, so that Python's own formatting does?"""
    scaled = abs(value) * 10.0 ** min(decimals, _FLOAT_DIGITS)
    return decimals <= _FLOAT_DIGITS and scaled < 1e9 and abs(scaled % 1.0 - 0.5) > 1e-5


def in_mark(told: str, mark: Mark) -> str:
    """A sentence of ours with the decimal marks of its examples as a sheet has them."""
    return re.sub(r"(?<=\d)[.,](?=\d)", "," if mark == "comma" else ".", told)


def shortened(written: str) -> str:
    """What somebody wrote, as far as a sentence has room for it: of a long text the middle goes."""
    side = _LONGEST_SHOWN // 2
    return written if len(written) <= _LONGEST_SHOWN else f"{written[: side - 1]}…{written[-side:]}"


def _decimal(value: float | Decimal, decimals: int | None) -> Decimal:
    """The decimal number that a float stands for; float noise is shaved off if there is room behind ``decimals``."""
    exact = value if isinstance(value, Decimal) else Decimal(repr(float(value)))
    if not exact.is_finite():
        message = f"not a finite number: {value!r}"
        raise ValueError(message)
    if isinstance(value, Decimal) or decimals is None or exact.is_zero():
        return exact
    room = _FLOAT_DIGITS - 1 - exact.adjusted()
    return Decimal(format(float(value), f".{_FLOAT_DIGITS}g")) if decimals < room else exact


@dataclass(frozen=True)
class Reading:
    """What one written answer says.

    Attributes:
        text: what was written, untouched.
        status: a number, left blank, or unreadable (which is never wrong and never zero).
        value: the number, exactly as written.
        decimals: how many decimals were written (``2E-2`` has two).
        reason: why it is unreadable, a key of the catalogue whose sentence names ``text``.
        notice: a key of something worth saying that does not matter for the value.
    """

    text: str
    status: Literal["number", "blank", "unreadable"]
    value: Decimal | None = None
    decimals: int = 0
    reason: str | None = None
    notice: str | None = None

    def sentence(self, language: Language) -> str | None:
        """The reason, else the notice, as a sentence; None if there is nothing to say."""
        key = self.reason or self.notice
        return sentence(language, key, text=shortened(self.text)) if key else None


_MINUS = "\u2212"
_DASHES = "\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u207b\ufe58\ufe63\uff0d"
_TO_MINUS = str.maketrans(dict.fromkeys(_MINUS + _DASHES, "-"))
_INVISIBLE = re.compile("[\u180e\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_BLANKS = re.compile(r"\s+")
_SUPERSCRIPT = re.compile("10([\u207a\u207b]?[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)")
_FROM_SUPERSCRIPT = str.maketrans(
    "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207a\u207b", "0123456789+-"
)

_BLANK = re.compile(r"-+|\?+|_+|x|k\.?a\.?|n\.?/a\.?|\.{3,}|…", re.IGNORECASE)
_ABOUT = r"(?:(?:[=≈~≅≃∼≐]|ca\.?) ?){0,2}"
_PLAIN = r"[+-]? ?(?:\d+(?:[.,]\d*)?|[.,]\d+)"
_NUMBER = re.compile(
    _ABOUT + r"(?P<sign>[+-]?) ?(?P<mantissa>\d+(?:[.,]\d*)?|[.,]\d+)"
    r"(?: ?[eE] ?(?P<exponent>[+-]?\d+)| ?[·*×⋅∙•xX] ?10 ?\^ ?[({]? ?(?P<power>[+-]? ?\d+) ?[)}]?)?"
    r" ?(?:…|\.\.+)?",
    re.ASCII,
)
_BRACKETED = re.compile(rf"({_ABOUT})(?:\(([^()]*)\)|\[([^\[\]]*)\]|\{{([^{{}}]*)\}})")
_LONGEST_TEXT = 200
_MOST_DIGITS = 40
_LARGEST_EXPONENT = 99

_MONTH = r"(?:jan|feb|m[aä]r|mrz|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]*"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_TIME = r"(?:[ t]\d{1,2}:\d{2}.*)?"
#: What calculators have found an error in.
_FAULTS = (
    r"ma(?:th(?:e(?:matischer)?|s)?)?|syn(?:tax)?|st(?:ac)?k|arg(?:ument)?|dom(?:ain)?|(?:definitions|rechen)?bereichs?|"
    r"rechen|dim(?:ension)?|range|overflow|overload|mem(?:ory)?|speicher|variable|data|input|eingabe|invalid|"
    r"div(?:ide)? by 0"
)
_REASONS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (reason, re.compile(pattern, re.IGNORECASE | re.ASCII))
    for reason, pattern in (
        ("error-cell", r"#(?!div/0).*|err:\d+"),
        ("calculator-error", r"#div/0!?|[+-]?(?:e|∞)|-e-"),
        (
            "calculator-error",
            rf"(?:(?:{_FAULTS})[ .-]?)?(?:error|fehler|err)(?: ?\d{{1,3}}|[ :.!-]{{1,3}}(?:{_FAULTS})|[.!])?",
        ),
        ("calculator-error", r"(?:error|fehler|err)[:.] ?[a-zäöüÄÖÜ0-9/][a-zäöüÄÖÜ0-9/. ]{0,20}"),
        ("calculator-error", r"(?:undef\w*|nicht definiert|overflow|div(?:ide|ision durch)?(?: by)? ?/?0)"),
        ("percent", rf"{_PLAIN} ?(?:%|‰|prozent|percent)"),
        (
            "date",
            rf"(?:\d{{1,4}}[-./ ]{{0,2}}{_MONTH}|{_MONTH}[-./ ]{{0,2}}\d{{1,4}})(?:[-./ ]{{1,2}}\d{{1,4}})?{_TIME}",
        ),
        ("date", rf"{_DAY}\.(?:0?[1-9]|1[0-2])\.(?:\d{{2}}|\d{{4}})?{_TIME}"),
        ("date", rf"(?:\d{{4}}-\d{{1,2}}-\d{{1,2}}|\d{{1,2}}/\d{{1,2}}/\d{{2,4}}){_TIME}"),
        ("date", r"\d{1,2}:\d{2}:\d{2}"),
        ("other-mark", r"[+-]? ?(?:0[·⋅∙•'’‘´`_]\d+|0[ ;:]\d{3,}|1[·⋅∙•]\d{3,})"),
        ("groups", r"[+-]? ?[1-9]\d{0,2}(?:([ '’_.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d*)?"),
        ("groups", r"[+-]? ?\d+(?:[ '’_]\d{3})+(?:[.,]\d*)?"),
        ("minus-after", rf"{_PLAIN} ?-"),
    )
)
_MARKS_ONLY = re.compile(r"[+-]? ?[\d.,]+", re.ASCII)
_EXPRESSION = re.compile(
    r"(?:^|[^a-z])(?:a(?:rc)?)?(?:sin|cos|tan|sqrt|wurzel|log|ln|exp|pi)(?![a-z])|[π√½⅓¼¾²³]|"
    r"[\d)] ?[-+*/·×⋅∙÷:^] ?[\d(.,+-]|[^=]= ?[\d(.,+-]|10 ?\^",
    re.IGNORECASE | re.ASCII,
)
_UNIT = re.compile(rf"{_PLAIN} ?[\[(]?(?:°|(?!e$)[^\W\d_]+\.?)[\])]?", re.IGNORECASE)
_SEVERAL = (re.compile(r" ?[;|] ?"), re.compile(r",? "), re.compile(r" (?:or|oder|and|und) "))
_EITHER = re.compile(r"([+-]?\d*[.,]\d{2,}) ?/ ?([+-]?\d*[.,]\d{2,})", re.ASCII)
#: So near to each other are two answers with a stroke between them; what lies farther apart may be divided.
_NEAR = 0.1
_ONE = re.compile(_PLAIN, re.ASCII)


def read_number(text: str) -> Reading:
    """Read one written answer; a lone point or comma is its decimal mark, whatever the neighbours use.

    Digit groups, both marks, units, percent signs and calculations are unreadable, each with its own reason. A power
    of ten may be written ``2E-2`` or ``2·10^-2``.
    """
    if len(text) > _LONGEST_TEXT:
        return Reading(text, "unreadable", reason="numbers.too-long")
    dashed = _clean(text)
    clean = dashed.translate(_TO_MINUS)
    if not clean or _BLANK.fullmatch(clean.replace(" ", "")):
        return Reading(text, "blank")
    found = _NUMBER.fullmatch(clean) or _NUMBER.fullmatch(_bracketed(clean))
    if found is None:
        return Reading(text, "unreadable", reason=f"numbers.{_reason(clean)}")
    exponent = int((found["exponent"] or found["power"] or "0").replace(" ", ""))
    if len(found["mantissa"]) > _MOST_DIGITS or abs(exponent) > _LARGEST_EXPONENT:
        return Reading(text, "unreadable", reason="numbers.too-long")
    value = Decimal(f"{found['sign']}{found['mantissa'].replace(',', '.')}E{exponent}")
    value = value.copy_abs() if value.is_zero() else value
    decimals = max(0, -int(value.as_tuple().exponent))
    notice = "numbers.dash-as-minus" if any(dash in dashed for dash in _DASHES) else None
    return Reading(text, "number", value, decimals, notice=notice)


def _clean(text: str) -> str:
    """Without invisible characters, outer blanks and a guard before the number; inner blanks become one."""
    clean = _BLANKS.sub(" ", _INVISIBLE.sub("", unicodedata.normalize("NFC", text))).strip()
    clean = clean.removeprefix("'").lstrip()  # spreadsheets and formula guards put it there
    return _SUPERSCRIPT.sub(lambda power: "10^" + power[1].translate(_FROM_SUPERSCRIPT), clean)


def _bracketed(clean: str) -> str:
    """What stands in the only brackets around all of it."""
    found = _BRACKETED.fullmatch(clean)
    return "" if found is None else found[1] + (found[2] or found[3] or found[4] or "").strip()


def _reason(clean: str) -> str:
    """Why ``clean``, which is no number, cannot be read."""
    if any(unicodedata.decimal(sign, None) is not None and not sign.isascii() for sign in clean):
        return "other-digits"
    clean = re.sub(f"^{_ABOUT}", "", clean)
    for reason, pattern in _REASONS:
        if pattern.fullmatch(clean):
            return reason
    if _several(clean):
        return "two-numbers"
    if _MARKS_ONLY.fullmatch(clean) and any(sign.isdigit() for sign in clean):
        return "two-marks"
    if _EXPRESSION.search(clean):
        return "expression"
    return "unit" if _UNIT.fullmatch(clean) else "not-a-number"


def _several(clean: str) -> bool:
    """Whether this is a list of numbers, with or without brackets."""
    body = clean.strip("[](){} ")
    if found := _EITHER.fullmatch(body):
        one, other = (float(part.replace(",", ".")) for part in found.groups())
        return abs(one - other) <= _NEAR * max(abs(one), abs(other))
    ways = [pattern.split(body) for pattern in _SEVERAL]
    if body.count(".") > 1 or ",-" in body:  # 0.909,-0.416: the comma can only part two numbers
        ways.append(body.split(","))
    return any(len(parts) > 1 and all(_ONE.fullmatch(part) for part in parts if part) for parts in ways)
