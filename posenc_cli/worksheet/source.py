"""The text behind a spec: parsed, and asked for the line of whatever is wrong in it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any

from posenc_cli.errors import InputError, choices

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_SHOWN = 40
#: How the models call the ways in which a value may be read; no key of a spec.
_INSIDE = ("functools", "function-", "tuple[", "[key]")
#: Faults of a value by what is wanted instead; all others are told the limit or choice.
_WANTED = {
    "string_type": "worksheet.spec-text",
    "int_type": "worksheet.spec-whole",
    "number_type": "worksheet.spec-number",
    "finite_number": "worksheet.spec-number",
    "decimal_max_places": "worksheet.spec-number",
    "bool_type": "worksheet.spec-yes-no",
    "tuple_type": "worksheet.spec-list",
    "model_type": "worksheet.spec-table",
    "dict_type": "worksheet.spec-table",
    "string_pattern_mismatch": "worksheet.spec-name",
    "fading_type": "worksheet.spec-fading",
    "scale_type": "worksheet.spec-scale",
    "link_pattern": "worksheet.spec-link",
}
_LIMITS = {"ge": "≥ {}", "le": "≤ {}", "max_length": "≤ {}", "min_length": "≥ {}"}


#: A key that TOML takes only in quotes, a text without them, and numbers with a comma, at the beginning of a line.
_KEY = re.compile(r"([^\s\"'=#\[\]{},][^\"'=#\[\]{}]*?)\s*=")
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]+(\s*\.\s*[A-Za-z0-9_-]+)*")
_BARE_TEXT = re.compile(r"([\w.-]+)\s*=\s*([^\W\d_][^\"'\[\]{}#=]*?)\s*(?:#.*)?")
_COMMA = re.compile(r"=\s*[+-]?\d+,\d+\s*(?:#.*)?$|=\s*\[.*\d,(?:0\d|\d+\s+[\d+-])")


def _cure(line: str) -> tuple[str, dict[str, object]] | None:
    """The sentence for a line that is no TOML but nearly, with its values."""
    key, bare = _KEY.match(line), _BARE_TEXT.fullmatch(line)
    if key and not _PLAIN_KEY.fullmatch(key[1]):
        return "worksheet.spec-syntax-key", {"given": _short(key[1])}
    if _COMMA.search(line):
        return "worksheet.spec-syntax-comma", {"given": _short(line)}
    if bare and bare[2].lower() not in {"true", "false"}:
        return "worksheet.spec-syntax-text", {"given": _short(line), "key": bare[1], "value": _short(bare[2])}
    return None


@dataclass(frozen=True)
class Source:
    """Where a spec comes from.

    Attributes:
        shown: its path as the person wrote it.
        folder: of the file, or None.
        lines: of its text.
    """

    shown: str
    folder: Path | None
    lines: tuple[str, ...]
    _known: dict[tuple[str, str], int] = field(default_factory=dict, compare=False, repr=False)

    def parsed(self, text: str) -> dict[str, Any]:
        """The text as TOML, fractions as Decimal.

        Raises:
            InputError: nothing, or no TOML, with the place.
        """
        if not text.strip():
            raise InputError("files.empty", path=self.shown)
        try:
            return tomllib.loads(text, parse_float=Decimal)
        except (ValueError, ArithmeticError, RecursionError) as fault:
            place = re.search(r"\(at line (\d+), column (\d+)\)", str(fault))
            line, column = (int(number) for number in place.groups()) if place else (max(len(self.lines), 1), 1)
            shown = self.lines[line - 1].strip() if line <= len(self.lines) else ""
            if "overwrite" in str(fault) or "twice" in str(fault):
                raise InputError("worksheet.spec-twice", path=self.shown, line=line, given=_short(shown)) from None
            if cure := _cure(shown):
                raise InputError(cure[0], path=self.shown, line=line, **cure[1]) from None
            raise InputError(
                "worksheet.spec-syntax", path=self.shown, line=line, column=column, given=_short(shown)
            ) from None

    def explained(self, fault: Mapping[str, Any], keys: Mapping[str, Sequence[str]]) -> InputError:
        """A fault that the models found, as one sentence: line, key, what was given, what would work."""
        steps = [step for step in map(str, fault["loc"]) if not step.startswith(_INSIDE)]
        names = [step for step in steps if not step.isdigit()]
        key = names[-1] if names else "?"
        where = {"path": self.shown, "line": self.line(".".join(steps[:-1]), key), "key": ".".join(names)}
        if fault["type"] == "missing":
            # A table that is missing altogether has no line of its own.
            return InputError("worksheet.spec-key-missing", **where | {"line": self.line(".".join(steps[:-1]), "")})
        if fault["type"] == "extra_forbidden":
            known = keys.get(".".join(names[:-1])) or keys.get(names[0] if len(names) > 1 else "") or keys[""]
            there = choices(key, known)
            sentence = "worksheet.spec-key-unknown-near" if "near" in there else "worksheet.spec-key-unknown"
            return InputError(sentence, **where, **there)
        given = _as_toml(fault.get("input"))
        if fault["type"] == "string_too_short":
            return InputError("worksheet.spec-short", **where, least=fault["ctx"]["min_length"])
        if fault["type"] == "string_too_long":
            return InputError("worksheet.spec-long", **where, most=fault["ctx"]["max_length"])
        kind = "link_pattern" if key == "link" and fault["type"] == "string_pattern_mismatch" else fault["type"]
        if kind in _WANTED:
            return InputError(_WANTED[kind], **where, given=given)
        return InputError("worksheet.spec-value", **where, given=given, wanted=_limit(fault))

    def line(self, table: str, key: str) -> int:
        """The line (from 1) of a key in a table (``worksheet``, ``exercise.3`` …), else of the table, else 1."""
        place = table, key
        if place not in self._known:  # Sheets of many seeds ask for the same lines again and again.
            self._known[place] = self._line(table, key)
        return self._known[place]

    def _line(self, table: str, key: str) -> int:
        start, end = self._span(table)
        named = rf"[\"']?{re.escape(key)}[\"']?\s*[=.\]]" if key else r"\Z."
        # At the beginning of a line, behind dots, as the name of a table, or inside braces.
        for pattern in (
            rf"\s*{named}",
            rf"\s*(?:[\w-]+\s*\.\s*)+{named}",
            rf"\s*\[[^\]]*\b{named}",
            rf"[^#]*[{{,]\s*{named}",
        ):
            matches = re.compile(pattern).match
            for number in range(start, end):
                if matches(self.lines[number]):
                    return number + 1
        return start + 1

    def _span(self, table: str) -> tuple[int, int]:
        """First line of a table and the one behind its last; ``exercise.3.block.0`` is a list within a list."""
        start, end, name = 0, len(self.lines), ""
        for step in table.split(".") if table else ():
            if step.isdigit():
                heads = self._heads(start, end, name, listed=True)[int(step) :]
                found = (heads[0], heads[1] if len(heads) > 1 else end) if heads else None
            else:
                name = f"{name}.{step}".lstrip(".")
                heads = self._heads(start, end, name)
                found = (heads[0], end) if heads else None
            if found is None:
                break
            start, end = found
        if start and not any(step.isdigit() for step in table.split(".")):
            # A table ends where a list of tables begins.
            lists = (at for at in self._bracketed if start < at < end and self.lines[at].lstrip().startswith("[["))
            end = next(lists, end)
        return start, end

    @cached_property
    def _bracketed(self) -> list[int]:
        """The few lines that may be the head of a table."""
        return [at for at, line in enumerate(self.lines) if line.lstrip().startswith("[")]

    def _heads(self, start: int, end: int, name: str, *, listed: bool = False) -> list[int]:
        """The lines that are the head of this table, or of this list of tables."""
        opening, closing = (r"\[\[", r"\]\]") if listed else (r"\[\[?", r"\b")
        head = re.compile(rf"\s*{opening}\s*{re.escape(name)}\s*{closing}")
        return [at for at in self._bracketed if start <= at < end and head.match(self.lines[at])]


def _as_toml(value: object) -> str:
    """A value as it stands in a spec: "2" is no 2."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{_short(value)}"' if isinstance(value, str) else _short(str(value))


def _short(text: str) -> str:
    """What was given, on one line and not endless."""
    shown = " ".join(text.split())
    shown = "".join(sign if sign.isprintable() else "�" for sign in shown)
    return (shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…") or "–"


def _limit(fault: Mapping[str, Any]) -> str:
    context = fault.get("ctx") or {}
    if "expected" in context:
        return str(context["expected"]).replace(" or ", ", ").replace("'", "")
    found = [shape.format(context[name]) for name, shape in _LIMITS.items() if name in context]
    return ", ".join(found) or str(fault["type"]).replace("_", " ")
