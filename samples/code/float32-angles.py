"""huggingface/transformers#29285: angles of float32 lose the third digit where texts are long."""

import numpy as np

d, n = 64, 40000
div_term = np.exp(np.arange(0, d, 2, dtype=np.float32) * np.float32(-np.log(10000.0) / d))
angle = np.arange(n, dtype=np.float32)[::500, None] * div_term
made = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(-1, d)
asked = {"encoding": "sinusoidal", "positions": list(range(0, n, 500))}
