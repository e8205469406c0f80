"""How far the numbers at far positions are from the truth: ``python tests/bench/far.py``.

Every sinusoidal and rotary value, scaled ones too, at positions up to 2**31 − 1 is compared with 50 digits that share
no code with posenc. Prints one line; exit code 1 where some value is more than two units in the last place off.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from posenc_cli.encodings.results import results
from posenc_cli.encodings.rope_scaling import SCALING
from posenc_cli.encodings.scheme import Scheme
from tests.encodings import rotary_witness as witness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Number = Any

POSITIONS = (131071, 1048575, 10**7, 2**31 - 1)
WIDTHS = (4, 64, 128, 512, 768)
BASES = (10_000, 500_000, 1_000_000)
LIMIT = 2
ORIGINAL, LENGTH, FACTOR = 8192, 40_000, 8.5
MP = witness.MP


@dataclass(frozen=True)
class Asked:
    """One table.

    Attributes:
        name: of the encoding.
        d: width.
        base: or theta.
        choices: its conventions and parameters.
    """

    name: str
    d: int
    base: int
    choices: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        words = (str(value) for name, value in self.choices if not name.endswith("factor"))
        return " ".join([self.name, *words, f"d={self.d} base={self.base}"])


def tables(*, brief: bool = False) -> Iterator[Asked]:
    """Every table; in brief one layout each, for the numbers of all layouts are the same ones."""
    for d, base in product(WIDTHS, BASES):
        for spacing in ("paper", "endpoint", "endpoint-guarded", "shifted"):
            shift = (("downscale_freq_shift", 0.5),) if spacing == "shifted" else ()
            for layout in ("interleaved",) if brief else ("interleaved", "halves"):
                choices = (("spacing", spacing), ("layout", layout), *shift)
                if d > 4 or spacing == "paper":
                    yield Asked("sinusoidal", d, base, choices)
                    yield Asked("timestamps", d, base, (*choices, ("t", POSITIONS)))
        for scaling in SCALING:
            yield Asked("rope", d, base, (("scaling", scaling), *stretch(scaling, d)))
        for layout in ("halves",) if brief else ("halves", "interleaved"):
            yield Asked("mrope", d, base, (("layout", layout),))
            yield Asked("xpos", d, base, (("layout", layout),))
        for variant in ("qwen2-vl", "pixtral", "rope-vit", "diffusers", "llama4"):
            yield Asked("rope-2d", d, base, (("variant", variant),))


def stretch(scaling: str, d: int) -> tuple[tuple[str, Any], ...]:
    """The parameters of a scaling."""
    given = {"factor": FACTOR, "original_max_position_embeddings": ORIGINAL, "seq_len": LENGTH}
    lists = {"short_factor": (1.0,) * (d // 2), "long_factor": extension(d)}
    wanted = {
        "none": (),
        "linear": ("factor",),
        "proportional": ("factor",),
        "dynamic-ntk": tuple(given),
        "longrope": (*given, *lists),
    }.get(scaling, ("factor", "original_max_position_embeddings"))
    return tuple((name, value) for name, value in {**given, **lists}.items() if name in wanted)


def extension(d: int) -> tuple[float, ...]:
    """A factor a pair, as LongRoPE has them."""
    return tuple(1 + i * 0.37 for i in range(d // 2))


@cache
def frequencies(asked: Asked) -> tuple[Sequence[Number], Number]:
    """Radians a position of each pair, and the factor of cosine and sine, in 50 digits."""
    d, base, chosen = asked.d, asked.base, dict(asked.choices)
    plain = witness.plain(d, base)
    if "spacing" in chosen:
        last = {"paper": MP.mpf(d) / 2, "shifted": MP.mpf(d) / 2 - MP.mpf("0.5")}.get(chosen["spacing"], d // 2 - 1)
        return [MP.mpf(base) ** (-MP.mpf(i) / last) for i in range(d // 2)], MP.one
    ways: dict[str, Callable[[], tuple[Sequence[Number], Number]]] = {
        "linear": lambda: witness.linear(d, base, FACTOR),
        "ntk": lambda: witness.ntk(d, base, FACTOR),
        "dynamic-ntk": lambda: witness.dynamic(d, base, FACTOR, ORIGINAL, LENGTH),
        "yarn": lambda: witness.yarn(d, base, FACTOR, ORIGINAL),
        "yarn-paper": lambda: witness.yarn_paper(d, base, FACTOR, ORIGINAL),
        "llama3": lambda: witness.llama3(d, base, FACTOR, ORIGINAL),
        "longrope": lambda: witness.longrope(d, base, list(extension(d)), FACTOR, ORIGINAL),
        "proportional": lambda: witness.proportional(d, base, FACTOR, 1),
    }
    return ways[chosen["scaling"]]() if chosen.get("scaling", "none") != "none" else (plain, MP.one)


def waves(asked: Asked, pairs: Sequence[int]) -> dict[str, list[list[Number]]]:
    """Angles, cosines and sines (position, pair) in 50 digits."""
    found, factor = frequencies(asked)
    angles = [[position * found[pair] for pair in pairs] for position in POSITIONS]
    if asked.name == "rope-2d":
        angles = [[grid_angle(asked, position, pair) for pair in pairs] for position in POSITIONS]
    return {
        "angles": angles,
        "cos": [[factor * MP.cos(angle) for angle in row] for row in angles],
        "sin": [[factor * MP.sin(angle) for angle in row] for row in angles],
    }


def grid_angle(asked: Asked, row: int, pair: int) -> Number:
    """One angle of a patch in column 1 of that row."""
    d, variant = asked.d, dict(asked.choices)["variant"]
    second, place = divmod(pair, d // 4)
    by_row = bool(second) == (variant in ("rope-vit", "diffusers", "llama4"))
    turn = 4 * place + (2 if variant == "pixtral" and not by_row else 0)
    at = (row if by_row else 1) + (1 if variant == "llama4" else 0)
    return at * MP.mpf(asked.base) ** (-MP.mpf(turn) / d)


def arrays(asked: Asked) -> dict[str, Any]:
    """What posenc computes at the far positions: sines and cosines (position, pair), and angles if there are any."""
    chosen: dict[str, Any] = {name: list(value) if isinstance(value, tuple) else value for name, value in asked.choices}
    at: Any = np.array(POSITIONS)
    chosen["base"] = asked.base
    if asked.name == "timestamps":
        at = np.arange(len(POSITIONS))
    if asked.name == "rope-2d":
        chosen |= {"height": 2**31, "width": 3}
        at = 3 * at + 1
    found = results(Scheme.of(asked.name, d=asked.d, **chosen), at).arrays
    if "values" not in found:
        return {name: found[name] for name in ("angles", "cos", "sin")}
    halves = chosen["layout"] == "halves"
    middle = asked.d // 2
    values = found["values"]
    return (
        {"sin": values[:, :middle], "cos": values[:, middle:]}
        if halves
        else {"sin": values[:, ::2], "cos": values[:, 1::2]}
    )


def worst(asked: Asked, most: int | None = None) -> tuple[float, int]:
    """The largest error in units in the last place, and how many values were looked at.

    Args:
        asked: the table.
        most: how many pairs of a wide table to look at, evenly spread, the first and the last among them; None for all.
    """
    count = asked.d // 2
    pairs = sorted({round(place) for place in np.linspace(0, count - 1, min(most or count, count))})
    found, truth = arrays(asked), waves(asked, pairs)
    errors = [witness.ulps(values[:, pairs], truth[name]) for name, values in found.items()]
    return max(errors), len(errors) * len(POSITIONS) * len(pairs)


def main() -> int:
    """Compare everything, print one line, and say by the exit code whether the limit holds."""
    start, values, most, where = time.perf_counter(), 0, 0.0, ""
    for asked in tables():
        error, count = worst(asked)
        values += count
        if error > most:
            most, where = error, str(asked)
    seconds = time.perf_counter() - start
    print(f"{values} values, worst {most:.3f} units in the last place (limit {LIMIT}): {where}; {seconds:.0f} s")
    return int(most > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
