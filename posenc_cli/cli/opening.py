"""Opening a file with what the machine opens such files with, without its chatter."""

from __future__ import annotations

import sys

#: Seconds after which a program that is still running has opened the file.
PATIENCE = 3.0


def launch(path: str) -> int:
    """Open a file; 0 if something opened it.

    Args:
        path: of the file.
    """
    if sys.platform.startswith(("linux", "freebsd")):
        return _quietly(path)
    import typer

    return typer.launch(path)


def _quietly(path: str) -> int:
    """By xdg-open, which fails late and with many words where there is no browser."""
    import subprocess

    try:
        process = subprocess.Popen(  # noqa: S603  (the file is one that was just written)
            ["xdg-open", path],  # noqa: S607  (the machine's own)
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return 1
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.returncode = 0  # it shows the file, and nobody waits for its end
        return 0
