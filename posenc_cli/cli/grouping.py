"""Sheets of groups: one file to print, one with all keys, or a form for each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.cli import options
from posenc_cli.errors import ExitCode, MachineError, UsageError
from posenc_cli.files.paths import user_path
from posenc_cli.i18n import Notice, said_once, text
from posenc_cli.render.style import SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.cli.frame import Output
    from posenc_cli.cli.looking import Look
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

#: Of one turn; a school has so many students.
MOST_COPIES = 1000
KINDS = ("pdf", "csv", "xlsx", "moodle")
#: Of a kind of file.
SUFFIX_OF = {kind: suffix for suffix, kind in SUFFIXES.items()}


@dataclass(frozen=True)
class GroupOptions:
    """What was said on the command line; None where nothing was."""

    groups: options.Groups = None
    copies: options.Copies = None

    @property
    def asked(self) -> bool:
        """Are groups wanted?

        Raises:
            UsageError: copies of no groups, or of too many.
        """
        if self.copies is not None and self.groups is None:
            raise UsageError("groups.copies-alone")
        if self.copies is not None and not 1 <= self.copies <= MOST_COPIES:
            raise UsageError("groups.copies", given=self.copies, most=MOST_COPIES)
        return self.groups is not None


def print_groups(spec: Spec, asked: GroupOptions, look: Look, out: Output, *, seed: int, key: str | None) -> ExitCode:
    """Write the sheets in turn and their keys, all or nothing; to fill in, a file for each group; for Moodle, one."""
    from posenc_cli.cli.values import together
    from posenc_cli.render.sheets import render
    from posenc_cli.worksheet.groups import groups

    out = out.about(spec)
    kind = out.format or (SUFFIXES.get(out.path.suffix.lower()) if out.path else None) or "pdf"
    if kind not in KINDS or "-" in (out.output, key):
        raise UsageError("groups.formats", given=kind if kind not in KINDS else "-")
    if kind == "moodle":
        together({"--groups": asked.groups}, apart={"--key": key, "--copies": asked.copies})
    found = groups(spec, asked.groups or 0, seed)
    sheets = [look.put_on(sheet) for sheet in found.sheets]
    language = spec.worksheet.language
    path = out.path or Path(f"{spec.worksheet.name}-{text(language, 'groups.file')}{SUFFIX_OF[kind]}")
    fillable = kind == "pdf" and sheets[0].spec.worksheet.fillable
    single = [(path.with_stem(f"{path.stem}-{sheet.holder.group}"), sheet) for sheet in sheets]
    if kind in {"csv", "xlsx"}:
        out.write_all([(name, render(sheet, kind, key=False).data) for name, sheet in single])
    elif kind == "moodle":
        from posenc_cli.render.moodle import moodle_xml

        out.write(path, moodle_xml(sheets))
        out.notice(Notice("moodle.answers-inside", {"file": path}))
    else:
        ending = text(language, "commands.key-file")
        keys = path.with_stem(f"{path.stem}-{ending}") if key is None else user_path(key)
        if fillable:
            # A file has one field of a name; nobody prints these in turn.
            together({"--fillable": True}, apart={"--copies": asked.copies})
            made = [(name, render(sheet, kind, key=False).data) for name, sheet in single]
        else:
            made = [(path, _stack(sheets, out, key=False, copies=asked.copies or 1))]
        out.write_all([*made, (keys, _stack(sheets, out, key=True))])
    out.notice(*found.notices())
    return ExitCode.FINE


def _stack(sheets: Sequence[Sheet], out: Output, *, key: bool, copies: int = 1) -> bytes:
    """All sheets, or all keys, as one PDF."""
    from posenc_cli.files.pdfs import joined
    from posenc_cli.render.pdf import OPEN_AND_PRINT
    from posenc_cli.render.sheets import render
    from posenc_cli.worksheet.portable import of_group

    made = [render(sheet, "pdf", key=key) for sheet in sheets]
    out.notice(*said_once(notice for one in made for notice in one.notices if notice.key != OPEN_AND_PRINT))
    if any(one.format != "pdf" for one in made):
        seeds = "; ".join(f"{sheet.holder.group}: --vary --seed {sheet.seed}" for sheet in sheets)
        raise MachineError("groups.no-pdf", seeds=seeds)
    about = sheets[0].spec.worksheet
    said = text(about.language, "sheet.labels.key") if key else ""
    title = " – ".join(filter(None, (about.title, said)))
    texts = {f"posenc-{sheet.holder.group}.txt": packed for sheet in sheets if (packed := of_group(sheet)) is not None}
    return joined([one.data for one in made], title=title, language=about.language, copies=copies, attached=texts)
