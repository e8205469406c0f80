"""Ways in for text: numbers, tables, JSON, specs, rosters, codes, expressions and words of the command line."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from posenc_cli.i18n import lookup
from posenc_cli.i18n.numbers import read_number, write_number
from tests.attack.readers import PIECES, Reader, in_file, pieces, sample, text_of

if TYPE_CHECKING:
    from posenc_cli.grading.moodle_responses import AskedThere
    from posenc_cli.grading.submission import Submission
    from posenc_cli.worksheet.sheet import Sheet

SPECS = tuple(f"posenc_cli/worksheet/builtin/{name}.toml" for name in ("katze-kurz", "rope", "t5", "grid", "nope"))


def number(data: bytes) -> object:
    """A number that a student wrote; what is read can be written, and reads the same again."""
    reading = read_number(text_of(data))
    if reading.reason is not None:
        lookup("en", reading.reason)
    if reading.value is not None:
        again = read_number(write_number(reading.value, None))
        assert again.value == reading.value or again.reason == "numbers.too-long", reading
    return reading


@cache
def sheet() -> Sheet:
    """A sheet of ours with few blanks."""
    from posenc_cli.worksheet.find import sheet_of

    return sheet_of("katze-kurz")


@cache
def asked() -> tuple[AskedThere, ...]:
    """What Moodle asks of it."""
    from posenc_cli.render.moodle_order import asked_there

    return tuple(asked_there(sheet()))


def answers(data: bytes, suffix: str = "csv") -> list[Submission]:
    """A table of answers, from its bytes to who wrote what; Moodle's reports included."""
    from pathlib import Path

    from posenc_cli.files.tables import Looking, parse_table
    from posenc_cli.grading.handed_in import Handed, of_file
    from posenc_cli.grading.headings import has_answers
    from posenc_cli.grading.layouts import Layouts, laid_out

    path = Path(f"a.{suffix}")
    table = parse_table(data, path=path, looking=Looking(is_header=has_answers))
    assert {len(row) for row in table.rows} <= {table.width}
    handed = Handed(path, table)
    handed.sheet_names()
    handed.sheet_code()
    found, notices = of_file(laid_out(handed, sheet(), Layouts(lambda _: asked(), lambda _: b"")), sheet())
    for notice in notices:
        notice.text("de")
    return found


def marked(data: bytes) -> object:
    """Answers, marked, and the report as text and JSON."""
    from posenc_cli.grading.report import check
    from posenc_cli.render.report import FORMATS
    from posenc_cli.render.style import Style

    report = check(sheet(), answers(data)[:1])
    return [FORMATS[name](report, Style("de", None, "comma")) for name in ("text", "json", "csv")]


def roster(data: bytes) -> object:
    """A list of a class, and what its files are called."""
    from posenc_cli.grading.roster import read_roster
    from posenc_cli.worksheet.classes import file_stem, row_names

    students, notices = read_roster(in_file("roster.csv", data))
    for notice in notices:
        notice.text("en")
    stems = [file_stem(student, len(students)) for student in students]
    assert all(stem.replace("-", "").isalnum() and stem.isascii() for stem in stems)
    assert len(set(stems)) == len(row_names(students)) == len(stems)
    return students


def spec(data: bytes) -> object:
    """A worksheet, from its text to the sheet with its key."""
    from posenc_cli.worksheet.build import build
    from posenc_cli.worksheet.key import solve
    from posenc_cli.worksheet.spec import find

    return solve(build(find(str(in_file("blatt.toml", data)))))


def config(data: bytes) -> object:
    """A model's config.json, from its bytes to the first rows of what it describes."""
    from posenc_cli.encodings.model_config import read_model
    from posenc_cli.encodings.results import results
    from posenc_cli.files.configs import read_config

    document, _ = read_config(in_file("config.json", data))
    return [results(one.scheme, one.scheme.rows(2)) for one in read_model(document).found]


def expression(data: bytes) -> object:
    """A slip of a teacher's own, worked out on a small sheet."""
    from posenc_cli.calculation.algebras import NUMBERS
    from posenc_cli.calculation.expression import parse

    text = text_of(data)
    parsed = parse(text)
    base = sheet()
    names = {rule.name for rule in base.formula.rules}
    if parsed.names <= {*base.given, "angle"} and "angle" in names:
        return base.formula.but(angle=text).run(base.given, NUMBERS, on_sheet=base.on_sheet, decimals=base.decimals)
    return parsed


def code(data: bytes) -> object:
    """A code, the text of a QR code, or the name of a worksheet."""
    from posenc_cli.worksheet.codes import looks_like_code, read, same, shown, write
    from posenc_cli.worksheet.find import split_seed
    from posenc_cli.worksheet.portable import PREFIX, code_in, unpacked

    text = text_of(data)
    split_seed(text)
    code_in(text)
    if text.startswith(PREFIX):
        unpacked(text)
    looks_like_code(text)
    named = read(text)
    if named is not None:
        assert same(write(named), text), text
    return shown(text)


def is_much(text: str) -> bool:
    """Are so many positions asked for, and not too many, that it takes its time to write them down?"""
    from posenc_cli.cli.values import ranges
    from posenc_cli.encodings.scheme import MAX_CELLS

    return MUCH < sum(last - first + 1 for first, last in ranges(text)) <= MAX_CELLS


def words(data: bytes) -> object:
    """Positions, columns, pairs and sentences of the command line."""
    from posenc_cli.cli.coercion import _real, _whole
    from posenc_cli.cli.values import dimension, positions, ranges
    from posenc_cli.encodings.scheme import sentence_words
    from posenc_cli.errors import PosencError

    text = text_of(data)
    last: PosencError | None = None
    for read in (
        lambda: _whole(text, "--n"),
        lambda: _real(text, "--base"),
        lambda: dimension(text, 8),
        lambda: sentence_words(text),
        lambda: ranges(text) if is_much(text) else positions(text),
    ):
        try:
            read()
        except PosencError as error:
            last = error
    if last is not None:
        raise last
    return text


def embeddings(data: bytes, suffix: str = "txt") -> object:
    """Words with their vectors."""
    from posenc_cli.files.embeddings import read_embeddings

    path = in_file(f"vectors.{suffix}", data)
    found = read_embeddings(path, labels=path if suffix in ("npy", "npz", "safetensors") else None)
    assert {len(vector) for vector in found.vectors.values()} == {found.d}
    return found


MUCH = 1_000_000
MODELS = ("llama-3.1-8b", "phi-3-mini-128k", "t5-small", "bloom-176b", "opt-125m", "qwen2.5-7b-yarn", "deepseek-v3")
ANSWERS = tuple(f"tests/inputs/R{number:02}.csv" for number in (1, 2, 3, 5, 7, 8, 10, 13, 16, 19, 21))
CELLS = PIECES["cells"] + PIECES["numbers"]
KLASSE = sample("samples/answers/klasse.csv", "samples/answers/excel-deutsch.csv")
VECTORS = pieces("katze 0.1 0.2\nmatte 0.3 0.4\n", "2 2\na 1 2\nb 3 4\n", "a;0,1;0,2\n")
SLIPS = pieces("pos / base ** (2*i / d)", "where(k % 2 == 0, pos, 1 - pos)", "rad(pos / divisor)")
CONFIGS = sample(*(f"samples/models/{name}.json" for name in MODELS))
TEXTS = {
    "numbers": Reader(number, PIECES["numbers"], PIECES["numbers"]),
    "csv": Reader(answers, (*sample(*ANSWERS), *KLASSE), CELLS),
    "json": Reader(lambda data: answers(data, "json"), sample("tests/inputs/R44.json"), PIECES["json"] + CELLS),
    "marked": Reader(marked, KLASSE[:1], CELLS, slow=True),
    "toml": Reader(spec, sample("samples/mein-blatt.toml", *SPECS), PIECES["toml"] + PIECES["expressions"], slow=True),
    "roster": Reader(roster, sample("samples/klassenliste.csv"), PIECES["cells"] + PIECES["roster"]),
    "config": Reader(config, CONFIGS, PIECES["config"] + PIECES["json"], slow=True),
    "expressions": Reader(expression, SLIPS, PIECES["expressions"]),
    "codes": Reader(code, pieces("23VK-GTE5", "katze-7", "blatt.toml#12"), PIECES["codes"]),
    "words": Reader(words, pieces("0-5,17", "d3", "Die Katze saß"), PIECES["lists"] + PIECES["numbers"]),
    "embeddings": Reader(embeddings, VECTORS, CELLS),
}
