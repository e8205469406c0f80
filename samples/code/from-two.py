"""facebookresearch/fairseq#1177: positions begin behind the padding index, at 2."""

import numpy as np

d, n, padding_idx = 64, 80, 1
half = d // 2
angle = np.arange(padding_idx + 1, padding_idx + 1 + n)[:, None] * np.exp(np.arange(half) * -np.log(10000) / (half - 1))
made = np.concatenate([np.sin(angle), np.cos(angle)], axis=1)
made = made.astype(np.float32)
asked = {"encoding": "sinusoidal"}
