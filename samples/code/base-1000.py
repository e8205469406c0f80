"""YutaroOgawa/pytorch_advanced#15: a zero of the base is missing."""

import numpy as np

d, n = 64, 80
angle = np.arange(n)[:, None] / 1000 ** (np.arange(0, d, 2) / d)
made = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(n, d)
made = made.astype(np.float32)
asked = {"encoding": "sinusoidal"}
