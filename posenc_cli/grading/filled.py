"""Filled PDFs as tables of one row: the answers by blank, who it was, and which sheet it is."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.attachments import attachments
from posenc_cli.files.filled import fields_of
from posenc_cli.files.tables import Table, strip
from posenc_cli.grading.handed_in import Handed
from posenc_cli.worksheet.portable import PREFIX

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

#: Fields that are no blanks begin so, in the PDFs that posenc makes.
_BESIDES = "_"
#: What of them is a column of the table, and its heading.
_COLUMNS = {"_name": "name", "_sheet": "sheet", "_code": "sheet_code"}
#: What Moodle puts behind the name of whoever handed a file in.
_BY_MOODLE = re.compile(r"_\d+_assignsubmission.*")


def handed_pdfs(paths: Sequence[Path]) -> tuple[list[Handed], list[InputError]]:
    """What was handed in as PDFs, and what is wrong with those that cannot be read.

    Where nobody wrote a name, the file's is taken if there are several: that is how one tells them apart. A file
    without any answer counts as not filled in.
    """
    names = _names(paths)
    found: list[Handed] = []
    wrong: list[InputError] = []
    for path, fields in zip(paths, fields_of(paths), strict=True):
        if isinstance(fields, InputError):
            wrong.append(fields)
            continue
        table = _table(path, fields, names.get(path, ""))
        if any(table.rows[0][len(_COLUMNS) :]):
            found.append(Handed(path, table, lone=True))
        else:
            wrong.append(InputError("check.empty-pdf", path=path))
    return found, wrong


def _table(path: Path, fields: Mapping[str, str], name: str) -> Table:
    told = {heading: strip(fields.get(field, "")) for field, heading in _COLUMNS.items()}
    told["name"] = told["name"] or name
    # What is attached is the whole worksheet; the field may only name its file.
    told["sheet"] = _attached(path) or told["sheet"]
    answers = {field: strip(value) for field, value in fields.items() if not field.startswith(_BESIDES)}
    return Table([*told, *answers], [[*told.values(), *answers.values()]], lines=[1])


def _attached(path: Path) -> str:
    """The text that a worksheet of one's own can be made from again; of a built-in one, its code says as much."""
    texts = {each.decode("ascii", "replace").strip() for each in attachments(path) if each.startswith(PREFIX.encode())}
    whole = [text for text in texts if text.count(":") > 1]
    return whole[0] if len(whole) == 1 else ""


def _names(paths: Sequence[Path]) -> dict[Path, str]:
    """What files are called, or their folders where several are called the same."""
    if len(paths) < 2:
        return {}
    common = Counter(path.stem for path in paths)
    called = {path: path.parent.name if common[path.stem] > 1 else path.stem for path in paths}
    return {path: _BY_MOODLE.sub("", name) for path, name in called.items()}
