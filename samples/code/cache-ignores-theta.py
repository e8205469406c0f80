"""huggingface/candle#3746: a cached table does not notice that theta is another one."""

import numpy as np

cache = {}


def cosines(n, d, theta):
    if (n, d) not in cache:
        cache[n, d] = np.cos(np.arange(n)[:, None] / theta ** (np.arange(0, d, 2) / d))
    return cache[n, d]


cosines(80, 64, 10000.0)
made = cosines(80, 64, 500000.0)
made = made.astype(np.float32)
asked = {"encoding": "rope", "theta": 500000, "what": "cos"}
