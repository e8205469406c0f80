"""The view model of the page *Erwartungshorizont*: what to expect, and mistakes at a glance."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SlipRow:
    """One line of the finger-print table: the row a slip gives, its cause, what to say, points with follow-through."""

    row: tuple[str, ...]
    cause: str
    hint: str
    points: str


@dataclass(frozen=True)
class ExpectationRow:
    """One line of the Erwartungshorizont."""

    exercise: str
    verb: str
    level: str
    points: str
    minutes: str
    model: str


@dataclass(frozen=True)
class Expectation:
    """The page *Erwartungshorizont* of a key."""

    title: str
    head: tuple[str, ...]
    rows: tuple[ExpectationRow, ...]
    slips_title: str
    slips_intro: str
    slips_head: tuple[str, ...]
    slips: tuple[SlipRow, ...]
    rules: tuple[str, ...]
