"""Arrays with one mistake or under another convention, from the data of the encodings, cast to a precision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

import posenc_cli as posenc
from posenc_cli.arrays.candidates import with_conventions, with_slips
from posenc_cli.arrays.subject import Subject
from posenc_cli.arrays.ways import Way
from posenc_cli.encodings.precision import cast_array
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.encodings.slips import everything
from posenc_cli.errors import PosencError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from posenc_cli.arrays.finding import Diagnosis
    from posenc_cli.encodings.precision import Dtype

GRADE_A = {one.id for one in everything() if one.grade == "A"}
DTYPES: tuple[Dtype, ...] = ("float64", "float32", "bfloat16")
_ROWS = 64


@dataclass(frozen=True)
class Wrong:
    """One array.

    Attributes:
        names: of which one must be said: a slip, or what a convention is.
        asked: the definition that it is compared with.
        what: it is.
        dtype: what it was cast to.
        values: it.
        before: vectors before they were turned.
    """

    names: frozenset[str]
    asked: Mapping[str, Any]
    what: str
    dtype: str
    values: NDArray[Any]
    before: NDArray[Any] | None = None

    def __str__(self) -> str:
        return f"{'|'.join(sorted(self.names))} {self.values.shape} {self.dtype}"

    def diagnosis(self) -> Diagnosis:
        """What posenc says."""
        return posenc.diagnose(self.values, what=self.what, before=self.before, **self.asked)

    def is_named(self) -> bool:
        """Is it said what is wrong, or as near as the numbers tell?"""
        found = self.diagnosis()
        return bool(self.names & {found.cause, *found.also})


def made(way: Way, what: str, shape: tuple[int, ...], before: NDArray[Any] | None = None) -> NDArray[np.float64]:
    """The array that a way makes, row by row in blocks."""
    subject = Subject(what, np.zeros(shape), before=before)  # type: ignore[arg-type]
    columns = np.arange(shape[-1])
    rows = np.arange(shape[-2])
    blocks = [way.computed(subject, rows[start : start + _ROWS], columns).values for start in rows[::_ROWS]]
    return np.concatenate(blocks, axis=-2)


def wrong_arrays(
    name: str,
    what: str,
    shape: tuple[int, ...],
    dtypes: tuple[Dtype, ...] = DTYPES,
    **asked: Any,  # noqa: ANN401  (each encoding has its own)
) -> Iterator[Wrong]:
    """Every slip of grade A and every convention of an encoding, where it changes the numbers of such an array.

    Args:
        name: of the encoding.
        what: the arrays are.
        shape: of them.
        dtypes: that they are cast to.
        asked: width, parameters and conventions.
    """
    rng = np.random.default_rng(11)
    before = np.round(rng.normal(size=shape), 3) if what == "rotated" else None
    way = Way(Scheme.of(name, **asked))
    plain = made(way, what, shape, before)
    others = [(frozenset({one.slip}), one) for one in with_slips(way, what) if one.slip in GRADE_A]
    for one in with_conventions(way):
        if len(one.changed) == 1:
            (choice,) = one.changed.items()
            others.append((frozenset({f"{choice[0]}={choice[1]}"}), replace(one, changed={})))
    # What makes the same numbers is one mistake with several names.
    alike: dict[bytes, tuple[set[str], NDArray[np.float64]]] = {}
    for names, other in others:
        try:
            values = made(other, what, shape, before)
        except PosencError:
            continue
        alike.setdefault(values.tobytes(), (set(), values))[0].update(names)
    for together, values in alike.values():
        names = frozenset(together)
        for dtype in dtypes:
            cast = cast_array(values, dtype)
            if not np.array_equal(cast, cast_array(plain, dtype), equal_nan=True):
                yield Wrong(names, {"encoding": name, **asked}, what, dtype, cast, before)
