"""Sheet codes: eight characters in the foot of a sheet that say which sheet it is.

Of a built-in worksheet the code alone rebuilds the sheet. Of a worksheet of one's own it is a fingerprint: it tells
whether a file is the one that the sheet was printed from. Seven characters are a number, the eighth checks them.

What a code means must not change for ten years: neither the alphabet nor a constant of the layout nor a number that a
worksheet has. A built-in worksheet whose numbers change gets a new number, and the old one stays its own.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.errors import UsageError
from posenc_cli.worksheet.draw import digest
from posenc_cli.worksheet.spec import MOST_DECIMALS, builtin_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.i18n.numbers import Mark
    from posenc_cli.worksheet.sheet import Sheet

#: No 0, 1, I, L and O, which are mistaken for each other. 31 is a prime: so one character finds every fault below.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 8
_BASE = len(ALPHABET)
#: How much each character counts in a sum that is 0: one that is wrong changes it, and so do two that are swapped.
_WEIGHTS = range(LENGTH, 0, -1)
_CAPACITY: int = _BASE ** (LENGTH - 1)
#: Numbers next to each other get codes that look different; no multiple of 31.
_MIX, _SHIFT = 17_003_730_617, 9_203_111_729

#: Which number a built-in worksheet has in its codes. Only ever added to; the last number of a name is today's.
NUMBERS: Mapping[int, str] = {
    1: "katze",
    2: "katze-kurz",
    3: "cat",
    4: "cat-short",
    5: "alibi",
    6: "alibi-en",
    7: "relative",
    8: "relative-en",
    9: "t5",
    10: "t5-en",
    11: "rope",
    12: "rope-en",
    13: "learned",
    14: "learned-en",
    15: "interpolation",
    16: "interpolation-en",
    17: "grid",
    18: "grid-en",
    19: "calendar",
    20: "calendar-en",
    21: "nope",
    22: "nope-en",
    23: "overview",
    24: "overview-en",
}
#: Room for numbers, ways of writing, seeds, and variants of a seed (groups, a class); what is left are fingerprints.
_MOST_NUMBERS = 500
_MARKS: tuple[Mark | None, ...] = (None, "point", "comma")
MOST_SEEDS, MOST_SEEDS_WITH_VARIANTS, MOST_VARIANTS = 1_000_000, 2_500, 500
_SHEETS = 1 + MOST_SEEDS + MOST_SEEDS_WITH_VARIANTS * MOST_VARIANTS
_WRITINGS = (1 + MOST_DECIMALS) * len(_MARKS)
_BUILT_IN = _MOST_NUMBERS * _WRITINGS * _SHEETS


@dataclass(frozen=True)
class Named:
    """What the code of a built-in worksheet's sheet says.

    Attributes:
        number: of the worksheet, one of :data:`NUMBERS`.
        seed: of its numbers; None for the fixed ones.
        variant: of a seed, from 1; 0 where there is only one.
        decimals: if others than the worksheet's own.
        decimal_mark: if another than the worksheet's own.
    """

    number: int
    seed: int | None = None
    variant: int = 0
    decimals: int | None = None
    decimal_mark: Mark | None = None

    @property
    def worksheet(self) -> str:
        """The name of the worksheet.

        Raises:
            UsageError: it has had other numbers since, or this copy of posenc does not know it.
        """
        name = NUMBERS.get(self.number)
        if name is None or self.variant:
            raise UsageError("codes.newer", code=shown(write(self)))
        if _today(name) != self.number:
            raise UsageError("codes.outdated", code=shown(write(self)), name=name)
        return name


def code_of(sheet: Sheet) -> str:
    """The code of a sheet: eight characters."""
    named = _named(sheet)
    return _characters(_fingerprint(sheet)) if named is None else write(named)


def rebuilds(code: str) -> bool:
    """Does this code alone rebuild its sheet?

    Raises:
        UsageError: as :func:`read`.
    """
    return read(code) is not None


def write(named: Named) -> str:
    """The code of a built-in worksheet's sheet.

    Raises:
        ValueError: there is no room for it in a code.
    """
    if not _fits(named):
        raise ValueError(f"no code has room for {named}")
    if named.seed is None:
        sheet = 0
    elif not named.variant:
        sheet = 1 + named.seed
    else:
        sheet = 1 + MOST_SEEDS + named.seed * MOST_VARIANTS + named.variant - 1
    writing = (named.decimals or 0) * len(_MARKS) + _MARKS.index(named.decimal_mark)
    return _characters(((named.number - 1) * _WRITINGS + writing) * _SHEETS + sheet)


def read(text: str) -> Named | None:
    """What a code says; None for the fingerprint of a worksheet of one's own.

    Raises:
        UsageError: no code: a character is wrong or missing, or two are swapped.
    """
    code = _plain(text)
    strange = [sign for sign in code if sign not in ALPHABET]
    if strange:
        raise UsageError("codes.sign", given=text, sign=strange[0])
    values = [ALPHABET.index(sign) for sign in code]
    if len(code) != LENGTH or _sum(values) % _BASE:
        raise UsageError("codes.wrong", given=text)
    mixed = 0
    for value in values[:-1]:
        mixed = mixed * _BASE + value
    number = (mixed - _SHIFT) * pow(_MIX, -1, _CAPACITY) % _CAPACITY
    if number >= _BUILT_IN:
        return None
    worksheet, rest = divmod(number, _WRITINGS * _SHEETS)
    writing, sheet = divmod(rest, _SHEETS)
    decimals, mark = divmod(writing, len(_MARKS))
    seed: int | None = sheet - 1
    variant = 0
    if sheet > MOST_SEEDS:
        seed, variant = divmod(sheet - 1 - MOST_SEEDS, MOST_VARIANTS)
        variant += 1
    return Named(worksheet + 1, seed if sheet else None, variant, decimals or None, _MARKS[mark])


def shown(code: str) -> str:
    """A code as it is printed: ``7K3M-92QX``, easier to type, and a number for no spreadsheet."""
    plain = _plain(code)
    return f"{plain[:4]}-{plain[4:]}"


def looks_like_code(text: str) -> bool:
    """Was this meant as a code: eight letters and digits in one or two groups, but neither a word nor a number?

    Small letters alone are a code if nothing is wrong with them as one: hardly any word passes for that.
    """
    plain = _plain(text, upper=False)
    found = re.fullmatch(r"\s*[A-Za-z0-9]{4}[ -]?[A-Za-z0-9]{4}\s*", text)
    if found is None or plain.isdigit():
        return False
    return plain.isupper() or not plain.isalpha() or _holds(plain.upper())


def _holds(code: str) -> bool:
    """Does its last character confirm the others?"""
    return all(sign in ALPHABET for sign in code) and not _sum([ALPHABET.index(sign) for sign in code]) % _BASE


def is_code(text: str) -> bool:
    """Is nothing wrong with it as a code?"""
    plain = _plain(text)
    return len(plain) == LENGTH and _holds(plain)


def same(one: str, other: str) -> bool:
    """Are these two writings of one code?"""
    return _plain(one) == _plain(other)


def _plain(text: str, *, upper: bool = True) -> str:
    found = re.sub(r"[\s-]", "", text)
    return found.upper() if upper else found


def _characters(number: int) -> str:
    """Seven characters for a number, and the one that checks them."""
    mixed = (number * _MIX + _SHIFT) % _CAPACITY
    values: list[int] = []
    for _ in range(LENGTH - 1):
        mixed, value = divmod(mixed, _BASE)
        values.insert(0, value)
    values.append(-_sum(values) % _BASE)
    return "".join(ALPHABET[value] for value in values)


def _sum(values: Sequence[int]) -> int:
    return sum(weight * value for weight, value in zip(_WEIGHTS, values, strict=False))


def _fits(named: Named) -> bool:
    most = MOST_SEEDS_WITH_VARIANTS if named.variant else MOST_SEEDS
    return (
        1 <= named.number <= _MOST_NUMBERS
        and 0 <= (named.seed or 0) < most
        and 0 <= named.variant <= MOST_VARIANTS
        and (named.decimals is None or 1 <= named.decimals <= MOST_DECIMALS)
    )


def _today(name: str) -> int | None:
    """The number that a worksheet has today."""
    return max((number for number, each in NUMBERS.items() if each == name), default=None)


def _named(sheet: Sheet) -> Named | None:
    """What the code of a sheet says, if it alone can rebuild it."""
    spec = sheet.origin or sheet.spec
    own = builtin_of(spec)
    number = _today(spec.worksheet.name)
    if own is None or number is None or spec.worksheet.secret is not None:
        return None
    worksheet = own.worksheet
    decimals, mark = spec.worksheet.decimals, spec.worksheet.decimal_mark
    named = Named(
        number,
        sheet.seed if sheet.varied else None,
        0,
        decimals if decimals != worksheet.decimals else None,
        mark if mark != worksheet.decimal_mark else None,
    )
    written = own.model_copy(update={"worksheet": worksheet.model_copy(update={"decimals": decimals})})
    return named if _fits(named) and digest(written) == digest(spec) else None


def _fingerprint(sheet: Sheet) -> int:
    """A number from all that decides what stands on a sheet and what is right on it."""
    spec = sheet.origin or sheet.spec
    vectors = np.atleast_2d(sheet.given.get("embedding", ()))
    decides = {
        "digest": digest(spec),
        "words": spec.words,
        "seed": sheet.seed if sheet.varied else None,
        "vectors": [[str(Decimal(str(value)).normalize()) for value in row] for row in vectors if len(row)],
    }
    plain = json.dumps(decides, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return _BUILT_IN + int(hashlib.sha256(plain.encode()).hexdigest(), 16) % (_CAPACITY - _BUILT_IN)
