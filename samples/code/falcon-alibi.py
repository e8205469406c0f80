"""NVIDIA/TensorRT-Model-Connect#667: Falcon builds ALiBi from slopes and positions of bfloat16."""

import numpy as np


def bfloat16(x):
    bits = np.asarray(x, dtype=np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).view(np.float32)


heads, n = 16, 600
slopes = bfloat16(2.0 ** (-8 * np.arange(1, heads + 1) / heads))
made = bfloat16(slopes[:, None] * bfloat16(np.arange(n)))[:, None, :]
asked = {"encoding": "alibi"}
