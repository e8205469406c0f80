"""Examples are tried as they stand, but not printed as often as they are there."""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING, Any

import pikepdf

from posenc_cli.render import class_set, pdf
from posenc_cli.render.class_files import run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pytest

    from posenc_cli.i18n import Notice
    from posenc_cli.render.class_files import Task


def in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let class sets be made here; ``tests/cli/test_class.py`` makes them in several processes."""

    def alone(tasks: Sequence[Task], _jobs: int) -> Iterator[tuple[Notice, ...]]:
        return run(tasks, 1)

    monkeypatch.setattr(class_set, "run", alone)


def on_blank_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages without fields be empty leaves; what they look like is looked at in ``tests/render``."""
    prints = vars(pdf)["pdf_by_weasyprint"]

    def leaf(page: str, attached: Any = None, **more: Any) -> tuple[bytes, tuple[str, ...]]:  # noqa: ANN401
        return prints(page, attached, **more) if any(more.values()) else (_blank(), ())

    monkeypatch.setattr(pdf, "pdf_by_weasyprint", leaf)


@cache
def _blank() -> bytes:
    target = io.BytesIO()
    with pikepdf.new() as made:
        made.add_blank_page()
        made.save(target)
    return target.getvalue()
