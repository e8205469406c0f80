"""A million inputs for each way in, led by what they cover: ``python -m tests.attack.fuzz [NAME …]``, by hand.

Atheris makes the inputs where it is installed (``pip install atheris``: Linux, not needed for anything else); without
it they are the mutations that the tests make too. What was tried and found is kept in ``fuzzed.json``; inputs that
reach new lines are kept in ``kept/``, for the tests.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
RESULTS, KEPT = HERE / "fuzzed.json", HERE / "kept"
COUNT, SECONDS = 1_000_000, 300
#: Inputs that are kept of one way in, and bytes of all of them.
_MOST_KEPT, _MOST_BYTES = 80, 60_000

if TYPE_CHECKING:
    from types import FrameType

    from tests.attack.readers import Reader


def kept(name: str) -> list[bytes]:
    """Inputs that once were worth keeping."""
    path = KEPT / f"{name}.json"
    return [text.encode("latin-1") for text in json.loads(path.read_text())] if path.is_file() else []


class Run:
    """What happens while inputs are tried in this process."""

    def __init__(self, name: str, reader: Reader, folder: Path, count: int, seconds: float) -> None:
        self.name, self.reader, self.folder = name, reader, folder
        self.count, self.ends = count, time.monotonic() + seconds
        self.begun, self.runs = time.monotonic(), 0
        self.faults: dict[str, bytes] = {}

    def one(self, data: bytes) -> None:
        """Try one; end the process behind the last."""
        from tests.attack.readers import attack

        try:
            attack(self.reader, bytes(data))
        except Exception as fault:  # noqa: BLE001  (every one is what we look for)
            self.note(fault, bytes(data))
        self.runs += 1
        if self.runs >= self.count or time.monotonic() > self.ends:
            self.end()

    def note(self, fault: Exception, data: bytes) -> None:
        """Keep the smallest input of every kind of fault."""
        frames = [each for each in traceback.extract_tb(fault.__traceback__) if "posenc_cli" in each.filename]
        where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "-"
        kind = f"{type(fault).__name__} {where}"
        if kind not in self.faults or len(data) < len(self.faults[kind]):
            self.faults[kind] = data
            (self.folder / "faults.json").write_text(
                json.dumps({kind: data.decode("latin-1") for kind, data in self.faults.items()}, indent=1)
            )
            (self.folder / "last.txt").write_text("".join(traceback.format_exception(fault)))

    def end(self) -> None:
        """Tell what was tried."""
        from tests.attack.readers import clean

        clean()
        seconds = round(time.monotonic() - self.begun)
        (self.folder / "run.json").write_text(json.dumps({"inputs": self.runs, "seconds": seconds}))
        sys.stdout.flush()
        os._exit(0)


def inside(name: str, folder: Path, count: int, seconds: float) -> None:
    """Try inputs in this process, until it ends."""
    try:
        import atheris  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        atheris = None
    # Modules are imported late, and only what is imported here is followed: so everything is read once.
    with nullcontext() if atheris is None else atheris.instrument_imports(include=["posenc_cli", "tomllib"]):
        from tests.attack.everything import READERS
        from tests.attack.readers import attack

        reader = READERS[name]
        for data in [*reader.seeds, b""]:
            attack(reader, data, patience=60)
    run = Run(name, reader, folder, count, seconds)
    seeds = [*reader.seeds, *kept(name)]
    if atheris is None:
        from tests.attack.mutate import inputs

        for data in inputs(reader, kept(name), count, random.Random()):  # noqa: S311
            run.one(data)
    corpus = folder / "corpus"
    corpus.mkdir(exist_ok=True)
    for number, data in enumerate(seeds):
        (corpus / f"seed{number}").write_bytes(data)
    words = ["".join(f"\\x{byte:02x}" for byte in piece) for piece in reader.pieces]
    (folder / "words.dict").write_text("".join(f'"{word}"\n' for word in words if word))
    options = [
        f"-dict={folder / 'words.dict'}",
        "-max_len=6000",
        "-timeout=60",
        "-rss_limit_mb=0",
        "-print_final_stats=0",
    ]
    atheris.Setup([sys.argv[0], *options, str(corpus)], run.one)
    atheris.Fuzz()


def worth(name: str, found: list[bytes]) -> list[bytes]:
    """The inputs that reach lines or errors that none before reaches, the smallest first."""
    from tests.attack.everything import READERS
    from tests.attack.readers import attack

    reader, seen, worthy, room = READERS[name], set[Any](), list[bytes](), _MOST_BYTES
    lines: set[Any] = set()

    def trace(frame: FrameType, event: str, _: object) -> Any:  # noqa: ANN401
        if "posenc_cli" not in frame.f_code.co_filename:
            return None
        if event == "line":
            lines.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    for data in sorted(set(found), key=lambda one: (len(one), one)):
        lines.clear()
        sys.settrace(trace)
        try:
            lines.add(attack(reader, data))
        except Exception as fault:  # noqa: BLE001
            lines.add(type(fault).__name__)
        finally:
            sys.settrace(None)
        if lines <= seen or len(data) > room or len(worthy) == _MOST_KEPT:
            continue
        seen |= lines
        room -= len(data)
        worthy.append(data)
    return worthy


def fuzz(name: str, count: int, seconds: float, folder: Path) -> dict[str, Any]:
    """Try one way in, in a process of its own."""
    command = [sys.executable, "-m", "tests.attack.fuzz", "--inside", str(folder), "--count", str(count)]
    command += ["--seconds", str(seconds), name]
    with (folder / "said.txt").open("wb") as said:
        done = subprocess.run(command, cwd=HERE.parents[1], stdout=said, stderr=said, check=False)
    run = folder / "run.json"
    told = json.loads(run.read_text()) if run.is_file() else {"inputs": 0, "seconds": 0, "ended": done.returncode}
    faults = folder / "faults.json"
    told["faults"] = json.loads(faults.read_text()) if faults.is_file() else {}
    return {**told, "date": dt.datetime.now(tz=dt.UTC).date().isoformat()}


def main(arguments: list[str]) -> int:
    """Try what is named, or all; keep what is worth it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--inside", type=Path)
    parser.add_argument("--on", action="store_true", help="only what is missing from COUNT, added to what was tried")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "posenc-fuzz")
    asked = parser.parse_args(arguments)
    if asked.inside is not None:
        inside(asked.names[0], asked.inside, asked.count, asked.seconds)
    from tests.attack.everything import READERS

    failed = False
    for name in asked.names or READERS:
        folder = asked.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        for old in ("run.json", "faults.json"):
            (folder / old).unlink(missing_ok=True)
        seconds = asked.seconds or (SECONDS if READERS[name].slow else 3600)
        results = json.loads(RESULTS.read_text()) if RESULTS.is_file() else {}
        before = results.get(name, {}) if asked.on else {}
        missing = asked.count - before.get("inputs", 0)
        if missing <= 0:
            continue
        told = fuzz(name, missing, seconds, folder)
        told |= {key: told[key] + before.get(key, 0) for key in ("inputs", "seconds")}
        faults = told.pop("faults")
        print(name, told, list(faults), flush=True)
        failed = failed or bool(faults)
        tried = [path.read_bytes() for path in (folder / "corpus").iterdir()] if (folder / "corpus").is_dir() else []
        tried += [text.encode("latin-1") for text in faults.values()]
        worthy = worth(name, [*kept(name), *tried])
        KEPT.mkdir(exist_ok=True)
        (KEPT / f"{name}.json").write_text(
            json.dumps([data.decode("latin-1") for data in worthy], indent=0, ensure_ascii=True) + "\n"
        )
        results = json.loads(RESULTS.read_text()) if RESULTS.is_file() else {}
        results[name] = {**told, "faults": len(faults)}
        RESULTS.write_text(json.dumps(results, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
