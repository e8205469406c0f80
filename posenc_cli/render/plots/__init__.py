"""Pictures of encodings: built once (``kinds``), drawn on a terminal (``terminal``) or into a file (``files``)."""
