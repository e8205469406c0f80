"""Consoles that lack what posenc likes to write: the same is said with what they have."""

from __future__ import annotations

import io

import pytest

from posenc_cli.cli import COMMANDS, main

CALLS = (
    [],
    ["--help"],
    *([name, "--help"] for name in COMMANDS),
    ["add"],
    ["check", "--d", "4", "--pos", "2", "0.035", "0.999", "0.000", "1.000"],
    ["check", "no–file…"],
    ["encodings", "rope"],
    ["explain", "--pos", "3"],
    ["explain", "--slip", "list"],
    ["plot", "clock"],
    ["plot", "heatmap"],
    ["practice", "katze-kurz", "--fresh"],
    ["scores", "--pair", "0,1"],
    ["table"],
    ["table", "--sentence", "日本 שלום 😀"],
)


def said(words: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str, str]:
    """Exit code and what stands on both channels; strict ones: what has no place there is an error."""
    channels = [io.TextIOWrapper(io.BytesIO(), encoding, newline="") for _ in range(2)]
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdout", channels[0])
        patch.setattr("sys.stderr", channels[1])
        patch.setattr("sys.stdin", io.StringIO("0,8\n?\n\n"))
        code = main(words)
    out, err = (each.detach().getvalue().decode(encoding) for each in channels)
    return code, out, err


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_a_console_is_written_to_in_its_own_characters(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Windows in Western Europe, in a window and in a terminal: as many lines, and nothing fails."""
    window, terminal = (said(words, encoding, monkeypatch) for encoding in ("cp1252", "cp850"))
    assert [text.count("\n") for text in window[1:]] == [text.count("\n") for text in terminal[1:]]
    assert window[0] == terminal[0]
