"""What the tests of additive encodings share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import PosencError
from posenc_cli.i18n import LANGUAGES, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def rows(name: str, positions: Sequence[float] | NDArray[Any], **asked: Any) -> NDArray[np.float64]:  # noqa: ANN401
    """The encoding (row, column) at some positions."""
    scheme = Scheme.of(name, **asked)
    run = scheme.formula.run(scheme.given(np.asarray(positions)), ACCURATE)
    return np.broadcast_to(run.values[scheme.encoding.result].to_float64(), (len(positions), scheme.d))


def refused(key: str, name: str, positions: Sequence[float] = (0,), **asked: Any) -> str:  # noqa: ANN401
    """Expect an error of ours with that key; its English sentence, and there is one in every language."""
    with pytest.raises(PosencError) as raised:
        rows(name, positions, **asked)
    error = raised.value
    assert error.key == key
    said = {language: text(language, key if "." in key else f"errors.{key}", **error.values) for language in LANGUAGES}
    assert all("\n" not in sentence for sentence in said.values())
    return said["en"]
