"""The sample embeddings that come with the package: the words of "Die Katze sitzt auf der Matte", in every language.

The vectors are the same, word by word.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.i18n import LANGUAGES, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.i18n import Language


def sample_path(language: Language = "de") -> Path:
    """The file of a language, as any other file of embeddings."""
    return Path(__file__).resolve().parent.parent / "data" / text(language, "language.sample")


def sample_with(words: Sequence[str] | None, language: Language) -> Path:
    """The file that has all these words: that of the language, unless only the other one has them."""
    own = sample_path(language)
    others = [sample_path(each) for each in LANGUAGES if each != language]
    wanted = {word.casefold() for word in words or ()}
    return next((path for path in (own, *others) if wanted <= _words(path)), own)


def _words(path: Path) -> set[str]:
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    return {line.partition(",")[0].casefold() for line in lines}
