from __future__ import annotations

import csv
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from posenc_cli.cli import main
from posenc_cli.cli.class_sets import told
from posenc_cli.render.class_files import Said, Task
from posenc_cli.render.class_files import run as run_tasks
from posenc_cli.worksheet.classes import Student
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import find
from tests.blank_paper import on_blank_paper
from tests.page_texts import page_texts

ROOT = Path(__file__).parents[2]
#: One exercise on one page: what takes time is not what is looked at here.
SPEC = """\
[worksheet]
title = "Klein"
sentence = "Die Katze sitzt"
numbers = "seeded"

[embeddings.table]
Die = [0.9, 0.1, 0.2, 0.1]
Katze = [0.2, 0.9, 0.1, 0.2]
sitzt = [0.1, 0.4, 0.9, 0.3]

[[exercise]]
kind = "encode"
blank = [1]
"""
ROSTER = "Nachname;Vorname;Matrikelnummer\r\nMüller;Jürgen;0012345\r\nLe;An;0000007\r\nŞahin;Özlem;0000008\r\n"
KILLS = 2


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a worksheet and a roster in it."""
    (tmp_path / "klein.toml").write_text(SPEC, "utf-8")
    (tmp_path / "klasse.csv").write_text(ROSTER, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> None:
    """A call that must go well."""
    assert main(["worksheet", "klein.toml", "--class", "klasse.csv", *words, "--lang", "de"]) == 0


def content(folder: Path) -> dict[str, bytes]:
    """All files by their names."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def text(path: Path) -> list[str]:
    """Of every page."""
    return list(page_texts(path))


@pytest.mark.pdf
def test_everybody_gets_a_sheet_with_name_and_code(folder: Path) -> None:
    """On paper, in the list, in the manifest; answers stand in the keys only."""
    run("-o", "out", "--jobs", "1")
    entries = json.loads((folder / "out/manifest.json").read_text("utf-8"))["students"]
    pages, keys = text(folder / "out/alle-blaetter.pdf"), text(folder / "out/alle-loesungen.pdf")
    assert len(pages) == 6
    assert all("Lösung" in page for page in keys)
    for number, entry in enumerate(entries):
        assert f"{entry['name']} ({entry['number']})" in pages[2 * number]
        assert entry["code"] in pages[2 * number]
        assert text(folder / "out" / entry["file"])[0] == pages[2 * number]
        assert pages[2 * number + 1] == ""
        assert entry["name"] in keys[0]
        assert entry["code"] in keys[0]
        answers = {one.text.replace("-", "−") for one in solve(sheet_of(f"klein.toml#{entry['seed']}"))}
        assert sum(answer in pages[2 * number] for answer in answers if len(answer) > 4) == 0


@pytest.mark.pdf
@pytest.mark.parametrize("numbers", ["fixed", "seeded"])
@pytest.mark.usefixtures("folder")
def test_who_is_added_costs_nobody_an_answer(numbers: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is entered stays in the form, saved by whatever program; who leaves takes answers along only if asked."""
    Path("klein.toml").write_text(SPEC.replace("seeded", numbers), "utf-8")
    Path("klasse.csv").write_text("Name\nEva\nTim\n", "utf-8")
    run("-o", "k")
    form = Path("k/antworten.csv")
    rows = list(csv.reader(io.StringIO(form.read_text("utf-8-sig")), delimiter=";"))
    rows[1][-1] = "0,841"
    plain = [[cell.translate(str.maketrans("₁₂₃₄", "1234")) for cell in row] for row in rows]
    form.write_text("".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in plain), "cp1252")
    entered = form.read_bytes()
    run("-o", "k")
    assert form.read_bytes() == entered
    Path("klasse.csv").write_text("Name\nEva\nTim\nNeu\n", "utf-8")
    run("-o", "k")
    after = list(csv.reader(io.StringIO(form.read_text("utf-8-sig")), delimiter=";"))
    assert after[: len(rows)] == rows
    assert {row[0] for row in after[len(rows) :]} == {"Neu"}
    Path("klasse.csv").write_text("Name\nTim\nNeu\nBo\n", "utf-8")
    assert main(["worksheet", "klein.toml", "--class", "klasse.csv", "-o", "k", "--force"]) == 0
    assert "0,841" not in form.read_text("utf-8-sig")
    form.write_text("no table of ours\n", "utf-8")
    Path("klasse.csv").write_text("Name\nTim\nNeu\nBo\nCy\n", "utf-8")
    capsys.readouterr()
    assert main(["worksheet", "klein.toml", "--class", "klasse.csv", "-o", "k", "--lang", "en"]) == 2
    assert "holds something for which the new form has no place" in capsys.readouterr().err
    assert form.read_text("utf-8") == "no table of ours\n"


@pytest.mark.pdf
def test_without_names_no_file_tells_one(folder: Path) -> None:
    """Numbers and codes only, on paper and in every file around it."""
    run("-o", "out", "--anonymous", "--jobs", "1")
    assert "0012345" in text(folder / "out/alle-blaetter.pdf")[0]
    for name, data in content(folder / "out").items():
        said = "\n".join(text(folder / "out" / name)) if name.endswith(".pdf") else data.decode()
        for word in ("Müller", "mueller", "Jürgen", "Özlem"):
            assert word not in said + name


@pytest.mark.pdf
def test_every_row_is_marked_with_its_own_sheet(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The form that lies in the folder, filled by two of three: one rightly, one with the other one's numbers."""
    on_blank_paper(monkeypatch)
    run("-o", "out", "--jobs", "1")
    path = folder / "out/antworten.csv"
    rows = list(csv.reader(io.StringIO(path.read_text("utf-8-sig"), newline=""), delimiter=";"))
    seeds = {
        entry["code"]: entry["seed"]
        for entry in json.loads((folder / "out/manifest.json").read_text("utf-8"))["students"]
    }
    first, second, _ = seeds
    keys = {code: [one.text for one in solve(sheet_of(f"klein.toml#{seeds[code]}"))] for code in (first, second)}
    for code, key in ((first, keys[first]), (second, keys[first])):
        for row, answer in zip((row for row in rows if row[1] == code), key, strict=True):
            row[-1] = answer
    # Of nobody here: a line is said of it, and the others are marked.
    rows.append(["Nobody", "AAAA-AAAA", *[""] * (len(rows[1]) - 3), "1"])
    filled = folder / "filled.csv"
    with filled.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=";").writerows(rows)
    capsys.readouterr()
    assert main(["check", "filled.csv", "--sheet", "out", "-f", "json"]) == 1
    out, said = capsys.readouterr()
    report = json.loads(out)
    assert said.count("AAAA-AAAA") == 1
    points = {one["name"]: (one["points"], one["max_points"]) for one in report["students"]}
    assert points["Jürgen Müller (0012345)"][0] == points["Jürgen Müller (0012345)"][1]
    assert points["An Le (0000007)"][0] < points["An Le (0000007)"][1]
    assert len(points) == 2


@pytest.mark.pdf
def test_answers_of_two_of_one_name_are_no_two_attempts(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With numbers of one's own or not: the form tells them apart, so both are marked, wherever the worksheet is."""
    on_blank_paper(monkeypatch)
    (folder / "klasse.csv").write_text("Name;Nummer\nMax Müller;1\nMax Müller;2\n", "utf-8")
    for out, vary in (("own", ["--vary"]), ("fixed", [])):
        (folder / "klein.toml").write_text(SPEC.replace('numbers = "seeded"\n', ""), "utf-8")
        run("-o", out, "--jobs", "1", *vary)
        path = folder / out / "antworten.csv"
        path.write_text(re.sub(r";(?=\r?$)", ";0.5", path.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
        capsys.readouterr()
        (folder / "klein.toml").unlink()
        # The manifest beside the form says as much as whoever names it.
        for named in (["--sheet", out], []):
            assert main(["check", str(path), *named, "-f", "json"]) == 1
            report = json.loads(capsys.readouterr().out)
            assert [one["name"] for one in report["students"]] == ["Max Müller (1)", "Max Müller (2)"]
        manifest = folder / out / "manifest.json"
        manifest.write_text("{", "utf-8")
        assert main(["check", str(path)]) == 2
        assert f"{manifest} is not the manifest" in capsys.readouterr().err


@pytest.mark.pdf
def test_what_a_run_did_is_said_as_it_is(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All new, some of them, none; the form is named."""
    on_blank_paper(monkeypatch)
    run("-o", "out", "--jobs", "1")
    assert "Neue Blätter: 3. Alles liegt in out:" in (first := capsys.readouterr().err)
    assert first.startswith("posenc: Suche Zahlen für 3 Blätter")
    assert "antworten.csv" in first
    (folder / "klasse.csv").write_text(ROSTER + "Neu;Nora;0000009\r\n", "utf-8")
    run("-o", "out", "--jobs", "1")
    assert "Neue Blätter: 1 von 4, die anderen waren schon da" in capsys.readouterr().err
    run("-o", "out", "--jobs", "1")
    assert capsys.readouterr().err.startswith("posenc: Neue Blätter: 0 von 4, alle waren schon da")
    told("de")(0, 1)
    assert not capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["katze", "--anonymous"], "--anonymous"),
        (["katze", "--jobs", "2"], "--jobs"),
        (["katze", "--class", "klasse.csv", "--jobs", "0"], "--jobs 0"),
        (["katze", "--class", "klasse.csv", "--groups", "2"], "--groups"),
        (["katze", "--class", "klasse.csv", "--key", "k.pdf"], "--key"),
        (["katze", "--class", "klasse.csv", "-f", "html"], "html"),
        (["katze", "--class", "nobody.csv"], "nobody.csv"),
        (["katze", "--class", "klasse.csv", "-o", "set.pdf"], "-o set;"),
        (["katze", "--class", "klasse.csv", "-o", "set.docx"], "-o set;"),
    ],
)
def test_what_a_class_does_not_go_with_is_said(
    folder: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, nothing written."""
    assert main(["worksheet", *words]) == 2
    assert said in capsys.readouterr().err
    assert set(content(folder)) == {"klein.toml", "klasse.csv"}


@pytest.mark.pdf
@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a signal that nothing survives")
def test_a_run_that_was_killed_ends_as_an_undisturbed_one(folder: Path) -> None:
    """At random moments, with several processes: nothing is half, nothing is left, and all bytes are the same."""
    run("-o", "whole", "--jobs", "1")
    command = [sys.executable, "-m", "posenc_cli", "worksheet", "klein.toml", "--class", "klasse.csv", "-o", "out"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    moments = random.Random(4)  # noqa: S311  (moments are no secret)
    for _ in range(KILLS):
        with subprocess.Popen(
            [*command, "--jobs", "2"], cwd=folder, env=environment, stderr=subprocess.DEVNULL
        ) as run_:
            time.sleep(moments.uniform(1, 5))
            run_.kill()
    subprocess.run([*command, "--jobs", "2"], cwd=folder, env=environment, check=True, stderr=subprocess.DEVNULL)
    assert content(folder / "out") == content(folder / "whole")


class Signed(Task):
    """A document that only says which process has made it."""

    def printed(self) -> Said:
        """Write the number of the process."""
        self.path.write_text(str(os.getpid()), "utf-8")
        return ()


def test_others_go_on_where_processes_have_done_enough(
    folder: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """More documents than the processes of one pool make are made by those of the next, for a class of any size."""
    monkeypatch.setattr("posenc_cli.render.class_files.UNTIL_REPLACED", 1)
    # Processes that are started look for the tests where these are.
    monkeypatch.syspath_prepend(request.config.rootpath)
    spec = find("cat-short")
    tasks = [Signed(spec, None, Student(n, str(n)), replace, folder / f"{n}", key=True) for n in range(5)]
    assert list(run_tasks(tasks, 2)) == [()] * 5
    assert len({task.path.read_text("utf-8") for task in tasks}) >= 3


@pytest.mark.pdf
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs a signal for all processes of a terminal")
def test_who_interrupts_gets_one_sentence(folder: Path) -> None:
    """Ctrl+C reaches the processes that make documents as well: none of them says a word, whatever it is at."""
    many = "".join(f"Nachname{n};Vorname;{n:07}\r\n" for n in range(300))
    (folder / "klasse.csv").write_text(ROSTER.partition("\n")[0] + "\n" + many, "utf-8")
    command = [sys.executable, "-m", "posenc_cli", "worksheet", "katze-kurz", "--class", "klasse.csv", "-o", "out"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "POSENC_LANG": "de"}
    # What was started in the background passes on that it is deaf to Ctrl+C; people do not start it like that.
    deaf = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(
        [*command, "--jobs", "2"],
        cwd=folder,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as started:
        signal.signal(signal.SIGINT, deaf)
        while not (folder / "out/manifest.json").exists():
            assert started.poll() is None
            time.sleep(0.02)
        time.sleep(0.4)
        os.killpg(started.pid, signal.SIGINT)
        _, said = started.communicate()
    assert started.returncode == 130
    assert said.splitlines()[-1] == "posenc: Unterbrochen; derselbe Befehl macht weiter, wo er aufgehört hat."
    assert "Traceback" not in said
