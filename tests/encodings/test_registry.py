"""Encodings by the names of their modules."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest

from posenc_cli.encodings import ENCODINGS


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module beside the encodings that holds what somebody puts into it."""
    name = "posenc_cli.encodings.odd"
    module = ModuleType(name)
    module.__spec__ = ModuleSpec(name, None)
    monkeypatch.setitem(sys.modules, name, module)
    return module


@pytest.mark.parametrize("name", ["", "Rope", "rope_2d", "../rope", "record", "no such"])
def test_what_is_no_encoding(name: str) -> None:
    """Only the name of an encoding is one, not that of a file or of another module."""
    assert name not in ENCODINGS


def test_a_record_in_the_wrong_module_fails_at_once(odd: ModuleType) -> None:
    """Whoever copies a module and forgets to rename what it holds hears it when it is first asked for."""
    vars(odd)["ODD"] = ENCODINGS["rope"]
    with pytest.raises(RuntimeError, match="holds the encoding rope"):
        ENCODINGS["odd"]
