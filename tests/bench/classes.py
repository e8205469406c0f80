"""A class in seconds: ``python tests/bench/classes.py``. Needs typst: ``pip install -c constraints.txt -e '.[bench]'``.

The sheet of ``two_pages.py`` with its tags and 60 fields, written as files: cast from one mould that is laid out in
that time, printed one by one, and by typst (tags, no fields), in turn and each in a process of its own. Then a class of
28 printed one by one by as many processes as there are processors, and the command itself: 200 names beside one sheet,
keys too. Imports and starting do not count for the first three, and do for the others. Exit code 1 where a limit is
missed.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from posenc_cli.files.writing import write_each, write_whole  # noqa: E402
from posenc_cli.render.patched import CODE, HOLDER, patched  # noqa: E402
from posenc_cli.render.weasy import import_weasyprint, pdf_by_weasyprint  # noqa: E402
from tests.bench import two_pages  # noqa: E402

ROUNDS, SHEETS, MANY, FEW, SOME, CLASS = 3, 200, 3000, 15, 60, 28
PER_SECOND, MEMORY, GROWTH, OVER_PRINTED, OVER_TYPST, OVER_ONE, SECONDS = 200, 120, 8, 25, 2, 4, 5
_MEGABYTE = 1024  #: of what Linux says of memory


def cast(folder: Path, count: int) -> None:
    """All from one mould."""

    def made(student: int) -> bytes:
        marks = {HOLDER: two_pages.name(student), CODE: two_pages.code(student)}
        data = patched(two_pages.page(student, HOLDER), marks, {}, varied=True, fillable=True)
        assert data is not None
        return data

    write_each(((folder / f"{n}.pdf", made(n)) for n in range(count)), force=False)


def print_one(path: Path, student: int) -> None:
    """As every sheet that no mould fits."""
    page = two_pages.page(student, two_pages.name(student)).replace(CODE, two_pages.code(student))
    data, log = pdf_by_weasyprint(page, fillable=True)
    assert not log
    write_whole(path, data, force=False)


def print_each(folder: Path, count: int) -> None:
    """One by one."""
    for student in range(count):
        print_one(folder / f"{student}.pdf", student)


def set_by_typst(folder: Path, count: int) -> None:
    """By one compiler, as quickly as it goes."""
    import typst  # type: ignore[import-not-found,unused-ignore]

    (folder / "heat.png").write_bytes(two_pages.heatmap())
    (folder / "sheet.typ").write_text(two_pages.typst_source(), "utf-8")
    fonts = [str(ROOT / "templates" / "fonts")]
    compiler = typst.Compiler(str(folder / "sheet.typ"), root=str(folder), font_paths=fonts, ignore_system_fonts=True)
    for student in range(count):
        given = {"name": two_pages.name(student), "code": two_pages.code(student)}
        given["given"] = " ".join(two_pages.numbers(student))
        write_whole(folder / f"{student}.pdf", compiler.compile(format="pdf", sys_inputs=given), force=False)


WAYS = {"cast": cast, "printed": print_each, "typst": set_by_typst}


def measured(way: str, count: int) -> tuple[float, float]:
    """Sheets a second, and megabytes at most, of a process of its own."""
    command = [sys.executable, __file__, way, str(count)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=ROOT)
    seconds, memory = json.loads(done.stdout)
    return count / seconds, memory


def timed(way: str, count: int) -> None:
    """What such a process says."""
    import_weasyprint()
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        WAYS[way](Path(folder), count)
        seconds = time.perf_counter() - start
    print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MEGABYTE]))


def seconds_of_class() -> float:
    """A class that no mould fits, with all processors, starting included."""
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        list(pool.map(print_one, [Path(folder) / f"{n}.pdf" for n in range(CLASS)], range(CLASS)))
        return time.perf_counter() - start


def seconds_of_command(*arguments: str) -> float:
    """A call of ``posenc worksheet katze``, from nothing, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        lines = ["Name", *map(two_pages.name, range(SHEETS))]
        (Path(folder) / "class.csv").write_text("\n".join(lines), "utf-8")
        command = [sys.executable, "-m", "posenc_cli", "worksheet", "katze", *arguments]
        start = time.perf_counter()
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        subprocess.run(command, cwd=folder, env=environment, check=True, stderr=subprocess.DEVNULL)
        return time.perf_counter() - start


def main() -> int:
    """Measure, print one line, and say by the exit code whether the limits hold."""
    rounds = [[measured("cast", SHEETS), measured("printed", FEW), measured("typst", SOME)] for _ in range(ROUNDS)]
    cast_rate, printed_rate, typst_rate = (statistics.median(one[n][0] for one in rounds) for n in range(3))
    memory, memory_of_many = max(one[0][1] for one in rounds), measured("cast", MANY)[1]
    class_seconds = min(seconds_of_class() for _ in range(ROUNDS))
    commands = [
        (seconds_of_command("--class", "class.csv", "-o", "out"), seconds_of_command("-o", "a.pdf", "--key", "b.pdf"))
        for _ in range(ROUNDS)
    ]
    all_names, one_sheet = (statistics.median(times) for times in zip(*commands, strict=True))
    print(
        f"{SHEETS} sheets of two pages with tags and 60 fields: {cast_rate:.0f} a second (at least {PER_SECOND}), "
        f"{cast_rate / printed_rate:.0f} times one by one (at least {OVER_PRINTED}), "
        f"{cast_rate / typst_rate:.1f} times typst (at least {OVER_TYPST}), {memory:.0f} MB (at most {MEMORY}), "
        f"{memory_of_many:.0f} MB for {MANY}; {CLASS} one by one on {os.cpu_count()} processors {class_seconds:.1f} s "
        f"(at most {SECONDS}); katze for {SHEETS} names {all_names:.1f} s, for one {one_sheet:.1f} s, "
        f"ratio {all_names / one_sheet:.1f} (at most {OVER_ONE})"
    )
    holds = (
        cast_rate >= PER_SECOND,
        cast_rate >= OVER_PRINTED * printed_rate,
        cast_rate >= OVER_TYPST * typst_rate,
        max(memory, memory_of_many) <= MEMORY,
        memory_of_many <= memory + GROWTH,
        class_seconds <= SECONDS,
        all_names <= OVER_ONE * one_sheet,
    )
    return int(not all(holds))


if __name__ == "__main__":
    if sys.argv[1:]:
        timed(sys.argv[1], int(sys.argv[2]))
    else:
        sys.exit(main())
