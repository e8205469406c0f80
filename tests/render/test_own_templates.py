"""A folder of templates of one's own: it stands before ours, and can do no harm."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.render.own_templates import MOST_BYTES, REPLACEABLE, asked_folder, own_folder
from posenc_cli.render.page import page_html
from posenc_cli.render.pdf import render_pdf
from posenc_cli.render.sheets import render
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.spec import find
from tests.render.papers import sheet_with, sixty, student, teacher

if TYPE_CHECKING:
    from pathlib import Path

    from posenc_cli.render.blocks import PageView

PRIVATE = "not to be read"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for templates, beside a file that is none of its business."""
    (tmp_path / "secret.css").write_text(PRIVATE)
    found = tmp_path / "own"
    found.mkdir()
    return found


@pytest.fixture(scope="module")
def view() -> PageView:
    """A sheet."""
    return student(sheet_with())


def put(folder: Path, text: str, name: str = "sheet.css") -> Path:
    """A file of the folder."""
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def fault(view: PageView, folder: Path) -> InputError:
    """What is said about the templates of a folder."""
    with pytest.raises(InputError) as caught:
        page_html(view, folder)
    assert caught.value.key == "templates.fault"
    return caught.value


def test_a_file_stands_before_ours_of_the_same_name_and_the_rest_stays(view: PageView, folder: Path) -> None:
    """The style is theirs, the page is ours."""
    html = page_html(view, put(folder, "h1 { color: #123456 }"))
    assert "h1 { color: #123456 }" in html
    assert "--answer-height" not in html
    assert html.count("<section") == page_html(view).count("<section")
    assert "overflow-x: auto" in html  # phone.css


def test_a_file_may_add_to_ours(view: PageView, folder: Path) -> None:
    """With ours/ before its name, a file is ours whatever the folder holds."""
    html = page_html(view, put(folder, '{% include "ours/sheet.css" %}\nh1 { color: #123456 }'))
    assert html.index("--answer-height") < html.index("h1 { color: #123456 }")


def test_macros_can_be_replaced_one_file_at_a_time(view: PageView, folder: Path) -> None:
    """A file of blocks that takes all of ours but one."""
    names = '{% from "ours/blocks.html.j2" import draw_one with context %}'
    put(folder, f"{names}{{% macro draw_all(list) %}}<i>{{{{ list | length }}}}</i>{{% endmacro %}}", "blocks.html.j2")
    html = page_html(view, folder)
    assert html.count("<i>") == len(view.exercises)
    assert "table-frame" not in html.split("</style>")[-1]


def test_the_sample_is_one(view: PageView, root: Path) -> None:
    """The folder that the documentation names prints."""
    html = page_html(view, (root / "samples" / "templates").resolve())
    assert "Goethe-Gymnasium" in html
    assert "--answer-height" in html


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("{{ ''.__class__ }}", 1, "unsafe"),
        ("\n\n{{ ''.__class__.__mro__[1].__subclasses__() }}", 3, "unsafe"),
        ("{{ view.__init__.__globals__ }}", 1, "unsafe"),
        ("{{ draw.dial.__func__.__globals__ }}", 1, "unsafe"),
        ("{{ draw._paper }}", 1, "unsafe"),
        ("{{ cycler.__init__.__globals__.os.popen('id').read() }}", 1, "unsafe"),
        ("{{ '{0.__class__}'.format(1) }}", 1, "unsafe"),
        ("{{ view.exercises.__class__ }}", 1, "unsafe"),
        ("{% set x = view.__dict__ %}{{ x }}", 1, "unsafe"),
        ('{% include "/etc/passwd" %}', 1, "/etc/passwd"),
        ('{% include "../secret.css" %}', 1, "../secret.css"),
        ('{% include "ours/../../pyproject.toml" %}', 1, "pyproject"),
        ('{% include "link.css" %}', 1, "link.css"),
        ('{% import "os" as os %}', 1, "os"),
        ("h1 {}\n{{ embedded('../secret.css') }}", 2, "no picture"),
        ("{{ embedded('link.png') }}", 1, "no picture"),
        ("{{ embedded('/etc/passwd') }}", 1, "no picture"),
        ("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}", 1, "steps"),
        ("{% macro f(n) %}{{ f(n) }}{% endmacro %}{{ f(1) }}", 1, "recursion"),
        ('{% include "sheet.css" %}', 1, "recursion"),
        ("{{ range(10**9) | list }}", 1, "Range too big"),
        ("{{ 'a' * 10**9 }}", 1, "too large"),
        ("{{ ['a'] * 10**9 }}", 1, "too large"),
        ("{{ 2 ** 99999 }}", 1, "too large"),
        ("{% for a in range(99999) %}{{ 'a' * 999 }}{% endfor %}", 1, "signs"),
        ("{{ '<b>' | safe }}", 1, "safe"),
        ("{% autoescape false %}{{ view.title }}{% endautoescape %}", 1, "autoescape"),
        ("a {}\nb {}\n{% if %}", 3, "Expected an expression"),
        ("{{ nothing }}", 1, "'nothing' is undefined"),
        ("{{ 1 / 0 }}", 1, "ZeroDivisionError"),
        ("{{ view.title.nothing }}", 1, "nothing"),
        ("{{ draw.dial() }}", 1, "missing"),
    ],
)
def test_what_a_template_may_not_do_is_said_with_its_file_and_line(
    view: PageView, folder: Path, text: str, line: int, reason: str
) -> None:
    """No Python, no other file, no end of memory or time, no way around escaping: one sentence each."""
    (folder / "link.css").symlink_to(folder.parent / "secret.css")
    (folder / "link.png").symlink_to(folder.parent / "secret.css")
    found = fault(view, put(folder, text))
    assert found.values["path"] == "sheet.css"
    assert found.values["line"] == line
    assert reason in str(found.values["reason"])
    assert PRIVATE not in str(found.values)


def test_a_template_cannot_change_the_view(view: PageView, folder: Path) -> None:
    """What one page does is nothing to the next."""
    before = page_html(view)
    put(folder, "{% set ns = namespace(x=view.labels) %}{{ ns.x.update({'key': 'X'}) }}")
    assert "unsafe" in str(fault(view, folder).values["reason"])
    assert page_html(view) == before


def test_texts_are_escaped_whatever_the_template_says(folder: Path) -> None:
    """A title with markup is text in a template of one's own, too."""
    title = "<script>alert(1)</script> {{ 7 * 7 }}"
    put(folder, "<h1>{{ view.title }}</h1>{% set x %}{{ view.title }}{% endset %}{{ x }}", "sheet.html.j2")
    html = page_html(student(sheet_with(title=title)), folder)
    assert "<script>" not in html
    assert html.count("&lt;script&gt;alert(1)&lt;/script&gt; {{ 7 * 7 }}") == 2


def test_a_page_of_theirs_runs_no_script_where_it_is_opened(view: PageView, folder: Path) -> None:
    """A policy in its head forbids scripts and fetches; ours needs none, it has nothing of the kind."""
    put(
        folder,
        "<!DOCTYPE html><html><head><title>T</title></head><body><script>1</script></body></html>",
        "sheet.html.j2",
    )
    html = page_html(view, folder)
    assert html.index("Content-Security-Policy") < html.index("<script>")
    assert "default-src 'none'" in html
    assert "Content-Security-Policy" not in page_html(view)


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
def test_a_style_fetches_nothing(view: PageView, folder: Path) -> None:
    """Addresses of files and of the net in a style are refused, and the sheet is printed all the same."""
    secret = (folder.parent / "secret.css").as_uri()
    put(folder, f'@import url("{secret}"); body {{ background: url("http://127.0.0.1:9/x.png"), url("{secret}") }}')
    made = render_pdf(page_html(view, folder), title="", language="de", engine="weasyprint")
    assert made.data
    assert any("not served while rendering" in line for line in made.log)
    assert PRIVATE.encode() not in made.data


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
def test_a_picture_of_the_folder_is_printed(view: PageView, folder: Path) -> None:
    """A logo stands in the page itself."""
    (folder / "logo.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'
    )
    put(folder, '<html lang="de"><p><img src="{{ embedded("logo.svg") }}" alt="Logo"></p>', "sheet.html.j2")
    html = page_html(view, folder)
    assert 'src="data:image/svg+xml;base64,' in html
    made = render_pdf(html, title="", language="de", engine="weasyprint")
    assert (made.data or b"")[:5] == b"%PDF-"
    assert made.log == ()


def test_large_files_are_no_templates(view: PageView, folder: Path) -> None:
    """Something else was put there by mistake."""
    assert "bytes" in str(fault(view, put(folder, "x" * (MOST_BYTES + 1))).values["reason"])


def test_a_file_that_is_no_text_is_said(view: PageView, folder: Path) -> None:
    """Not UTF-8."""
    (folder / "sheet.css").write_bytes(b"\xff\xfe\x00")
    assert "UnicodeDecodeError" in str(fault(view, folder).values["reason"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_no_template(view: PageView, folder: Path) -> None:
    """It would never end; ours is taken."""
    os.mkfifo(folder / "sheet.css")
    assert "--answer-height" in page_html(view, put(folder, "/* mine */", "phone.css"))


def test_our_largest_pages_are_far_from_the_limits(folder: Path) -> None:
    """Sixty positions with eight columns and their key print with a style that adds to ours."""
    put(folder, '{% include "ours/sheet.css" %}')
    assert "Wort59" in page_html(teacher(sixty()), folder)


def test_the_folder_is_looked_up_beside_the_worksheet(tmp_path: Path) -> None:
    """A worksheet names it; all formats with a look take it, the others need none."""
    (tmp_path / "look").mkdir()
    (tmp_path / "look" / "phone.css").write_text("/* mine */")
    file = tmp_path / "blatt.toml"
    file.write_text('[worksheet]\ntitle = "T"\nsentence = "a b"\ntemplates = "look"\n[[exercise]]\nkind = "idea"\n')
    spec = find(str(file))
    assert own_folder(spec) == (tmp_path / "look").resolve()
    assert b"/* mine */" in render(build(spec), "html", key=False).data
    assert render(build(spec), "text", key=False).data


@pytest.mark.parametrize(
    ("name", "key"),
    [("nix", "templates.no-folder"), ("leer", "templates.nothing"), ("blatt.toml", "templates.no-folder")],
)
def test_a_folder_that_is_none_is_said_with_its_line(tmp_path: Path, name: str, key: str) -> None:
    """It is not there, it is a file, or holds no file of the right name; then it says the names, and where ours are."""
    (tmp_path / "leer").mkdir()
    file = tmp_path / "blatt.toml"
    file.write_text(f'[worksheet]\ntitle = "T"\nsentence = "a b"\ntemplates = "{name}"\n[[exercise]]\nkind = "idea"\n')
    with pytest.raises(InputError) as caught:
        own_folder(find(str(file)))
    assert (caught.value.key, caught.value.values["line"]) == (key, 4)
    if key.endswith("nothing"):
        assert all(each in str(caught.value.values["known"]) for each in REPLACEABLE)


def test_a_sheet_that_comes_from_no_file_has_no_folder_beside_it() -> None:
    """A built-in worksheet, or one from a code, cannot name one that lies beside it."""
    with pytest.raises(InputError, match=r"templates\.nowhere"):
        own_folder(sheet_with(templates="look").spec)


def test_the_folder_of_an_option_is_said_without_a_line(tmp_path: Path) -> None:
    """It stands in no file."""
    with pytest.raises(InputError, match=r"templates\.option\.no-folder"):
        asked_folder(str(tmp_path / "nix"))
    with pytest.raises(InputError, match=r"templates\.option\.nothing"):
        asked_folder(str(tmp_path))
    (tmp_path / "sheet.css").write_text("h1 {}")
    assert asked_folder(str(tmp_path)) == str(tmp_path.resolve())
