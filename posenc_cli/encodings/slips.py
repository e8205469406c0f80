"""Slips: wrong ways that people really take, as data beside the formula of an encoding.

A slip replaces rules of the formula (:meth:`posenc_cli.calculation.formula.Formula.but`). The record of an encoding
names the file of its slips; a family of encodings may share one. A file is read when a slip of it is first asked for,
and strictly: whatever is wrong in it is a fault of posenc and a ``RuntimeError``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, get_args

from posenc_cli.calculation.expression import parse, renamed
from posenc_cli.encodings import ENCODINGS
from posenc_cli.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Section = Literal["table", "write", "add", "dot", "rotate", "score"]
Grade = Literal["A", "B", "C"]
Scope = Literal["sheet", "row", "cell", "swap", "once"]
Each = Literal["row", "column"]

ID = r"[a-z0-9]+(-[a-z0-9]+)*"
#: Scopes of what is looked for where nothing else explains an answer; it is never sure.
ONCE = frozenset({"once", "swap"})
#: The leaf that holds the row or column number of :attr:`Slip.each`.
OTHER = "nth"
#: The writing rule reads what it writes and nothing else of the sheet.
WRITE = "write"
WRITING = frozenset({"value", "decimals", WRITE})
#: How one decimal too few is written.
_FEWER = "round(value, decimals - 1)"
#: Names that a wrong one may have meant, and how long it must be for that.
_MOST_NEAR, _SHORTEST = 3, 3
#: The file that everybody meets first.
_FIRST = "sinusoidal_slips.toml"


@dataclass(frozen=True)
class Slip:
    """One wrong way.

    Attributes:
        id: stable, the key of its texts in ``slips.toml`` of every language.
        section: where it happens: in the table, while adding, in the dot product, while turning vectors, while
            comparing them under a bias, or while writing.
        grade: A = reported in work with positional encodings, B = in general teaching, C = plausible.
        scope: how much of a sheet it may explain on its own; copying and typing go wrong in single cells,
            a method everywhere; what goes wrong once, and what is swapped with another, is looked for where nothing
            else explains an answer.
        convention: it is another way of the field, never "wrong".
        family: shared hint for slips that look alike on some sheets (``slips.families``), or empty.
        shape: its answer has another shape, so that no rule can stand for it.
        source: addresses of public reports, or empty.
        each: run once for every row or column number of the sheet, put in as the leaf ``nth``.
        variants: forms of the slip, the usual one first: rule → replacing expression.
        unreadable: reason of an unreadable answer that this slip explains, or empty.
        order: place in the catalogue, from 0.
        rules: all rules that some variant replaces, in the order of the formula.
        stage: place of the first of them in the formula; behind all of them for a slip that replaces none.
        encodings: names of those it can be made with; the first is the one it is shown on.
        under: conventions that must be chosen for it, each with its choices; others do not hinder it.
        quantity: what shows it best, or empty (``posenc_cli.encodings.exercise``).
        example: a scheme on which it shows: ``d``, parameters and conventions, and ``count``, the positions there.
        unwritten: rules that it replaces only where nobody writes them down: no calculator spoils an angle on paper.
        in_answers: further ways of writing that are looked for in answers, and of which no sheet and no key tells.
    """

    id: str
    section: Section
    grade: Grade
    scope: Scope
    convention: bool
    family: str
    shape: bool
    source: str
    each: Each | None
    variants: tuple[Mapping[str, str], ...] = field(hash=False)
    unreadable: str
    order: int
    rules: tuple[str, ...]
    stage: int
    encodings: tuple[str, ...] = ()
    under: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    quantity: str = ""
    example: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    unwritten: tuple[str, ...] = ()
    in_answers: tuple[str, ...] = ()

    def decimals(self, asked: int) -> int:
        """How many decimals are written by who makes it, of so many asked for."""
        return asked - 1 if any(one.get(WRITE) == _FEWER for one in self.variants) else asked

    def fits(self, encoding: str, chosen: Mapping[str, str]) -> bool:
        """Can it be made with an encoding under these conventions?"""
        return encoding in self.encodings and all(chosen.get(name) in choices for name, choices in self.under.items())

    def renamed(self, prefix: str) -> Slip:
        """The slip as it is made where rules and leaves of its encoding carry a prefix: ``ntk_base`` for ``base``.

        What it puts in and what it writes are the sheet's own; ``rules`` keep their names, by which texts are found.
        """
        variants = (
            {_prefixed(rule, prefix): _read(rule, text, prefix) for rule, text in one.items()} for one in self.variants
        )
        unwritten = tuple(_prefixed(rule, prefix) for rule in self.unwritten)
        return replace(self, variants=tuple(MappingProxyType(one) for one in variants), unwritten=unwritten)

    def forms(self, rows: int, columns: int) -> Iterator[tuple[Mapping[str, str], int | None]]:
        """Every run of this slip on a sheet: the replaced rules, and the number to put in as ``nth`` (or None)."""
        numbers = range(rows if self.each == "row" else columns)
        for variant in self.variants:
            if self.each and _reads_other(variant):
                yield from ((variant, number) for number in numbers)
            else:
                yield variant, None


def load(encoding: str) -> tuple[Slip, ...]:
    """The slips of an encoding: those of its record's file, then those of the first file that name it too.

    Args:
        encoding: its name, or the name of the data file in its record, for all that stand there.

    Raises:
        RuntimeError: for a file that is missing or wrong in any way.
    """
    if encoding.endswith(".toml"):
        return _file(encoding)
    record = ENCODINGS.get(encoding)
    name = f"{encoding}_slips.toml" if record is None else record.slips
    files = dict.fromkeys((name, _FIRST)) if name else ()
    return tuple(one for file in files for one in _file(file) if encoding in one.encodings)


@cache
def _file(name: str) -> tuple[Slip, ...]:
    import tomllib

    try:
        return read(tomllib.loads(resources.files(__package__).joinpath(name).read_text(encoding="utf-8")))
    except (OSError, ValueError, RuntimeError) as error:
        raise RuntimeError(f"{name}: {error}") from error


@cache
def everything() -> tuple[Slip, ...]:
    """The slips of all encodings, those of sinusoidal tables first.

    Raises:
        RuntimeError: two of them share an id.
    """
    folder = resources.files(__package__)
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith("_slips.toml"))
    names.sort(key=lambda name: name != _FIRST)
    found = tuple(one for name in names for one in load(name))
    ids = [one.id for one in found]
    for one in found:
        _must(ids.count(one.id) == 1, one.id, "stands in two files")
    return found


def slip(given: str) -> Slip:
    """One slip by its id, of whatever encoding.

    Raises:
        UsageError: for an unknown id, with the nearest known ones.
    """
    known = {one.id: one for one in everything()}
    if given not in known:
        from difflib import get_close_matches

        name = given.lower()
        near = get_close_matches(name, known) or [one for one in known if name in one][:_MOST_NEAR]
        if not near or len(name) < _SHORTEST:
            raise UsageError("slips.unknown-slip", given=given)
        raise UsageError("slips.unknown-slip-near", given=given, known=", ".join(near))
    return known[given]


def hint_key(alike: Sequence[Slip]) -> str:
    """The key of the hint for slips that cannot be told apart on a sheet; one alone has its own.

    A family that all of them share has a hint; others share the one of the earliest rule that any of them replaces.
    Slips of posenc that replace no rule look like no other.
    """
    first = alike[0]
    if len(alike) == 1:
        return f"slips.{first.id}.hint"
    if first.family and all(one.family == first.family for one in alike):
        return f"slips.families.{first.family}"
    known = [one for one in alike if one.rules]
    # Those that a worksheet brings have no rule that is told of.
    return f"slips.rules.{min(known, key=lambda one: one.stage).rules[0]}" if known else f"slips.{first.id}.hint"


def read(data: Mapping[str, Any]) -> tuple[Slip, ...]:
    """The slips of a parsed file.

    Raises:
        RuntimeError: for anything that is not as it must be, with the slip and the reason.
    """
    rules, leaves = (tuple(data.get(key, ())) for key in ("rules", "leaves"))
    _must(bool(rules) and len({*rules, *leaves}) == len(rules) + len(leaves), "rules and leaves", "missing or twice")
    usual = {key: data[key] for key in _USUAL if key in data}
    entries = [(key, table) for key, table in data.items() if key not in {"rules", "leaves", *_USUAL}]
    for key, table in entries:
        _check_keys(key, table, usual)
    found = tuple(_slip(key, {**usual, **table}, order, rules, leaves) for order, (key, table) in enumerate(entries))
    for one in found:
        alone = sum(other.family == one.family for other in found) == 1
        _must(not (one.family and alone), one.id, f"family {one.family!r} has no other member")
    return found


_KEYS = {
    "section": Section,
    "grade": Grade,
    "scope": Scope,
    "convention": bool,
    "family": str,
    "shape": bool,
    "source": str,
    "each": Each,
    "variants": list,
    "unreadable": str,
    "encodings": list,
    "under": dict,
    "quantity": str,
    "example": dict,
    "unwritten": list,
    "in_answers": list,
}
#: What may stand at the head of a file for all slips that do not say otherwise.
_USUAL = ("encodings", "quantity", "example")


def _slip(name: str, table: Any, order: int, rules: tuple[str, ...], leaves: tuple[str, ...]) -> Slip:  # noqa: ANN401
    variants = table.get("variants", [])
    ways = (bool(variants), table.get("shape", False), bool(table.get("unreadable", "")))
    _must(sum(ways) == 1, name, "needs just one of variants, a shape and a reason of unreadable answers")
    for variant in variants:
        _check_variant(name, variant, rules, leaves)
    for text in table.get("in_answers", []):
        _check_variant(name, {WRITE: text}, rules, leaves)
    _must(all(variants.count(variant) == 1 for variant in variants), name, "a variant stands there twice")
    each = table.get("each")
    counting = OTHER in leaves and any(map(_reads_other, variants))
    _must((each is not None) == counting, name, f"each = {each!r} does not fit its variants")
    replaced = {rule for variant in variants for rule in variant}
    touched = tuple(rule for rule in rules if rule in replaced)
    unwritten = tuple(table.get("unwritten", ()))
    _must(set(unwritten) <= replaced, name, f"unwritten = {list(unwritten)!r}")
    return Slip(
        id=name,
        section=table["section"],
        grade=table["grade"],
        scope=table.get("scope", "sheet"),
        convention=table.get("convention", False),
        family=table.get("family", ""),
        shape=table.get("shape", False),
        source=table.get("source", ""),
        each=each,
        variants=tuple(MappingProxyType(dict(variant)) for variant in variants),
        unreadable=table.get("unreadable", ""),
        order=order,
        rules=touched,
        stage=rules.index(touched[0]) if touched else len(rules),
        encodings=tuple(table.get("encodings", ())),
        under=MappingProxyType({key: tuple(choices) for key, choices in table.get("under", {}).items()}),
        quantity=table.get("quantity", ""),
        example=MappingProxyType(dict(table.get("example", {}))),
        unwritten=unwritten,
        in_answers=tuple(table.get("in_answers", ())),
    )


def _check_keys(name: str, table: Any, usual: Mapping[str, Any]) -> None:  # noqa: ANN401
    """Every key is known and its value of the right kind."""
    _must(isinstance(table, dict) and re.fullmatch(ID, name) is not None, name, "is no table, or no id")
    for key, value in {**usual, **table}.items():
        _must(key in _KEYS, name, f"unknown key {key!r}")
        kind = _KEYS[key]
        fits = isinstance(value, kind) if isinstance(kind, type) else value in get_args(kind)
        _must(fits, name, f"{key} = {value!r}")
    _must({"section", "grade"} <= table.keys(), name, "section or grade is missing")
    named = {**usual, **table}.get("encodings", [])
    _must(all(isinstance(one, str) for one in named), name, f"encodings = {named!r}")


def _check_variant(name: str, variant: Any, rules: tuple[str, ...], leaves: tuple[str, ...]) -> None:  # noqa: ANN401
    """Every expression reads only what is there when its rule is worked out."""
    _must(isinstance(variant, dict) and bool(variant), name, f"variant {variant!r}")
    for rule, text in variant.items():
        _must(rule in rules, name, f"unknown rule {rule!r}")
        _must(isinstance(text, str), name, f"{rule} = {text!r}")
        try:
            expression = parse(text)
        except InputError as error:
            raise RuntimeError(f"{name}: {rule} = {text!r}: {error}") from error
        readable = WRITING if rule == WRITE else {*leaves, *rules[: rules.index(rule) + 1]}
        unknown = expression.names - readable
        _must(not unknown, name, f"{rule} = {text!r} reads {', '.join(sorted(unknown))}")


def _prefixed(rule: str, prefix: str) -> str:
    return rule if rule == WRITE else f"{prefix}_{rule}"


def _read(rule: str, text: str, prefix: str) -> str:
    """The expression of a replaced rule over names with a prefix."""
    expression = parse(text)
    kept = WRITING if rule == WRITE else {OTHER}
    return renamed(expression, {name: f"{prefix}_{name}" for name in expression.names - kept}).text


def _reads_other(variant: Mapping[str, str]) -> bool:
    return any(OTHER in parse(text).names for text in variant.values())


def _must(fine: bool, name: str, reason: str) -> None:  # noqa: FBT001
    if not fine:
        raise RuntimeError(f"{name}: {reason}")
