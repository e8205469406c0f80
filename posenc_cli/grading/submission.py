"""What a student handed in: raw answers by blank id, read but not judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.grading.headings import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.i18n.numbers import Reading


@dataclass(frozen=True)
class Sender:
    """Whose folder something lay in, as a learning platform packs what was handed in; "" where it says nothing.

    Attributes:
        name: of the person.
        participant: the number that the platform knows this handing in by; Moodle's grading worksheet has it too.
        folder: the name of the folder, in which feedback goes back.
    """

    name: str = ""
    participant: str = ""
    folder: str = ""


NOBODY = Sender()


@dataclass(frozen=True)
class Submission:
    """One attempt of one student.

    Attributes:
        name: as written, or None where there is none.
        answers: readings by blank id; a blank that is missing was not asked for in the file.
        line: of the file, where the answers stand in one.
        sender: whose folder it lay in.
    """

    name: str | None
    answers: Mapping[str, Reading]
    line: int | None = None
    sender: Sender = NOBODY

    @property
    def key(self) -> str | None:
        """The name as names are compared: attempts of one person share it."""
        return None if self.name is None else fold(self.name)
