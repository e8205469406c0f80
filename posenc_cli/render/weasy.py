"""The first rung: a PDF by WeasyPrint, quietly, with nothing fetched and never without a font.

WeasyPrint draws with Pango. Where that is missing, its import prints a banner on stdout and raises ``OSError``; where a
machine has no font at all and the page brings none, the whole process dies. Both are met here.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import io
import logging
import re
import shutil
import sys
import warnings
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit
from urllib.request import url2pathname

from posenc_cli.errors import MachineError
from posenc_cli.i18n import choose_language, text
from posenc_cli.render import tagging
from posenc_cli.render._templates import PROBE, templates_folder
from posenc_cli.render.acroform import Form
from posenc_cli.render.pdf_objects import Objects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

#: What one types to get Pango, by the program that installs it. Names only, the same in every language.
_INSTALLERS = {
    "apt": "sudo apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    "dnf": "sudo dnf install pango",
    "zypper": "sudo zypper install libpango-1_0-0",
    "apk": "sudo apk add pango fontconfig",
    "brew": "brew install pango",
    "pacman": "sudo pacman -S pango",
}
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
#: Styles that were read, with their fonts and what was logged about them: sheets, keys and drawings take turns.
_styles: dict[str, tuple[Any, Any, tuple[str, ...]]] = {}
_MOST_STYLES = 4
# Fonts let go of themselves with functions that are gone by the time when a program takes its modules apart.
atexit.register(_styles.clear)
_MSYS2 = "pacman -S mingw-w64-ucrt-x86_64-pango (MSYS2 UCRT64)"


def install_command(platform: str = sys.platform) -> str:
    """The command that brings Pango to this kind of system, or the library's name where none is known."""
    if platform == "win32":
        return _MSYS2
    if platform == "darwin":
        return _INSTALLERS["brew"]
    return next((command for program, command in _INSTALLERS.items() if shutil.which(program)), "Pango")


def import_weasyprint(module: str = "weasyprint") -> Any:  # noqa: ANN401  (WeasyPrint has no types)
    """WeasyPrint or one of its modules, imported without a word.

    Raises:
        MachineError: ``pdf.no-weasyprint``: it is not installed, or one of its libraries cannot be loaded.
    """
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        # An old HarfBuzz makes it warn about its own future; the doctor says what is missing.
        warnings.simplefilter("ignore")
        try:
            return importlib.import_module(module)
        except (ImportError, OSError) as error:
            # Parts of it that were imported would let the next try stumble over the ones that were not.
            for name in [name for name in sys.modules if name.partition(".")[0] == "weasyprint"]:
                del sys.modules[name]
            raise MachineError("pdf.no-weasyprint", install=install_command(), reason=first_line(error)) from error


def pdf_by_weasyprint(
    page: str,
    attached: Mapping[str, str] | None = None,
    *,
    fillable: bool = False,
    before: Callable[[Any], None] | None = None,
    after: Callable[[Any, Any], None] | None = None,
) -> tuple[bytes, tuple[str, ...]]:
    """One complete page as a tagged PDF (PDF/UA-1), and every line that WeasyPrint wanted to log about it.

    Args:
        page: HTML; relative addresses count from the templates' folder.
        attached: texts by their file names, to be attached.
        fillable: with a field wherever a person writes.
        before: called with WeasyPrint's document that is laid out but not yet drawn.
        after: called with it and pydyf's PDF that is complete but not yet written.

    Raises:
        MachineError: ``pdf.no-weasyprint`` or ``pdf.weasyprint-failed``.
    """
    weasyprint = import_weasyprint()
    with logged() as lines, _uncollected():
        try:
            document = _document(weasyprint, page, lines)
            if before is not None:
                before(document)
            data = written(document, attached or {}, after, fillable=fillable)
        except Exception as error:  # whatever it stumbles over, the next rung may not
            raise MachineError("pdf.weasyprint-failed", reason=first_line(error)) from error
    return data, tuple(lines)


def written(
    document: Any,  # noqa: ANN401
    attached: Mapping[str, str],
    after: Callable[[Any, Any], None] | None = None,
    *,
    fillable: bool = False,
) -> bytes:
    """A document that is laid out, as a tagged PDF (PDF/UA-1).

    Args:
        document: WeasyPrint's.
        attached: texts by their file names, to be attached.
        after: as above.
        fillable: as above.
    """
    form = Form(document) if fillable else None
    objects: list[Objects] = []

    def finish(laid_out: Any, pdf: Any) -> None:  # noqa: ANN401
        tagging.put_right(laid_out, pdf)
        if form is not None:
            form.put_into(pdf)
            objects.append(Objects.of(pdf))
        if after is not None:
            after(laid_out, pdf)

    files = _attachments(import_weasyprint(), attached, document.metadata.lang)
    data = cast("bytes", document.write_pdf(pdf_variant="pdf/ua-1", attachments=files, finisher=finish))
    # WeasyPrint packs all objects into one stream: who reads a field would have to unpack every tag.
    return objects[0].casts().written({}) if objects else data


def laid_out(page: str) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    """The laid-out pages of one complete page of HTML, for those who measure them, and every line as above.

    Raises:
        MachineError: as above.
    """
    weasyprint = import_weasyprint()
    with logged() as lines, _uncollected():
        try:
            pages = tuple(_document(weasyprint, page, lines).pages)
        except Exception as error:
            raise MachineError("pdf.weasyprint-failed", reason=first_line(error)) from error
    return pages, tuple(lines)


def _document(weasyprint: Any, page: str, lines: list[str]) -> Any:  # noqa: ANN401
    """A page laid out; what is logged about its style is in ``lines``, also where that style was read before."""
    html, style = _without_style(into_head(page, _spare_font()))
    folder = templates_folder()
    base, fetcher = f"{folder.resolve().as_uri()}/", _fetcher(weasyprint, folder)
    if (known := _styles.get(style)) is None:
        while len(_styles) >= _MOST_STYLES:
            del _styles[next(iter(_styles))]
        said = len(lines)
        fonts = import_weasyprint("weasyprint.text.fonts").FontConfiguration()
        sheet = weasyprint.CSS(string=style, font_config=fonts, base_url=base, url_fetcher=fetcher)
        known = _styles[style] = sheet, fonts, tuple(lines[said:])
    else:
        lines += known[2]
    sheet, fonts, _ = known
    document = weasyprint.HTML(string=html, base_url=base, url_fetcher=fetcher)
    return document.render(font_config=fonts, stylesheets=[sheet])


def _without_style(page: str) -> tuple[str, str]:
    """A page whose styles are meant for no medium, and these: the sheets of a class share one, which is read once."""
    head, end, body = page.partition("</head>")
    styles = _STYLE.findall(head)
    return (_STYLE.sub(r'<style media="none">\1</style>', head) + end + body, "\n".join(styles)) if end else (page, "")


def _attachments(weasyprint: Any, attached: Mapping[str, str], language: str | None) -> list[Any]:  # noqa: ANN401
    """Texts to attach, sorted by name as a PDF wants them, all of one day: a date of its own would alter every file."""
    day = datetime(2000, 1, 1, tzinfo=UTC)
    about = {
        "created": day,
        "modified": day,
        "relationship": "Source",
        "description": text(choose_language(language), "pdf.attached"),
    }
    return [weasyprint.Attachment(string=content, name=name, **about) for name, content in sorted(attached.items())]


def into_head(page: str, markup: str) -> str:
    """The page with ``markup`` first in its head."""
    found = re.search(r"<head\b[^>]*>", page, re.IGNORECASE) or re.match(r"\s*<!doctype[^>]*>", page, re.IGNORECASE)
    at = found.end() if found else 0
    return page[:at] + markup + page[at:]


def first_line(error: BaseException) -> str:
    """What an error says, short enough to stand in a sentence."""
    said = str(error).strip().splitlines()
    return (said[0] if said else type(error).__name__)[:200]


def _spare_font() -> str:
    """A face that always loads: it keeps the process alive where the machine has no font, whatever the page brings."""
    return f'<style>@font-face {{ font-family: "posenc spare"; src: url("{PROBE.as_posix()}") }}</style>'


def _fetcher(weasyprint: Any, folder: Path) -> Any:  # noqa: ANN401
    """A fetcher that serves data: addresses and files of the templates' folder, and nothing else."""
    root = folder.resolve()

    class TemplatesOnly(weasyprint.URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:  # noqa: ANN401
            parts = urlsplit(url)
            own = parts.scheme == "file" and not parts.netloc and _below(parts.path, root)
            if parts.scheme != "data" and not own:
                message = f"not served while rendering: {url[:80]}"
                raise ValueError(message)
            return super().fetch(url, headers)

    return TemplatesOnly(allowed_protocols=("data", "file"), allow_redirects=False)


def _below(url_path: str, root: Path) -> bool:
    return Path(url2pathname(url_path)).resolve().is_relative_to(root)


class _Collector(logging.Handler):
    """Keeps the lines instead of showing them."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.WARNING)
        self.lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """No search for garbage: nearly all that a layout makes lives to its end, and looking through it costs a fifth."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextlib.contextmanager
def logged() -> Iterator[list[str]]:
    """Collects log lines and Python warnings; nothing of them reaches a stream."""
    lines: list[str] = []
    logger, collector = logging.getLogger("weasyprint"), _Collector(lines)
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(collector)
    try:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield lines
        # Which fonts a machine has is no fault of the page.
        lines.extend(str(warning.message) for warning in caught if "No fonts configured" not in str(warning.message))
    finally:
        logger.removeHandler(collector)
        logger.propagate = propagate
