"""Pictures of encodings: built once (``kinds``), drawn on a terminal (``terminal``) or into a file (``files``)."""

from typing import Literal

#: The pictures that there are.
KindName = Literal["heatmap", "waves", "clock", "similarity", "bias"]
