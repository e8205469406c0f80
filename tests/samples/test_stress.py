from __future__ import annotations

import pytest

from posenc_cli.worksheet.spec import BUILTIN_NAMES, FAMILIES
from tests.samples.rebuild import SAMPLES
from tests.samples.stress import COLUMNS, FILE, HEAD, SEEDS, measured, row

#: A worksheet and its English twin.
TWINS = (("katze", "cat"), ("katze-kurz", "cat-short"), *((name, f"{name}-en") for name in FAMILIES))
#: Figures that are a range of what the sheets of few seeds show too.
RANGES = ("blanks", "minus", "tiny")


def kept() -> dict[str, dict[str, str]]:
    """The rows of the table by their worksheets."""
    lines = (SAMPLES / FILE).read_text(encoding="utf-8").removeprefix(HEAD).strip().splitlines()
    rows = [dict(zip(COLUMNS, line.split(), strict=True)) for line in lines[1:]]
    return {one["worksheet"]: one for one in rows}


def inside(part: str, whole: str) -> bool:
    """Does one range lie in the other?"""
    (low, high), (least, most) = ([int(end) for end in (text.split("-") * 2)[:2]] for text in (part, whole))
    return least <= low <= high <= most


def test_every_worksheet_was_under_stress_without_a_finding() -> None:
    """All built-in worksheets, each with all seeds or with its only sheet."""
    rows = kept()
    assert tuple(rows) == BUILTIN_NAMES
    assert {one["findings"] for one in rows.values()} == {"0"}
    assert {one["sheets"] for one in rows.values()} == {str(SEEDS), "1"}


@pytest.mark.parametrize(("german", "english"), TWINS)
def test_twins_have_the_same_figures(german: str, english: str) -> None:
    """Two languages, one seed, the same numbers; only a translated heading leaves cells more or less room."""
    rows = kept()
    differ = {name for name in COLUMNS if rows[german][name] != rows[english][name]}
    assert differ <= {"worksheet", "s", "full"}


@pytest.mark.parametrize("name", [german for german, _ in TWINS])
def test_the_first_seeds_are_as_they_were(name: str) -> None:
    """Two sheets made now have no finding, and their figures lie within those that were kept."""
    before, now = kept()[name], dict(zip(COLUMNS, row(measured(name, 2)), strict=True))
    assert now["findings"] == "0"
    for figure in RANGES:
        for part, whole in zip(now[figure].split("+"), before[figure].split("+"), strict=True):
            assert inside(part, whole), figure
    assert int(now["accepted"]) <= int(before["accepted"])
    assert int(now["full"]) <= int(before["full"])
    assert int(now["apart"]) >= int(before["apart"])
    assert int(now["apart"]) + int(now["some"]) <= int(before["apart"]) + int(before["some"])
    assert now["minutes"] == before["minutes"]
