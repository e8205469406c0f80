"""A folder full of what nobody should hand in: one line each, little memory, and the honest file is marked."""

from __future__ import annotations

import io
import json
import os
import pickle
import re
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from posenc_cli.worksheet.find import sheet_of
from tests.files.test_filled import bomb, looped, many, raw
from tests.files.test_workbooks import corner, ods
from tests.grading.pdf_forms import handed_in, right

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs named pipes, and memory as Linux counts it"),
]

KATZE = sheet_of("katze-kurz")
#: Runs posenc, and says how much memory the largest of its processes took, in megabytes.
MEASURED = """
import json, resource, sys
from posenc_cli.cli import main
code = main(sys.argv[1:])
sys.stdout.flush()
# What Linux calls the most memory of a process counts that of whoever started it; its status does not.
with open("/proc/self/status") as status:
    mine = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
most = max(mine, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) // 1024
print(json.dumps([code, most]), file=sys.stderr)
"""
HEAD = b"name;sheet;rad\n"


def packed(size: int) -> bytes:
    """An archive with a table of so many megabytes in it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a.csv", "w") as part:
        for _ in range(size):
            part.write(bytes(2**20))
    return stream.getvalue()


def filled(folder: Path) -> dict[str, str]:
    """Put everything into a folder; what is to be said of each file, a part of the English sentence."""
    said: dict[str, str] = {}

    def put(name: str, data: bytes, sentence: str) -> None:
        (folder / name).write_bytes(data)
        said[name] = sentence

    # Notes about PDFs, section 5.
    put("pdf-empty.pdf", b"", "nothing in")
    put("pdf-text.pdf", HEAD, "is no PDF")
    put("pdf-page.pdf", b"<html><body></body></html>", "is no PDF")
    put("pdf-photo.pdf", b"\xff\xd8\xff\xe0" + bytes(3000), "is no PDF")
    put("pdf-cut.pdf", handed_in(KATZE, right(KATZE))[:300], "damaged")
    put("pdf-bomb.pdf", bomb(), "cannot be read")
    put("pdf-many.pdf", many(20_000), "larger")
    put("pdf-loop.pdf", looped(), "which sheet")
    deep = b"[" * 100_000 + b"]" * 100_000
    put("pdf-deep.pdf", raw(b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields " + deep + b">>>>", b"null"), "damaged")
    # Tables.
    put("wide.csv", HEAD + b"Eve;katze-kurz;" + b"1;" * 1_000_000, "columns")
    put("wider.csv", b";".join(b"c%d" % n for n in range(1_000_000)) + b"\n" + b"1;\n" * 50, "columns")
    put("long.csv", b"1\n" * 2_000_000, "lines")
    put("deep.json", b"[" * 100_000, "deeply")
    put("long.json", b"[" + b"1," * 5_000_000 + b"1]", "cells")
    put("quote.csv", HEAD + b'Eve;"' + b"x" * 200_000, "never closed")
    put("nul.csv", HEAD + bytes(1000), "NUL")
    put("corner.xlsx", corner(), "larger")
    put("bomb.ods", ods("", blanks=300), "larger")
    put("bomb.xlsx", ods("", blanks=300), "larger")
    for suffix in ("csv", "json", "xlsx", "xls", "ods"):
        put(f"pickle.{suffix}", pickle.dumps([0.5]), "pickle")
    put("sparse.csv", b"", "larger")
    os.truncate(folder / "sparse.csv", 2**31)
    # Archives, links, pipes.
    put("bomb.zip", packed(70), "larger")
    put("noise.zip", b"PK\x03\x04" + bytes(999), "damaged")
    (folder / "link.csv").symlink_to("/etc/passwd")
    os.mkfifo(folder / "pipe.csv")
    said |= {"link.csv": "link", "pipe.csv": "ordinary"}
    return said


def test_what_nobody_should_hand_in_costs_one_line(tmp_path: Path) -> None:
    """Each file its line with a reason, no traceback, at most 700 MB; others are marked, whatever they are called."""
    folder = tmp_path / "in"
    folder.mkdir()
    said = filled(folder)
    (folder / "=cmd()|'calc'!A1.pdf").write_bytes(handed_in(KATZE, right(KATZE)))
    (folder / "zoe.csv").write_bytes(HEAD + "Zoë;katze-kurz;0,841\n".encode())
    command = [sys.executable, "-W", "error", "-c", MEASURED, "check", str(folder), "-f", "json", "--lang", "en"]
    surroundings = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=surroundings, timeout=120)
    *lines, last = ran.stderr.splitlines()
    code, megabytes = json.loads(last)
    assert "Traceback" not in ran.stderr
    assert code == 0, lines
    assert [one["name"] for one in json.loads(ran.stdout)["students"]] == ["=cmd()|'calc'!A1", "Zoë"]
    for name, sentence in said.items():
        mine = [line for line in lines if re.search(rf"/{re.escape(name)}\b", line)]
        assert len(mine) == 1, (name, mine)
        assert sentence in mine[0], mine
    assert len(lines) == len(said)
    assert megabytes < 700, megabytes
