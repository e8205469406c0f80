"""The command line: one thin module a command, one error boundary.

To add a command ``look``: put its name into :data:`COMMANDS`, and write ``posenc_cli/cli/look.py``::

    @command("see", "posenc look --d 4", "posenc look --d 8 -f json", formats=("text", "json"))
    def look(out: Output, *, d: options.Width = 4) -> Reply:
        \"\"\"One line for --help.\"\"\"
        from posenc_cli.render.looks import FORMATS  # what is heavy is imported late

        return Reply(compute(d), FORMATS)

The module is imported when it is asked for. What a :class:`~posenc_cli.cli.output.Reply` holds is shown or written as
``-f`` and ``-o`` say; a command that writes files of its own calls ``out.write(path, data)`` and returns an exit code
or nothing. Errors are raised (:mod:`posenc_cli.errors`), notices given to ``out.notice``; nothing else prints. The
options of every command (``--lang``, ``-f``, ``-o``, ``--force``, ``--open``, ``--decimals``, ``--decimal-mark``) come
by themselves, as ``out``; shared types of other options are in :mod:`posenc_cli.cli.options`.
The ``help`` of an option is a key of ``i18n/*/options.toml``, where its sentence stands in every language.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Every command, in the order of ``--help``; each lives in the module of its name.
COMMANDS = (
    "worksheet",
    "init",
    "check",
    "stress",
    "practice",
    "table",
    "add",
    "scores",
    "explain",
    "plot",
    "explore",
    "encodings",
    "doctor",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code; ``argv`` is the command line without the program's name."""
    try:
        from posenc_cli.cli.boundary import guarded

        return guarded(list(sys.argv[1:] if argv is None else argv), COMMANDS)
    except KeyboardInterrupt:  # Ctrl+C while the program is still being loaded, or a second time
        return 130
