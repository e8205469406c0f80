"""-e on every command that computes: the same numbers in every format."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.files.arrays import read_safetensors

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

    Run = Callable[..., Ran]


def document(ran: Ran) -> dict[str, Any]:
    """What a call printed as JSON."""
    found: dict[str, Any] = json.loads(ran.out)
    return found


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("kind", ["text", "md", "csv", "json"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_encoding_prints_a_table(posenc: Run, name: str, kind: str, language: str) -> None:
    """In every text format and language, without a number that is none."""
    out = posenc("table", "-e", name, "-f", kind, "--lang", language).out
    assert out.strip()
    assert not re.search(r"\b(nan|inf|infinity)\b", out, re.IGNORECASE)


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_encoding_is_explained(posenc: Run, name: str, language: str) -> None:
    """Steps in words and as JSON, with the conventions under them."""
    out = posenc("explain", "-e", name, "--lang", language).out
    assert " = " in out
    assert out.count("\n") > 4
    found = document(posenc("explain", "-e", name, "-f", "json"))
    assert found["encoding"] == name


@pytest.mark.parametrize("name", sorted(set(ENCODINGS) - {"sinusoidal-3d"}))
def test_every_encoding_scores(posenc: Run, name: str) -> None:
    """Attention with a causal mask: rows of shares that sum to 1."""
    found = document(posenc("scores", "-e", name, "--causal", "-f", "json"))
    assert np.sum(found["weights"], axis=1) == pytest.approx(np.ones(6), abs=1e-12)
    assert found["scores"][0][1:] == [None] * 5


def test_rotary_json(posenc: Run) -> None:
    """inv_freq, attention_factor, angles, cos and sin, with the axes of the contract."""
    found = document(posenc("table", "-e", "rope", "--d", "8", "--n", "3", "-p", "theta=500000", "-f", "json"))
    assert list(found)[-5:] == ["inv_freq", "attention_factor", "angles", "cos", "sin"]
    assert np.shape(found["inv_freq"]) == (4,)
    assert found["attention_factor"] == 1
    assert np.shape(found["angles"]) == np.shape(found["cos"]) == np.shape(found["sin"]) == (3, 4)
    assert found["inv_freq"] == pytest.approx([500000 ** (-i / 4) for i in range(4)], rel=1e-15)
    assert found["conventions"]["theta"] == 500000


def test_bias_json(posenc: Run) -> None:
    """Slopes and a matrix a head; what the mask hides is null."""
    found = document(posenc("table", "-e", "alibi", "-p", "n_heads=3", "--n", "2", "-f", "json"))
    assert found["slopes"] == [2**-4, 2**-8, 2**-2]
    assert found["bias"][2] == [[0.0, None], [-0.25, 0.0]]
    buckets = document(posenc("table", "-e", "t5", "--n", "2", "-p", "n_heads=1", "-f", "json"))
    assert buckets["buckets"] == [[0, 17], [1, 0]]
    assert np.shape(buckets["bias"]) == (1, 2, 2)


def test_additive_json_of_others(posenc: Run) -> None:
    """An additive encoding that is no wave has values and columns without functions."""
    found = document(posenc("table", "-e", "learned", "-p", "table=1;2|3;4", "--n", "2", "-f", "json"))
    assert found["values"] == [[1, 2], [3, 4]]
    assert found["columns"][0] == {"k": 0, "i": None, "function": None, "divisor": None}


def test_rope_cannot_be_added(posenc: Run) -> None:
    """One sentence, with what to call instead."""
    for name in ("rope", "alibi", "nope"):
        error = posenc("add", "-e", name, "--lang", "en", code=2).error
        assert f"posenc table -e {name}" in error
        assert f"posenc scores -e {name}" in error


def test_other_additive_encodings_can_be_added(posenc: Run) -> None:
    """E + PE with a table of one's own."""
    rows = "|".join(["1;2;3;4"] * 6)
    found = document(posenc("add", "-e", "learned", "-p", f"table={rows}", "-f", "json"))
    assert found["encoding"] == [[1, 2, 3, 4]] * 6
    assert found["sum"][0] == [1.9, 2.1, 3.0, 4.1]


def test_files_of_arrays(posenc: Run, tmp_path: Path) -> None:
    """Safetensors and npz hold every array and the positions, npy the one that says it all; cast last."""
    arguments = ("table", "-e", "rope", "--d", "8", "--n", "5", "--dtype", "float32")
    posenc(*arguments, "-o", "x.safetensors", quiet=False)
    posenc(*arguments, "-o", "x.npz", quiet=False)
    exact = document(posenc("table", "-e", "rope", "--d", "8", "--n", "5", "-f", "json"))
    with np.load(tmp_path / "x.npz", allow_pickle=False) as archive:
        assert set(archive.files) == {"positions", "inv_freq", "attention_factor", "angles", "cos", "sin"}
        assert archive["cos"].dtype == np.float32
        assert np.array_equal(archive["cos"], np.array(exact["cos"]).astype(np.float32))
        assert archive["positions"].tolist() == [0, 1, 2, 3, 4]
    data = (tmp_path / "x.safetensors").read_bytes()
    assert np.array_equal(
        read_safetensors(data, path="x", tensor="cos").rows, np.array(exact["cos"]).astype(np.float32)
    )
    posenc("table", "-e", "alibi", "-p", "n_heads=1", "--n", "2", "-o", "b.npy", quiet=False)
    assert np.load(tmp_path / "b.npy").tolist() == [[[0, -np.inf], [-(2.0**-8), 0]]]


def test_bfloat16_files(posenc: Run, tmp_path: Path) -> None:
    """Safetensors has bfloat16; npy gets its bits and says so."""
    ran = posenc("table", "--n", "2", "--dtype", "bfloat16", "-o", "x.npy", "--lang", "en", quiet=False)
    assert "uint16" in ran.err
    bits = np.load(tmp_path / "x.npy")
    assert bits.dtype == np.uint16
    assert bits[0].tolist() == [0, 0x3F80, 0, 0x3F80]
    ran = posenc("table", "--n", "2", "--dtype", "bfloat16", "-o", "x.safetensors", quiet=False)
    assert ran.err.count("\n") == 1
    assert b'"BF16"' in (tmp_path / "x.safetensors").read_bytes()[:400]


def test_shorter_numbers_are_shown(posenc: Run) -> None:
    """A table in bfloat16 shows the numbers of bfloat16, and its JSON names them."""
    found = document(posenc("table", "--n", "2", "--dtype", "bfloat16", "-f", "json"))
    assert found["dtype"] == "bfloat16"
    assert found["values"][1][0] == 0.83984375
    out = posenc("table", "--n", "2", "--dtype", "bfloat16", "--decimals", "8", "--decimal-mark", "point").out
    assert "0.83984375" in out


def test_error_of_float32(posenc: Run) -> None:
    """Angle and value at each position, float32 unless another precision is named."""
    found = document(posenc("table", "--error", "--d", "512", "--pos", "1,131071", "-f", "json"))
    assert found["schema"] == "posenc.error/1"
    assert found["dtype"] == "float32"
    assert found["angle_error"][1] == pytest.approx(5.5e-3, rel=0.1)
    assert found["value_error"][0] < 1e-7
    text = posenc("table", "--error", "--pos", "131071", "--dtype", "float16", "--lang", "en").out
    assert "–" in text
    rows = list(csv.reader(io.StringIO(posenc("table", "--error", "-f", "csv").out)))
    assert rows[0] == ["pos", "angle_error", "value_error", "exact", "computed"]
    assert len(rows) == 7


def test_own_options_set_the_record(posenc: Run) -> None:
    """--d, --base, --layout and --first-pos are the record's width, base, layout and first position."""
    found = document(
        posenc(
            "table", "-e", "rope", "--d", "6", "--base", "500", "--layout", "halves", "--first-pos", "3", "-f", "json"
        )
    )
    assert found["d"] == 6
    assert found["conventions"] | {"theta": 500, "layout": "halves", "first_pos": 3} == found["conventions"]
    assert found["positions"][0] == 3
    assert document(posenc("table", "-e", "mrope", "-f", "json"))["conventions"]["layout"] == "halves"


def test_words_stand_beside_every_kind(posenc: Run) -> None:
    """A sentence labels pairs, queries and keys."""
    for name in ("sinusoidal", "rope", "alibi"):
        out = posenc("table", "-e", name, "--sentence", "Die Katze").out
        assert "Katze" in out
    rows = list(csv.reader(io.StringIO(posenc("table", "-e", "rope", "--sentence", "a =b", "-f", "csv").out)))
    assert rows[0] == ["pos", "word", "i", "inv_freq", "attention_factor", "angles", "cos", "sin"]
    assert rows[3][:3] == ["1", "'=b", "0"]


def test_csv_of_biases(posenc: Run) -> None:
    """A row for each head, query and key; masked cells are empty."""
    rows = list(csv.reader(io.StringIO(posenc("table", "-e", "alibi", "-p", "n_heads=2", "--n", "2", "-f", "csv").out)))
    assert rows[0] == ["head", "query", "key", "bias"]
    assert rows[1:4] == [["1", "0", "0", "0.0"], ["1", "0", "1", ""], ["1", "1", "0", "-0.0625"]]
    assert len(rows) == 9


def test_shift_by_hand(posenc: Run) -> None:
    """The rotation from 2 to 5 and the product by hand, which the formula confirms."""
    for name, cosine in (("sinusoidal", "0.283662"), ("rope", "0.283662")):
        out = posenc("explain", "-e", name, "--pos", "2", "--shift", "3", "--lang", "en").out
        assert out.count(cosine) == 2
        assert "position 5" in out
    found = document(posenc("explain", "-e", "rope", "--shift", "3", "-f", "json"))
    assert found["pairs"][0]["rotation"][0] == pytest.approx([-0.9899924966004454, -0.1411200080598672], rel=1e-15)
    assert found["pairs"][0]["by_hand"] == pytest.approx(found["pairs"][0]["after"], abs=1e-15)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("explain", "-e", "alibi", "--shift", "3"), "scores -e alibi"),
        (("explain", "-e", "rope", "--key", "3"), "--key"),
        (("explain", "--head", "3"), "--head"),
        (("explain", "-e", "alibi", "--dim", "3"), "--dim"),
        (("explain", "--shift", "3", "--dim", "1"), "--shift"),
        (("scores", "--pair", "Die@0,der@4", "--shift", "3"), "--shift"),
        (("scores", "-e", "rope", "--pair", "Die@0,der@4"), "rope"),
        (("scores", "-e", "alibi", "--head", "9"), "9"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_options_that_do_not_go_together(posenc: Run, arguments: tuple[str, ...], said: str) -> None:
    """None is passed over in silence."""
    assert said in posenc(*arguments, "--lang", "en", code=2).error


def test_scores_keep_under_a_shift(posenc: Run) -> None:
    """RoPE's scores stay when all positions move by 3, those of the sinusoidal table do not."""
    out = posenc("scores", "-e", "rope", "--shift", "3", "--show", "vectors", "--lang", "en").out
    assert "no score changed" in " ".join(out.split())
    assert "mat@8" in out
    assert "a score changed by" in " ".join(posenc("scores", "--shift", "3", "--lang", "en").out.split())
    found = document(posenc("scores", "-e", "rope", "--shift", "3", "--show", "vectors", "-f", "json"))
    assert found["largest_change"] < 1e-12
    assert np.shape(found["query"]) == np.shape(found["vectors"]) == (6, 4)


def test_scores_without_more_are_as_they_were(posenc: Run) -> None:
    """Similarities before and after adding positions, for every additive encoding."""
    assert "E + PE" in posenc("scores").out
    assert "E + PE" in posenc("scores", "-e", "calendar").out
    assert next(iter(csv.reader(io.StringIO(posenc("scores", "-e", "alibi", "-f", "csv").out)))) == [
        "query_pos",
        "query",
        "key_pos",
        "key",
        "products",
        "bias",
        "scores",
        "weights",
    ]


def test_command_line_and_python_agree(posenc: Run) -> None:
    """A scheme with every parameter of YaRN is the one that -p makes."""
    given = {"factor": 4, "original_max_position_embeddings": 32768, "theta": 1000000}
    arguments = [part for name, value in given.items() for part in ("-p", f"{name}={value}")]
    found = document(posenc("table", "-e", "rope", "--d", "128", "-p", "scaling=yarn", *arguments, "-f", "json"))
    chosen = Scheme.of("rope", d=128, scaling="yarn", **given)
    assert found["conventions"] == {
        key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in chosen.conventions.items()
    }
