"""``posenc worksheet``: a sheet to print and its key."""

from __future__ import annotations

from posenc_cli.cli import options
from posenc_cli.cli.aimed import PracticeOptions
from posenc_cli.cli.class_sets import ClassOptions
from posenc_cli.cli.composing import SentenceOptions
from posenc_cli.cli.frame import Output, Reply, command
from posenc_cli.cli.grouping import GroupOptions
from posenc_cli.cli.looking import Look
from posenc_cli.cli.sheets import SheetOptions, write
from posenc_cli.errors import ExitCode


@command(
    "teach",
    "posenc worksheet cat",
    'posenc worksheet --sentence "The dog barks loudly" --minutes 25 -o dog.pdf --key dog-key.pdf',
    formats=("text", "pdf", "html", "docx", "md", "json", "csv", "moodle", "xlsx"),
)
def worksheet(
    out: Output,
    *,
    spec: options.Spec = None,
    asked: SheetOptions,
    list_: options.List = False,
    sentence: SentenceOptions,
    look: Look,
    groups: GroupOptions,
    roster: ClassOptions,
    practice: PracticeOptions,
) -> Reply | ExitCode:
    """Write a worksheet with blanks and its key, as PDF to print or in other formats."""
    if list_:
        from posenc_cli.render import listing

        return Reply(listing.builtin(), listing.FORMATS)
    return write(spec, asked, out, sentence=sentence, look=look, groups=groups, roster=roster, practice=practice)
