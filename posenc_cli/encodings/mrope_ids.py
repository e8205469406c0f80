"""The three ids of every token for M-RoPE: text, images and videos in one sequence.

Text counts on in all three ids. A grid that begins at ``a`` has the ids (a + t, a + h, a + w) of its merged patches,
row by row. What follows begins at the largest id so far, plus one: after a long video of small frames that is its
time. (transformers 5.24.0 looks at height and width only and forgets the time; 4.57.6 and the paper do not.)
Source: Wang et al. 2024 (Qwen2-VL), arXiv 2409.12191, section 2.1; Qwen2.5-VL, arXiv 2502.13923, section 2.1.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import isfinite, prod
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Grids = Sequence[Sequence[int]]

KINDS = ("text", "image", "video")


@dataclass(frozen=True)
class Ids:
    """The ids of a sequence.

    Attributes:
        ids: (t h w, token), whole numbers.
        delta: what a decoder adds to the number of a further token: largest id + 1 − number of tokens.
    """

    ids: NDArray[np.int64]
    delta: int


def token_ids(
    segments: Sequence[str],
    image_grid_thw: Grids | None = None,
    video_grid_thw: Grids | None = None,
    *,
    spatial_merge_size: int = 2,
    time_steps: Sequence[float] | None = None,
) -> Ids:
    """The ids of each token.

    Args:
        segments: the kind of each token: ``text``, ``image`` or ``video``.
        image_grid_thw: (t, h, w) of each image in order, in patches before merging.
        video_grid_thw: the same of each video.
        spatial_merge_size: patches along a side that become one token.
        time_steps: ids between two frames of each video, ``tokens_per_second`` times ``second_per_grid_ts`` in
            Qwen2.5-VL; the products are cut to whole ids. Without it, 1 (Qwen2-VL).

    Raises:
        UsageError: an unknown kind, or grids and tokens that do not fit.
    """
    unknown = [kind for kind in segments if kind not in KINDS]
    if unknown:
        raise UsageError("rotary.token", given=unknown[0])
    videos = len(video_grid_thw or ())
    steps = [1.0] * videos if time_steps is None else list(time_steps)
    if len(steps) != videos or not all(isfinite(step) and step >= 0 for step in steps):
        raise UsageError("rotary.grid-steps", given=steps, wanted=videos)
    grids = {
        "image": _Grids("image", image_grid_thw or (), spatial_merge_size),
        "video": _Grids("video", video_grid_thw or (), spatial_merge_size, steps),
    }
    found, following = [np.empty((3, 0), dtype=np.int64)], 0
    for kind, start, length in _runs(segments):
        blocks = [np.tile(np.arange(length), (3, 1))] if kind == "text" else grids[kind].blocks(start, length)
        for block in blocks:
            found.append(block + following)
            following = int(found[-1].max()) + 1
    for each in grids.values():
        if each.used < len(each.grids):
            raise UsageError("rotary.grid-left", kind=each.kind, grids=len(each.grids), used=each.used)
    return Ids(np.concatenate(found, axis=1), following - len(segments))


def _runs(segments: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Tokens of one kind that follow one another: kind, first token, how many."""
    start = 0
    for kind, group in groupby(segments):
        length = len(list(group))
        yield kind, start, length
        start += length


@dataclass
class _Grids:
    """The grids of one kind, taken one after the other.

    Attributes:
        kind: ``image`` or ``video``.
        grids: (t, h, w) each, before merging.
        merge: patches along a side that become one token.
        steps: ids between two frames, for each grid; none for images, which have one.
        used: how many have been taken.
    """

    kind: str
    grids: Grids
    merge: int
    steps: Sequence[float] = ()
    used: int = 0

    def blocks(self, start: int, length: int) -> Iterator[NDArray[np.int64]]:
        """As many grids as fill a run of tokens, each (t h w, token) from 0."""
        token, end = start, start + length
        while token < end:
            if self.used >= len(self.grids):
                number = self.used + 1
                raise UsageError(
                    "rotary.grid-missing", token=token, kind=self.kind, number=number, grids=len(self.grids)
                )
            merged = self._merged(self.grids[self.used])
            count = prod(merged)
            if count > end - token:
                given = self.grids[self.used]
                raise UsageError(
                    "rotary.grid-tokens", kind=self.kind, given=given, wanted=count, token=token, found=end - token
                )
            block = np.indices(merged).reshape(3, -1)
            if self.steps:
                block[0] = np.floor(block[0] * self.steps[self.used]).astype(np.int64)
            self.used += 1
            token += count
            yield block

    def _merged(self, grid: Sequence[int]) -> tuple[int, int, int]:
        merge = self.merge
        if merge < 1 or len(grid) != 3 or min(grid) < 1 or grid[1] % merge or grid[2] % merge:
            raise UsageError("rotary.grid-merge", kind=self.kind, given=grid, merge=merge)
        return int(grid[0]), int(grid[1]) // merge, int(grid[2]) // merge
