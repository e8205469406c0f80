"""The list of mistakes, mistakes without numbers, and columns that are not there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from posenc_cli.encodings.slips import load
from posenc_cli.i18n import LANGUAGES, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from posenc_cli.i18n import Language
    from tests.cli.conftest import Ran


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_slips_are_listed(posenc: Callable[..., Ran], language: Language) -> None:
    """A line each, with what to call it and what it is, in the order of the catalogue."""
    lines = posenc("explain", "--slip", "list", "--lang", language).out.splitlines()
    assert lines == [f"{one.id}: {text(language, f'slips.{one.id}.name')}" for one in load("sinusoidal")]


def test_the_list_for_programs(posenc: Callable[..., Ran]) -> None:
    """The same as JSON."""
    found = json.loads(posenc("explain", "--slip", "list", "-f", "json", "--lang", "en").out)
    assert found["schema"] == "posenc.slips/1"
    assert found["slips"][0] == {"slip": "angle-degrees", "name": "calculator in degree mode"}
    assert len(found["slips"]) == len(load("sinusoidal"))


def test_the_list_is_named_where_it_is_looked_for(posenc: Callable[..., Ran]) -> None:
    """The help, and the sentence about an unknown one."""
    assert '"list"' in posenc("explain", "--help").out
    assert "--slip list" in posenc("explain", "--slip", "degrees", code=2).error


@pytest.mark.parametrize("slip", [one for one in load("sinusoidal") if not one.variants], ids=lambda one: one.id)
def test_a_slip_without_numbers_says_why(posenc: Callable[..., Ran], slip: object) -> None:
    """Another shape, or no number at all: said in the text and to programs."""
    name, shape = slip.id, slip.shape  # type: ignore[attr-defined]
    said = text("en", "compute.other-shape" if shape else "compute.no-number")
    assert said in " ".join(posenc("explain", "--slip", name, "--lang", "en").out.split())
    found = json.loads(posenc("explain", "--slip", name, "-f", "json", "--lang", "en").out)
    assert (found["right"], found["wrong"], found["why_no_numbers"]) == ([], [], said)


def test_a_slip_with_numbers_has_no_reason(posenc: Callable[..., Ran]) -> None:
    """There is nothing to excuse."""
    assert json.loads(posenc("explain", "--slip", "angle-degrees", "-f", "json").out)["why_no_numbers"] is None


@pytest.mark.parametrize("asked", ["d9", "d₉", "8", "4"])
def test_a_column_that_is_not_there_is_named_as_it_was_typed(posenc: Callable[..., Ran], asked: str) -> None:
    """Who types d9 reads of d9."""
    assert f" {asked} " in f"{posenc('explain', '--dim', asked, '--lang', 'de', code=2).error} "
