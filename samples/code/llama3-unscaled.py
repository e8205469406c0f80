"""huggingface/transformers#32330: frequencies are stretched, and the others are returned."""

import numpy as np

d, theta = 128, 500000.0
made = 1 / theta ** (np.arange(0, d, 2) / d)
made = made.astype(np.float32)
asked = {"encoding": "rope", "theta": theta, "scaling": "llama3", "factor": 8, "original_max_position_embeddings": 8192}
