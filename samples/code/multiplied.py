"""harvardnlp/annotated-transformer#131: positions are multiplied by the divisor."""

import numpy as np

d, n = 16, 40
angle = np.arange(n)[:, None] * 10000 ** (np.arange(0, d, 2) / d)
made = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(n, d)
asked = {"encoding": "sinusoidal"}
