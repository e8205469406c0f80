"""What stands below the exercises of a sheet, in its order: self-control, hints upside down, cards to cut out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from posenc_cli.render.closing import Cutouts
from posenc_cli.render.view_control import control, numbered
from posenc_cli.render.view_hints import with_hints
from posenc_cli.render.view_sum import cutouts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.render.blocks import Block, ExerciseView
    from posenc_cli.render.view_writer import Writer


def closed(writer: Writer, exercises: Sequence[ExerciseView]) -> tuple[tuple[ExerciseView, ...], tuple[Block, ...]]:
    """The exercises with what the worksheet adds to them, and the blocks below all of them.

    Raises:
        InputError: as :func:`posenc_cli.render.view_control.control`.
    """
    hinted, turned = with_hints(writer, exercises)
    checked = control(writer)
    found = numbered(hinted, checked.numbers)
    below = (*([checked.block] if checked.block else []), *turned)
    cards = [block for exercise in found for block in exercise.blocks if isinstance(block, Cutouts)]
    if cards and below:
        # What is cut out has a page of its own and comes last.
        found = tuple(replace(one, blocks=tuple(b for b in one.blocks if b not in cards)) for one in found)
        return found, (*below, *cards)
    if writer.sheet.spec.worksheet.cards and not cards:
        return found, (*below, cutouts(writer))
    return found, below
