"""What tests of pages share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.chromium import Browser, browsing

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def chromium(browser: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all tests here."""
    with browsing(browser, tmp_path_factory.mktemp("chromium")) as found:
        yield found
