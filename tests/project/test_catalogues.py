from __future__ import annotations

import re
import string
import tomllib
from pathlib import Path

from posenc_cli import i18n

I18N = Path(__file__).resolve().parents[2] / "posenc_cli" / "i18n"
LANGUAGES = sorted(folder.name for folder in I18N.iterdir() if folder.is_dir() and folder.name != "__pycache__")
OTHERS = [language for language in LANGUAGES if language != "en"]
NAMES = sorted({path.name for path in I18N.glob("*/*.toml")})


def leaves(value: object, key: str = "") -> dict[str, object]:
    """Every sentence of a catalogue by its dotted key; lists count by position."""
    if isinstance(value, dict):
        nested = value.items()
    elif isinstance(value, list):
        nested = dict(enumerate(value)).items()
    else:
        return {key: value}
    return {name: text for part, inner in nested for name, text in leaves(inner, f"{key}.{part}".lstrip(".")).items()}


def catalogue(language: str, name: str) -> dict[str, object]:
    """One file of one language, flat."""
    return leaves(tomllib.loads((I18N / language / name).read_text(encoding="utf-8")))


def placeholders(text: object) -> set[str]:
    """The named places of a sentence; a sentence that cannot be filled in is an error here."""
    return {name for _, name, _, _ in string.Formatter().parse(str(text)) if name is not None}


def test_german_and_english_are_there() -> None:
    """Every language has a catalogue, and both of these are among them, so that the tests below compare something."""
    assert sorted(i18n.LANGUAGES) == LANGUAGES
    assert {"de", "en"} <= {*LANGUAGES}
    assert "errors.toml" in NAMES


def test_same_keys_in_every_language() -> None:
    """What can be said in one language can be said in the others."""
    assert {
        (language, name)
        for language in OTHERS
        for name in NAMES
        if set(catalogue(language, name)) != set(catalogue("en", name))
    } == set()


def test_same_placeholders_in_every_language() -> None:
    """A sentence names the same things in every language."""
    different = set()
    for name in NAMES:
        english = catalogue("en", name)
        for language in OTHERS:
            different |= {
                (language, name, key)
                for key, said in catalogue(language, name).items()
                if placeholders(said) != placeholders(english.get(key, said))
            }
    assert different == set()


def says_something(text: object) -> bool:
    """Is it a sentence that is not empty, and whose places all have names?"""
    return isinstance(text, str) and bool(text.strip()) and all(part.isidentifier() for part in placeholders(text))


def test_every_leaf_says_something() -> None:
    """No sentence is empty, none is a number, and every place in it has a name."""
    wrong = {
        (language, name, key): text
        for language in LANGUAGES
        for name in NAMES
        for key, text in catalogue(language, name).items()
        if not says_something(text)
    }
    assert wrong == {}


def test_no_plural_in_brackets() -> None:
    """A sentence is one of one thing or of several, and never of "thing(s)"."""
    found = {
        (language, name, key)
        for language in LANGUAGES
        for name in NAMES
        for key, said in catalogue(language, name).items()
        if re.search(r"\w\((?:s|es|n|en|e|er|in|innen)\)", str(said))
    }
    assert found == set()
