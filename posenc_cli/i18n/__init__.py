"""Texts and number text. A leaf: imports nothing of posenc but the error family.

``text("de", "files.not-found", path="a.csv")`` looks the sentence up in ``i18n/de/files.toml``. Both languages
have the same files, keys and placeholders (a test looks at that). Values are put in by name and never interpreted.
"""

from __future__ import annotations

import locale
import os
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Language = Literal["de", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Notice:
    """Something worth saying that stops nothing: a key of the catalogue and the values that its sentence names."""

    key: str
    values: dict[str, object] = field(default_factory=dict)

    def text(self, language: Language) -> str:
        """The notice as a sentence; another one may be the reason of it."""
        values = {
            name: value.text(language) if isinstance(value, Notice) else value for name, value in self.values.items()
        }
        return text(language, self.key, **values)


def said_once(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """Without those that would say the same again, in their order."""
    kept: dict[str, Notice] = {}
    for notice in notices:
        kept.setdefault(notice.text("en"), notice)
    return tuple(kept.values())


@cache
def catalogue(language: Language, name: str) -> dict[str, Any]:
    """The whole file ``name`` of one language, as nested tables of strings."""
    import tomllib  # many calls say nothing

    return tomllib.loads((_HERE / language / f"{name}.toml").read_text(encoding="utf-8"))


def lookup(language: Language, key: str) -> Any:  # noqa: ANN401  (a string, a list or a table of them)
    """What the catalogue holds under ``file.table.key``; a missing key is a fault of posenc (KeyError)."""
    if (language, key) in _BROUGHT:
        return _BROUGHT[language, key]
    name, *path = key.split(".")
    found: Any = catalogue(language, name)
    for part in path:
        found = found[part]
    return found


#: What a worksheet brings with it, by language and key; a key tells by itself what stands behind it.
_BROUGHT: dict[tuple[Language, str], str] = {}


def bring(prefix: str, name: str, texts: Mapping[str, Mapping[Language, str]]) -> str:
    """Take texts of a worksheet into the catalogue.

    Args:
        prefix: of their keys, ``slips``.
        name: below it.
        texts: by the last part of the key the text in every language; one that is missing is told in another.

    Returns:
        The name under which they are found: with a number behind, if the same one stands for other texts already.
    """
    for number in range(1, len(_BROUGHT) + 2):
        found = name if number == 1 else f"{name}-{number}"
        told: dict[tuple[Language, str], str] = {
            (language, f"{prefix}.{found}.{part}"): some.get(language, next(iter(some.values())))
            for part, some in texts.items()
            for language in LANGUAGES
        }
        told = {key: said.replace("{", "{{").replace("}", "}}") for key, said in told.items()}
        if all(_BROUGHT.get(key, said) == said for key, said in told.items()):
            _BROUGHT.update(told)
            return found
    raise AssertionError(name)


def text(language: Language, key: str, /, **values: object) -> str:
    """One sentence with its values put in."""
    sentence = lookup(language, key)
    return cast("str", sentence).format(**values)


def choose_language(asked: str | None = None) -> Language:
    """The language of messages: what :func:`said_language` finds, else English."""
    return said_language(asked) or "en"


def said_language(asked: str | None = None) -> Language | None:
    """The language that a person said: ``--lang``, else ``POSENC_LANG``, else the system's locale; None for no word."""
    for candidate in (asked, os.environ.get("POSENC_LANG"), _system_language()):
        # Windows says "German_Germany" where others say "de_DE".
        short = (candidate or "").strip().lower().replace("german", "de")[:2]
        if short in LANGUAGES:
            return short
    return None


def _system_language() -> str | None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value
    try:
        return locale.getlocale()[0]
    except ValueError:  # a name of a locale that Python does not know
        return None
