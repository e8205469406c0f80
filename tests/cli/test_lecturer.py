"""From a class set to grades and feedback, through the files that Moodle gives and takes."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from posenc_cli.i18n import text
from posenc_cli.worksheet.key import solve
from tests.cli.lecturer import FIRST, found_slips, hand_in, worksheet
from tests.page_texts import page_texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Ran

pytestmark = [pytest.mark.pdf, pytest.mark.usefixtures("weasyprint"), pytest.mark.slow]
NAMES = ("Ada Özgür", "Bo", "Çağla Yılmaz")


def test_every_planted_slip_is_found_and_everybody_gets_it_back(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """Nobody's slip is lost on the way, and what comes back can be uploaded as it is."""
    people = hand_in(posenc, tmp_path, NAMES)
    Path("bewertung.csv").write_bytes(worksheet(people, ["", "3,00", ""], absent="7"))
    outputs = ("--feedback", "feedback.zip", "--grades", "bewertung.csv", "-o", "report.json")
    ran = posenc("check", "abgaben.zip", "--sheet", "satz", *outputs, "--lang", "de", code=1)

    found = found_slips(Path("report.json").read_text(encoding="utf-8"))
    assert list(found) == list(NAMES)
    assert all(one.slip in found[one.name] if one.slip else not found[one.name] for one in people)

    filled = Path("bewertung-ausgefuellt.csv").read_bytes()
    points = [line.split(",Bestwertung")[0] for line in filled.decode("utf-8-sig").splitlines()]
    assert len(points) == 5
    grades = [line.split('spät",')[1].split(',"12,00"')[0] for line in points[1:]]
    assert grades[:2] == ["", '"12,00"']
    assert filled == worksheet(people, grades[1:], absent="7")
    assert "bewertung.csv haben 3 Personen ihre Punkte." in ran.err

    with zipfile.ZipFile("feedback.zip") as archive:
        assert archive.namelist() == [f"{one.folder}/rueckmeldung.pdf" for one in people]
        texts = [_text(archive.read(name)) for name in archive.namelist()]
    assert all(one.name in said for one, said in zip(people, texts, strict=True))
    assert people[1].folder.endswith(f"_{FIRST + 1}_assignsubmission_file_")
    assert text("de", "slips.angle-degrees.name") in texts[1]
    right = next(one.text for one in solve(people[1].sheet) if one.blank.id == "rad")
    assert right.replace(".", ",") not in texts[1]
    error = posenc("check", "feedback.zip", "--lang", "en", code=2).error
    assert error.startswith("feedback.zip is feedback that posenc wrote, and nothing that was handed in; give ")


def _text(pdf: bytes) -> str:
    return " ".join(" ".join(page_texts(pdf)).split())


def test_all_or_nothing(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """If one of the files is there already, none is written."""
    (tmp_path / "a.csv").write_text("name;sheet;rad\nAda;katze-kurz;0.841\n", encoding="utf-8")
    (tmp_path / "report.json").write_text("mine", encoding="utf-8")
    assert "report.json" in posenc("check", "a.csv", "--feedback", "f", "-o", "report.json", code=2, quiet=False).err
    assert (tmp_path / "report.json").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "f").exists()
    ran = posenc("check", "a.csv", "--feedback", "f", "--anonymous", code=0, quiet=False)
    (made,) = tmp_path.rglob("*.pdf")
    assert made.relative_to(tmp_path) == Path("f/1-person-1.pdf")
    assert "Ada" not in ran.out + ran.err + _text(made.read_bytes())
    assert ran.err.count("\n") == 2  # how far it is, and the folder
    assert "1-person-1.pdf" in posenc("check", "a.csv", "--feedback", "f", "--anonymous", code=2, quiet=False).err
    posenc("check", "a.csv", "--feedback", ".", "--anonymous", quiet=False)
    assert (tmp_path / "1-person-1.pdf").read_bytes() == made.read_bytes()


def test_grades_are_written_where_it_says_and_opened(
    posenc: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """-o X.csv is the grading worksheet; the report is still seen, and --open opens what was written."""
    opened: list[str] = []

    def launch(path: str) -> int:
        opened.append(path)
        return 0

    monkeypatch.setattr("posenc_cli.cli.opening.launch", launch)
    (tmp_path / "a.csv").write_text("name;sheet;rad\nAda;katze-kurz;0.841\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text("Identifier,Full name,Grade\nParticipant 7,Ada,\n", encoding="utf-8")
    ran = posenc("check", "a.csv", "--grades", "b.csv", "-o", "c.csv", "--open", quiet=False)
    assert (tmp_path / "c.csv").read_text(encoding="utf-8") == "Identifier,Full name,Grade\nParticipant 7,Ada,0.00\n"
    assert "Ada" in ran.out
    assert opened == [str(tmp_path / "c.csv")]
    posenc("check", "a.csv", "--grades", "b.csv", "-f", "csv", "-o", "d.csv", quiet=False)
    assert (tmp_path / "d.csv").read_text(encoding="utf-8").startswith("name,id,")
    assert (tmp_path / "b-filled.csv").read_bytes() == (tmp_path / "c.csv").read_bytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--feedback", "a.docx"), "a.docx"),
        (("--excel-de",), "--excel-de"),
        (("--excel-de", "-o", "a.html"), "--excel-de"),
        (("--grades", "none.csv"), "none.csv"),
        (("--grades", "a.csv"), "a.csv"),
        (("--feedback", "none/a.zip"), "none"),
        (("--grades", "."), ". is a folder"),
        (("--grades", ""), ". is a folder"),
    ],
)
def test_what_cannot_be_is_said(
    posenc: Callable[..., Ran], tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    """One sentence, and no file."""
    (tmp_path / "a.csv").write_text("name;sheet;rad\nAda;katze-kurz;0.841\n", encoding="utf-8")
    assert said in posenc("check", "a.csv", *options, code=2).error
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
