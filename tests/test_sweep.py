from __future__ import annotations

from tests import sweep


def test_every_name_is_a_test() -> None:
    """A test that was renamed is found in the table as well."""
    for name in sweep.shares():
        path, _, function = name.partition("::")
        assert f"def {function}" in (sweep.ROOT / path).read_text(encoding="utf-8"), name


def test_cases_are_spread_over_all_of_them() -> None:
    """The first and the last are there, none twice, and all where there are few."""
    cases = [f"case{n}" for n in range(10)]
    assert sweep.spread(cases, 4) == ["case0", "case3", "case6", "case9"]
    assert sweep.spread(cases, 1) == ["case0"]
    assert sweep.spread(cases, 12) == cases
    assert all(len(set(sweep.spread(cases, share))) == min(share, 10) for share in range(1, 12))


def test_a_run_leaves_out_no_function_and_no_other_test() -> None:
    """Some case of every function in the table is always taken."""
    name = "tests/render/test_paper.py::test_strange_words_hold"
    cases = [f"{name}[{n}]" for n in range(8)]
    assert sweep.left_out([*cases, f"{name}_well[0]", "tests/other.py::test_x[1]"]) == set(cases[1:])
