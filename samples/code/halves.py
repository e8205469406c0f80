"""tensorflow/tensor2tensor#391: all sines first, then all cosines, and frequencies up to the base itself."""

import numpy as np

d, n = 64, 80
half = d // 2
angle = np.arange(n)[:, None] * np.exp(np.arange(half) * -(np.log(10000) / (half - 1)))
made = np.concatenate([np.sin(angle), np.cos(angle)], axis=1)
made = made.astype(np.float32)
asked = {"encoding": "sinusoidal"}
