"""Run the cases of reference files through posenc: ``python tests/reference_cases.py DIR``.

A file is a JSON array of cases: ``case``, ``producer``, ``params`` (all inputs), ``expected`` (nested lists, by rows),
``atol`` and ``rtol`` within which an exact evaluation must agree (0 if absent), and further ``expected_…`` numbers.
How the parameters of a file are said to posenc is known by its stem, from ``CASES`` of the modules in
``reference_adapters``. Else a case says it itself: with ``encoding`` and ``quantity`` it is an array of
``posenc.table(encoding, **params)``. A case of neither kind is not run, and that is no success. Needs posenc, numpy,
mpmath.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import traceback
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Adapter = Callable[[Mapping[str, Any], Mapping[str, Any]], Any]

ADAPTERS = Path(__file__).resolve().parent / "reference_adapters"
#: Further numbers of a case (attention factors) come from code in float64.
FURTHER_RTOL = 1e-12
#: What a case holds that needs no adapter; its parameters have the names of ``posenc.table``.
TELLS = frozenset({"encoding", "quantity"})


@dataclass(frozen=True)
class Case:
    """One case of a file.

    Attributes:
        stem: of the file.
        content: as it stands there.
    """

    stem: str
    content: Mapping[str, Any]

    @property
    def name(self) -> str:
        """As it is reported."""
        return f"{self.stem}: {self.content.get('case', '(without a name)')}"


@cache
def adapters() -> dict[str, Adapter]:
    """Every adapter by file stem.

    Raises:
        RuntimeError: two modules adapt the same file.
    """
    found: dict[str, Adapter] = {}
    for path in sorted(ADAPTERS.glob("*.py")):
        specification = importlib.util.spec_from_file_location(f"reference_adapters_{path.stem}", path)
        if specification is None or specification.loader is None:
            continue
        module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(module)
        cases: Mapping[str, Adapter] = getattr(module, "CASES", {})
        if twice := found.keys() & cases.keys():
            raise RuntimeError(f"two adapters for {', '.join(sorted(twice))}")
        found.update(cases)
    return found


def told(params: Mapping[str, Any], content: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """What a case asks for in posenc's own names: an array of a table."""
    import posenc_cli as posenc

    return posenc.table(content["encoding"], **params)[content["quantity"]]


def adapter(case: Case) -> Adapter | None:
    """How a case is computed: by the adapter of its file, else as it says itself; None if nobody knows."""
    found = adapters().get(case.stem)
    return told if found is None and case.content.keys() >= TELLS else found


def cases(folder: Path) -> Iterator[Case]:
    """Every case of every file of a folder, in order."""
    for path in sorted(folder.glob("*.json")):
        for content in json.loads(path.read_text(encoding="utf-8")):
            yield Case(path.stem, content)


def faults(case: Case) -> list[str]:
    """What is wrong with posenc's answer to a case; empty if it agrees.

    Raises:
        KeyError: nobody knows how the case is computed.
    """
    content = case.content
    known = adapter(case)
    if known is None:
        raise KeyError(case.stem)
    found = known(content["params"], content)
    got: Mapping[str, Any] = found if isinstance(found, dict) else {"expected": found}
    said = []
    for name in content:
        if name != "expected" and not name.startswith("expected_"):
            continue
        if name not in got:
            said.append(f"{name} was not computed")
        elif name == "expected":
            tolerance = float(content.get("atol") or 0), float(content.get("rtol") or 0)
            said += _differences(name, got[name], content[name], *tolerance)
        else:
            said += _differences(name, got[name], content[name], 0, FURTHER_RTOL)
    return said if "expected" in content else ["the case expects nothing"]


def _differences(name: str, got: Any, wanted: Any, atol: float, rtol: float) -> list[str]:  # noqa: ANN401
    if isinstance(wanted, dict):
        if not isinstance(got, dict) or got.keys() != wanted.keys():
            return [f"{name} has other parts"]
        return [said for key in wanted for said in _differences(f"{name}.{key}", got[key], wanted[key], atol, rtol)]
    if isinstance(wanted, list) and len({np.shape(row) for row in wanted}) > 1:  # a triangle: row by row
        return _rows(name, got, wanted, atol, rtol)
    expected, actual = np.asarray(wanted), np.asarray(got)
    if actual.shape != expected.shape:
        return [f"{name} has shape {actual.shape}, wanted is {expected.shape}"]
    if expected.dtype.kind not in "biuf":
        return [] if bool(np.all(actual == expected)) else [f"{name} differs"]
    return _apart(name, actual.astype(np.float64), expected.astype(np.float64), atol, rtol)


def _rows(name: str, got: Sequence[Any], wanted: Sequence[Any], atol: float, rtol: float) -> list[str]:
    if len(got) != len(wanted):
        return [f"{name} has {len(got)} rows, wanted are {len(wanted)}"]
    rows = enumerate(zip(got, wanted, strict=True))
    return [said for index, pair in rows for said in _differences(f"{name}[{index}]", *pair, atol, rtol)]


def _apart(name: str, actual: Array, expected: Array, atol: float, rtol: float) -> list[str]:
    with np.errstate(invalid="ignore"):  # the difference of two infinities, which are equal below
        apart = np.abs(actual - expected)
        equal = (actual == expected) | (np.isnan(actual) & np.isnan(expected))
        agrees = equal | (apart <= atol + rtol * np.abs(expected))
    if bool(np.all(agrees)):
        return []
    worst = np.unravel_index(int(np.argmax(np.where(agrees, -1.0, np.nan_to_num(apart, nan=np.inf)))), apart.shape)
    place = f"{name}{[int(index) for index in worst]}" if worst else name
    return [f"{place} is {actual[worst]:.17g}, wanted is {expected[worst]:.17g} ± {atol:g} ({rtol:g} relative)"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run them all; 0 if every case was run and agrees."""
    parser = argparse.ArgumentParser(description="Run the cases of reference files through posenc.")
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the .json files are")
    folder: Path = parser.parse_args(arguments).folder
    total = failed = 0
    not_run: dict[str, int] = {}
    for case in cases(folder):
        total += 1
        if adapter(case) is None:
            not_run[case.stem] = not_run.get(case.stem, 0) + 1
            continue
        try:
            said = faults(case)
        except Exception:  # noqa: BLE001  (whatever a case does, the others are run)
            said = [traceback.format_exc(limit=-3).strip()]
        if said:
            failed += 1
            print(f"FAILED {case.name}", *said, sep="\n  ")
    for stem, count in not_run.items():
        print(f"NOT RUN {stem} ({count}): there is no adapter for this file, and it names no encoding and quantity")
    print(f"{total} cases, {failed} failed, {sum(not_run.values())} not run")
    return 0 if total and not failed and not not_run else 1


if __name__ == "__main__":
    sys.exit(main())
