from __future__ import annotations

import string
import tomllib
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", NAMES)
def test_same_keys_in_every_language(language: str, name: str) -> None:
    """What can be said in one language can be said in the others."""
    assert set(catalogue(language, name)) == set(catalogue("en", name))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", NAMES)
def test_same_placeholders_in_every_language(language: str, name: str) -> None:
    """A sentence names the same things in every language."""
    said, english = catalogue(language, name), catalogue("en", name)
    different = {key for key in said if placeholders(said[key]) != placeholders(english.get(key, said[key]))}
    assert different == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_leaf_says_something(language: str, name: str) -> None:
    """No sentence is empty, none is a number, and every place in it has a name."""
    wrong = {
        key: text
        for key, text in catalogue(language, name).items()
        if not (isinstance(text, str) and text.strip()) or not all(part.isidentifier() for part in placeholders(text))
    }
    assert wrong == {}
