"""Pictures of an encoding on a sheet: those of ``posenc plot``, without what the sheet asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import InputError, PosencError, choices
from posenc_cli.i18n import text
from posenc_cli.render.drawings import Plot
from posenc_cli.render.plots.covered import covered, holes
from posenc_cli.render.plots.kinds import Asked, figure
from posenc_cli.render.style import Style

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from posenc_cli.render.plots.figure import Figure
    from posenc_cli.render.view_task import Page
    from posenc_cli.render.view_writer import Writer
    from posenc_cli.worksheet.spec import Block as Written

#: Rows and columns of a matrix that paper shows; more would be smaller than half a millimetre.
_MOST = (128, 256)


def plot(page: Page, block: Written) -> Plot:
    """The picture; the key shows all of it.

    Raises:
        InputError: there is no such picture of the encoding.
    """
    writer = page.writer
    found = _figure(page, block)
    shown = found if writer.is_key else covered(found, _answers(writer))
    names = ". ".join(dict.fromkeys(panel.title for panel in found.panels))
    said = page.plain(block.alt) or text(writer.language, "plot.alt", title=found.title, names=names)
    left = text(writer.language, "plot.left-out") if holes(shown) > holes(found) else ""
    caption = " ".join(filter(None, (page.plain(block.caption), left)))
    return Plot(shown.panels, said, caption, writer.sheet.spec.worksheet.decimal_mark)


def _figure(page: Page, block: Written) -> Figure:
    sheet = page.writer.sheet
    about = sheet.spec.worksheet
    if block.method not in sheet.methods:
        known = choices(block.method, tuple(filter(None, sheet.methods)))["known"]
        raise InputError("worksheet.no-quantity", **page.where(block), given=block.method, known=known)
    scheme = sheet.methods[block.method]
    positions = np.array(sheet.positions, dtype=np.int64)
    if block.n is not None:
        positions = positions[0] + np.arange(block.n, dtype=np.int64)
    try:
        if block.d is not None:
            same: dict[str, Any] = {**scheme.parameters, **scheme.chosen}
            scheme = Scheme.of(scheme.encoding.name, d=block.d, **same)
        asked = Asked(
            block.picture or "",
            scheme,
            scheme.checked(positions),
            head=block.head,
            scale="grey" if about.grey else block.colours,
            # Beside a blank, a wavelength or an angle would be half of its working.
            told=page.writer.is_key or not sheet.blanks,
        )
        return figure(asked, Style(page.writer.language, mark=about.decimal_mark), _MOST)
    except PosencError as error:
        raise InputError("worksheet.block-expression", **page.where(block), given=block.picture, reason=error) from None


def _answers(writer: Writer) -> NDArray[np.float64]:
    """What is right in each blank, not rounded."""
    sheet = writer.sheet
    exact = sheet.formula.run(sheet.given, NUMBERS).values
    found = [
        np.broadcast_to(np.asarray(exact[quantity], dtype=np.float64), mask.shape)[place.row, place.column]
        for place in writer.blanks
        for quantity, mask in [(place.quantity, sheet.on_sheet[place.quantity])]
    ]
    return np.array(found, dtype=np.float64)
