"""``posenc practice``: a worksheet one blank at a time."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from posenc_cli.cli import options
from posenc_cli.cli.frame import Output, command


@command("teach", "posenc practice", "posenc practice -e rope --minutes 10", talks=True)
def practice(
    out: Output,
    *,
    worksheet: options.ToPractise = None,
    encoding: options.PractisedEncoding = None,
    minutes: Annotated[float | None, typer.Option(metavar="N", min=0, help="practice-minutes")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", min=0, help="practice-seed")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="fresh")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="plain")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="forget")] = False,
) -> None:
    """Practise a worksheet: one blank at a time, with hints; you can stop and go on."""
    from posenc_cli.cli.practising import MINUTE, Sitting, forgotten, practice_of, worksheet_for
    from posenc_cli.cli.values import together
    from posenc_cli.render.practice import Words
    from posenc_cli.worksheet.find import Writing, sheet_of

    together({"WORKSHEET": worksheet}, apart={"--encoding": encoding})
    if forget:
        forgotten(out.language)
        return
    name = worksheet or worksheet_for(encoding or "sinusoidal", out.language)
    sheet = sheet_of(name, seed, Writing(out.decimals, out.mark))
    words = Words(sheet, out.style(), plain)
    ends = None if minutes is None else time.monotonic() + minutes * MINUTE
    Sitting(words, practice_of(sheet, fresh=fresh), ends).run()
