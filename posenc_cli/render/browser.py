"""The second rung: a PDF by a browser of the Chromium family that is on the machine anyway.

It runs headless with a profile of its own, without network, within a time limit, and leaves nothing behind. The page is
handed over as one file with everything in it; a content policy forbids scripts and every fetch, also of local files.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from posenc_cli.errors import MachineError
from posenc_cli.render.weasy import into_head

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

TIME_LIMIT = 60.0  #: seconds for one document; a usual one takes about one
OVERRULE = "POSENC_BROWSER"  #: the environment variable that names the browser: a path, or a name on PATH

_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
    "brave-browser",
)
_WINDOWS = (
    "Microsoft/Edge/Application/msedge.exe",
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "BraveSoftware/Brave-Browser/Application/brave.exe",
)
_MACOS = ("Google Chrome", "Microsoft Edge", "Chromium", "Brave Browser")
_LINUX = (
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/opt/microsoft/msedge/msedge",
    "/opt/brave.com/brave/brave",
)

_FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-extensions",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--password-store=basic",
    "--use-mock-keychain",
    # No network: nothing of its own, no names, and a proxy that nobody answers, for bare addresses too.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--no-pings",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--no-pdf-header-footer",
    "--print-to-pdf-no-header",  # the same, as it was called before 2023
    # Milliseconds that pass only while nothing is loading: what one font lacks, a second one is loaded for after that.
    "--virtual-time-budget=10000",
)
POLICY = (
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:\">"
)


def find_browser(environ: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path | None:
    """The browser that would be used here, or ``None``.

    ``POSENC_BROWSER`` overrules: where it names nothing that exists, no other browser is taken in its place.
    """
    env = os.environ if environ is None else environ
    search = env.get("PATH", os.defpath)
    if asked := env.get(OVERRULE):
        return _path(shutil.which(asked, path=search))
    on_path = (_path(shutil.which(name, path=search)) for name in _NAMES)
    usual = (place for place in _usual_places(env, platform) if place.is_file())
    return next((found for found in (*on_path, *usual) if found), None)


def _path(found: str | None) -> Path | None:
    return Path(found) if found else None


def _usual_places(env: Mapping[str, str], platform: str) -> Iterable[Path]:
    if platform == "win32":
        roots = [env[name] for name in ("ProgramFiles(x86)", "ProgramFiles", "LOCALAPPDATA") if name in env]
        return [Path(root, place) for place in _WINDOWS for root in roots]
    if platform == "darwin":
        roots = ["/Applications", str(PurePath(env.get("HOME", "/"), "Applications"))]
        return [Path(root, f"{name}.app", "Contents/MacOS", name) for name in _MACOS for root in roots]
    return [Path(place) for place in _LINUX]


def pdf_by_browser(page: str, *, browser: Path | None = None, time_limit: float = TIME_LIMIT) -> bytes:
    """One self-contained page as a PDF.

    Args:
        page: HTML with everything in it (see ``pdf.self_contained``).
        browser: the program; the one of ``find_browser`` if not given.
        time_limit: seconds, after which the browser and all that it started are ended.

    Raises:
        MachineError: ``pdf.no-browser``, ``pdf.browser-timeout`` or ``pdf.browser-failed``.
    """
    program = browser or find_browser()
    if program is None:
        raise MachineError("pdf.no-browser", variable=OVERRULE)
    with tempfile.TemporaryDirectory(prefix="posenc-", dir=_workplace(program), ignore_cleanup_errors=True) as name:
        folder = Path(name)
        source, target = folder / "page.html", folder / "page.pdf"
        source.write_text(into_head(page, POLICY), encoding="utf-8-sig")
        command = [str(program), *_FLAGS, *_sandbox(), f"--user-data-dir={folder / 'profile'}"]
        said = _run([*command, f"--print-to-pdf={target}", source.as_uri()], folder, time_limit)
        data = target.read_bytes() if target.is_file() else b""
    if not (data.startswith(b"%PDF-") and b"%%EOF" in data[-64:]):
        raise MachineError("pdf.browser-failed", browser=str(program), reason=said)
    return data


def _sandbox() -> list[str]:
    """Chromium refuses to sandbox itself for root; for everybody else the sandbox stays."""
    euid = getattr(os, "geteuid", lambda: 1)()
    return ["--no-sandbox"] if euid == 0 else []


def _workplace(program: Path) -> Path | None:
    """Where the browser may read and write: a snap sees its own folder, and another /tmp than we do."""
    shared = Path.home() / "snap" / "chromium" / "common"
    if not shared.is_dir():
        return None
    with contextlib.suppress(OSError):
        script = program.stat().st_size < 10_000 and b"/snap/bin" in program.read_bytes()
        if script or program.is_relative_to("/snap"):
            return shared
    return None


def _environment(folder: Path) -> dict[str, str]:
    """Ours, but what a browser keeps beside its profile (crash reports, caches) goes to the folder that is deleted."""
    return os.environ | {name: str(folder / "home") for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME")}


def _run(command: list[str], folder: Path, time_limit: float) -> str:
    """Run to the end or to the limit; returns the last line that the browser said."""
    with (folder / "said.txt").open("w+b") as stream, _group(command, stream, folder) as process:
        try:
            process.wait(time_limit)
        except subprocess.TimeoutExpired as error:
            raise MachineError("pdf.browser-timeout", browser=command[0], seconds=f"{time_limit:g}") from error
        stream.seek(0)
        lines = stream.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:200] if lines else f"exit code {process.returncode}"


@contextlib.contextmanager
def _group(command: list[str], stream: Any, folder: Path) -> Iterator[subprocess.Popen[bytes]]:  # noqa: ANN401
    """A process in a group of its own, which is ended as a whole whatever happens."""
    try:
        process = subprocess.Popen(  # noqa: S603  (no shell, and every word is ours)
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stream,
            env=_environment(folder),
            start_new_session=True,
        )
    except OSError as error:
        raise MachineError("pdf.browser-failed", browser=command[0], reason=str(error)) from error
    try:
        yield process
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    kill_group = getattr(os, "killpg", None)
    if kill_group is not None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill_group(process.pid, signal.SIGKILL)
    elif process.poll() is None:  # Windows: the tree goes with its root
        tree = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
        subprocess.run(tree, check=False, capture_output=True)  # noqa: S603
    process.wait()
