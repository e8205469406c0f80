from __future__ import annotations

from typing import TYPE_CHECKING

from tests.printed_once import printed_once

if TYPE_CHECKING:
    from pathlib import Path


def test_equal_pages_are_printed_once(tmp_path: Path) -> None:
    """Another page, another attachment and another form are printed anew, and every result is the page's own."""
    printed = []

    def prints(page: str, attached: dict[str, str] | None = None, *, fillable: bool = False) -> tuple[bytes, str]:
        printed.append(page)
        return f"{page} {attached} {fillable}".encode(), "log"

    kept = printed_once(prints, tmp_path)
    for _ in range(2):
        assert kept("a") == (b"a None False", "log")
        assert kept("a", {"x": "y"}) == (b"a {'x': 'y'} False", "log")
        assert kept("a", fillable=True) == (b"a None True", "log")
    assert printed == ["a", "a", "a"]
