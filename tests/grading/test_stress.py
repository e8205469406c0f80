from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.errors import InputError
from posenc_cli.grading import stress as module
from posenc_cli.grading.stress import Layout, Paperwork, can_vary, stress
from posenc_cli.grading.stressed import summary
from posenc_cli.worksheet.difficulty import difficulty
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.seen import seen
from posenc_cli.worksheet.spec import Spec, find

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.worksheet.key import Solution
    from posenc_cli.worksheet.sheet import Sheet

SPEC = find("cat-short")


def wide(sheet: Sheet) -> Sequence[float]:
    """Every blank is ten signs wide."""
    return (10.0,) * len(sheet.blanks)


def narrow(sheet: Sheet) -> Sequence[float]:
    """The first blank is three signs wide."""
    return (3.0, *(10.0,) * (len(sheet.blanks) - 1))


def signs(number: str) -> float:
    """A sign is as wide as the other."""
    return float(len(number))


def whole(_sheet: Sheet) -> Layout:
    """Two pages, nothing to complain about."""
    return Layout(2)


def torn(_sheet: Sheet) -> Layout:
    """A text beyond the margin, and a line of a log."""
    return Layout(3, ("far out",), ("no such font",))


PAPERWORK = Paperwork(wide, signs, whole)


def keys(found: module.Stress) -> list[tuple[int | None, str, str]]:
    """Findings in short."""
    return [(one.seed, one.blank, one.key.rpartition(".")[2]) for one in found.findings]


def test_every_seed_is_looked_at_as_its_sheet_alone() -> None:
    """Slips, difficulty and accepted texts are those of the sheets made one by one."""
    start = perf_counter()
    found = stress(SPEC, range(4), PAPERWORK)
    assert sum(one.seconds for one in found.tried) < perf_counter() - start
    assert [one.seed for one in found.tried] == [0, 1, 2, 3]
    assert found.findings == ()
    for one in found.tried:
        sheet = vary(SPEC, one.seed or 0)
        assert one.difficulty == difficulty(sheet)
        assert one.seen.twins == seen([sheet])[0].twins
        assert one.accepted == max(len(each.accepted) for each in solve(sheet))
        assert (one.asked, one.copies) == (13, 0)
        longest = max(len(text) for each in solve(sheet) for text in each.accepted)
        assert one.fullest == longest / 10
        assert one.seconds > 0


def test_several_processes_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds come back in order, whoever worked on them, and as many are reported done."""
    monkeypatch.setattr(module, "CHUNK", 2)
    told: list[int] = []
    alone, shared = (stress(SPEC, range(5), PAPERWORK, printed=3, jobs=jobs, done=told.append) for jobs in (1, 2))
    assert told == [2, 2, 1] * 2
    assert [one.layout is not None for one in shared.tried] == [True, True, True, False, False]

    def plain(found: module.Stress) -> list[Any]:
        return [(one.seed, one.difficulty, one.seen.twins, one.fullest, one.layout) for one in found.tried]

    assert plain(alone) == plain(shared)


def test_what_draws_nothing_is_looked_at_once() -> None:
    """A worksheet with fixed numbers has one sheet, however many seeds are asked for."""
    found = stress(find("grid"), range(50), PAPERWORK)
    assert (found.seeds, len(found.tried), found.tried[0].seed) == ((None,), 1, None)
    assert [can_vary(find(name)) for name in ("grid", "rope", "katze")] == [False, True, True]


def test_an_answer_that_does_not_fit_is_found() -> None:
    """The longest accepted text counts, with the blank that is too narrow for it."""
    found = stress(SPEC, [0], replace(PAPERWORK, widths=narrow))
    first = vary(SPEC, 0).blanks[0].id
    assert keys(found) == [(0, first, "no-room")]
    assert found.findings[0].values["part"] == round(100 * found.tried[0].fullest)


def test_an_answer_that_just_fits_is_fine() -> None:
    """As wide as its blank, not wider."""

    def close(sheet: Sheet) -> Sequence[float]:
        return [max(map(len, one.accepted)) for one in solve(sheet)]

    found = stress(SPEC, [0], replace(PAPERWORK, widths=close))
    assert (found.tried[0].fullest, found.findings) == (1.0, ())


def test_the_widest_answer_must_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is right may be written, the shortest text and the longest."""
    long = "0.123456789"

    def spoilt(sheet: Sheet) -> tuple[Solution, ...]:
        first, *others = solve(sheet)
        return (replace(first, accepted=(first.text, long)), *others)

    monkeypatch.setattr(module, "solve", spoilt)
    found = stress(SPEC, [0], PAPERWORK)
    assert [(one.key, one.values["text"]) for one in found.findings] == [("stress.finding.no-room", long)]


def test_a_page_that_is_torn_is_found() -> None:
    """Texts outside of the margins and complaints of the printer are findings of the sheets that were printed."""
    found = stress(SPEC, range(3), replace(PAPERWORK, layout=torn), printed=2)
    assert keys(found) == [(seed, "", key) for seed in (0, 1) for key in ("outside", "said")]
    assert summary(found.tried).pages == (3, 3)


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"value": 7.0}, ["not-proven", "not-accepted"]),
        ({"text": "7.000"}, ["not-accepted"]),
        ({"accepted": ("0.001", "0.002")}, ["not-accepted"]),
    ],
)
def test_a_wrong_key_is_found(monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any], key: list[str]) -> None:
    """A value, a text or accepted texts that do not agree with the other readings are named with seed and blank."""

    def spoilt(sheet: Sheet) -> tuple[Solution, ...]:
        first, *others = solve(sheet)
        return (replace(first, **wrong), *others)

    monkeypatch.setattr(module, "solve", spoilt)
    assert keys(stress(SPEC, [3], PAPERWORK)) == [(3, vary(SPEC, 3).blanks[0].id, one) for one in key]


@pytest.mark.parametrize(("apart", "found"), [(1.5e-9, ["not-proven"]), (-1.5e-9, ["not-proven"]), (9.5e-10, [])])
def test_how_far_a_proof_may_be_off(monkeypatch: pytest.MonkeyPatch, apart: float, found: list[str]) -> None:
    """By a billionth, where the value is 1 or less."""

    def near(sheet: Sheet) -> tuple[Solution, ...]:
        first, *others = solve(sheet)
        assert abs(first.value) < 1
        return (replace(first, value=first.value + apart), *others)

    monkeypatch.setattr(module, "solve", near)
    assert [key for _, _, key in keys(stress(SPEC, [3], PAPERWORK))] == found


def test_too_many_right_answers_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four accepted texts are one too many."""

    def generous(sheet: Sheet) -> tuple[Solution, ...]:
        first, *others = solve(sheet)
        more = tuple(f"{number}.000" for number in range(4 - len(first.accepted)))
        return (replace(first, accepted=(*first.accepted, *more)), *others)

    monkeypatch.setattr(module, "solve", generous)
    assert [key for _, _, key in keys(stress(SPEC, [0], PAPERWORK))] == ["many-accepted"]


def test_a_seed_without_a_sheet_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other seeds are looked at nevertheless; a fault of the worksheet itself stops everything."""

    def some(spec: Spec, seed: int) -> Sheet:
        if seed == 1:
            raise InputError("worksheet.no-fair-draw", name="x", seed=seed, attempts=3)
        return vary(spec, seed)

    monkeypatch.setattr(module, "vary", some)
    found = stress(SPEC, range(3), PAPERWORK)
    assert keys(found) == [(1, "", "no-sheet")]
    assert [one.seed for one in found.tried] == [0, 2]

    def broken(_spec: Spec, seed: int) -> Sheet:
        raise InputError("worksheet.no-embedding", seed=seed)

    monkeypatch.setattr(module, "vary", broken)
    with pytest.raises(InputError, match="no-embedding"):
        stress(SPEC, range(3), PAPERWORK)


def test_a_sheet_without_blanks_is_found() -> None:
    """There is nothing to measure."""
    about = {"title": "t", "sentence": "a b"}
    spec = Spec.model_validate({"worksheet": about, "exercise": [{"kind": "idea"}]})
    found = stress(spec, [None, None], PAPERWORK)
    assert (keys(found), found.tried) == ([(None, "", "no-blanks")] * 2, ())


def test_figures_are_those_of_all_sheets() -> None:
    """Least and most, shares and numbers of sheets, counted once more by hand."""
    found = stress(find("katze-kurz"), range(6), PAPERWORK, printed=1)
    figures = summary(found.tried)
    assert figures.sheets == 6
    assert figures.pages == (2, 2)
    negative = [sum(answer < 0 for answer in one.seen.right) for one in found.tried]
    assert figures.negative == (min(negative), max(negative))
    assert figures.share == pytest.approx(np.mean([one.difficulty.trivial for one in found.tried]) / 13)
    everywhere = set.intersection(*(set(one.seen.apart) for one in found.tried))
    assert set(figures.always) == everywhere
    assert {name for name, _ in figures.sometimes.items()} == set().union(
        *(one.seen.apart for one in found.tried)
    ) - everywhere
    for name, count in figures.sometimes.items():
        alike = sum(count for group, count in figures.twins.items() if name in group)
        assert count + alike + figures.hidden.get(name, 0) + figures.absent.get(name, 0) == 6
