"""The three ids of every token for M-RoPE: text, images and videos in one sequence.

Text counts on in all three ids. A grid that begins at ``a`` has the ids (a + t, a + h, a + w) of its merged patches,
row by row. What follows begins at the largest id so far, plus one: after a long video of small frames that is its
time. (transformers 5.24.0 looks at height and width only and forgets the time; 4.57.6 and the paper do not.)
Source: Wang et al. 2024 (Qwen2-VL), arXiv 2409.12191, section 2.1; Qwen2.5-VL, arXiv 2502.13923, section 2.1.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import floor, prod
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


def token_ids(  # noqa: PLR0913
    segments: Sequence[str],
    image_grid_thw: Grids | None = None,
    video_grid_thw: Grids | None = None,
    *,
    spatial_merge_size: int = 2,
    tokens_per_second: float = 1,
    seconds_per_grid: Sequence[float] | None = None,
) -> Ids:
    """The ids of each token.

    Args:
        segments: the kind of each token: ``text``, ``image`` or ``video``.
        image_grid_thw: (t, h, w) of each image in order, in patches before merging.
        video_grid_thw: the same of each video.
        spatial_merge_size: patches along a side that become one token.
        tokens_per_second: ids that a second of video takes (Qwen2.5-VL).
        seconds_per_grid: seconds between two frames of each video; without it every frame takes one id (Qwen2-VL).

    Raises:
        UsageError: an unknown kind, or grids and tokens that do not fit.
    """
    unknown = [kind for kind in segments if kind not in KINDS]
    if unknown:
        raise UsageError("rotary.token", given=unknown[0])
    given = {"image": list(image_grid_thw or ()), "video": list(video_grid_thw or ())}
    if seconds_per_grid is not None and len(seconds_per_grid) != len(given["video"]):
        raise UsageError("rotary.grid-steps", given=len(seconds_per_grid), wanted=len(given["video"]))
    used = {"image": 0, "video": 0}
    found, following = [np.empty((3, 0), dtype=np.int64)], 0
    for kind, start, length in _runs(segments):
        if kind == "text":
            found.append(np.tile(np.arange(length) + following, (3, 1)))
            following += length
            continue
        done = 0
        while done < length:
            grid = _next(given[kind], kind, used, start + done, spatial_merge_size)
            if prod(grid) > length - done:
                raise UsageError(
                    "rotary.grid-tokens",
                    kind=kind,
                    given=given[kind][used[kind]],
                    wanted=prod(grid),
                    token=start + done,
                    found=length - done,
                )
            block = np.indices(grid).reshape(3, -1)
            if kind == "video" and seconds_per_grid is not None:
                step = seconds_per_grid[used[kind]] * tokens_per_second
                block[0] = [floor(frame * step) for frame in block[0]]
            used[kind] += 1
            found.append(block + following)
            following = int(found[-1].max()) + 1
            done += prod(grid)
    for kind, count in used.items():
        if count < len(given[kind]):
            raise UsageError("rotary.grid-left", kind=kind, grids=len(given[kind]), used=count)
    ids = np.concatenate(found, axis=1)
    return Ids(ids, following - len(segments))


def _runs(segments: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Tokens of one kind that follow one another: kind, first token, how many."""
    start = 0
    for kind, group in groupby(segments):
        length = len(list(group))
        yield kind, start, length
        start += length


def _next(grids: Grids, kind: str, used: dict[str, int], token: int, merge: int) -> tuple[int, int, int]:
    """The next grid of a kind after merging."""
    number = used[kind]
    if number >= len(grids):
        raise UsageError("rotary.grid-missing", token=token, kind=kind, number=number + 1, grids=len(grids))
    grid = [int(side) for side in grids[number]]
    if merge < 1 or len(grid) != 3 or min(grid) < 1 or grid[1] % merge or grid[2] % merge:
        raise UsageError("rotary.grid-merge", kind=kind, given=grids[number], merge=merge)
    return grid[0], grid[1] // merge, grid[2] // merge
