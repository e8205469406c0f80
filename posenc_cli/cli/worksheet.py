"""``posenc worksheet``: a sheet to print and its key."""

from __future__ import annotations

from typing import Annotated

import typer

from posenc_cli.cli import options
from posenc_cli.cli.frame import Output, Reply, command
from posenc_cli.errors import ExitCode, UsageError
from posenc_cli.i18n import Notice


@command(
    "teach",
    "posenc worksheet katze",
    'posenc worksheet --sentence "Der Hund bellt laut" --minutes 25 -o hund.pdf --key hund-loesung.pdf',
    formats=("text", "pdf", "html", "docx", "md", "json", "csv", "moodle", "xlsx"),
)
def worksheet(
    out: Output,
    *,
    spec: Annotated[str | None, typer.Argument(metavar="SPEC", help="A name, a TOML file, a code, or our PDF.")] = None,
    key: Annotated[str | None, typer.Option("--key", metavar="FILE", help="Write the key here.")] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Which numbers --vary draws.")] = 0,
    vary: Annotated[bool, typer.Option("--vary", help="Draw new positions and embeddings.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="List the built-in worksheets.")] = False,
    sentence: options.OwnSentence = None,
    minutes: options.Minutes = None,
    title: options.Title = None,
    school: options.School = None,
    d: options.SentenceWidth = None,
    embeddings: options.SentenceVectors = None,
    paper: options.Paper = None,
    font_size: options.FontSize = None,
    grey: options.Grey = False,
    templates: options.Templates = None,
    fillable: options.Fillable = False,
    interactive: options.Interactive = False,
    link: options.Link = None,
    groups: options.Groups = None,
    copies: options.Copies = None,
    roster: options.Roster = None,
    anonymous: options.Anonymous = False,
    jobs: options.ClassJobs = None,
) -> Reply | ExitCode:
    """Write a worksheet with blanks and its key, as PDF to print or in other formats."""
    if list_:
        from posenc_cli.render import listing

        return Reply(listing.builtin(), listing.FORMATS)
    from posenc_cli.cli.class_sets import ClassOptions, print_class
    from posenc_cli.cli.composing import SentenceOptions, print_sentence
    from posenc_cli.cli.filling import print_interactive
    from posenc_cli.cli.grouping import GroupOptions, print_groups
    from posenc_cli.cli.looking import Look
    from posenc_cli.cli.printing import print_sheet
    from posenc_cli.cli.values import together
    from posenc_cli.worksheet.find import Writing, sheet_of, worksheet_of

    asked = SentenceOptions(sentence, minutes, title, school, d, embeddings)
    asked.refuse_misplaced(spec)
    look = Look(paper, font_size, grey, templates, link, fillable)
    look.refuse_other_than_pdf(out)
    show = print_interactive if interactive else print_sheet
    together({"--interactive": interactive or None}, apart={"--groups": groups, "--class": roster, "--link": link})
    together({"--fillable": fillable or None}, apart={"--interactive": interactive or None})
    together({"--link": link}, apart={"--groups": groups, "--vary": vary if roster else None})
    grouped = GroupOptions(groups, copies, seed, key)
    of_class = ClassOptions(roster, anonymous, jobs, vary, seed)
    together({"--class": roster}, apart={"--groups": groups, "--key": key, "--sentence": sentence})
    if seed and not vary and not grouped.asked and not of_class.asked:
        out.notice(Notice("commands.seed-ignored", {"seed": seed}))
    if sentence is not None:
        together({"--sentence": sentence}, apart={"--groups": groups})
        return print_sentence(asked, key, seed if vary else None, look, out, show=show)
    if spec is None:
        raise UsageError("cli.missing", option="SPEC", command="posenc worksheet")
    if grouped.asked:
        return print_groups(worksheet_of(spec, Writing(out.decimals, out.mark)), grouped, look, out)
    if of_class.asked:
        return print_class(worksheet_of(spec, Writing(out.decimals, out.mark)), of_class, look, out)
    sheet = sheet_of(spec, seed if vary else None, Writing(out.decimals, out.mark))
    return show(look.put_on(sheet), key, out)
