"""All ways in, by name."""

from __future__ import annotations

from tests.attack.files import FILES
from tests.attack.texts import TEXTS

READERS = {**TEXTS, **FILES}
