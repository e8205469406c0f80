"""What the page of a fillable sheet says beside the printed: which sheet it is, and whose."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from posenc_cli.i18n import Notice
from posenc_cli.render.acroform import IDENTITY
from posenc_cli.render.weasy import into_head
from posenc_cli.worksheet.codes import code_of, shown

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

_ID = re.compile(r"""\bid\s*=\s*["']?([^"'\s>]+)""")


def with_identity(page: str, sheet: Sheet) -> str:
    """The page with what the hidden fields of its PDF will hold, as an answer form has it in columns.

    Args:
        page: HTML of the sheet.
        sheet: what is printed on it.
    """
    holder = sheet.holder.name or sheet.holder.number
    said = zip(IDENTITY, (sheet.form_name, shown(code_of(sheet)), holder), strict=True)
    return into_head(page, "".join(f'<meta name="{key}" content="{escape(value)}">' for key, value in said if value))


def without_field(page: str, sheet: Sheet) -> tuple[Notice, ...]:
    """Worth saying where a person's own templates print blanks in a way that no field is found for.

    Args:
        page: HTML of the sheet.
        sheet: what is printed on it.
    """
    tags = (tag[0] for tag in re.finditer(r"<[a-z][^<>]*\bid\s*=[^<>]*>", page))
    found = {name for tag in tags if re.search(r"\bblank\b", tag) for name in _ID.findall(tag)}
    missing = [blank.id for blank in sheet.blanks if blank.id not in found]
    return (Notice("pdf.no-field", {"names": ", ".join(missing)}),) if missing else ()
