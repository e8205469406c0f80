"""What ``posenc doctor`` reports: the parts on this machine, which way PDFs are made here, what is missing.

Data only: every line is a key of the catalogue ``pdf.toml`` and its values.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from importlib import metadata
from typing import Literal

from posenc_cli.errors import MachineError, installing
from posenc_cli.i18n import Notice
from posenc_cli.render._templates import fonts_folder
from posenc_cli.render.browser import OVERRULE, find_browser
from posenc_cli.render.pdf import PdfResult, render_pdf
from posenc_cli.render.weasy import import_weasyprint, install_command

LEAST_PYTHON = (3, 11)
LIBRARIES = (
    *("jinja2", "mpmath", "numpy", "pikepdf", "platformdirs", "pydantic"),
    *("python-calamine", "rich", "segno", "typer", "weasyprint", "xlrd"),
)
#: What only some of it takes (of the extras and of the rest), and the sentence that says which.
OPTIONAL = {
    "pypdfium2": "pdf.doctor.pdfium-missing",
    "python-docx": "pdf.doctor.docx-missing",
    "matplotlib": "pdf.doctor.plot-missing",
    # Without it a browser prints, or the page is a file to open.
    "weasyprint": "pdf.doctor.library-missing",
}
_TRIAL = "<!DOCTYPE html><html><head></head><body><p>posenc</p></body></html>"


@dataclass(frozen=True)
class Check:
    """One line of the report.

    Attributes:
        name: what was looked at, the same in every language: ``"pango"``, ``"library.numpy"``.
        state: ``"fine"``; ``"lacking"``: posenc works, with less; ``"broken"``: posenc or a part of it cannot work.
        said: the finding.
        advice: how to get what is missing.
    """

    name: str
    state: Literal["fine", "lacking", "broken"]
    said: Notice
    advice: Notice | None = None


def report() -> list[Check]:
    """All checks, in the order in which they are read. Prints nothing; makes one tiny PDF to see who can."""
    made = render_pdf(_TRIAL, title="posenc", language="en")
    libraries = [_library(name) for name in dict.fromkeys((*LIBRARIES, *OPTIONAL))]
    return [_posenc(), _python(), *libraries, _fonts(), _pango(), _browser(), _pdf(made)]


def _posenc() -> Check:
    from posenc_cli import __version__

    return Check("posenc", "fine", Notice("pdf.doctor.posenc", {"version": __version__}))


def _python() -> Check:
    version = ".".join(str(part) for part in sys.version_info[:3])
    if tuple(sys.version_info[:2]) < LEAST_PYTHON:
        said = Notice("pdf.doctor.python-old", {"version": version, "least": ".".join(map(str, LEAST_PYTHON))})
        return Check("python", "broken", said, Notice("pdf.advice.python"))
    return Check("python", "fine", Notice("pdf.doctor.python", {"version": version, "path": sys.executable}))


def _library(name: str) -> Check:
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        state: Literal["lacking", "broken"] = "lacking" if name in OPTIONAL else "broken"
        missing = Notice(OPTIONAL.get(name, "pdf.doctor.library-missing"), {"name": name})
        return Check(f"library.{name}", state, missing, Notice("pdf.advice.pip", {"install": installing(name)}))
    return Check(f"library.{name}", "fine", Notice("pdf.doctor.library", {"name": name, "version": version}))


def _fonts() -> Check:
    try:
        names = sorted(font.stem for font in fonts_folder().glob("*.ttf"))
    except MachineError:
        return Check("fonts", "broken", Notice("pdf.doctor.fonts-missing"), Notice("pdf.advice.reinstall"))
    return Check("fonts", "fine", Notice("pdf.doctor.fonts", {"names": ", ".join(names)}))


def _pango() -> Check:
    try:
        number = int(import_weasyprint("weasyprint.text.ffi").pango.pango_version())
    except MachineError as error:
        said = Notice("pdf.doctor.pango-missing", {"reason": error.values["reason"]})
        return Check("pango", "lacking", said, Notice("pdf.advice.pango", {"install": install_command()}))
    version = f"{number // 10_000}.{number // 100 % 100}.{number % 100}"
    return Check("pango", "fine", Notice("pdf.doctor.pango", {"version": version}))


def _browser() -> Check:
    if found := find_browser():
        return Check("browser", "fine", Notice("pdf.doctor.browser", {"path": str(found)}))
    if given := os.environ.get(OVERRULE):
        said = Notice("pdf.doctor.browser-named", {"variable": OVERRULE, "given": given})
        return Check("browser", "lacking", said, Notice("pdf.advice.browser-named", {"variable": OVERRULE}))
    advice = Notice("pdf.advice.browser", {"variable": OVERRULE})
    return Check("browser", "lacking", Notice("pdf.doctor.browser-missing"), advice)


def _pdf(made: PdfResult) -> Check:
    """Which rung the trial ended on, and, if one failed on the way, what that one said."""
    failed = next((notice for notice in made.notices if notice.key.endswith(("-failed", "-timeout"))), None)
    if made.engine == "weasyprint":
        return Check("pdf", "fine", Notice("pdf.doctor.pdf-weasyprint"), failed)
    if made.engine == "browser":
        return Check("pdf", "fine", Notice("pdf.doctor.pdf-browser", {"path": str(find_browser())}), failed)
    advice = Notice("pdf.advice.pango", {"install": install_command()})
    return Check("pdf", "lacking", Notice("pdf.doctor.pdf-html"), failed or advice)
