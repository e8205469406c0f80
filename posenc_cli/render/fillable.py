"""What the page of a fillable sheet says beside the printed: which sheet it is, and whose."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from posenc_cli.render.acroform import IDENTITY
from posenc_cli.render.weasy import into_head
from posenc_cli.worksheet.codes import code_of, shown

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet


def with_identity(page: str, sheet: Sheet) -> str:
    """The page with what the hidden fields of its PDF will hold, as an answer form has it in columns.

    Args:
        page: HTML of the sheet.
        sheet: what is printed on it.
    """
    holder = sheet.holder.name or sheet.holder.number
    said = zip(IDENTITY, (sheet.form_name, shown(code_of(sheet)), holder), strict=True)
    return into_head(page, "".join(f'<meta name="{key}" content="{escape(value)}">' for key, value in said if value))
