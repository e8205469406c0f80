"""What a blank and a column are called: on paper, in answer forms, in reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.i18n import text

if TYPE_CHECKING:
    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.sheet import Blank

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def column_name(k: int) -> str:
    """The name of column ``k`` as on paper, counted from 1: d₁ for k = 0."""
    return "d" + str(k + 1).translate(_SUBSCRIPTS)


def blank_label(blank: Blank, language: Language) -> str:
    """What a blank is called, for example "Position 2, d₁"; words of the sentence are put in as they are."""
    values = dict(blank.named)
    values["column"] = column_name(blank.place.column)
    return text(language, f"sheet.label.{blank.label}", **values)


def row_label(blank: Blank, language: Language) -> str:
    """What the row of a blank is called: its label without the column."""
    return text(language, f"sheet.label.{blank.label}", **{**blank.named, "column": ""}).rstrip(" ,")


def has_column(blank: Blank) -> bool:
    """Is the blank one of a row, named by its column?"""
    return "column" in blank.named
