"""What people install: the wheel, built from the sdist, in an environment of its own. Nothing here needs a network."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.metadata import Metadata
from packaging.version import Version

import posenc_cli

pytestmark = [pytest.mark.packaging, pytest.mark.slow]

SCRIPTS = "Scripts" if os.name == "nt" else "bin"
#: The user's settings for pip and Python stay outside.
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON", "VIRTUAL_ENV"))
}
ENVIRONMENT |= {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PYTHONUTF8": "1"}


def run(*command: str | Path, cwd: Path) -> str:
    """What the command prints; a failing command shows all it said."""
    done = subprocess.run(command, cwd=cwd, env=ENVIRONMENT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{command} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sdist beside it and not from the tree."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, root, cwd=folder)
    (built,) = folder.glob("posenc-*.whl")
    return built


@pytest.fixture(scope="module")
def sdist(wheel: Path) -> Path:
    """What the wheel was built from."""
    (built,) = wheel.parent.glob("posenc-*.tar.gz")
    return built


@pytest.fixture(scope="module")
def shipped(wheel: Path) -> set[str]:
    """The names of all files in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts folder of a new environment that holds posenc and borrows its dependencies from this one."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder)
    python = folder / SCRIPTS / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", wheel, cwd=folder)
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    borrowed = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
    Path(site, "borrowed.pth").write_text("\n".join(borrowed), encoding="utf-8")
    return folder / SCRIPTS


def test_wheel_holds_the_tracked_templates(shipped: set[str], tracked: list[Path], root: Path) -> None:
    """Every template, style and font of the tree is in the wheel, and nothing else is among them."""
    top = root / "templates"
    expected = {path.relative_to(top).as_posix() for path in tracked if path.is_relative_to(top)}
    found = {name.removeprefix("posenc_cli/templates/") for name in shipped if name.startswith("posenc_cli/templates/")}
    assert expected
    assert found == expected


def test_wheel_holds_the_tracked_package(shipped: set[str], tracked: list[Path], root: Path) -> None:
    """Modules, catalogues, slips, samples and the typing mark of the package are all in the wheel."""
    expected = {path.relative_to(root).as_posix() for path in tracked if path.is_relative_to(root / "posenc_cli")}
    found = {name for name in shipped if name.startswith("posenc_cli/") and "/templates/" not in name}
    assert {"posenc_cli/i18n/de/errors.toml", "posenc_cli/py.typed"} <= expected
    assert found == expected


def test_wheel_holds_only_the_package(shipped: set[str]) -> None:
    """No tests and no other folder land beside the packages of other people."""
    assert {name.split("/")[0] for name in shipped} == {"posenc_cli", f"posenc-{posenc_cli.__version__}.dist-info"}


def test_wheel_holds_the_licences(shipped: set[str]) -> None:
    """Our licence and that of the fonts go with the wheel."""
    licences = {name.split("/licenses/")[1] for name in shipped if "/licenses/" in name}
    assert licences == {"LICENSE", "templates/fonts/OFL.txt"}


def test_anybody_builds_the_same_bytes(wheel: Path, sdist: Path, tmp_path: Path) -> None:
    """In another folder, years later, with other rights, from the sdist alone: so a release can be checked."""
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    for path in (tree, *tree.rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)
        os.utime(path, (2**31, 2**31))
    run(sys.executable, "-m", "hatchling", "build", "--directory", tmp_path / "again", cwd=tree)
    for built in (wheel, sdist):
        assert (tmp_path / "again" / built.name).read_bytes() == built.read_bytes()


def test_metadata_is_whole(wheel: Path, root: Path) -> None:
    """An index would take it: known fields and classifiers, and what a person reads first is the page of the tree."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        said = Metadata.from_email(archive.read(name), validate=True)
    assert said.version == Version(posenc_cli.__version__)
    assert said.license_expression == "MIT AND OFL-1.1"
    assert (said.description_content_type, said.description) == (
        "text/markdown",
        (root / "README.md").read_text(encoding="utf-8"),
    )
    assert said.summary
    assert said.keywords
    assert "Natural Language :: German" in (said.classifiers or [])
    assert {"office", "plot"} <= set(said.provides_extra or [])
    assert said.project_urls is None  # none is known that will stay


def test_installed_program_runs_from_another_folder(installed: Path, tmp_path: Path) -> None:
    """The installed program says its version where no checkout is near."""
    assert posenc_cli.__version__ in run(installed / "posenc", "--version", cwd=tmp_path)


def test_installed_package_is_the_one_that_runs(installed: Path, tmp_path: Path) -> None:
    """The tests of this module see the wheel, not the tree, and the wheel finds the templates that it carries."""
    code = "from posenc_cli.render import _templates; print(_templates.templates_folder())"
    folder = Path(run(installed / "python", "-c", code, cwd=tmp_path).strip())
    assert folder.is_relative_to(installed.parent.resolve())
    assert folder.parts[-2:] == ("posenc_cli", "templates")


def test_installed_program_writes_a_worksheet(installed: Path, tmp_path: Path) -> None:
    """A sheet and its key are made from nothing but the wheel."""
    run(installed / "posenc", "worksheet", "katze", "-o", "sheet.html", "--key", "key.html", cwd=tmp_path)
    assert "Katze" in (tmp_path / "sheet.html").read_text(encoding="utf-8")
    assert "0.728" in (tmp_path / "key.html").read_text(encoding="utf-8")
