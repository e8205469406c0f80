"""Processes that share work: replaced before they grow, ended with whoever started them."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context, resource_tracker
from typing import TYPE_CHECKING

from posenc_cli.errors import MachineError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

#: Documents for each process, after which others go on: setting pages lets a process grow slowly. A pool that replaces
#: its processes by itself (``max_tasks_per_child``) may wait for ever in Python 3.11.
UNTIL_REPLACED = 50


@contextlib.contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes, started as work is given to them inside :func:`deaf`; what waits at the end is given up.

    Raises:
        MachineError: the system ended one of them.
    """
    # A copy of this process (fork) could hold locks of its threads for ever.
    context = get_context("spawn")
    line, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_end_with, initargs=(line,))
    try:
        yield pool
    except KeyboardInterrupt:
        held.close()
        raise
    except BrokenExecutor as error:
        raise MachineError("machine.process-ended") from error
    finally:
        pool.shutdown(cancel_futures=True)
        held.close()
        line.close()


@contextlib.contextmanager
def deaf() -> Iterator[None]:
    """Ctrl+C reaches all processes of a terminal; those that are started here leave it to this one, from the start."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Python's own tracker would end the deafness as it starts.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with(line: Connection) -> None:
    """See to it that no process outlives the one that holds the other end, or works on when that one gives up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def wait() -> None:
        with contextlib.suppress(EOFError, OSError):
            line.recv_bytes()
        # What it writes at the moment has another name until it is whole.
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
