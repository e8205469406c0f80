"""The browser as a printer: which one, alone, in time, and gone afterwards."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from posenc_cli.errors import MachineError
from posenc_cli.render import browser as module
from posenc_cli.render.browser import find_browser, pdf_by_browser
from tests.page_texts import page_texts

posix = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in browser is a shell script")


def program(folder: Path, name: str, script: str = "exit 0") -> Path:
    """A stand-in for a browser."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


@posix
@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome", "msedge", "brave-browser"])
def test_a_browser_on_path_is_found(name: str, tmp_path: Path) -> None:
    """Every usual name counts."""
    assert find_browser({"PATH": str(tmp_path)} | {}, "linux") in (None, *map(Path, module._LINUX))
    expected = program(tmp_path, name)
    assert find_browser({"PATH": str(tmp_path)}, "linux") == expected


@posix
def test_the_variable_overrules(tmp_path: Path) -> None:
    """It may be a path or a name, and where it names nothing no other browser is taken."""
    program(tmp_path, "chromium")
    mine = program(tmp_path, "mine")
    for asked, expected in ((str(mine), mine), ("mine", mine), ("no-such", None), ("", tmp_path / "chromium")):
        assert find_browser({"PATH": str(tmp_path), "POSENC_BROWSER": asked}, "linux") == expected


def test_the_usual_place_on_windows(tmp_path: Path) -> None:
    """Edge is found where Windows keeps it, though it is not on PATH."""
    edge = tmp_path / "Microsoft" / "Edge" / "Application" / "msedge.exe"
    edge.parent.mkdir(parents=True)
    edge.touch()
    assert find_browser({"PATH": "", "ProgramFiles(x86)": str(tmp_path)}, "win32") == edge


def test_the_usual_place_on_macos(tmp_path: Path) -> None:
    """Chrome is found among a person's own applications."""
    chrome = tmp_path / "Applications" / "Google Chrome.app" / "Contents" / "MacOS" / "Google Chrome"
    chrome.parent.mkdir(parents=True)
    chrome.touch()
    assert find_browser({"PATH": "", "HOME": str(tmp_path)}, "darwin") == chrome


def test_no_browser_is_an_error_that_names_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one who reads it learns how to name one."""
    monkeypatch.setenv("POSENC_BROWSER", "no-such")
    with pytest.raises(MachineError, match=r"pdf\.no-browser.*POSENC_BROWSER"):
        pdf_by_browser("x")


@posix
def test_a_browser_that_hangs_is_ended_with_all_it_started(tmp_path: Path) -> None:
    """After the time limit neither it nor its child is alive."""
    pids = tmp_path / "pids"
    hanging = program(tmp_path, "b", f"sleep 60 & echo $! $$ > {pids}; wait")
    with pytest.raises(MachineError, match=r"pdf\.browser-timeout.*'1'"):
        pdf_by_browser("x", browser=hanging, time_limit=1)
    for pid in map(int, pids.read_text().split()):
        assert gone(pid)


def gone(pid: int) -> bool:
    """Whether a process ended; a zombie that its new parent has not collected counts."""
    for _ in range(50):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        stat = Path(f"/proc/{pid}/stat")
        if stat.is_file() and stat.read_text().split(") ")[1][0] == "Z":
            return True
        time.sleep(0.05)
    return False


@posix
@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo first >&2; echo cannot draw >&2; exit 1", "cannot draw"),
        ("exit 7", "exit code 7"),
        ('for a; do case "$a" in --print-to-pdf=*) echo "%PDF-1.4 cut" > "${a#*=}";; esac; done', "exit code 0"),
    ],
)
def test_a_browser_without_a_whole_pdf_failed(script: str, reason: str, tmp_path: Path) -> None:
    """Its last words are the reason; half a PDF is none."""
    with pytest.raises(MachineError, match=rf"pdf\.browser-failed.*{reason}"):
        pdf_by_browser("x", browser=program(tmp_path, "b", script))


def test_a_browser_that_cannot_start_failed(tmp_path: Path) -> None:
    """A file that is no program is an error with a key, not a traceback."""
    with pytest.raises(MachineError, match=r"pdf\.browser-failed"):
        pdf_by_browser("x", browser=tmp_path / "nothing")


@posix
def test_a_snap_works_in_the_folder_that_it_can_see(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ubuntu's chromium-browser is a script that starts a snap; other programs use the usual place."""
    monkeypatch.setenv("HOME", str(tmp_path))
    shared = tmp_path / "snap" / "chromium" / "common"
    assert module._workplace(program(tmp_path, "early", "exec /snap/bin/chromium")) is None
    shared.mkdir(parents=True)
    assert module._workplace(program(tmp_path, "snap-browser", "exec /snap/bin/chromium")) == shared
    assert module._workplace(program(tmp_path, "other")) is None


@pytest.mark.parametrize(("euid", "flags"), [(0, ["--no-sandbox"]), (1000, [])])
def test_only_root_goes_without_the_sandbox(euid: int, flags: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The sandbox stays wherever it can."""
    monkeypatch.setattr(os, "geteuid", lambda: euid, raising=False)
    assert module._sandbox() == flags


@pytest.mark.browser
def test_printing_leaves_nothing_behind(browser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the temporary folder nor the home folder holds a profile, a cache or a crash report afterwards."""
    # Not tmp_path: a browser's socket must have a short path.
    with tempfile.TemporaryDirectory() as name:
        home, temporary = Path(name, "home"), Path(name, "tmp")
        for variable, folder in {"HOME": home, "TMPDIR": temporary}.items():
            folder.mkdir()
            monkeypatch.setenv(variable, str(folder))
        monkeypatch.setattr(tempfile, "tempdir", str(temporary))
        data = pdf_by_browser("<html><head></head><body>x</body></html>", browser=Path(browser))
        left = [path for path in Path(name).rglob("*") if path not in (home, temporary)]
    assert data.startswith(b"%PDF-")
    assert left == []


@pytest.mark.browser
def test_a_page_reaches_nothing_outside(browser: str, tmp_path: Path) -> None:
    """No request reaches a server, no local file is shown, no script runs."""
    asked: list[str] = []

    class Server(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

    secret = tmp_path / "secret.txt"
    secret.write_text("geheim")
    with HTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        page = f"""<html><head><link rel="stylesheet" href="{address}/a.css"></head><body>
        <p id="p">still</p><img src="{address}/b.png"><iframe src="{secret.as_uri()}"></iframe>
        <script>document.getElementById("p").textContent = "ran"; fetch("{address}/c")</script></body></html>"""
        data = pdf_by_browser(page, browser=Path(browser))
        server.shutdown()
    text = "".join(page_texts(data))
    assert asked == []
    assert "still" in text
    assert "geheim" not in text
