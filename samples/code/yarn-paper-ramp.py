"""jquesnelle/yarn#60: YaRN with the ramp of the paper, over turns and not over pairs."""

import numpy as np

d, theta, factor, length = 128, 1e6, 4.0, 32768
inv_freq = 1 / theta ** (np.arange(0, d, 2) / d)
keep = np.clip((length * inv_freq / (2 * np.pi) - 1) / (32 - 1), 0, 1)
made = inv_freq * keep + inv_freq / factor * (1 - keep)
made = made.astype(np.float32)
asked = {"encoding": "rope", "theta": theta, "scaling": "yarn", "factor": 4, "original_max_position_embeddings": length}
