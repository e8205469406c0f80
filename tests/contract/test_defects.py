"""Defects that were met in other people's code, by number: absent here, or to be had under a name that says so.

Numbers are those of the list that the reference files were made with. Where another module holds the test, the table
names it.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.encodings.results import results
from posenc_cli.encodings.scheme import Scheme

if TYPE_CHECKING:
    from pathlib import Path

#: Number → tests (module, function) elsewhere.
ELSEWHERE: dict[int, tuple[tuple[str, str], ...]] = {
    1: (("test_rope_traps", "test_trap_yarn_of_the_paper_is_another_ramp"),),
    2: (("test_rope_traps", "test_trap_llama3_is_the_ramp_of_the_yarn_paper_with_one_and_four"),),
    3: (("test_mrope", "test_trap_text_goes_on_after_the_time_of_a_video"),),
    5: (
        ("test_rope_traps", "test_trap_truncation_moves_the_ramp"),
        ("test_model_traps", "test_truncate_inside_a_layer_type_is_a_trap"),
    ),
    6: (
        ("test_rope_2d", "test_trap_offsets_of_an_axis_are_its_own"),
        ("test_xpos", "test_trap_decoding_from_a_cache_gives_the_scores_of_the_whole_pass"),
    ),
    8: (
        ("test_sinusoidal", "test_even_widths_know_no_odd_rule"),
        ("test_sinusoidal", "test_conventions_combine"),
        ("test_grids", "test_no_axis_is_lost"),
    ),
    9: (("test_time", "test_no_two_states_are_alike"), ("test_time", "test_a_wrong_period_can_be_had_by_name")),
    10: (("test_alibi", "test_falcon_rounds_to_bfloat16_before_it_divides"),),
    11: (
        ("test_t5", "test_edges_where_floating_logarithms_go_wrong"),
        ("test_t5", "test_float32_goes_wrong_by_name"),
    ),
    12: (("test_rope_traps", "test_trap_ntk_takes_an_exponent"),),
    14: (("test_sinusoidal", "test_small_widths_of_endpoint_spacing"),),
    15: (("test_time", "test_the_linear_column_moves"),),
}
#: Tests below.
HERE = {4, 7, 8, 13}
COUNT = 15


def values(name: str, positions: Any, **asked: Any) -> Any:  # noqa: ANN401
    """The table of an additive encoding."""
    return results(Scheme.of(name, **asked), np.asarray(positions))["values"]


def test_every_number_has_its_test(root: Path) -> None:
    """Fifteen defects, each with a test that is there."""
    assert {*ELSEWHERE, *HERE} == set(range(1, COUNT + 1))
    for tests in ELSEWHERE.values():
        for module, function in tests:
            source = (root / "tests" / "encodings" / f"{module}.py").read_text(encoding="utf-8")
            names = {node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)}
            assert function in names, module


@pytest.mark.parametrize("class_token", [False, True])
def test_defect_4_no_table_of_zeros(class_token: bool) -> None:
    """A fresh ViT-MAE of transformers 5.24 is all zeros; here only MAE's class token is, and patches differ."""
    table = values("sinusoidal-2d", range(16 + class_token), d=16, height=4, width=4, class_token=class_token)
    assert np.flatnonzero(~table.any(axis=1)).tolist() == [0] * class_token
    assert len(np.unique(table, axis=0)) == len(table)


def test_defect_7_two_spacings_have_two_names() -> None:
    """The documentation of torch_geometric prints one formula and its code computes another: here each has its name."""
    positions, pairs = np.arange(6)[:, None], np.arange(4)
    documented, coded = (
        values("sinusoidal", range(6), d=8, layout="halves", spacing=spacing) for spacing in ("paper", "endpoint")
    )
    for found, exponent in ((documented, 2 * pairs / 8), (coded, pairs / 3)):
        angles = positions / 10000**exponent
        np.testing.assert_allclose(found, np.hstack([np.sin(angles), np.cos(angles)]), atol=1e-15)
    assert np.abs(documented - coded).max() > 0.1


def test_defect_8_no_answer_is_kept_for_another_question() -> None:
    """positional-encodings remembers a table by its shape; here one of the same shape knows how it was asked for."""
    exact = values("sinusoidal", [10**6 + 1], d=8)
    near = values("sinusoidal", [1], d=8)
    other_base = values("sinusoidal", [10**6 + 1], d=8, base=500)
    again = values("sinusoidal", [10**6 + 1], d=8)
    assert exact.dtype == np.float64
    assert (exact == again).all()
    assert not np.allclose(exact, near)
    assert not np.allclose(exact, other_base)
    # A float32 table that came back would show here.
    assert not (exact == exact.astype(np.float32)).all()


def mirrored(table: Any, height: int, width: int) -> Any:  # noqa: ANN401
    """Tokens of a grid column by column, with the blocks (sin y, sin x, cos y, cos x) of both axes exchanged."""
    return table.reshape(height, width, 8).transpose(1, 0, 2).reshape(-1, 8)[:, [2, 3, 0, 1, 6, 7, 4, 5]]


def test_defect_13_exchanged_axes_are_seen_on_a_rectangle() -> None:
    """What timm calls reverse_coord does nothing on a square; here axes are exchanged by height and width, and seen."""
    square, wide, high = (
        values("sinusoidal-2d", range(height * width), d=8, variant="timm", height=height, width=width)
        for height, width in ((3, 3), (2, 3), (3, 2))
    )
    np.testing.assert_array_equal(mirrored(square, 3, 3), square)
    np.testing.assert_array_equal(mirrored(high, 3, 2), wide)
    assert not np.allclose(wide, high)
