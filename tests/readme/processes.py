"""Examples are tried as they stand, in one process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.render import class_set
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
