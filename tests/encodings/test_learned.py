from __future__ import annotations

from typing import TYPE_CHECKING, Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.encodings.learned import drawn, position_ids, position_ids_of_tokens
from posenc_cli.encodings.learned_file import read_table
from posenc_cli.encodings.resizing import KERNELS, axis_weights
from posenc_cli.errors import InputError
from posenc_cli.i18n import LANGUAGES, text
from tests.encodings.additive import refused, rows

if TYPE_CHECKING:
    from pathlib import Path

SIX = np.arange(24).reshape(6, 4) / 8


def test_rows_are_looked_up() -> None:
    """A row a position, and with an offset of 2 the row two further on."""
    assert (rows("learned", [0, 2, 5], d=4, table=SIX) == SIX[[0, 2, 5]]).all()
    assert (rows("learned", [0, 3], d=4, table=SIX, offset=2) == SIX[[2, 5]]).all()


def test_the_limit_is_hard() -> None:
    """One position beyond the last row is one clear sentence, whatever the offset."""
    for offset, last in ((0, 5), (1, 4), (2, 3)):
        rows("learned", [last], d=4, table=SIX, offset=offset)
        said = refused("additive.limit", "learned", [last + 1], d=4, table=SIX, offset=offset)
        assert f"position {last + 1}" in said
        assert f"0 to {last}" in said
    assert "0 to 511" in refused("additive.limit", "learned", [512], d=4)
    refused("additive.offset", "learned", d=4, table=SIX, offset=6)


def test_padding_is_not_counted() -> None:
    """OPT and RoBERTa count words only; padding reads the row before the first word, or there is a sentence."""
    mask = [0, 0, 1, 1]
    asked: dict[str, Any] = {"d": 4, "table": SIX, "ids": "padding-aware", "attention_mask": mask}
    assert (rows("learned", range(4), offset=2, **asked) == SIX[[1, 1, 2, 3]]).all()
    refused("additive.padding", "learned", range(4), **asked)
    refused("time.number", "learned", [4], offset=2, **asked)
    refused("additive.mask", "learned", offset=2, **asked | {"attention_mask": [0, 0.5]})
    refused("additive.unused", "learned", d=4, attention_mask=mask)
    assert position_ids([1, 1, 1], 2, past=4).tolist() == [6, 7, 8]
    assert position_ids_of_tokens([[0, 31, 2, 1]]).tolist() == [[2, 3, 4, 1]]


@given(old=st.integers(1, 12), new=st.integers(1, 12), aligned=st.booleans())
def test_resizing_in_a_plain_loop(old: int, new: int, aligned: bool) -> None:
    """Both alignments against fifty digits, place by place."""
    table = SIX.repeat(2, axis=0)[:old, :2]
    resize = "corner-aligned" if aligned else "half-pixel"
    found = rows("learned", range(new), d=2, table=table, new_length=new, resize=resize)
    for o in range(new):
        place = mpmath.mpf(o) * (old - 1) / max(new - 1, 1) if aligned else (o + mpmath.mpf(1) / 2) * old / new - 0.5
        place = max(place, mpmath.mpf(0))
        below = int(mpmath.floor(place + mpmath.mpf(10) ** -12))
        share = place - below
        wanted = (1 - share) * table[below] + share * table[min(below + 1, old - 1)]
        np.testing.assert_allclose(found[o], wanted.astype(float), atol=1e-14)


@pytest.mark.parametrize("resize", ["half-pixel", "corner-aligned"])
def test_the_same_length_changes_nothing(resize: str) -> None:
    """Resizing to the length that a table has gives the table, and it stops where it is asked to."""
    found = rows("learned", range(6), d=4, table=SIX, new_length=6, resize=resize)
    assert (found == SIX).all()
    refused("additive.limit", "learned", [9], d=4, table=SIX, new_length=9, resize=resize)
    refused("compute.parameter-missing", "learned", d=4, resize=resize)


def test_tables_that_do_not_fit() -> None:
    """Another width, another number of rows, a ragged table and one with NaN get a sentence each."""
    refused("additive.table-width", "learned", d=3, table=SIX)
    refused("additive.table-rows", "learned", d=4, table=SIX, rows=5)
    refused("additive.unused", "learned", d=4, table=SIX, new_length=8)
    refused("compute.parameter-kind", "learned", d=4, table=[[1, 2], [3]])
    refused("compute.parameter", "learned", d=2, table=[[1, float("nan")]])
    refused("additive.table-grid", "learned-2d", d=4, table=SIX)


def test_an_untrained_table_is_drawn() -> None:
    """The same for a seed, another for another, spread as asked, and a row does not depend on those around it."""
    asked: dict[str, Any] = {"d": 64, "rows": 1024}
    table = rows("learned", range(1024), **asked)
    assert (table[[900, 7]] == rows("learned", [900, 7], **asked)).all()
    assert not np.isin(rows("learned", range(4), seed=1, **asked), table).any()
    assert abs(table.std() - 0.02) < 3e-4
    assert rows("learned", [3], initializer_range=0, **asked).any() == np.False_
    assert drawn(np.array([0]), 3, std=1, seed=0).round(6).tolist() == [DRAWN]


#: The first numbers of seed 0: a table that someone printed must come back in ten years.
DRAWN = [-0.546571, -1.032834, 1.789774]


@pytest.mark.parametrize("kernel", KERNELS)
@given(old=st.integers(1, 9), new=st.integers(1, 9))
@settings(max_examples=40)
def test_weights_sum_to_one(kernel: str, old: int, new: int) -> None:
    """Resizing a constant leaves it as it is, and without a change of size everything."""
    weights = axis_weights(old, new, KERNELS[kernel])
    np.testing.assert_allclose(weights.sum(axis=1), 1, atol=1e-14)
    # Both ends of an axis are treated alike.
    np.testing.assert_allclose(weights, weights[::-1, ::-1], atol=1e-14)
    if old == new:
        np.testing.assert_allclose(weights, np.eye(old), atol=1e-14)


def test_cubic_weights_by_hand() -> None:
    """Half way between two of four entries: −3/32 and 19/32 for a = −0.75, −1/16 and 9/16 for a = −0.5."""
    middle = axis_weights(4, 2, KERNELS["bicubic"])[0]  # lies at 0.5
    np.testing.assert_allclose(middle, [19 / 32 - 3 / 32, 19 / 32, -3 / 32, 0], atol=1e-15)
    enlarged = axis_weights(4, 4, KERNELS["bicubic-antialias"])
    assert (enlarged == np.eye(4)).all()


def test_enlarging_tells_two_kernels_apart() -> None:
    """The two cubic kernels differ even where nothing is shrunk; class tokens are kept by both."""
    table = SIX[:5]
    asked: dict[str, Any] = {"d": 4, "table": table, "old_height": 2, "old_width": 2, "height": 3, "width": 3}
    plain, other = (
        rows("learned-2d", range(10), kernel=kernel, **asked) for kernel in ("bicubic", "bicubic-antialias")
    )
    assert (plain[0] == table[0]).all()
    assert (other[0] == table[0]).all()
    assert np.abs(plain[1:] - other[1:]).max() > 1e-3
    refused("additive.grid", "learned-2d", [10], **asked)
    assert rows("learned-2d", [], **asked).shape == (0, 4)
    refused("compute.too-many-cells", "learned-2d", range(10), d=4, old_height=4096, old_width=4096)


def test_a_drawn_grid_is_there_without_a_table() -> None:
    """A grid of its own size is the drawn table itself, prefix included."""
    found = rows("learned-2d", [0, 1, 196], d=4)
    np.testing.assert_allclose(found, drawn(np.array([0, 1, 196]), 4, std=0.02, seed=0), atol=1e-17)


def saved(folder: Path, name: str, content: bytes | str) -> Path:
    """A file with that content."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_tables_from_files(tmp_path: Path) -> None:
    """Arrays with and without a leading axis, archives with a model's names, CSV with either decimal mark, JSON."""
    wanted = SIX[:2]
    np.save(tmp_path / "a.npy", wanted[None].astype(np.float32))
    named: dict[str, Any] = {"transformer.wpe.weight": wanted, "transformer.wte.weight": wanted + 1}
    np.savez(tmp_path / "b.npz", **named)
    paths = [
        tmp_path / "a.npy",
        tmp_path / "b.npz",
        saved(tmp_path, "c.csv", "0,0.125,0.25,0.375\n0.5,0.625,0.75,0.875\n"),
        saved(tmp_path, "d.csv", "a;b;c;d\n0;0,125;0,25;0,375\n0,5;0,625;0,75;0,875\n"),
        saved(tmp_path, "e.json", "[[0, 0.125, 0.25, 0.375], [0.5, 0.625, 0.75, 0.875]]"),
    ]
    for path in paths:
        assert (read_table(path) == wanted).all(), path.name
    assert (read_table(tmp_path / "b.npz", "transformer.wte.weight") == wanted + 1).all()


@pytest.mark.parametrize(
    ("name", "content", "key"),
    [
        ("a.csv", "1;2\n3;x\n", "additive.table-cell"),
        ("a.csv", "1;2;3\n4;5\n", "additive.table-cell"),
        ("a.csv", "1;2\n3;nan\n", "additive.table-cell"),
        ("a.csv", "", "files.empty"),
        ("a.pt", "x", "files.pickle"),
        ("a.npy", "x", "files.broken-array"),
    ],
)
def test_files_without_a_table(name: str, content: str, key: str, tmp_path: Path) -> None:
    """Cells that are no numbers, short rows, empty files and pickles are refused in both languages."""
    with pytest.raises(InputError) as raised:
        read_table(saved(tmp_path, name, content))
    assert raised.value.key == key
    assert all(text(language, key, **raised.value.values) for language in LANGUAGES)
