"""Examples of numbers in sentences that students read: none of them is an answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from posenc_cli.i18n import LANGUAGES
from posenc_cli.i18n.numbers import read_number
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.key import accepted_texts
from posenc_cli.worksheet.spec import BUILTIN_NAMES
from tests.project.test_catalogues import catalogue

if TYPE_CHECKING:
    from posenc_cli.i18n import Language

#: Catalogues whose sentences stand in a student's report, in practice or on a page for the phone.
SHOWN = ("numbers", "report", "practice", "slips", "interactive", "control", "moodle")


@pytest.fixture(scope="module")
def answers() -> frozenset[float]:
    """All that is right in any blank of any worksheet that is built in."""
    return frozenset(float(text) for name in BUILTIN_NAMES for one in accepted_texts(sheet_of(name)) for text in one)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_example_is_an_answer(language: Language, answers: frozenset[float]) -> None:
    """A sentence that says how numbers are written, or what may have gone wrong, gives no right value away."""
    sentences = [str(said) for name in SHOWN for said in catalogue(language, f"{name}.toml").values()]
    numbers = [found for said in sentences for found in re.findall(r"[-−]?\d+[.,]\d+", said)]
    values = {read_number(number).value for number in numbers}
    assert None not in values
    assert len(values) > 2
    assert {value for value in values if value is not None and float(value) in answers} == set()
