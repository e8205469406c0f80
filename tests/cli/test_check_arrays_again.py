"""What `posenc check` says next of an array: how a convention is accepted, and all arrays of a small file."""

from __future__ import annotations

import json
import shlex
from typing import Any

import numpy as np
import pytest

import posenc_cli as posenc
from posenc_cli.cli import main
from tests.cli.test_check_arrays import said

pytestmark = pytest.mark.usefixtures("empty_folder")
ROPE = posenc.table("rope", d=16, n=24)


@pytest.mark.parametrize(
    ("asked", "options"),
    [
        ({"encoding": "sinusoidal", "layout": "halves", "spacing": "endpoint", "first_pos": 2}, ""),
        ({"encoding": "sinusoidal", "layout": "halves"}, "-e sinusoidal"),
        ({"encoding": "sinusoidal", "layout": "halves", "spacing": "endpoint"}, "--layout interleaved --first-pos 0"),
        ({"encoding": "rope", "theta": 500000, "name": "cos"}, "-e rope --what cos"),
        ({"encoding": "rope", "theta": 500000, "name": "inv_freq"}, "-e rope -p layout=halves"),
    ],
    ids=["three at once", "named", "said otherwise", "base", "parameters"],
)
def test_the_line_that_accepts_a_convention_works(
    capsys: pytest.CaptureFixture[str], asked: dict[str, Any], options: str
) -> None:
    """What stands behind "Meant so?" is copied, run, and the array counts as right."""
    name = asked.pop("name", "values")
    np.save("it's mine.npy", posenc.table(d=32, n=20, **asked)[name])
    code, text = said(capsys, "it's mine.npy", *shlex.split(options))
    assert code == 1
    (line,) = (line for line in text.splitlines() if "Meant so? " in line)
    program, command, *arguments = shlex.split(line.partition("Meant so? ")[2])
    assert (program, command) == ("posenc", "check")
    code, text = said(capsys, *arguments)
    assert code == 0
    assert "Meant so?" not in text


def test_in_a_test_the_call_is_named() -> None:
    """Who tests in Python gets the call; a mistake gets none."""
    with pytest.raises(AssertionError, match=r'Meant so\? posenc.assert_matches\(…, "sinusoidal", layout="halves"\)'):
        posenc.assert_matches(posenc.table(d=32, n=20, layout="halves")["values"])
    with pytest.raises(AssertionError) as failed:
        posenc.assert_matches(posenc.table(d=32, n=20, first_pos=1)["values"])
    assert "Meant so" not in str(failed.value)


def test_all_arrays_of_a_small_file_are_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    """Each whose name tells what it is, with its name; one that is wrong makes the exit code."""
    np.savez("both.npz", cos=ROPE["cos"], sin=ROPE["sin"], mask=np.zeros((24, 24)))
    code, text = said(capsys, "both.npz")
    assert code == 0
    assert [line for line in text.splitlines() if not line.startswith(" ")] == [
        "both.npz (cos): cosines of 24 × 8, float64",
        "",
        "both.npz (sin): sines of 24 × 8, float64",
    ]
    np.savez("both.npz", cos=ROPE["cos"], sin=-ROPE["sin"])
    code, text = said(capsys, "both.npz", "-f", "json")
    found = json.loads(text)
    assert (code, found["schema"], list(found["arrays"])) == (1, "posenc.arrays/1", ["cos", "sin"])
    assert [each["verdict"] in ("exact", "rounded") for each in found["arrays"].values()] == [True, False]
    assert said(capsys, "both.npz", "--tensor", "cos")[0] == 0
    assert main(["check", "both.npz", "-o", "both.svg"]) == 2
    assert "say with --tensor which of cos, sin" in capsys.readouterr().err
    np.savez("model.npz", weight=np.eye(4), bias=np.arange(4.0), pos_embed=posenc.table(d=16, n=24)["values"])
    code, text = said(capsys, "model.npz")
    assert (code, text.splitlines()[0]) == (0, "model.npz (pos_embed): table of 24 × 16, float64")


def test_our_own_files_of_several_arrays_are_right(capsys: pytest.CaptureFixture[str]) -> None:
    """What `posenc table` writes is looked through whole."""
    for name in ("rope.npz", "rope.safetensors"):
        assert main(["table", "-e", "rope", "--d", "16", "--n", "8", "-o", name]) == 0
        capsys.readouterr()
        code, text = said(capsys, name)
        assert code == 0
        assert [kind in text for kind in ("(inv_freq)", "(angles)", "(cos)", "(sin)")] == [True] * 4


def test_complex_files_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    """An .npy and an .npz of complex numbers, as torch.polar makes them."""
    turns = (ROPE["cos"] + 1j * ROPE["sin"]).astype(np.complex64)
    np.save("freqs.npy", turns)
    np.savez("freqs.npz", freqs_cis=turns)
    for name in ("freqs.npy", "freqs.npz"):
        code, text = said(capsys, name)
        assert code == 0
        assert "cosines with their sines (cos + i sin) of 24 × 8, float32" in text
