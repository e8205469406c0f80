"""Templates of a person's own: a folder whose files stand before ours, in a sandbox.

They see the view and nothing else: no Python, no file outside their folder, no loop without end, and every text that
they print is escaped. ``ours/sheet.css`` is our file of that name, so that one of their own may add to it.
"""

from __future__ import annotations

import base64
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from posenc_cli.errors import InputError, PosencError
from posenc_cli.files.paths import is_folder, user_path
from posenc_cli.render._templates import templates_folder
from posenc_cli.render.weasy import first_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from jinja2 import Environment

    from posenc_cli.worksheet.spec import Spec

#: The files of ours that a folder may hold in their place.
REPLACEABLE = ("sheet.css", "phone.css", "sheet.html.j2", "blocks.html.j2", "expectation.html.j2")
#: Before the name of a file: ours, whatever the folder holds.
OURS = "ours"
MOST_BYTES = 1_000_000
_PICTURES = {
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
}


def own_folder(spec: Spec) -> Path | None:
    """The folder that a worksheet names, or None.

    Raises:
        InputError: it is not there, or holds none of our files.
    """
    given = spec.worksheet.templates
    if not given:
        return None
    where = spec.at("templates")
    path = user_path(given)
    if not path.is_absolute():
        if spec.folder is None:
            raise InputError("templates.nowhere", **where, given=given)
        path = spec.folder / path
    return _looked_into(path, "templates", given=given, **where)


def asked_folder(given: str) -> str:
    """The folder that an option names, in full, to stand in a worksheet.

    Raises:
        InputError: it is not there, or holds none of our files.
    """
    return str(_looked_into(user_path(given), "templates.option", given=given))


def _looked_into(folder: Path, keys: str, **said: object) -> Path:
    if not is_folder(folder):
        raise InputError(f"{keys}.no-folder", **said)
    if not any((folder / name).is_file() for name in REPLACEABLE):
        raise InputError(f"{keys}.nothing", **said, known=", ".join(REPLACEABLE), ours=templates_folder())
    return folder.resolve()


def sandbox(folder: Path, **options: Any) -> Environment:  # noqa: ANN401
    """An environment in which the files of a folder stand before ours.

    Args:
        folder: the person's own.
        options: as of our own environment.
    """
    from jinja2 import ChoiceLoader, FileSystemLoader, FunctionLoader, PrefixLoader

    from posenc_cli.render.sandbox import Bounded

    ours = FileSystemLoader(templates_folder())
    loader = ChoiceLoader([PrefixLoader({OURS: ours}), FunctionLoader(_reader(folder)), ours])
    made = Bounded(loader=loader, **options)
    made.globals["embedded"] = lambda name: _embedded(folder, str(name))
    return made


@contextmanager
def bounded(environment: Environment, folder: Path) -> Iterator[None]:
    """While one page is made: turns are counted anew, and a fault in a template is said with its file and line.

    Raises:
        InputError: whatever went wrong.
    """
    from jinja2 import TemplateSyntaxError

    from posenc_cli.render.sandbox import Bounded

    if isinstance(environment, Bounded):
        environment.begin()
    try:
        yield
    except TemplateSyntaxError as fault:
        name = fault.name or fault.filename or "?"
        raise InputError(
            "templates.fault", path=_shown(name, folder), line=fault.lineno, reason=first_line(fault)
        ) from None
    except PosencError:
        raise
    except Exception as fault:  # noqa: BLE001  (whatever a template runs into)
        name, line = _place(fault.__traceback__)
        raise InputError("templates.fault", path=_shown(name, folder), line=line, reason=_reason(fault)) from None


def _reader(folder: Path) -> Callable[[str], tuple[str, str, Callable[[], bool]] | None]:
    """What finds a template in the folder: (text, file, is it still the same?)."""

    def read(name: str) -> tuple[str, str, Callable[[], bool]] | None:
        path = _inside(folder, name)
        if path is None:
            return None
        changed = path.stat().st_mtime
        return path.read_bytes().decode("utf-8-sig"), str(path), lambda: path.stat().st_mtime == changed

    return read


def _inside(folder: Path, name: str) -> Path | None:
    """The ordinary file of that name below the folder; links that lead out of it are none."""
    if "\x00" in name:
        return None
    path = (folder / name.lstrip("/")).resolve()
    if not (path.is_relative_to(folder) and path.is_file()):
        return None
    if path.stat().st_size > MOST_BYTES:
        message = f"{name} has more than {MOST_BYTES} bytes"
        raise ValueError(message)
    return path


def _embedded(folder: Path, name: str) -> str:
    """A picture of the folder as an address that holds it, for ``<img src="{{ embedded('logo.png') }}" alt="…">``."""
    path = _inside(folder, name)
    kind = _PICTURES.get(Path(name).suffix.lower())
    if path is None or kind is None:
        message = f"no picture {name} here; possible: {', '.join(_PICTURES)}"
        raise ValueError(message)
    return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode('ascii')}"


def _place(trace: TracebackType | None) -> tuple[str, int]:
    """The last line of a template that was reached; Jinja names its lines in tracebacks."""
    found = "?", 1
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not file.endswith(".py"):
            found = file, trace.tb_lineno
        trace = trace.tb_next
    return found


def _shown(name: str, folder: Path) -> str:
    path = Path(name)
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else path.name


def _reason(fault: Exception) -> str:
    return f"{type(fault).__name__}: {first_line(fault)}"
