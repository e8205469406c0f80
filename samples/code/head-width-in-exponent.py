"""pie-project/pie#602: a quarter of the head turns, and the exponent runs over the whole."""

import numpy as np

head_dim, rotary_dim = 64, 16
made = 1 / 10000 ** (np.arange(0, rotary_dim, 2) / head_dim)
made = made.astype(np.float32)
asked = {"encoding": "rope", "d": head_dim, "rotary_dim": rotary_dim}
