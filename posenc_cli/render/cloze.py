r"""Places to answer in the syntax of Moodle's embedded answers ("Cloze"): ``{1:NM:=0.841:0.0005~…~*#…}``.

What Moodle reads there is a small language of its own, and HTML inside it. The rules that hold here:

- A weight is a whole number. The first alternative that fits counts: exact, coarser, one off, slips, everything else.
- Numbers have an ASCII minus and a point; a tolerance is absolute and its ends belong to it. Bands do not overlap.
- ``~ } # \`` and a leading ``=`` or ``%`` are syntax. As character references they are not: Moodle resolves one layer
  of references in alternatives and hints, and what is left is HTML.
- A field is as wide as its longest alternative. One that nobody writes makes them all alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from posenc_cli.encodings.slips import hint_key
from posenc_cli.i18n import text as sentence
from posenc_cli.render.moodle_text import escaped
from posenc_cli.worksheet.labels import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.grading.foreseen import Foreseen
    from posenc_cli.worksheet.sheet import Sheet

_SYNTAX = str.maketrans({sign: f"&#{ord(sign)};" for sign in "~}{#\\"})
#: Ends of bands, in units of the last asked decimal: of right answers, of slips beside them, of single numbers.
_RIGHT, _SLIP, _SINGLE = Decimal("0.5"), Decimal("0.49"), Decimal("0.01")
#: Signs of the alternative that makes fields wide: at least so many, and more than any other has.
_WIDTH = 10


@dataclass(frozen=True)
class Field:
    """How the numbers of a sheet are asked for.

    Attributes:
        sheet: the sheet.
        width: signs of the widest alternative of any blank, the one for its width included.
    """

    sheet: Sheet
    width: int

    @classmethod
    def of(cls, sheet: Sheet, known: Sequence[Foreseen]) -> Field:
        """Fields that are equally wide for every blank."""
        texts = (text for one in known for text in (*one.accepted, *one.coarse, *one.rounding, *one.slips))
        return cls(sheet, max([_WIDTH, *(len(text) + 1 for text in texts)]))

    def __call__(self, known: Foreseen, weight: int) -> str:
        """The place for the number of one blank."""
        credit = self.sheet.spec.worksheet.credit
        decimals = self.sheet.decimals
        # The first that fits counts: what a tolerance makes right stands before what would be wrong without it.
        near = max(_RIGHT, self.sheet.spec.marking.tolerance.scaleb(decimals))
        right, *others = (self._number(known, text, near) for text in known.accepted)
        language = self.sheet.spec.worksheet.language
        coarse, early, wrong = (
            sentence(language, f"moodle.{key}", decimals=decimals) for key in ("coarse", "rounding", "wrong")
        )
        alternatives = [
            f"={right}",
            *(f"%100%{other}" for other in others),
            *(_share(credit.coarse, self._number(known, text, _SINGLE), coarse) for text in known.coarse),
            *(_share(credit.rounding, self._number(known, text, _SINGLE), early) for text in known.rounding),
        ]
        for text, alike in known.slips.items():
            hint = sentence(language, hint_key(alike))
            alternatives.append(_share(0, self._number(known, text, _SLIP), hint))
        alternatives += ["-".ljust(self.width, "8") + ":0", f"*#{_hint(wrong)}"]
        return f"{{{weight}:NUMERICAL:{'~'.join(alternatives)}}}"

    def _number(self, known: Foreseen, text: str, units: Decimal) -> str:
        """A number with its band; what counts things stands there as it does on the sheet."""
        tolerance = units.scaleb(-self.sheet.decimals)
        return f"{shown(self.sheet, known.blank.place.quantity, text)}:{tolerance:f}"


def choice(options: Sequence[str], right: int, weight: int) -> str:
    """A list to tick one of.

    Args:
        options: as HTML.
        right: number of the right one.
        weight: in points.
    """
    listed = (f"{'=' if number == right else ''}{_protected(option)}" for number, option in enumerate(options))
    return f"{{{weight}:MULTICHOICE_V:{'~'.join(listed)}}}"


def words(spellings: Sequence[str], weight: int) -> str:
    """A place for a text whose small and capital letters count; with and without blanks it is the same.

    Args:
        spellings: all that are right, the usual one first, as plain text.
        weight: in points.
    """
    both = dict.fromkeys(text for one in spellings for text in (one, one.replace(" ", "")))
    # A star stands for anything there, unless a backslash is before it.
    listed = (f"={_protected(text.replace('*', f'{chr(92)}*'))}" for text in both)
    return f"{{{weight}:SHORTANSWER_C:{'~'.join(listed)}}}"


def _share(credit: float, number: str, hint: str) -> str:
    """An alternative that is worth a part; what is worth nothing says nothing."""
    per_cent = f"{Decimal(str(credit)) * 100:.5f}".rstrip("0").rstrip(".")
    return f"{'' if per_cent == '0' else f'%{per_cent}%'}{number}#{_hint(hint)}"


def _hint(text: str) -> str:
    """A sentence of ours or of the teacher as HTML that is no syntax."""
    return _protected(escaped(text))


def _protected(html: str) -> str:
    found = html.replace("&", "&amp;").translate(_SYNTAX)
    return f"&#{ord(found[0])};{found[1:]}" if found[:1] in {"=", "%"} else found
