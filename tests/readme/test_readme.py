from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import numpy as np
import pytest

from posenc_cli.cli import main
from posenc_cli.encodings import ENCODINGS
from tests.blank_paper import on_blank_paper
from tests.readme import shown
from tests.readme.processes import in_one_process
from tests.samples.students import STUDENTS, saved

PAGES = ("README.md", "README.de.md")
#: Lines besides the rows of tables, in which things are looked up.
LONGEST = 165
LONGEST_FOR_TEACHERS = 105
#: Lines that other tests, or whoever runs them, hold: they build, install and test the whole tree.
ELSEWHERE = {
    "pipx install .": "tests/packaging installs the package the same way",
    "posenc --install-completion": "tests/cli/test_completing.py, in a home of its own",
    "python -m pip install matplotlib": "the extra plot, which the tests are installed with",
    "py -m pip install .": "tests/packaging; py is Python's launcher on Windows",
    "py -m posenc_cli": "tests/cli runs python -m posenc_cli",
    "make demo": "the Makefile",
    "make test": "runs this test",
    "make sweep": "more cases of the same tests",
    "make coverage": "the same tests, watched",
    "make mutants": "tests/bench/mutants",
    "make lowest": "tests/project/test_versions.py holds the versions",
    "make docs": "make test compares what it writes",
    "make samples": "tests/samples compares what it writes",
    "make bench": "tests/bench",
    "python tests/reference_cases.py tests/reference": "tests/test_reference.py runs the same cases",
}


def text_of(name: str) -> str:
    """A page of the tree."""
    return (shown.ROOT / name).read_text(encoding="utf-8")


def typed_in(form: Path) -> None:
    """Write Ben's answers into the form, as people do between two commands."""
    ben = next(student for student in STUDENTS if student.name == "Ben")
    form.write_bytes(saved(form.read_bytes().decode("utf-8-sig"), [ben], ben.encoding))


def expected(line: str) -> int:
    """The exit code of a line: every answer that the pages check has a mistake."""
    return int(line.startswith("posenc check"))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*PAGES, "docs/encodings.md"])
def test_every_line_runs_in_the_order_of_the_page(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """A person who types what the page says, from top to bottom, gets what it says."""
    for part in ("answers", "models"):
        shutil.copytree(shown.ROOT / "samples" / part, tmp_path / "samples" / part)
    for part in ("klassenliste.csv", "abgaben.zip", "bewertung.csv"):
        shutil.copy(shown.ROOT / "samples" / part, tmp_path / "samples")
    np.save(tmp_path / "my_table.npy", np.sin(np.arange(64.0).reshape(16, 4)))
    monkeypatch.setattr("posenc_cli.cli.opening.launch", lambda _path: 0)
    in_one_process(monkeypatch)
    if not request.config.getoption("sweep"):
        on_blank_paper(monkeypatch)
    folder = tmp_path
    lines = [line for line in shown.copied_lines(text_of(name)) if line not in ELSEWHERE]
    assert len(lines) > 5
    for line in lines:
        program, *arguments = shlex.split(line)
        if program == "cd":
            folder = tmp_path / arguments[0]  # for the line behind it
            continue
        monkeypatch.chdir(folder)
        assert program == "posenc"
        assert main(arguments) == expected(line), line
        if line.endswith(("answers.csv", "antworten.csv")) and not expected(line):
            typed_in(Path(arguments[-1]))
        folder = tmp_path


@pytest.mark.parametrize(
    "name",
    [
        *PAGES,
        "CHANGELOG.md",
        *(f"docs/{name}.md" for name in ("commands", "encodings", "arrays", "worksheets", "arbeitsblaetter")),
    ],
)
def test_links_lead_somewhere(name: str) -> None:
    """Every relative link and picture of a page is a file of the tree."""
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", text_of(name))
    assert [link for link in links if not (shown.ROOT / name).parent.joinpath(link).is_file()] == []


def test_readme_is_short() -> None:
    """Nobody reads a long one."""
    for name, longest in (("README.md", LONGEST), ("README.de.md", LONGEST_FOR_TEACHERS)):
        assert len([line for line in text_of(name).splitlines() if not line.startswith("|")]) < longest


def test_every_command_is_in_the_readme() -> None:
    """A new command is in the table of commands, and its options in docs/commands.md."""
    table, reference = text_of("README.md"), text_of("docs/commands.md")
    for name, command in shown.commands().items():
        assert f"| `{name}` |" in table
        missing = {option for option in shown.options(command, common=False) if option not in reference}
        assert missing == set()


def test_every_encoding_is_in_the_readme() -> None:
    """A new encoding is named where people look for it."""
    assert [name for name in ENCODINGS if f"`{name}`" not in text_of("README.md")] == []


def test_users_come_before_developers() -> None:
    """Printing and installing stand above anything about make."""
    page = text_of("README.md")
    assert page.index("samples/ready/") < page.index("pipx install .") < page.index("make ")


def test_teachers_read_no_word_of_python_but_where_it_is_installed() -> None:
    """The page for teachers speaks of sheets and answers."""
    sections = text_of("README.de.md").split("\n## ")
    assert [section.splitlines()[0] for section in sections if "python" in section.casefold()] == ["Einrichten"]


def test_lines_are_found_in_blocks_and_in_quotes() -> None:
    """What a person may copy is seen by the tests: with and without a prompt, in a block and in a sentence."""
    page = (
        "Say `posenc add`, not `add`.\n```console\n$ posenc table --d 4\npos d1\n```\n```sh\nmake demo  # once\n```\n"
    )
    assert shown.copied_lines(page) == ["posenc add", "posenc table --d 4", "make demo"]
