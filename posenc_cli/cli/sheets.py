"""What ``posenc worksheet`` writes: one sheet and its key, those of a sentence, of groups or of a class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.cli import options
from posenc_cli.errors import ExitCode, UsageError
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from posenc_cli.cli.aimed import PracticeOptions
    from posenc_cli.cli.class_sets import ClassOptions
    from posenc_cli.cli.composing import SentenceOptions
    from posenc_cli.cli.frame import Output
    from posenc_cli.cli.grouping import GroupOptions
    from posenc_cli.cli.looking import Look


@dataclass(frozen=True)
class SheetOptions:
    """What was said on the command line about numbers and key."""

    key: options.KeyFile = None
    seed: options.Seed = 0
    vary: options.Vary = False

    @property
    def drawn(self) -> int | None:
        """The seed of a sheet whose numbers are drawn."""
        return self.seed if self.vary else None


def write(
    spec: str | None,
    asked: SheetOptions,
    out: Output,
    *,
    sentence: SentenceOptions,
    look: Look,
    groups: GroupOptions,
    roster: ClassOptions,
    practice: PracticeOptions,
) -> ExitCode:
    """Write what was asked for.

    Raises:
        UsageError: options that do not go together.
        InputError: a worksheet that cannot be made.
    """
    from posenc_cli.cli.aimed import print_practice
    from posenc_cli.cli.class_sets import print_class
    from posenc_cli.cli.composing import print_sentence
    from posenc_cli.cli.filling import print_interactive
    from posenc_cli.cli.grouping import print_groups
    from posenc_cli.cli.printing import print_sheet
    from posenc_cli.cli.values import together
    from posenc_cli.worksheet.find import Writing, sheet_of, worksheet_of

    _spare_inputs(spec, (practice.for_, roster.roster, sentence.embeddings), (out.output, asked.key))
    sentence.refuse_misplaced(spec)
    look.refuse_other_than_pdf(out)
    in_browser = {"--interactive": look.interactive or None}
    together(in_browser, apart={"--groups": groups.groups, "--class": roster.roster, "--link": look.link})
    together({"--fillable": look.fillable or None}, apart=in_browser)
    together({"--link": look.link}, apart={"--groups": groups.groups, "--vary": asked.vary if roster.roster else None})
    of_sentence = {"--sentence": sentence.sentence}
    together({"--class": roster.roster}, apart={"--groups": groups.groups, "--key": asked.key, **of_sentence})
    together({"--for": practice.for_}, apart=of_sentence)
    if asked.seed and not (practice.asked or asked.vary or groups.asked or roster.asked):
        out.notice(Notice("commands.seed-ignored", {"seed": asked.seed}))
    show = print_interactive if look.interactive else print_sheet
    if sentence.sentence is not None:
        together(of_sentence, apart={"--groups": groups.groups})
        return print_sentence(sentence, asked.key, asked.drawn, look, out, show=show)
    if practice.asked:
        together({"--for": practice.for_}, apart={"--groups": groups.groups, "--class": roster.roster})
        writing = Writing(out.decimals, out.mark)
        return print_practice(practice, spec, look, out, key=asked.key, seed=asked.seed, writing=writing, show=show)
    if spec is None:
        raise UsageError("worksheet.nothing-named")
    writing = Writing(out.decimals, out.mark)
    if groups.asked:
        return print_groups(worksheet_of(spec, writing), groups, look, out, seed=asked.seed, key=asked.key)
    if roster.asked:
        return print_class(worksheet_of(spec, writing), roster, look, out, seed=asked.seed, vary=asked.vary)
    return show(look.put_on(sheet_of(spec, asked.drawn, writing)), asked.key, out)


def _spare_inputs(spec: str | None, read: Sequence[str | Path | None], written: Sequence[str | None]) -> None:
    """Refuse results in the place of a worksheet, its vectors, or another file that is read."""
    from posenc_cli.cli.sparing import named, spare
    from posenc_cli.files.paths import is_file
    from posenc_cli.worksheet.find import worksheet_of

    targets = [path for path in named(*written) if is_file(path)]
    if not targets:
        return
    spare(named(spec, *read), targets)
    about = worksheet_of(spec) if spec is not None else None
    if about is not None and about.folder is not None and about.embeddings.file is not None:
        spare([about.folder / about.embeddings.file], targets)
