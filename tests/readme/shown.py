"""What README and docs show: real command lines and what they really print.

cog blocks import this module (see the Makefile); tests run every line that a person may copy.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import tempfile
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from posenc_cli.i18n import Language

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples.toml"
WIDTH = "88"
#: What a person's machine would say, and what cog and the tests must not depend on.
PLAIN = {"POSENC_LANG": "en", "COLUMNS": WIDTH, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
COMMON = "common"


@contextlib.contextmanager
def _plain() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in PLAIN}
    os.environ.update(PLAIN)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


def printed(line: str, code: int = 0) -> str:
    """What ``posenc …`` prints, run from the top of the tree; any other exit code is an error."""
    from posenc_cli.cli import main

    program, *arguments = shlex.split(line)
    out, said = io.StringIO(), io.StringIO()
    with _plain(), contextlib.chdir(ROOT), contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
        found = main(arguments)
    if program != "posenc" or found != code:
        raise ValueError(f"{line}: exit code {found} and not {code}: {said.getvalue()}")
    return out.getvalue()


def show(line: str, code: int = 0) -> None:
    """A block with a command line and its output."""
    print(f"```console\n$ {line}\n{printed(line, code).rstrip()}\n```")


def commands() -> dict[str, Any]:
    """Every command as the parser's object."""
    from posenc_cli.cli import COMMANDS
    from posenc_cli.cli.frame import build

    return {name: build(name) for name in COMMANDS}


def options(command: Any, *, common: bool) -> set[str]:  # noqa: ANN401  (the parser is vendored by Typer)
    """The long options of a command: its own, or those of all commands."""
    return {
        name
        for param in command.params
        if param.param_type_name == "option" and (getattr(param, "rich_help_panel", None) == COMMON) is common
        for name in param.opts
        if name.startswith("--")
    }


def examples() -> dict[str, dict[str, str]]:
    """``docs/examples.toml``: command → line → what it is for."""
    return cast("dict[str, dict[str, str]]", tomllib.loads(EXAMPLES.read_text(encoding="utf-8")))


def overview(language: Language = "en") -> None:
    """A table of all commands with what they are for."""
    from posenc_cli.i18n import text

    heads = {"en": "command | what it does", "de": "Befehl | was er tut"}
    print(f"| {heads[language]} |\n| --- | --- |")
    for name in commands():
        print(f"| `{name}` | {text(language, f'help.{name}')} |")


def reference() -> None:
    """Help and examples of every command."""
    for name in commands():
        print(f"## {name}\n\n```text\n{printed(f'posenc {name} --help').rstrip()}\n```\n")
        print("| line | what for |\n| --- | --- |")
        for line, purpose in examples()[name].items():
            print(f"| `{line}` | {purpose} |")
        print()


def worksheets(language: str) -> None:
    """Every key, kind and part of a worksheet."""
    from tests.readme.keys import lines

    print("\n".join(lines(language)))


def schemas() -> None:
    """Every JSON schema in a line."""
    for line in (
        "posenc table -f json",
        "posenc add -f json",
        "posenc scores -f json",
        "posenc explain -f json",
        "posenc worksheet katze -f json",
        "posenc worksheet katze --key key.json",
        "posenc check samples/answers/grad.csv -f json",
        "posenc check samples/code/next-pair-cosine.npy -f json",
    ):
        found = _json(line)
        print(f"- `{found.pop('schema')}` (`{line}`): {', '.join(_keys(found))}")


def further_schemas() -> None:
    """The JSON of the other encodings, and of what is not a table, a schema a line."""
    for line in (
        "posenc table -e learned -f json",
        "posenc table -e rope -f json",
        "posenc table -e alibi -f json",
        "posenc table --model samples/models/llama-3.1-8b.json --pos 0 -f json",
        "posenc table --error -f json",
        "posenc scores -e rope -f json",
        "posenc scores -e alibi -f json",
        "posenc explain -e rope -f json",
        "posenc explain --shift 3 -f json",
        "posenc explain --slip list -f json",
        "posenc encodings -f json",
        "posenc encodings rope -f json",
    ):
        found = _json(line)
        print(f"- `{found.pop('schema')}` (`{line}`): {', '.join(_keys(found))}")


def _json(line: str) -> dict[str, Any]:
    if "key.json" not in line:
        return cast("dict[str, Any]", json.loads(printed(line, int("check" in line))))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "key.json")
        printed(line.replace("key.json", shlex.quote(str(path))))
        return cast("dict[str, Any]", json.loads(path.read_text(encoding="utf-8")))


def _keys(found: dict[str, Any]) -> Iterator[str]:
    """The keys of an object; those of the first object in a list behind them."""
    for key, value in found.items():
        first = value[0] if isinstance(value, list) and value else None
        inner = f" (each `{'`, `'.join(first)}`)" if isinstance(first, dict) else ""
        yield f"`{key}`{inner}"


def ready(language: str) -> None:
    """The worksheets of a language that lie ready to be printed, in the order of a course."""
    from posenc_cli.render.listing import builtin
    from tests.samples.rebuild import READY

    heads = {"en": "sheet | key | minutes | after", "de": "Blatt | Lösung | Minuten | nach"}
    print(f"| {heads[language]} |\n| --- | --- | --- | --- |")
    for one in builtin():
        if one.language == language:
            sheet, key = (f"samples/ready/{stem}.pdf" for stem in (one.name, f"{one.name}-{READY[one.name]}"))
            name = {"en": "key", "de": "Lösung"}[language]
            print(f"| [{one.title}]({sheet}) | [{name}]({key}) | {one.minutes} | {_before(one.after)} |")


def _before(names: tuple[str, ...]) -> str:
    """What should come first; a long list by its ends."""
    return ", ".join(names if len(names) < 4 else (names[0], "…", names[-1])) or "–"


def slips() -> None:
    """How many mistakes are known."""
    from posenc_cli.encodings.slips import load

    known = len(load("sinusoidal"))
    print(
        f"posenc knows {known} mistakes that people really make. It says how sure it is; where two of them look alike"
    )
    print("on a sheet, it names both and picks none. `posenc explain --slip list` lists them.")


def encodings() -> None:
    """Every encoding by its name, a line a kind."""
    from posenc_cli.encodings import ENCODINGS
    from posenc_cli.i18n import text

    for kind in dict.fromkeys(each.kind for each in ENCODINGS.values()):
        names = ", ".join(f"`{name}`" for name, each in ENCODINGS.items() if each.kind == kind)
        print(f"- {text('en', f'encodings.kinds.{kind}')}: {names}")


def further_slips() -> None:
    """How many mistakes are known with encodings other than the sinusoidal one."""
    from posenc_cli.encodings import ENCODINGS
    from posenc_cli.encodings.slips import load

    first = {slip.id for slip in load("sinusoidal")}
    known = {slip.id for name in ENCODINGS for slip in load(name)} - first
    print(f"Of the other encodings posenc explains {len(known)} mistakes more, each with numbers:")
    print("`posenc explain -e rope --slip list` names those of one encoding,")
    print("`posenc explain -e rope --slip rope-both-plus` explains one.")


def models() -> None:
    """The configurations in samples/models/."""
    names = sorted(path.stem for path in (ROOT / "samples" / "models").glob("*.json"))
    print(f"{', '.join(names)}.")


def python(*statements: str) -> None:
    """What Python says to statements, each typed behind the prompt; an expression shows its value."""
    known: dict[str, object] = {}
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        for statement in statements:
            print(f">>> {statement}")
            exec(compile(statement, "README.md", "single"), known)  # noqa: S102  (our own pages)
    print(f"```pycon\n{said.getvalue().rstrip()}\n```")


def bugs() -> None:
    """The gallery in samples/code/: what was reported, and what posenc says of the array."""
    folder = ROOT / "samples" / "code"
    said = json.loads((folder / "said.json").read_text(encoding="utf-8"))
    print("| code | reported | what is wrong | posenc says |\n| --- | --- | --- | --- |")
    for name, found in said.items():
        first = (folder / f"{name}.py").read_text(encoding="utf-8").splitlines()[0].strip('"')
        report, _, wrong = first.partition(": ")
        also = [one for one in found["also"] if "=" in one]
        causes = ", ".join(f"`{one}`" for one in (found["cause"], *also))
        print(f"| [{name}](../samples/code/{name}.py) | {report} | {wrong} | {found['verdict']}: {causes} |")


def bug_count() -> None:
    """How many bugs the gallery has."""
    count = len(list((ROOT / "samples" / "code").glob("*.py")))
    print(
        f"[docs/arrays.md](docs/arrays.md) shows {count} faults, nearly all from public reports, each with a few lines"
    )
    print("of code, its array and what posenc says of it.")


def references() -> None:
    """How many cases there are; tests/test_reference.py holds that none fails, and that none of others' is missing."""
    folder = ROOT / "tests" / "reference"
    count = sum(len(json.loads(path.read_text(encoding="utf-8"))) for path in folder.glob("*.json"))
    print("- Numbers from other people's code, from 50 digits and from plain loops, every encoding among them:")
    print(f"  `python tests/reference_cases.py tests/reference` ends with `{count} cases, 0 failed, 0 not run`.")


#: What stands beside the figures of each script in ``tests/bench/``.
MEASURED = {
    "startup": "`posenc table` beside a Typer command that does nothing, others beside Typer alone (median of 11)",
    "tables": "large tables of float32 by angle addition, beside PyTorch (two threads), copying and np.save",
    "classes": "class sets with numbers of one's own, written as files, the layout included",
    "far": "sinusoidal and rotary values, scaled ones too, at positions up to 2³¹ − 1 beside 50 digits",
    "plots": "pictures",
    "arrays": "arrays that code made, right ones of all encodings and precisions and wrong ones",
    "honest": "random sheets solved rightly, with every rounding on the way that is allowed",
    "restated": "the marking beside a slow restatement of its rules in plain loops over decimals",
    "students": "simulated classes over all built-in worksheets",
    "handed_in": "a class that handed in filled PDFs",
    "diagnosed": "marking and diagnosis of a large class, pairs of slips included",
}


def students() -> None:
    """What came of simulated students on every worksheet: ``make bench`` keeps it."""
    found = json.loads((ROOT / "tests" / "bench" / "students.json").read_text(encoding="utf-8"))
    print(
        "| worksheet | right answers rejected | wrong ones accepted | one slip named | two named | noise called sure |"
    )
    print("| --- | --- | --- | --- | --- | --- |")
    for name, row in found.items():
        print(f"| {name} | {' | '.join(f'{hits} of {of}' for hits, of in row.values())} |")


def figures() -> None:
    """What ``make bench`` measured last, a row each."""
    found = json.loads((ROOT / "tests" / "bench" / "results.json").read_text(encoding="utf-8"))
    print("| what | measured | when |\n| --- | --- | --- |")
    for name, what in MEASURED.items():
        print(f"| {what} | {judged(found[name]['said'])} | {found[name]['date']} |")
    machines = ", ".join(dict.fromkeys(one["machine"] for one in found.values()))
    print(f"\nMeasured on {machines}.")


def judged(said: str) -> str:
    """Figures, with a word at each that is not within the limit behind it."""

    def one(found: re.Match[str]) -> str:
        number, between, way, limit = found.groups()
        is_held = float(number) <= float(limit) if way == "most" else float(number) >= float(limit)
        return f"{number}{between}(at {way} {limit}{'' if is_held else ': **not held**'})"

    return re.sub(r"(\d[\d.e-]*)([^();\d]*)\(at (most|least) ([\d.e-]+)\)", one, said)


PROGRAMS = ("posenc ", "cd ", "make ", "pip ", "pipx ", "python ", "py ")


def copied_lines(text: str) -> list[str]:
    """Every command line of a page, in its order: in blocks (``$`` is the prompt), and as a whole in back quotes."""
    pieces = re.finditer(r"^ *```(?:console|sh)\n(.*?)^ *```|`([^`\n]+)`", text, re.DOTALL | re.MULTILINE)
    lines = [line.strip().removeprefix("$ ") for piece in pieces for line in (piece[1] or piece[2]).splitlines()]
    return [line.partition("  # ")[0].strip() for line in lines if line.startswith(PROGRAMS)]
