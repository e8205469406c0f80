"""Every record keeps the laws of its kind and its own, under every choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from posenc_cli.encodings import ENCODINGS
from tests.contract.cases import CASES, Case
from tests.contract.laws import LAWS, NOT_OF, laws

if TYPE_CHECKING:
    from tests.contract.laws import Law


@pytest.mark.parametrize(
    ("case", "law"),
    [pytest.param(case, law, id=f"{case}: {law.__name__}") for case in CASES for law in laws(case)],
)
def test_the_law_holds(case: Case, law: Law) -> None:
    """The law of the table, named in the test's name."""
    law(case)


def test_the_table_names_what_there_is() -> None:
    """Every kind has a law; no entry stands for nothing."""
    kinds = {record.kind for record in ENCODINGS.values()}
    assert kinds <= LAWS.keys() <= {*kinds, *ENCODINGS}
    names = {law.__name__ for each in LAWS.values() for law in each}
    assert {law for law, _ in NOT_OF} <= names
