"""The command line: one thin module a command, one error boundary."""

from __future__ import annotations


def main() -> None:
    """Run the program."""
