"""Inputs that are nearly good: pieces of good ones cut, doubled, swapped, and put together; values of a wrong kind."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from tests.attack.readers import Reader

#: Bytes of an input that is made; a fault needs hardly ever more.
LONGEST = 20_000
_BYTES = (b"\0", b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\xe2\x80\xae", b"\n")
_ODD = (*_BYTES, b"{}", b"%s", b"\x1b[31m", b"[bold]", b"9" * 30)
#: Values where others belong.
_NUMBERS = (0, 1, -1, 3, 10**9, 10**400, 0.5, -0.0, 1e308, 5e-324, float("nan"), float("inf"))
_TEXTS = ("", "a", "0.5", "\ud800", "\0", "-1", "1e999", "comma", "../../a")
_TREES: tuple[Any, ...] = ([], {}, [[]], [None], [1, 2], ["a"], [0.5] * 40, {"a": 1}, {"": []}, [{}])
_VALUES: tuple[Any, ...] = (None, True, False, *_NUMBERS, *_TEXTS, *_TREES)


def inputs(reader: Reader, kept: Sequence[bytes], count: int, random: Random) -> Iterator[bytes]:
    """So many inputs, all from these seeds."""
    seeds = [*reader.seeds, *kept] or [b""]
    trees = [tree for seed in seeds if (tree := _tree(seed)) is not None]
    pieces = [*reader.pieces, *_ODD]
    for number in range(count):
        if trees and number % 2:
            yield tree_with_a_fault(random.choice(trees), random)
            continue
        data = random.choice(seeds) if random.random() < 0.8 else b""
        for _ in range(random.choice((1, 1, 2, 3, 5, 9))):
            data = _changed(data, pieces, seeds, random)
        yield data[:LONGEST]


def _tree(seed: bytes) -> Any:  # noqa: ANN401
    """The document that a seed is, if it is one."""
    try:
        found = json.loads(seed)
    except ValueError:
        return None
    return found if isinstance(found, dict | list) else None


def tree_with_a_fault(tree: Any, random: Random) -> bytes:  # noqa: ANN401
    """A document in which a few places hold something else, or are gone."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        tree = _other(tree, random)
    return json.dumps(tree).encode()


def _other(tree: Any, random: Random) -> Any:  # noqa: ANN401
    if not isinstance(tree, dict | list) or not tree or random.random() < 0.1:
        return random.choice(_VALUES)
    if isinstance(tree, list):
        at = random.randrange(len(tree))
        return [*tree[:at], *([] if random.random() < 0.1 else [_other(tree[at], random)]), *tree[at + 1 :]]
    name = random.choice(list(tree))
    rest = {key: value for key, value in tree.items() if key != name}
    chance = random.random()
    if chance < 0.1:
        return rest
    return {**rest, "x" if chance < 0.15 else name: _other(tree[name], random)}


def _changed(data: bytes, pieces: Sequence[bytes], seeds: Sequence[bytes], random: Random) -> bytes:
    """One change."""
    start = random.randint(0, len(data))
    end = min(len(data), start + random.choice((0, 1, 2, 4, 16, 200)))
    piece = random.choice(pieces)
    ways = (
        lambda: data[:start] + data[end:],
        lambda: data[:start] + piece + data[end:],
        lambda: data[:start] + piece + data[start:],
        lambda: data[:end] + data[start:end] * random.choice((1, 2, 30)) + data[end:],
        lambda: data[:start] + random.randbytes(random.choice((1, 2, 8))) + data[end:],
        lambda: data[:start] + random.choice(seeds)[start:],
        lambda: _lines_changed(data, piece, random),
        lambda: _lines_changed(data, piece, random),
    )
    return random.choice(ways)()


def _lines_changed(data: bytes, piece: bytes, random: Random) -> bytes:
    """Lines in another order, or another value in one of them."""
    lines = data.splitlines(keepends=True)
    if not lines or random.random() < 0.3:
        random.shuffle(lines)
        return b"".join(lines)
    at = random.randrange(len(lines))
    key, sign, _ = lines[at].partition(b"=")
    lines[at] = key + sign + b" " + piece + b"\n" if sign else piece + b"\n"
    return b"".join(lines)
