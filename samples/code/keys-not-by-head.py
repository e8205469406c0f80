"""huggingface/transformers#31788: the few heads of the keys are permuted with another count."""

import numpy as np

rng = np.random.default_rng(7)
head_dim, key_heads, query_heads, width = 16, 2, 8, 24
before = rng.normal(size=(key_heads * head_dim, width))
wrong = key_heads * head_dim // query_heads
made = before.reshape(query_heads, wrong // 2, 2, width).transpose(0, 2, 1, 3).reshape(before.shape)
asked = {"encoding": "rope", "what": "weights", "d": head_dim}
