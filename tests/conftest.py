"""What every test stands on: no language or colour of the machine, and the tools that only some machines have."""

from __future__ import annotations

import builtins
import contextlib
import gc
import importlib
import io
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from posenc_cli.render import pdf, weasy
from tests.exact_sums import exact_sum
from tests.one_browser import OneBrowser
from tests.printed_once import printed_once
from tests.sweep import pytest_addoption, pytest_collection_modifyitems, pytest_configure

__all__ = ["pytest_addoption", "pytest_collection_modifyitems", "pytest_configure"]

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")

# A slow machine is no failure; in CI the same examples are tried every time.
settings.register_profile("posenc", deadline=None, print_blob=True, derandomize="CI" in os.environ, max_examples=50)
settings.register_profile("sweep", settings.get_profile("posenc"), max_examples=200)
settings.register_profile("coverage", settings.get_profile("posenc"), max_examples=5)
settings.load_profile("posenc")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """All tests stay until the end: nobody looks through ten thousand of them, and what they brought, for garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000)
        gc.enable()


@pytest.fixture(autouse=True)
def _plain_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """English, no colour, a fixed width, nothing typed and nothing remembered, whatever the machine says."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.getbasetemp() / "state"))
    for name in ("POSENC_LANG", "LANGUAGE", "LC_ALL", "FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)
    where = {"LC_MESSAGES": "en_GB.UTF-8", "LC_CTYPE": "C.UTF-8", "LANG": "C.UTF-8", "NO_COLOR": "1", "COLUMNS": "100"}
    for name, value in where.items():
        monkeypatch.setenv(name, value)


@pytest.fixture(scope="session", autouse=True)
def _printed_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The same page from the same engine is printed once, for all processes of a run."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "printed"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch, OneBrowser(tmp_path_factory.mktemp("browser")) as one:
        patch.setattr(pdf, "pdf_by_weasyprint", printed_once(weasy.pdf_by_weasyprint, folder))
        patch.setattr(pdf, "pdf_by_browser", printed_once(one.prints, folder))
        yield


@pytest.fixture(scope="session", autouse=True)
def _exact_sums() -> Iterator[None]:
    """Every sum of floats in the package is the same with every Python."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builtins, "sum", exact_sum)
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the tree."""
    return ROOT


@pytest.fixture(scope="session")
def tracked(root: Path) -> list[Path]:
    """Every file that git tracks and that is there, as absolute paths; a skip outside a checkout."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no git checkout")
    names = [name for name in listed.decode().split("\0") if name]
    return [path for path in map(root.joinpath, names) if path.is_file()]


@pytest.fixture(scope="session")
def weasyprint() -> ModuleType:
    """The module, or a skip where Pango is missing (it says so on stdout and raises OSError)."""
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            return importlib.import_module("weasyprint")
        except OSError as error:
            pytest.skip(f"WeasyPrint needs Pango: {error}")


@pytest.fixture(scope="session")
def pdftoppm() -> str:
    """The program that turns pages into pictures, or a skip."""
    return shutil.which("pdftoppm") or pytest.skip("pdftoppm is missing (package poppler-utils)")


@pytest.fixture(scope="session")
def browser() -> str:
    """A Chromium-family browser, or a skip."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or pytest.skip("no Chromium-family browser is installed")


@pytest.fixture(scope="session")
def soffice(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """LibreOffice without a window and with settings of its own, or a skip."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    if found is None:
        pytest.skip("LibreOffice is missing (packages libreoffice-writer-nogui and libreoffice-calc-nogui)")
    settings_of_its_own = tmp_path_factory.mktemp("soffice").as_uri()
    return [found, "--headless", f"-env:UserInstallation={settings_of_its_own}"]
