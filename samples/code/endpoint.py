"""hojonathanho/diffusion#15: frequencies are spread over half − 1 steps."""

import numpy as np

d, n = 64, 80
half = d // 2
angle = np.arange(n)[:, None] * np.exp(np.arange(half) * -(np.log(10000) / (half - 1)))
made = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(n, d)
made = made.astype(np.float32)
asked = {"encoding": "sinusoidal"}
