"""The same worksheet and seed make the same text, on every machine and in ten years."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from posenc_cli.worksheet.draw import digest, vary
from posenc_cli.worksheet.spec import Spec, builtin_text
from tests.worksheet import kept
from tests.worksheet.twins import numbers

if TYPE_CHECKING:
    from pathlib import Path

AGAIN = "look at what changed, then: python -m tests.worksheet.kept"


#: What a machine may set otherwise: no order of sets, no locale, no language of messages, no time zone and no width
#: of a terminal decides.
SETTINGS = (
    {"PYTHONHASHSEED": "0", "LC_ALL": "de_DE.UTF-8", "POSENC_LANG": "de", "TZ": "Asia/Tokyo"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "POSENC_LANG": "en", "PYTHONUTF8": "0"},
    {"PYTHONHASHSEED": "4242", "LANG": "tr_TR.UTF-8", "PYTHONOPTIMIZE": "2", "COLUMNS": "40"},
)


def test_ten_sheets_are_kept() -> None:
    """None is like another, neither in its numbers nor in its text or its key."""
    stored = json.loads(kept.KEPT.read_text(encoding="utf-8"))
    assert len(stored) == 10
    everything = [digest for each in stored.values() for digest in each.values()]
    assert len(set(everything)) == len(everything) == 30


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: settings["PYTHONHASHSEED"])
def test_they_never_change(root: Path, settings: dict[str, str]) -> None:
    """On a machine with such settings, letter by letter, on whichever Python this runs.

    Other numbers take printed sheets their keys: that stands under "Changed values" in CHANGELOG.md, or is a fault.
    """
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "PYTHON", "LANG"))}
    shown = subprocess.run(
        [sys.executable, "-m", "tests.worksheet.kept", "--show"],
        cwd=root,
        env={**clean, **settings},
        capture_output=True,
        check=True,
    )
    now: dict[str, dict[str, str]] = json.loads(shown.stdout.decode("ascii"))
    stored = json.loads(kept.KEPT.read_text(encoding="utf-8"))
    assert {name: each["numbers"] for name, each in now.items()} == {
        name: each["numbers"] for name, each in stored.items()
    }
    assert now == stored, AGAIN


@pytest.mark.parametrize("name", ["katze", "rope-en"])
def test_the_order_of_keys_decides_nothing(name: str) -> None:
    """A worksheet whose keys stand the other way round draws the same numbers."""
    data = tomllib.loads(builtin_text(name), parse_float=Decimal)
    turned = _turned(data)
    assert isinstance(turned, dict)
    assert list(turned) == list(data)[::-1]
    assert list(turned["worksheet"]) == list(data["worksheet"])[::-1]
    one, other = (Spec.model_validate(each) for each in (data, turned))
    assert digest(one) == digest(other)
    assert numbers(vary(one, 3)) == numbers(vary(other, 3))


def _turned(value: object) -> object:
    """The same keys in another order; that of rules is what they mean."""
    if isinstance(value, dict):
        return {key: each if key == "rules" else _turned(each) for key, each in reversed(value.items())}
    return [_turned(each) for each in value] if isinstance(value, list) else value
