from __future__ import annotations

import contextlib
import io
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.errors import PosencError
from posenc_cli.files.embeddings import read_embeddings
from posenc_cli.files.tables import Looking, parse_table
from posenc_cli.i18n import LANGUAGES, text

PIECES = [
    b"katze",
    b"0.1",
    b"0,9",
    b" ",
    b";",
    b",",
    b"\t",
    b"\n",
    b"\r\n",
    b'"',
    b"\0",
    b"\xff",
    b"\xc3\xa4",
    b"sep=",
    b"[",
    b"]",
    b"{",
    b"}",
    b":",
    b"NaN",
    b"1e999",
    b"<html",
    b"PK\x03\x04",
    b"\x93NUMPY\x01\0",
    b"\x80\x04",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"2 1\n",
    b"'",
    b"-",
    b"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2)}",
    b"\x08\0\0\0\0\0\0\0",
]
HOSTILE = st.binary(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=40).map(b"".join)


def say(error: PosencError) -> None:
    """Fails unless the error can be said in both languages."""
    for language in LANGUAGES:
        text(language, error.key, **error.values)


@given(HOSTILE, st.sampled_from(["a.csv", "a.json"]), st.sampled_from([None, ";", ",", "tab"]))
def test_any_bytes_as_table(data: bytes, name: str, separator: str | None) -> None:
    """Any bytes are a rectangular table or one sentence, never a traceback."""
    try:
        table = parse_table(data, path=name, looking=Looking(separator, 4))
    except PosencError as error:
        say(error)
    else:
        assert {len(row) for row in table.rows} <= {table.width}
        assert len(table.lines) == len(table.rows)


@pytest.mark.parametrize("suffix", [".txt", ".csv", ".json", ".npy", ".npz", ".safetensors"])
@given(data=HOSTILE)
def test_any_bytes_as_embeddings(suffix: str, data: bytes) -> None:
    """Any bytes are vectors of one width or one sentence, never a traceback."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"a{suffix}"
        path.write_bytes(data)
        try:
            found = read_embeddings(path, labels=path)
        except PosencError as error:
            say(error)
        else:
            assert {len(vector) for vector in found.vectors.values()} == {found.d}


def _archive() -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, a=np.ones((2, 2)))
    return buffer.getvalue()


ARRAY = io.BytesIO()
np.save(ARRAY, np.ones((2, 2)))


@pytest.mark.parametrize(("suffix", "whole"), [(".npy", ARRAY.getvalue()), (".npz", _archive())])
@given(place=st.integers(0, 400), new=st.binary(min_size=1, max_size=4))
def test_damaged_arrays(suffix: str, whole: bytes, place: int, new: bytes) -> None:
    """A few wrong bytes anywhere in an array file give numbers or a sentence."""
    with TemporaryDirectory() as folder, contextlib.suppress(PosencError):
        path = Path(folder) / f"a{suffix}"
        path.write_bytes(whole[:place] + new + whole[place + len(new) :])
        labels = Path(folder) / "words.txt"
        labels.write_text("a\nb\n")
        assert read_embeddings(path, labels=labels).d == 2


def test_a_tensor_of_a_kind_that_is_a_list(tmp_path: Path) -> None:
    """The header of safetensors is JSON, and any value in it can be anything."""
    header = b'{"E": {"dtype": ["F32"], "shape": [1, 1], "data_offsets": [0, 4]}}'
    (tmp_path / "x.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
    with pytest.raises(PosencError, match="tensor-kind"):
        read_embeddings(tmp_path / "x.safetensors")


def test_a_text_with_blanks_that_is_called_csv(tmp_path: Path) -> None:
    """The content decides where the name misleads; a table without numbers has no width of 0."""
    (tmp_path / "x.csv").write_text("Katze 0 0.9\nMatte 1 0.1\n", encoding="utf-8")
    assert read_embeddings(tmp_path / "x.csv").d == 2
    (tmp_path / "y.csv").write_text("Katze;\nMatte;\n", encoding="utf-8")
    with pytest.raises(PosencError, match="no-vectors"):
        read_embeddings(tmp_path / "y.csv")
