"""One case of every reference file through the command line: what other code computed, asked with -e and -p.

Cases that say encoding, quantity and parameters by posenc's own names are all asked, just as they stand.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.reference_cases import Case, adapters, cases

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from tests.cli.conftest import Ran

FOLDER = Path(__file__).resolve().parents[1] / "reference"
Params = Mapping[str, Any]
Table = dict[str, Any]

#: Names of the files for what a scaling is called here.
SCALED = {
    "rope_linear": ("factor4_d128", "linear"),
    "rope_dynamic_ntk": ("dyn_below", "dynamic-ntk"),
    "rope_yarn": ("qwen2.5_7b", "yarn"),
    "rope_llama3": ("llama3.1_8b", "llama3"),
    "rope_longrope": ("long_d96", "longrope"),
    "rope_proportional": ("d16_part0.25", "proportional"),
}


def asked(params: Params, *names: str, **more: object) -> list[str]:
    """Parameters of a case as ``-p``, in JSON where they are lists."""
    given = {name: params[name] for name in names} | more
    return [part for name, value in given.items() for part in ("-p", f"{name}={_word(value)}")]


def _word(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def placed(positions: list[int]) -> list[str]:
    """Positions as an option."""
    return ["--pos", ",".join(map(str, positions))]


def turned(found: Table, vectors: ArrayLike, *, halves: bool, scale: int = 0) -> NDArray[np.float64]:
    """Vectors turned by the cosines and sines of a table, in complex numbers; ``scale`` is the power of xPos' scale."""
    x = np.asarray(vectors, dtype=np.float64)
    pairs = x.shape[1] // 2
    first, second = (x[:, :pairs], x[:, pairs:]) if halves else (x[:, ::2], x[:, 1::2])
    by = np.asarray(found["cos"]) + 1j * np.asarray(found["sin"])
    if scale:
        by = by * np.asarray(found["scale"]) ** scale
    z = (first + 1j * second) * by
    if halves:
        return np.concatenate([z.real, z.imag], axis=1)
    return np.stack([z.real, z.imag], axis=2).reshape(x.shape)


def values(found: Table, _params: Params) -> Any:  # noqa: ANN401
    """The rows of an additive table."""
    return found["values"]


def buckets(found: Table, params: Params) -> Any:  # noqa: ANN401
    """Every distance from −n to n: the last query's keys, then the first query's."""
    farthest = params["relative_position"][1]
    return [*found["buckets"][farthest][:farthest], *found["buckets"][0]]


def lower(found: Table, _params: Params) -> Any:  # noqa: ANN401
    """The rows of a causal bias as far as they are seen."""
    return [[cell for cell in row if cell is not None] for row in found["bias"][0]]


def unmasked(found: Table, _params: Params) -> Any:  # noqa: ANN401
    """A causal bias with the zeros that its producer leaves where the mask will be."""
    return [[[0 if cell is None else cell for cell in row] for row in head] for head in found["bias"]]


def repeated(found: Table, _params: Params) -> Any:  # noqa: ANN401
    """Cosine and sine, each stored twice."""
    return [np.tile(found[name], 2) for name in ("cos", "sin")]


def dots(found: Table, params: Params) -> Any:  # noqa: ANN401
    """Dot products of the first row with others."""
    rows = np.asarray(found["values"])
    return [rows[0] @ rows[offset] for offset in params["offsets"]]


#: File → case, command, how its JSON becomes what is expected.
CASES: dict[str, tuple[str, Callable[[Params], list[str]], Callable[[Table, Params], Any]]] = {
    "alibi": ("press_slopes_12", lambda p: ["-e", "alibi", *asked(p, "n_heads")], lambda f, _: f["slopes"]),
    "axial_rope": (
        "qwen2vl_vision_d8",
        lambda _: ["-e", "rope-2d", "--d", "8", "--n", "4", "-p", "height=2", "-p", "width=2"],
        lambda f, p: turned(f, p["q"], halves=True),
    ),
    "calendar": (
        "cyclical_hour",
        lambda p: ["-e", "calendar", "--d", "2", "-p", "field=number", *asked(p, "period"), *placed(p["values"])],
        values,
    ),
    "continuous_time": (
        "pyg_temporal_d4",
        lambda p: ["-e", "timestamps", "-p", "form=graphmixer", *asked(p, "t")],
        values,
    ),
    "fire": (
        "c_tenth_L4",
        lambda p: [
            *("-e", "fire", "--n", "6"),
            *asked(p, "c", "L", "hidden_weight", "hidden_bias", "out_weight", "out_bias"),
        ],
        lower,
    ),
    "informer_time": ("gluonts_h", lambda p: ["-e", "informer", *asked(p, "timestamps", "freq")], values),
    "kerple": ("log_n4", lambda p: ["-e", "kerple", "--n", "4", *asked(p, "r1", "r2")], unmasked),
    "learned": ("lookup", lambda p: ["-e", "learned", *asked(p, "table"), *placed(p["position_ids"])], values),
    "learned2d": (
        "timm_2x2_to_4x4_bicubic_aa1",
        lambda p: [
            *("-e", "learned-2d", "--n", "17", "-p", "kernel=bicubic-antialias"),
            *asked(p, "table", old_height=2, old_width=2, height=4, width=4),
        ],
        values,
    ),
    "mrope": (
        "qwen3vl_interleaved_3_3_2",
        lambda p: [
            *("-e", "mrope", "--d", "16", "-p", "sections=in-turn"),
            *asked(p, "theta", "mrope_section", position_ids=p["position_ids_thw"]),
        ],
        repeated,
    ),
    "nope": (
        "zero_logits_causal_mean_n4",
        lambda p: ["-e", "nope", *asked(p, "v")],
        lambda f, _: f["mean"],
    ),
    "relative_shaw": (
        "key_term_n5_d4_L2_R1",
        lambda p: ["-e", "shaw", "--d", "4", "--n", "5", *asked(p, "q", "table", "clip_left", "clip_right")],
        lambda f, _: f["bias"][0],
    ),
    "rope": (
        "llama_half_d4_theta10000",
        lambda p: ["-e", "rope", "--layout", "halves", *placed(p["positions"])],
        lambda f, p: turned(f, p["q"], halves=True),
    ),
    "rope_ntk": (
        "lucid_ntk_d128_f8",
        lambda p: ["-e", "rope", "--d", "128", "-p", "scaling=ntk", *asked(p, "theta", "alpha")],
        lambda f, _: f["inv_freq"],
    ),
    "rope_truth": (
        "d8_theta10000",
        lambda p: ["-e", "rope", "--d", "8", *placed(p["positions"])],
        lambda f, _: np.stack([f["cos"], f["sin"]], axis=1),
    ),
    "sincos2d": (
        "diffusers_g3_d8",
        lambda _: ["-e", "sinusoidal-2d", "--d", "8", "--n", "9", "-p", "height=3", "-p", "width=3"],
        values,
    ),
    "sinusoidal": ("pe1d_n6_d4", lambda _: ["--d", "4", "--n", "6", "-p", "odd_width=padded"], values),
    "sinusoidal3d": (
        "pe3d_222_c6",
        lambda _: ["-e", "sinusoidal-3d", "--n", "8", "-p", "depth=2", "-p", "height=2", "-p", "width=2"],
        lambda f, _: np.reshape(f["values"], (2, 2, 2, 6)),
    ),
    "sinusoidal_properties": ("dot_d4_base10000", lambda _: ["--d", "4", "--n", "6"], dots),
    "sinusoidal_truth": ("paper_d4_base10000", lambda p: ["--d", "4", *placed(p["positions"])], values),
    "sinusoidal_truth_d512": ("paper_d512_base10000", lambda p: ["--d", "512", *placed(p["positions"])], values),
    "t5_bias": ("exact_bi_b32_m128", lambda _: ["-e", "t5", "-p", "n_heads=1", "--n", "169"], buckets),
    "time2vec": (
        "ojus1_SineActivation_k4",
        lambda p: [
            *("-e", "time2vec", "-p", "linear_column=last"),
            *asked(p, "tau", "omega0", "phi0", "omega", "phi"),
        ],
        values,
    ),
    "transformer_xl": (
        "xlnet_pos_uni_q3_k5_c-1",
        lambda _: ["-e", "transformer-xl", "--d", "8", "--n", "5", "-p", "furthest=5"],
        lambda f, p: f["table"][: p["klen"] + 1],
    ),
    "xpos": (
        "lucid_scores_n4_d4_sb512",
        lambda p: [
            "-e",
            "xpos",
            "--n",
            "4",
            *asked(p, "theta", "scale_base"),
            "-p",
            "centre=half-down",
            "-p",
            "seq_len=4",
        ],
        lambda f, p: turned(f, p["q"], halves=False, scale=1) @ turned(f, p["k"], halves=False, scale=-1).T,
    ),
    **{
        stem: (
            name,
            lambda p, scaling=scaling: [  # type: ignore[misc]
                *("-e", "rope", "--d", str(p["head_dim"]), "-p", f"scaling={scaling}", "--pos", "0"),
                *(
                    asked(
                        p,
                        *(name for name in p if name != "head_dim"),
                    )
                ),
            ],
            lambda f, _: f["inv_freq"],
        )
        for stem, (name, scaling) in SCALED.items()
    },
}


#: Parameters that have an option of their own.
OPTIONS = {"n": "--n", "d": "--d"}
EXAMPLE = {
    "case": "two heads",
    "encoding": "alibi",
    "quantity": "slopes",
    "params": {"n_heads": 2, "n": 1},
    "expected": [2**-4, 2**-8],
}
TOLD = [Case("example", EXAMPLE), *(case for case in cases(FOLDER) if case.stem not in CASES)]


def told(content: Params) -> list[str]:
    """The command of a case that says all by itself."""
    params = content["params"]
    own = [part for name, option in OPTIONS.items() if name in params for part in (option, str(params[name]))]
    return ["-e", content["encoding"], *own, *asked(params, *(name for name in params if name not in OPTIONS))]


def agrees(got: Any, content: Params) -> None:  # noqa: ANN401
    """Within the case's own tolerance, and of the same shape."""
    wanted = content["expected"]
    assert np.shape(got) == np.shape(wanted)
    np.testing.assert_allclose(got, wanted, rtol=content.get("rtol") or 0, atol=content.get("atol") or 0)


def test_every_file_is_asked() -> None:
    """Every file whose parameters must be translated has its command here; those of others are their own."""
    assert set(CASES) == set(adapters())


@pytest.mark.parametrize("case", TOLD, ids=lambda case: case.name)
def test_the_command_line_agrees_with_what_says_all(posenc: Callable[..., Ran], case: Case) -> None:
    """The command line takes the case's own names, and its numbers come out."""
    found = json.loads(posenc("table", *told(case.content), "-f", "json").out)
    agrees(found[case.content["quantity"]], case.content)


@pytest.mark.parametrize("stem", CASES)
def test_the_command_line_agrees(posenc: Callable[..., Ran], stem: str) -> None:
    """The case's numbers come out within its own tolerance."""
    name, command, shape = CASES[stem]
    content = next(
        case for case in json.loads((FOLDER / f"{stem}.json").read_text(encoding="utf-8")) if case["case"] == name
    )
    params = content["params"]
    found = json.loads(posenc("table", *command(params), "-f", "json").out)
    got, wanted = shape(found, params), content["expected"]
    if len({np.shape(row) for row in wanted}) > 1:
        got, wanted = ([cell for row in rows for cell in row] for rows in (got, wanted))
    agrees(got, {**content, "expected": wanted})
    if "expected_attention_factor" in content:
        assert found["attention_factor"] == pytest.approx(content["expected_attention_factor"], rel=1e-12)
