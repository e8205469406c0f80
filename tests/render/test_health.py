"""The data of ``posenc doctor``."""

from __future__ import annotations

import sys
import tomllib
from importlib import metadata
from typing import TYPE_CHECKING, Any

import pytest

import posenc_cli
from posenc_cli.errors import MachineError, installing
from posenc_cli.i18n import LANGUAGES, Notice
from posenc_cli.render import health
from posenc_cli.render.health import LIBRARIES, OPTIONAL, Check, report
from posenc_cli.render.pdf import PdfResult
from posenc_cli.render.weasy import install_command

if TYPE_CHECKING:
    from pathlib import Path


def line(name: str) -> Check:
    """The one line about a part."""
    (found,) = [check for check in report() if check.name == name]
    return found


@pytest.fixture(autouse=True)
def made(monkeypatch: pytest.MonkeyPatch) -> list[PdfResult]:
    """The trial page's result, to be replaced by a test; nothing is printed while testing the report."""
    results = [PdfResult(b"%PDF-", "weasyprint")]
    monkeypatch.setattr(health, "render_pdf", lambda *_args, **_named: results[-1])
    return results


def test_every_line_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is missing, each finding and each advice has a sentence in both languages."""
    reports = [report()]

    def missing(*_args: object) -> None:
        raise MachineError("pdf.no-weasyprint", install="x", reason="y")

    def unknown(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(health, "import_weasyprint", missing)
    monkeypatch.setattr(health, "fonts_folder", missing)
    monkeypatch.setattr(metadata, "version", unknown)
    monkeypatch.setattr(health, "LEAST_PYTHON", (99, 0))
    monkeypatch.setenv("POSENC_BROWSER", "no-such")
    reports.append(report())
    for check in reports[0] + reports[1]:
        for notice in (check.said, check.advice):
            assert notice is None or all(notice.text(language) for language in LANGUAGES)
    assert [check.name for check in reports[0]] == [check.name for check in reports[1]]
    assert {check.name: check.state for check in reports[1]} == {
        "posenc": "fine",
        "python": "broken",
        **{f"library.{name}": "broken" for name in LIBRARIES},
        **{f"library.{name}": "lacking" for name in OPTIONAL},
        "fonts": "broken",
        "pango": "lacking",
        "browser": "lacking",
        "pdf": "fine",
    }
    assert all(check.advice for check in reports[1] if check.state != "fine")


def test_the_libraries_are_those_that_posenc_needs(root: Path) -> None:
    """The list of the doctor and the one of the package name the same."""
    project: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert sorted(line.split(">")[0] for line in project["dependencies"]) == sorted(LIBRARIES)
    extras = [line.split(">")[0] for extra in ("office", "plot") for line in project["optional-dependencies"][extra]]
    assert extras == [name for name in OPTIONAL if name not in LIBRARIES]


def test_versions_are_named() -> None:
    """posenc, Python and a library say their version."""
    assert line("posenc").said.values["version"] == posenc_cli.__version__
    assert line("python").said.values["version"] == sys.version.split()[0].rstrip("+")
    assert line("library.numpy").said.values["version"] == metadata.version("numpy")


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
def test_pango_is_found() -> None:
    """Its version has three parts, the first of them 1."""
    assert line("pango").said.text("en").startswith("Pango 1.")


def test_a_missing_pango_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line says why it cannot be loaded and what to type."""

    def missing(_module: str) -> None:
        raise MachineError("pdf.no-weasyprint", install="x", reason="cannot load library")

    monkeypatch.setattr(health, "import_weasyprint", missing)
    pango = line("pango")
    assert pango.state == "lacking"
    assert "cannot load library" in pango.said.text("en")
    assert pango.advice == Notice("pdf.advice.pango", {"install": install_command()})


@pytest.mark.browser
def test_the_browser_is_named(browser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its path is said, so that a person can see which one."""
    monkeypatch.setenv("POSENC_BROWSER", browser)
    assert browser in line("browser").said.text("en")


def test_without_a_browser_the_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """One learns how to get one, or how to name one."""
    monkeypatch.setattr(health, "find_browser", lambda: None)
    monkeypatch.delenv("POSENC_BROWSER", raising=False)
    browser = line("browser")
    assert browser.said.key == "pdf.doctor.browser-missing"
    assert browser.advice is not None
    assert "POSENC_BROWSER" in browser.advice.text("de")


@pytest.mark.parametrize(
    ("result", "key", "state", "advice"),
    [
        (PdfResult(b"", "weasyprint"), "pdf-weasyprint", "fine", None),
        (PdfResult(b"", "browser"), "pdf-browser", "fine", None),
        (PdfResult(None, "html", (Notice("pdf.open-and-print"),)), "pdf-html", "lacking", "pdf.advice.pango"),
        (PdfResult(b"", "browser", (Notice("pdf.weasyprint-failed"),)), "pdf-browser", "fine", "pdf.weasyprint-failed"),
    ],
)
def test_the_way_to_pdf_is_said(
    result: PdfResult, key: str, state: str, advice: str | None, made: list[PdfResult]
) -> None:
    """The rung on which the trial ended, and what failed before it."""
    made.append(result)
    check = line("pdf")
    assert (check.said.key, check.state) == (f"pdf.doctor.{key}", state)
    assert (check.advice and check.advice.key) == advice


@pytest.mark.parametrize(
    ("python", "environment", "command"),
    [
        ("/opt/venv/bin/python", "plain", "/opt/venv/bin/python -m pip install matplotlib"),
        (
            r"C:\Program Files\Python\python.exe",
            "plain",
            r'"C:\Program Files\Python\python.exe" -m pip install matplotlib',
        ),
        ("/opt/venv/bin/python", "pipx", "pipx inject pipx matplotlib"),
    ],
)
def test_the_advice_reaches_the_python_that_runs(
    python: str, environment: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not whichever ``pip`` is on the path; pipx keeps its environments itself, and marks them with a file."""
    (tmp_path / environment).mkdir()
    if environment == "pipx":
        (tmp_path / environment / "pipx_metadata.json").touch()
    monkeypatch.setattr(sys, "executable", python)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / environment))
    assert installing("matplotlib") == command
