"""What all commands share: help, language, errors in one line, exit codes."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer._click.core import Context

from posenc_cli import __version__
from posenc_cli.cli import COMMANDS, boundary, frame, main
from posenc_cli.cli.frame import Output, command, record_of
from posenc_cli.errors import ExitCode, MachineError, PosencError
from posenc_cli.i18n import LANGUAGES, choose_language, lookup, said_language

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Ran

ROOT = Path(__file__).parents[2]


def test_bare_posenc_shows_three_examples(posenc: Callable[..., Ran]) -> None:
    """Whoever types nothing but the name sees three lines to try."""
    assert [line.split()[:2] for line in posenc().out.splitlines()] == [
        ["posenc", "table"],
        ["posenc", "worksheet"],
        ["posenc", "check"],
    ]


def test_version(posenc: Callable[..., Ran]) -> None:
    """--version prints the version."""
    assert posenc("--version").out == f"posenc {__version__}\n"


def test_help_is_grouped(posenc: Callable[..., Ran]) -> None:
    """--help lists every command once, under what it is for."""
    out = posenc("--help").out
    assert out.index("\nTeach:\n") < out.index("\nCompute:\n") < out.index("\nSee:\n") < out.index("\nExamples:\n")
    commands = out[out.index("\nTeach:\n") : out.index("\nExamples:\n")]
    assert [line.split()[0] for line in commands.splitlines() if line[:3].strip() and line[:2] == "  "] == list(
        COMMANDS
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_every_command_ends_in_two_examples(posenc: Callable[..., Ran], name: str) -> None:
    """Each command's help names its options, those of all commands, and two whole command lines."""
    out = posenc(name, "--help").out
    examples = out[out.index("\nExamples:\n") :].splitlines()[2:]
    assert len(examples) == 2
    assert all(line.startswith("  posenc ") for line in examples)
    assert "--lang de|en" in out
    assert "Common options:" in out


@pytest.mark.parametrize("name", ["table", "add", "scores", "explain"])
def test_examples_work(posenc: Callable[..., Ran], name: str) -> None:
    """Every example of a help can be typed as it stands."""
    import shlex

    for example in record_of(name).examples:
        posenc(*shlex.split(example)[1:], quiet=False)


@pytest.mark.parametrize("name", ["table", "add", "scores", "explain"])
def test_formats_are_those_that_there_are(name: str) -> None:
    """What a help promises as formats, the views can show, in the same order."""
    from posenc_cli.render import mistakes, models, pairs, results, scored, scores, steps, sums, workings

    views = {
        "table": [results, models],
        "add": [sums],
        "scores": [scores, pairs, scored],
        "explain": [workings, steps, mistakes],
    }[name]
    for view in views:
        assert tuple(view.FORMATS) == record_of(name).formats


def test_commands_are_thin() -> None:
    """A command's module has 50 lines at most; what it does lives elsewhere."""
    from importlib import import_module
    from pathlib import Path

    for name in COMMANDS:
        path = Path(str(import_module(f"posenc_cli.cli.{name}").__file__))
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 50, name


def test_a_wrong_panel_is_found_at_import() -> None:
    """A command in no panel would not be in the help."""
    with pytest.raises(ValueError, match="no such panel"):
        command("play", "posenc play")


WRONG = [
    (("tabel",), "table"),
    (("quatsch",), "table"),
    (("table", "--dd", "4"), "--d"),
    (("table", "--quatsch"), "table --help"),
    (("--quatsch",), "--quatsch"),
    (("table", "--d"), "--d"),
    (("table", "--force=1"), "--force"),
    (("table", "extra"), "extra"),
    (("table", "--d", "4.5"), "4.5"),
    (("table", "--d", "٤"), "٤"),
    (("table", "--d", "0"), "0"),
    (("table", "--n", "0"), "--n"),
    (("table", "--decimals", "16"), "15"),
    (("table", "--decimals", "-1"), "-1"),
    (("table", "--base", "nan"), "nan"),
    (("table", "--base", "1_000"), "1_000"),
    (("table", "--layout", "thirds"), "interleaved"),
    (("table", "--format", "xml"), "json"),
    (("table", "--lang", "fr"), "de, en"),
    (("table", "--pos", "5-2"), "2-5"),
    (("table", "--pos", "a"), "0-5,17"),
    (("table", "--pos", "-3"), "-3"),
    (("table", "--n", "3", "--pos", "2"), "--pos"),
    (("table", "--n", "3", "--sentence", "a"), "--sentence"),
    (("table", "--pos", "3", "--first-pos", "1"), "--first-pos"),
    (("table", "--pos", "0-99999999"), "50000000"),
    (("table", "--sentence", "  "), ""),
    (("table", "--open"), "--output"),
    (("add", "--sentence", "Hund"), "Hund"),
    (("add", "--word", "Katze", "--at", "1", "--sentence", "Die"), "--sentence"),
    (("add", "--at", "1"), "--word"),
    (("add", "--embeddings", "gibt-es-nicht.csv"), "gibt-es-nicht.csv"),
    (("scores", "--pair", "Die,der"), "Die@0,der@4"),
    (("explain", "--dim", "d0"), "d3"),
    (("explain", "--dim", "4"), "3"),
    (("explain", "--slip", "exp-dimension"), "exp-dimension-index"),
    (("explain", "--slip", "add-subtracted", "--d", "6"), "--d 4"),
    (("explain", "--slip", "sign-lost", "--pos", "100000"), "1000"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("arguments", "named"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_wrong_usage_is_one_line(
    posenc: Callable[..., Ran], arguments: tuple[str, ...], named: str, language: str
) -> None:
    """Whatever is wrong with a command line is said in one line that names what was given or what would work."""
    asked = () if "--lang" in arguments else ("--lang", language)
    error = posenc(*asked, *arguments, code=2).error
    assert named in error
    assert "{" not in error


@pytest.mark.parametrize("place", ["before", "behind"])
def test_errors_speak_the_language_asked_for(posenc: Callable[..., Ran], place: str) -> None:
    """A wrong option is said in German wherever --lang de stands."""
    words = ["table", "--quatsch"]
    arguments = ["--lang=de", *words] if place == "before" else [*words, "--lang", "de"]
    assert "gibt es nicht" in posenc(*arguments, code=2).error


@pytest.mark.parametrize(
    ("surroundings", "expected"),
    [
        ({"POSENC_LANG": "de"}, "de"),
        ({"POSENC_LANG": "DE_at.UTF-8"}, "de"),
        ({"POSENC_LANG": "fr", "LC_ALL": "de_CH.UTF-8"}, "de"),
        ({"LC_ALL": "German_Germany.1252"}, "de"),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, None),
        ({"LC_ALL": "fr_FR.UTF-8"}, None),
    ],
    ids=str,
)
def test_language_from_surroundings(
    monkeypatch: pytest.MonkeyPatch, surroundings: dict[str, str], expected: str | None
) -> None:
    """POSENC_LANG first, then the system's locale, then English, as where nobody says anything."""
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    assert said_language() == expected
    assert choose_language() == (expected or "en")
    assert choose_language("en") == "en"


@pytest.mark.parametrize(
    ("surroundings", "asked", "said"),
    [
        ({"LC_ALL": "C.UTF-8"}, (), "Ben: 22 von 25 Punkten"),
        ({"LC_ALL": "POSIX"}, ("--lang", "en"), "Ben: 22 of 25 points"),
        ({"LC_ALL": "C", "POSENC_LANG": "en"}, (), "Ben: 22 of 25 points"),
        ({"LC_ALL": "en_US.UTF-8"}, (), "Ben: 22 of 25 points"),
    ],
    ids=str,
)
def test_where_nobody_says_a_language_it_is_that_of_the_sheet(
    posenc: Callable[..., Ran],
    monkeypatch: pytest.MonkeyPatch,
    surroundings: dict[str, str],
    asked: tuple[str, ...],
    said: str,
) -> None:
    """A report about a German sheet is German then; whoever says a language gets that."""
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    answers = str(ROOT / "samples" / "answers" / "grad.csv")
    assert posenc("check", answers, *asked, code=1).out.startswith(said)


def test_help_says_what_commands_are_for_in_both_languages(posenc: Callable[..., Ran]) -> None:
    """In the list and above a command's own options; the English line is that of the code."""
    for name in COMMANDS:
        assert record_of(name).function.__doc__ == lookup("en", f"help.{name}")
    german = " ".join(posenc("--help", "--lang", "de").out.split())
    assert all(lookup("de", f"help.{name}") in german for name in COMMANDS)
    assert lookup("de", "help.practice") in " ".join(posenc("practice", "--help", "--lang", "de").out.split())
    assert lookup("en", "help.practice") in " ".join(posenc("practice", "--help").out.split())


def test_every_error_of_the_frame_has_a_sentence() -> None:
    """A key that the code raises is in the catalogue."""
    import re
    from pathlib import Path

    import posenc_cli.cli

    folder = Path(posenc_cli.cli.__file__).parent
    keys = {
        key
        for path in folder.glob("*.py")
        for key in re.findall(r'"(cli\.[a-z0-9-]+)"', path.read_text(encoding="utf-8"))
    }
    assert keys
    for key in keys:
        assert lookup("en", key)


def raising(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Make ``posenc table`` end in an error."""

    @command("see", "posenc table 1", "posenc table 2")
    def table(_out: Output) -> None:
        """Fail."""
        raise error

    monkeypatch.setattr(frame, "record_of", lambda _name: table)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (MachineError("pdf.no-browser", variable="X"), 3),
        (PosencError("unknown-encoding", given="a", known="b"), 2),
        (KeyboardInterrupt(), 130),
        (BrokenPipeError(), 0),
    ],
    ids=repr,
)
def test_exit_codes(monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int) -> None:
    """Each way to end has its exit code."""
    raising(monkeypatch, error)
    assert main(["table"]) == code


def test_ctrl_c_is_said_once(posenc: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence after Ctrl+C, and nothing of a result."""
    raising(monkeypatch, KeyboardInterrupt())
    ran = posenc("table", code=130)
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1


def test_our_own_faults_keep_their_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no error of ours is a fault of posenc and not hidden."""
    raising(monkeypatch, ZeroDivisionError("a fault"))
    with pytest.raises(ZeroDivisionError, match="a fault"):
        main(["table"])


def test_an_error_stays_on_its_line(posenc: Callable[..., Ran]) -> None:
    """A line break or an escape sequence in what was given cannot break the line or reach the terminal."""
    error = posenc("table", "--d", "4\n\x1b[31mrot", code=2).error
    assert r"4\n" not in error
    assert r"4\x0a\x1b[31mrot" in error


def test_module_and_script_are_the_same() -> None:
    """``python -m posenc_cli`` passes the exit code on."""
    ran = subprocess.run([sys.executable, "-m", "posenc_cli", "tabel"], capture_output=True, check=False)
    assert ran.returncode == ExitCode.USAGE


def test_unknown_words_of_the_parser_are_passed_on() -> None:
    """What the parser says and we do not know is still one sentence."""
    from typer._click.exceptions import UsageError

    error = boundary.translated(UsageError("something new"))
    assert "something new" in boundary.sentence(error, "en")


@pytest.mark.parametrize("name", COMMANDS)
def test_help_says_what_options_are_for_in_both_languages(name: str) -> None:
    """Each has a sentence of each language."""
    told = {}
    for language in LANGUAGES:
        built = frame.build(name, language)
        said = built.get_help(Context(built, obj=language, info_name=name))
        assert f"\n{lookup(language, 'options.heading.common')}:\n" in said
        told[language] = {param.name: getattr(param, "help", None) for param in built.params}
    assert told["de"].keys() == told["en"].keys()
    assert [key for key in told["en"] if not told["en"][key] or told["de"][key] == told["en"][key]] == []


def test_every_sentence_about_an_option_belongs_to_one() -> None:
    """None is left over."""
    declared = "\n".join(path.read_text(encoding="utf-8") for path in Path(frame.__file__).parent.glob("*.py"))
    said = tomllib.loads((ROOT / "posenc_cli" / "i18n" / "en" / "options.toml").read_text(encoding="utf-8"))
    assert [key for key in said if key != "heading" and f'help="{key}"' not in declared] == []


def test_german_help_has_german_headings(posenc: Callable[..., Ran]) -> None:
    """Nothing but the names of options, of what they take and of what is asked for is English there."""
    out = posenc("table", "--help", "--lang", "de").out
    for said in ("Aufruf: posenc table", "\nOptionen:\n", "\nGemeinsame Optionen:\n", "\nBeispiele:\n", "[sonst: 0;"):
        assert said in out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits_a_narrow_screen(
    posenc: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, name: str, language: str
) -> None:
    """At 40 columns only lines to copy and lists of values go on behind the edge."""
    monkeypatch.setenv("COLUMNS", "40")
    asked = [*([name] if name else []), "--help", "--lang", language]
    lines = [line for line in posenc(*asked).out.splitlines() if len(line) > 40]
    assert [line for line in lines if not line.startswith("  posenc ") and "|" not in line] == []
