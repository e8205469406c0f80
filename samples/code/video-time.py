"""huggingface/transformers#45381: text behind a video goes on as if the video had no time."""

import numpy as np

grid = np.indices((5, 2, 2)).reshape(3, -1)  # five frames of 2 × 2, after two words
before, behind = np.tile(np.arange(2), (3, 1)), np.tile(np.arange(3), (3, 1))
right = np.concatenate([before, grid + 2, behind + 2 + 5], axis=1)
ids = np.concatenate([before, grid + 2, behind + 2 + max(2, 2)], axis=1)
made = ids
asked = {"encoding": "mrope", "what": "ids", "position_ids": right.tolist()}
