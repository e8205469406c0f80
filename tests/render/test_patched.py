from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pikepdf
import pypdfium2
import pytest

from posenc_cli.cli.looking import Look
from posenc_cli.files.attachments import attachments
from posenc_cli.render import patched as patching
from posenc_cli.render import redrawn
from posenc_cli.render.class_pages import cast, casts
from posenc_cli.render.patched import CODE, HOLDER, patched
from posenc_cli.render.sheets import render
from posenc_cli.render.weasy import pdf_by_weasyprint
from posenc_cli.worksheet.classes import Student, sheet_for
from posenc_cli.worksheet.sheet import Holder
from posenc_cli.worksheet.spec import find, read
from tests.bench import two_pages
from tests.render.structure import elements, opened

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

pytestmark = [pytest.mark.pdf, pytest.mark.usefixtures("weasyprint")]

ROOT = Path(__file__).parents[2]
SMALL = """\
[worksheet]
title = "Klein"
sentence = "Die „Katze“ ist's"

[embeddings.table]
Die = [0.9, 0.1, 0.2, 0.1]
"„Katze“" = [0.2, 0.9, 0.1, 0.2]
"ist's" = [0.1, 0.4, 0.9, 0.3]

[[exercise]]
kind = "encode"
worked = [0]
blank = [1]
"""
SEEDS = (100005, 431019, 17)
NAMES = ("Jürgen Müller", "Özlem Şahin-Łabędź", "An", "O’Neill (0017)")


@cache
def small() -> Any:  # noqa: ANN401
    """One exercise on one page, of a file of its own."""
    return read(SMALL, "klein.toml", Path())


def sheet(spec: Any, seed: int | None, name: str, *, fillable: bool = False) -> Sheet:  # noqa: ANN401
    """A student's."""
    return Look(fillable=fillable).put_on(sheet_for(spec, seed, Student(1, name)))


def made(one: Sheet) -> bytes | None:
    """From a mould."""
    return cast(one) if one.varied else next(casts(one, [one.holder]))


def printed(one: Sheet) -> bytes:
    """As every sheet is."""
    return render(one, "pdf", key=False).data


def drawn(data: bytes) -> list[bytes]:
    """What draws each page, operator by operator."""
    return [page.Contents.read_bytes() for page in opened(data).pages]


def said(data: bytes) -> dict[str, Any]:
    """All that a PDF says beside its pages: tags with their texts, fields, outline, titles, files."""
    with opened(data) as pdf:
        tags = [(*path, *(str(one.get(key, "")) for key in ("/Alt", "/A", "/ID"))) for path, one in elements(pdf)]
        form: Any = pdf.Root.get("/AcroForm", pikepdf.Dictionary()).get("/Fields", [])
        fields = [tuple(str(one.get(key, "")) for key in ("/T", "/TU", "/V", "/Rect", "/F")) for one in form]
        with pdf.open_outline() as outline:
            titles = [each.title for each in outline.root]
        files = {name: each.get_file().read_bytes() for name, each in pdf.attachments.items()}
        return {
            "tags": tags,
            "fields": fields,
            "outline": titles,
            "info": {key: str(value) for key, value in pdf.docinfo.items()},
            "about": pdf.Root.Metadata.read_bytes(),
            "files": files,
            "language": str(pdf.Root.Lang),
        }


def picture(data: bytes) -> list[bytes]:
    """Of every page, drawn by another program."""
    return [page.render(scale=2).to_numpy().tobytes() for page in pypdfium2.PdfDocument(data)]


def text(data: bytes) -> list[str]:
    """Of every page, read by another program."""
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]


@pytest.mark.parametrize("fillable", [False, True])
@pytest.mark.parametrize("seed", [None, *SEEDS])
def test_a_cast_is_what_printing_gives(seed: int | None, fillable: bool) -> None:
    """Operator by operator, and in all that is said beside them; names, digits, code and QR code are the student's."""
    one = sheet(small(), seed, NAMES[0] if seed is None else NAMES[SEEDS.index(seed)], fillable=fillable)
    data, other = made(one), printed(one)
    assert data is not None
    assert drawn(data) == drawn(other)
    assert said(data) == said(other)
    assert opened(data).check_pdf_syntax() == []


def test_a_cast_looks_and_reads_as_what_is_printed() -> None:
    """In the eyes of a program that knows nothing of ours: fonts and all."""
    for one in (sheet(small(), None, NAMES[1]), sheet(find("katze-kurz"), SEEDS[0], NAMES[0])):
        data, other = made(one), printed(one)
        assert data is not None
        assert text(data) == text(other)
        assert one.holder.said in text(data)[0]
        assert picture(data) == picture(other)
        assert picture(data) != picture(printed(replace(one, holder=Holder(name="Somebody else"))))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["katze-kurz", "overview", "rope-en"])
def test_every_sheet_is_cast_as_it_is_printed(name: str) -> None:
    """With fixed numbers and with drawn ones; none has to be printed."""
    for seed in (None, SEEDS[0]):
        one = sheet(find(name), seed, NAMES[0])
        data = made(one)
        assert data is not None
        assert drawn(data) == drawn(printed(one))


def test_the_sheet_that_is_measured_is_cast_as_it_is_printed() -> None:
    """Two pages, 60 fields, every number another."""
    marks = {HOLDER: two_pages.name(3), CODE: two_pages.code(3)}
    data = patched(two_pages.page(3, HOLDER), marks, {}, varied=True, fillable=True)
    other, log = pdf_by_weasyprint(two_pages.page(3, marks[HOLDER]).replace(CODE, marks[CODE]), fillable=True)
    assert data is not None
    assert log == ()
    assert drawn(data) == drawn(other)
    assert said(data) == said(other)
    assert len(said(data)["fields"]) == 60
    assert len(drawn(data)) == 2


def test_a_cast_depends_on_its_sheet_alone() -> None:
    """Not on what was cast before, nor on the process: a class that was interrupted ends as an undisturbed one."""
    one = sheet(small(), SEEDS[0], NAMES[0])
    before = made(one)
    patching._mould.cache_clear()
    for seed in SEEDS[1:]:
        made(sheet(small(), seed, NAMES[1]))
    assert made(one) == before
    code = "import sys; from tests.render import test_patched as t; sys.stdout.buffer.write(t.made(t.sheet(t.small(), "
    code += "t.SEEDS[0], t.NAMES[0])))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout == before


def test_nothing_of_a_mould_or_of_others_is_in_a_cast() -> None:
    """No mark, no other file attached: neither where programs look nor elsewhere in the file."""
    one = sheet(small(), SEEDS[0], NAMES[0], fillable=True)
    data = made(one)
    assert data is not None
    with opened(data) as pdf:
        streams = [one.read_bytes() for one in pdf.objects if isinstance(one, pikepdf.Stream)]
        everything = b"\n".join([data, *streams, *(one.unparse(resolved=True) for one in pdf.objects)])
    texts = [everything.decode("latin-1"), everything.decode("utf-16-be", "ignore"), "\n".join(text(data))]
    assert [mark for mark in patching.MARKS if any(mark in each for each in texts)] == []
    assert data.count(b"/EmbeddedFile/") == 1


def test_the_file_in_a_cast_is_found_without_a_library(tmp_path: Path) -> None:
    """What ``posenc worksheet sheet.pdf`` reads is the student's."""
    one = sheet(small(), SEEDS[0], NAMES[0])
    path = tmp_path / "a.pdf"
    path.write_bytes(made(one) or b"")
    other = tmp_path / "b.pdf"
    other.write_bytes(printed(one))
    assert attachments(path) == attachments(other)


@pytest.mark.parametrize(
    "name",
    ["Maximiliana von und zu Hohenstein-Waldburg-Wolfegg", "日本 太郎", "Δήμητρα", "שלום", "👨‍👩‍👧", "", " "],
    ids=["too wide", "no glyph", "another script", "right to left", "picture", "nobody", "blank"],
)
def test_a_name_that_does_not_fit_is_printed(name: str) -> None:
    """Where others would have to move, or the mould's fonts lack a sign, there is no cast."""
    assert made(sheet(small(), None, name)) is None
    assert made(sheet(small(), SEEDS[0], name)) is None


def _page(*numbers: str, style: str = "", name: str = HOLDER) -> str:
    """A page with a name and a table."""
    cells = "".join(f"<td>{number}</td>" for number in numbers)
    return (
        '<!DOCTYPE html><html lang="en"><head><title>T</title><style>@font-face { font-family: "Noto Sans"; '
        'src: url("fonts/NotoSans-Regular.ttf") } html { font: 11pt "Noto Sans" } span { display: inline-block; '
        f"min-width: 50mm }} td {{ width: 30mm }} {style}</style></head><body><p>Name: <span>{name}</span></p>"
        f"<table><tr>{cells}</tr></table></body></html>"
    )


def of(page: str) -> bytes | None:
    """A cast of such a page for Ada."""
    return patched(page, {HOLDER: "Ada"}, {}, varied=True)


def same(page: str) -> bool:
    """Is it what printing gives?"""
    data = of(page)
    other, _ = pdf_by_weasyprint(page.replace(HOLDER, "Ada"))
    return data is not None and drawn(data) == drawn(other)


def test_other_digits_come_and_other_widths_do_not_share_a_mould() -> None:
    """A longer number has a mould of its own, so that nothing ever stands beside its place."""
    patching._mould.cache_clear()
    assert same(_page("0.123", "7"))
    assert same(_page("0.998", "1"))
    assert patching._mould.cache_info().misses == 1
    assert same(_page("0.998", "10"))
    assert patching._mould.cache_info().misses == 2


def test_letters_that_are_written_as_numbers_are_no_digits() -> None:
    """``&#39;`` in a page is an apostrophe, whatever else is a digit there."""
    assert same(_page("isn&#39;t 5", "&#8217;7&frac12;"))


@pytest.mark.parametrize(
    "style",
    [
        "table { opacity: .5 }",
        "td::first-letter { color: red }",
        "td { text-transform: uppercase }",
        "@page { @top-left { content: '7' } }",
    ],
    ids=["in a group", "in two boxes", "as capitals", "in another margin"],
)
def test_what_is_drawn_in_another_way_is_right_or_printed(style: str) -> None:
    """A template of one's own may do what it likes."""
    page = _page("0.123", "a7", style=style)
    assert of(page) is None or same(page)


def test_digits_that_are_not_alike_are_printed(tmp_path: Path) -> None:
    """A font whose 1 is narrower than its 0: only what needs no other digit is cast."""
    import base64

    from fontTools.ttLib import TTFont

    font = TTFont(ROOT / "templates" / "fonts" / "NotoSans-Regular.ttf")
    glyph = font.getBestCmap()[ord("1")]
    font["hmtx"][glyph] = (font["hmtx"][glyph][0] - 100, font["hmtx"][glyph][1])
    font.save(tmp_path / "narrow.ttf")
    data = base64.b64encode((tmp_path / "narrow.ttf").read_bytes()).decode()
    style = (
        f'@font-face {{ font-family: "Narrow"; src: url("data:font/ttf;base64,{data}") }} td {{ font-family: Narrow }}'
    )
    assert of(_page("0.111", style=style)) is None
    assert same(_page("0.000", style=style))


def test_another_weasyprint_only_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it draws in another way, or no longer has, makes no file wrong and stops nothing."""
    page = _page("0.123")
    assert same(page)

    def otherwise(*of: Any, **more: Any) -> Any:  # noqa: ANN401
        lines, width = real(*of, **more)
        return tuple(line.replace(b" TJ", b"  TJ") for line in lines), width

    real = redrawn.Pen.draw
    for name, other in (("draw", otherwise), ("_drawing", None)):
        with monkeypatch.context() as change:
            change.setattr(redrawn.Pen, name, other)
            patching._mould.cache_clear()
            assert of(page) is None
    patching._mould.cache_clear()


def test_a_title_with_a_name_is_told_everywhere() -> None:
    """In the information on the document and in its description, in other letters as well as in ours."""
    page = _page("0.5").replace("<title>T</title>", f"<title>Sheet of {HOLDER}</title>")
    data = patched(page, {HOLDER: "Łucja & Co"}, {}, varied=True)
    other, _ = pdf_by_weasyprint(page.replace(HOLDER, "Łucja &amp; Co"))
    assert data is not None
    assert said(data)["info"] == said(other)["info"]
    assert re.sub(rb"\s+", b" ", said(data)["about"]) == re.sub(rb"\s+", b" ", said(other)["about"])
