"""jadore801120/attention-is-all-you-need-pytorch#99: positions are counted from 1."""

import numpy as np

d, n = 64, 80
angle = np.arange(1, n + 1)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
made = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(n, d)
made = made.astype(np.float32)
asked = {"encoding": "sinusoidal"}
