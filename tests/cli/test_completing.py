"""Completion in a shell: by the protocol that the scripts of bash, zsh and fish speak."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from posenc_cli.cli import COMMANDS, completing
from posenc_cli.cli.frame import record_of
from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.slips import everything
from posenc_cli.render.plots.kinds import KINDS
from posenc_cli.worksheet.spec import BUILTIN_NAMES

if TYPE_CHECKING:
    from pathlib import Path

POSENC = "from posenc_cli.cli import main; import sys; code = main()"


def offered(line: str, folder: Path, shell: str = "bash", then: str = "") -> str:
    """What is said to a shell in whose line somebody presses Tab."""
    words = line.split()
    asked = {
        "_POSENC_COMPLETE": f"complete_{shell}",
        "_TYPER_COMPLETE_ARGS": line,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    asked |= {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - (not line.endswith(" ")))}
    command = [sys.executable, "-c", f"{POSENC}{then}"]
    done = subprocess.run(
        command, cwd=folder, env=os.environ | asked, capture_output=True, encoding="utf-8", check=False
    )
    assert not done.stderr
    return done.stdout


def test_names_are_those_that_there_are() -> None:
    """What is read off files is what the registries hold, though completion never loads them."""
    assert sorted(completing.encodings()) == sorted(ENCODINGS)
    assert completing.builtin_worksheets() == sorted(BUILTIN_NAMES)
    assert set(completing.slips()) == {"list", *(slip.id for slip in everything())}
    assert completing.kinds() == tuple(KINDS)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("posenc ", " ".join(COMMANDS)),
        ("posenc pl", "plot"),
        ("posenc plot ", " ".join(KINDS)),
        ("posenc plot heatmap -e ro", "rope rope-2d"),
        ("posenc table -f ", " ".join(record_of("table").formats)),
        ("posenc worksheet ka", "katze katze-kurz"),
        ("posenc worksheet my", "my-own.toml"),
        ("posenc worksheet sheets/", "sheets/deeper/ sheets/two.toml"),
        ("posenc practice -e kerp", "kerple"),
        ("posenc explain --slip angle-deg", "angle-degrees"),
        ("posenc plot heatmap --colours s", "safe"),
        ("posenc check --shee", "--sheet"),
        ("posenc nothing ", ""),
        ("posenc table --d many -e alib", "alibi"),
    ],
)
def test_tab_in_bash_offers_what_could_stand_there(line: str, wanted: str, tmp_path: Path) -> None:
    """Commands, pictures, encodings, formats, worksheets and their files, slips, options; nothing for nonsense."""
    (tmp_path / "sheets" / "deeper").mkdir(parents=True)
    for name in ("my-own.toml", "my-notes.txt", "sheets/two.toml"):
        (tmp_path / name).touch()
    assert offered(line, tmp_path).split() == wanted.split()


def test_zsh_and_fish_are_answered_in_their_ways(tmp_path: Path) -> None:
    """Zsh gets a list to choose from, or is told to offer files; fish gets lines."""
    assert offered("posenc plot cl", tmp_path, "zsh").strip() == "_arguments '*: :((\"clock\"))'"
    assert offered("posenc table -o ", tmp_path, "zsh").strip() == "_files"
    assert offered("posenc plot cl", tmp_path, "fish").strip() == "clock"


def test_completion_loads_nothing_heavy(tmp_path: Path) -> None:
    """Neither numpy nor anything of the computing half is loaded to offer names; it must keep up with a finger."""
    then = "\nimport json\nprint(json.dumps(sorted(sys.modules)))"
    for line in ("posenc table -e ", "posenc worksheet ", "posenc explain --slip ", "posenc plot ", "posenc check -f "):
        *names, modules = offered(line, tmp_path, then=then).splitlines()
        assert names
        loaded = set(json.loads(modules))
        assert not loaded & {"numpy", "pydantic", "posenc_cli.encodings", "posenc_cli.worksheet.spec"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_install_completion_writes_the_script_of_the_shell(shell: str, tmp_path: Path) -> None:
    """The script asks posenc itself; the file of the shell that loads it is kept."""
    (tmp_path / ".bashrc").write_text("mine\n", encoding="utf-8")
    home = {"HOME": str(tmp_path), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    command = [sys.executable, "-c", f"{POSENC}; sys.exit(code)", "--install-completion", shell]
    done = subprocess.run(command, env=os.environ | home, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    written = {path: path.read_text(encoding="utf-8") for path in tmp_path.rglob("*") if path.is_file()}
    assert any(f"_POSENC_COMPLETE=complete_{shell}" in text for text in written.values())
    assert "mine" in written[tmp_path / ".bashrc"]
