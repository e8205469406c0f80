"""A student's file holds no answer, in whatever medium: not in its text, its source, its metadata, its attachments."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pypdf
import pytest

from posenc_cli.cli.looking import Look
from posenc_cli.files.packed import unpacked
from posenc_cli.render import pdf, weasy
from posenc_cli.render.editable import TEACHERS
from posenc_cli.render.sheets import KEY_FORMATS, SHEET_FORMATS, render
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.find import Writing
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import find, read
from tests.page_texts import page_texts
from tests.render.viewing import every

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

#: So many that no answer is printed anywhere by chance.
DECIMALS = 5
NUMBER = re.compile(r"\u2212?\d+\.\d+")
#: Built-in sheets, fixed ones and drawn ones, and a person's own, which brings its whole worksheet along.
SHEETS = ("katze-kurz", "cat-short-7", "nope-en-7", "own alibi", "own katze-kurz-7")


@cache
def sheet_of(name: str) -> Sheet:
    """A sheet by its name here."""
    text, _, seed = name.removeprefix("own ").partition("-7")
    assert seed == ""
    spec = find(text)
    spec = read(spec.text, text, Path()) if name.startswith("own ") else spec
    spec = Writing(DECIMALS).put_into(spec)
    return vary(spec, 7) if name.endswith("-7") else build(spec)


@cache
def answers(name: str) -> frozenset[str]:
    """Right numbers that the sheet does not print as given, and model answers."""
    sheet = sheet_of(name)
    shown = " ".join(every(sheet_view(sheet), str))
    numbers = {one.text.replace("-", "\u2212") for one in solve(sheet)}
    models = {block.model for exercise in sheet.spec.exercise for block in exercise.block if block.model}
    whole = {number for number in numbers if not re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", shown)}
    # What is counted is printed without zeros behind the point, and stands anywhere.
    whole = {number for number in whole if number.rstrip("0")[-1] != "."}
    return frozenset(whole | {plain(model)[:40] for model in models})


def plain(text: str) -> str:
    """A text as all media have it: without styles, line breaks and what stands in braces."""
    return " ".join(re.sub(r"[*_`]|\{.*", "", text).split())


@cache
def made(name: str, kind: str, *, key: bool) -> bytes:
    """A sheet or its key as a file."""
    return render(sheet_of(name), kind, key=key).data


@cache
def written(data: bytes, kind: str) -> dict[str, str]:
    """All that can be read in a file, by where it stands."""
    if kind in {"docx", "xlsx"}:
        # Runs of a paragraph are one text for whoever reads it.
        parts = (re.sub(r"</(?:w:p|text|t)>", "\n", part.decode(errors="replace")) for part in unpacked(data).values())
        return {"source": "\n".join(re.sub(r"<[^>]*>", "", part) for part in parts)}
    if kind != "pdf":
        return {"source": data.decode("utf-8")}
    reader = pypdf.PdfReader(io.BytesIO(data))
    found = {"text": "\n".join(page_texts(data))}
    found |= {"metadata": f"{reader.metadata} {reader.xmp_metadata and reader.xmp_metadata.stream.get_data()!r}"}
    with pikepdf.open(io.BytesIO(data)) as opened:
        files = opened.attachments.items()
        found |= {f"attached {name}": spec.get_file().read_bytes().decode() for name, spec in files}
        for number, one in enumerate(opened.objects):
            if isinstance(one, pikepdf.Stream):
                found[f"stream {number}"] = one.read_bytes().decode("latin-1")
            else:
                found[f"object {number}"] = repr(one)
    return found


def leaked(name: str, kind: str, *, key: bool, look: Look | None = None) -> dict[str, set[str]]:
    """Which answers stand where in a file."""
    data = made(name, kind, key=key) if look is None else render(look.put_on(sheet_of(name)), kind, key=key).data
    found = {
        where: {
            answer
            for answer in answers(name)
            # Numbers in a stream of a PDF are coordinates; what it prints is in its text.
            if not (where.startswith("stream") and NUMBER.fullmatch(answer))
            and (answer in plain(text) or answer.replace("\u2212", "-") in text)
        }
        for where, text in written(data, kind).items()
    }
    return {where: each for where, each in found.items() if each}


@pytest.mark.parametrize("kind", sorted({*SHEET_FORMATS} - TEACHERS))
@pytest.mark.parametrize("name", SHEETS)
def test_a_students_file_holds_no_answer(name: str, kind: str, weasyprint: object) -> None:
    """Neither a right number nor a model answer stands anywhere in it, as text or as source."""
    assert weasyprint
    assert len(answers(name)) >= 4
    assert leaked(name, kind, key=False) == {}


@pytest.mark.parametrize("name", ["katze-kurz", "own alibi"])
def test_fields_to_fill_in_hold_no_answer(name: str, weasyprint: object) -> None:
    """Neither as a value nor in the words that say what to enter."""
    assert weasyprint
    assert leaked(name, "pdf", key=False, look=Look(fillable=True)) == {}


@pytest.mark.parametrize("kind", KEY_FORMATS)
@pytest.mark.parametrize("name", ["katze-kurz", "own alibi"])
def test_the_same_search_finds_all_of_them_in_a_key(name: str, kind: str, weasyprint: object) -> None:
    """The test above looks at the right places: the numbers of a key are all found, in a PDF in its text."""
    assert weasyprint
    found = leaked(name, kind, key=True)
    numbers = {answer for answer in answers(name) if NUMBER.fullmatch(answer)}
    assert numbers
    assert numbers <= found["text" if kind == "pdf" else "source"]


def test_only_a_key_carries_a_worksheet_that_can_be_read(weasyprint: object) -> None:
    """The author's text, model answers and all, is attached to the key; the sheet has it packed, as posenc reads it."""
    assert weasyprint
    sheet, key = (made("own alibi", "pdf", key=is_key) for is_key in (False, True))
    names = {where for where in written(sheet, "pdf") if where.startswith("attached")}
    assert names == {"attached posenc.txt"}
    texts = written(key, "pdf")
    assert {where for where in texts if where.startswith("attached")} == {"attached alibi.toml", "attached posenc.txt"}
    assert texts["attached alibi.toml"].startswith(find("alibi").text[:1000])
    assert texts["attached posenc.txt"] == written(sheet, "pdf")["attached posenc.txt"]


def test_a_secret_leaves_nothing_attached(weasyprint: object) -> None:
    """Neither sheet nor key says more than a code, and the secret itself is nowhere."""
    assert weasyprint
    text = find("katze-kurz").text.replace("d = 4  ", 'secret = "sesame, open"\nd = 4  ')
    sheet = vary(read(text, "own", Path()), 1)
    assert sheet.origin is not None
    assert sheet.origin.worksheet.secret is not None
    for kind in SHEET_FORMATS:
        for key in (False, True)[: 1 + (kind in KEY_FORMATS)]:
            found = written(render(sheet, kind, key=key).data, kind)
            assert [where for where in found if where.startswith("attached")] == []
            assert [where for where, text in found.items() if "sesame" in text] == []


def test_a_file_is_the_same_on_every_day(weasyprint: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is attached brings no date with it."""
    assert weasyprint
    name = "own katze-kurz-7"
    monkeypatch.setattr(pdf, "pdf_by_weasyprint", weasy.pdf_by_weasyprint)  # once more, and not what was kept of it
    again = render(sheet_of(name), "pdf", key=False).data
    monkeypatch.undo()
    assert made(name, "pdf", key=False) == again
    assert b"D:20000101" in again
