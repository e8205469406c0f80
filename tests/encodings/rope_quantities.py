"""What the tests of RoPE share: configurations, and quantities as float64."""

from __future__ import annotations

from typing import Any

import numpy as np

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings.scheme import Scheme

LLAMA31: dict[str, Any] = {
    "d": 128,
    "theta": 500_000,
    "scaling": "llama3",
    "factor": 8,
    "original_max_position_embeddings": 8192,
}
QWEN: dict[str, Any] = {"d": 128, "theta": 1_000_000, "factor": 4, "original_max_position_embeddings": 32768}
SMALL: dict[str, Any] = {
    "d": 8,
    "factor": 4,
    "original_max_position_embeddings": 16,
    "seq_len": 40,
    "short_factor": [1, 1.5, 2, 2.5],
    "long_factor": [1, 2, 3, 4],
    "partial_rotary_factor": 1,
}


def found(*names: str, positions: Any = (0,), **asked: Any) -> Any:  # noqa: ANN401
    """Quantities of RoPE as float64, one or several."""
    scheme = Scheme.of("rope", **asked)
    run = scheme.formula.run(scheme.given(np.asarray(positions)), ACCURATE)
    values = [np.squeeze(run.values[name].to_float64()) for name in names]
    return values[0] if len(names) == 1 else values
