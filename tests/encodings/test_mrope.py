from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from posenc_cli.calculation.algebras import ACCURATE, NUMBERS, PROOF
from posenc_cli.encodings.mrope_ids import token_ids
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import UsageError
from tests.encodings.rotary_witness import MP, plain, ulps


def angles(d: int, tokens: Any, **asked: Any) -> Any:  # noqa: ANN401
    """Angles (token, pair)."""
    scheme = Scheme.of("mrope", d=d, **asked)
    run = scheme.formula.run(scheme.given(np.asarray(tokens)), ACCURATE)
    return run.values["angle"].to_float64()


def witness(section: list[int], ids: tuple[int, int, int], d: int, *, in_turn: bool) -> list[Any]:
    """Angles of one token as transformers makes them: splitting all frequencies, or writing h and w over t."""
    t, h, w = ([each * f for f in plain(d, 1_000_000)] for each in ids)
    if in_turn:
        found = list(t)
        found[1 : 3 * section[1] : 3] = h[1 : 3 * section[1] : 3]
        found[2 : 3 * section[2] : 3] = w[2 : 3 * section[2] : 3]
        return found
    first, second = section[0], section[0] + section[1]
    return [*t[:first], *h[first:second], *w[second:]]


def test_sections_by_hand() -> None:
    """The worksheet: ids (3, 1, 2), sections of 1, 1 and 2 pairs; the exponent runs on through the sections."""
    found = angles(8, [0], theta=10_000, mrope_section=[1, 1, 2], position_ids=[[3], [1], [2]])
    assert found[0].tolist() == pytest.approx([3, 0.1, 0.02, 0.002])


@pytest.mark.parametrize(("sections", "section"), [("blocks", [16, 24, 24]), ("in-turn", [24, 20, 20])])
def test_angles_agree_with_fifty_digits(sections: str, section: list[int]) -> None:
    """Each id far out on another axis, within two units in the last place."""
    ids = [(131071, 1048575, 10**7), (2**31 - 1, 0, 5), (7, 2**31 - 1, 10**7)]
    scheme = Scheme.of("mrope", d=128, sections=sections, mrope_section=section, position_ids=np.transpose(ids))
    run = scheme.formula.run(scheme.given(np.arange(3)), ACCURATE).values
    truth = [witness(section, each, 128, in_turn=sections == "in-turn") for each in ids]
    assert ulps(run["angle"].to_float64(), truth) <= 2
    assert ulps(run["cos"].to_float64(), [[MP.cos(angle) for angle in row] for row in truth]) <= 2
    assert ulps(run["sin"].to_float64(), [[MP.sin(angle) for angle in row] for row in truth]) <= 2


@pytest.mark.parametrize("algebra", [NUMBERS, PROOF], ids=["numbers", "proof"])
@pytest.mark.parametrize("sections", ["blocks", "in-turn"])
def test_every_reading_agrees(sections: str, algebra: Any) -> None:  # noqa: ANN401
    """The same rules in float64 and in 50 digits."""
    asked: dict[str, Any] = {"sections": sections, "mrope_section": [3, 3, 2], "position_ids": [[4, 5], [1, 2], [3, 9]]}
    scheme = Scheme.of("mrope", d=16, **asked)
    run = scheme.formula.run(scheme.given(np.arange(2)), algebra)
    assert np.asarray(run.values["angle"], dtype=np.float64) == pytest.approx(angles(16, [0, 1], **asked), abs=1e-12)


@pytest.mark.parametrize("sections", ["blocks", "in-turn"])
def test_text_is_rope(sections: str) -> None:
    """Where all three ids are one, the sections do not matter."""
    scheme = Scheme.of("rope", d=16, theta=1_000_000)
    run = scheme.formula.run(scheme.given(np.arange(5)), ACCURATE)
    assert np.array_equal(angles(16, np.arange(5), sections=sections), run.values["angle"].to_float64())


def test_sections_of_qwen2_vl_need_not_be_given() -> None:
    """16, 24 and 24 of 64 pairs, in proportion for other widths."""
    ids = {"position_ids": [[5], [6], [7]]}
    assert np.array_equal(angles(128, [0], **ids), angles(128, [0], mrope_section=[16, 24, 24], **ids))
    assert np.array_equal(angles(16, [0], **ids), angles(16, [0], mrope_section=[2, 3, 3], **ids))


@pytest.mark.parametrize("section", [[1, 2], [2, 3, 4], [8, 0.5, -0.5], [3, 2.5, 2.5], [1, 2, 3, 2]])
def test_sections_that_do_not_sum_up_are_refused(section: list[float]) -> None:
    """Three whole numbers that share out all pairs, or a sentence."""
    with pytest.raises(UsageError) as error:
        angles(16, [0], mrope_section=section)
    assert error.value.key in {"rotary.sections", "compute.parameter"}


@pytest.mark.parametrize("ids", [[[1], [2]], [[1], [2], [3]]])
def test_ids_that_are_missing_are_refused(ids: list[list[int]]) -> None:
    """Two rows instead of three, or no column for the second token."""
    with pytest.raises(UsageError) as error:
        angles(16, [0, 1], position_ids=ids)
    assert error.value.key == "rotary.ids"


def test_an_odd_width_is_refused() -> None:
    """Pairs take two columns."""
    with pytest.raises(UsageError) as error:
        angles(3, [0])
    assert error.value.key == "rotary.width"


# Ids.


def test_image_by_hand() -> None:
    """The worksheet: two text tokens, a merged image of 1 × 2 × 3, then text at 5."""
    found = token_ids(["text"] * 2 + ["image"] * 6 + ["text"], [(1, 4, 6)])
    assert found.ids.tolist() == [[0, 1, 2, 2, 2, 2, 2, 2, 5], [0, 1, 2, 2, 2, 3, 3, 3, 5], [0, 1, 2, 3, 4, 2, 3, 4, 5]]
    assert found.delta == 5 + 1 - 9


def test_trap_text_goes_on_after_the_time_of_a_video() -> None:
    """Five frames of 2 × 2 at 2 end at time 6, so that text goes on at 7; transformers 5.24.0 says 4."""
    found = token_ids(["text"] * 2 + ["video"] * 20 + ["text"] * 3, None, [(5, 4, 4)])
    assert found.ids[:, -3:].tolist() == [[7, 8, 9]] * 3
    assert found.delta == -15


def test_trap_tokens_of_an_image_are_not_counted_one_by_one() -> None:
    """An image of four tokens takes two ids."""
    assert token_ids(["image"] * 4 + ["text"], [(1, 4, 4)]).ids[:, -1].tolist() == [2, 2, 2]


def test_seconds_of_a_video() -> None:
    """Qwen2.5-VL: two ids a second, a frame every 0.75 seconds: 0, 1.5 → 1, 3."""
    found = token_ids(["video"] * 3 + ["text"], None, [(3, 2, 2)], time_steps=[1.5])
    assert found.ids[0].tolist() == [0, 1, 3, 4]


def test_images_and_videos_that_follow_one_another() -> None:
    """Two images in a row are two grids; a video has its own list."""
    found = token_ids(["image"] * 2 + ["video", "text"], [(1, 2, 2), (1, 2, 2)], [(1, 2, 2)])
    assert found.ids.tolist() == [[0, 1, 2, 3]] * 3
    assert found.delta == 0


def test_no_merging() -> None:
    """With a merge size of 1 every patch is a token."""
    assert token_ids(["image"] * 2, [(1, 1, 2)], spatial_merge_size=1).ids.tolist() == [[0, 0], [0, 0], [0, 1]]


def test_an_empty_sequence_has_no_ids() -> None:
    """Nothing in, nothing out."""
    found = token_ids([])
    assert found.ids.shape == (3, 0)
    assert found.delta == 0


@pytest.mark.parametrize(
    ("segments", "asked", "key"),
    [
        (["text", "audio"], {}, "rotary.token"),
        (["image"], {}, "rotary.grid-missing"),
        (["image"] * 2, {"image_grid_thw": [(1, 2, 2)]}, "rotary.grid-missing"),
        (["image"], {"image_grid_thw": [(1, 2, 4)]}, "rotary.grid-tokens"),
        (["image", "text", "image"], {"image_grid_thw": [(1, 2, 4)]}, "rotary.grid-tokens"),
        (["image"], {"image_grid_thw": [(1, 3, 2)]}, "rotary.grid-merge"),
        (["image"], {"image_grid_thw": [(1, 2)]}, "rotary.grid-merge"),
        (["image"], {"image_grid_thw": [(0, 2, 2)]}, "rotary.grid-merge"),
        (["image"], {"image_grid_thw": [(1, 2, 2)], "spatial_merge_size": 0}, "rotary.grid-merge"),
        (["text"], {"video_grid_thw": [(1, 2, 2)]}, "rotary.grid-left"),
        (["video"], {"video_grid_thw": [(1, 2, 2)], "time_steps": []}, "rotary.grid-steps"),
        (["video"], {"video_grid_thw": [(1, 2, 2)], "time_steps": [float("nan")]}, "rotary.grid-steps"),
    ],
)
def test_grids_and_tokens_that_do_not_fit(segments: list[str], asked: dict[str, Any], key: str) -> None:
    """Each way of not fitting is said."""
    with pytest.raises(UsageError) as error:
        token_ids(segments, **asked)
    assert error.value.key == key
