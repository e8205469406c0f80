"""All pages that a browser prints in a run, printed by one: to start another for each takes longer than to print.

What it prints is what the program's own way of printing gives; a test beside this module holds that.
"""

from __future__ import annotations

import base64
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from posenc_cli.render import browser as own
from posenc_cli.render.weasy import into_head
from tests.chromium import Browser, browsing

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType


class OneBrowser:
    """The browser of this machine, started with the first page that it prints.

    Args:
        folder: where its profile and the pages lie.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._program = folder, own.find_browser()
        self._stack = ExitStack()
        self._browser: Browser | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()

    def prints(self, page: str) -> bytes:
        """A page as a PDF; where a test has put another browser in the place of this one, or none, by the program."""
        if self._program is None or own.find_browser() != self._program:
            return own.pdf_by_browser(page)
        if self._browser is None:
            self._browser = self._stack.enter_context(browsing(str(self._program), self._folder))
        source = self._folder / "page.html"
        source.write_text(into_head(page, own.POLICY), encoding="utf-8-sig")
        self._browser.open(source.as_uri())
        self._browser.send("Emulation.clearDeviceMetricsOverride")
        self._browser.run("document.fonts.ready.then(() => document.fonts.size)")
        made = self._browser.send(
            "Page.printToPDF", printBackground=True, preferCSSPageSize=True, generateTaggedPDF=True
        )
        self._browser.close()
        return base64.b64decode(made["data"])
