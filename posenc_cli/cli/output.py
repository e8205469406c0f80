"""Where results go: one object that knows the language, the format, the files and the screen of this call."""

from __future__ import annotations

import io
import os
import shutil
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from posenc_cli.cli.progress import WAITING
from posenc_cli.errors import ExitCode, InputError, UsageError, choices
from posenc_cli.i18n import Notice, text
from posenc_cli.render.style import BINARY, EXACT, SUFFIXES, Screen, Style, fit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import BinaryIO

    from posenc_cli.i18n import Language
    from posenc_cli.i18n.numbers import Mark
    from posenc_cli.render.style import Renderer
    from posenc_cli.worksheet.spec import Spec


@dataclass(frozen=True)
class Reply:
    """What a command answers: data, its views by format, and what is worth saying beside.

    Attributes:
        data: any object that the views take.
        views: format → function of (data, style) that gives text or bytes.
        notices: shown on the error channel.
        exit_code: of the process.
    """

    data: Any
    views: Mapping[str, Renderer]
    notices: tuple[Notice, ...] = ()
    exit_code: ExitCode = ExitCode.FINE


@dataclass(frozen=True)
class Output:
    """The common options of one call, and the two channels.

    Attributes:
        formats: what the command can show, the default first.
        language: of messages and results.
        is_said: did a person say this language, here or to the system?
        format: as asked by ``--format``; None if it was not.
        output: as asked by ``--output``; None if it was not, ``-`` for stdout.
        force: may files be replaced?
        open: open files after writing?
        decimals: as asked; None if it was not.
        mark: as asked; None if it was not.
    """

    formats: tuple[str, ...]
    language: Language
    format: str | None
    output: str | None
    force: bool
    open: bool
    decimals: int | None
    mark: Mark | None
    is_said: bool = True

    @classmethod
    def of(cls, formats: tuple[str, ...], language: Language | None, **common: Any) -> Output:  # noqa: ANN401
        """From the language of the call, if one was said, and the values of :data:`posenc_cli.cli.options.COMMON`."""
        asked = common.get("format_")
        if asked is not None and asked.lower() not in formats:
            there = choices(asked.lower(), formats)
            key = "cli.bad-choice-near" if "near" in there else "cli.bad-choice"
            raise UsageError(key, option="--format", given=asked, **there)
        return cls(
            formats=formats,
            language=language or "en",
            is_said=language is not None,
            format=asked and asked.lower(),
            output=common.get("output"),
            force=common.get("force", False),
            open=common.get("open_", False),
            decimals=common["decimals"],
            mark=common["decimal_mark"],
        )

    @property
    def path(self) -> Path | None:
        """The file to write; None for stdout."""
        from posenc_cli.files.paths import user_path

        return None if self.output in (None, "-") else user_path(self.output or "")

    def about(self, spec: Spec) -> Output:
        """In the language of a worksheet that all of this is about, where nobody said another."""
        return self if self.is_said else replace(self, language=spec.worksheet.language)

    def style(self, *, file: bool = False) -> Style:
        """How a view is to look, on the screen or in a file."""
        from posenc_cli.i18n.numbers import mark_of  # many calls show no number

        return Style(self.language, self.decimals, self.mark or mark_of(self.language), Screen() if file else _screen())

    def chosen_format(self) -> str:
        """What ``--format`` says, else the suffix of ``--output``, else the command's first."""
        if self.format is not None:
            return self.format
        if self.path is None:
            return self.formats[0]
        suffix = self.path.suffix.lower()
        if SUFFIXES.get(suffix) not in self.formats:
            known = ", ".join(name for name, kind in SUFFIXES.items() if kind in self.formats)
            raise UsageError("files.unknown-suffix", path=self.path, known=known)
        return SUFFIXES[suffix]

    def notice(self, *notices: Notice) -> None:
        """Say something that stops nothing, a line each on the error channel."""
        for notice in notices:
            say(notice.text(self.language))

    def write(self, path: Path, data: str | bytes) -> Path:
        """Write a file whole, name it on the error channel, and open it if that was asked."""
        return self.write_all([(path, _encoded(data) if isinstance(data, str) else data)])[0]

    def write_all(self, items: Sequence[tuple[Path, bytes]], *, folders: Iterable[Path] = ()) -> list[Path]:
        """Write several files, all or none; name each on the error channel, and open it if that was asked."""
        from posenc_cli.files.writing import write_all

        written = write_all(items, force=self.force, folders=folders)
        for full in written:
            self._written(full)
        return written

    def write_stream(self, path: Path, size: int, write: Callable[[BinaryIO], object]) -> None:
        """Write a file of so many bytes as it is computed; name it, and open it if that was asked."""
        from posenc_cli.files.writing import write_stream

        self._written(write_stream(path, size, write, force=self.force))

    def _written(self, full: Path) -> None:
        say(text(self.language, "cli.written", path=full))
        if self.open:
            self.show_file(full)

    def show_file(self, path: Path) -> None:
        """Open a file with what the machine opens such files with."""
        from posenc_cli.cli import opening

        if opening.launch(str(path)) != 0:
            self.notice(Notice("cli.cannot-open", {"path": path}))

    def deliver(self, data: str | bytes, kind: str) -> None:
        """Write a result of the format ``kind`` to the file that was asked for, else to stdout."""
        WAITING.stop()
        if self.path is not None:
            self.write(self.path, data)
        elif self.open:
            raise UsageError("cli.open-needs-file")
        elif isinstance(data, bytes):
            _send_bytes(data, kind)
        else:
            self._send_text(data, exact=kind in EXACT)

    def finish(self, reply: Reply | ExitCode | None) -> ExitCode:
        """Show what a command answered and return the exit code."""
        if not isinstance(reply, Reply):
            return reply or ExitCode.FINE
        kind = self.chosen_format()
        if kind not in reply.views:  # a list of worksheets is no page
            raise UsageError("commands.no-such-format", given=kind, known=", ".join(reply.views))
        if kind in BINARY and self.path is None and not self.open:
            _refuse_terminal(kind)
        style = self.style(file=self.path is not None)
        self.deliver(reply.views[kind](reply.data, style), kind)
        self.notice(*reply.notices)
        return reply.exit_code

    def _send_text(self, data: str, *, exact: bool) -> None:
        """Text to stdout; words of a file format are never altered, those on a screen may get substitutes."""
        stream = stdout()
        encoding = getattr(stream, "encoding", None) or "utf-8"
        fitted = fit(data, encoding)
        if exact and fitted != fit(data, "utf-8") and hasattr(stream, "buffer"):
            _send_bytes(_encoded(data), "text")
            self.notice(Notice("cli.utf-8-instead", {"encoding": encoding}))
            return
        with _complaints():
            stream.write(fitted)
            stream.flush()


def stdout() -> TextIO:
    """The output channel; a hole where it was closed before the start."""
    return sys.stdout if sys.stdout is not None else io.TextIOWrapper(io.BytesIO(), "utf-8")


def say(line: str) -> None:
    """One line on the error channel, which may be closed."""
    from posenc_cli.render.style import visible

    WAITING.stop()
    try:
        encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
        sys.stderr.write(fit(f"posenc: {visible(line)}\n", encoding))
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        pass


def _encoded(data: str) -> bytes:
    """UTF-8; half a character, which a command line or JSON can hold, stands there as its code."""
    return fit(data, "utf-8").encode()


def _screen() -> Screen:
    stream = stdout()
    encoding = getattr(stream, "encoding", None) or "utf-8"
    if not stream.isatty():
        return Screen(None, encoding)
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM", "dumb") in {"dumb", "unknown"}
    return Screen(shutil.get_terminal_size().columns, encoding, colour=not plain)


def _refuse_terminal(kind: str) -> None:
    if stdout().isatty():
        raise UsageError("cli.binary-to-terminal", format=kind)


def _send_bytes(data: bytes, kind: str) -> None:
    if kind in BINARY:
        _refuse_terminal(kind)
    stream = stdout()
    with _complaints():
        stream.flush()
        stream.buffer.write(data)
        stream.flush()


class _complaints:  # noqa: N801  (used like a function)
    """Turn what a full disk says into our own error; a closed pipe is no error and passes."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            raise InputError("cli.cannot-print", cause=error.strerror or type(error).__name__) from error
