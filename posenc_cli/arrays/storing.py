"""Arrays whose numbers say how they were stored, or that they never were: cut instead of rounded, or nothing but 0."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.arrays.finding import Diagnosis
from posenc_cli.arrays.screen import FINE, Sample
from posenc_cli.arrays.start import beside_definition
from posenc_cli.arrays.whole import compared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.arrays.start import Start

#: How a table was read that was cut to bfloat16.
CUT = "cut"
#: What code leaves that makes room and never fills it.
UNFILLED = "never-filled"
#: Kinds of which a formula makes no zeros everywhere, or only for position 0.
_WAVES = frozenset({"table", "cos", "sin", "cis", "angles"})
#: How far float32 may have come from the truth before its numbers were cut, beside their own steps.
_SLACK = 2.0**-22


def is_unfilled(start: Start) -> bool:
    """Is every number 0 where several rows of waves should be?"""
    subject = start.subject
    # All of a large file is read only where the sample says nothing else.
    return start.what in _WAVES and subject.rows > 1 and not (start.sample.values.any() or np.any(subject.values))


def unfilled(start: Start) -> Diagnosis:
    """What is said of an array of zeros, beside the definition that it was to follow."""
    beside = beside_definition(start)
    return Diagnosis(
        "slip",
        UNFILLED,
        (),
        start.what,
        None if beside is None else beside.max_error,
        None if beside is None else beside.first,
        start.way,
        start.way,
        start.subject,
    )


def cut(said: Diagnosis, starts: Sequence[Start]) -> Diagnosis | None:
    """The finding on an array that is right and lost the lower half of its float32 numbers; None for any other.

    That is how code makes bfloat16 of float32 by taking the upper two bytes: every number lies a step nearer to 0 at
    most, and none lies farther out.
    """
    subject = said.subject
    if subject is None or subject.storage.name != "bfloat16" or said.precision != "16-bit":
        return None
    for start in starts:
        if start.subject is not subject:
            continue
        storage = replace(subject.storage, cut=True)
        sample = replace(start.sample, subject=replace(subject, storage=storage))
        if sample.fit(start.way) is None or not _is_inward(sample, start):
            continue
        whole = compared(start.way, sample.subject, FINE)
        if whole.level is not None:
            return replace(
                said,
                verdict="rounded",
                cause=None,
                also=(CUT, *subject.read_as),
                max_error=whole.max_error,
                first_difference=None,
                way=start.way,
                subject=sample.subject,
                compared=whole,
                precision="",
                hurts_from=None,
                alike=(),
            )
    return None


def _is_inward(sample: Sample, start: Start) -> bool:
    found = start.way.computed(sample.subject, sample.rows, sample.columns)
    angle = 0.0 if found.angle is None else np.abs(found.angle)
    return bool((np.abs(sample.values) <= np.abs(found.values) + _SLACK * (1 + angle)).all())
