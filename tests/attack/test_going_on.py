"""What is begun, broken off and taken up again, in any order: it ends as if nobody had ever broken it off."""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING
from unittest import mock

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from posenc_cli.cli import practising
from posenc_cli.cli.practising import FILE, Sitting, practice_of
from posenc_cli.errors import InputError, UsageError
from posenc_cli.files import state, writing
from posenc_cli.grading.comparison import compared
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import Report, check
from posenc_cli.i18n.numbers import read_number
from posenc_cli.render import class_files, class_set
from posenc_cli.render.class_set import Order, make
from posenc_cli.render.practice import Words
from posenc_cli.render.report import report_json
from posenc_cli.render.style import Style
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.classes import MANIFEST, Manifest, Student
from posenc_cli.worksheet.codes import code_of
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import find, read
from tests.render.test_class_set import a_page, content, printed, undressed

if TYPE_CHECKING:
    from collections.abc import Callable

#: A machine runs a few times in every test run; in a sweep more often and for longer.
OFTEN = settings().max_examples > 50
EXAMPLES, STEPS = (40, 20) if OFTEN else (3, 8)
FEW = settings(max_examples=EXAMPLES, stateful_step_count=STEPS, suppress_health_check=[HealthCheck.too_slow])
TINY = build(
    read(
        '[worksheet]\ntitle = "t"\nname = "tiny"\nd = 2\nn = 2\n[[exercise]]\nkind = "encode"\nblank = [1]\n', "t", None
    )
)
RIGHT = {one.blank.id: one.text for one in solve(TINY)}
FIRST = next(iter(RIGHT))


def breaking_off(after: int, *, is_late: bool) -> Callable[[Path, Path], None]:
    """Ctrl+C before or behind the moment at which the file of that number gets its name."""
    rename, left = writing._rename, iter(range(after + 1))

    def one(temporary: Path, target: Path) -> None:
        is_last = next(left, 0) == after
        if is_last and not is_late:
            raise KeyboardInterrupt
        rename(temporary, target)
        if is_last:
            raise KeyboardInterrupt

    return one


class Kept(RuleBasedStateMachine):
    """A machine with a folder of its own, and patches that go with it."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(mkdtemp(prefix="posenc-going-on-"))
        self.stack = ExitStack()
        self.stack.callback(shutil.rmtree, self.folder)

    def patch(self, owner: object, name: str, by: object) -> None:
        """Until the machine ends."""
        self.stack.enter_context(mock.patch.object(owner, name, by))

    def teardown(self) -> None:
        """Leave nothing."""
        self.stack.close()


class ClassSet(Kept):
    """A folder for a class that grows, loses files, and is broken off at any moment."""

    students: tuple[Student, ...] = (Student(1, "Ada", "7"), Student(2, "=Ben"))

    @initialize(personal=st.booleans())
    def begin(self, personal: bool) -> None:
        """Documents that are made in no time; everybody has other numbers, or nobody."""
        self.personal, self.done = personal, dict[str, bytes]()
        self.patch(class_files, "render", printed)
        self.patch(class_files, "cast", lambda _sheet: None)
        self.patch(class_files, "casts", lambda _sheet, holders: (None for _ in holders))
        self.patch(class_set, "key_list", lambda sheets, _names: a_page(100 + len(sheets), 400))
        self.patch(os, "fsync", lambda _file: None)
        for name in ("_REFERENCES", "_ATTEMPTS"):
            self.stack.enter_context(mock.patch(f"posenc_cli.worksheet.neighbours.{name}", 1))

    def run(self, name: str, *, force: bool = False) -> None:
        """All that is missing."""
        order = Order(find("katze-kurz"), self.students, 0, self.personal, self.folder / name, undressed, {}, 1)
        make(order, force=force, progress=lambda _done, _total: None)

    @property
    def there(self) -> dict[str, bytes]:
        """All files of the class."""
        return content(self.folder / "set") if (self.folder / "set").is_dir() else {}

    @rule(after=st.integers(0, 9), is_late=st.booleans())
    def is_broken_off(self, after: int, is_late: bool) -> None:
        """Ctrl+C; or it was done before."""
        with mock.patch.object(writing, "_rename", breaking_off(after, is_late=is_late)), suppress(KeyboardInterrupt):
            self.run("set")

    @rule(left=st.sampled_from(["", "blaetter/", ".parts/"]))
    def is_killed(self, left: str) -> None:
        """Something half lies there then, under no name that is one."""
        half = self.folder / "set" / left / ".1-ada.pdf.0123abcd.tmp"
        if half.parent.is_dir():
            half.write_bytes(b"%PDF-1.7 half")

    @precondition(lambda self: len(self.students) < 5)
    @rule(name=st.sampled_from(["Cem", "Ada", "Zoë \u202e", ""]))
    def somebody_joins(self, name: str) -> None:
        """At the end of the roster."""
        place = len(self.students) + 1
        self.students = (*self.students, Student(place, name, f"{place}0"))

    @rule(which=st.integers(0, 20))
    def a_file_is_lost(self, which: int) -> None:
        """Somebody deletes one."""
        names = [name for name in self.there if name != MANIFEST]
        if names:
            self.done.pop(names[which % len(names)], None)
            (self.folder / "set" / names[which % len(names)]).unlink()

    @precondition(lambda self: len(self.students) > 2 and (self.folder / "set" / MANIFEST).is_file())
    @rule()
    def somebody_would_be_lost(self) -> None:
        """Without --force nothing is taken away."""
        before, students = self.there, self.students
        known = {one.student for one in Manifest.of(before[MANIFEST].decode(), MANIFEST).entries}
        self.students = students[:1]
        with suppress(UsageError):
            self.run("set")
            assert known <= {*self.students}
        if not known <= {*self.students}:
            assert self.there == before
        self.students = students

    @rule()
    def is_finished(self) -> None:
        """As if it had been made at once; what was there before is as it was."""
        before = {name: (self.folder / "set" / name).stat().st_mtime_ns for name in self.there}
        same = {name: data for name, data in self.there.items() if self.done.get(name) == data}
        self.run("set")
        shutil.rmtree(self.folder / "whole", ignore_errors=True)
        self.run("whole")
        assert self.there == content(self.folder / "whole")
        for name in same.keys() & self.sheets:
            assert (self.folder / "set" / name).stat().st_mtime_ns == before[name]
        self.done = self.there

    @property
    def sheets(self) -> set[str]:
        """Those of single students."""
        return {name for name in self.there if name.startswith("blaetter/")}

    @invariant()
    def nothing_is_half(self) -> None:
        """Whatever has a name of its own is whole, and the manifest knows every sheet."""
        there = self.there
        for name, data in there.items():
            if name.endswith(".pdf"):
                assert data.startswith(b"%PDF"), name
                assert data.rstrip().endswith(b"%%EOF"), name
        known = (
            {one.file for one in Manifest.of(there[MANIFEST].decode(), MANIFEST).entries}
            if MANIFEST in there
            else set()
        )
        assert {name for name in self.sheets if not name.endswith(".tmp")} <= known


class Practising(Kept):
    """Sittings of every kind, one after the other, over what is kept of them."""

    @initialize()
    def begin(self) -> None:
        """Nothing is kept yet."""
        path = self.folder / "state" / "practice.json"
        self.patch(state, "state_file", lambda _name: path)
        self.patch(practising, "state_file", lambda _name: path)
        self.patch(os, "fsync", lambda _file: None)
        self.patch(Sitting, "tell", lambda _self, _said: None)
        self.given: dict[str, str] = {}
        self.is_done = False

    def sits(self, lines: list[str | None], *, fresh: bool = False) -> None:
        """Somebody types, and at the end leaves in some way: None for Ctrl+C, else by closing the window."""
        practice, left = practice_of(TINY, fresh=fresh), iter(lines)

        def typed() -> str | None:
            line = next(left, "")
            if line is None:
                raise KeyboardInterrupt
            if line and line != "?\n" and practice.next is not None and read_number(line.strip()).value is not None:
                self.given[practice.next.id] = line.strip()
            return line or None

        if fresh or self.is_done:
            self.given.clear()
        words = mock.create_autospec(Words, instance=True, sheet=TINY, language="en", tests_calculator=False)
        for said in (words.say, words.summary, words.task):
            said.return_value = ""
        Sitting(words, practice, read=typed).run()
        self.practice, self.is_done = practice, practice.next is None

    @rule(
        lines=st.lists(st.sampled_from(["right", "0.123\n", "abc\n", "?\n", "\n"]), max_size=5),
        end=st.sampled_from(["q\n", None, ""]),
    )
    def a_sitting(self, lines: list[str], end: str | None) -> None:
        """Right answers, wrong ones, none at all, help; then away."""
        blanks = iter(practice_of(TINY, fresh=False).queue)
        answers = [f"{RIGHT[next(blanks, FIRST)]}\n" if line == "right" else line for line in lines]
        self.sits([*answers, *([] if end == "" else [end])])
        assert self.practice.answers == self.given

    @rule()
    def from_the_beginning(self) -> None:
        """--fresh."""
        self.sits(["0.5\n"], fresh=True)

    @rule(line=st.sampled_from(["0.5\n", "\n"]))
    def the_disk_is_full(self, line: str) -> None:
        """It is said, the sitting goes on, and what was kept before is still there."""
        before, given, was_done = state.remembered(FILE), dict(self.given), self.is_done
        with mock.patch.object(writing, "_rename", side_effect=InputError("files.cannot-write")):
            self.sits([line])
        assert state.remembered(FILE) == before
        self.given, self.is_done = given, was_done

    @rule()
    def is_forgotten(self) -> None:
        """--forget."""
        state.forget(FILE)
        self.given.clear()
        self.is_done = False

    @invariant()
    def no_answer_is_lost(self) -> None:
        """Where somebody left is where they go on; every blank is done, asked for, or was left open."""
        kept = state.remembered(FILE).get(code_of(TINY))
        again = practice_of(TINY, fresh=False)
        if kept is None:
            assert again.answers == {}
            return
        assert again.kept() == kept
        assert again.answers == self.given
        assert len(set(again.queue)) == len(again.queue)
        assert not list((self.folder / "state").glob(".*"))


@cache
def marked(people: tuple[tuple[str | None, tuple[tuple[str, str], ...]], ...]) -> Report:
    """The report on answers by name."""
    return check(TINY, [from_mapping(dict(answers), name) for name, answers in people])


class Comparing(Kept):
    """A report is kept, the class and the answers change, and the next report is laid beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.people: list[tuple[str | None, dict[str, str]]] = [("Ada", dict(RIGHT))]
        self.keep()

    @property
    def report(self) -> Report:
        """Of now."""
        return marked(tuple((name, tuple(answers.items())) for name, answers in self.people))

    @rule()
    def keep(self) -> None:
        """``check -o report.json``."""
        (self.folder / "old.json").write_text(report_json(self.report, Style("en")), encoding="utf-8")
        self.old = self.report

    @precondition(lambda self: len(self.people) < 5)
    @rule(name=st.sampled_from(["Ada", "Ben", "#2", "#2 (2)", None]))
    def somebody_comes(self, name: str | None) -> None:
        """Some are called alike, some as others are told apart, and some not at all."""
        self.people.append((name, {**RIGHT, FIRST: "0.5"}))

    @precondition(lambda self: len(self.people) > 1)
    @rule(which=st.integers(0, 4))
    def somebody_goes(self, which: int) -> None:
        """Out of the class."""
        del self.people[which % len(self.people)]

    @rule(which=st.integers(0, 4), blank=st.sampled_from([*RIGHT]), text=st.sampled_from(["", "0.5", "abc", "right"]))
    def an_answer_changes(self, which: int, blank: str, text: str) -> None:
        """For the better or the worse."""
        self.people[which % len(self.people)][1][blank] = RIGHT[blank] if text == "right" else text

    @invariant()
    def everybody_is_counted_once(self) -> None:
        """New, gone or in both; who is told of changed, and what is told is what the two reports say."""
        now, found = self.report, compared(self.report, self.folder / "old.json")
        assert len(now.students) - len(found.new) == len(self.old.students) - len(found.gone)
        assert len({one.name for one in found.students}) == len(found.students)
        if [one.name for one in now.students] == [one.name for one in self.old.students]:
            pairs = zip(self.old.students, now.students, strict=True)
            changed = [
                (one.points, two.points)
                for one, two in pairs
                if one.points != two.points
                or [each.verdict for each in one.blanks] != [each.verdict for each in two.blanks]
            ]
            assert [(one.before, one.after) for one in found.students] == changed
            assert (found.new, found.gone) == ((), ())


TestClassSet, TestPractising, TestComparing = ClassSet.TestCase, Practising.TestCase, Comparing.TestCase
TestClassSet.settings = TestPractising.settings = TestComparing.settings = FEW


def test_nobody_is_lost_who_is_called_as_another_is_told_apart(tmp_path: Path) -> None:
    """Two people without a name, one who is called as they are told apart, and one as those two would be."""
    people = tuple((name, tuple(RIGHT.items())) for name in (None, None, "#2", "#2 (2)"))
    (tmp_path / "old.json").write_text(report_json(marked(people[:1]), Style("en")), encoding="utf-8")
    assert len(compared(marked(people), tmp_path / "old.json").new) == 3


def test_who_leaves_in_the_middle_of_a_blank_goes_on_there() -> None:
    """A wrong answer that is still to be mended is kept, and that it was wrong."""
    machine = Practising()
    machine.begin()
    try:
        machine.sits(["0.123\n", "q\n"])
        again = practice_of(TINY, fresh=False)
        assert (again.answers, again.tries) == ({FIRST: "0.123"}, {FIRST: 1})
    finally:
        machine.teardown()
