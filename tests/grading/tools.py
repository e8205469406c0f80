"""Sheets and students for the tests of marking and diagnosis."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import StudentReport, check
from posenc_cli.grading.simulate import texts
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.mistakes import Worker
from posenc_cli.worksheet.spec import BUILTIN_NAMES, Spec, find

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.worksheet.sheet import Sheet

#: Tenths without zeros, so that a multiplication shows.
NUMBERS = (7, -4, 3, 9, -8, 2, 5, -6, 4, 6, -3, 8, 1, -9, 6, 3, 2, 5, -7)


@cache
def katze() -> Sheet:
    """The sample sheet."""
    return build(find("katze"))


def made(*, d: int = 4, first: int = 0, decimals: int = 3, words: int = 5, **worksheet: object) -> Sheet:
    """A sheet with all kinds of blanks: two rows of encodings, all sums, matrix, dot product and cosine."""
    names = [f"w{number}" for number in range(words)]
    table = {
        name: [Decimal(NUMBERS[(5 * row + column) % len(NUMBERS)]).scaleb(-1) for column in range(d)]
        for row, name in enumerate(names)
    }
    positions = list(range(first, first + words))
    exercises: list[dict[str, Any]] = [
        {"kind": "calculator"},
        {"kind": "encode", "worked": positions[:2], "blank": positions[2:4]},
        {"kind": "add", "worked": positions[:1], "blank": positions[1:]},
        {"kind": "matrix"},
        {"kind": "pair", "pair": [names[0], names[-1]], "parts": ["cosine"]},
    ]
    head = {"title": "made", "name": "made", "d": d, "decimals": decimals, "first_pos": first}
    spec = {"worksheet": head | {"sentence": " ".join(names)} | worksheet, "exercise": exercises}
    return build(Spec.model_validate(spec | {"embeddings": {"table": table}}))


@cache
def sheets() -> dict[str, Sheet]:
    """German built-in sheets (English ones have their numbers), and sheets on which everything shows that can."""
    english = {"cat", "cat-short", *(name for name in BUILTIN_NAMES if name.endswith("-en"))}
    return {name: build(find(name)) for name in BUILTIN_NAMES if name not in english} | {
        "wide": made(d=8),
        "middle": made(d=6, first=3),
        "narrow": made(d=2, first=1),
        "scaled": made(scale=True),
        "far": made(first=16),
        "coarse": made(decimals=2),
        "halves": made(d=6, conventions={"layout": "halves"}),
        "endpoint": made(d=6, conventions={"spacing": "endpoint"}),
    }


@cache
def right(sheet_name: str = "katze") -> Mapping[str, str]:
    """What a student writes who makes no mistake."""
    return answers_with(sheets()[sheet_name], {})


def answers_with(sheet: Sheet, rules: Mapping[str, str], other: int | None = None) -> dict[str, str]:
    """What a person writes into every blank who replaces rules; what the sheet prints is used as printed."""
    return texts(sheet, Worker(sheet).answers(rules, other))


def marked(sheet: Sheet, answers: Mapping[str, str]) -> StudentReport:
    """One student's report."""
    return check(sheet, [from_mapping(answers)]).students[0]


def marked_all(sheet: Sheet, answers: Sequence[Mapping[str, str]]) -> Sequence[StudentReport]:
    """Reports on many students at once, which costs little more than one."""
    return check(sheet, [from_mapping(one) for one in answers]).students


def verdicts(sheet: Sheet, answers: Mapping[str, str]) -> dict[str, str]:
    """Verdicts by blank id."""
    return {one.blank.id: one.verdict for one in marked(sheet, answers).blanks}


def named(report: StudentReport) -> dict[str, str]:
    """Every slip that the diagnosis names, twins included, with its certainty."""
    return {
        slip.id: entry.finding.certainty
        for entry in report.diagnosis
        for slip in (entry.finding.slip, *entry.finding.also)
    }
