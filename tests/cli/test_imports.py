"""A table must not wait for what only a PDF needs."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

#: Heavy, or missing on some machines: none of the quick commands may load them.
LATE = ("weasyprint", "jinja2", "matplotlib", "openpyxl", "pikepdf", "mpmath", "posenc_cli.worksheet.spec")

RUN = """
import json, sys
from posenc_cli.cli import main
sys.argv = ["posenc", *json.loads(sys.argv[1])]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print(json.dumps(sorted(sys.modules)))
"""


def modules_after(*arguments: str) -> set[str]:
    """The modules that are loaded when ``posenc`` with these arguments has done its work."""
    command = [sys.executable, "-c", RUN, json.dumps(arguments)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    *output, modules = done.stdout.splitlines()
    assert output, "the command printed nothing, so that it shows nothing"
    return set(json.loads(modules))


@pytest.mark.parametrize(
    "arguments",
    [
        ("table", "--d", "4", "--n", "6"),
        ("table", "--d", "4", "--n", "6", "--format", "json"),
        ("explain", "--d", "4", "--pos", "2"),
    ],
    ids=" ".join,
)
def test_quick_commands_load_nothing_heavy(arguments: tuple[str, ...]) -> None:
    """Template engine, PDF engine, proof library and our pydantic models are absent after a quick command."""
    assert modules_after(*arguments) & set(LATE) == set()
