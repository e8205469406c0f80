"""Which seeds ``posenc stress`` looks at, and how it says how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.cli.frame import Reply
from posenc_cli.cli.progress import progress
from posenc_cli.cli.values import together
from posenc_cli.errors import ExitCode, UsageError
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from posenc_cli.grading.stress import Stress
    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.sheet import Sheet


def stressed(
    sheet: Sheet, seeds: int | None, pages: int, jobs: int, language: Language
) -> tuple[Stress, tuple[Notice, ...]]:
    """Look at a sheet, or at those of its worksheet's first seeds.

    Args:
        sheet: that was named.
        seeds: how many; None for the sheet itself.
        pages: so many are laid out on paper too.
        jobs: processes.
        language: in which it is said how far it is.
    """
    from posenc_cli.grading.stress import Paperwork, can_vary, stress
    from posenc_cli.render.room import blank_widths, written_width
    from posenc_cli.render.whole import layout

    spec = sheet.origin or sheet.spec
    named = sheet.seed if sheet.varied else None
    wanted: tuple[int | None, ...] = (named,) if seeds is None else tuple(range(seeds))
    is_fixed = seeds is not None and not can_vary(spec)
    notices = (Notice("stress.undrawn", {"name": spec.worksheet.name}),) if is_fixed else ()
    paperwork = Paperwork(blank_widths, written_width, layout)
    show, ready = progress(language, "stress.progress", patient=True), 0

    def done(more: int) -> None:
        nonlocal ready
        ready += more
        show(ready, len(wanted))

    return stress(spec, wanted, paperwork, printed=pages, jobs=jobs, done=done), notices


def class_stressed(sheet: Sheet, students: int, seeds: int | None, pages: int) -> Reply:
    """Simulate students of one sheet.

    Raises:
        UsageError: what is for many sheets, or for paper, is asked for too; or there is nothing to answer.
    """
    from posenc_cli.grading.class_stress import class_stress
    from posenc_cli.render.class_stress_text import FORMATS, Shown

    together({"--students": students}, apart={"--seeds": seeds, "--pages": pages or None})
    if not sheet.blanks:
        raise UsageError("check.no-blanks", sheet=sheet.name)
    found = class_stress(sheet, students, seed=0)
    is_fair = not (found.rejected.hits or found.accepted.hits)
    return Reply(Shown(sheet, found), FORMATS, (), ExitCode.FINE if is_fair else ExitCode.INCORRECT)
