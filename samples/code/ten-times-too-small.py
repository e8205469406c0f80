"""datawhalechina/happy-llm#23: a divisor is ten times too small, for the 2 of 2i is missing."""

import numpy as np

d, n = 4, 40
angle = np.arange(n)[:, None] / 10000 ** (np.arange(d // 2) / d)
made = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(n, d)
made = made.astype(np.float32)
asked = {"encoding": "sinusoidal"}
