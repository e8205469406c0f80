"""The ladder from one HTML to paper."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import MachineError
from posenc_cli.i18n import LANGUAGES
from posenc_cli.render import pdf
from posenc_cli.render._templates import FONT_FAMILIES, font_faces, templates_folder
from posenc_cli.render.pdf import css_string, render_pdf, self_contained
from posenc_cli.render.weasy import install_command, pdf_by_weasyprint

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "<!DOCTYPE html><html><head><meta charset='utf-8'></head><body><p>Grüße</p></body></html>"

ABSENT = MachineError("pdf.no-weasyprint", install="x", reason="y")
CRASHED = MachineError("pdf.weasyprint-failed", reason="it fell over")


def lower_rung(*, weasyprint: MachineError | None, browser: MachineError | None, patch: pytest.MonkeyPatch) -> None:
    """Engines that fail as told, else print."""

    def by_weasyprint(_page: str, _attached: object, **_named: object) -> tuple[bytes, tuple[str, ...]]:
        if weasyprint:
            raise weasyprint
        return b"%PDF-w", ("a line",)

    def by_browser(_page: str) -> bytes:
        if browser:
            raise browser
        return b"%PDF-b"

    patch.setattr(pdf, "pdf_by_weasyprint", by_weasyprint)
    patch.setattr(pdf, "pdf_by_browser", by_browser)


def test_weasyprint_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where both engines are, WeasyPrint prints, and what it logged is handed on."""
    lower_rung(weasyprint=None, browser=None, patch=monkeypatch)
    made = render_pdf(PAGE, title="t", language="de")
    assert (made.data, made.engine, made.notices, made.log) == (b"%PDF-w", "weasyprint", (), ("a line",))


def test_a_missing_weasyprint_is_no_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser steps in without a word."""
    lower_rung(weasyprint=ABSENT, browser=None, patch=monkeypatch)
    made = render_pdf(PAGE, title="t", language="de")
    assert (made.data, made.engine, made.notices) == (b"%PDF-b", "browser", ())


def test_a_crash_is_said_and_the_next_rung_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser prints, and the notice names what WeasyPrint stumbled over."""
    lower_rung(weasyprint=CRASHED, browser=None, patch=monkeypatch)
    made = render_pdf(PAGE, title="t", language="de")
    assert made.engine == "browser"
    assert [notice.key for notice in made.notices] == ["pdf.weasyprint-failed"]
    assert "it fell over" in made.notices[0].text("de")


def test_the_last_rung_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any engine there is no data and one sentence that says: open, print, or install this."""
    lower_rung(weasyprint=ABSENT, browser=MachineError("pdf.no-browser", variable="V"), patch=monkeypatch)
    made = render_pdf(PAGE, title="t", language="de")
    assert (made.data, made.engine) == (None, "html")
    (notice,) = made.notices
    assert notice.key == "pdf.open-and-print"
    for language in LANGUAGES:
        assert install_command() in notice.text(language)
        assert "\n" not in notice.text(language)


@pytest.mark.parametrize("engine", ["weasyprint", "browser"])
def test_an_engine_asked_for_by_name_has_no_ladder(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it is missing, that is an error."""
    lower_rung(weasyprint=ABSENT, browser=MachineError("pdf.no-browser", variable="V"), patch=monkeypatch)
    with pytest.raises(MachineError, match=f"pdf.no-{engine}"):
        render_pdf(PAGE, title="t", language="de", engine=engine)  # type: ignore[arg-type]


def test_a_page_gets_the_title_and_language_that_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are escaped, and those of the page itself win."""
    seen: list[str] = []

    def keep(page: str, _attached: object, **_named: object) -> tuple[bytes, tuple[str, ...]]:
        seen.append(page)
        return b"", ()

    monkeypatch.setattr(pdf, "pdf_by_weasyprint", keep)
    render_pdf(PAGE, title="a<b>", language="de")
    named = '<html lang="en"><head><title>Mine</title></head></html>'
    render_pdf(named, title="other", language="de")
    assert "<title>a&lt;b&gt;</title>" in seen[0]
    assert '<html lang="de">' in seen[0]
    assert seen[1] == named


@pytest.mark.parametrize("faces", ["@font-face{src:url(fonts/NotoSans-Regular.ttf)}", font_faces()])
def test_a_self_contained_page_holds_its_fonts(faces: str) -> None:
    """No address of a font is left in the style, relative or absolute; greys are kept."""
    page = self_contained(f"<html><head><style>{faces}</style></head></html>")
    assert "data:font/ttf;base64,AAEAAAA" in page
    assert ".ttf" not in page
    assert "file:" not in page
    assert "print-color-adjust: exact" in page


def test_only_style_gets_fonts() -> None:
    """Text that looks like an address stays text, and a font that is not there stays an address."""
    rest = "<style>a{src:url(fonts/none.ttf)}</style></head><body>url(fonts/NotoSans-Regular.ttf)</body></html>"
    assert self_contained(f"<html><head>{rest}").endswith(rest)


@pytest.mark.parametrize("text", ['"', "\\", "</style>", "\n", "{}", "a; b: c", "Grüße 日本"])
def test_a_css_string_cannot_be_left(text: str) -> None:
    """Between its quotes stands nothing that CSS or HTML could take for its own."""
    inner = css_string(text)[1:-1]
    assert not set('"<>{}\n') & set(inner)
    assert inner.replace("\\", "").isprintable()


@pytest.mark.parametrize(
    ("platform", "word"), [("win32", "mingw-w64-ucrt-x86_64-pango"), ("darwin", "brew install pango")]
)
def test_the_install_command_fits_the_system(platform: str, word: str) -> None:
    """Windows gets MSYS2, macOS Homebrew."""
    assert word in install_command(platform)


def test_an_unknown_system_gets_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no installer is known, the library is named."""
    monkeypatch.setenv("PATH", "")
    assert install_command("linux") == "Pango"


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
@pytest.mark.parametrize(
    "address",
    ["file:///etc/hostname", "http://127.0.0.1:9/x.png", "../pyproject.toml", "fonts/%2e%2e/%2e%2e/pyproject.toml"],
)
def test_nothing_is_fetched_from_outside(address: str) -> None:
    """Files outside the templates' folder and the network are refused, and that is logged."""
    _, log = pdf_by_weasyprint(
        f'<html lang="en"><head><title>t</title></head><body><img alt="x" src="{address}"></body></html>'
    )
    assert any("not served while rendering" in line for line in log)


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
def test_the_log_is_collected(caplog: pytest.LogCaptureFixture) -> None:
    """What WeasyPrint does not know is in the result, and nowhere else."""
    page = '<html lang="en"><head><title>t</title><style>p { no-such: 1 }</style></head><body><p>x</p></body></html>'
    _, log = pdf_by_weasyprint(page)
    assert len(log) == 1
    assert "no-such" in log[0]
    assert caplog.records == []


# B14: each way in which the libraries can be missing, in a process of its own.
HIDE_LIBRARIES = """
import cffi
def nothing(self, name, flags=0):
    raise OSError(f"cannot load library {name!r}: hidden")
cffi.FFI.dlopen = nothing
"""
HIDE_PACKAGE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "weasyprint":
            raise ImportError("hidden")
sys.meta_path.insert(0, Hidden())
"""
SHOW = """
from posenc_cli.render.pdf import render_pdf
made = render_pdf("<html><head></head><body>x</body></html>", title="t", language="de")
print(made.engine, made.data and made.data[:5], [notice.key for notice in made.notices])
"""


def run(code: str, root: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Python in a process of its own, warnings as errors."""
    surroundings = os.environ | {"PYTHONPATH": str(root)} | env
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("hide", [HIDE_LIBRARIES, HIDE_PACKAGE], ids=["libraries", "package"])
def test_missing_libraries_lead_to_html(hide: str, root: Path) -> None:
    """No banner, no traceback, exit 0: the page is to be opened and printed (B14)."""
    done = run(hide + SHOW, root, POSENC_BROWSER="no-such-browser")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "html None ['pdf.open-and-print']\n"


@pytest.mark.browser
@pytest.mark.parametrize("hide", [HIDE_LIBRARIES, HIDE_PACKAGE], ids=["libraries", "package"])
def test_missing_libraries_lead_to_the_browser(hide: str, root: Path, browser: str) -> None:
    """With a browser there is still a PDF, in silence (B14)."""
    done = run(hide + SHOW, root, POSENC_BROWSER=browser)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "browser b'%PDF-' []\n"


DOCTOR = """
from posenc_cli.cli import main
print(main(["doctor"]))
"""


def test_the_doctor_says_which_library_is_missing(root: Path) -> None:
    """It tries the engine twice; what the first try left behind is no other fault."""
    done = run(HIDE_LIBRARIES + DOCTOR, root, POSENC_BROWSER="no-such-browser", POSENC_LANG="en")
    assert "Traceback" not in done.stderr
    assert "cannot load library" in done.stdout


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
def test_a_machine_without_fonts_prints(root: Path, tmp_path: Path) -> None:
    """Where fontconfig knows no font and the page brings none, the process lives and says nothing."""
    nothing = tmp_path / "fonts.conf"
    nothing.write_text('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>')
    done = run(SHOW, root, FONTCONFIG_FILE=str(nothing))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "weasyprint b'%PDF-' []\n"


def test_no_engine_is_loaded_before_it_is_needed(root: Path) -> None:
    """Importing the ladder loads neither WeasyPrint nor Jinja."""
    code = "import sys, posenc_cli.render.pdf; print({'weasyprint', 'jinja2', 'cffi'} & set(sys.modules))"
    assert run(code, root).stdout == "set()\n"


def test_the_families_are_those_of_the_fonts_in_the_folder() -> None:
    """The name that the tests' pages use is one that is bundled."""
    assert "Noto Sans" in FONT_FAMILIES
    assert (templates_folder() / "fonts" / "NotoSans-Regular.ttf").is_file()


@pytest.mark.pdf
def test_pages_of_one_style_are_printed_and_logged_alike(weasyprint: object) -> None:
    """A style is read once; the next page with it is the same PDF, and what is wrong with the style is said again."""
    assert weasyprint
    page = "<!doctype html><html lang='en'><head><title>x</title><style>p { nonsense: 1 }</style></head><p>a</p></html>"
    first, other, again = (
        pdf_by_weasyprint(each) for each in (page, page.replace("nonsense", "color").replace("1", "red"), page)
    )
    assert first == again
    assert len(first[1]) == 1
    assert other[1] == ()
