"""tensorflow/models#9075: the exponent counts columns where it should count pairs."""

import numpy as np

d, n = 64, 80
column = np.arange(d)
angle = np.arange(n)[:, None] / 10000 ** (column / d)
made = np.where(column % 2 == 0, np.sin(angle), np.cos(angle))
made = made.astype(np.float32)
asked = {"encoding": "sinusoidal"}
