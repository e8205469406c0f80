"""What all tests of files share."""

from __future__ import annotations

from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import PosencError
from posenc_cli.i18n import LANGUAGES, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def refuses() -> Callable[..., AbstractContextManager[None]]:
    """A context that wants an error of ours: its key (without "files."), the values that it names, and a sentence."""

    @contextmanager
    def expect(key: str, /, **values: object) -> Iterator[None]:
        with pytest.raises(PosencError) as raised:
            yield
        assert raised.value.key == f"files.{key}"
        assert {name: raised.value.values.get(name) for name in values} == values
        for language in LANGUAGES:
            assert "\n" not in text(language, raised.value.key, **raised.value.values)

    return expect


@pytest.fixture
def make(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """A small file with that name and content."""

    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write
