"""ml-explore/mlx-examples#907: wavelengths are blended where frequencies should be."""

import numpy as np

d, theta, factor, low, high, length = 128, 500000.0, 8.0, 1.0, 4.0, 8192
inv_freq = 1 / theta ** (np.arange(0, d, 2) / d)
wavelength = 2 * np.pi / inv_freq
smooth = np.clip((length / wavelength - low) / (high - low), 0, 1)
made = 2 * np.pi / ((1 - smooth) * factor * wavelength + smooth * wavelength)
made = made.astype(np.float32)
asked = {"encoding": "rope", "theta": theta, "scaling": "llama3", "factor": 8, "original_max_position_embeddings": 8192}
