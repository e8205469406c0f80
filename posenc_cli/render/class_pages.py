"""Sheets of a class from moulds: what of a page differs from student to student is marked on it."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from posenc_cli.render.fillable import with_identity
from posenc_cli.render.own_templates import own_folder
from posenc_cli.render.page import page_html
from posenc_cli.render.patched import CODE, FORM, HOLDER, SHEET, WHO, patched
from posenc_cli.render.sheets import attached_to
from posenc_cli.render.svg import printable
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.sheet import Holder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from posenc_cli.worksheet.sheet import Sheet


def casts(sheet: Sheet, holders: Iterable[Holder]) -> Iterator[bytes | None]:
    """PDFs of a sheet whose numbers all have, for one student after another; None where it must be printed.

    Raises:
        InputError: a template of one's own has a fault.
    """
    page, attached = _page(replace(sheet, holder=Holder(name=HOLDER))), attached_to(sheet, key=False)
    fillable = sheet.spec.worksheet.fillable
    for holder in holders:
        is_named = bool(holder.said.strip())
        yield patched(page, _whose(holder), attached, varied=False, fillable=fillable) if is_named else None


def cast(sheet: Sheet) -> bytes | None:
    """The PDF of a sheet whose numbers only one student has, or None where it must be printed.

    Raises:
        InputError: as above.
    """
    if not sheet.holder.said.strip():
        return None
    page = _page(replace(sheet, holder=Holder(name=HOLDER)), varied=True)
    marks = _whose(sheet.holder) | {CODE: shown(code_of(sheet)), SHEET: str(sheet.seed), FORM: sheet.form_name}
    fillable = sheet.spec.worksheet.fillable
    return patched(page, marks, attached_to(sheet, key=False), varied=True, fillable=fillable)


def _whose(holder: Holder) -> dict[str, str]:
    return {HOLDER: printable(holder.said), WHO: holder.name or holder.number}


def _page(sheet: Sheet, *, varied: bool = False) -> str:
    """The page with its marks."""
    view, code = sheet_view(sheet), shown(code_of(sheet))
    if varied:
        name = f"{sheet.name.removesuffix(str(sheet.seed))}{SHEET}"
        foot, alt = view.foot.replace(sheet.name, name), view.qr_alt.replace(code, CODE)
        view = replace(view, foot=foot, code=view.code.replace(code, CODE), qr_alt=alt)
    page = page_html(view, own_folder(sheet.spec))
    if not sheet.spec.worksheet.fillable:
        return page
    page = with_identity(page, sheet).replace(f'content="{HOLDER}"', f'content="{WHO}"')
    said = {sheet.form_name: FORM, code: CODE} if varied else {}
    for old, new in said.items():
        page = page.replace(f'content="{escape(old)}"', f'content="{new}"')
    return page
