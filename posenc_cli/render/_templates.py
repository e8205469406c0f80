"""Where the templates and fonts are, and the one Jinja environment that reads them.

The tree keeps ``templates/`` at its top, where a person finds it; a wheel carries it inside the package.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from posenc_cli.errors import MachineError

if TYPE_CHECKING:
    from collections.abc import Callable

    from jinja2 import Environment

PACKAGE = Path(__file__).resolve().parent.parent

#: A file that only our own templates hold: another project's ``templates/`` must not be taken for them.
PROBE = Path("fonts", "NotoSans-Regular.ttf")

TEXT_FAMILY = "Noto Sans"
SYMBOL_FAMILY = "Posenc Symbols"
#: Of lines of a program only.
CODE_FAMILY = "Noto Sans Mono"
#: What ``font-family`` should say; the second family fills the gaps of the first.
FONT_FAMILIES = f'"{TEXT_FAMILY}", "{SYMBOL_FAMILY}"'

_FACES = (
    (TEXT_FAMILY, "NotoSans-Regular.ttf", 400, "normal"),
    (TEXT_FAMILY, "NotoSans-Bold.ttf", 700, "normal"),
    (TEXT_FAMILY, "NotoSans-Italic.ttf", 400, "italic"),
    (CODE_FAMILY, "NotoSansMono-Regular.ttf", 400, "normal"),
    (SYMBOL_FAMILY, "PosencSymbols-Regular.ttf", 400, "normal"),
)


def templates_folder(package: Path = PACKAGE) -> Path:
    """The folder of templates that belongs to this copy of posenc.

    The packaged one comes first: beside an *installed* package a foreign ``templates/`` may lie.

    Args:
        package: the folder of the package ``posenc_cli``.

    Raises:
        MachineError: neither place holds them, so the installation is broken.
    """
    packaged = package / "templates"
    if (packaged / PROBE).is_file():
        return packaged
    checkout = package.parent / "templates"
    if (package.parent / "pyproject.toml").is_file() and (checkout / PROBE).is_file():
        return checkout
    raise MachineError("templates.missing", packaged=packaged, checkout=checkout)


def fonts_folder(package: Path = PACKAGE) -> Path:
    """The folder of the bundled fonts."""
    return templates_folder(package) / "fonts"


def font_faces(package: Path = PACKAGE) -> str:
    """The ``@font-face`` rules of the bundled fonts, with absolute ``file:`` addresses.

    Never with ``unicode-range``: WeasyPrint 70 prints wrong glyphs then. See ``templates/fonts/README.md``.
    """
    folder = fonts_folder(package)
    return "\n".join(
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style}; '
        f'src: url("{(folder / name).as_uri()}"); }}'
        for family, name, weight, style in _FACES
    )


def environment(
    package: Path = PACKAGE, own: Path | None = None, printed: Callable[[Any], Any] | None = None
) -> Environment:
    """A Jinja environment over the templates: everything escaped, and a misspelt name is an error.

    Args:
        package: the folder of the package ``posenc_cli``.
        own: a person's folder of templates, which stand before ours and are kept in a sandbox.
        printed: what becomes of every value before it is printed.
    """
    import jinja2

    options: dict[str, Any] = {
        "autoescape": True,
        "undefined": jinja2.StrictUndefined,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "finalize": printed,
    }
    if own is not None:
        from posenc_cli.render.own_templates import sandbox

        return sandbox(own, **options)
    return jinja2.Environment(loader=jinja2.FileSystemLoader(templates_folder(package)), **options)  # noqa: S701
