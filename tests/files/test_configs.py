from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.files.configs import LARGEST, read_config
from posenc_cli.files.jsonfile import Number

if TYPE_CHECKING:
    from pathlib import Path


def test_numbers_keep_their_text(tmp_path: Path) -> None:
    """10000.0 stays 10000.0; who reads a number decides what it is."""
    path = tmp_path / "config.json"
    path.write_text('{"rope_theta": 10000.0, "model_type": "llama"}', encoding="utf-8")
    document, notices = read_config(path)
    assert document == {"rope_theta": Number("10000.0"), "model_type": "llama"}
    assert notices == ()


def test_a_folder_with_a_configuration_will_do(tmp_path: Path) -> None:
    """A model is a folder; its config.json is meant."""
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    assert read_config(tmp_path)[0] == {}


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "files.empty"),
        (b" \n ", "files.empty"),
        (b"[1, 2]", "model.no-object"),
        (b'"llama"', "model.no-object"),
        (b'{"rope_theta": NaN}', "files.json-number"),
        (b'{"rope_theta": -Infinity}', "files.json-number"),
        (b'{"rope_theta": 1e999}', "files.json-number"),
        (b'{"rope_theta": ' + b"9" * 5000 + b"}", "files.json-number"),
        (b'{"a": 1, "a": 2}', "files.double-key-top"),
        (b'{"a": ' * 40 + b"1" + b"}" * 40, "files.deep-json"),
        (b"[" * 100_000, "files.deep-json"),
        (b'{"rope_theta": ', "files.broken-json"),
        (b"{'rope_theta': 1}", "files.broken-json"),
        (b"<!DOCTYPE html><html></html>", "files.web-page"),
        (b"\x93NUMPY", "files.is-array"),
        (pickle.dumps({"rope_theta": 1}), "model.pickle"),
    ],
)
def test_a_hostile_file_gives_one_clear_sentence(data: bytes, key: str, tmp_path: Path) -> None:
    """No file makes posenc crash, run something or compute with what is no number."""
    path = tmp_path / "config.json"
    path.write_bytes(data)
    with pytest.raises(InputError) as error:
        read_config(path)
    assert error.value.key == key


@pytest.mark.parametrize("name", ["pytorch_model.bin", "model.pt", "model.PKL"])
def test_a_model_file_is_never_opened(name: str, tmp_path: Path) -> None:
    """Its suffix is enough."""
    path = tmp_path / name
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_config(path)
    assert error.value.key == "model.pickle"


def test_fifty_megabytes_are_not_read(tmp_path: Path) -> None:
    """A configuration has kilobytes."""
    path = tmp_path / "config.json"
    with path.open("wb") as file:
        file.truncate(50 * 2**20)
    with pytest.raises(InputError) as error:
        read_config(path)
    assert error.value.key == "files.too-large"
    assert error.value.values["megabytes"] == LARGEST // 2**20


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """Its name is in the sentence; a folder without a configuration is a folder."""
    for path, key in ((tmp_path / "none.json", "files.not-found"), (tmp_path, "files.is-folder")):
        with pytest.raises(InputError) as error:
            read_config(path)
        assert error.value.key == key
