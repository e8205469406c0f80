from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("init", "katze", "here", "-o", "there"), "--output"),
        (("init", "katze", "-o", "-"), "folder"),
        (("init", "katze", "--decimals", "9"), "1 to 6"),
        (("plot", "heatmap", "--head", "2"), "--head"),
        (("plot", "bias", "-e", "alibi", "--head", "99"), "--head"),
        (("practice", "-o", "there.txt"), "-o"),
        (("practice", "--open"), "--open"),
        (("add", "--word", "Katze"), "--at"),
        (("worksheet", "--list", "-f", "pdf"), "pdf"),
        (("worksheet", "--list", "-o", "list.html"), "html"),
    ],
    ids=" ".join,
)
def test_nothing_that_was_asked_for_is_ignored(
    arguments: tuple[str, ...], said: str, posenc: Callable[..., object]
) -> None:
    """An option that cannot be followed is said to be so, instead of another answer."""
    assert said in posenc(*arguments, code=2).error  # type: ignore[attr-defined]
