"""Sheets whose worksheet says something about paper, hints, self-control, cards or templates."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from posenc_cli.render.view import key_view, sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.sheet import once
from posenc_cli.worksheet.spec import read
from tests.render.printing import VIEWS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.render.blocks import PageView
    from posenc_cli.worksheet.sheet import Sheet

WIDE = 8
WORDS = tuple(f"Wort{n}" for n in range(60))


_SHEETS: dict[str, Sheet] = {}


def sheet_with(name: str = "katze-kurz", seed: int | None = None, **said: object) -> Sheet:
    """A built-in sheet whose worksheet has other keys, made once."""
    asked = repr((name, seed, sorted(said.items())))
    if asked not in _SHEETS:
        _SHEETS[asked] = with_keys(sheet_of(name, seed), said)
    return _SHEETS[asked]


def with_keys(sheet: Sheet, said: Mapping[str, object]) -> Sheet:
    """The same sheet with other keys."""
    worksheet = sheet.spec.worksheet.model_copy(update=dict(said))
    return replace(sheet, spec=sheet.spec.model_copy(update={"worksheet": worksheet}))


@once
def student(sheet: Sheet) -> PageView:
    """What the student gets, made once."""
    return sheet_view(sheet)


@once
def teacher(sheet: Sheet) -> PageView:
    """The key, made once."""
    return key_view(sheet, solve(sheet))


def printable(name: str, sheet: Sheet) -> None:
    """Makes a sheet and its key known to :mod:`tests.render.printing`."""
    VIEWS[name] = partial(student, sheet)
    VIEWS[f"{name}-key"] = partial(teacher, sheet)


#: Words that mean something to HTML and templates, of other scripts, and longer than a line.
STRANGE = (
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter",
    "[unk]",
    "Ġsitzt",
    "<b>&",
    "{{7*7}}",
    "שלום",
    "👨\u200d👩\u200d👧",
    "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
)


@cache
def strange() -> Sheet:
    """A sheet about such words, in every kind of exercise that prints them."""
    first, last = STRANGE[0], STRANGE[-1]
    kinds = "\n".join(
        f"[[exercise]]\n{keys}"
        for keys in (
            f'kind = "cards"\nsentences = ["{first} {last}", "{last} {first}"]',
            'kind = "idea"\nparts = ["pictures", "ingredients"]',
            'kind = "encode"\nworked = [1]\nblank = [2, 7]\nparts = ["heatmap"]',
            'kind = "lookup"',
            'kind = "add"\nworked = [0]\nblank = [2, 7]',
            f'kind = "same-word"\nword = "{first}"\nsentences = ["{first}", "a {first}"]',
            'kind = "matrix"',
        )
    )
    numbers = "\n".join(f'"{word}" = [0.1, 0.2, 0.{n + 1}, 0.4]' for n, word in enumerate(STRANGE))
    head = f'[worksheet]\ntitle = "Wörter"\ncards = true\nhints = "box"\nsentence = "{" ".join(STRANGE)}"\n'
    return build(read(f"{head}\n[embeddings.table]\n{numbers}\n\n{kinds}\n", "seltsam", None))


@cache
def sixty() -> Sheet:
    """Sixty words with eight columns, in every kind of exercise that shows rows."""
    kinds = "\n".join(
        f"[[exercise]]\n{keys}"
        for keys in (
            'kind = "idea"',
            'kind = "divisors"\nparts = ["clock", "dials"]',
            'kind = "encode"\nworked = [1]\nblank = [2, 33]\nparts = ["heatmap"]',
            'kind = "lookup"',
            'kind = "add"\nworked = [1]\nblank = [2, 33]',
            'kind = "matrix"',
        )
    )
    numbers = "\n".join(
        f"{word} = [{', '.join(f'0.{(3 * n + 7 * k) % 9 + 1}' for k in range(WIDE))}]" for n, word in enumerate(WORDS)
    )
    head = f'[worksheet]\ntitle = "Sechzig"\nd = {WIDE}\nsentence = "{" ".join(WORDS)}"\n'
    return build(read(f"{head}\n[embeddings.table]\n{numbers}\n\n{kinds}\n", "sechzig", None))
