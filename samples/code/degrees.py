"""openwebwork/webwork-open-problem-library#471: angles in degrees where sine and cosine want radians."""

import numpy as np

d, n = 64, 80
angle = np.deg2rad(np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d))
made = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(n, d)
made = made.astype(np.float32)
asked = {"encoding": "sinusoidal"}
