"""Make anew what the program makes in ``samples/``: ``python -m tests.samples.rebuild`` (or ``make samples``).

``ready/``: sheet and key of every built-in worksheet, and digests of the pages that they were printed from.
``answers/``: five students (:mod:`tests.samples.students`).
``abgegeben/``: two of them, who filled in a PDF.
``pictures/plots/``: what ``posenc plot`` draws, the gallery of the docs.
``code/``: arrays of faulty code, beside the scripts that people write (:mod:`tests.samples.code`).
``abgaben.zip``: the same two, as Moodle packs them.
``reports/``: what ``posenc check`` says about ``answers/``. The files that people write stay as they are.
``stress.txt``: every built-in worksheet under stress; it takes minutes, so only ``… rebuild stress`` makes it anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.cli import main as posenc
from posenc_cli.files.packed import packed
from posenc_cli.worksheet.spec import BUILTIN_NAMES, find
from tests.samples.students import STUDENTS, Student, saved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
#: Built-in worksheets with what their key is called beside them.
READY = {name: {"de": "loesung", "en": "key"}[find(name).worksheet.language] for name in BUILTIN_NAMES}
#: The pages that the PDFs were printed from, by their digests.
PAGES = "pages.json"
WHOLE_CLASS = "klasse"
SHORT = "katze-kurz"
OWN = "mein-blatt"
#: Pictures of the gallery: file → what draws it.
PLOTS = {
    "heatmap.png": ("heatmap", "--d", "128", "--n", "64"),
    "waves.png": ("waves", "-e", "rope"),
    "clock.png": ("clock",),
    "similarity.png": ("similarity", "--n", "128"),
    "bias.png": ("bias", "-e", "alibi"),
}
COLOURS = 40
#: A student whose sheet has numbers of its own.
DRAWN = "neue-zahlen"
SEED = 7


def run(*arguments: str, expected: int = 0) -> str:
    """One call of posenc; its output. Anything but the expected exit code is an error."""
    out, said = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
        code = posenc(arguments)
    if code != expected:
        raise RuntimeError(
            f"posenc {' '.join(arguments)}: exit code {code}, {expected} was expected\n{said.getvalue()}"
        )
    return out.getvalue()


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in a folder, so that messages and reports name files as a person would."""
    folder.mkdir(parents=True, exist_ok=True)
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def answers(folder: Path) -> None:
    """``answers/``: a file a student, and one with the whole class."""
    with inside(folder / "answers"):
        form = run("worksheet", "katze", "-f", "csv")
        for student in STUDENTS:
            Path(f"{student.file}.csv").write_bytes(student.table(form))
        Path(f"{WHOLE_CLASS}.csv").write_bytes(saved(form, STUDENTS, "utf-8-sig"))
        Path(f"{DRAWN}.csv").write_bytes(_of_drawn_numbers())


def _of_drawn_numbers() -> bytes:
    """A student who has the key of the sheet with other numbers."""
    sheet = ("worksheet", "katze", "--vary", "--seed", str(SEED))
    key = Path("key.json")
    form = run(*sheet, "-o", "-", "-f", "csv", "--key", key.name)
    blanks = json.loads(key.read_text(encoding="utf-8"))["blanks"]
    key.unlink()
    student = Student("Fatma", DRAWN, {blank["id"]: blank["text"] for blank in blanks})
    return saved(form, [student], student.encoding)


def handed_in(folder: Path) -> None:
    """``abgegeben/``: the short sheet as a PDF, filled in by two students."""
    import pikepdf

    with tempfile.TemporaryDirectory() as place, inside(Path(place)):
        run("worksheet", SHORT, "--fillable", "-o", "form.pdf")
        form = Path("form.pdf").read_bytes()
    with inside(folder / "abgegeben"):
        for student in STUDENTS[:2]:
            answers = {"_name": student.name, **student.answers}
            with pikepdf.open(io.BytesIO(form)) as pdf:
                for field in pdf.Root.AcroForm.Fields:
                    if (value := answers.get(str(field.T))) is not None:
                        field.V = pikepdf.String(value)
                pdf.save(f"{student.name.lower()}.pdf", deterministic_id=True)


def archive(folder: Path) -> None:
    """``abgaben.zip``: what lies in ``abgegeben/``, a folder a person."""
    files = sorted((folder / "abgegeben").iterdir())
    parts = {
        f"{path.stem.title()}_{number}_assignsubmission_file_/blatt.pdf": path.read_bytes()
        for number, path in enumerate(files, start=4711)
    }
    (folder / "abgaben.zip").write_bytes(packed(parts))


def reports(folder: Path) -> None:
    """``reports/``: on each of ``answers/``, as text in German and as JSON."""
    folder.joinpath("reports").mkdir(parents=True, exist_ok=True)
    with inside(folder):
        for name in [student.file for student in STUDENTS] + [WHOLE_CLASS]:
            for suffix in ("txt", "json"):
                target = f"reports/{name}.{suffix}"
                expected = int(name != "alle-richtig")
                run("check", f"answers/{name}.csv", "--lang", "de", "-o", target, "--force", expected=expected)


def plots(folder: Path) -> None:
    """``pictures/plots/``: a picture of each kind."""
    with inside(folder / "pictures" / "plots"):
        for name, arguments in PLOTS.items():
            run("plot", *arguments, "-o", name, "--force")
            _small(Path(name))


def _small(path: Path) -> None:
    """Few colours are enough for a page that shows many pictures."""
    from PIL import Image

    with Image.open(path) as picture:
        few = picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def own(folder: Path) -> None:
    """Sheet and key of the spec beside, as text."""
    with inside(folder):
        run("worksheet", f"{OWN}.toml", "-o", f"{OWN}.txt", "--key", f"{OWN}-loesung.txt", "--force")


def of_code(folder: Path) -> None:
    """``code/``: arrays of faulty code, and what posenc says about them."""
    from tests.samples import code

    code.rebuild(folder / "code")


def ready(folder: Path, name: str) -> None:
    """``ready/``: a built-in worksheet and its key to print."""
    with inside(folder / "ready"):
        run("worksheet", name, "--force")


def page_digests(name: str) -> dict[str, str]:
    """Of the pages of a worksheet and its key, before they are printed."""
    found = {}
    with tempfile.TemporaryDirectory() as folder, inside(Path(folder)):
        key = f"{name}-{READY[name]}"
        run("worksheet", name, "-o", f"{name}.html", "--key", f"{key}.html")
        for stem in (name, key):
            found[stem] = hashlib.sha256(Path(f"{stem}.html").read_bytes()).hexdigest()
    return found


def under_stress(folder: Path) -> None:
    """``stress.txt``: the sheets of many seeds of every built-in worksheet."""
    from tests.samples import stress

    found = (stress.measured(name, stress.SEEDS) for name in BUILTIN_NAMES)
    (folder / stress.FILE).write_text(stress.table(found), encoding="utf-8")


def main(arguments: Sequence[str] = ()) -> int:
    """Rebuild all of it in place, or only ``stress`` if that is said."""
    if "stress" in arguments:
        under_stress(SAMPLES)
        return 0
    answers(SAMPLES)
    handed_in(SAMPLES)
    archive(SAMPLES)
    reports(SAMPLES)
    plots(SAMPLES)
    own(SAMPLES)
    of_code(SAMPLES)
    digests: dict[str, str] = {}
    for name in READY:
        ready(SAMPLES, name)
        digests |= page_digests(name)
    (SAMPLES / "ready" / PAGES).write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
