"""A worksheet under stress: the sheets of many seeds, each looked at like a key that is about to be printed.

How wide a blank is and how a page is laid out is known to the view, which stands above: both come as functions
(:class:`Paperwork`). Everything here is plain data, so that several processes can share the work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.errors import InputError
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.difficulty import Difficulty, rated
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.key import MOST_ACCEPTED, solve
from posenc_cli.worksheet.labels import shown
from posenc_cli.worksheet.seen import Seen, seen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from posenc_cli.worksheet.key import Solution
    from posenc_cli.worksheet.sheet import Place, Sheet
    from posenc_cli.worksheet.spec import Spec

#: Sheets that are worked on together, and handed to one process.
CHUNK = 50
#: How far fifty digits and float64 may be apart, of a value of 1 or more relatively.
NEAR = 1e-9
#: What can be wrong with the numbers of one seed and not of another.
_OF_NUMBERS = frozenset({"worksheet.no-fair-draw", "worksheet.blank-undefined", "worksheet.blank-open"})


@dataclass(frozen=True)
class Layout:
    """How a sheet came out on paper.

    Attributes:
        pages: how many there are.
        outside: texts that stand outside of the margins.
        said: what the printing program complained about.
    """

    pages: int
    outside: tuple[str, ...] = ()
    said: tuple[str, ...] = ()


@dataclass(frozen=True)
class Paperwork:
    """What the view knows; functions of modules, which other processes can find by their names.

    Attributes:
        widths: of the blanks of a sheet, in mm.
        written: how wide a hand writes a number, in mm.
        layout: of the printed sheet.
    """

    widths: Callable[[Sheet], Sequence[float]]
    written: Callable[[str], float]
    layout: Callable[[Sheet], Layout]


@dataclass(frozen=True)
class Finding:
    """Something that should not be.

    Attributes:
        seed: of the sheet; None for the one with fixed numbers.
        blank: its id; empty where the whole sheet is meant.
        key: of its sentence, ``stress.finding.…``.
        values: what the sentence names.
    """

    seed: int | None
    blank: str
    key: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Tried:
    """One sheet that was looked at.

    Attributes:
        seed: of its numbers; None for fixed ones.
        seen: which slips show on it.
        difficulty: of its numbers.
        asked: blanks to be calculated.
        copies: blanks to be copied.
        accepted: the most texts that one blank accepts.
        fullest: the largest part of its width that an answer takes.
        seconds: that drawing and solving took.
        layout: on paper, if it was printed.
        findings: what should not be.
    """

    seed: int | None
    seen: Seen
    difficulty: Difficulty
    asked: int
    copies: int
    accepted: int
    fullest: float
    seconds: float
    layout: Layout | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Stress:
    """What the sheets of a worksheet are like.

    Attributes:
        spec: the worksheet.
        seeds: that were asked for; of a worksheet that draws nothing, None alone.
        tried: the sheets, in the order of their seeds; a seed that has none is among the findings.
        findings: of all of them.
    """

    spec: Spec
    seeds: tuple[int | None, ...]
    tried: tuple[Tried, ...]
    findings: tuple[Finding, ...]


def stress(  # noqa: PLR0913
    spec: Spec,
    seeds: Sequence[int | None],
    paperwork: Paperwork,
    *,
    printed: int = 0,
    jobs: int = 1,
    done: Callable[[int], None] = lambda _: None,
) -> Stress:
    """Look at the sheets of some seeds.

    Args:
        spec: the worksheet.
        seeds: None for the fixed numbers; with a worksheet that draws nothing, those are looked at once.
        paperwork: what the view knows.
        printed: so many of the sheets, the first ones, are laid out on paper too.
        jobs: processes.
        done: told how many sheets more are done.

    Raises:
        InputError: the worksheet cannot be built, whatever its numbers.
    """
    wanted = tuple(seeds) if None in seeds or can_vary(spec) else (None,)
    chunks = [wanted[start : start + CHUNK] for start in range(0, len(wanted), CHUNK)]
    tasks = [
        (spec, chunk, paperwork, max(0, min(len(chunk), printed - number * CHUNK)))
        for number, chunk in enumerate(chunks)
    ]
    tried: list[Tried] = []
    findings: list[Finding] = []
    for chunk, (some, faults) in zip(chunks, _mapped(tasks, jobs), strict=True):
        tried += some
        findings += faults
        done(len(chunk))
    return Stress(spec, wanted, tuple(tried), tuple(findings))


def can_vary(spec: Spec) -> bool:
    """Has the worksheet numbers to draw?"""
    return bool(spec.worksheet.vary) or not any(exercise.kind == "task" for exercise in spec.exercise)


_Task = tuple["Spec", Sequence["int | None"], Paperwork, int]
_Found = tuple[list[Tried], list[Finding]]


def _mapped(tasks: Sequence[_Task], jobs: int) -> Iterator[_Found]:
    if jobs == 1 or len(tasks) == 1:
        yield from map(_chunk, tasks)
        return
    from posenc_cli.files.processes import deaf, processes

    with processes(min(jobs, len(tasks))) as pool:
        with deaf():
            running = [pool.submit(_chunk, task) for task in tasks]
        yield from (each.result() for each in running)


def _chunk(task: _Task) -> _Found:
    """The sheets of some seeds, those that can be drawn worked on together."""
    spec, seeds, paperwork, printed = task
    sheets, solved, findings = [], [], []
    for seed in seeds:
        start = perf_counter()
        try:
            sheet = build(spec) if seed is None else vary(spec, seed)
            solutions = solve(sheet)
        except InputError as error:
            if error.key not in _OF_NUMBERS:
                raise
            findings.append(Finding(seed, str(error.values.get("id", "")), "stress.finding.no-sheet", {"why": error}))
            continue
        sheets.append(sheet)
        solved.append((seed, solutions, perf_counter() - start))
    numbered = [number for number, sheet in enumerate(sheets) if sheet.blanks]
    shown_there = dict(zip(numbered, seen([sheets[number] for number in numbered]), strict=True))
    tried: list[Tried] = []
    widths: dict[tuple[Place, ...], Sequence[float]] = {}
    for number, (seed, solutions, seconds) in enumerate(solved):
        if number not in shown_there:
            findings.append(Finding(seed, "", "stress.finding.no-blanks"))
            continue
        places = tuple(blank.place for blank in sheets[number].blanks)
        if places not in widths:  # Other numbers stand in the same cells.
            widths[places] = paperwork.widths(sheets[number])
        takes = _takes(sheets[number], solutions, paperwork, widths[places])
        one = _tried(sheets[number], seed, solutions, shown_there[number], takes)
        layout = paperwork.layout(sheets[number]) if len(tried) < printed else None
        faults = (*one.findings, *_of_layout(seed, layout))
        tried.append(replace(one, seconds=seconds, layout=layout, findings=faults))
        findings += faults
    return tried, findings


def _takes(
    sheet: Sheet, solutions: Sequence[Solution], paperwork: Paperwork, widths: Sequence[float]
) -> list[tuple[str, float]]:
    """The longest answer of every blank, and which part of its width that takes."""
    found = []
    for one, width in zip(solutions, widths, strict=True):
        texts = [shown(sheet, one.blank.place.quantity, text) for text in one.accepted]
        longest = max(texts, key=paperwork.written)
        found.append((longest, paperwork.written(longest) / width))
    return found


def _tried(
    sheet: Sheet, seed: int | None, solutions: Sequence[Solution], found: Seen, takes: Sequence[tuple[str, float]]
) -> Tried:
    copies = sum(blank.source is not None for blank in sheet.blanks)
    findings = [*_disproved(sheet, seed, solutions)]
    findings += [
        Finding(seed, one.blank.id, "stress.finding.no-room", {"text": text, "part": round(part * 100)})
        for one, (text, part) in zip(solutions, takes, strict=True)
        if part > 1
    ]
    return Tried(
        seed,
        found,
        rated(sheet, found),
        len(sheet.blanks) - copies,
        copies,
        max(len(one.accepted) for one in solutions),
        max(part for _, part in takes),
        0.0,
        None,
        tuple(findings),
    )


def _disproved(sheet: Sheet, seed: int | None, solutions: Sequence[Solution]) -> Iterator[Finding]:
    """Where fifty digits, float64 and the accepted texts do not agree."""
    numbers = sheet.formula.run(sheet.given, NUMBERS).values
    for one in solutions:
        place = one.blank.place
        value = float(
            np.broadcast_to(numbers[place.quantity], sheet.on_sheet[place.quantity].shape)[place.row, place.column]
        )
        accepted = {float(text) for text in one.accepted}
        exact = float(rounding.round_half_away(one.value, sheet.decimals))
        if not abs(value - one.value) <= NEAR * max(1.0, abs(one.value)):
            yield Finding(seed, one.blank.id, "stress.finding.not-proven", {"proof": one.value, "number": value})
        if not {exact, float(one.text)} <= accepted:
            named = {"text": one.text, "exact": exact, "accepted": " | ".join(one.accepted)}
            yield Finding(seed, one.blank.id, "stress.finding.not-accepted", named)
        if len(one.accepted) > MOST_ACCEPTED:
            yield Finding(seed, one.blank.id, "stress.finding.many-accepted", {"accepted": " | ".join(one.accepted)})


def _of_layout(seed: int | None, layout: Layout | None) -> Iterator[Finding]:
    if layout is None:
        return
    for text in layout.outside:
        yield Finding(seed, "", "stress.finding.outside", {"text": text})
    for line in layout.said:
        yield Finding(seed, "", "stress.finding.said", {"line": line})
