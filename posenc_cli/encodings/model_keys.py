"""Keys of a model's configuration, read with their kinds; what nobody asked for can be named afterwards."""

from __future__ import annotations

import json
import math
import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from posenc_cli.errors import InputError
from posenc_cli.files.jsonfile import Number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: Keys that have to do with positions, whoever invents them.
POSITIONAL = re.compile(
    r"rope|rotary|alibi|position|relative|bucket|scaling|yarn|mscale|sinusoid|no_?pe(_|$)", re.IGNORECASE
)
#: The same words in another sense: scaling of experts, a head's columns that do not turn.
_OTHERWISE = frozenset({"routed_scaling_factor", "qk_nope_head_dim", "position_embedding_dropout"})
_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)
#: Larger counts are a slip; positions are whole numbers up to here everywhere in posenc.
MOST = 10**15
_SHOWN = 40
#: Configurations nest three deep; a Python caller may hand over an object that contains itself.
_DEEPEST = 4


class Keys:
    """One object of a configuration.

    Args:
        table: names and what stands there: JSON as it was parsed, numbers as numbers or as their text.
        place: where the object stands, for sentences; empty at the top.

    Attributes:
        place: the same.
    """

    def __init__(self, table: Mapping[str, Any], place: str = "") -> None:
        self._table = table
        self.place = place
        self._asked = set[str]()
        self._inner = dict[str, Keys]()

    def __contains__(self, name: str) -> bool:
        """Whether something other than null stands there."""
        return self._table.get(name) is not None

    def at(self, name: str) -> str:
        """The place of a key, for sentences: ``rope_scaling.factor``."""
        return f"{self.place}.{name}" if self.place else name

    def is_empty(self, name: str) -> bool:
        """Whether an empty list or object stands there; it says as little as nothing."""
        self._asked.add(name)
        return self._table.get(name) in ([], {})

    @property
    def names(self) -> tuple[str, ...]:
        """The keys, in order."""
        return tuple(self._table)

    def tables(self) -> dict[str, Keys]:
        """The objects that stand in this one, by key."""
        found = {name: self.table(name) for name, value in self._table.items() if isinstance(value, dict)}
        return {name: keys for name, keys in found.items() if keys is not None}

    def number(self, *names: str, least: float = -math.inf, most: float = MOST) -> int | float | None:
        """The first of these keys that is there; a number without a part after its point is a whole one.

        Raises:
            InputError: what stands there is no finite number, or out of bounds.
        """
        name, value = self._first(names)
        if value is None:
            return None
        found = as_number(value)
        if found is None or not least <= found <= most:
            raise self._refused(name, value, "number", least, most)
        return found

    def whole(self, *names: str, least: int = 1, most: int = MOST) -> int | None:
        """The same for a whole number.

        Raises:
            InputError: what stands there is something else.
        """
        name, value = self._first(names)
        if value is None:
            return None
        found = as_number(value)
        if not isinstance(found, int) or not least <= found <= most:
            raise self._refused(name, value, "whole", least, most)
        return found

    def switch(self, *names: str) -> bool | None:
        """The same for true or false.

        Raises:
            InputError: what stands there is something else.
        """
        name, value = self._first(names)
        if value is None or isinstance(value, bool):
            return value
        raise InputError("model.switch", key=self.at(name), given=_shown(value))

    def text(self, *names: str) -> str | None:
        """The same for a text.

        Raises:
            InputError: what stands there is something else.
        """
        name, value = self._first(names)
        if value is None or (isinstance(value, str) and not isinstance(value, Number)):
            return value
        raise InputError("model.text", key=self.at(name), given=_shown(value))

    def numbers(self, *names: str, least: float = -math.inf, most: int = 100_000) -> list[int | float] | None:
        """The same for a list of at most so many numbers.

        Raises:
            InputError: what stands there is something else.
        """
        name, value = self._first(names)
        if value is None:
            return None
        found = [as_number(each) for each in value] if isinstance(value, list) and 0 < len(value) <= most else []
        fine = [each for each in found if each is not None and each >= least]
        if not fine or len(fine) < len(found):
            raise InputError("model.numbers", key=self.at(name), given=_shown(value))
        return fine

    def texts(self, name: str) -> list[str] | None:
        """A list of texts.

        Raises:
            InputError: what stands there is something else.
        """
        value = self._first((name,))[1]
        if value is None:
            return None
        if not isinstance(value, list) or not all(
            isinstance(each, str) and not isinstance(each, Number) for each in value
        ):
            raise InputError("model.texts", key=self.at(name), given=_shown(value))
        return [str(each) for each in value]

    def table(self, *names: str) -> Keys | None:
        """An object inside; the same one every time.

        Raises:
            InputError: what stands there is something else.
        """
        name, value = self._first(names)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise InputError("model.table", key=self.at(name), given=_shown(value))
        return self._inner.setdefault(name, Keys(value, self.at(name)))

    def unread(self, *, every: bool = False, depth: int = 0) -> Iterator[str]:
        """Places of keys about positions that nobody asked for.

        Args:
            every: name whatever was not asked for: inside an object about positions all keys are.
            depth: how deep this object stands.
        """
        for name, value in self._table.items():
            if isinstance(value, dict) and depth < _DEEPEST:
                inner = self._inner.get(name) or Keys(value, self.at(name))
                yield from inner.unread(every=every or _positional(name), depth=depth + 1)
            elif name not in self._asked and value is not None and (every or _positional(name)):
                yield self.at(name)

    def _first(self, names: tuple[str, ...]) -> tuple[str, Any]:
        self._asked.update(names)
        return next(((name, self._table[name]) for name in names if name in self), (names[0], None))

    def _refused(self, name: str, value: object, kind: str, least: float, most: float) -> InputError:
        bounds = {"least": plain(least), "most": plain(most)}
        key = f"model.{kind}" if math.isfinite(least) else "model.any-number"
        return InputError(key, key=self.at(name), given=_shown(value), **bounds)


def as_number(value: object) -> int | float | None:
    """A number of a JSON document, whole if it is; None for anything else, also for infinities."""
    if isinstance(value, bool) or not isinstance(value, int | float | Number):
        return None
    if isinstance(value, Number) and _WHOLE.fullmatch(value):
        return int(value)
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    if not math.isfinite(found):
        return None
    return int(found) if found.is_integer() and abs(found) <= MOST else found


def plain(value: float) -> str:
    """A number for a sentence: whole ones with all their digits, others with six."""
    if isinstance(value, int) or (math.isfinite(value) and value.is_integer() and abs(value) <= MOST):
        return str(int(value))
    return f"{value:.6g}"


def _positional(name: str) -> bool:
    return bool(POSITIONAL.search(name)) and name not in _OTHERWISE


def _shown(value: object) -> str:
    """A value as it stands in the file, as far as a sentence can bear it."""
    found = _json(value)
    return found if len(found) <= _SHOWN else f"{found[: _SHOWN - 1]}…"


def _json(value: object, depth: int = 0) -> str:
    if isinstance(value, list | dict) and depth >= _DEEPEST:
        return "…"
    if isinstance(value, list):
        return f"[{', '.join(_json(each, depth + 1) for each in value[:_SHOWN])}]"
    if isinstance(value, dict):
        pairs = islice(value.items(), _SHOWN)
        return f"{{{', '.join(f'{_json(str(name))}: {_json(each, depth + 1)}' for name, each in pairs)}}}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    # The quotes may be what is wrong.
    is_text = isinstance(value, str) and not isinstance(value, Number)
    return json.dumps(value, ensure_ascii=False) if is_text else str(value)
