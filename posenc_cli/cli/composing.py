"""The options that make a worksheet from a sentence, and the file that it is kept in."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.cli import options
from posenc_cli.cli.frame import Output
from posenc_cli.errors import ExitCode, UsageError
from posenc_cli.files.paths import user_path
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from collections.abc import Callable

    from posenc_cli.cli.looking import Look
    from posenc_cli.worksheet.compose import Composed


@dataclass(frozen=True)
class SentenceOptions:
    """What was said on the command line; None where nothing was."""

    sentence: options.OwnSentence = None
    minutes: options.Minutes = None
    title: options.Title = None
    school: options.School = None
    d: options.SentenceWidth = None
    embeddings: options.SentenceVectors = None

    def refuse_misplaced(self, spec: str | None) -> None:
        """Refuse a sentence beside a SPEC, and what goes with a sentence only.

        Raises:
            UsageError: one of them was given.
        """
        if self.sentence is not None and spec is not None:
            raise UsageError("cli.not-together", first="SPEC", second="--sentence")
        given = [each.name for each in fields(self) if getattr(self, each.name) is not None]
        if self.sentence is None and given:
            raise UsageError("sentence.needs", option=f"--{given[0]}")

    def composed(self, out: Output, folder: Path) -> Composed:
        """The worksheet, in the language of this call."""
        from posenc_cli.worksheet.compose import Wish, compose

        wish = Wish(
            self.sentence or "",
            out.language,
            minutes=self.minutes,
            title=self.title or "",
            school=self.school or "",
            d=self.d,
            decimals=out.decimals,
            mark=out.mark,
            embeddings=None if self.embeddings is None else user_path(self.embeddings),
        )
        return compose(wish, folder, out.path.stem if out.path else "")


def print_sentence(
    asked: SentenceOptions, key: str | None, seed: int | None, look: Look, out: Output, *, show: Callable[..., ExitCode]
) -> ExitCode:
    """Write the sheet and its key, and the worksheet itself beside them: it is what ``posenc check`` reads.

    Args:
        asked: the sentence and what goes with it.
        key: as asked by ``--key``.
        seed: of drawn numbers.
        look: of the sheet.
        out: where to.
        show: writes a sheet, as :func:`posenc_cli.cli.printing.print_sheet` does.
    """
    from posenc_cli.worksheet.build import build
    from posenc_cli.worksheet.draw import vary

    paths = [user_path(name) for name in (out.output, key) if name not in (None, "-")]
    folder = paths[0].parent if paths else Path()
    made = asked.composed(out, folder)
    out.notice(*made.notices)
    sheet = build(made.spec) if seed is None else vary(made.spec, seed)
    kept = (folder / (made.spec.file_name or ""), made.toml.encode())
    # What --decimals and --decimal-mark say stands in the worksheet itself.
    code = show(look.put_on(sheet), key, replace(out, decimals=None, mark=None), beside=[kept])
    if out.format == "csv" and not paths:
        out.notice(Notice("sentence.not-kept", {"file": kept[0].name}))
    return code
