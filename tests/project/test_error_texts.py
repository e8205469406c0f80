"""Every error and notice that the source can raise has its sentence in both languages, with the values it names."""

from __future__ import annotations

import ast
import re
import string
from dataclasses import dataclass
from pathlib import Path

import pytest

from posenc_cli.i18n import LANGUAGES, Language, lookup

PACKAGE = Path(__file__).resolve().parents[2] / "posenc_cli"
ERRORS = ("UsageError", "InputError", "MachineError")
NAMES = (*ERRORS, "Notice")


CATALOGUES = {path.stem for path in PACKAGE.glob("i18n/en/*.toml")}
KEY = re.compile(r'"(([a-z-]+)(?:\.[a-z0-9_-]+)+)"')
#: What is written like a key and is none: files, and places in a spec or a PDF.
NO_KEYS = re.compile(r".*\.(toml|css|j2|mplstyle)|worksheet\.(credit|sentence)|exercise\.block|pdf\.stream")


@dataclass(frozen=True)
class Raised:
    """One place in the source that names a sentence.

    Attributes:
        place: file and line.
        key: in the catalogue.
        named: values that it gives by name, or None where they are a dictionary that cannot be read from the source.
        more: it gives others too (``**where``).
    """

    place: str
    key: str
    named: frozenset[str] | None
    more: bool


def constants(node: ast.expr) -> list[str]:
    """The texts that a first argument can be: one, or one of two; none for what is put together while running."""
    if isinstance(node, ast.IfExp):
        return [*constants(node.body), *constants(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def called(node: ast.Call) -> str:
    """The name of what is called."""
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def values(node: ast.Call) -> tuple[frozenset[str] | None, bool]:
    """The values that a call names, and whether there are more."""
    if called(node) != "Notice":
        return frozenset(word.arg for word in node.keywords if word.arg), any(
            word.arg is None for word in node.keywords
        )
    given = [*node.args[1:], *(word.value for word in node.keywords if word.arg == "values")]
    if not given:
        return frozenset(), False
    if not isinstance(given[0], ast.Dict):
        return None, True
    keys = given[0].keys
    names = frozenset(str(key.value) for key in keys if isinstance(key, ast.Constant))
    return names, len(names) < len(keys)


def raised() -> list[Raised]:
    """All places, by a walk over the source."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and called(node) in NAMES and node.args:
                place = f"{path.relative_to(PACKAGE.parent).as_posix()}:{node.lineno}"
                for key in constants(node.args[0]):
                    whole = key if "." in key or called(node) == "Notice" else f"errors.{key}"
                    found.append(Raised(place, whole, *values(node)))
    return found


def fields(sentence: str) -> set[str]:
    """The values that a sentence wants."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def is_said(one: Raised) -> bool:
    """Does the key exist in both languages, with places for just the values that are given?"""
    for language in LANGUAGES:
        sentence = lookup(language, one.key)
        if not isinstance(sentence, str):
            return False
        wanted = fields(sentence)
        if one.named is not None and not (one.named <= wanted if one.more else one.named == wanted):
            return False
    return True


def test_every_error_has_its_sentence() -> None:
    """Whatever the source raises has a sentence, and the walk over it finds what is known to be there."""
    found = raised()
    assert {"errors.expression-syntax", "worksheet.no-such-word", "files.not-regular"} <= {one.key for one in found}
    assert len(found) > 80
    assert [f"{one.place} {one.key}" for one in found if not is_said(one)] == []


def written() -> dict[str, str]:
    """Every whole key in the source, and a file that it stands in; what is put together while running is not seen."""
    return {
        key: path.relative_to(PACKAGE).as_posix()
        for path in sorted(PACKAGE.rglob("*.py"))
        for key, name in KEY.findall(path.read_text(encoding="utf-8"))
        if name in CATALOGUES and not NO_KEYS.fullmatch(key)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_in_the_source_has_its_sentence(language: Language) -> None:
    """Those in tables too, where no error and no notice is called by name."""
    keys = written()
    assert len(keys) > 500
    missing = {}
    for key, place in keys.items():
        try:
            lookup(language, key)
        except (KeyError, FileNotFoundError):
            missing[key] = place
    assert missing == {}
