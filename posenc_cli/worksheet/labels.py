"""What a blank and a column are called: on paper, in answer forms, in reports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from posenc_cli.i18n import text

if TYPE_CHECKING:
    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.sheet import Blank, Sheet

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def column_name(k: int) -> str:
    """The name of column ``k`` as on paper, counted from 1: d₁ for k = 0."""
    return "d" + lowered(k + 1)


def lowered(number: int) -> str:
    """A number as an index: ₁₂."""
    return str(number).translate(_SUBSCRIPTS)


def blank_label(blank: Blank, language: Language) -> str:
    """What a blank is called, for example "Position 2, d₁"; words of the sentence are put in as they are."""
    values = dict(blank.named)
    values["column"] = column_name(blank.place.column)
    return text(language, f"sheet.label.{blank.label}", **values)


def label_within(blank: Blank, language: Language) -> str:
    """What a blank is called where its exercise is named already."""
    return blank_label(blank, language).removeprefix(f"{text(language, 'sheet.labels.exercise')} {blank.exercise}, ")


def row_label(blank: Blank, language: Language) -> str:
    """What the row of a blank is called: its label without the column; of a task, with the number of the exercise."""
    if is_of_task(blank):
        exercise = f"{text(language, 'sheet.labels.exercise')} {blank.exercise}"
        return ", ".join([exercise, str(blank.named["row"])] if "row" in blank.named else [exercise])
    return text(language, f"sheet.label.{blank.label}", **{**blank.named, "column": ""}).rstrip(" ,")


def is_of_task(blank: Blank) -> bool:
    """Does it stand in a task of the worksheet's own, which says what it is called?"""
    return "title" in blank.named


def cell_label(blank: Blank) -> str:
    """What a blank is called within its row: its column; empty where it is the only one."""
    if "column" in blank.named:
        return column_name(blank.place.column)
    return str(blank.named.get("title", ""))


def full_label(blank: Blank, language: Language) -> str:
    """What a blank is called where no table stands beside it: its row and its column."""
    if not is_of_task(blank):
        return blank_label(blank, language)
    return f"{row_label(blank, language)}: {cell_label(blank)}"


def shown(sheet: Sheet, quantity: str, written: str) -> str:
    """A written number as a person reads it.

    Of a quantity that counts things without the decimals that are nought, as a step of a calculation without any
    noughts behind.
    """
    if quantity in sheet.unpadded and re.search("[.,]", written):
        written = written.rstrip("0")
    return re.sub(r"[.,]0*$", "", written) if quantity in sheet.whole | sheet.unpadded else written
