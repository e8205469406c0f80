"""``python -m posenc_cli`` is ``posenc``."""

from __future__ import annotations

from posenc_cli.cli import main

if __name__ == "__main__":
    main()
