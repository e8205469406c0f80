"""Faults that were reported against other tools, tried on ours: odd widths, negative numbers, screens."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Annotated, Any

import pytest
import typer

from posenc_cli.cli import frame
from posenc_cli.cli.frame import Output, command

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

TOKENS = ["[unk]", "sitzt", "[/mask]", ":cat:", "[0.5]"]


def test_b01_odd_width(posenc: Callable[..., Ran]) -> None:
    """B01: an odd vector length ends in a lone sine."""
    out = posenc("table", "--d", "5", "--pos", "2").out
    assert "2       0.909      -0.416            0.050            0.999              0.001\n" in out
    assert "d₅ is a lone sine" in out.replace("\n", " ")


@pytest.fixture
def echo(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A command that takes answers, an option and a switch, in the place of ``table``; what it got."""
    got: list[Any] = []

    @command("see", "posenc table 1", "posenc table 2")
    def table(
        _out: Output,
        *,
        answers: Annotated[list[str] | None, typer.Argument()] = None,
        shift: Annotated[float, typer.Option("--shift", "-s")] = 0.0,
        word: Annotated[str, typer.Option("--word")] = "",
        loud: Annotated[bool, typer.Option("--loud", "-l")] = False,
    ) -> None:
        """Echo."""
        got.extend([answers, shift, word, loud])

    monkeypatch.setattr(frame, "record_of", lambda _name: table)
    return got


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["0.909", "-0.416", "0.020", "1.000"], [["0.909", "-0.416", "0.020", "1.000"], 0, "", False]),
        (["-0,416", "−0,416", "–0,416"], [["-0,416", "−0,416", "–0,416"], 0, "", False]),
        (["-.5", "-,5", "-1", "-2E-2", "- 0.416"], [["-.5", "-,5", "-1", "-2E-2", "- 0.416"], 0, "", False]),
        (["-0.4", "-l", "-1", "-s", "-2,5", "3"], [["-0.4", "-1", "3"], -2.5, "", True]),
        (["-ls", "2", "--word", "-1"], [None, 2, "-1", True]),
        (["--", "-l", "--word"], [["-l", "--word"], 0, "", False]),
    ],
    ids=repr,
)
def test_b02_negative_numbers(
    posenc: Callable[..., Ran], echo: list[Any], arguments: list[str], expected: list[Any]
) -> None:
    """B02: whatever reads as a number is an answer and no option, in any spelling and at any place."""
    posenc("table", *arguments)
    assert echo == expected


def test_b02_options_are_still_options(posenc: Callable[..., Ran], echo: list[Any]) -> None:
    """B02: what does not read as a number is an option, and a wrong one is refused."""
    assert "-x" in posenc("table", "-x4", code=2).error
    assert "--0.4" in posenc("table", "--0.4", code=2).error
    assert echo == []


@pytest.mark.parametrize("format_", ["text", "md", "csv", "json"])
def test_b09_no_negative_zero(posenc: Callable[..., Ran], tmp_path: Path, format_: str) -> None:
    """B09: a sum of −0.0000026 is written 0.000, in every format."""
    (tmp_path / "w.txt").write_text("w -0.9093 0 0 0\n", encoding="utf-8")
    out = posenc("add", "--embeddings", "w.txt", "--at", "2", "-f", format_, "--decimals", "3").out
    assert re.search(r"(?<![\d.])0\.0", out)
    assert not re.search(r"[-−]0\.?0*(?![.\d])", out)


@pytest.mark.parametrize("format_", ["text", "csv", "json"])
def test_b10_tokens_are_no_markup(posenc: Callable[..., Ran], format_: str) -> None:
    """B10: brackets and colons of tokens come out as they went in."""
    out = posenc("table", "--sentence", " ".join(TOKENS), "-f", format_).out
    assert all(token in out for token in TOKENS)
    assert "🐱" not in out


def test_b10_tokens_in_markdown(posenc: Callable[..., Ran]) -> None:
    """B10: in Markdown every sign that could be markup is escaped."""
    out = posenc("table", "--sentence", "[unk] **fett** a|b <b>", "-f", "md").out
    for shown in (r"\[unk\]", r"\*\*fett\*\*", r"a\|b", r"\<b\>"):
        assert f" {shown} |" in out


def numbers(out: str) -> list[str]:
    """Every number with three decimals."""
    return re.findall(r"-?\d\.\d{3}(?!\d)", out)


def expected_numbers(posenc: Callable[..., Ran]) -> set[str]:
    """The same from the file format."""
    return set(numbers(posenc("table", "--d", "16", "--pos", "0-5", "-f", "csv", "--decimals", "3").out))


@pytest.mark.parametrize("surroundings", [{}, {"COLUMNS": "40"}, {"TERM": "dumb", "COLUMNS": "20"}], ids=str)
def test_b11_wide_tables_into_a_file(
    process: Callable[..., subprocess.CompletedProcess[bytes]], surroundings: dict[str, str]
) -> None:
    """B11: a piped table has all its columns side by side, whatever the terminal's width."""
    ran = process("table", "--d", "16", "--pos", "0-5", **surroundings)
    lines = ran.stdout.decode().splitlines()
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert [len(numbers(line)) for line in lines[3:9]] == [16] * 6
    assert not any("…" in line or "..." in line for line in lines)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("width", "unbuffered"), [(40, ""), (40, "1"), (80, "")])
def test_b11_wide_tables_on_a_narrow_terminal(posenc: Callable[..., Ran], width: int, unbuffered: str) -> None:
    """B11: on a narrow terminal the columns come in blocks, every number complete, no line too long."""
    if shutil.which("script") is None:
        pytest.skip("script is missing (package bsdutils)")
    inner = f"stty cols {width} rows 50; unset COLUMNS; {sys.executable} -m posenc_cli table --d 16 --pos 0-5"
    env = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    ran = subprocess.run(["script", "-qec", inner, "/dev/null"], env=env, capture_output=True, check=False, timeout=60)
    lines = ran.stdout.decode().replace("\r", "").splitlines()
    assert ran.returncode == 0
    assert max(map(len, lines)) <= width
    assert len(numbers("\n".join(lines).split("Conventions")[0].replace("(pos/", "("))) >= 96
    assert expected_numbers(posenc) <= set(numbers("\n".join(lines)))


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "latin-1"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("table", "--d", "4", "--pos", "2"),
        ("table", "--sentence", "日本 שלום Müller 👨‍👩‍👧"),
        ("explain",),
        ("scores", "--pair", "Die@0,der@4"),
        ("explain", "--slip", "angle-inverse-function", "--lang", "de"),
        ("--help",),
        ("explain", "--slip", "so-nicht"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_b12_narrow_encodings(
    process: Callable[..., subprocess.CompletedProcess[bytes]], encoding: str, arguments: tuple[str, ...]
) -> None:
    """B12: a console that lacks d₁, ≈ or a word gets substitutes, and never a traceback."""
    ran = process(*arguments, PYTHONIOENCODING=encoding)
    assert ran.returncode == (2 if "so-nicht" in arguments else 0)
    assert b"Traceback" not in ran.stderr
    text = ran.stdout.decode(encoding)
    assert "?" not in text.replace("RAD?", "")
    if arguments[0] == "table":
        assert " d1 " in text


def test_b12_files_keep_their_characters(process: Callable[..., subprocess.CompletedProcess[bytes]]) -> None:
    """B12: csv and json never lose a character: they are UTF-8 with a notice where the console is narrower."""
    for format_ in ("csv", "json"):
        ran = process("table", "--sentence", "日本", "-f", format_, PYTHONIOENCODING="cp1252")
        assert "日本" in ran.stdout.decode("utf-8")
        assert ran.returncode == 0
        assert b"cp1252" in ran.stderr
