"""Commands print, but not what is on their pages, where a test looks at anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.render import class_files, pdf

if TYPE_CHECKING:
    import pytest

EMPTY = '<!DOCTYPE html><html lang="en"><title>-</title></html>'


def on_blank_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages without fields be empty leaves, with what is attached; ``tests/render`` looks at what is on them."""
    prints = vars(pdf)["pdf_by_weasyprint"]

    def leaf(page: str, attached: Any = None, **more: Any) -> tuple[bytes, tuple[str, ...]]:  # noqa: ANN401
        found: tuple[bytes, tuple[str, ...]] = prints(page if any(more.values()) else EMPTY, attached, **more)
        return found

    monkeypatch.setattr(pdf, "pdf_by_weasyprint", leaf)
    monkeypatch.setattr(class_files, "_casts", lambda tasks: [None] * len(tasks))
