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
#: Turns of loops and calls of one page, and the signs that it puts in; the largest sheets of ours take a tenth.
MOST_TURNS, MOST_SIGNS = 300_000, 20_000_000
MOST_BYTES = 1_000_000
#: What a product of texts or lists may have, and the largest exponent.
_MOST_COPIES, _MOST_POWER = 1_000_000, 1000
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

    ours = FileSystemLoader(templates_folder())
    loader = ChoiceLoader([PrefixLoader({OURS: ours}), FunctionLoader(_reader(folder)), ours])
    made: Environment = _environment_class()(loader=loader, **options)
    # What is marked as safe would be printed as it is.
    del made.filters["safe"]
    printed = made.finalize or (lambda value: value)
    made.finalize = lambda value: made.measured(printed(value))  # type: ignore[attr-defined]
    made.globals["embedded"] = lambda name: _embedded(folder, str(name))
    return made


@contextmanager
def bounded(environment: Environment, folder: Path) -> Iterator[None]:
    """While one page is made: turns are counted anew, and a fault in a template is said with its file and line.

    Raises:
        InputError: whatever went wrong.
    """
    from jinja2 import TemplateSyntaxError

    environment.turns = environment.signs = 0  # type: ignore[attr-defined]
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


def _environment_class() -> Any:  # noqa: ANN401  (made late: jinja2 is heavy)
    from jinja2 import TemplateSyntaxError, nodes
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Bounded(ImmutableSandboxedEnvironment):
        """The sandbox of Jinja, with loops that are counted and no way around escaping."""

        intercepted_binops = frozenset({"*", "**"})
        turns = signs = 0

        def turn(self) -> None:
            self.turns += 1
            _refuse(self.turns > MOST_TURNS, f"more than {MOST_TURNS} turns of loops")

        def measured(self, value: Any) -> Any:  # noqa: ANN401
            self.signs += len(value) if isinstance(value, str) else 0
            _refuse(self.signs > MOST_SIGNS, f"more than {MOST_SIGNS} signs")
            return value

        def call(self, context: Any, obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
            self.turn()
            return super().call(context, obj, *args, **kwargs)

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:  # noqa: ANN401
            _refuse(_is_huge(operator, left, right), f"too large: {operator}")
            return super().call_binop(context, operator, left, right)

        def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
            tree = super()._parse(source, name, filename)
            for node in tree.find_all(nodes.EvalContextModifier):
                raise TemplateSyntaxError("autoescape cannot be changed", node.lineno, name, filename)
            for loop in tree.find_all(nodes.For):
                counted = nodes.Call(nodes.EnvironmentAttribute("turn"), [], [], None, None)
                loop.body.insert(0, nodes.ExprStmt(counted).set_lineno(loop.lineno, override=True))
            return tree

    return Bounded


def _refuse(too_much: bool, reason: str) -> None:  # noqa: FBT001
    if too_much:
        from jinja2.exceptions import SecurityError

        raise SecurityError(reason)


def _is_huge(operator: str, left: Any, right: Any) -> bool:  # noqa: ANN401
    """Would a power, or copies of a text or a list, fill the memory?"""
    if operator == "**":
        return bool(abs(right) > _MOST_POWER)
    sizes = [len(side) if hasattr(side, "__len__") else side for side in (left, right)]
    return sizes != [left, right] and sizes[0] * sizes[1] > _MOST_COPIES


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
