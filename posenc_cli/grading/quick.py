"""A sheet for a quick check: nothing but blanks of an encoding's table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from posenc_cli.worksheet.build import assemble
from posenc_cli.worksheet.spec import Spec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.i18n import Language
    from posenc_cli.i18n.numbers import Mark
    from posenc_cli.worksheet.sheet import Sheet


def quick_sheet(  # noqa: PLR0913  (all that a bare table can differ in)
    d: int,
    positions: Sequence[int],
    *,
    decimals: int = 3,
    base: float | None = None,
    conventions: Mapping[str, str] | None = None,
    decimal_mark: Mark = "point",
    language: Language = "de",
) -> Sheet:
    """A sheet whose blanks are whole rows of the table; ids as on a worksheet (``pe2_d1``).

    Args:
        d: width.
        positions: one row each, without repeats.
        decimals: asked.
        base: of the encoding, its default if None.
        conventions: layout and spacing.
        decimal_mark: of right answers in the report.
        language: of feedback.
    """
    ordered = tuple(dict.fromkeys(positions))
    worksheet = {
        "title": "check",
        "name": "check",
        "language": language,
        "d": d,
        "decimals": decimals,
        "decimal_mark": decimal_mark,
        "sentence": " ".join(str(position) for position in ordered),
        "params": {} if base is None else {"base": base},
        "conventions": dict(conventions or {}),
    }
    spec = Spec.model_validate({"worksheet": worksheet, "exercise": [{"kind": "encode", "blank": ordered}]})
    sheet = assemble(spec, ordered)
    # The sentence is as long as its last position says: what a slip over its length can know.
    return replace(sheet, given={**sheet.given, "n": max(ordered) + 1})
