from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LIMIT = 350
#: A longer module, with the reason why it cannot be two; empty is best.
LONGER: dict[str, int] = {}


def test_modules_stay_short(root: Path) -> None:
    """A module has one reason to change; a long one has two."""
    lengths = {
        path.relative_to(root).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for folder in ("posenc_cli", "tests")
        for path in (root / folder).rglob("*.py")
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONGER.get(name, LIMIT)} == {}


def test_exceptions_are_still_needed(root: Path) -> None:
    """A module that has become short again loses its exception."""
    assert [name for name in LONGER if len((root / name).read_text(encoding="utf-8").splitlines()) <= LIMIT] == []
