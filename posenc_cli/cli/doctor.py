"""``posenc doctor``: what this machine has, and what it lacks."""

from __future__ import annotations

from posenc_cli.cli.frame import Output, Reply, command
from posenc_cli.errors import ExitCode


@command("see", "posenc doctor", "posenc doctor -f json", formats=("text", "json"))
def doctor(_out: Output) -> Reply:
    """Say what is installed, how PDFs are made here, and how to get what is missing."""
    from posenc_cli.render.health import report
    from posenc_cli.render.health_text import FORMATS

    checks = report()
    broken = any(check.state == "broken" for check in checks)
    return Reply(checks, FORMATS, exit_code=ExitCode.MACHINE if broken else ExitCode.FINE)
