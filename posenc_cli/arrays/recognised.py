"""What an array may be, by its shape, its name and the range of its numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.arrays import cis
from posenc_cli.arrays.subject import WHATS, Subject, What, widened, with_storage
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

#: How code calls its arrays → what they are; the first pattern that is found decides.
_NAMES: tuple[tuple[str, What], ...] = (
    (r"inv_?freq", "inv_freq"),
    (r"slope", "slopes"),
    (r"bucket", "buckets"),
    (r"alibi|bias", "bias"),
    (r"position_ids", "ids"),
    (cis.NAMES, "cis"),
    (r"(^|[._])(emb_)?cos", "cos"),
    (r"(^|[._])(emb_)?sin(_cached|$)", "sin"),
    (r"angle|freqs$", "angles"),
    (r"^pe$|[._]pe$|pos_?emb|pos_?enc|position_?(al_)?(emb|enc)|wpe|embed_positions|^values$", "table"),
)
#: Of turned vectors and others that waves make: no larger than this.
_WAVE = 1.001
#: Numbers that range and repeats are judged by.
_LOOKED_AT = 4096


@dataclass(frozen=True)
class Raw:
    """An array as it was given.

    Attributes:
        values: of any shape.
        bits: they are the bits of bfloat16.
        name: of the tensor or the file, as far as it tells anything.
        before: vectors before they were turned or added to, of the same shape.
    """

    values: NDArray[Any]
    bits: bool = False
    name: str = ""
    before: NDArray[Any] | None = None


def subjects(raw: Raw, what: str | None = None, encoding_kind: str | None = None) -> list[Subject]:
    """What an array may be, the likeliest first.

    Args:
        raw: the array.
        what: it was said to be; None to look.
        encoding_kind: how the encoding acts that was named; None if none was.

    Raises:
        UsageError: a shape that nothing known has, or an unknown ``what``.
    """
    if what is not None and what not in WHATS:
        raise UsageError("unknown-choice", option="what", given=what, known=", ".join(WHATS))
    if is_complex := raw.values.dtype.kind == "c":
        raw = _real(raw)
    if raw.values.ndim == 0:
        raise UsageError("arrays.single", kind=raw.values.dtype.name)
    if raw.values.dtype.kind not in "fiu" or raw.values.size == 0:
        raise UsageError("arrays.shape", shape=_shown(raw.values.shape), kind=raw.values.dtype.name)
    wanted = (what,) if what else ("cis",) if is_complex and raw.before is None else _likely(raw, encoding_kind)
    found = [each for one in wanted for each in _shaped(one, raw, is_complex=is_complex)]
    if not found:
        key = "not-shaped-so" if what else "not-shaped"
        raise UsageError(f"arrays.{key}", what=", ".join(wanted), shape=_shown(raw.values.shape))
    first = with_storage(found[0], raw.values.dtype)
    return [replace(each, storage=first.storage) for each in found]


def _real(raw: Raw) -> Raw:
    """Complex numbers by their parts: of vectors in turn, as neighbours that are turned; else along an axis more."""
    parts, before = cis.as_real(raw.values), raw.before
    if before is not None:
        before = cis.as_real(before).reshape(*before.shape[:-1], -1)
        parts = parts.reshape(before.shape)
    return replace(raw, values=parts, before=before)


def is_known(name: str) -> bool:
    """Does a name tell what an array is?"""
    return any(re.search(pattern, name.lower()) for pattern, _ in _NAMES)


def _shown(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape))


def _likely(raw: Raw, kind: str | None) -> tuple[str, ...]:
    """What an array may be: by what stands beside it, by its numbers, its name, the encoding, its range."""
    if raw.before is not None:
        turned = ("rotated", "weights") if raw.values.ndim == 2 else ("rotated",)
        return ("sum",) if kind == "additive" else turned
    squeezed = sum(length > 1 for length in raw.values.shape)
    if raw.values.dtype.kind in "iu" and not raw.bits:
        return ("ids", "buckets", "index") if kind == "rotary" else ("buckets", "index", "ids")
    of_kind = () if kind is None else _by_kind(kind, squeezed)
    if kind in (None, "rotary") and cis.are_rotations(raw.values, bits=raw.bits):
        return ("cis", *(of_kind or _by_range(raw, squeezed)))
    named = next((what for pattern, what in _NAMES if re.search(pattern, raw.name.lower())), None)
    if named is not None and (kind is None or named in of_kind):
        return tuple(dict.fromkeys((named, *(of_kind or _SIMILAR.get(named, ())))))
    return of_kind or _by_range(raw, squeezed)


#: What is also tried where a name says something.
_SIMILAR: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"cos": ("sin", "table"), "sin": ("cos", "table"), "table": ("cos", "sin"), "angles": ("cos",), "cis": ("table",)}
)


def _by_range(raw: Raw, squeezed: int) -> tuple[str, ...]:
    if squeezed <= 1:
        return ("inv_freq", "slopes", "table")
    least, most = _range(raw)
    waves = least >= -_WAVE and most <= _WAVE
    return ("table", "cos", "sin", "bias") if waves else ("angles", "bias", "table", "cos", "sin")


def _by_kind(kind: str, squeezed: int) -> tuple[str, ...]:
    if kind in ("bias", "none"):
        return ("slopes", "bias") if squeezed < 2 else ("bias", "buckets")
    if kind == "additive":
        return ("table",)
    return ("inv_freq", "cos", "sin") if squeezed <= 1 else ("cos", "sin", "angles", "cis", "inv_freq")


def _range(raw: Raw) -> tuple[float, float]:
    rows = raw.values.reshape(-1, raw.values.shape[-1])
    step = max(1, len(rows) // 64)
    some = widened(np.asarray(rows[::step][:64, :_LOOKED_AT]), bits=raw.bits)
    finite = some[np.isfinite(some)]
    return (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)


def _shaped(what: str, raw: Raw, *, is_complex: bool = False) -> Iterator[Subject]:
    """The array as what it was taken for, in each shape in which code has it."""
    if what in ("inv_freq", "slopes"):
        yield from _one_axis(what, raw)
    elif what == "bias":
        yield from _biases(raw)
    elif what == "cis":
        yield from cis.subjects(raw.values, bits=raw.bits, is_complex=is_complex)
    elif what in ("buckets", "index", "ids", "weights"):
        flat = _squeezed(raw.values, 2)
        if flat is not None and (what != "ids" or 3 in flat.shape):
            flat = flat.T if what == "ids" and flat.shape[0] != 3 else flat
            yield Subject(what, flat, raw.bits, before=_alike(raw.before, flat))  # type: ignore[arg-type]
    elif what == "rotated":
        yield from _vectors(raw)
    else:
        for subject in _tables(what, raw):
            yield subject
            if what in ("cos", "sin") and subject.columns % 2 == 0 and _is_doubled(subject):
                yield replace(subject, doubled=True, read_as=subject.read_as)


def _one_axis(what: str, raw: Raw) -> Iterator[Subject]:
    if sum(length > 1 for length in raw.values.shape) <= 1:
        yield Subject(what, raw.values.reshape(1, -1), raw.bits)  # type: ignore[arg-type]


def _squeezed(values: NDArray[Any], axes: int) -> NDArray[Any] | None:
    """Without axes of length 1, down to so many; None if others are left, or too few."""
    while values.ndim > axes and 1 in values.shape:
        values = values.squeeze(values.shape.index(1))
    return values if values.ndim == axes else None


def _alike(before: NDArray[Any] | None, values: NDArray[Any]) -> NDArray[Any] | None:
    return None if before is None else before.reshape(values.shape)


def _biases(raw: Raw) -> Iterator[Subject]:
    values = raw.values
    if values.ndim == 4 and values.shape[0] == 1:
        values = values[0]
    if values.ndim == 3:
        yield Subject("bias", values, raw.bits)
        if values.shape[-1] < values.shape[0] or values.shape[0] == values.shape[1]:
            yield Subject("bias", np.moveaxis(values, -1, 0), raw.bits, read_as=("heads-last",))
    elif values.ndim == 2:
        yield Subject("bias", values[None], raw.bits, read_as=("one-head",))
        yield Subject("bias", values[:, None, :], raw.bits, read_as=("one-query",))


def _vectors(raw: Raw) -> Iterator[Subject]:
    values, before = raw.values, raw.before
    if before is None or values.ndim < 2:
        return
    for axis, read_as in ((-2, ()), (-3, ("positions-before-heads",))):
        if values.ndim < -axis:
            continue
        turned, as_before = (np.swapaxes(each, axis, -2) if axis != -2 else each for each in (values, before))
        shape = (-1, *turned.shape[-2:])
        # A few vectors show what all have.
        yield Subject(
            "rotated",
            turned.reshape(shape)[:_HEADS],
            raw.bits,
            read_as=read_as,
            before=as_before.reshape(shape)[:_HEADS],
        )


#: Turned vectors that are looked at: batches and heads are all turned alike.
_HEADS = 8


def _tables(what: str, raw: Raw) -> Iterator[Subject]:
    values = raw.values
    read_as: tuple[str, ...] = ()
    before = raw.before
    if values.ndim == 1:
        values = values[None]
    if values.ndim == 4 and values.shape[0] == 1 and what == "table" and min(values.shape[1:]) > 1:
        yield from _images(values[0], raw.bits)
        return
    flat = _squeezed(values, 2)
    if flat is None and values.ndim == 3:
        if what == "table" and min(values.shape) > 1 and not _same_everywhere(values):
            yield from _images(values, raw.bits)
        axis = 0 if _same_everywhere(values) else 1 if _same_everywhere(values.swapaxes(0, 1)) else None
        if axis is None:
            return
        flat, read_as = values.take(0, axis), ("batch",)
    if flat is None:
        return
    as_before = None if before is None or before.size != flat.size else before.reshape(flat.shape)
    subject = Subject(what, flat, raw.bits, read_as=read_as, before=as_before)  # type: ignore[arg-type]
    head, tail = (0, 0) if before is not None else _zero_rows(subject)
    if tail:
        subject = replace(subject, values=flat[: len(flat) - tail], read_as=(*read_as, "padded"))
    yield subject
    if head:
        cut = replace(subject, values=subject.values[head:], read_as=(*subject.read_as, "class-rows"), skipped=head)
        yield cut
    if before is None and min(flat.shape) > 1 and flat.size <= _MOST_TURNED:
        yield replace(subject, values=flat.T, read_as=(*read_as, "transposed"))


#: Tables that are also looked at with rows and columns exchanged.
_MOST_TURNED = 50_000_000


def _images(values: NDArray[Any], bits: bool) -> Iterator[Subject]:  # noqa: FBT001
    """(row, column, channel) or (channel, row, column) as tokens in row-major order."""
    height, _width, channels = values.shape
    yield Subject("table", values.reshape(-1, channels), bits, read_as=("grid",))
    yield Subject("table", values.reshape(height, -1).T, bits, read_as=("grid", "channels-first"))


def _same_everywhere(values: NDArray[Any]) -> bool:
    """Is the first axis a batch: are all its entries alike?"""
    return bool(all(np.array_equal(values[0], other) for other in (values[-1], values[len(values) // 2])))


def _zero_rows(subject: Subject) -> tuple[int, int]:
    """Rows of zeros at the start and at the end."""
    columns = np.arange(min(subject.columns, 64))

    def is_zero(row: int) -> bool:
        return not subject.block(np.array([row]), columns).any()

    count, head, tail = subject.rows, 0, 0
    while head < min(count, 8) and is_zero(head):
        head += 1
    while head and tail < count - head - 1 and is_zero(count - 1 - tail):
        tail += 1
    if not head:
        while tail < count - 1 and is_zero(count - 1 - tail):
            tail += 1
    # Nothing but zeros is no padding around one row of zeros.
    return (0, 0) if head + tail >= count or (head and is_zero(head)) else (head, tail)


def _is_doubled(subject: Subject) -> bool:
    rows, _columns = subject.sample()
    half = subject.columns // 2
    whole = np.arange(subject.columns)
    block = subject.block(rows[-4:], whole)
    return bool(
        np.array_equal(block[:, :half], block[:, half:], equal_nan=True)
        or np.array_equal(block[:, ::2], block[:, 1::2], equal_nan=True)
    )
