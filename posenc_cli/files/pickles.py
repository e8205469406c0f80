"""Pickles are programs: they are known by their first bytes and refused, whatever the file is called."""

from __future__ import annotations

import io
import re
import zipfile

SUFFIXES = frozenset({".pt", ".pth", ".bin", ".pkl", ".pickle", ".ckpt", ".joblib"})
_PICKLE = re.compile(
    rb"\x80[\x02-\x05]|\(?[dl]p\d+\n|[\]}]q.|\(?c(?:posix|nt|os|builtins|__builtin__|numpy|copy_reg|copyreg|torch|collections)[\w.]*\n",
    re.DOTALL,
)


def is_pickle(data: bytes) -> bool:
    """Whether these bytes are a pickle or a torch archive with one inside, whatever the file is called."""
    if data.startswith(b"PK\x03\x04"):
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                return any(name.endswith((".pkl", ".pickle")) for name in archive.namelist())
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OverflowError):
            return False
    return _PICKLE.match(data) is not None
