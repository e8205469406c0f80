"""``posenc explore``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from posenc_cli.cli import main

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("empty_folder")


def test_it_writes_a_page_and_replaces_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without options the page is explorer.html; what is there already stays, unless --force says otherwise."""
    assert main(["explore"]) == 0
    page = tmp_path / "explorer.html"
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    page.write_text("mine", encoding="utf-8")
    assert main(["explore"]) == 2
    assert page.read_text(encoding="utf-8") == "mine"
    assert main(["explore", "--force", "--lang", "de"]) == 0
    assert '<html lang="de">' in page.read_text(encoding="utf-8")
    assert "explorer.html" in capsys.readouterr().err


@pytest.mark.parametrize("options", [["-o", "-"], ["-f", "html"]])
def test_it_goes_to_stdout(options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A dash and a format without a file are for pipes."""
    assert main(["explore", *options]) == 0
    assert capsys.readouterr().out.rstrip().endswith("</html>")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["page.pdf", "page"])
def test_only_a_page_can_be_written(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another suffix is refused with one that works."""
    assert main(["explore", "-o", name]) == 2
    assert "explorer.html" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
