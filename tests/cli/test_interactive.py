"""``posenc worksheet --interactive`` and ``--link``: what is written, what is said, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from posenc_cli.cli import main
from posenc_cli.cli.looking import Look
from posenc_cli.errors import UsageError
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.codes import code_of
from posenc_cli.worksheet.spec import find, read

pytestmark = pytest.mark.usefixtures("empty_folder")
ADDRESS = "https://school.example/cat.html"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["cat-short"], "cat-short.html"),
        (["cat-short", "-o", "a.html"], "a.html"),
        (["cat-short", "--vary", "--seed", "7"], "cat-short-7.html"),
        (["--sentence", "The dog barks loudly"], "the-dog-barks-loudly.html"),
    ],
)
def test_one_file_is_written_and_said_to_hold_answers(
    words: list[str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page stands beside where one is, without a key, and it is said what is in it."""
    assert main(["worksheet", *words, "--interactive"]) == 0
    written = {path.name for path in Path().iterdir()}
    assert name in written
    assert not any("key" in one or one.endswith(".pdf") for one in written)
    assert f"{name} holds the right results" in capsys.readouterr().err
    assert main(["worksheet", *words, "--interactive"]) != 0


def test_it_goes_to_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    """With -f html, as other pages do."""
    assert main(["worksheet", "cat-short", "--interactive", "-f", "html"]) == 0
    assert capsys.readouterr().out.startswith("<!DOCTYPE html>")
    assert not list(Path().iterdir())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "a.pdf"], "not a file like .pdf"),
        (["-f", "json"], "not a file like .json"),
        (["-o", "a.html", "-f", "pdf"], "not a file like .pdf"),
        (["--key", "key.html"], "leave --key out"),
        (["--groups", "2"], "--interactive and --groups"),
        (["--class", "roster.csv"], "--interactive and --class"),
        (["--link", ADDRESS], "--interactive and --link"),
    ],
)
def test_what_it_does_not_go_with(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Another format, a key, several sheets."""
    assert main(["worksheet", "cat-short", "--interactive", *words]) == 2
    assert said in capsys.readouterr().err
    assert not list(Path().iterdir())


def test_own_templates_are_for_paper(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They could leave the fields out, so the page does without them and says so."""
    folder = root / "samples" / "templates"
    assert main(["worksheet", "cat-short", "--interactive", "--templates", str(folder)]) == 0
    assert "are for paper" in capsys.readouterr().err


@pytest.mark.parametrize(
    "given",
    ["ftp://a.example/", "a.html", "https://", "https://a b", "https://a#b", "https://ä", f"https://{'a' * 200}", ""],
)
def test_an_address_that_is_none(given: str) -> None:
    """It must begin as addresses do, and leave room for the code."""
    with pytest.raises(UsageError) as caught:
        Look(link=given).put_on(build(find("cat-short")))
    assert caught.value.key == "interactive.bad-link"


def test_the_qr_code_opens_the_page_with_the_code_of_the_sheet() -> None:
    """On sheet and worksheet: the address, then the code; the code itself stays what it was."""
    plain = build(find("cat-short"))
    linked = Look(link=ADDRESS).put_on(plain)
    assert code_of(linked) == code_of(plain)
    code = sheet_view(plain).code.removeprefix("Code ")
    assert sheet_view(linked).qr == f"{ADDRESS}#{code}"
    assert code in sheet_view(linked).qr_alt
    text = find("cat-short").text.replace("[worksheet]", f'[worksheet]\nlink = "{ADDRESS}"', 1)
    own = build(read(text, "cat-short", None))
    assert sheet_view(own).qr.startswith(f"{ADDRESS}#")


def test_a_sheet_without_qr_code_has_no_room_for_a_link() -> None:
    """What would be printed nowhere is refused."""
    spec = read(find("cat-short").text.replace("[worksheet]", "[worksheet]\nqr = false", 1), "x", None)
    with pytest.raises(UsageError) as caught:
        Look(link=ADDRESS).put_on(build(spec))
    assert caught.value.key == "interactive.link-without-qr"


@pytest.mark.parametrize("words", [["--groups", "2"], ["--class", "roster.csv", "--vary"]])
def test_a_link_leads_to_one_sheet(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Where everybody has other numbers, no page is right for all."""
    assert main(["worksheet", "cat-short", "--link", ADDRESS, *words]) == 2
    assert "--link and" in capsys.readouterr().err


def test_saved_answers_of_a_class_are_read_together(capsys: pytest.CaptureFixture[str]) -> None:
    """Files as the page saves them: the sheet is known, everybody is named, what is not checked does not matter."""
    for name in ("Ana", "Bo"):
        saved = {
            "schema": "posenc.answers/1",
            "name": name,
            "sheet": "cat-short",
            "sheet_code": code_of(build(find("cat-short"))),
            "answers": {"pe2_d1": "0,909", "pe2_d2": "-0.416", "x2_d1": ""},
            "not_checked": {"exercise-3.1": "because"},
        }
        Path(f"{name}.json").write_text(json.dumps(saved), encoding="utf-8")
    assert main(["check", "Ana.json", "Bo.json", "-f", "json"]) == 0
    captured = capsys.readouterr()
    report = json.loads(captured.out)
    assert [student["name"] for student in report["students"]] == ["Ana", "Bo"]
    assert captured.err == ""
