"""A sitting of ``posenc practice``: questions and answers, and what is kept of them."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.cli.output import say, stdout
from posenc_cli.errors import InputError, UsageError
from posenc_cli.files.state import forget, remember, remembered, state_file
from posenc_cli.grading.practice import Practice
from posenc_cli.i18n import text
from posenc_cli.i18n.numbers import read_number
from posenc_cli.render.practice import Words
from posenc_cli.render.style import fit
from posenc_cli.worksheet.codes import code_of
from posenc_cli.worksheet.spec import BUILTIN_NAMES, find

if TYPE_CHECKING:
    from collections.abc import Callable

    from posenc_cli.grading.practice import Judged
    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.sheet import Blank, Sheet

FILE = "practice"
#: Words that end a sitting, and that ask for help, in both languages.
QUIT = frozenset({"q", "quit", "exit", "ende"})
#: Sittings that are kept at most: the oldest ones go.
MOST_KEPT = 50
MINUTE = 60.0


def worksheet_for(encoding: str, language: Language) -> str:
    """The name of a built-in worksheet about an encoding.

    Raises:
        UsageError: there is none.
    """
    from posenc_cli.encodings import encoding as record

    if encoding == "sinusoidal":
        return text(language, "language.short-sheet")
    record(encoding)
    about: dict[str, str] = {}
    for name in BUILTIN_NAMES:
        spec = find(name)
        if spec.worksheet.language == language:
            about.setdefault(spec.worksheet.encoding, name)
            for method in spec.also.values():
                about.setdefault(method.encoding, name)
    if encoding not in about:
        raise UsageError("practice.no-worksheet", encoding=encoding, known=", ".join(sorted(about)))
    return about[encoding]


def forgotten(language: Language) -> None:
    """Delete all that was kept."""
    there = forget(FILE)
    stdout().write(
        text(language, "practice.forgotten" if there else "practice.nothing-kept", path=state_file(FILE)) + "\n"
    )


def typed_line() -> str | None:
    """The next line; None at the end, or where nobody can type anything."""
    try:
        return (sys.stdin.readline() or None) if sys.stdin is not None else None
    except (OSError, ValueError):  # a folder, or bytes that are no text
        return None


class Left(Exception):  # noqa: N818  (leaving is no error)
    """Somebody has had enough for now."""


@dataclass
class Sitting:
    """One sitting.

    Attributes:
        words: what is said.
        practice: how far it has come.
        ends: when nothing new is asked any more, by the clock; None for never.
        clock: seconds.
        read: the next line that was typed, None at the end.
    """

    words: Words
    practice: Practice
    ends: float | None = None
    clock: Callable[[], float] = time.monotonic
    read: Callable[[], str | None] = typed_line
    _is_kept: bool = True
    _said_not_kept: bool = False

    def run(self) -> None:
        """Ask until nothing is left, time is up, or somebody leaves; then say how far it has come."""
        words = self.words
        self.tell(words.say("help"))
        try:
            if self.practice.begun:
                self.tell(words.say("resumed"))
            elif words.tests_calculator:
                self.check_calculator()
            self._ask_all()
        except (Left, KeyboardInterrupt):
            self.tell("\n" + words.say("paused" if self._is_kept else "paused-unkept"))
        self.tell("\n" + words.summary(self.practice))

    def _ask_all(self) -> None:
        shown: int | None = None
        read = self._read_before()
        while (blank := self.practice.next) is not None:
            if self.ends is not None and self.clock() >= self.ends:
                self.tell("\n" + self.words.say("time-up"))
                return
            if blank.exercise != shown:
                self.tell(self.words.lesson(read, blank.exercise))
                shown, read = blank.exercise, max(read, blank.exercise)
                self.tell(self.words.task(shown, self.practice.settled(shown)) + "\n")
            self._ask(blank)

    def _read_before(self) -> int:
        """The last exercise that has been shown; in a sitting that goes on, all that has come so far."""
        blank = self.practice.next
        return blank.exercise if blank is not None and self.practice.begun else -1

    def _ask(self, blank: Blank) -> None:
        """One blank, until it is right or put off."""
        again = blank.id in self.practice.repeated
        last: Judged | None = None
        shown = 0
        while True:
            typed = self.ask(self.words.prompt(blank, again=again))
            if typed == "?":
                self.tell(self.words.help(blank, last, shown))
                shown += 1
                continue
            if read_number(typed).status == "blank":  # nothing, a dash, an x
                is_put_off = self.practice.put_off()
                self.keep()
                self.tell(self.words.say("put-off" if is_put_off else "left-open"))
                return
            last = self.practice.answer(typed)
            self.keep()
            self.tell(self.words.verdict(last))
            shown = max(shown, last.tries)
            if last.done:
                return

    def check_calculator(self) -> None:
        """The sine of 1 tells the angle mode; nothing typed goes on without."""
        self.tell("\n" + self.words.calculator("title") + self.words.calculator("ask"))
        while typed := self.ask("sin(1) = "):
            value = read_number(typed).value
            mode = self.words.mode(None if value is None else float(value))
            self.tell(self.words.calculator(mode))
            if mode == "right":
                return

    def ask(self, prompt: str) -> str:
        """What is typed behind a prompt; a file's or a pipe's answer is shown there, as a terminal shows it by itself.

        Raises:
            Left: the end, or a word that asks for it.
        """
        self.tell(prompt)
        line = self.read()
        typed = "" if line is None else line.strip()
        if sys.stdin is None or not sys.stdin.isatty():
            self.tell(typed + "\n")
        if line is None or typed.casefold() in QUIT:
            raise Left
        return typed

    def tell(self, said: str) -> None:
        """To the screen, in what it can show."""
        stream = stdout()
        stream.write(fit(said, getattr(stream, "encoding", None) or "utf-8"))
        stream.flush()

    def keep(self) -> None:
        """Keep how far it has come; said once if that cannot be."""
        kept = remembered(FILE)
        name = code_of(self.words.sheet)
        kept.pop(name, None)
        if self.practice.queue:
            kept[name] = self.practice.kept()
        while len(kept) > MOST_KEPT:
            kept.pop(next(iter(kept)))
        self._is_kept = remember(FILE, kept)
        if not self._is_kept and not self._said_not_kept:
            self._said_not_kept = True
            say(text(self.words.language, "practice.not-kept", path=state_file(FILE)))


def practice_of(sheet: Sheet, *, fresh: bool) -> Practice:
    """The practice of a sheet, where an earlier sitting ended.

    Args:
        sheet: what is practised.
        fresh: from the beginning all the same.

    Raises:
        InputError: nothing is asked for on it.
    """
    if not sheet.blanks:
        raise InputError("practice.nothing-asked", name=sheet.name)
    kept = remembered(FILE).get(code_of(sheet))
    resumed = Practice.resumed(sheet, kept) if isinstance(kept, dict) and not fresh else None
    return resumed or Practice.begin(sheet)
