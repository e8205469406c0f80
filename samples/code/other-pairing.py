"""huggingface/transformers#25199: neighbours are turned with weights that were made for halves."""

import numpy as np

rng = np.random.default_rng(7)
n, d = 40, 16
before = rng.normal(size=(n, d))
angle = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
made = np.empty_like(before)
made[:, 0::2] = before[:, 0::2] * np.cos(angle) - before[:, 1::2] * np.sin(angle)
made[:, 1::2] = before[:, 1::2] * np.cos(angle) + before[:, 0::2] * np.sin(angle)
asked = {"encoding": "rope", "layout": "halves", "what": "rotated"}
