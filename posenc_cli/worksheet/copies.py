"""The files of a built-in worksheet as a teacher gets them for editing."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from posenc_cli.errors import UsageError, choices
from posenc_cli.i18n import text
from posenc_cli.i18n.numbers import mark_of, separator_of, write_number
from posenc_cli.worksheet.find import Writing
from posenc_cli.worksheet.rewriting import rewritten
from posenc_cli.worksheet.spec import BUILTIN_NAMES, builtin_text, find

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from decimal import Decimal

    from posenc_cli.i18n import Language

#: The file of the vectors, beside the spec.
VECTORS = "embeddings.csv"


def files_of(name: str, writing: Writing | None = None) -> list[tuple[str, bytes]]:
    """(file name, content): the commented spec, and the vectors of its words, if it has any, for a spreadsheet.

    Args:
        name: of a built-in worksheet.
        writing: of its numbers, where it is not its own.

    Raises:
        UsageError: no built-in worksheet of that name, or decimals that it cannot have.
    """
    if name not in BUILTIN_NAMES:
        there = choices(name, BUILTIN_NAMES)
        key = "worksheet.no-builtin-near" if "near" in there else "worksheet.no-builtin"
        raise UsageError(key, given=name, **there)
    writing = writing or Writing()
    spec, toml = writing.put_into(find(name)), builtin_text(name)
    if writing.decimals is not None:
        toml = rewritten(toml, r"^decimals = \d+", lambda _: f"decimals = {writing.decimals}")
    if writing.decimal_mark is not None:
        toml = rewritten(toml, r"^decimal_mark = \"\w+\"", lambda _: f'decimal_mark = "{writing.decimal_mark}"')
    language, table = spec.worksheet.language, spec.embeddings.table
    if not table:
        return [(f"{name}.toml", toml.encode())]
    return [
        (f"{name}.toml", _reading_the_file(toml, language).encode()),
        (VECTORS, _as_table(table, language).encode()),
    ]


def _reading_the_file(toml: str, language: Language) -> str:
    """The spec with its vectors in the file beside it; the comment above them says both ways."""
    lines = [f"# {text(language, f'commands.init-{name}', file=VECTORS)}" for name in ("file", "table")]
    section = "\n".join([*lines, "[embeddings]", f'file = "{VECTORS}"', ""])
    return rewritten(toml, r"(?:^#.*\n)*^\[embeddings\.table\]\n(?:.+\n)*", lambda _: section)


def _as_table(table: Mapping[str, Sequence[Decimal]], language: Language) -> str:
    """Words and vectors as a spreadsheet of that language opens and saves them."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=separator_of(language), lineterminator="\r\n")
    width = len(next(iter(table.values()), ()))
    writer.writerow([text(language, "compute.word"), *(f"d{k}" for k in range(1, width + 1))])
    mark = mark_of(language)
    writer.writerows([word, *(write_number(value, None, mark=mark) for value in row)] for word, row in table.items())
    return "\ufeff" + stream.getvalue()
