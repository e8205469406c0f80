"""songyangco/GETNext#2: the batch is indexed, so that all tokens get one encoding."""

import numpy as np

d, n = 64, 80
angle = np.arange(512)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
table = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(512, d)
x = np.zeros((1, n, d))  # batch, token, column
made = x + table[: x.shape[0]][:, None]
made = made.astype(np.float32)
asked = {"encoding": "sinusoidal"}
