"""Every encoding worked out step by step: the steps lead to what its table holds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.asked import scheme
from posenc_cli.encodings.results import NAMES, results
from posenc_cli.encodings.steps import FURTHEST, row_steps, score_steps
from posenc_cli.errors import UsageError

ROWS = [name for name, record in ENCODINGS.items() if record.kind in ("additive", "rotary")]
SCORES = [name for name, record in ENCODINGS.items() if record.kind in ("bias", "none")]


def plain(value: float) -> str:
    """A number in full, as it can be put into Python again."""
    return repr(float(value)).replace("-", "−")


@pytest.mark.parametrize("name", ROWS)
def test_rows_end_in_the_table(name: str) -> None:
    """The last steps of every column or pair are the numbers of the table."""
    chosen = scheme(name)
    table = results(chosen, np.array([2]))
    steps = row_steps(chosen, 2)
    assert steps.cells
    for cell in steps.cells:
        _, column = cell.index
        by_name = {shown: steps.value(rule, cell) for rule, shown in steps.rules.items()}
        for quantity in ("pe", "cos", "sin"):
            if quantity in by_name:
                assert by_name[quantity] == [table[NAMES[quantity][0]][0, column]]
        assert "pe" in by_name or {"cos", "sin"} <= by_name.keys()


@pytest.mark.parametrize("name", SCORES)
def test_scores_end_in_the_table(name: str) -> None:
    """The last step of a score is the number of the table for this head, query and key."""
    chosen = scheme(name)
    table = results(chosen, chosen.rows(5))
    heads = len(table["bias"]) if "bias" in table.arrays else 1
    for head, query, key in ((1, 2, 0), (heads, 4, 3)):
        steps = score_steps(chosen, query, key, head)
        by_name = {shown: steps.value(rule, steps.cells[0]) for rule, shown in steps.rules.items()}
        if "bias" in by_name:
            assert by_name["bias"] == [pytest.approx(table["bias"][head - 1, query, key], rel=1e-15)]
        else:
            assert by_name["weight"] == [table["weight"][query, key]]


@pytest.mark.parametrize("name", [*ROWS, *SCORES])
def test_every_step_can_be_said(name: str) -> None:
    """Each step has words with numbers in them and no name of a quantity."""
    chosen = scheme(name)
    steps = row_steps(chosen, 2) if name in ROWS else score_steps(chosen, 2)
    for cell in steps.cells:
        for rule in steps.rules:
            said = steps.said(rule, cell, plain)
            assert len(said) == len(steps.value(rule, cell))
            assert all(any(sign.isdigit() for sign in one) for one in said)
            assert all("_" not in one for one in said)


def test_steps_of_alibi_by_hand() -> None:
    """Head 2 of 8, query 5, key 3: slope 2^-2, distance 2, bias -0.5."""
    steps = score_steps(scheme("alibi"), 5, 3, 2)
    assert [steps.value(rule, steps.cells[0]) for rule in steps.rules] == [[2.0], [0.25], [2.0], [-0.5]]
    assert list(steps.rules) == ["exponent", "slope", "distance", "bias"]


def test_names_that_only_pass_on_are_no_steps() -> None:
    """RoPE without scaling has five steps a pair, under the names that tables have."""
    steps = row_steps(scheme("rope"), 2)
    assert list(steps.rules.values()) == ["exponent", "inv_freq", "angle", "cos", "sin"]


def test_scaled_rope_shows_the_steps_of_its_scaling() -> None:
    """YaRN adds its ramp and its attention factor."""
    asked: dict[str, Any] = {"scaling": "yarn", "factor": 4, "original_max_position_embeddings": 16}
    steps = row_steps(scheme("rope", d=8, **asked), 2, [2])
    assert {"ramp", "inv_freq", "magnitude", "attention_factor"} <= set(steps.rules.values())
    assert [dict(cell.name) for cell in steps.cells] == [{"i": 1}]
    assert steps.value("attention_factor", steps.cells[0]) == [pytest.approx(1.138629436111989, rel=1e-15)]


@pytest.mark.parametrize(("layout", "pair"), [("interleaved", 1), ("halves", 3)])
def test_a_column_leads_to_its_pair(layout: str, pair: int) -> None:
    """Column 3 of 8 belongs to pair 1 of neighbours and to pair 3 of halves."""
    steps = row_steps(scheme("rope", d=8, layout=layout), 1, [3])
    assert dict(steps.cells[0].name) == {"i": pair}


@pytest.mark.parametrize(
    ("name", "arguments", "key"),
    [
        ("alibi", (2, 0, 9), "parameters.head"),
        ("alibi", (2, 0, 0), "parameters.head"),
        ("nope", (FURTHEST + 1, 0, 1), "cli.too-large"),
        ("shaw", (FURTHEST + 1, 0, 1), "cli.too-large"),
    ],
)
def test_what_cannot_be_shown_is_refused(name: str, arguments: tuple[int, int, int], key: str) -> None:
    """A head that is not there, or more keys than a person wants to see, is one clear error."""
    with pytest.raises(UsageError) as error:
        score_steps(scheme(name), *arguments)
    assert error.value.key == key


def test_a_query_that_is_not_asked_is_refused() -> None:
    """With two queries at the end of five positions, the first position asks nothing."""
    with pytest.raises(UsageError) as error:
        score_steps(scheme("nope", query_length=2), 0, 4)
    assert error.value.key == "compute.position"


def test_a_column_that_is_not_there_is_refused() -> None:
    """Four columns end at number 3."""
    with pytest.raises(UsageError) as error:
        row_steps(scheme("sinusoidal", d=4), 1, [4])
    assert error.value.key == "compute.dimension"


def test_a_mask_says_how_many_words_there_are() -> None:
    """Where padding is masked, the bias is worked out over all words of the mask."""
    assert score_steps(scheme("alibi", attention_mask=[0, 1, 1, 1]), 2, 1).scheme.encoding.name == "alibi"


def test_far_biases_can_be_shown() -> None:
    """Where only two positions count, they may be far out."""
    steps = score_steps(scheme("alibi"), 10**6, 1)
    assert steps.value("bias", steps.cells[0]) == [-0.5 * (10**6 - 1)]


@pytest.mark.parametrize(("name", "hidden"), [("alibi", True), ("kerple", True), ("t5", False), ("shaw", False)])
def test_a_key_behind_the_query_is_masked(name: str, hidden: bool) -> None:
    """A number that the mask takes away is not shown as if it counted."""
    assert score_steps(scheme(name), 1, 2).hidden == hidden
    assert not score_steps(scheme(name), 2, 1).hidden


def test_columns_that_do_not_turn_are_refused() -> None:
    """Partial RoPE has no pair for the columns that pass through."""
    with pytest.raises(UsageError):
        row_steps(scheme("rope", d=8, rotary_dim=4), 1, [5])
