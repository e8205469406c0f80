from __future__ import annotations

import tomllib
from importlib import resources

from posenc_cli.arrays.more_slips import ids
from posenc_cli.arrays.subject import WHATS
from posenc_cli.encodings.slips import everything
from posenc_cli.i18n import LANGUAGES, lookup

CODE = tomllib.loads(resources.files("posenc_cli.arrays").joinpath("code.toml").read_text(encoding="utf-8"))
#: Slips of grade A that no array of one encoding shows, or that nobody makes in code.
ELSEWHERE = {
    "add-concatenated",  # another shape
    "cos-instead-of-dot",
    "cos-norms-not-rooted",
    "dot-instead-of-cos",
    "learned-limit-off-by-one",  # no row to look at
    "rel-dot-not-constant",
    "write-decimal-shifted",
}


def test_every_mistake_has_its_line_of_code_and_its_repair() -> None:
    """What can be found in an array is told with the code that makes it and what to write instead."""
    told = set(CODE)
    grade_a = {one.id for one in everything() if one.grade == "A"}
    assert (grade_a | ids()) - told == ELSEWHERE
    for language in LANGUAGES:
        assert set(lookup(language, "repairs")) == told


def test_every_mistake_of_arrays_has_a_name() -> None:
    """Those that no worksheet has are named and explained in the catalogue of arrays, all kinds of arrays as well."""
    for language in LANGUAGES:
        slips = lookup(language, "arrays.slips")
        assert set(slips) == set(ids())
        assert all({"name", "did"} == set(texts) for texts in slips.values())
        assert set(lookup(language, "arrays.whats")) == set(WHATS)


def test_only_known_mistakes_have_code() -> None:
    """No line stands there for a mistake that does not exist."""
    assert set(CODE) - {one.id for one in everything()} - ids() == set()
