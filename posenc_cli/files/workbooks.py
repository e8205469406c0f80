"""Spreadsheets (.xlsx, .xls, .ods) as raw text, cell by cell: what was typed, not how it is shown.

Calamine reads them, a dozen times faster than the standard library does. It reserves room for every cell up to the last
one, so that six kilobytes with a cell in the far corner end the program that reads them: hence the guarded process.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from posenc_cli.errors import InputError, MachineError, installing
from posenc_cli.files.guarded import ENDED, Guarded
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

#: Why a workbook is not read.
_REASONS = {
    "none": "files.no-workbook",
    "broken": "files.broken-workbook",
    "locked": "inputs.locked-workbook",
    "too-large": "inputs.large-workbook",
    ENDED: "inputs.large-workbook",
}
#: Rows in which the headings are looked for.
FIRST_ROWS = 10


@dataclass(frozen=True)
class Tab:
    """One table of a workbook.

    Attributes:
        name: as its tab says.
        rows: those that hold anything, with their numbers from 1; as long as their last cell.
        hidden: nobody sees it.
        formulas: cells that hold a formula but no result, as people call them ("B2").
    """

    name: str
    rows: tuple[tuple[int, list[str]], ...]
    hidden: bool = False
    formulas: tuple[str, ...] = ()


def read_workbook(data: bytes, *, path: Path | str, guarded: Guarded | None = None) -> list[Tab]:
    """All tables of a workbook, in the order of their tabs.

    Raises:
        InputError: it is locked, damaged, or far too large.
    """
    if guarded is None:
        with Guarded() as own:
            return read_workbook(data, path=path, guarded=own)
    said = guarded.read("workbook", data)
    error = said.get("error")
    if error == "no-library":
        raise MachineError("inputs.workbook-no-library", install=installing("python-calamine"))
    if error is not None:
        raise InputError(_REASONS[str(error)], path=path)
    tabs = cast("list[dict[str, Any]]", said["tabs"])
    return [
        Tab(tab["name"], tuple((row, cells) for row, cells in tab["rows"]), tab["hidden"], tuple(tab["formulas"]))
        for tab in tabs
    ]


def choose_tab(
    tabs: Sequence[Tab], name: str | None, is_header: Callable[[Sequence[str]], bool] | None, *, path: Path | str
) -> tuple[Tab, list[Notice]]:
    """The table that is asked for, else the first that can be seen and has known headings, or holds anything.

    Raises:
        InputError: there is none of this name, or nothing anywhere.
    """
    filled = [tab for tab in tabs if tab.rows]
    seen = [tab for tab in filled if not tab.hidden]
    if name is not None:
        named = [tab for tab in filled if tab.name.strip().casefold() == name.strip().casefold()]
        if not named:
            known = ", ".join(tab.name for tab in filled)
            raise InputError("inputs.no-tab", path=path, given=name, known=known or "–")
        return named[0], _without_results(named[0], path)
    if not seen:
        raise InputError("files.empty", path=path)
    known_headings = [
        tab for tab in seen if is_header is not None and any(is_header(cells) for _, cells in tab.rows[:FIRST_ROWS])
    ]
    found = (known_headings or seen)[0]
    others = ", ".join(tab.name for tab in seen if tab is not found)
    said = [Notice("files.first-tab", {"path": path, "tab": found.name, "others": others})] if others else []
    return found, [*said, *_without_results(found, path)]


def _without_results(tab: Tab, path: Path | str) -> list[Notice]:
    if not tab.formulas:
        return []
    values: dict[str, object] = {"path": path, "cell": tab.formulas[0], "count": len(tab.formulas)}
    return [Notice("inputs.formula-without-result", values)]
