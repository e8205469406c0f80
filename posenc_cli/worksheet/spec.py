"""The spec of a worksheet: a small TOML file, checked strictly.

Built-in worksheets are such files too (``builtin/*.toml``); ``posenc init`` copies them for editing.
"""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from difflib import get_close_matches
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from posenc_cli.errors import InputError, UsageError

BUILTIN = "builtin"
#: Built-in worksheets in the order in which a course takes them.
BUILTIN_NAMES = ("katze", "katze-kurz", "cat", "cat-short")
MAX_BYTES = 1_000_000


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Credit(_Strict):
    """Share of a blank's points for verdicts short of correct."""

    follow_through: float = Field(1.0, ge=0, le=1)
    coarse: float = Field(1.0, ge=0, le=1)
    rounding: float = Field(1.0, ge=0, le=1)


class Exercise(_Strict):
    """One ``[[exercise]]``: its kind and what the kind reads; see :mod:`posenc_cli.worksheet.kinds`."""

    kind: str
    worked: tuple[int, ...] = ()
    blank: tuple[int, ...] = ()
    word: str | None = None
    pair: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    points: float = Field(1.0, ge=0, le=100)
    minutes: int = Field(0, ge=0, le=600)
    lines: int = Field(0, ge=0, le=40)
    parts: tuple[str, ...] = ()


class Worksheet(_Strict):
    """The ``[worksheet]`` table."""

    name: str = Field("", max_length=60, pattern=r"^[\w-]*$")
    title: str = Field(max_length=200)
    school: str = Field("", max_length=200)
    language: Literal["de", "en"] = "de"
    encoding: str = "sinusoidal"
    d: int = Field(4, ge=1, le=64)
    decimals: int = Field(3, ge=1, le=6)
    decimal_mark: Literal["point", "comma"] = "point"
    sentence: str = Field(max_length=2000)
    first_pos: int = Field(0, ge=0, le=10**6)
    scale: bool = False
    params: dict[str, float] = {}
    conventions: dict[str, str] = {}
    credit: Credit = Credit()
    level: str = Field("", max_length=200)
    minutes: int = Field(0, ge=0, le=600)


class Embeddings(_Strict):
    """The ``[embeddings]`` table: numbers in the spec, or a file beside it."""

    file: str | None = None
    table: dict[str, tuple[Decimal, ...]] | None = None


class Spec(_Strict):
    """A whole spec."""

    worksheet: Worksheet
    embeddings: Embeddings = Embeddings()
    exercise: tuple[Exercise, ...] = Field(min_length=1)
    #: Where relative files are looked up; set by the reader.
    folder: Path | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The sentence, split at blanks."""
        return tuple(self.worksheet.sentence.split())


def builtin_text(name: str) -> str:
    """A built-in worksheet as TOML text."""
    return resources.files(__package__).joinpath(BUILTIN, f"{name}.toml").read_text(encoding="utf-8")


def find(name_or_path: str) -> Spec:
    """The spec of a built-in name or of a TOML file.

    Raises:
        UsageError: neither a built-in name nor a file.
        InputError: the file cannot be read, or breaks the rules of a spec.
    """
    if name_or_path in BUILTIN_NAMES:
        return read(builtin_text(name_or_path), name_or_path, None)
    path = Path(name_or_path)
    if path.suffix.lower() == ".toml" or path.exists():
        return read(_file_text(path), path.stem, path.resolve().parent, shown=str(path))
    near = get_close_matches(name_or_path, BUILTIN_NAMES, n=3) or list(BUILTIN_NAMES)
    raise UsageError("worksheet.unknown-name", given=name_or_path, known=", ".join(near))


def _file_text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError("worksheet.spec-too-large", path=path, limit=MAX_BYTES)
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError("worksheet.spec-missing", path=path) from None
    except (OSError, UnicodeDecodeError):
        raise InputError("worksheet.spec-unreadable", path=path) from None


def read(text: str, name: str, folder: Path | None, *, shown: str | None = None) -> Spec:
    """A spec from its text; ``name`` is used where the spec names itself not."""
    shown = shown or f"{name}.toml"
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as fault:
        raise InputError("worksheet.spec-syntax", path=shown, fault=fault) from None
    try:
        spec = Spec.model_validate(data)
    except ValidationError as fault:
        raise _explained(fault, text, shown) from None
    worksheet = spec.worksheet.model_copy(update={"name": spec.worksheet.name or re.sub(r"[^\w-]", "-", name)})
    return spec.model_copy(update={"folder": folder, "worksheet": worksheet})


def _explained(fault: ValidationError, text: str, shown: str) -> InputError:
    """The first fault as one sentence: line, key, what was given, what would work."""
    first = fault.errors()[0]
    place = [str(part) for part in first["loc"]]
    key = next((part for part in reversed(place) if not part.isdigit()), "?")
    where = {"path": shown, "line": _line(text, place, key), "key": ".".join(place)}
    if first["type"] == "missing":
        return InputError("worksheet.spec-key-missing", **where)
    if first["type"] == "extra_forbidden":
        known = _known(place)
        near = get_close_matches(key, known, n=3) or known
        return InputError("worksheet.spec-key-unknown", **where, known=", ".join(near))
    return InputError("worksheet.spec-value", **where, given=_short(first.get("input")), wanted=_wanted(first))


def _known(place: list[str]) -> list[str]:
    models: dict[str, type[BaseModel]] = {"worksheet": Worksheet, "embeddings": Embeddings, "exercise": Exercise}
    if len(place) > 2 and place[1] == "credit":
        return list(Credit.model_fields)
    return list(models[place[0]].model_fields) if len(place) > 1 and place[0] in models else list(models)


def _short(value: object) -> str:
    shown = str(value)
    return shown if len(shown) <= 40 else shown[:39] + "…"


def _wanted(first: Any) -> str:  # noqa: ANN401
    context = first.get("ctx") or {}
    if "expected" in context:
        return str(context["expected"]).replace(" or ", ", ").replace("'", "")
    limits = {"ge": "≥ {}", "le": "≤ {}", "gt": "> {}", "lt": "< {}", "max_length": "≤ {} characters", "pattern": "{}"}
    found = [shape.format(context[name]) for name, shape in limits.items() if name in context]
    return ", ".join(found) or first["type"].replace("_", " ")


def _line(text: str, place: list[str], key: str) -> int:
    """The line of a key: within the n-th ``[[exercise]]`` where the fault lies in one."""
    lines = text.splitlines()
    start = 0
    if place[:1] == ["exercise"] and len(place) > 1 and place[1].isdigit():
        heads = [number for number, line in enumerate(lines) if line.strip().startswith("[[exercise")]
        start = heads[int(place[1])] if int(place[1]) < len(heads) else 0
    elif place:
        start = next((n for n, line in enumerate(lines) if line.strip() == f"[{place[0]}]"), 0)
    pattern = re.compile(rf"^\s*\[*\"?{re.escape(key)}\"?\s*(=|\]|\.)")
    return next((n + 1 for n in range(start, len(lines)) if pattern.match(lines[n])), start + 1)
