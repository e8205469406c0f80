"""datawhalechina/happy-llm#57: the position decides between sine and cosine, not the column."""

import numpy as np

d, n = 64, 80
pos = np.arange(n)[:, None]
angle = pos / 10000 ** (np.arange(d) // 2 * 2 / d)
made = np.where(pos % 2 == 0, np.sin(angle), np.cos(angle))
made = made.astype(np.float32)
asked = {"encoding": "sinusoidal"}
