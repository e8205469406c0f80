from __future__ import annotations

import io
import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pikepdf
import pytest

from posenc_cli.errors import MachineError
from posenc_cli.render import browser as own
from posenc_cli.render.page import page_html
from posenc_cli.render.pdf import self_contained
from tests.one_browser import OneBrowser
from tests.render.hand_made import view

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.browser


def timeless(data: bytes) -> bytes:
    """Without the time of day, and without the numbers that a browser counts on with every page."""
    return re.sub(rb"/(CreationDate|ModDate) \([^)]*\)|node\d+", b"", data)


def test_tests_print_as_the_program_does(browser: str, tmp_path: Path) -> None:
    """Byte by byte, the first page and one behind it."""
    assert browser
    page = self_contained(page_html(view()))
    with OneBrowser(tmp_path) as one:
        made = [one.prints(page) for _ in range(2)]
    assert {timeless(each) for each in made} == {timeless(own.pdf_by_browser(page))}


def test_pages_are_printed_when_all_fonts_are_there(browser: str) -> None:
    """The second one, too, which is asked for what the first one lacks: on a busy machine that comes late."""
    assert browser
    page = self_contained(page_html(view()))
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(own.pdf_by_browser, [page] * 6))
    fonts = [{name.partition("+")[2] for name in fonts_of(each)} for each in made]
    assert fonts == [{"NotoSans-Regular", "NotoSans-Bold", "PosencSymbols-Regular"}] * 6


def fonts_of(pdf: bytes) -> set[str]:
    """The names of all fonts on its pages."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return {
            str(font["/BaseFont"]).removeprefix("/")
            for page in document.pages
            for font in dict(page.resources.get("/Font", {}).items()).values()
        }


def test_a_browser_that_a_test_names_is_asked_itself(
    browser: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the program says where there is none, or a broken one, is said in tests too."""
    assert browser
    with OneBrowser(tmp_path) as one:
        monkeypatch.setenv(own.OVERRULE, "/nowhere")
        with pytest.raises(MachineError, match="no-browser"):
            one.prints("x")
