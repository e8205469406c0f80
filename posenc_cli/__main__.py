"""``python -m posenc_cli`` is ``posenc``."""

from __future__ import annotations

import sys

from posenc_cli.cli import main

if __name__ == "__main__":
    sys.exit(main())
