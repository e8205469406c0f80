"""Self-control on paper: right results among wrong ones, or letters that make a word.

The one place where a student's sheet holds answers: among as many numbers that likely slips lead to.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, TypeVar, cast

from posenc_cli.errors import InputError
from posenc_cli.i18n import lookup, text
from posenc_cli.render.blocks import Box, Cell, Paragraph
from posenc_cli.render.closing import Letters, Pool
from posenc_cli.render.control_numbers import Numbers
from posenc_cli.render.inline import inline
from posenc_cli.worksheet.draw import Draw, digest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from posenc_cli.render.blocks import Block, ExerciseView
    from posenc_cli.render.view_writer import Writer
    from posenc_cli.worksheet.sheet import Blank

T = TypeVar("T")
#: A word that is worth the way and that a table has room for.
SHORTEST, LONGEST = 3, 12
#: So many further numbers have the right letter of a blank, so that who guesses the word does not know its results.
ALSO = 2


@dataclass(frozen=True)
class Control:
    """What a sheet prints for self-control.

    Attributes:
        block: below the exercises; None for nothing.
        numbers: of the blanks that carry a letter, by their id.
    """

    block: Block | None
    numbers: Mapping[str, str]


def control(writer: Writer) -> Control:
    """The pool or the word that the worksheet asks for.

    Raises:
        InputError: the sheet has too few blanks for the word, or none; the word has other signs than letters.
    """
    asked = writer.sheet.spec.worksheet.control
    if asked == "off":
        return Control(None, {})
    blanks = tuple(blank for blank in writer.sheet.blanks if blank.source is None)
    if not blanks:
        raise InputError("worksheet.control-nothing", **writer.sheet.spec.at("control"), given=asked)
    return _word(writer, blanks) if asked == "word" else Control(_pool(writer, blanks), {})


def numbered(exercises: Sequence[ExerciseView], numbers: Mapping[str, str]) -> tuple[ExerciseView, ...]:
    """The exercises with numbers at the blanks that carry a letter."""
    return tuple(_numbered(one, numbers) for one in exercises) if numbers else tuple(exercises)


def _numbered(part: T, numbers: Mapping[str, str]) -> T:
    """Any part of a view: blanks are cells wherever they stand."""
    if isinstance(part, Cell):
        number = numbers.get(part.blank or "")
        return cast("T", replace(part, number=number)) if number else part
    if isinstance(part, tuple):
        found = tuple(_numbered(one, numbers) for one in part)
        return cast("T", found if any(new is not old for new, old in zip(found, part, strict=True)) else part)
    if is_dataclass(part) and not isinstance(part, type):
        inner = {each.name: getattr(part, each.name) for each in fields(part)}
        changed = {name: _numbered(one, numbers) for name, one in inner.items()}
        return replace(part, **{name: one for name, one in changed.items() if one is not inner[name]})
    return part


def _draw(writer: Writer) -> Draw:
    return Draw(f"{digest(writer.sheet.spec)}/{writer.sheet.seed}/control")


def _boxed(writer: Writer, key: str, block: Block, **values: object) -> Box:
    intro = Paragraph(inline(str(lookup(writer.language, f"control.{key}.text")), **values))
    return Box("note", text(writer.language, f"control.{key}.title"), (intro, block))


# pool


def _pool(writer: Writer, blanks: Sequence[Blank]) -> Block:
    numbers = Numbers(writer.sheet, blanks)
    values = [*numbers.known, *numbers.decoys()]
    cells = (
        Cell(writer.paper(values[at]), filled=writer.is_key and values[at] in numbers.known)
        for at in _draw(writer).shuffled(range(len(values)), "pool")
    )
    return _boxed(writer, "pool", Pool(tuple(cells)))


# word


def _word(writer: Writer, blanks: Sequence[Blank]) -> Control:
    word = _chosen_word(writer, len(blanks))
    # From all over the sheet, in the order in which they are worked out.
    asked = [blanks[at * len(blanks) // len(word)] for at in range(len(word))]
    numbers = {blank.id: str(number) for number, blank in enumerate(asked, 1)}
    return Control(_letters(writer, word, asked), numbers)


def _chosen_word(writer: Writer, most: int) -> str:
    spec = writer.sheet.spec
    given = spec.worksheet.control_word
    if given:
        word = given.upper()
        if not (word.isalpha() and SHORTEST <= len(word) <= LONGEST):
            raise InputError(
                "worksheet.control-word", **spec.at("control_word"), given=given, least=SHORTEST, most=LONGEST
            )
    else:
        known = [str(one) for one in lookup(writer.language, "control.words")]
        word = next((one for one in known if len(one) <= most), known[-1])
    if len(word) > most:
        where = spec.at("control_word" if given else "control")
        raise InputError("worksheet.control-long", **where, given=word, letters=len(word), blanks=most)
    return word


def _letters(writer: Writer, word: str, asked: Sequence[Blank]) -> Block:
    """The table of letters: what may be written at a blank by mistake never has its letter there, other numbers do."""
    draw, numbers = _draw(writer), Numbers(writer.sheet, asked)
    values = numbers.table(draw, ALSO)
    letters = sorted({*word, *text(writer.language, "control.letters")})
    columns = [
        _column(letter, values, _having(numbers, blank, values, draw), letters, (draw, number))
        for number, (letter, blank) in enumerate(zip(word, asked, strict=True), 1)
    ]
    rows = tuple(
        (
            Cell(writer.paper(value)),
            *(
                Cell(column[value], filled=writer.is_key and numbers.is_right(value, blank))
                for column, blank in zip(columns, asked, strict=True)
            ),
        )
        for value in values
    )
    spelled = tuple(Cell(letter, filled=True) if writer.is_key else Cell(copy=True) for letter in word)
    head = tuple(str(number) for number in range(1, len(word) + 1))
    names = {name: text(writer.language, f"control.word.{name}") for name in ("corner", "name")}
    block = Letters(names["corner"], head, rows, spelled, names["name"])
    return _boxed(writer, "word", block, last=len(word))


def _having(numbers: Numbers, blank: Blank, values: Sequence[str], draw: Draw) -> frozenset[str]:
    """The numbers that have the letter of a blank: what is right there, and some that nobody will write there."""
    right = [value for value in values if numbers.is_right(value, blank)]
    return frozenset({*right, *numbers.far(blank, values, draw)[:ALSO]})


def _column(
    letter: str, values: Sequence[str], having: AbstractSet[str], letters: Sequence[str], drawing: tuple[Draw, int]
) -> dict[str, str]:
    """The letter of every number at one blank."""
    draw, number = drawing
    others = [one for one in letters if one != letter]
    return {
        value: letter if value in having else others[draw.below(len(others), f"letter {number} {at}")]
        for at, value in enumerate(values)
    }
