from __future__ import annotations

import base64
import io
import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

import posenc_cli as posenc
from posenc_cli.cli import main
from posenc_cli.files.mapped import read_array
from posenc_cli.files.tensors import npz_bytes, safetensors_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

pytestmark = pytest.mark.usefixtures("empty_folder")
TABLE = np.array(posenc.table(d=8, n=20)["values"], dtype=np.float32)
LLAMA = "llama-3.1-8b.json"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit code and what was printed."""
    code = main(["check", *arguments])
    return code, capsys.readouterr().out


def test_a_right_array_ends_with_zero(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 0 for what is exact or rounded; the name of the file is said."""
    np.save("mine.npy", TABLE)
    code, text = said(capsys, "mine.npy")
    assert code == 0
    assert text.startswith("mine.npy: table of 20 × 8, float32\n  right, rounded once\n")


def test_a_mistake_is_told_with_its_line_of_code(capsys: pytest.CaptureFixture[str]) -> None:
    """The cause, the line of code behind it, its repair and the first difference, in both languages."""
    np.save("mine.npy", posenc.table(d=8, n=20, first_pos=1)["values"])
    code, text = said(capsys, "mine.npy")
    assert code == 1
    for part in ("(pos-from-one)", "torch.arange(1, max_len + 1)", "→ Count from 0", "position 0, column 0: 0.841471"):
        assert part in text
    _, german = said(capsys, "mine.npy", "--lang", "de")
    assert "Positionen ab 1 gezählt (pos-from-one)" in german
    assert "0,841471, erwartet 0" in german


def test_json_has_one_schema(capsys: pytest.CaptureFixture[str]) -> None:
    """Programs get the verdict, the cause and the first difference under fixed names."""
    np.save("mine.npy", posenc.table(d=8, n=20, layout="halves")["values"])
    code, text = said(capsys, "mine.npy", "-f", "json")
    found = json.loads(text)
    assert code == 1
    assert found["schema"] == "posenc.array/1"
    assert (found["verdict"], found["cause"], found["what"]) == ("convention", "layout=halves", "table")
    assert found["first_difference"] == {"pos": 0, "k": 1, "given": 0.0, "expected": 1.0}


def test_the_difference_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """An SVG has a pixel a number, darker where more is lost, and a title for those who cannot see it."""
    np.save("mine.npy", posenc.table(d=8, n=20, first_pos=1)["values"])
    assert said(capsys, "mine.npy", "-o", "difference.svg")[0] == 1
    drawn = (tmp_path / "difference.svg").read_text(encoding="utf-8")
    assert "<title>Differences of mine.npy: a known mistake</title>" in drawn
    (data,) = re.findall(r'href="data:image/png;base64,([^"]*)"', drawn)
    seen = Image.open(io.BytesIO(base64.b64decode(data)))
    assert seen.size == (8, 20)
    assert len({seen.getpixel((x, y)) for x in range(8) for y in range(20)}) > 10


def test_a_model_says_what_is_expected(capsys: pytest.CaptureFixture[str], root: Path) -> None:
    """Frequencies that forget what config.json says are named; those of the configuration are right."""
    config = str(root / "samples" / "models" / LLAMA)
    plain = posenc.table("rope", d=128, n=1, theta=500000)["inv_freq"]
    stretched: dict[str, Any] = {"scaling": "llama3", "factor": 8, "original_max_position_embeddings": 8192}
    np.save("forgotten.npy", plain)
    np.save("right.npy", posenc.table("rope", d=128, n=1, theta=500000, **stretched)["inv_freq"])
    code, text = said(capsys, "forgotten.npy", "--model", config, "--what", "inv_freq")
    assert (code, "(rope-llama3-unstretched)" in text) == (1, True)
    assert said(capsys, "right.npy", "--model", config)[0] == 0


@pytest.mark.parametrize("suffix", ["npy", "npz", "safetensors", "csv", "json"])
def test_every_kind_of_file(capsys: pytest.CaptureFixture[str], tmp_path: Path, suffix: str) -> None:
    """The same table in each kind of file is right; text needs -e, without which it holds answers."""
    assert main(["table", "--d", "8", "--n", "20", "-o", f"mine.{suffix}"]) == 0
    if suffix == "json":
        tmp_path.joinpath("mine.json").write_text(json.dumps({"pe": TABLE.tolist()}), encoding="utf-8")
    capsys.readouterr()
    assert said(capsys, f"mine.{suffix}", "-e", "sinusoidal")[0] == 0


def test_bfloat16_tensors_are_widened(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A tensor of bfloat16 is read as its numbers, and named among several by --tensor."""
    assert main(["table", "--d", "8", "--n", "20", "--dtype", "bfloat16", "-o", "mine.safetensors"]) == 0
    capsys.readouterr()
    code, text = said(capsys, "mine.safetensors")
    assert (code, "bfloat16" in text) == (0, True)
    tmp_path.joinpath("two.npz").write_bytes(npz_bytes({"first": TABLE, "second": -TABLE}))
    assert said(capsys, "two.npz", "--tensor", "first")[0] == 0
    assert said(capsys, "two.npz", "--tensor", "second")[0] == 1


def test_vectors_before_they_were_turned(capsys: pytest.CaptureFixture[str]) -> None:
    """--before names the file with the vectors as they were."""
    q = np.random.default_rng(2).normal(size=(12, 8))
    angle = np.arange(12)[:, None] / 10000 ** (np.arange(0, 8, 2) / 8)
    x, y = q[:, :4], q[:, 4:]
    turned = np.concatenate([x * np.cos(angle) - y * np.sin(angle), y * np.cos(angle) + x * np.sin(angle)], axis=1)
    np.save("q.npy", q)
    np.save("turned.npy", turned)
    assert said(capsys, "turned.npy", "--before", "q.npy", "-e", "rope", "-p", "layout=halves")[0] == 0
    code, text = said(capsys, "turned.npy", "--before", "q.npy")
    assert (code, "(layout=halves)" in text) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["mine.npy", "other.npy"], "One array at a time"),
        (["mine.npy", "--seed", "3"], "--seed"),
        (["mine.npy", "--before", "small.npy"], "must be alike"),
        (["mine.npy", "--model", "c.json", "-e", "rope"], "--model"),
        (["mine.npy", "--what", "nothing"], "nothing"),
        (["mine.npy", "-e", "rope", "--what", "table"], "rope has no array"),
        (["mine.npy", "--teacher"], "--teacher goes with answers of students and not with arrays"),
        (["mine.npy", "--tensor", "a"], "so --tensor chooses nothing"),
        (["answers.csv", "--tensor", "a"], "--tensor"),
        (["missing.npy"], "no file"),
        (["two.npz"], "--tensor"),
        (["torn.npy"], "not a complete NumPy file"),
        (["torn.safetensors"], "torn.safetensors"),
        (["pickle.npy"], "never opened"),
        (["objects.npy"], "objects.npy"),
        (["deep.json", "-e", "sinusoidal"], "deep.json"),
        (["model.pt", "-e", "rope"], "never opened"),
    ],
)
def test_one_sentence_says_what_is_wrong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], part: str
) -> None:
    """What cannot be looked at ends with 2 and one sentence; nothing in a file is ever run."""
    np.save("mine.npy", TABLE)
    np.save("other.npy", TABLE)
    np.save("small.npy", TABLE[:2])
    tmp_path.joinpath("two.npz").write_bytes(npz_bytes({"first": TABLE, "second": TABLE}))
    tmp_path.joinpath("torn.npy").write_bytes(tmp_path.joinpath("mine.npy").read_bytes()[:-7])
    tensors = safetensors_bytes({"a": TABLE}, metadata={})
    tmp_path.joinpath("torn.safetensors").write_bytes(tensors[:-7])
    tmp_path.joinpath("pickle.npy").write_bytes(b"\x80\x04\x95\x00")
    np.save("objects.npy", np.array([{}], dtype=object), allow_pickle=True)
    tmp_path.joinpath("deep.json").write_text('{"a": [[1, 2], [3]]}', encoding="utf-8")
    tmp_path.joinpath("model.pt").write_bytes(b"PK\x03\x04")
    assert main(["check", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert part in captured.err
    assert captured.err.count("\n") == 1


def test_a_file_is_mapped_and_not_read(tmp_path: Path) -> None:
    """Arrays of .npy and safetensors stay in their file."""
    np.save("mine.npy", np.asfortranarray(TABLE))
    tmp_path.joinpath("mine.safetensors").write_bytes(safetensors_bytes({"pe": TABLE}, metadata={}))
    for name in ("mine.npy", "mine.safetensors"):
        found = read_array(tmp_path / name)
        assert isinstance(found.values, np.memmap)
        assert np.array_equal(found.values, TABLE)


def test_assert_matches_says_the_diagnosis() -> None:
    """In other people's tests a right table passes, and a wrong one fails with what posenc says about it."""

    class Tensor:
        def __array__(self, dtype: object = None, copy: object = None) -> NDArray[np.float32]:
            assert (dtype, copy) == (None, None)
            return TABLE

    posenc.assert_matches(Tensor(), "sinusoidal")
    posenc.assert_matches(TABLE.tolist(), "sinusoidal", computed=True)
    with pytest.raises(AssertionError, match=r"(?s)not what was expected.*layout=halves"):
        posenc.assert_matches(posenc.table(d=8, n=20, layout="halves")["values"], "sinusoidal")
    angle = np.arange(600, dtype=np.float32)[:, None] * np.exp(np.arange(4, dtype=np.float32) * np.float32(-2.302585))
    usual = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(600, 8)
    posenc.assert_matches(usual, computed=True)
    with pytest.raises(AssertionError, match="float32"):
        posenc.assert_matches(usual)
