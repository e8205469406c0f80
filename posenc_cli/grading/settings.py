"""What a teacher says about marking when answers are checked; else the worksheet's own settings hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeAlias

from posenc_cli.worksheet.key import accepted_texts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.grading.submission import Submission
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec_parts import Marking

#: What a tolerance can make right: a number that was read.
_DOUBTFUL = frozenset({"follow-through", "coarse", "rounding", "wrong"})


@dataclass(frozen=True)
class Credited:
    """Settings of one check.

    Attributes:
        shares: of the points, by verdict.
        tolerance: how far an answer may be from the key's text.
        scale: of the marks.
    """

    shares: Mapping[str, float] = field(default_factory=dict)
    tolerance: Decimal | None = None
    scale: str | None = None

    def over(self, marking: Marking) -> Marking:
        """The settings of a worksheet with these instead of its own."""
        said: dict[str, Any] = {} if self.tolerance is None else {"tolerance": self.tolerance}
        if self.scale is not None:
            said |= {"scale": self.scale, "thresholds": ()}
        return marking.model_copy(update=said)


#: Settings, or shares of the points by verdict alone.
Credit: TypeAlias = "Mapping[str, float] | Credited"


def tolerated(sheet: Sheet, submissions: Sequence[Submission], verdicts: NDArray[Any], tolerance: Decimal) -> None:
    """Call answers right that are near enough to a text of the key; decimals are compared, no binary fractions.

    Args:
        sheet: what was to be solved.
        submissions: of the students.
        verdicts: (student, blank), changed in place.
        tolerance: of every blank.
    """
    keys = [[Decimal(text) for text in texts] for texts in accepted_texts(sheet)]
    for student, submission in enumerate(submissions):
        for number, blank in enumerate(sheet.blanks):
            if verdicts[student, number] not in _DOUBTFUL:
                continue
            value = submission.answers[blank.id].value
            if value is not None and any(abs(value - right) <= tolerance for right in keys[number]):
                verdicts[student, number] = "correct"
