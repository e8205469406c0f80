"""A model's ``config.json``: from the file to its JSON object, strictly and within a small size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.decoding import decode, read_bytes
from posenc_cli.files.jsonfile import parse_json
from posenc_cli.files.paths import is_file
from posenc_cli.files.pickles import SUFFIXES, is_pickle

if TYPE_CHECKING:
    from pathlib import Path

    from posenc_cli.files.jsonfile import Json
    from posenc_cli.i18n import Notice

#: Real configurations have some kilobytes; one that lists every layer and expert has some hundred.
LARGEST = 4 * 2**20
_NAME = "config.json"


def config_path(path: Path) -> Path:
    """The file of a configuration that was named: itself, or what lies in the folder of a model."""
    return path / _NAME if is_file(path / _NAME) else path


def read_config(path: Path) -> tuple[dict[str, Json], tuple[Notice, ...]]:
    """The JSON object of a configuration, numbers as they are written, and what is worth saying about the file.

    Args:
        path: the file, or a model's folder with a ``config.json`` in it.

    Raises:
        InputError: no such file, a large one, a model file that can run programs, no JSON, or no object in it.
    """
    path = config_path(path)
    if path.suffix.lower() in SUFFIXES and path.is_file():
        raise InputError("model.pickle", path=path)
    data = read_bytes(path, LARGEST)
    if is_pickle(data):
        raise InputError("model.pickle", path=path)
    decoded = decode(data, path=path)
    document = parse_json(decoded.text, path=path)
    if not isinstance(document, dict):
        raise InputError("model.no-object")
    return document, decoded.notices
