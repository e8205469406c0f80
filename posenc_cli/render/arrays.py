"""What was found about an array: as text with a small picture, as JSON, and as a picture alone."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from posenc_cli.arrays.difference import differences
from posenc_cli.arrays.finding import Diagnosis
from posenc_cli.arrays.more_slips import ids
from posenc_cli.arrays.storing import CUT
from posenc_cli.errors import UsageError
from posenc_cli.i18n import lookup, text
from posenc_cli.render.arrays_again import call, command
from posenc_cli.render.arrays_few import PARTS, axis_of, cell_data, few_data, few_text, plain, short
from posenc_cli.render.layout import json_document
from posenc_cli.render.named import choice_text, conventions
from posenc_cli.render.plots.colours import SHADES
from posenc_cli.render.style import Style
from posenc_cli.render.tables import paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from posenc_cli.arrays.finding import Difference
    from posenc_cli.i18n import Language
    from posenc_cli.render.style import Renderer

SCHEMA, SEVERAL = "posenc.array/1", "posenc.arrays/1"


@dataclass(frozen=True)
class Looked:
    """What is shown.

    Attributes:
        name: of the file, or of nothing.
        found: what was found.
        path: of the file, as it was given; empty in a program of somebody's own.
        said: options that were given, each with its value.
        tensor: the array of a file of several.
    """

    name: str
    found: Diagnosis
    path: str = ""
    said: tuple[tuple[str, str], ...] = ()
    tensor: str = ""

    @property
    def again(self) -> str | None:
        """What to say if a convention is meant so."""
        return command(self.found, self.path, self.said) if self.path else call(self.found)


@dataclass(frozen=True)
class ToldDiagnosis(Diagnosis):
    """A diagnosis that says itself when it is printed, with the ``name`` of the array."""

    name: str = ""

    def __str__(self) -> str:
        return array_text(Looked(self.name, self), Style("en")).rstrip()


def array_text(looked: Looked, style: Style) -> str:
    """A few lines: what it is, why, where it differs, what to write instead."""
    return "".join(f"{line}\n" for line in _lines(looked, style))


def _lines(looked: Looked, style: Style) -> Iterator[str]:
    found, language = looked.found, style.language
    subject = found.subject
    if subject is not None:
        shape = " × ".join(map(str, subject.values.shape[1:] if found.what == "cis" else subject.values.shape))
        what = text(language, f"arrays.whats.{found.what}")
        label = subject.storage.label if subject.values.dtype.kind == "f" or subject.bits else subject.values.dtype.name
        yield text(language, "arrays.title", name=looked.name or "array", what=what, shape=shape, storage=label)
    yield f"  {_verdict(found, language)}"
    for line in _about(found, style):
        yield from (f"    {each}" for each in paragraph(line, style).splitlines())
    if looked.again is not None:
        yield f"    {text(language, 'arrays.meant', line=looked.again)}"
    yield from (f"    {line}" for line in _map(found, style))


def _verdict(found: Diagnosis, language: Language) -> str:
    key = "cut" if CUT in found.also else f"verdicts.{found.verdict}"
    return text(language, f"arrays.{key}")


def _about(found: Diagnosis, style: Style) -> Iterator[str]:
    language = style.language
    if found.cause is not None and not _is_precision(found.cause):
        yield from _cause(found, found.cause, style)
    yield from _numbers(found, style)
    yield from _also(found, style)
    if found.expected is not None:
        key = "near" if found.verdict == "unknown" else "compared"
        said = f"{found.expected.name}; {_conventions(found, style)}"
        yield text(language, f"arrays.{key}", definition=said)


def _also(found: Diagnosis, style: Style) -> Iterator[str]:
    """What else holds, each of its kind: true as well, not to be told apart, how the array was read."""
    read = lookup(style.language, "arrays.read")
    kinds: dict[str, list[str]] = {"also": [], "alike": [], "took": []}
    for one in found.also:
        if not (_is_precision(one) or one == CUT or (one in _COSINES and _has_cosines_first(found))):
            kind = "alike" if one in found.alike else "took" if one in read else "also"
            kinds[kind].append(name_of(found, one, style))
    for kind, names in kinds.items():
        if names:
            yield text(style.language, f"arrays.{kind}", names="; ".join(names))


#: What another name says as well, where all cosines stand before all sines.
_HALVES, _COSINES = "layout=halves", ("order=cos-first", "order-halves-cos-first")


def _has_cosines_first(found: Diagnosis) -> bool:
    """Halves, the cosines first: each of both conventions by its own name would contradict the other."""
    return {_HALVES, _COSINES[0]} <= {found.cause, *found.also}


def _is_precision(name: str) -> bool:
    return name.endswith(("-angles", "-steps"))


def _cause(found: Diagnosis, cause: str, style: Style) -> Iterator[str]:
    """Its name, what was done, the line of code that does it, and what to write instead."""
    yield text(style.language, "arrays.cause", name=name_of(found, cause, style), id=cause)
    if did := _did(cause, style):
        yield did
    if cause in _code():
        yield text(style.language, "arrays.code", line=_code()[cause])
    if repair := lookup(style.language, "repairs").get(_repaired(cause)):
        yield text(style.language, "arrays.repair", repair=repair)


def _numbers(found: Diagnosis, style: Style) -> Iterator[str]:
    if found.precision and found.compared is not None and found.compared.first is not None:
        yield from _precision(found, style)
    elif found.few is not None:
        yield from few_text(found, found.few, style)
    elif found.first_difference is not None:
        yield _difference(found, found.first_difference, style)
    elif found.max_error is not None:
        yield text(style.language, "arrays.most", most=short(found.max_error, style))


def _conventions(found: Diagnosis, style: Style) -> str:
    from dataclasses import replace

    if found.expected is None:
        return ""
    return conventions(replace(found.expected.scheme, first_pos=found.expected.first), style).partition(": ")[2]


def _precision(found: Diagnosis, style: Style) -> Iterator[str]:
    compared = found.compared
    if compared is None or compared.first is None:
        return
    steps = "steps" if (found.cause or "").endswith("-steps") else "angles"
    yield text(
        style.language,
        "arrays.precision",
        steps=text(style.language, f"arrays.steps.{steps}"),
        precision=found.precision,
        first=compared.first.pos,
        most=short(compared.max_error, style),
        worst=compared.worst,
    )
    if found.hurts_from is not None:
        yield text(style.language, "arrays.hurts", pos=found.hurts_from)
    else:
        yield text(style.language, "arrays.harmless")


def _difference(found: Diagnosis, one: Difference, style: Style) -> str:
    values = {"pos": one.pos, "given": short(one.given, style), "expected": short(one.expected, style)}
    if found.what == "weights":
        return text(style.language, "arrays.differs-row", **values)
    more = {
        "axis": text(style.language, f"arrays.axes.{axis_of(found)}"),
        "k": one.k,
        "most": short(found.max_error or 0.0, style),
    }
    if found.what == "cis" and one.head is not None:
        part = text(style.language, f"arrays.whats.{PARTS[one.head]}")
        return text(style.language, "arrays.differs-part", part=part, **more, **values)
    if one.head is not None:
        return text(style.language, "arrays.differs-head", head=one.head, **more, **values)
    return text(style.language, "arrays.differs", **more, **values)


def name_of(found: Diagnosis, name: str, style: Style) -> str:
    """A cause in words."""
    if name == _HALVES and _has_cosines_first(found):
        return text(style.language, "arrays.cosines-first")
    return _name(found, name, style)


def _name(found: Diagnosis, name: str, style: Style) -> str:
    language = style.language
    if name in ids():
        return text(language, f"arrays.slips.{name}.name")
    if name in lookup(language, "arrays.read"):
        return text(language, f"arrays.read.{name}")
    key, sign, value = name.partition("=")
    if not sign:
        slips = lookup(language, "slips")
        return str(slips[name]["name"]) if name in slips else name
    if key == "first-pos":
        return text(language, "arrays.first-pos", pos=value)
    encoding = found.way.scheme.encoding if found.way is not None else None
    if encoding is not None and any(each.name == key for each in encoding.conventions):
        return choice_text(language, encoding.name, key, value)
    return text(language, "arrays.changed", name=key, value=value)


def _did(cause: str, style: Style) -> str:
    if cause in ids():
        return text(style.language, f"arrays.slips.{cause}.did")
    slips = lookup(style.language, "slips")
    return str(slips[cause]["did"]) if cause in slips else ""


def _repaired(cause: str) -> str:
    return "first-pos" if cause.startswith("first-pos=") else cause


@cache
def _code() -> dict[str, str]:
    source = resources.files("posenc_cli.arrays").joinpath("code.toml").read_text(encoding="utf-8")
    return tomllib.loads(source)


def _map(found: Diagnosis, style: Style) -> Iterator[str]:
    if found.right or found.few is not None or (seen := differences(found, 12, 64)) is None or not seen.most > 0:
        return
    yield text(style.language, "arrays.picture", most=short(seen.most, style))
    for row in seen.shares:
        yield "|" + "".join(SHADES[min(4, int(share * 4) + (share > 0))] for share in row) + "|"


def document(found: Diagnosis) -> dict[str, Any]:
    """``posenc.array/1``."""
    first = found.first_difference
    return {
        "schema": SCHEMA,
        "verdict": found.verdict,
        "cause": found.cause,
        "also": list(found.also),
        "what": found.what,
        "max_error": None if found.max_error is None else plain(found.max_error),
        "first_difference": None if first is None else cell_data(first),
        "hurts_from": found.hurts_from,
        "few": None if found.few is None else few_data(found.few),
    }


def _arrays_text(arrays: Sequence[Looked], style: Style) -> str:
    return "\n".join(array_text(looked, style) for looked in arrays)


def _arrays_json(arrays: Sequence[Looked], _style: Style) -> str:
    """The document of an array, or of several by name."""
    if len(arrays) == 1:
        return json_document(document(arrays[0].found))
    return json_document({"schema": SEVERAL, "arrays": {each.tensor: document(each.found) for each in arrays}})


def _arrays_svg(arrays: Sequence[Looked], style: Style) -> str:
    """A picture: where the array differs from the definition, darker where more."""
    if len(arrays) > 1:
        raise UsageError("arrays.one-picture", names=", ".join(each.tensor for each in arrays))
    looked = arrays[0]
    from posenc_cli.render.plots.paper import pixels
    from posenc_cli.render.svg import box, drawing, label, stroke

    verdict = _verdict(looked.found, style.language)
    title = text(style.language, "arrays.picture-title", name=looked.name, verdict=verdict)
    seen = differences(looked.found, 48, 64)
    cell, top = 2.0, 8.0
    shapes = [label((1.0, 5.0), title, anchor="start")]
    high = 1 if seen is None else len(seen.shares)
    if seen is not None:
        inside = cell * seen.shares.shape[1], cell * high
        shapes += [pixels(seen.shares, (0.0, 1.0), "grey", ((1.0, top), inside)), stroke(box(1.0, top, *inside), 0.2)]
    size = (max(2 + cell * 64, 4.0 + 2 * len(title)), top + cell * high + 2)
    return drawing(size, title, shapes) + "\n"


FORMATS: Mapping[str, Renderer] = {"text": _arrays_text, "json": _arrays_json, "svg": _arrays_svg}
