"""A sheet with rows that fade and with every kind that goes backwards, plants a slip or asks for words."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.spec import find

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

SPEC = Path(__file__).with_name("every_kind.toml")


def every_kind_spec(language: str = "de") -> Spec:
    """Its spec."""
    spec = find(str(SPEC))
    return spec.model_copy(update={"worksheet": spec.worksheet.model_copy(update={"language": language})})


@cache
def every_kind(language: str = "de") -> Sheet:
    """The sheet."""
    return build(every_kind_spec(language))
