"""``samples/code/``: faulty code from public reports in a few lines of our own, its arrays, and what posenc says.

A script leaves ``made``, what to compare it with as ``asked``, and ``before`` where vectors or weights stood before.
"""

from __future__ import annotations

import json
import runpy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

import posenc_cli as posenc
from posenc_cli.files.tensors import npz_bytes
from posenc_cli.render.arrays import Looked, array_text, document
from posenc_cli.render.style import Style
from tests.samples.rebuild import SAMPLES

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

FOLDER = SAMPLES / "code"
SAID = "said.json"
#: Also as two arrays of one file, for the examples.
PAIRING = "other-pairing"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))


@dataclass(frozen=True)
class Bug:
    """One script.

    Attributes:
        report: where it was reported, and what is wrong.
        made: its array.
        asked: what it is compared with.
    """

    report: str
    made: NDArray[Any]
    asked: dict[str, Any]


def bug(name: str) -> Bug:
    """Run a script."""
    found = runpy.run_path(str(FOLDER / f"{name}.py"))
    made, asked = found["made"], dict(found["asked"])
    if asked.get("what") in ("rotated", "weights"):
        asked["before"] = found["before"]
    return Bug(found["__doc__"].strip(), made, asked)


def stored(name: str) -> NDArray[Any]:
    """The array of a script as it lies beside it."""
    found: NDArray[Any] = np.load(FOLDER / f"{name}.npy")
    return found


def said(name: str, made: NDArray[Any]) -> tuple[str, dict[str, Any]]:
    """What posenc says about an array of a script, as text and as a document."""
    found = posenc.diagnose(made, name=name, **bug(name).asked)
    return array_text(Looked(f"{name}.npy", found), Style("en")), document(found)


def rebuild(folder: Path) -> None:
    """Make arrays and texts anew."""
    summary = {}
    for name in NAMES:
        made = bug(name).made
        np.save(folder / f"{name}.npy", made)
        if name == PAIRING:
            before = bug(name).asked["before"]
            np.save(folder / f"{name}-before.npy", before)
            (folder / f"{name}.npz").write_bytes(npz_bytes({"after": made, "before": before}))
        text, found = said(name, made)
        folder.joinpath(f"{name}.txt").write_text(text, encoding="utf-8")
        summary[name] = {"verdict": found["verdict"], "cause": found["cause"], "also": found["also"]}
    folder.joinpath(SAID).write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
