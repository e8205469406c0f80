"""The sheet as a page to fill in: where it goes, and what is worth saying about it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.errors import ExitCode, UsageError
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.cli.frame import Output
    from posenc_cli.worksheet.sheet import Sheet


def print_interactive(
    sheet: Sheet, key: str | None, out: Output, *, beside: Sequence[tuple[Path, bytes]] = ()
) -> ExitCode:
    """Write the page: to ``-o``, to stdout, or beside where one is, called as the sheet is.

    Args:
        sheet: what to write.
        key: as asked by ``--key``; the page needs none.
        out: where to.
        beside: more files that belong to it.

    Raises:
        UsageError: another format or a key is asked for.
        InputError: nothing is asked for on the sheet that can be checked.
    """
    from posenc_cli.cli.printing import remarks, unwritten
    from posenc_cli.render.interactive import interactive_html

    out = out.about(sheet.spec)
    usual = Path(f"{sheet.name}.html")
    path = usual if out.output is None and out.format is None else out.path
    if key is not None:
        raise UsageError("interactive.no-key", option="--key")
    given = path.suffix.lower() if path is not None else f".{out.format or 'html'}"
    if given not in (".html", ".htm") or out.format not in (None, "html"):
        shown = f".{out.format}" if given in (".html", ".htm") else given
        raise UsageError("interactive.needs-html", given=shown, suggestion=usual)
    out.notice(*remarks(sheet))
    page = interactive_html(sheet)
    if path is None:
        out.deliver(page, "html")
    else:
        out.write_all([(path, page.encode()), *unwritten(beside)])
    if sheet.spec.worksheet.templates:
        out.notice(Notice("interactive.own-templates"))
    out.notice(Notice("interactive.holds-answers", {"file": path or usual}))
    return ExitCode.FINE
