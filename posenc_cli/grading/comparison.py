"""What a changed key or setting changed: a report beside an earlier one, ``posenc.report/1`` as JSON."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from posenc_cli.errors import InputError
from posenc_cli.files.decoding import read_bytes
from posenc_cli.files.ownjson import own_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from posenc_cli.files.ownjson import Shape
    from posenc_cli.grading.report import Report, StudentReport

_STUDENT: dict[str, Shape] = {"name": (str, None), "points": float, "blanks": [{"id": str, "verdict": str}]}
_SHAPE: Shape = {
    "schema": re.compile(r"posenc\.report/.*"),
    "worksheet": str,
    "students": [{**_STUDENT, "mark?": str, "diagnosis?": [{"slip": str}]}],
}
#: Of an earlier report; a year of a school has less.
_MOST_BYTES = 200_000_000


@dataclass(frozen=True)
class ChangedStudent:
    """Somebody whose marking changed.

    Attributes:
        name: as it stands there; a place in the list for who has none.
        before, after: points.
        marks: before and after.
        blanks: id, verdict before and verdict after of every blank that is judged otherwise.
    """

    name: str
    before: float
    after: float
    marks: tuple[str, str]
    blanks: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Comparison:
    """What changed.

    Attributes:
        path: of the earlier report.
        students: whose marking changed.
        new: names that were not there before.
        gone: names that are no longer there.
    """

    path: str
    students: tuple[ChangedStudent, ...]
    new: tuple[str, ...]
    gone: tuple[str, ...]

    @property
    def changes(self) -> bool:
        """Did anything change?"""
        return bool(self.students or self.new or self.gone)


def compared(report: Report, path: Path) -> Comparison:
    """A report beside an earlier one.

    Raises:
        InputError: the file is no such report.
    """
    before = EarlierReport.read(path).students
    now: dict[str, Any] = dict(zip(_keys([one.name for one in report.students]), report.students, strict=True))
    old: dict[str, Any] = dict(zip(_keys([one["name"] for one in before]), before, strict=True))
    both = [(name, old[name], one) for name, one in now.items() if name in old]
    changed = [found for name, earlier, one in both if (found := _changed(name, earlier, one)) is not None]
    return Comparison(
        path.name,
        tuple(changed),
        tuple(one for one in now if one not in old),
        tuple(one for one in old if one not in now),
    )


def _changed(name: str, before: Mapping[str, Any], after: StudentReport) -> ChangedStudent | None:
    verdicts = {one["id"]: str(one["verdict"]) for one in before["blanks"]}
    blanks = tuple(
        (one.blank.id, verdicts[one.blank.id], str(one.verdict))
        for one in after.blanks
        if verdicts.get(one.blank.id, one.verdict) != one.verdict
    )
    points, marks = float(before["points"]), (str(before.get("mark", "")), after.mark)
    if points == after.points and marks[0] == marks[1] and not blanks:
        return None
    return ChangedStudent(name, points, after.points, marks, blanks)


def _keys(names: Sequence[str | None]) -> list[str]:
    """A name for everybody: a second one of that name, and who has none, is known by the place in the list."""
    seen: Counter[str] = Counter()
    found: dict[str, None] = {}
    for number, name in enumerate(names, start=1):
        key = called = name or f"#{number}"
        while key in found:  # somebody may be called as another one is told apart
            seen[called] += 1
            key = f"{called} ({seen[called] + 1})"
        found[key] = None
    return list(found)


@dataclass(frozen=True)
class EarlierReport:
    """A report that was kept as JSON, as far as it is looked at.

    Attributes:
        worksheet: its name, with a seed where numbers were drawn.
        students: ``name``, ``points``, ``mark``, ``blanks`` (``id`` and ``verdict``) and ``slips`` (ids) of everybody.
    """

    worksheet: str
    students: tuple[dict[str, Any], ...]

    @classmethod
    def read(cls, path: Path) -> EarlierReport:
        """Read a file.

        Raises:
            InputError: it cannot be read, or is no such report.
        """
        found = read_bytes(path, _MOST_BYTES)
        try:
            data = own_json(found.decode("utf-8-sig"), _SHAPE)
        except ValueError as error:
            raise InputError("marking.old-unreadable", path=path) from error
        return cls(data["worksheet"], tuple(_looked_at(one) for one in data["students"]))


def _looked_at(one: Mapping[str, Any]) -> dict[str, Any]:
    slips = [entry["slip"] for entry in one.get("diagnosis", ())]
    return {**{name: one[name] for name in _STUDENT}, "mark": one.get("mark", ""), "slips": slips}
