from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.reference_cases import Case, adapter, adapters, cases, faults, main

REFERENCE = Path(__file__).resolve().parent / "reference"
CASES = list(cases(REFERENCE))
#: Cases that were handed over with the files that have an adapter.
HANDED = 232
LINEAR = next(case for case in CASES if case.stem == "rope_linear")


def written(folder: Path, stem: str, *contents: dict[str, Any]) -> Path:
    """A folder with one reference file of these cases."""
    (folder / f"{stem}.json").write_text(json.dumps(contents), encoding="utf-8")
    return folder


def changed(**changes: Any) -> dict[str, Any]:  # noqa: ANN401
    """A case that posenc gets right, with something changed."""
    return {**copy.deepcopy(dict(LINEAR.content)), **changes}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_posenc_agrees_with_what_others_computed(case: Case) -> None:
    """Every number of every case lies within the tolerance that the case states."""
    assert adapter(case), "the case would not be run"
    assert faults(case) == []


def test_none_that_was_handed_over_is_missing() -> None:
    """Further files stand beside them and need no adapter."""
    stems = {case.stem for case in CASES}
    assert adapters().keys() <= stems
    assert sum(case.stem in adapters() for case in CASES) == HANDED


def test_cases_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last line tells how many were run, and success is exit 0."""
    assert main([str(written(tmp_path, LINEAR.stem, *[dict(LINEAR.content)] * 3))]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "3 cases, 0 failed, 0 not run"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"expected": [LINEAR.content["expected"][0] * 1.001, *LINEAR.content["expected"][1:]]}, "expected[0] is"),
        ({"expected": LINEAR.content["expected"][1:]}, "shape"),
        ({"expected_attention_factor": 1.0001}, "expected_attention_factor is"),
        ({"expected_delta": 3}, "expected_delta was not computed"),
        ({"params": {**LINEAR.content["params"], "factor": 3.0}}, "expected[0] is"),
        ({"params": {**LINEAR.content["params"], "factor": 0}}, "UsageError"),
        ({"expected": ["0.25"] * 64}, "expected differs"),
    ],
)
def test_a_wrong_case_fails(
    changes: dict[str, Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong number, a missing one, another shape and an error each fail the case; the rest is run all the same."""
    folder = written(tmp_path, LINEAR.stem, changed(**changes), dict(LINEAR.content))
    assert main([str(folder)]) == 1
    printed = capsys.readouterr().out
    assert said in printed
    assert printed.splitlines()[-1] == "2 cases, 1 failed, 0 not run"


def test_a_case_without_expectation_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What expects nothing proves nothing."""
    content = {name: value for name, value in changed().items() if name != "expected"}
    assert main([str(written(tmp_path, LINEAR.stem, content))]) == 1
    assert "expects nothing" in capsys.readouterr().out


def test_an_unknown_file_is_not_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file without an adapter is said and counted, and is no success."""
    assert main([str(written(tmp_path, "unheard_of", changed()))]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed == [
        "NOT RUN unheard_of (1): there is no adapter for this file, and it names no encoding and quantity",
        "1 cases, 0 failed, 1 not run",
    ]


SLOPES = {
    "case": "halves",
    "encoding": "alibi",
    "quantity": "slopes",
    "params": {"n_heads": 2, "n": 1},
    "expected": [2**-4, 2**-8],
}


def test_a_case_that_says_all_needs_no_adapter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Encoding, quantity and parameters by posenc's names are run as they stand."""
    assert main([str(written(tmp_path, "unheard_of", SLOPES))]) == 0
    assert capsys.readouterr().out == "1 cases, 0 failed, 0 not run\n"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"expected": [2**-4, 2**-7]}, "expected[1] is"),
        ({"expected": [2**-4]}, "shape"),
        ({"params": {"n_heads": 2, "heads": 2}}, "EncodingError"),
        ({"encoding": "unheard-of"}, "EncodingError"),
        ({"quantity": "slope"}, "KeyError"),
        ({"expected_factor": 1}, "expected_factor was not computed"),
    ],
)
def test_a_wrong_case_that_says_all_fails(
    changes: dict[str, Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is held to its numbers as any other; a name that does not exist is a failure and no omission."""
    assert main([str(written(tmp_path, "unheard_of", {**SLOPES, **changes}))]) == 1
    printed = capsys.readouterr().out
    assert said in printed
    assert printed.splitlines()[-1] == "1 cases, 1 failed, 0 not run"


def test_an_empty_folder_is_no_success(tmp_path: Path) -> None:
    """A wrong path does not pass for a run without failures."""
    assert main([str(tmp_path)]) == 1


def test_a_nan_equals_only_a_nan(tmp_path: Path) -> None:
    """A NaN that nobody expects is a failure, whatever the tolerance."""
    content = changed(expected=[float("nan"), *LINEAR.content["expected"][1:]], atol=1.0)
    assert main([str(written(tmp_path, LINEAR.stem, content))]) == 1
