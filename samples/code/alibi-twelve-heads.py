"""ml-explore/mlx#3071: twelve heads get the slopes of a plain geometric series."""

import numpy as np

heads = 12
made = 2.0 ** (-8 * np.arange(1, heads + 1) / heads)
made = made.astype(np.float32)
asked = {"encoding": "alibi", "what": "slopes"}
