"""Processes that share the work of setting pages: replaced before they grow, ended with whoever started them."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process

#: Documents that one process makes: setting pages lets it grow slowly.
_UNTIL_REPLACED = 50


def processes(count: int) -> ProcessPoolExecutor:
    """So many processes, started as they are needed."""
    return ProcessPoolExecutor(
        count,
        # A copy of this process (fork) could hold locks of its threads for ever.
        mp_context=get_context("spawn"),
        initializer=_end_with_parent,
        max_tasks_per_child=_UNTIL_REPLACED,
    )


def _end_with_parent() -> None:
    """See to it that no process outlives the one that was killed."""
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
