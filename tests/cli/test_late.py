"""What is not asked for is not imported."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

RUN = """
import json, sys
from posenc_cli.cli import main
code = main(json.loads(sys.argv[1]))
assert not code, code
print()
print(json.dumps(sorted(sys.modules)))
"""
FAMILIES = {f"posenc_cli.encodings.{name}" for name in ("rope", "alibi", "t5", "learned", "calendar", "mrope", "shaw")}


def modules_after(*arguments: str) -> set[str]:
    """The modules that are loaded when a call has done its work."""
    command = [sys.executable, "-c", RUN, json.dumps(arguments)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("arguments", [("table", "--d", "4", "--n", "6"), ("explain",)], ids=" ".join)
def test_the_usual_encoding_loads_no_other(arguments: tuple[str, ...]) -> None:
    """A sinusoidal table waits for no other family, and not for the reading of parameters."""
    loaded = modules_after(*arguments)
    assert loaded & FAMILIES == set()
    assert "posenc_cli.encodings.sinusoidal" in loaded
    assert "posenc_cli.cli.parameters" not in loaded
    assert "posenc_cli.encodings.precision" not in loaded


def test_one_encoding_loads_its_family() -> None:
    """ALiBi needs no RoPE and no calendar."""
    loaded = modules_after("explain", "-e", "alibi")
    assert "posenc_cli.encodings.alibi" in loaded
    assert loaded & {"posenc_cli.encodings.calendar", "posenc_cli.encodings.t5", "posenc_cli.encodings.mrope"} == set()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--version",), {}),
        (("--help",), {}),
        (("table", "--help"), {}),
        ((), {"_POSENC_COMPLETE": "complete_bash", "COMP_WORDS": "posenc table -e ", "COMP_CWORD": "3"}),
    ],
    ids=["version", "help", "table help", "tab"],
)
def test_who_computes_nothing_waits_for_no_numpy(
    arguments: tuple[str, ...], said: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version, the help of all commands and names at Tab are there before numpy would be."""
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    loaded = modules_after(*arguments)
    assert "numpy" not in loaded
    assert "posenc_cli.cli.boundary" in loaded


def test_the_version_reads_no_texts() -> None:
    """Catalogues and number text are for those who say something."""
    assert modules_after("--version") & {"tomllib", "decimal", "importlib.resources"} == set()


def test_importing_the_package_waits_for_no_numpy() -> None:
    """``import posenc_cli`` loads numpy when it is needed."""
    code = "import posenc_cli, sys; posenc_cli.__version__; assert 'numpy' not in sys.modules; posenc_cli.table"
    subprocess.run([sys.executable, "-c", code], check=True)
