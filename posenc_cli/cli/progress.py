"""How far long work is, on the error channel: a line that changes on a terminal, a line for each tenth elsewhere.

Short work says nothing. Where a terminal cannot take a line back (``TERM=dumb``) or nobody watches it (``CI``), it is
like any other file.
"""

from __future__ import annotations

import os
import sys
import time
from threading import Event, Thread
from typing import TYPE_CHECKING, TextIO

from posenc_cli.i18n import text
from posenc_cli.render.style import fit

if TYPE_CHECKING:
    from collections.abc import Callable

    from posenc_cli.i18n import Language

#: Seconds after which a person asks what is going on.
PATIENCE = 2.0
_BAR = 30


def terminal() -> TextIO | None:
    """The error channel, if a line there can be taken back."""
    stream = sys.stderr
    try:
        watched = stream is not None and stream.isatty()
    except ValueError:  # closed
        return None
    dumb = os.environ.get("TERM", "dumb") in {"dumb", "unknown"} and os.name != "nt"
    return stream if watched and not dumb and not os.environ.get("CI") else None


class Waiting:
    """Says after a while for how many seconds work has been going on, until anything else is to be said."""

    def __init__(self) -> None:
        self._over = Event()
        self._thread: Thread | None = None

    def start(self, language: Language) -> None:
        """Begin to count; nothing happens where nobody watches."""
        if (stream := terminal()) is None:
            return
        self._over.clear()
        self._thread = Thread(target=self._count, args=(stream, language, PATIENCE), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Take the line back; may be called at any time, and more than once."""
        if self._thread is not None:
            self._over.set()
            self._thread.join()
            self._thread = None

    def _count(self, stream: TextIO, language: Language, patience: float) -> None:
        began, shown = time.monotonic(), 0
        wait = patience
        while not self._over.wait(wait):
            line = fit(
                text(language, "cli.working", seconds=round(time.monotonic() - began)), stream.encoding or "utf-8"
            )
            stream.write(f"\r{line}")
            stream.flush()
            wait, shown = 1.0, len(line)
        if shown:
            stream.write(f"\r{'':{shown}}\r")
            stream.flush()


WAITING = Waiting()


def progress(language: Language, key: str, *, patient: bool = False) -> Callable[[int, int], None]:
    """A function to be told how much is done, of how much.

    Args:
        language: of what it says.
        key: of the sentence, with ``done`` and ``total``.
        patient: is nothing to be said of what is done soon? In a file, which nobody waits before, soon is later.
    """
    began, stream, shown = time.monotonic(), terminal(), not patient
    patience = PATIENCE * (1 if stream else 10)

    def show(done: int, total: int) -> None:
        nonlocal shown
        # Who has seen nothing of it so far need not hear that it is done.
        shown = shown or (done < total and time.monotonic() - began >= patience)
        if not shown:
            return
        said = text(language, key, done=done, total=total)
        if stream is None:
            if 10 * done // total > 10 * (done - 1) // total:
                _say(said)
            return
        WAITING.stop()
        filled = _BAR * done // total
        bar = f"\r[{'█' * filled}{'·' * (_BAR - filled)}] {said}"
        stream.write(fit(bar, stream.encoding or "utf-8") + ("\n" if done == total else ""))
        stream.flush()

    return show


def _say(line: str) -> None:
    from posenc_cli.cli.output import say

    say(line)
