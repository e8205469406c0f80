"""``posenc explore``: a page to look at encodings in a browser."""

from __future__ import annotations

from pathlib import Path

from posenc_cli.cli.frame import Output, command
from posenc_cli.errors import UsageError

#: Where the page goes if nobody says.
_USUAL = "explorer.html"


@command("see", "posenc explore --open", "posenc explore -o erkunden.html --lang de", formats=("html",))
def explore(out: Output) -> None:
    """Write a page for the browser: look at encodings, cell by cell, offline."""
    from posenc_cli.render.explorer import explorer_html

    path = Path(_USUAL) if out.output is None and out.format is None else out.path
    if path is not None and path.suffix.lower() not in (".html", ".htm"):
        raise UsageError("explore.needs-html", given=path.suffix or path.name, suggestion=_USUAL)
    page = explorer_html(out.language)
    if path is None:
        out.deliver(page, "html")
    else:
        out.write(path, page)
