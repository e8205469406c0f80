"""The one error boundary: whatever ends a call becomes an exit code and at most one line.

Our own errors and those of the parser are said in the language of the call; anything else is a fault of posenc and
keeps its traceback.
"""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer._click import exceptions as parser

from posenc_cli import __version__
from posenc_cli.cli import completing
from posenc_cli.cli.coercion import option_name
from posenc_cli.cli.frame import program
from posenc_cli.cli.output import say, stdout
from posenc_cli.errors import ExitCode, InputError, Interrupted, MachineError, PosencError, UsageError
from posenc_cli.i18n import LANGUAGES, Language, said_language, text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

#: What a person sees who types nothing but the name.
EXAMPLES = (
    "posenc table --d 4 --n 6",
    "posenc worksheet {sheet}",
    "posenc check --d 4 --pos 2 0.909 -0.416 0.020 1.000",
)
#: The exit code after Ctrl+C, as shells have it.
INTERRUPTED = 130
#: Suffixes of files that hold vectors as a rule.
VECTORS = frozenset({".csv", ".tsv", ".txt", ".vec", ".json", ".npy", ".npz", ".safetensors"})
#: Signs of one value in a sentence.
_LONGEST = 300


def front(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="version")] = False,
    lang: Annotated[  # noqa: ARG001  (checked here, read by language_of)
        Language | None, typer.Option("--lang", metavar="|".join(LANGUAGES), help="lang")
    ] = None,
) -> None:
    """What runs without a command."""
    if version:
        stdout().write(f"posenc {__version__}\n")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        stdout().write("\n".join(examples(ctx.obj or "en")) + "\n")


def examples(language: Language) -> tuple[str, ...]:
    """Three lines to begin with, with a worksheet in the language of the call."""
    return tuple(line.format(sheet=text(language, "language.sheet")) for line in EXAMPLES)


def guarded(argv: list[str], names: tuple[str, ...]) -> int:
    """Run the program; return its exit code."""
    said = language_of(argv)
    language = said or "en"
    _buffer_output()
    try:
        with _told_to_end():
            code = _run(argv, names, said)
            stdout().flush()
    except PosencError as error:
        say(sentence(error, language))
        return error.exit_code
    except parser.UsageError as error:
        say(sentence(translated(error), language))
        return ExitCode.USAGE
    except (KeyboardInterrupt, typer.Abort) as end:
        say(text(language, end.key if isinstance(end, Interrupted) else "cli.interrupted"))
        return INTERRUPTED
    except BrokenPipeError:
        return ExitCode.FINE  # the reader has seen enough
    except (OSError, MemoryError) as error:
        known = of_the_machine(error)
        say(sentence(known, language))
        return known.exit_code
    finally:
        _leave_quietly()
    return code


@contextlib.contextmanager
def _told_to_end() -> Iterator[None]:
    """Who closes the terminal or ends the process from outside finds the same as after Ctrl+C: nothing half-written."""
    told = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    main = threading.current_thread() is threading.main_thread()
    ours = [each for each in told if main and signal.getsignal(each) is signal.SIG_DFL]
    for each in ours:
        signal.signal(each, signal.default_int_handler)
    try:
        yield
    finally:
        for each in ours:
            signal.signal(each, signal.SIG_DFL)


def _run(argv: list[str], names: tuple[str, ...], language: Language | None) -> int:
    whole = program(names, front, examples)
    if completing.ASKED in os.environ:
        return completing.answer(whole, language or "en")
    try:
        with whole.make_context("posenc", argv, obj=language) as ctx:
            found = whole.invoke(ctx)
    except typer.Exit as end:
        return int(end.exit_code)
    return int(found or ExitCode.FINE)


def language_of(argv: list[str]) -> Language | None:
    """The language that is said for this call, also if its command line cannot be parsed; None for no word about it."""
    asked = None
    for index, word in enumerate(argv):
        if word == "--lang" and index + 1 < len(argv):
            asked = argv[index + 1]
        elif word.startswith("--lang="):
            asked = word.partition("=")[2]
    return said_language(asked)


def sentence(error: PosencError, language: Language) -> str:
    """An error as one sentence."""
    key = error.key if "." in error.key else f"errors.{error.key}"
    # An error may be the reason of another one.
    values = {
        name: sentence(value, language) if isinstance(value, PosencError) else _short(value)
        for name, value in error.values.items()
    }
    return text(language, key, **values)


def _short(value: object) -> object:
    """What was given, as far as a sentence can bear it."""
    return f"{value[:_LONGEST]}…" if isinstance(value, str) and len(value) > _LONGEST else value


def of_the_machine(error: OSError | MemoryError) -> PosencError:
    """What the system refused while nobody expected it: a full disk under ``--help``, too little memory."""
    if isinstance(error, MemoryError):
        return MachineError("cli.no-memory")
    cause = error.strerror or type(error).__name__
    if isinstance(error, FileNotFoundError) and error.filename is None:
        return InputError("machine.nowhere")
    if error.filename is None:
        return InputError("cli.cannot-print", cause=cause)
    return InputError("files.cannot-read", path=error.filename, cause=cause)


def translated(error: parser.UsageError) -> PosencError:
    """What the parser found, as an error of ours."""
    command = error.ctx.command_path if error.ctx else "posenc"
    key, named = "cli.other", {"message": error.message}
    match error:
        case parser.NoSuchOption(possibilities=near) if near:
            key, named = "cli.unknown-option-near", {"given": error.option_name, "known": ", ".join(sorted(near))}
        case parser.NoSuchOption():
            key, named = "cli.unknown-option", {"given": error.option_name, "command": command}
        case parser.MissingParameter(param=param) if param is not None:
            key, named = "cli.missing", {"option": option_name(param), "command": command}
        case parser.BadOptionUsage():
            key = "cli.no-value" if "requires" in error.message else "cli.takes-no-value"
            named = {"option": error.option_name}
        case _ if "unexpected extra" in error.message:
            key, named = "cli.too-many", {"given": error.message.partition("(s) (")[2][:-1], "command": command}
            word = named["given"].partition(" ")[0]
            if _takes(error, "--encoding") and word in _encodings():
                key, named["given"] = "cli.too-many-encoding", word
            elif _takes(error, "--embeddings") and Path(word).suffix.lower() in VECTORS:
                key, named["given"] = "cli.too-many-file", word
    return UsageError(key, **named)


def _takes(error: parser.UsageError, option: str) -> bool:
    return error.ctx is not None and any(option in param.opts for param in error.ctx.command.params)


def _encodings() -> Collection[str]:
    from posenc_cli.encodings import ENCODINGS

    return ENCODINGS


def _buffer_output() -> None:
    """Let nothing be lost halfway: what Python writes without a buffer (PYTHONUNBUFFERED) may end where a disk does."""
    stream = sys.__stdout__
    if stream is not None and stream is sys.stdout and isinstance(stream.buffer, io.RawIOBase):
        encoding, errors = stream.encoding, stream.errors
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(stream.detach()), encoding, errors)
        sys.__stdout__ = sys.stdout  # type: ignore[misc]  # whose width is asked for


def _leave_quietly() -> None:
    """See to it that the interpreter's own last flush has nothing to complain about."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
