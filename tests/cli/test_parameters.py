"""-p NAME=VALUE: each parameter read as its record says, and one clear sentence for what cannot be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.files.tensors import npy_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

    Run = Callable[..., Ran]


def document(ran: Ran) -> dict[str, Any]:
    """What a call printed as JSON."""
    found: dict[str, Any] = json.loads(ran.out)
    return found


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ("factor=2,5", 2.5),
        ("factor=2.5", 2.5),
        ("alpha=2.5", 2.5),
        ("factor = 4", 4),
    ],
)
def test_numbers(posenc: Run, given: str, value: float) -> None:
    """Point or comma, and any of the names of a parameter."""
    found = document(posenc("table", "-e", "rope", "-p", "scaling=linear", "-p", given, "-f", "json"))
    assert found["conventions"]["factor"] == value
    assert found["inv_freq"] == pytest.approx([1 / value, 0.01 / value], rel=1e-15)


@pytest.mark.parametrize(("word", "value"), [("true", 1), ("no", 0), ("ja", 1), ("FALSCH", 0), ("0", 0)])
def test_switches(posenc: Run, word: str, value: int) -> None:
    """True and false in both languages."""
    found = document(posenc("table", "-e", "t5", "-p", f"bidirectional={word}", "-f", "json"))
    assert found["conventions"]["bidirectional"] == value


LONGROPE = ("table", "-e", "rope", "-p", "scaling=longrope", "-p", "original_max_position_embeddings=8", "-f", "json")


@pytest.mark.parametrize("given", ["1;2", "[1, 2]", "1,0;2,0", "@list.json", "@list.npy", "@column.npy"])
def test_lists(posenc: Run, given: str, tmp_path: Path) -> None:
    """Lists with semicolons, JSON, and files."""
    (tmp_path / "list.json").write_text("[1, 2.0]", encoding="utf-8")
    (tmp_path / "list.npy").write_bytes(npy_bytes(np.array([1.0, 2.0])))
    (tmp_path / "column.npy").write_bytes(npy_bytes(np.array([[1.0], [2.0]])))
    found = document(posenc(*LONGROPE, "-p", f"short_factor={given}", "-p", "long_factor=3;4"))
    assert found["conventions"]["short_factor"] == [1, 2]
    assert found["inv_freq"] == pytest.approx([1, 0.005], rel=1e-15)


@pytest.mark.parametrize("given", ["1;2|3,5;4", "[[1, 2], [3.5, 4]]", "@table.json", "@table.npy", "@table.csv"])
def test_tables(posenc: Run, given: str, tmp_path: Path) -> None:
    """Tables with bars, JSON, and files; the width is theirs."""
    rows = np.array([[1.0, 2.0], [3.5, 4.0]])
    (tmp_path / "table.json").write_text("[[1, 2], [3.5, 4]]", encoding="utf-8")
    (tmp_path / "table.npy").write_bytes(npy_bytes(rows))
    (tmp_path / "table.csv").write_text("1,2\n3.5,4\n", encoding="utf-8")
    found = document(posenc("table", "-e", "learned", "-p", f"table={given}", "--pos", "1,0", "-f", "json"))
    assert found["values"] == [[3.5, 4], [1, 2]]


def test_moments(posenc: Run, tmp_path: Path) -> None:
    """Moments with semicolons and from a file; the table is as long as they are."""
    (tmp_path / "times.json").write_text('["2024-02-29T06:00", "2024-02-29T12:00"]', encoding="utf-8")
    for given in ("2024-02-29T06:00;2024-02-29T12:00", "@times.json"):
        found = document(posenc("table", "-e", "calendar", "-p", f"timestamps={given}", "--d", "2", "-f", "json"))
        assert np.allclose(found["values"], [[1, 0], [0, -1]], atol=1e-15)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-e", "rope", "-p", "theta"), "NAME=VALUE"),
        (("-e", "rope", "-p", "=5"), "NAME=VALUE"),
        (("-e", "rope", "-p", "thetta=5"), "theta"),
        (("-e", "rope", "-p", "theta=big"), "big"),
        (("-e", "rope", "-p", "theta=1", "-p", "theta=2"), "theta"),
        (("-e", "rope", "-p", "theta=5", "--base", "7"), "base"),
        (("-e", "rope", "-p", "theta=0.5"), "theta"),
        (("-e", "rope", "-p", "scaling=yarnn"), "yarn"),
        (("-e", "rope", "-p", "scaling=linear"), "factor"),
        (("-e", "rope", "-p", "rotary_dim=2.5"), "whole"),
        (("-e", "rope", "-p", "short_factor=1,2,3"), "1;1.2;1.5"),
        (("-e", "rope", "-p", "short_factor=[1, [2]]"), "1;1.2;1.5"),
        (("-e", "rope", "-p", "short_factor=@nowhere.json"), "nowhere.json"),
        (("-e", "rope", "--d", "3"), "3"),
        (("-e", "learned", "-p", "table=1;2|3"), "equal length"),
        (("-e", "learned", "-p", "table=[]"), "equal length"),
        (("-e", "learned", "-p", "table=1;2|3;4", "--pos", "2"), "2"),
        (("-e", "t5", "-p", "bidirectional=maybe"), "true or false"),
        (("-e", "t5", "--base", "5"), "base"),
        (("-e", "calendar", "-p", "timestamps=yesterday"), "yesterday"),
        (("-e", "alibi", "-p", "n_heads=0"), "n_heads"),
        (("-e", "alibi", "-p", "n_heads=100000"), "n_heads"),
        (("-e", "ropes"), "rope"),
        (("-e", "../rope"), "rope"),
        (("-e", "rope", "-o", "x.npy"), "npz"),
        (("-e", "rope", "--pos", "131071", "--dtype", "float16"), "float16"),
        (("--error", "-o", "x.npy"), "csv"),
        (("--dtype", "float8"), "bfloat16"),
        (("-e", "alibi", "--n", "100000"), "cells"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_one_clear_sentence(posenc: Run, arguments: tuple[str, ...], said: str) -> None:
    """What cannot be is one line that names what was wrong or what would work."""
    assert said in posenc("table", *arguments, "--lang", "en", code=2, quiet=False).error
