"""Pickles are programs: they are known by their first bytes and refused, whatever the file is called."""

from __future__ import annotations

import io
import re
import zipfile

SUFFIXES = frozenset({".pt", ".pth", ".bin", ".pkl", ".pickle", ".ckpt", ".joblib"})
#: What a pickle begins with: the number of its protocol; in the oldest two a list, a table or what it calls: a module
#: and a name in it, with the place where both are kept behind them, or a module that is known for it.
_PICKLE = re.compile(
    rb"\x80[\x02-\x05]|\(?[dl]p\d+\n|[\]}]q.|\(?c[A-Za-z_][\w.]*\n[A-Za-z_][\w.]*\n(?:p0\n|q\0)"
    rb"|\(?c(?:posix|nt|os|builtins|__builtin__|numpy|copy_reg|copyreg|torch|collections)[\w.]*\n",
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
