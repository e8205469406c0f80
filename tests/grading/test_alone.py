from __future__ import annotations

import numpy as np

from posenc_cli.grading.alone import ERROR, clipped


def test_what_is_no_number_is_like_no_number() -> None:
    """A calculator's error is more than one unit away from everything else, however long the number on the display."""
    several = clipped(np.array([np.nan, -np.inf, -1e300, -1e9, -12345678.0, 0.0, 12345679.0, 1e9, 1e300]))
    assert several.tolist()[4:7] == [-12345678, 0, 12345679]
    apart = np.abs(several[:, np.newaxis] - several)
    assert (several == ERROR).tolist() == [True] * 2 + [False] * 7
    assert (apart[:2, 2:] > 1).all()
    assert (apart >= 0).all()
    assert several.min() == ERROR
