"""Whatever comes in by any way: a result, or a sentence; at once, and never anything else."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.worksheet.classes import Manifest
from tests.attack.everything import READERS
from tests.attack.files import MANIFEST, OLD, STATE, STUDENT, kept, zipped
from tests.attack.fuzz import RESULTS
from tests.attack.fuzz import kept as worth_keeping
from tests.attack.mutate import inputs
from tests.attack.readers import attack, clean

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Inputs that are made anew for each way in, and for those that take longer.
COUNT, FEW = 2000, 60
#: Of a slow way in and of a quick one, by hand.
FAR, FAR_MORE = 500, 1_000_000


@pytest.fixture(scope="module", autouse=True)
def _no_files_left() -> Iterator[None]:
    """The folder of this process goes."""
    yield
    clean()


@pytest.mark.parametrize("name", READERS)
def test_what_was_found_once_is_kept(name: str) -> None:
    """Inputs that reached a line that no other reached, or that once were a fault."""
    reader = READERS[name]
    for data in reader.seeds:
        attack(reader, data, patience=60)  # imports take their time
    found = {attack(reader, data) for data in worth_keeping(name)}
    assert found or not worth_keeping(name)


@pytest.mark.parametrize("name", READERS)
def test_nearly_good_inputs(name: str) -> None:
    """Others in every run: pieces in the wrong place, bytes that are no text, values of another kind."""
    reader = READERS[name]
    attack(reader, b"", patience=60)
    for data in inputs(reader, worth_keeping(name), FEW if reader.slow else COUNT, Random()):  # noqa: S311
        try:
            attack(reader, data)
        except Exception:
            print(f"kept/{name}.json lacks {json.dumps(data.decode('latin-1'))}")
            raise


def test_it_was_tried_by_hand_what_takes_too_long_here() -> None:
    """Every quick way in was tried with a million inputs, the others with more than here, and no fault is left."""
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    assert set(results) == set(READERS)
    assert {name for name, told in results.items() if told["faults"]} == set()
    assert {
        name for name, told in results.items() if told["inputs"] < (FAR if READERS[name].slow else FAR_MORE)
    } == set()


def changed(document: dict[str, object], **values: object) -> str:
    """JSON with other values."""
    return json.dumps({**document, **values})


@pytest.mark.parametrize(
    "text",
    [
        changed(MANIFEST, decimals="3"),
        changed(MANIFEST, decimals=True),
        changed(MANIFEST, decimal_mark=","),
        changed(MANIFEST, files=[]),
        changed(MANIFEST, files={"print": "../katze.pdf"}),
        changed(MANIFEST, students=[{**STUDENT, "name": 1}]),
        changed(MANIFEST, students=[{**STUDENT, "name": "\ud800"}]),
        changed(MANIFEST, students=[{**STUDENT, "seed": 10**30}]),
        changed(MANIFEST, students=[{**STUDENT, "seed": -1}]),
        changed(MANIFEST, students=[{**STUDENT, "file": "../../katze.pdf"}]),
        changed(MANIFEST, students=[{**STUDENT, "file": "/katze.pdf"}]),
        changed(MANIFEST, students=[{"place": 1}]),
        "[" * 100_000,
    ],
)
def test_a_manifest_is_a_file_like_any_other(text: str) -> None:
    """What it names is written and taken away: never outside its folder, and nothing in it is of another kind."""
    with pytest.raises(InputError, match=r"classes\.no-manifest"):
        Manifest.of(text, "manifest.json")
    good = Manifest.of(changed(MANIFEST, students=[STUDENT, {**STUDENT, "more": 1}]), "manifest.json")
    assert [entry.file for entry in good.entries] == [STUDENT["file"]] * 2


@pytest.mark.parametrize("points", ["1e400", "NaN", "9" * 5000, "true", '"1"', "null", "-1"])
def test_an_earlier_report_holds_points_that_can_be_compared(points: str) -> None:
    """An endless number is no number of points; it once ended the program."""
    text = json.dumps(OLD).replace("1.5", points)
    assert attack(READERS["report"], text.encode()) == "marking.old-unreadable"
    assert attack(READERS["report"], json.dumps(OLD).encode()) == ""


@pytest.mark.parametrize("text", [changed(STATE, answers={"pe2_d1": "\ud800"}), changed(STATE, tries={"pe2_d1": "1"})])
def test_what_cannot_be_kept_again_is_not_taken(text: str) -> None:
    """Half a character can stand in JSON, and in no file."""
    assert kept(json.dumps(STATE).encode()) is not None
    assert kept(text.encode()) is None


def test_a_file_without_a_name_in_an_archive() -> None:
    """It once ended the program; now it is told of, as any strange name is."""
    data = zipped(**{"a.csv": b"a;b\n1;2\n"})
    at = data.index(b"PK\x01\x02")
    nameless = data[: at + 28] + bytes(2) + data[at + 30 :].replace(b"a.csv", b"", 1)
    short = (len(nameless) - nameless.index(b"PK\x01\x02") - 22).to_bytes(4, "little")
    end = nameless.index(b"PK\x05\x06")
    nameless = nameless[: end + 12] + short + nameless[end + 16 :]
    assert attack(READERS["zip"], data) == ""
    assert attack(READERS["zip"], nameless) == "inputs.strange-name"
