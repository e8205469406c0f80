"""Files for the tests of reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.grading.reading import Save


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Write a file of text or bytes and return its path."""

    def write(content: str | bytes, name: str = "antworten.csv") -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write
