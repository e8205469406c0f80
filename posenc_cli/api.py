"""The public Python API: ``import posenc_cli as posenc``; ``posenc.table("rope", d=128, n=8192, theta=500000)``.

Names, parameters and conventions are those of the command line (``posenc encodings`` lists them). Wrong ones raise
:class:`EncodingError`, which is a ``ValueError`` and says what would work.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from posenc_cli.errors import PosencError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from os import PathLike

    import numpy as np
    from numpy.typing import ArrayLike, DTypeLike, NDArray

    from posenc_cli.arrays.finding import Diagnosis
    from posenc_cli.arrays.recognised import Raw
    from posenc_cli.encodings.precision import Dtype
    from posenc_cli.encodings.results import Results
    from posenc_cli.i18n import Language
    from posenc_cli.render.style import Renderer


class EncodingError(ValueError):
    """An unknown name, or a value for which an encoding is not defined."""


@contextmanager
def _said() -> Iterator[None]:
    """Say our own errors as sentences."""
    try:
        yield
    except PosencError as error:
        from posenc_cli.i18n import text

        key = error.key if "." in error.key else f"errors.{error.key}"
        raise EncodingError(text("en", key, **error.values)) from error


def table(  # noqa: PLR0913  (all that a table is asked with)
    encoding: str = "sinusoidal",
    *,
    d: int | None = None,
    n: int | None = None,
    positions: ArrayLike | None = None,
    first_pos: int = 0,
    dtype: Dtype | DTypeLike = "float64",
    **parameters: Any,  # noqa: ANN401  (each encoding has its own)
) -> Results:
    """The table of an encoding, every digit of float64 right.

    Args:
        encoding: its name.
        d: width of a vector, of a head where it turns queries and keys; None for 4, or the least that it takes.
        n: how many positions, from ``first_pos``; 6 if there are no ``positions`` either.
        positions: whole numbers from 0, (row); of biases those of the keys.
        first_pos: the position of the first row where ``n`` is given.
        dtype: ``float64``, ``float32``, ``float16`` or ``bfloat16``, or what numpy and PyTorch call so (``np.half``,
            ``"f4"``, ``torch.float32``), in this machine's byte order; cast last; bfloat16 numbers come as float32.
        parameters: parameters and conventions of the encoding, for example ``theta=500000, layout="halves"``.

    Returns:
        A mapping, its arrays by name, ``found["values"]``: additive ``values`` (row, column); rotary ``inv_freq``
        (pair), ``attention_factor`` (), ``angles``, ``cos``, ``sin`` (row, pair), angles in radians; bias ``slopes``
        (head) or ``buckets`` (query, key), ``bias`` (head, query, key), −∞ where a causal mask hides a key.

    Raises:
        EncodingError: an unknown name, parameter or choice, or values for which the encoding is not defined.
    """
    from posenc_cli.encodings.asked import default_rows, scheme
    from posenc_cli.encodings.precision import cast_results, named
    from posenc_cli.encodings.results import results
    from posenc_cli.encodings.scheme import whole

    with _said():
        found = scheme(encoding, d=d, first_pos=first_pos, **parameters)
        if positions is not None and n is not None:
            raise EncodingError("n and positions exclude each other; give one of them.")
        if positions is None:
            rows = found.rows(default_rows(found) if n is None else whole(n, 0, "compute.rows"))
        else:
            rows = found.checked(_listed(positions))
        return cast_results(results(found, rows), named(dtype))


def _listed(positions: ArrayLike) -> NDArray[Any]:
    """Positions as an array of one axis; numbers too large for one stay Python's."""
    import numpy as np

    try:
        found = np.atleast_1d(np.asarray(positions))
    except ValueError:  # lists of different lengths
        found = np.empty((0, 0))
    if found.ndim != 1 or (found.dtype.kind == "O" and not all(isinstance(each, int) for each in found)):
        raise EncodingError("positions must be a list of whole numbers from 0.")
    return found


def fill(
    out: NDArray[Any],
    encoding: str = "sinusoidal",
    *,
    first_pos: int = 0,
    exact: bool = False,
    **parameters: Any,  # noqa: ANN401  (each encoding has its own)
) -> None:
    """Write a table of any size into an array that is there already, for example one that maps a file.

    Args:
        out: (row, column), float64, float32 or float16; its columns are the width.
        encoding: an additive one.
        first_pos: the position of the first row.
        exact: every number is the nearest to the true one. Tables of up to 50 million numbers and those in float64
            always are; in others sines and cosines are right to 15 digits before they are rounded.
        parameters: parameters and conventions of the encoding.

    Raises:
        EncodingError: another kind of array or encoding, or values for which the encoding is not defined.
    """
    from posenc_cli.encodings.asked import scheme
    from posenc_cli.encodings.large import Large
    from posenc_cli.encodings.precision import known

    with _said():
        _check_room(out, exact)
        if "d" in parameters:
            raise UsageError("large.array-width", width=out.shape[1])
        found = scheme(encoding, d=out.shape[1], first_pos=first_pos, **parameters)
        if found.encoding.kind != "additive":
            raise UsageError("parameters.not-additive", encoding=encoding, kind=found.encoding.kind)
        if len(out):
            rows = [(found.first_pos, found.first_pos + len(out) - 1)]
            Large.of(found, rows, known(out.dtype.name), exact=exact).fill({"values": out})


def _check_room(out: Any, exact: object) -> None:  # noqa: ANN401  (whatever somebody hands over)
    """Refuse what is no array that can be filled, and no switch."""
    import numpy as np

    if not isinstance(exact, bool | np.bool_):
        raise UsageError("parameters.switch", name="exact", given=exact)
    if not isinstance(out, np.ndarray) or isinstance(out, np.ma.MaskedArray) or out.ndim != 2 or not out.shape[1]:
        shape = f" {out.shape}" if isinstance(out, np.ndarray) else ""
        raise UsageError("large.array", given=f"{type(out).__name__}{shape}")
    if out.dtype.name not in ("float64", "float32", "float16"):
        raise UsageError("large.array-dtype", given=out.dtype)
    if not out.flags.writeable:
        raise UsageError("large.array-kept")


@dataclass(frozen=True, repr=False)
class Explanation:
    """An encoding worked out step by step; printed, or named at a prompt, it shows the steps.

    Attributes:
        data: the working: every quantity by name.
        views: how it is written.
    """

    data: Any
    views: Mapping[str, Renderer]

    def text(self, language: Language = "en", decimals: int | None = None) -> str:
        """The steps as a person writes them, numbers put in."""
        return self._view("text", language, decimals)

    def document(self, language: Language = "en") -> dict[str, Any]:
        """The steps as ``posenc explain --format json`` has them: rule, text, value."""
        import json

        found: dict[str, Any] = json.loads(self._view("json", language, None))
        return found

    def _view(self, kind: str, language: Language, decimals: int | None) -> str:
        from posenc_cli.render.style import usual

        with _said():
            return str(self.views[kind](self.data, usual(language, decimals)))

    def __repr__(self) -> str:
        return self.text()


def explain(  # noqa: PLR0913  (all that a working is asked with)
    encoding: str = "sinusoidal",
    *,
    d: int | None = None,
    pos: int = 2,
    columns: Sequence[int] | None = None,
    key: int = 0,
    head: int = 1,
    shift: int | None = None,
    **parameters: Any,  # noqa: ANN401  (each encoding has its own)
) -> Explanation:
    """An encoding step by step at one position.

    Args:
        encoding: its name.
        d: width, as for :func:`table`.
        pos: the position; of a bias that of the query.
        columns: columns of the vector from 0; all if None.
        key: of a bias, the position of the key.
        head: of a bias, from 1.
        shift: show the rotation that leads so many positions further on instead.
        parameters: parameters and conventions of the encoding.

    Raises:
        EncodingError: an unknown name, parameter or choice, or values for which the encoding is not defined.
    """
    from posenc_cli.encodings.asked import scheme

    with _said():
        found = scheme(encoding, d=d, **parameters)
        if shift is not None:
            from posenc_cli.encodings.moved import moved
            from posenc_cli.render import moves

            return Explanation(moved(found, pos, shift), moves.FORMATS)
        if encoding == "sinusoidal":
            from posenc_cli.encodings.working import working
            from posenc_cli.render import workings

            return Explanation(working(found, pos, columns), workings.FORMATS)
        from posenc_cli.encodings.steps import row_steps, score_steps
        from posenc_cli.render import steps

        if found.encoding.kind in ("additive", "rotary"):
            return Explanation(row_steps(found, pos, columns), steps.FORMATS)
        return Explanation(score_steps(found, pos, key, head), steps.FORMATS)


def diagnose(  # noqa: PLR0913  (all that can be known about an array)
    array: Any,  # noqa: ANN401  (whatever numpy takes)
    encoding: str | None = None,
    *,
    what: str | None = None,
    name: str = "",
    before: Any = None,  # noqa: ANN401
    model: str | PathLike[str] | None = None,
    d: int | None = None,
    first_pos: int = 0,
    positions: ArrayLike | None = None,
    **parameters: Any,  # noqa: ANN401  (each encoding has its own)
) -> Diagnosis:
    """Say which definition an array is that some code made, or which mistake it contains.

    Args:
        array: numbers of any shape: a table (row, column), frequencies (pair), angles, cosines or sines (row, pair),
            turned vectors (…, row, column), slopes (head), biases (head, query, key), buckets (query, key) and others;
            numpy, a list, or anything with ``__array__``. bfloat16 tensors of torch are widened.
        encoding: whose definition is expected; None for the usual one of such an array.
        what: it is, one of ``posenc_cli.arrays.subject.WHATS``; None to look.
        name: of the variable or tensor, which may tell what it is.
        before: vectors as they were before they were turned or added to, or weights before they were permuted.
        model: a model's ``config.json``, or its folder, in place of encoding and parameters.
        d: width of a head where the array does not tell it.
        first_pos: the position of the first row.
        positions: of all rows, where they do not just count on.
        parameters: parameters and conventions of the encoding.

    Returns:
        ``verdict``, ``cause``, ``also``, ``what``, ``max_error``, ``first_difference`` and ``right``; printed it is
        what ``posenc check`` says.

    Raises:
        EncodingError: an array of a shape that nothing known has, an unknown name, or values that are not defined.
    """
    from posenc_cli.arrays.asking import asked
    from posenc_cli.arrays.diagnose import diagnose as looked
    from posenc_cli.render.arrays import ToldDiagnosis

    with _said():
        at = None if positions is None else _places(positions)
        raw = _raw(array, name, before)
        first_pos = int(_places([first_pos])[0])
        found = looked(raw, asked(encoding, model, d, first_pos, parameters, positions=at), what)
        return ToldDiagnosis(**vars(found), name=str(name))


def assert_matches(array: Any, encoding: str | None = None, *, computed: bool = False, **asked: Any) -> None:  # noqa: ANN401
    """Fail with a diagnosis unless an array is what was asked for, as well as its numbers can hold it.

    Args:
        array: as for :func:`diagnose`.
        encoding: as there.
        computed: steps in float32 are fine too, as most code computes.
        asked: as there.

    Raises:
        AssertionError: it is something else; the message says what.
        EncodingError: as there.
    """
    found = diagnose(array, encoding, **asked)
    fine = found.right or (computed and found.verdict == "precision" and found.precision == "float32")
    if not fine:
        from posenc_cli.i18n import text

        raise AssertionError(text("en", "arrays.assertion", text=found))


def _raw(array: Any, name: str, before: Any) -> Raw:  # noqa: ANN401
    from posenc_cli.arrays.recognised import Raw
    from posenc_cli.files.arrays import are_bits

    values = _numbers(array)
    as_before = None if before is None else _numbers(before)
    if as_before is not None and as_before.shape != values.shape:
        shapes = {"before": str(as_before.shape), "after": str(values.shape)}
        raise UsageError("arrays.before-shape", **shapes)
    return Raw(values, are_bits(values), name, as_before)


def _places(positions: ArrayLike) -> NDArray[np.int64]:
    """Positions as whole numbers."""
    import numpy as np

    found = np.asarray(positions).reshape(-1)
    with np.errstate(invalid="ignore"):
        whole = found.astype(np.int64) if found.dtype.kind in "iuf" else None
    if whole is None or not np.array_equal(whole, found):
        raise UsageError("arrays.places")
    return whole


def _numbers(array: Any) -> NDArray[Any]:  # noqa: ANN401
    """Numbers as numpy has them; a tensor that learns, lies elsewhere or has 16 bits of its own is copied."""
    import numpy as np

    if hasattr(array, "detach"):
        array = array.detach().cpu()
        if "bfloat16" in str(array.dtype):
            array = array.float()
    try:
        found = np.asarray(array)
    except ValueError as error:
        raise UsageError("arrays.ragged") from error
    # numpy has no bfloat16; those who add it, as JAX does, call it so.
    return found.astype(np.float32) if found.dtype.name == "bfloat16" else found
