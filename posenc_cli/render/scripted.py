"""What pages with scripts share: one file, a policy that allows nothing but these scripts, and no request."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from posenc_cli.render._templates import templates_folder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_COMMENT = re.compile(r"^\s*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)$", re.MULTILINE)


def as_json(data: Mapping[str, Any]) -> str:
    """As it can stand in a page: nothing in it ends the element that holds it."""
    plain = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return plain.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def policy(scripts: Sequence[str]) -> str:
    """Our scripts and no other, styles, and no request to anywhere."""
    hashes = " ".join(f"'sha256-{base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()}'" for one in scripts)
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


@cache
def script(name: str) -> str:
    """A script without what only its readers need: comments on lines of their own, and blanks before a line."""
    return _lines(_COMMENT.sub("", source(f"script/{name}.js")))


def shortened_style(style: str) -> str:
    """A style without comments and blanks before a line."""
    return _lines(re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL))


def source(name: str) -> str:
    """A file of the templates."""
    return (templates_folder() / name).read_text(encoding="utf-8")


def _lines(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())
