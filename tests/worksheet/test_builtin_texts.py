from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path

import pytest

from posenc_cli.i18n import LANGUAGES, catalogue
from posenc_cli.worksheet.spec import BUILTIN_NAMES, builtin_text

RUN = 8
#: Eight hexadecimal digits of the hash of every run of eight words in the texts that our sheets started from.
HASHES = Path(__file__).with_name("seed_runs.txt")


def leaves(value: object) -> list[str]:
    """Every string of nested tables and lists."""
    if isinstance(value, dict):
        return [text for inner in value.values() for text in leaves(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in leaves(inner)]
    return [value] if isinstance(value, str) else []


def runs(text: str) -> set[str]:
    """Hashes of all runs of eight words, upper and lower case alike; runs of numbers and signs do not count."""
    words = re.findall(r"[^\W_]+", text.casefold())
    found = [words[start : start + RUN] for start in range(len(words) - RUN + 1)]
    prose = [run for run in found if sum(word.isalpha() and len(word) > 1 for word in run) >= 5]
    return {hashlib.sha256(" ".join(run).encode()).hexdigest()[:8] for run in prose}


def known() -> set[str]:
    """The hashes of the file."""
    text = HASHES.read_text(encoding="ascii").replace("\n", "")
    return {text[start : start + 8] for start in range(0, len(text), 8)}


def test_runs_are_compared_as_they_were_hashed() -> None:
    """The same words give the same hash whatever stands between them, and the file holds thousands of hashes."""
    assert len(known()) > 3000
    assert runs("The cat sits on the mat; the dog barks.") == runs("the CAT sits, on the mat – the dog: barks")
    assert runs("The cat sits on the mat; the dog.") == {"48ac28a6"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["exercise", "sheet"])
def test_texts_are_our_own(language: str, name: str) -> None:
    """No eight words in a row are those of a source."""
    texts = leaves(catalogue("de" if language == "de" else "en", name))
    assert len(texts) > 50
    assert [text for text in texts if runs(text) & known()] == []
    assert runs(" ".join(texts)) & known() == set()


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_specs_are_our_own(name: str) -> None:
    """Comments of the built-in specs are no copies either."""
    text = builtin_text(name)
    assert tomllib.loads(text)["worksheet"]["title"]
    assert runs(text) & known() == set()
