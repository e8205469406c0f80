"""SamLynnEvans/Transformer#7: the cosine takes the divisor of the next pair."""

import numpy as np

d, n = 64, 80
made = np.zeros((n, d))
for pos in range(n):
    for i in range(0, d, 2):
        made[pos, i] = np.sin(pos / 10000 ** (2 * (i // 2) / d))
        made[pos, i + 1] = np.cos(pos / 10000 ** (2 * (i // 2 + 1) / d))
made = made.astype(np.float32)
asked = {"encoding": "sinusoidal"}
