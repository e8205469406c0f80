"""Reference files of encodings that are added: how the parameters of a case are said to posenc.

Which file names a code uses for a convention is known here; the numbers are all posenc's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings import learned as learned_positions
from posenc_cli.encodings.scheme import Scheme
from tests.encodings.shifted import rotation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Params = Mapping[str, Any]
    Adapter = Callable[[Params, Params], Any]


def rows(scheme: Scheme, positions: Any) -> Any:  # noqa: ANN401
    """The encoding (row, column) at some positions, real ones too."""
    run = scheme.formula.run(scheme.given(np.asarray(positions)), ACCURATE)
    return np.broadcast_to(run.values["pe"].to_float64(), (len(positions), scheme.d))


def conventions(said: Params) -> dict[str, Any]:
    """Layout, exponent and odd width as the files describe them."""
    layout, exponent = str(said.get("layout", said.get("convention", ""))), str(said.get("exponent", ""))
    timescale = exponent.startswith("i/") or "base^(i/" in str(said.get("convention", ""))
    odd = "padded" if "rounded up" in exponent else "lone-sine"
    return {
        "layout": "interleaved" if layout.startswith("interleaved") else "halves",
        "spacing": "endpoint" if timescale else "paper",
        "odd_width": "zero-column" if timescale or "odd_d" in said else odd,
    }


def sinusoidal(params: Params, _case: Params) -> Any:  # noqa: ANN401
    """Rows of the table; diffusers' timesteps and torch_geometric's finer positions as well."""
    asked = conventions(params)
    if "downscale_freq_shift" in params:
        asked |= {"spacing": "shifted", "downscale_freq_shift": params["downscale_freq_shift"]}
        asked["order"] = "cos-first" if params["flip_sin_to_cos"] else "sin-first"
        positions = np.array(params["timesteps"]) * params["scale"]
        return rows(Scheme.of(d=params["d_model"], max_period=params["max_period"], **asked), positions)
    asked["base"] = params["base"]
    if params.get("padding_idx") is not None:
        asked |= {"padding": "zero-row", "padding_idx": params["padding_idx"]}
    if params.get("multiplier") == "d^-0.5":
        asked["magnitude"] = "over-sqrt-d"
    if "position_divisor" in params:
        given = {"t": params["positions"], "position_divisor": params["position_divisor"]}
        return rows(Scheme.of("timestamps", d=params["d_model"], **given, **asked), range(len(params["positions"])))
    first = params.get("offset", 0)
    positions = params.get("positions", range(first, first + params.get("n", 0)))
    return rows(Scheme.of(d=params["d_model"], **asked), positions)


def properties(params: Params, case: Params) -> Any:  # noqa: ANN401
    """Dot products of two rows, or the rotation from one to the other, by their distance."""
    scheme = Scheme.of(d=params["d_model"], base=params["base"])
    if case["case"].startswith("shift"):
        return [rotation(scheme, offset) for offset in params["offsets"]]
    first, *others = rows(scheme, [3, *(3 + offset for offset in params["offsets"])])
    return [float(first @ other) for other in others]


def grid(params: Params, _case: Params) -> Any:  # noqa: ANN401
    """Tokens of an image (token, column), or as the producer shapes them."""
    if "num_position_features" in params:
        return _detr(params)
    height, width = params.get("grid") or params.get("shape") or params["feat_shape"]
    if params.get("reverse_coord"):
        height, width = width, height
    class_token = bool(params.get("class_token"))
    asked = {"height": height, "width": width, "class_token": class_token, "variant": _variant(params)}
    if "base_size" in params:
        asked |= {name: params[name] for name in ("base_size", "interpolation_scale")}
        asked["coordinate"] = "rescaled"
    d = params.get("d_model") or params["channels"]
    found = rows(Scheme.of("sinusoidal-2d", d=d, **asked), range(height * width + class_token))
    return found.reshape(height, width, d) if "shape" in params else found


def _variant(params: Params) -> str:
    if "feat_shape" in params:
        return "transformers" if params["interleave_sin_cos"] else "timm"
    if "shape" in params:
        return "positional-encodings"
    return "transformers" if params.get("layout", "").startswith("[sin y") else "mae"


def _detr(params: Params) -> Any:  # noqa: ANN401
    height, width, d = params["height"], params["width"], 2 * params["num_position_features"]
    asked = {"height": height, "width": width, "temperature": params["temperature"], "variant": "detr"}
    scheme = Scheme.of("sinusoidal-2d", d=d, coordinate="normalised" if params["normalize"] else "usual", **asked)
    return rows(scheme, range(height * width)).reshape(height, width, d).transpose(2, 0, 1)


def volume(params: Params, _case: Params) -> Any:  # noqa: ANN401
    """Cells of a volume or video, as the producer shapes them."""
    if "channels" in params:
        depth, height, width = params["shape"]
        variant, d = "positional-encodings", params["channels"]
        shape: tuple[int, ...] = (depth, height, width)
    else:
        depth, height, width = params["temporal_size"], params["spatial_size_wh"], params["spatial_size_wh"]
        variant, shape, d = "cogvideox", (depth, height * width), params["d_model"]
    scheme = Scheme.of("sinusoidal-3d", d=d, depth=depth, height=height, width=width, variant=variant)
    return rows(scheme, range(depth * height * width)).reshape(*shape, d)


def learned(params: Params, _case: Params) -> Any:  # noqa: ANN401
    """Rows that are looked up, their numbers, resized rows, statistics and defaults."""
    if "input_ids" in params:
        return learned_positions.position_ids_of_tokens(params["input_ids"], params["padding_idx"], params["past"])
    if "order" in params:
        return [_default(*said.split()) for said in params["order"]]
    if "statistics" in params:
        return _statistics(*params["shape"])
    table = params["table"]
    d = len(table[0])
    if "attention_mask" in params:
        return [_masked(table, mask) for mask in params["attention_mask"]]
    if "new_length" in params:
        resize = "corner-aligned" if params["align_corners"] else "half-pixel"
        scheme = Scheme.of("learned", d=d, table=table, new_length=params["new_length"], resize=resize)
        return rows(scheme, range(params["new_length"]))
    return rows(Scheme.of("learned", d=d, table=table), params["position_ids"])


def _masked(table: Any, mask: Any) -> Any:  # noqa: ANN401
    asked = {"ids": "padding-aware", "attention_mask": mask, "offset": 2}
    return rows(Scheme.of("learned", d=len(table[0]), table=table, **asked), range(len(mask)))


def _statistics(count: int, d: int) -> list[float]:
    found = rows(Scheme.of("learned", d=d, rows=count), range(count))
    return [float(found.mean()), float(found.std())]


#: How the configurations of models call what posenc knows of them.
NAMES = {"n_positions": "positions", "max_position_embeddings": "positions", "n_embd": "d", "hidden_size": "d"}


def _default(model: str, name: str) -> float:
    return float(getattr(learned_positions.MODELS[model], NAMES.get(name, name)))


def learned_2d(params: Params, _case: Params) -> Any:  # noqa: ANN401
    """Vectors of the tokens of the new grid (token, column), those before the grid first."""
    (old_height, old_width), (height, width) = params["old_size"], params["new_size"]
    scheme = Scheme.of(
        "learned-2d",
        d=len(params["table"][0]),
        table=params["table"],
        old_height=old_height,
        old_width=old_width,
        height=height,
        width=width,
        num_prefix_tokens=params["num_prefix_tokens"],
        kernel="bicubic-antialias" if params["antialias"] else "bicubic",
    )
    return rows(scheme, range(params["num_prefix_tokens"] + height * width))


CASES: dict[str, Adapter] = {
    "sinusoidal": sinusoidal,
    "sinusoidal_truth": sinusoidal,
    "sinusoidal_truth_d512": sinusoidal,
    "sinusoidal_properties": properties,
    "sincos2d": grid,
    "sinusoidal3d": volume,
    "learned": learned,
    "learned2d": learned_2d,
}
