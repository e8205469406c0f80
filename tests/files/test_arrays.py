from __future__ import annotations

import io
import json
import pickle
import zipfile
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.files.embeddings import read_embeddings

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from pathlib import Path

    from numpy.typing import NDArray

    Make = Callable[[str, str | bytes], Path]
    Refuses = Callable[..., AbstractContextManager[None]]


ROWS = np.array([[0.0, 0.9, 0.1, 0.2], [0.9, 0.1, 0.0, 0.1]])
FLOATS = {"katze": (0.0, 0.9, 0.1, 0.2), "die": (0.9, 0.1, 0.0, 0.1)}


class Bomb:
    """Unpickling it would fail the test."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return pytest.fail, ("a pickle was run",)


def npy(array: NDArray[Any]) -> bytes:
    """The bytes of a .npy file."""
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


def npz(**arrays: NDArray[Any]) -> bytes:
    """The bytes of a .npz file."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


def tensors(header: object, data: bytes = b"") -> bytes:
    """The bytes of a safetensors file."""
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def tensor(kind: str, array: NDArray[Any]) -> bytes:
    """A safetensors file with one tensor."""
    data = array.tobytes()
    entry = {"dtype": kind, "shape": list(array.shape), "data_offsets": [0, len(data)]}
    return tensors({"__metadata__": {"format": "pt"}, "w": entry}, data)


def bf16(array: NDArray[np.float64]) -> NDArray[np.uint16]:
    """Cut off to bfloat16."""
    return (array.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


@pytest.fixture
def labels(make: Make) -> Path:
    """The words of the rows."""
    return make("words.txt", "katze\ndie\n")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        pytest.param("a.npy", npy(ROWS), id="R39 npy"),
        pytest.param("a.dat", npy(ROWS), id="R39 by content"),
        pytest.param("a.npy", npy(np.asfortranarray(ROWS)), id="R39 column order"),
        pytest.param("a.npy", npy(ROWS.astype(">f8")), id="R41 big-endian"),
        pytest.param("a.npz", npz(arr_0=ROWS), id="npz"),
        pytest.param("a.npz", npz(vectors=ROWS, words=np.array(["katze", "die"])), id="npz with words"),
        pytest.param("a.safetensors", tensor("F64", ROWS), id="R43 F64"),
    ],
)
def test_exact_arrays(name: str, data: bytes, make: Make, labels: Path) -> None:
    """float64 comes out as it went in, with the words of the other file."""
    found = read_embeddings(make(name, data), labels=labels, d=4)
    assert (dict(found.vectors), found.d, found.notices) == (FLOATS, 4, ())


def test_words_inside_an_archive(make: Make) -> None:
    """An array of text names the rows without a words file."""
    assert read_embeddings(make("a.npz", npz(vectors=ROWS, words=np.array(["katze", "die"])))).vectors == FLOATS


@pytest.mark.parametrize(
    ("name", "data", "expected", "sixteen"),
    [
        pytest.param("a.npy", npy(np.array([[0.909], [1]], "f2")), 0.9091796875, True, id="R41 float16"),
        pytest.param("a.npy", npy(np.array([[0.909], [1]], "f4")), float(np.float32(0.909)), False, id="R41 float32"),
        pytest.param("a.npy", npy(np.array([[-3], [1]], "i2")), -3.0, False, id="R41 integers"),
        pytest.param("a.npy", npy(np.array([[200], [1]], "u1")), 200.0, False, id="R41 bytes"),
        pytest.param("a.safetensors", tensor("F32", np.array([[0.5], [1]], "f4")), 0.5, False, id="R43 F32"),
        pytest.param("a.safetensors", tensor("F16", np.array([[0.909], [1]], "f2")), 0.9091796875, True, id="R43 F16"),
        pytest.param("a.safetensors", tensor("BF16", bf16(np.array([[-1.5], [1]]))), -1.5, True, id="R43 BF16"),
    ],
)
def test_widened_arrays(name: str, data: bytes, *, expected: float, sixteen: bool, make: Make, labels: Path) -> None:
    """R41, R43: every kind of number is widened to float64, and 16 bits are said."""
    found = read_embeddings(make(name, data), labels=labels)
    assert found.vectors["katze"] == (expected,)
    assert [notice.key for notice in found.notices] == (["files.sixteen-bit"] if sixteen else [])


def test_several_tensors(make: Make, labels: Path, refuses: Refuses) -> None:
    """R43: with several arrays their names are listed, and one can be named."""
    entry = {"dtype": "F64", "shape": [2, 4], "data_offsets": [0, 64]}
    for name, data in (
        ("a.safetensors", tensors({"w": entry, "b": entry}, ROWS.tobytes())),
        ("a.npz", npz(w=ROWS, b=ROWS)),
    ):
        with refuses("several-arrays", names="b, w"):
            read_embeddings(make(name, data), labels=labels)
        assert read_embeddings(make(name, data), labels=labels, tensor="w").vectors == FLOATS


HEADER = {"dtype": "F64", "shape": [2, 4], "data_offsets": [0, 64]}
PICKLED = pickle.dumps(Bomb())


def torch_archive() -> bytes:
    """What torch saves today: a ZIP archive with a pickle inside."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("archive/data.pkl", PICKLED)
    return buffer.getvalue()


def bad_header(text: str) -> bytes:
    """A .npy file with that header."""
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode()


@pytest.mark.parametrize(
    ("name", "data", "key"),
    [
        *(pytest.param(f"a{end}", PICKLED, "pickle", id=f"R42, B15 {end}") for end in (".pt", ".pth", ".bin", ".pkl")),
        pytest.param("a.pt", torch_archive(), "pickle", id="R42 torch archive"),
        pytest.param("a.pt", b"katze 0.1\n", "pickle", id="R42 whatever is inside"),
        *(
            pytest.param(f"a.{end}", pickle.dumps(Bomb(), protocol), "pickle", id=f"B15 as .{end}, protocol {protocol}")
            for end in ("safetensors", "npy", "npz", "txt", "csv", "dat")
            for protocol in (0, 2, 5)
        ),
        *(
            pytest.param("a.txt", pickle.dumps(dedent, protocol), "pickle", id=f"calls any module, protocol {protocol}")
            for protocol in range(6)
        ),
        *(pytest.param(f"a.{end}", torch_archive(), "pickle", id=f"B15 archive as .{end}") for end in ("npz", "txt")),
        pytest.param("a.npy", npy(np.array([[Bomb()]], dtype=object)), "object-array", id="R40, B15 object array"),
        pytest.param("a.npz", npz(a=np.array([[Bomb()]], dtype=object)), "object-array", id="R40 in an archive"),
        pytest.param("a.npy", npy(ROWS.astype("c16")), "complex-array", id="R41 complex"),
        pytest.param("a.npy", npy(np.array([["a"]])), "array-kind", id="text"),
        pytest.param("a.npy", npy(np.array([[True]])), "array-kind", id="truth values"),
        pytest.param("a.npy", npy(np.zeros(2, [("a", "f8")])), "array-kind", id="records"),
        pytest.param("a.npy", npy(ROWS[0]), "array-shape", id="one axis"),
        pytest.param("a.npy", npy(np.stack([ROWS, ROWS])), "array-shape", id="three axes"),
        pytest.param("a.npy", npy(ROWS[:0]), "array-shape", id="no rows"),
        pytest.param("a.npy", npy(ROWS)[:-1], "broken-array", id="R35 cut off"),
        pytest.param("a.npy", npy(np.array([[1.0, np.nan]])), "not-finite", id="nan"),
        pytest.param("a.npy", b"katze 0.1\n", "broken-array", id="text named npy"),
        pytest.param("a.npy", bad_header("__import__('os')"), "broken-array", id="program in the header"),
        pytest.param("a.npy", bad_header("{" * 5000), "broken-array", id="deep header"),
        pytest.param(
            "a.npy",
            bad_header("{'descr': '<f8', 'fortran_order': False, 'shape': (10**12, 4)}"),
            "broken-array",
            id="computed shape",
        ),
        pytest.param(
            "a.npy",
            bad_header("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000, 4)}"),
            "broken-array",
            id="huge shape",
        ),
        pytest.param(
            "a.npy",
            bad_header("{'descr': '<f8', 'fortran_order': False, 'shape': (-1, -8)}"),
            "broken-array",
            id="negative shape",
        ),
        pytest.param("a.npz", b"PK\x03\x04 broken", "broken-array", id="broken archive"),
        pytest.param("a.npz", npz(), "no-arrays", id="empty archive"),
        pytest.param("a.txt", npz(a=ROWS), "is-spreadsheet", id="archive named txt"),
        pytest.param("a.safetensors", b"\xff" * 40, "broken-tensors", id="R43 header too large"),
        pytest.param("a.safetensors", b"\1", "broken-tensors", id="R43 too short"),
        pytest.param("a.safetensors", tensors([]), "broken-tensors", id="R43 no object"),
        pytest.param("a.safetensors", tensors({"w": 1}), "broken-tensors", id="R43 no entry"),
        pytest.param("a.safetensors", tensors({"w": HEADER}, b"1"), "broken-tensors", id="R35 cut off tensor"),
        pytest.param("a.safetensors", tensors({"w": {**HEADER, "shape": [1e9, 4]}}), "broken-tensors", id="odd shape"),
        pytest.param(
            "a.safetensors", tensors({"w": {**HEADER, "data_offsets": [64, 0]}}), "broken-tensors", id="offsets"
        ),
        pytest.param("a.safetensors", tensors({"w": {**HEADER, "shape": [1] * 9}}), "broken-tensors", id="axes"),
        pytest.param("a.safetensors", tensors({"w": {**HEADER, "dtype": "F8_E4M3"}}), "tensor-kind", id="kind"),
        pytest.param("a.safetensors", b"\2\0\0\0\0\0\0\0\xff\xff", "broken-tensors", id="R43 no UTF-8"),
        pytest.param("a.safetensors", tensors({}), "no-arrays", id="R43 nothing in it"),
    ],
)
def test_refused(name: str, data: bytes, key: str, *, make: Make, labels: Path, refuses: Refuses) -> None:
    """R40-R43, B15: refused before anything is unpickled or allocated, with what to do instead."""
    with refuses(key):
        read_embeddings(make(name, data), labels=labels)


def test_arrays_need_words(make: Make, labels: Path, refuses: Refuses) -> None:
    """R39: without words, or with another number of them, an array is refused."""
    with refuses("need-labels", count=2):
        read_embeddings(make("a.npy", npy(ROWS)))
    with refuses("count-of-labels", found=2, expected=1):
        read_embeddings(make("b.npy", npy(ROWS[:1])), labels=labels)
    with refuses("count-of-labels", found=1, expected=2):
        read_embeddings(make("c.npz", npz(v=ROWS, words=np.array(["katze"]))))
    with refuses("wrong-width", found=4, expected=6):
        read_embeddings(make("d.npy", npy(ROWS)), labels=labels, d=6)
