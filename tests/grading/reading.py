"""What the sample sheet finds in files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.files.tables import Looking
from posenc_cli.grading import handed_in
from posenc_cli.grading.report import check
from posenc_cli.i18n import LANGUAGES, text
from tests.grading.tools import katze

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from posenc_cli.grading.report import Report
    from posenc_cli.grading.submission import Submission
    from posenc_cli.i18n import Notice

    Save = Callable[..., Path]

PE = ("pe2_d1", "pe2_d2", "pe2_d3", "pe2_d4")
HEAD = "Name;" + ";".join(PE)
GOOD = "0,909;-0,416;0,020;1,000"


def read(*paths: Path, separator: str | None = None) -> tuple[list[Submission], list[Notice]]:
    """What the sample sheet finds in files."""
    return handed_in.submissions(handed_in.load(paths, Looking(separator=separator)), katze())


def report(*paths: Path) -> Report:
    """The checked class."""
    found, notices = read(*paths)
    return check(katze(), found, notices=notices)


def row(report: Report, student: int = 0) -> list[str]:
    """The verdicts of position 2."""
    return [one.verdict for one in report.students[student].blanks if one.blank.id in PE]


def refusal(*paths: Path) -> InputError:
    """The error of files that cannot be taken."""
    with pytest.raises(InputError) as caught:
        read(*paths)
    for language in LANGUAGES:
        assert str(caught.value.values["path"]) in text(language, caught.value.key, **caught.value.values)
    return caught.value


def said(notices: list[Notice]) -> list[str]:
    """Keys of notices; every one can be said in both languages."""
    assert all(notice.text(language) for notice in notices for language in LANGUAGES)
    return [notice.key for notice in notices]
