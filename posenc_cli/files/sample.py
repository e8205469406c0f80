"""The sample embeddings that come with the package: the words of "Die Katze sitzt auf der Matte"."""

from __future__ import annotations

from pathlib import Path


def sample_path() -> Path:
    """The file, as any other file of embeddings."""
    return Path(__file__).resolve().parent.parent / "data" / "katze.csv"
