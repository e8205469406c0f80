"""How long work says how far it is: on a terminal in one line, elsewhere in few, and never where results go."""

from __future__ import annotations

import io
import sys
import time

import pytest

from posenc_cli.cli import main, progress
from posenc_cli.cli.output import say
from posenc_cli.grading import collected, stress


class Terminal(io.StringIO):
    """A screen that keeps all that was written to it."""

    def isatty(self) -> bool:
        """As screens say."""
        return True


def watched(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """The error channel of a call at a terminal, with an impatient person before it."""
    screen = Terminal()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(progress, "PATIENCE", 0.02)
    monkeypatch.setattr(sys, "stderr", screen)
    return screen


def test_a_bar_grows_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step takes the line back; the last one ends it."""
    screen = watched(monkeypatch)
    show = progress.progress("en", "check.progress")
    for done in range(1, 5):
        show(done, 4)
    assert screen.getvalue().count("\r") == 4
    assert screen.getvalue().count("\n") == 1
    assert screen.getvalue().endswith(f"[{'█' * 30}] 4 of 4 files read\n")


@pytest.mark.parametrize("where", ["TERM", "CI", "pipe"])
def test_elsewhere_there_is_a_line_for_each_tenth(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a pipe, under CI and on a terminal that cannot go back in a line, at most ten whole lines are said."""
    screen: io.StringIO = watched(monkeypatch)
    if where == "pipe":
        screen = io.StringIO()
        monkeypatch.setattr(sys, "stderr", screen)
    else:
        monkeypatch.setenv(where, {"TERM": "dumb", "CI": "true"}[where])
    show = progress.progress("de", "stress.progress")
    for done in range(1, 201):
        show(done, 200)
    said = screen.getvalue()
    assert "\r" not in said
    assert [line.split()[1] for line in said.splitlines()] == [str(20 * n) for n in range(1, 11)]


def test_short_work_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks what is going on in the first seconds."""
    screen = watched(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 30.0)
    show = progress.progress("en", "check.progress", patient=True)
    for done in range(1, 101):
        show(done, 100)
    assert not screen.getvalue()


def test_work_of_unknown_length_counts_seconds_and_clears_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line stands until something else is said, and leaves nothing behind."""
    screen = watched(monkeypatch)
    waiting = progress.WAITING
    waiting.start("en")
    deadline = time.monotonic() + 5
    while not screen.getvalue() and time.monotonic() < deadline:
        time.sleep(0.01)
    say("done")
    line, blank, rest = screen.getvalue().removeprefix("\r").split("\r")
    assert line.startswith("Working …")
    assert blank == " " * len(line)
    assert rest == "posenc: done\n"


def test_a_quick_command_leaves_the_screen_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is there before anybody would ask."""
    screen = watched(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 30.0)
    assert main(["table", "--d", "4", "--n", "2", "-o", "-"]) == 0
    assert not screen.getvalue()


def test_reading_many_files_is_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    """All files of a folder are counted, one after the other."""
    folder = tmp_path_factory.mktemp("answers")
    for number in range(3):
        (folder / f"s{number}.csv").write_text("name,pe2_d1\nAda,0.909\n", encoding="utf-8")
    told: list[tuple[int, int]] = []
    collected.load([folder], None, lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_a_sheet_after_the_other_is_told_where_many_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for the figures of many seeds sees how many are done."""
    screen = watched(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    monkeypatch.setattr(stress, "CHUNK", 1)
    assert main(["stress", "cat-short", "--seeds", "2", "--lang", "en"]) == 0
    assert "] 1 of 2 sheets\r" in screen.getvalue()
