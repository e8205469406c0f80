"""kaushalshetty/Positional-Encoding#1: position 0 has a row of zeros."""

import numpy as np

d, n = 64, 80
rows = [[pos / 10000 ** (2 * (k // 2) / d) for k in range(d)] if pos else [0.0] * d for pos in range(n)]
made = np.array(rows)
made[1:, 0::2] = np.sin(made[1:, 0::2])
made[1:, 1::2] = np.cos(made[1:, 1::2])
made = made.astype(np.float32)
asked = {"encoding": "sinusoidal"}
