"""Rules of a worksheet's own that have no value somewhere on the sheet: refused with their line, key or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from posenc_cli.calculation.formula import Formula
from posenc_cli.errors import InputError
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.render.blocks import SumGrids
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import read
from posenc_cli.worksheet.valueless import refuse_valueless
from tests.render.viewing import every

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

ADD = 'kind = "add"\nblank = [1]\n'
SAME = 'kind = "same-word"\nword = "cat"\nsentences = ["the cat", "see a cat"]\n'


def sheet_of(own: str, exercise: str = ADD, head: str = "") -> Sheet:
    """A sheet of two words, whose own table stands from line 5 on."""
    table = "the = [0.1, 0.2, 0.3, 0.4]\ncat = [0.0, 0.2, 0.3, 0.5]"
    top = f'[worksheet]\ntitle = "t"\nsentence = "the cat"{head}\n{own}\n[embeddings.table]\n{table}\n'
    return build(read(f"{top}[[exercise]]\n{exercise}", "s", None))


@pytest.mark.parametrize("exercise", [ADD, 'kind = "add"\nworked = [1]\n', 'kind = "add"\nfading = [0, 2]\n', SAME])
@pytest.mark.parametrize(
    "rule", ["(e + pe) / 0", "ln(e) + pe", "9 ** 9 ** 9 ** 9 + e + pe", "pe / e", "sqrt(e - 1) + pe"]
)
def test_a_rule_without_a_value_is_refused_with_its_line(rule: str, exercise: str) -> None:
    """Whether the number is printed or asked for; warnings are errors here, so nothing else is said."""
    with pytest.raises(InputError) as refused:
        sheet_of(f'[rules]\nx = "{rule}"', exercise)
    assert (refused.value.key, refused.value.values["line"]) == ("own-rules.no-value", 5)
    for language in LANGUAGES:
        assert "5" in text(language, refused.value.key, **refused.value.values)


def test_what_first_has_no_value_is_named() -> None:
    """Not the sum that follows from it: a rule for pe, or a number that the divisor is made of."""
    for own in ('[rules]\npe = "ln(k - 1) + 0 * pos"', "[given]\nbase = 0"):
        with pytest.raises(InputError) as refused:
            sheet_of(own)
        assert (refused.value.key, refused.value.values["line"]) == ("own-rules.no-value", 5)
        assert refused.value.values["given"] == own.split()[1]


def test_what_is_printed_rounded_may_be_nothing() -> None:
    """0.01 is 0.0 with one decimal, and whoever divides by what stands there has no result."""
    rule = '[rules]\nx = "e / pe"'
    assert len(solve(sheet_of(rule, head="\ndecimals = 3"))) == 4
    with pytest.raises(InputError, match=r"own-rules\.no-value"):
        sheet_of(rule, head="\ndecimals = 1")


def test_a_word_is_shown_only_where_it_has_a_sum() -> None:
    """At position 0 a sine is nothing, and the sheet itself has the word at position 1 only."""
    own = '[rules]\nx = "e / pe"'
    apart = 'kind = "same-word"\nword = "cat"\nsentences = ["the cat", "see a cat"]\n'
    assert len(every(sheet_view(sheet_of(own, apart)), SumGrids)) == 1
    with pytest.raises(InputError, match=r"own-rules\.no-value"):
        sheet_of(own, apart.replace("see a cat", "cat"))


def test_only_what_stands_on_the_sheet_needs_a_value() -> None:
    """At position 0 nothing is printed or asked for, and a branch that nobody takes may be anything."""
    for rule in ("e / pe", "e + pe + 0 * x"):
        assert np.isfinite([float(one.text) for one in solve(sheet_of(f'[rules]\nx = "{rule}"'))]).all()
    own = '[rules]\nours = "1 / pos"\ntheirs = "where(pos == 0, 0, ours)"'
    block = 'kind = "task"\n[[exercise.block]]\ntable = "theirs"\nblank = [1]\n'
    assert len(solve(sheet_of(own, block))) == 1


def test_what_has_no_value_by_posenc_alone_is_left_to_those_who_ask() -> None:
    """Only what a worksheet brings is refused here."""
    spec = sheet_of('[rules]\nours = "2 * pos"').spec
    alone = Formula.of(cosine="dot / lengths")
    refuse_valueless(spec, alone, {"dot": 0, "lengths": 0}, {"cosine": np.ones((1, 1), dtype=bool)})
    own = Formula.of(ours="0 / zero", cosine="ours")
    with pytest.raises(InputError, match=r"own-rules\.no-value"):
        refuse_valueless(spec, own, {"zero": 0}, {"cosine": np.ones((1, 1), dtype=bool)})
