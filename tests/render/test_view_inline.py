from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.render.blocks import Span
from posenc_cli.render.inline import inline


@pytest.mark.parametrize(
    ("sentence", "spans"),
    [
        ("plain", [("plain", "plain")]),
        ("a **b c** d", [("a ", "plain"), ("b c", "strong"), (" d", "plain")]),
        ("a _b_ d", [("a ", "plain"), ("b", "emphasis"), (" d", "plain")]),
        ("`10^(2i/d)`", [("10^(2i/d)", "formula")]),
        ("10^(−3)!", [("10", "plain"), ("−3", "power"), ("!", "plain")]),
        ("____ / __", [("____ / __", "plain")]),
        ("snake_case_name", [("snake_case_name", "plain")]),
        ("{{x}}", [("{x}", "plain")]),
    ],
)
def test_markup(sentence: str, spans: list[tuple[str, str]]) -> None:
    """Each mark makes its style, and nothing else does."""
    assert inline(sentence) == tuple(Span(text, style) for text, style in spans)  # type: ignore[arg-type]


@given(st.text(min_size=1))
def test_a_word_is_never_markup(word: str) -> None:
    """Whatever a word looks like, it is put in as it is."""
    assert inline("say {word} **{word}** now", word=word) == (
        Span(f"say {word} "),
        Span(word, "strong"),
        Span(" now"),
    )


def test_a_reference_stands_for_itself() -> None:
    """A span that is a value stays a span, so that the layout can make its words."""
    assert inline("see {there}.", there=Span("", target="4")) == (Span("see "), Span("", target="4"), Span("."))
