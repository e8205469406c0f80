from __future__ import annotations

from typing import TYPE_CHECKING

import jinja2
import pytest

from posenc_cli.errors import MachineError
from posenc_cli.render import _templates

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """An empty package folder inside a folder that is no checkout."""
    folder = tmp_path / "posenc_cli"
    folder.mkdir()
    return folder


def put_probe(folder: Path) -> Path:
    """Make ``folder`` look like our templates."""
    probe = folder / _templates.PROBE
    probe.parent.mkdir(parents=True)
    probe.touch()
    return folder


def test_packaged_templates_win_over_those_beside_the_package(package: Path) -> None:
    """What the wheel carries is taken, even where a checkout lies beside it."""
    put_probe(package.parent / "templates")
    (package.parent / "pyproject.toml").touch()
    packaged = put_probe(package / "templates")
    assert _templates.templates_folder(package) == packaged


def test_checkout_templates_are_found(package: Path) -> None:
    """An editable installation reads the templates of the tree."""
    checkout = put_probe(package.parent / "templates")
    (package.parent / "pyproject.toml").touch()
    assert _templates.templates_folder(package) == checkout


def test_templates_beside_an_installed_package_are_refused(package: Path) -> None:
    """A folder named templates in site-packages is not ours."""
    put_probe(package.parent / "templates")
    with pytest.raises(MachineError) as caught:
        _templates.templates_folder(package)
    assert caught.value.values["packaged"] == package / "templates"
    assert caught.value.values["checkout"] == package.parent / "templates"


def test_templates_without_the_probe_are_refused(package: Path) -> None:
    """Another project's templates in its own checkout are not ours."""
    (package.parent / "templates").mkdir()
    (package.parent / "pyproject.toml").touch()
    with pytest.raises(MachineError, match=r"templates\.missing"):
        _templates.templates_folder(package)


def test_environment_escapes_words() -> None:
    """A word of a sheet is text and never markup."""
    assert _templates.environment().from_string("{{ word }}").render(word="<b>") == "&lt;b&gt;"


def test_environment_refuses_unknown_names() -> None:
    """A misspelt name in a template is an error and not an empty place."""
    with pytest.raises(jinja2.UndefinedError):
        _templates.environment().from_string("{{ wrod }}").render(word="Katze")


def test_font_faces_name_bundled_files_by_file_address() -> None:
    """Every bundled font of a page is declared, by an address that needs no network, and without ``unicode-range``."""
    faces = _templates.font_faces()
    # What is typed into a PDF has a font of its own, which no page shows.
    fonts = [font for font in sorted(_templates.fonts_folder().glob("*.ttf")) if font.stem != "NotoSans-Form"]
    assert fonts
    assert faces.count("@font-face") == len(fonts)
    assert all(f'url("{font.as_uri()}")' in faces for font in fonts)
    assert "unicode-range" not in faces
