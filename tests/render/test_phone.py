"""Sheets and keys on a small screen."""

from __future__ import annotations

import html
import subprocess
from typing import TYPE_CHECKING

import pytest

from posenc_cli.render.page import page_html
from posenc_cli.render.pdf import self_contained
from tests.render.printing import VIEWS

if TYPE_CHECKING:
    from pathlib import Path

WIDTH = 360  #: px of a small phone
#: Reads how wide the page inside the frame is, once its fonts are there.
MEASURE = """<script>onload = () => {
  const page = document.querySelector('iframe').contentDocument;
  page.fonts.ready.then(() => { document.title = 'wide ' + page.documentElement.scrollWidth });
}</script>"""


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("name", ["alibi", "rope-key", "learned-key", "grid", "t5", "overview-key"])
def test_a_page_is_no_wider_than_a_phone(name: str, browser: str, tmp_path: Path) -> None:
    """Wide tables and calculations scroll by themselves; the page does not."""
    page = html.escape(self_contained(page_html(VIEWS[name]())))
    frame = f'<iframe style="width: {WIDTH}px; height: 700px; border: 0" srcdoc="{page}"></iframe>'
    path = tmp_path / "phone.html"
    path.write_text(f"<!DOCTYPE html><html><head>{MEASURE}</head><body>{frame}</body></html>", encoding="utf-8")
    options = (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={tmp_path}",
        "--virtual-time-budget=3000",
    )
    done = subprocess.run(
        [browser, *options, "--dump-dom", path.as_uri()], capture_output=True, text=True, timeout=60, check=True
    )
    width = int(done.stdout.split("<title>wide ")[1].split("</title>")[0])
    assert 0 < width <= WIDTH
