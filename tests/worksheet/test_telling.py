"""Rules that would print what a blank asks for."""

from __future__ import annotations

import pytest

from posenc_cli.errors import InputError
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.spec import BUILTIN_NAMES, find, read

HEAD = """
[worksheet]
title = "t"
encoding = "alibi"
sentence = "a b c"
params = { n_heads = 1 }
[rules]
z = "RULE"
[[exercise]]
kind = "task"
[[exercise.block]]
table = "bias"
blank = [1, 2]
[[exercise.block]]
table = "z"
"""


@pytest.mark.parametrize("rule", ["bias + 0", "-bias", "1 * (bias + 2) - 2"])
def test_a_rule_that_repeats_a_blank_is_refused(rule: str) -> None:
    """Under another name, or with its sign turned, a printed number would be the answer."""
    with pytest.raises(InputError) as refused:
        build(read(HEAD.replace("RULE", rule), "t", None))
    assert refused.value.key == "worksheet.rule-repeats"
    assert (refused.value.values["given"], refused.value.values["line"]) == ("z", 8)


@pytest.mark.parametrize("rule", ["query - key", "bias * 2", "slope * (key - query)", "exp(bias)"])
def test_a_rule_with_numbers_of_its_own_is_printed(rule: str) -> None:
    """What follows from a blank may be printed, and so may a number that is equal but comes from elsewhere."""
    assert build(read(HEAD.replace("RULE", rule), "t", None)).printed["z"].all()


def test_a_rule_that_is_asked_for_repeats_nothing() -> None:
    """Where the second table asks for the same cells, nothing is told."""
    sheet = build(read(HEAD.replace("RULE", "bias + 0") + "blank = [0, 1, 2]\n", "t", None))
    assert len(sheet.blanks) == 15


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_no_built_in_worksheet_repeats_a_blank(name: str) -> None:
    """All of them can be built."""
    assert build(find(name)).blanks
