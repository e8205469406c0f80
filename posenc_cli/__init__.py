"""posenc: worksheets, keys, exact tables and checking for positional encodings computed by hand."""

from __future__ import annotations

__version__ = "0.1.0"
