"""The files of a built-in worksheet as a teacher gets them for editing."""

from __future__ import annotations

import csv
import io

from posenc_cli.errors import UsageError, choices
from posenc_cli.i18n.numbers import write_number
from posenc_cli.worksheet.spec import BUILTIN_NAMES, builtin_text, find


def files_of(name: str) -> list[tuple[str, bytes]]:
    """(file name, content): the commented spec, and its embeddings as a table for a spreadsheet.

    Raises:
        UsageError: no built-in worksheet of that name.
    """
    if name not in BUILTIN_NAMES:
        there = choices(name, BUILTIN_NAMES)
        key = "worksheet.no-builtin-near" if "near" in there else "worksheet.no-builtin"
        raise UsageError(key, given=name, **there)
    table = find(name).embeddings.table or {}
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    width = len(next(iter(table.values()), ()))
    writer.writerow(["word", *(f"d{k}" for k in range(1, width + 1))])
    writer.writerows([word, *(write_number(value, None) for value in vector)] for word, vector in table.items())
    return [(f"{name}.toml", builtin_text(name).encode()), ("embeddings.csv", stream.getvalue().encode())]
