"""A sheet for everybody in a roster: what was asked for, and what is said while it is made."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.cli import options
from posenc_cli.cli.output import say
from posenc_cli.cli.progress import progress
from posenc_cli.errors import ExitCode, Interrupted, UsageError
from posenc_cli.files.paths import is_folder, user_path
from posenc_cli.i18n import Notice, text
from posenc_cli.render.style import SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Callable

    from posenc_cli.cli.looking import Look
    from posenc_cli.cli.output import Output
    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.classes import Student
    from posenc_cli.worksheet.spec import Spec

_MOST_JOBS = 64
#: More at once, and most machines would only fill their memory.
_USUAL_JOBS = 8


@dataclass(frozen=True)
class ClassOptions:
    """What was said on the command line; None where nothing was."""

    roster: options.Roster = None
    anonymous: options.Anonymous = False
    jobs: options.ClassJobs = None

    @property
    def asked(self) -> bool:
        """Is a class set wanted?

        Raises:
            UsageError: what goes with a class only, or too many jobs.
        """
        for option, given in (("--anonymous", self.anonymous), ("--jobs", self.jobs is not None)):
            if given and self.roster is None:
                raise UsageError("classes.options", option=option)
        if self.jobs is not None and not 1 <= self.jobs <= _MOST_JOBS:
            raise UsageError("classes.jobs", given=self.jobs, most=_MOST_JOBS)
        return self.roster is not None


def print_class(spec: Spec, asked: ClassOptions, look: Look, out: Output, *, seed: int, vary: bool) -> ExitCode:
    """Make the folder of a class, or what is missing of it."""
    from posenc_cli.grading.roster import read_roster
    from posenc_cli.render.class_set import Order, make
    from posenc_cli.worksheet.classes import MANIFEST

    out = out.about(spec)
    if out.format not in (None, "pdf") or out.output == "-":
        raise UsageError("classes.formats", given=out.format or "-")
    if out.path is not None and out.path.suffix.lower() in SUFFIXES and not is_folder(out.path):
        names = {"suggestion": out.path.with_suffix(""), "print": text(spec.worksheet.language, "classes.file-print")}
        raise UsageError("classes.folder-named", given=out.path, **names)
    roster = user_path(asked.roster or "")
    students, notices = read_roster(roster)
    out.notice(*notices)
    if asked.anonymous:
        students = tuple(_nameless(each) for each in students)
    folder = out.path or Path(f"{spec.worksheet.name}-{roster.stem}")
    personal = vary or spec.worksheet.numbers == "seeded"
    jobs = asked.jobs or min(os.cpu_count() or 1, _USUAL_JOBS)
    order = Order(spec, students, seed, personal, folder, look.put_on, asdict(look), jobs)
    try:
        made = make(order, force=out.force, progress=told(out.language))
    except KeyboardInterrupt:
        raise Interrupted("classes.interrupted") from None
    out.notice(*made.notices)
    values = {
        "new": made.new,
        "count": len(students),
        "folder": folder,
        "manifest": MANIFEST,
    }
    done = "all" if made.new == len(students) else "some" if made.new else "none"
    out.notice(Notice(f"classes.done-{done}", values | order.names))
    if out.open:
        out.show_file(folder / order.names["print"])
    return ExitCode.FINE


def _nameless(student: Student) -> Student:
    """Only the number is printed; where the roster has none, the place in it."""
    return replace(student, name="", number=student.number or str(student.place))


def told(language: Language) -> Callable[[int, int], None]:
    """What is said while numbers are looked for, and how many documents are done."""
    show = progress(language, "classes.progress")

    def tell(done: int, total: int) -> None:
        if done:
            show(done, total)
        elif total > 1:
            say(text(language, "classes.dealing", total=total))

    return tell
