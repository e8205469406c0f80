"""no public report found: positions are divided without remainder, so that four share a row."""

import numpy as np

d, n, factor = 64, 80, 4
angle = (np.arange(n) // factor)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
made = np.cos(angle)
made = made.astype(np.float32)
asked = {"encoding": "rope", "scaling": "linear", "factor": factor, "what": "cos"}
