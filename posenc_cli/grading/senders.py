"""Whose file it is, by the folders that learning platforms pack what was handed in into."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from posenc_cli.files.words import on_one_line
from posenc_cli.grading.submission import NOBODY, Sender

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.files.arrivals import Arrival

#: Moodle: "Ada Lovelace_12345_assignsubmission_file_" is a folder, or begins the name of a file.
_MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+_?")
#: ILIAS: "Lovelace_Ada_alovelace_4711".
_ILIAS = re.compile(r"(?P<last>[^\W\d_][^\d_]*)_(?P<first>[^\W\d_][^\d]*?)_(?P<login>[^_]+)_(?P<number>\d+)")


def sender_of(one: Arrival) -> Sender:
    """Whose folder a file lies in, the innermost first."""
    for part in (one.path.name, *reversed(one.above or (one.path.parent.name,))):
        if found := _MOODLE.match(part):
            folder = found[0] if part == one.path.name else part
            return Sender(on_one_line(found["name"].replace("_", " ")), found["number"], folder)
    for part in reversed(one.above):
        if found := _ILIAS.fullmatch(part):
            name = f"{found['first']} {found['last']}".replace("_", " ")
            return Sender(on_one_line(name), found["number"], part)
    return NOBODY


def named(files: Sequence[Arrival]) -> list[Sender]:
    """Who sent each file; else it is called as the file is, or as its folder if many are alike.

    A single file needs no name.
    """
    senders = [sender_of(one) for one in files]
    if len(files) < 2:
        return senders
    alike = Counter(one.path.stem for one in files)
    return [
        sender
        if sender.name
        else replace(sender, name=on_one_line(one.path.parent.name if alike[one.path.stem] > 1 else one.path.stem))
        for one, sender in zip(files, senders, strict=True)
    ]
