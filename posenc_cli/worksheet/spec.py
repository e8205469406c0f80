"""The spec of a worksheet: a small TOML file, checked strictly.

Built-in worksheets are such files too (``builtin/*.toml``); ``posenc init`` copies them for editing.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PrivateAttr, ValidationError
from pydantic_core import PydanticCustomError

from posenc_cli.errors import InputError, UsageError, choices
from posenc_cli.files.decoding import cannot_read
from posenc_cli.files.paths import is_file, is_folder, is_there
from posenc_cli.files.words import split_words
from posenc_cli.i18n import Language
from posenc_cli.worksheet.fading import is_fading
from posenc_cli.worksheet.source import Source
from posenc_cli.worksheet.spec_parts import Component, Credit, Marking, Number, OwnSlip, SlipName, Strict

BUILTIN = "builtin"
#: What a course takes after the whole way once, in its order; the English twin of "alibi" is "alibi-en".
FAMILIES = (
    "alibi",
    "relative",
    "t5",
    "rope",
    "learned",
    "interpolation",
    "grid",
    "calendar",
    "nope",
    "overview",
)
#: Built-in worksheets in the order in which a course takes them, first in German, then in English.
BUILTIN_NAMES = ("katze", "katze-kurz", *FAMILIES, "cat", "cat-short", *(f"{name}-en" for name in FAMILIES))
MAX_BYTES = 1_000_000
WIDEST, MOST_DECIMALS = 64, 6
#: Of what an exercise draws: dials, rows, statements.
MOST_ITEMS = 10
#: Where a page lies that a QR code opens: printable signs without the one that the sheet's code follows; or nowhere.
LINK, MOST_OF_LINK = r"^https?://[!-\"$-~]+$|^$", 200


def _parameter(value: object) -> object:
    """A parameter of an encoding: a number, a switch, a text, or a list of them; its record says which."""
    if isinstance(value, list):
        return [_parameter(each) for each in value]
    if isinstance(value, bool | int | str):
        return value
    if not isinstance(value, float | Decimal) or not math.isfinite(value):
        raise PydanticCustomError("number_type", "no number")
    return float(value)


def _fading(value: object) -> object:
    """A level a row, or a preset."""
    if not is_fading(value):
        raise PydanticCustomError("fading_type", "no fading")
    return tuple(value) if isinstance(value, list) else value


Whole = Annotated[int, Field(strict=True)]
Fading = Annotated[Any, BeforeValidator(_fading)]
Value = Annotated[Any, BeforeValidator(_parameter)]
Words = Annotated[str, Field(max_length=2000)]
Prose = Annotated[str, Field(max_length=4000)]
Prosaic = Annotated[str, Field(max_length=400)]
#: A rule or a quantity; other names could hide a primitive or a leaf of the sheet's own.
QuantityName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
Row = tuple[Component, ...]
#: Drawings of numbers, and pictures of an encoding with the columns and positions that these take at most.
Picture = Literal[
    "arrows", "bars", "board", "dials", "heat", "ruler", "heatmap", "waves", "clock", "similarity", "bias"
]
MOST_OF_PLOT = 1024


class Block(Strict):
    """One ``[[exercise.block]]`` of a free task; see :mod:`posenc_cli.worksheet.task` for which keys go together."""

    text: Prose | None = None
    items: tuple[Prose, ...] = Field(default=(), alias="list", max_length=40)
    formula: tuple[Prosaic, ...] = Field(default=(), max_length=40)
    box: Literal["rule", "note", "warning", "example"] | None = None
    table: QuantityName | tuple[QuantityName, ...] | None = None
    working: QuantityName | None = None
    choice: Prose | None = None
    question: Prose | None = None
    picture: Picture | None = None

    title: Prosaic = ""
    quiet: bool = Field(default=False, strict=True)
    ordered: bool = Field(default=False, strict=True)
    id: str = Field(default="", pattern=r"^[a-z][a-z0-9]*$|^$", max_length=20)
    rows: tuple[Whole, ...] = ()
    columns: tuple[Whole, ...] = ()
    row_names: tuple[Prosaic, ...] = ()
    column_names: tuple[Prosaic, ...] = ()
    corner: Prosaic = ""
    blank: tuple[Whole | tuple[Whole, Whole], ...] = ()
    fading: Fading = ()
    asked: tuple[QuantityName, ...] = ()
    hide: Prosaic = ""
    caption: Prosaic = ""
    cells: tuple[tuple[Whole | Prosaic, ...], ...] = ()
    via: tuple[QuantityName, ...] = ()
    names: tuple[Prosaic, ...] = ()
    options: tuple[Prosaic, ...] = ()
    right: Prosaic = ""
    lines: Whole = Field(default=2, ge=0, le=40)
    model: Prose = ""
    alt: Prosaic = ""
    of: Prosaic = ""
    marks: tuple[Row, ...] = ()
    marked: tuple[tuple[Whole, Whole], ...] = ()
    arrows: tuple[tuple[Row, ...], ...] = ()
    draw: tuple[Whole, ...] = ()
    turns: tuple[Row, ...] = ()
    hand_names: tuple[Prosaic, ...] = ()
    method: str = Field(default="", max_length=40)
    d: Whole | None = Field(default=None, ge=1, le=MOST_OF_PLOT)
    n: Whole | None = Field(default=None, ge=1, le=MOST_OF_PLOT)
    head: Whole = Field(default=1, ge=1)
    colours: Literal["grey", "safe", "classic"] = "grey"


class Exercise(Strict):
    """One ``[[exercise]]``: its kind and what the kind reads; see :mod:`posenc_cli.worksheet.kinds`."""

    kind: str
    worked: tuple[Whole, ...] = ()
    blank: tuple[Whole, ...] = ()
    fading: Fading = ()
    rows: tuple[Whole, ...] = ()
    positions: tuple[Annotated[Whole, Field(ge=0, le=10**6)], ...] = Field(default=(), max_length=MOST_ITEMS)
    items: Whole = Field(default=0, ge=0, le=MOST_ITEMS)
    statements: tuple[Whole, ...] = ()
    slip: str = Field(default="", max_length=60)
    word: str | None = None
    pair: tuple[str, ...] = ()
    sentences: tuple[Words, ...] = ()
    models: tuple[Prose, ...] = ()
    points: Number = Field(default=1.0, ge=0, le=100)
    minutes: Whole = Field(default=0, ge=0, le=600)
    lines: Whole = Field(default=0, ge=0, le=40)
    parts: tuple[str, ...] = ()
    title: Words = ""
    verb: str = ""
    level: Literal["I", "II", "III"] | None = None
    hint: Words = ""
    block: tuple[Block, ...] = Field(default=(), max_length=60)


class Method(Strict):
    """An encoding under chosen conventions: that of the sheet, or one of ``[also.NAME]``."""

    encoding: str = "sinusoidal"
    d: Whole = Field(default=4, ge=1, le=WIDEST)
    n: Whole = Field(default=0, ge=0, le=200)
    params: dict[str, Value] = {}
    conventions: dict[str, str] = {}


class Worksheet(Method):
    """The ``[worksheet]`` table."""

    name: str = Field(default="", max_length=60, pattern=r"^[\w-]*$")
    title: str = Field(max_length=200)
    school: str = Field(default="", max_length=200)
    language: Language = "de"
    decimals: Whole = Field(default=3, ge=1, le=MOST_DECIMALS)
    decimal_mark: Literal["point", "comma"] = "point"
    sentence: Words = ""
    first_pos: Whole = Field(default=0, ge=0, le=10**6)
    scale: bool = Field(default=False, strict=True)
    credit: Credit = Credit()
    level: str = Field(default="", max_length=200)
    minutes: Whole = Field(default=0, ge=0, le=600)
    after: tuple[str, ...] = ()
    vary: tuple[QuantityName, ...] = ()
    paper: Literal["A4", "letter"] = "A4"
    font_size: Number = Field(default=11.0, ge=9, le=24)
    grey: bool = Field(default=False, strict=True)
    hints: Literal["off", "box", "foot"] = "off"
    control: Literal["off", "pool", "word"] = "off"
    control_word: str = Field(default="", max_length=40)
    cards: bool = Field(default=False, strict=True)
    fillable: bool = Field(default=False, strict=True)
    templates: str = Field(default="", max_length=400)
    qr: bool = Field(default=True, strict=True)
    link: str = Field(default="", max_length=MOST_OF_LINK, pattern=LINK)
    numbers: Literal["fixed", "seeded"] = "fixed"
    secret: str | None = Field(default=None, min_length=8, max_length=200)


class Embeddings(Strict):
    """The ``[embeddings]`` table: numbers in the spec, or a file beside it."""

    file: str | None = None
    table: dict[str, tuple[Component, ...]] | None = None


class Spec(Strict):
    """A whole spec."""

    worksheet: Worksheet
    embeddings: Embeddings = Embeddings()
    given: dict[QuantityName, Component | Row | tuple[Row, ...]] = {}
    also: dict[QuantityName, Method] = {}
    rules: dict[QuantityName, Prosaic] = {}
    marking: Marking = Marking()
    slips: dict[SlipName, OwnSlip] = Field(default={}, max_length=40)
    exercise: tuple[Exercise, ...] = Field(min_length=1, max_length=100)
    _source: Source = PrivateAttr(default_factory=lambda: Source("spec", None, ()))

    @property
    def words(self) -> tuple[str, ...]:
        """The sentence, split at blanks; of a sheet without one, its positions."""
        about = self.worksheet
        numbers = range(about.first_pos, about.first_pos + about.n)
        return split_words(about.sentence) or tuple(map(str, numbers))

    @property
    def folder(self) -> Path | None:
        """Where relative files are looked up; None for what comes from no file."""
        return self._source.folder

    @property
    def file_name(self) -> str | None:
        """The name of its file; None for a built-in worksheet."""
        return Path(self._source.shown).name if self.folder is not None else None

    @property
    def text(self) -> str:
        """The TOML text that it was read from; empty for what was put together otherwise."""
        return "\n".join(self._source.lines)

    def place(self, exercise: int) -> dict[str, object]:
        """Where an exercise (counted from 0) stands, for errors: ``path`` and ``line``."""
        return {"path": self._source.shown, "line": self._source.line(f"exercise.{exercise}", "kind")}

    def at(self, key: str, table: str = "worksheet") -> dict[str, object]:
        """Where a key stands, for errors: ``path`` and ``line``."""
        return {"path": self._source.shown, "line": self._source.line(table, key)}

    def from_source(self, source: Source, name: str) -> Spec:
        """The spec with its origin, and a name if it names itself not."""
        worksheet = self.worksheet.model_copy(update={"name": self.worksheet.name or name})
        found = self.model_copy(update={"worksheet": worksheet})
        found._source = source  # noqa: SLF001  (a private attribute of this very class)
        return found


def builtin_text(name: str) -> str:
    """A built-in worksheet as TOML text."""
    return resources.files(__package__).joinpath(BUILTIN, f"{name}.toml").read_text(encoding="utf-8")


def builtin_of(spec: Spec) -> Spec | None:
    """The built-in worksheet that a spec is, as it is before options change it; None for one of a person's own."""
    name = spec.worksheet.name
    if spec.folder is not None or name not in BUILTIN_NAMES:
        return None
    own = _builtin(name)
    return own if spec.text == own.text else None


@cache
def _builtin(name: str) -> Spec:
    return read(builtin_text(name), name, None)


def find(name_or_path: str) -> Spec:
    """The spec of a built-in name or of a TOML file.

    Raises:
        UsageError: neither a built-in name nor a file.
        InputError: the file cannot be read, or breaks the rules of a spec.
    """
    if name_or_path in BUILTIN_NAMES:
        return _builtin(name_or_path)
    path = Path(name_or_path)
    if path.suffix.lower() == ".toml" or (is_there(path) and not is_folder(path)):
        return read(_file_text(path), path.stem, path.resolve().parent, shown=str(path))
    there = choices(name_or_path, BUILTIN_NAMES)
    key = "worksheet.unknown-name-near" if "near" in there else "worksheet.unknown-name"
    if len(name_or_path.split()) > 1 and not path.suffix:
        raise UsageError("worksheet.unknown-sentence", given=name_or_path)
    raise UsageError(key, given=name_or_path, **there)


def _file_text(path: Path) -> str:
    if is_there(path) and not (is_file(path) or is_folder(path)):
        raise InputError("files.not-regular", path=path)  # a device has no end
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError("worksheet.spec-too-large", path=path, limit=MAX_BYTES)
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise cannot_read(path, error) from None
    except PermissionError:
        raise InputError("files.is-folder" if is_folder(path) else "files.not-readable", path=path) from None
    except (OSError, ValueError):  # bytes that are no text, or a name that is none
        raise InputError("worksheet.spec-unreadable", path=path) from None


def read(text: str, name: str, folder: Path | None, *, shown: str | None = None) -> Spec:
    """A spec from its text; ``name`` is used where the spec names itself not.

    Raises:
        InputError: the text is no TOML, or breaks the rules of a spec; one fault is named.
    """
    source = Source(shown or f"{name}.toml", folder, tuple(text.splitlines()))
    data = source.parsed(text)
    try:
        spec = Spec.model_validate(data)
    except ValidationError as fault:
        # A misspelt key is also a missing one; the misspelling is the fault to show.
        faults = sorted(fault.errors(include_url=False), key=lambda one: one["type"] != "extra_forbidden")
        raise source.explained(dict(faults[0]), KEYS) from None
    if not spec.worksheet.sentence and not spec.worksheet.n:
        raise InputError("worksheet.sentence-missing", path=source.shown, line=source.line("worksheet", ""))
    if spec.embeddings.file is not None and spec.embeddings.table is not None:
        raise InputError("worksheet.embeddings-twice", path=source.shown, line=source.line("embeddings", "file"))
    return spec.from_source(source, re.sub(r"[^\w-]", "-", name)[:60])


#: The keys of every table of a spec.
KEYS = {
    "": tuple(Spec.model_fields),
    "worksheet": tuple(Worksheet.model_fields),
    "worksheet.credit": tuple(Credit.model_fields),
    "embeddings": tuple(Embeddings.model_fields),
    "marking": tuple(Marking.model_fields),
    "slips": tuple(OwnSlip.model_fields),
    "given": (),
    "also": tuple(Method.model_fields),
    "exercise": tuple(Exercise.model_fields),
    "exercise.block": tuple(field.alias or name for name, field in Block.model_fields.items()),
}
