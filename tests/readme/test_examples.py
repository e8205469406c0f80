from __future__ import annotations

import shlex
import shutil
from typing import TYPE_CHECKING

import pytest

from posenc_cli.cli import main
from tests.blank_paper import on_blank_paper
from tests.readme import shown
from tests.readme.processes import in_one_process

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

EXAMPLES = shown.examples()
LINES = [line for lines in EXAMPLES.values() for line in lines]
HELP = [line for name in EXAMPLES for line in shown.printed(f"posenc {name} --help").split("Examples:")[1].splitlines()]
PRINTING = {line for line in (*LINES, *map(str.strip, HELP)) if line.startswith("posenc worksheet") and ".pdf" in line}
PRINTING |= {"posenc worksheet katze", *(line for line in (*LINES, *map(str.strip, HELP)) if "--class" in line)}
#: Options as examples may have them.
SHORT = {"-e": "--encoding", "-p": "--param", "-f": "--format", "-o": "--output"}
#: Lines that end with 1, because an answer is not right.
FOUND_FAULT = ("grad.csv", "klasse.csv", "abgegeben", "abgaben.zip", "samples/code")


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of what the examples read, which none of them changes."""
    folder = tmp_path_factory.mktemp("read") / "samples"
    shutil.copytree(shown.ROOT / "samples", folder, ignore=shutil.ignore_patterns("ready", "pictures"))
    before = content(folder)
    yield folder
    assert content(folder) == before


def content(folder: Path) -> dict[Path, bytes]:
    """All files of a folder."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def opened(samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> list[str]:
    """A folder that holds samples/, and the files that ``--open`` would have opened."""
    (tmp_path / "samples").symlink_to(samples, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    in_one_process(monkeypatch)
    if not request.config.getoption("sweep"):
        on_blank_paper(monkeypatch)
    found: list[str] = []

    def launch(path: str) -> int:
        found.append(path)
        return 0

    monkeypatch.setattr("posenc_cli.cli.opening.launch", launch)
    return found


def lines(*, printing: bool) -> list[str]:
    """Every line of the examples and of all helps, those that print a PDF or the others."""
    return [
        line for line in dict.fromkeys((*LINES, *filter(None, map(str.strip, HELP)))) if (line in PRINTING) is printing
    ]


def run(line: str) -> None:
    """A line does what it says: exit code 0, or 1 where an answer is not right."""
    program, *arguments = shlex.split(line)
    assert program == "posenc"
    assert main(arguments) == int(any(name in line for name in FOUND_FAULT))


@pytest.mark.parametrize("line", lines(printing=False))
def test_line_runs(line: str, opened: list[str]) -> None:
    """An example can be copied as it stands; --open opens what was written."""
    run(line)
    assert bool(opened) is ("--open" in line)


@pytest.mark.slow
@pytest.mark.parametrize("line", lines(printing=True))
def test_printing_line_runs(line: str, opened: list[str], tmp_path: Path) -> None:
    """An example that prints leaves a sheet and its key, in a folder of its own for a class."""
    run(line)
    assert opened == []
    made = (*tmp_path.iterdir(), *tmp_path.glob("*/*"))
    assert len([path for path in made if path.suffix in {".pdf", ".html"}]) == 2


@pytest.mark.parametrize("name", EXAMPLES)
def test_help_ends_with_two_examples(name: str) -> None:
    """The help of a command closes with two lines of that command."""
    examples = shown.printed(f"posenc {name} --help").rpartition("Examples:\n")[2].splitlines()
    assert len(examples) == 2
    assert all(line.strip().startswith(f"posenc {name}") for line in examples)


def test_every_command_has_examples() -> None:
    """A new command comes with examples."""
    assert list(EXAMPLES) == list(shown.commands())
    assert all(line.startswith(f"posenc {name}") for name, lines in EXAMPLES.items() for line in lines)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_option_has_an_example(name: str) -> None:
    """Each option that is a command's own stands in an example of that command."""
    used = {SHORT.get(word, word) for line in EXAMPLES[name] for word in shlex.split(line)}
    assert shown.options(shown.commands()[name], common=False) - used == set()


def test_every_common_option_has_an_example() -> None:
    """Each option of all commands stands in some example, in its long or its short form."""
    used = {SHORT.get(word, word) for line in LINES for word in shlex.split(line)}
    common = set.union(*(shown.options(command, common=True) for command in shown.commands().values()))
    assert {"--lang", "--open", "--format"} <= common
    assert common - {"--help"} - used == set()
