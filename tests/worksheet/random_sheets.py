"""Random small sheets: encode, add and a pair, with one-decimal embeddings."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.spec import Spec

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

WORDS = ("Die", "Katze", "der")


def random_spec(seed: int, *, decimals: int = 3, cosine: bool = False) -> dict[str, Any]:
    """A spec as TOML would give it."""
    rng = random.Random(seed)  # noqa: S311  (the same sheets every time)
    d, first = rng.choice([2, 4, 6, 8]), rng.randint(0, 18)
    rows = list(range(first, first + len(WORDS)))
    encode, add = (sorted(rng.sample(rows, rng.randint(0, 3))) for _ in range(2))
    table = {word: [Decimal(rng.randint(-9, 9)).scaleb(-1) for _ in range(d)] for word in WORDS}
    pair = {"kind": "pair", "pair": ["Die", "der"], "parts": ["cosine"] if cosine else []}
    return {
        "worksheet": {
            "name": f"random-{seed}",
            "title": "Random",
            "d": d,
            "decimals": decimals,
            "first_pos": first,
            "sentence": " ".join(WORDS),
        },
        "embeddings": {"table": table},
        "exercise": [
            {"kind": "encode", "blank": encode, "worked": [row for row in rows if row not in encode]},
            {"kind": "add", "blank": add},
            pair,
        ],
    }


def random_sheet(seed: int, *, decimals: int = 3, cosine: bool = False) -> Sheet:
    """Such a sheet."""
    return build(Spec.model_validate(random_spec(seed, decimals=decimals, cosine=cosine)))
