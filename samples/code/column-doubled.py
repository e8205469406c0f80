"""jadore801120/attention-is-all-you-need-pytorch#32: the exponent doubles the column instead of the pair."""

import numpy as np

d, n = 64, 80
column = np.arange(d)
angle = np.arange(n)[:, None] / 10000 ** (2 * column / d)
made = np.where(column % 2 == 0, np.sin(angle), np.cos(angle))
made = made.astype(np.float32)
asked = {"encoding": "sinusoidal"}
