"""The built-in worksheets as tests take them: those of the whole way once, and those of the families."""

from __future__ import annotations

from posenc_cli.worksheet.spec import BUILTIN_NAMES, FAMILIES

#: Sentence, table, sums and a dot product of a sinusoidal encoding, long and short; their exercises are kinds.
WHOLE_WAY = ("katze", "katze-kurz", "cat", "cat-short")
#: One encoding after the other, German and English; their exercises are free tasks.
FAMILY_SHEETS = tuple(name for name in BUILTIN_NAMES if name not in WHOLE_WAY)
#: A worksheet and its translation.
FAMILY_TWINS = tuple((name, f"{name}-en") for name in FAMILIES)
TWINS = (("katze", "cat"), ("katze-kurz", "cat-short"), *FAMILY_TWINS)
