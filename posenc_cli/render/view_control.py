"""Self-control on paper: right results among wrong ones, or letters that make a word.

The one place where a student's sheet holds answers: among as many numbers that likely slips lead to.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from posenc_cli.errors import InputError
from posenc_cli.grading.wrong_values import wrong_values
from posenc_cli.i18n import lookup, text
from posenc_cli.render.blocks import Box, Cell, Paragraph
from posenc_cli.render.closing import Letters, Pool
from posenc_cli.render.inline import inline
from posenc_cli.worksheet.draw import Draw, digest
from posenc_cli.worksheet.key import accepted_texts
from posenc_cli.worksheet.labels import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from posenc_cli.render.blocks import Block, ExerciseView
    from posenc_cli.render.view_writer import Writer
    from posenc_cli.worksheet.sheet import Blank, Sheet

T = TypeVar("T")
#: A word that is worth the way and that a table has room for.
SHORTEST, LONGEST = 3, 12
#: So many wrong numbers of a blank are looked for: whoever makes one slip all over the sheet must miss most of his.
_WAYS = 6
#: So many further numbers have the right letter of a blank, so that who guesses the word does not know its results.
_ALSO = 2


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


# numbers


def _right(sheet: Sheet, blanks: Iterable[Blank]) -> dict[str, dict[str, None]]:
    """All right texts of blanks by their ids, as they are printed."""
    accepted = dict(zip((blank.id for blank in sheet.blanks), accepted_texts(sheet), strict=True))
    return {blank.id: {shown(sheet, blank.place.quantity, one): None for one in accepted[blank.id]} for blank in blanks}


def _wrong(sheet: Sheet, blanks: Sequence[Blank]) -> dict[str, list[str]]:
    """For every blank the numbers of the likeliest slips, as they are printed."""
    places = {blank.id: blank.place.quantity for blank in blanks}
    found: dict[str, list[str]] = {name: [] for name in places}
    for slip in wrong_values(sheet):
        for name, value in slip.texts.items():
            if name in found and len(found[name]) < _WAYS:
                written = shown(sheet, places[name], value)
                found[name] += [written] if written not in found[name] else []
        if all(len(values) >= _WAYS for values in found.values()):
            break
    return found


def _decoys(right: Iterable[str], wrong: Mapping[str, Sequence[str]], count: int) -> dict[str, None]:
    """So many wrong numbers, or as many as there are: each blank gives one in turn, of another slip than the last.

    What is much larger than all that is right would give itself away, and is taken only where nothing else is left.
    """
    taken = set(right)
    found: dict[str, None] = {}
    most = 2 * max((abs(_size(value)) for value in taken), default=0.0)
    for turn in range(2 * _WAYS):
        for at, values in enumerate(wrong.values()):
            fresh = [value for value in values if value not in taken and (turn >= _WAYS or abs(_size(value)) <= most)]
            if len(found) == count:
                return found
            if fresh:
                chosen = fresh[(at + turn) % len(fresh)]
                found[chosen] = None
                taken.add(chosen)
    return found


# pool


def _pool(writer: Writer, blanks: Sequence[Blank]) -> Block:
    right = dict.fromkeys(one for texts in _right(writer.sheet, blanks).values() for one in texts)
    values = [*right, *_decoys(right, _wrong(writer.sheet, blanks), len(right))]
    cells = (
        Cell(writer.paper(values[at]), filled=writer.is_key and values[at] in right)
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
    """The table of letters: a wrong number of a blank never has its letter there, some other numbers do."""
    draw, right = _draw(writer), _right(writer.sheet, asked)
    wrong = _wrong(writer.sheet, asked)
    known = dict.fromkeys(one for texts in right.values() for one in texts)
    values = sorted({*known, *_decoys(known, wrong, len(known))}, key=_size)
    letters = sorted({*word, *text(writer.language, "control.letters")})
    columns = [
        _column(letter, values, (right[blank.id], wrong[blank.id]), letters, (draw, number))
        for number, (letter, blank) in enumerate(zip(word, asked, strict=True), 1)
    ]
    rows = tuple(
        (
            Cell(writer.paper(value)),
            *(
                Cell(column[value], filled=writer.is_key and value in right[blank.id])
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


def _column(
    letter: str, values: Sequence[str], known: tuple[Any, Any], letters: Sequence[str], drawing: tuple[Draw, int]
) -> dict[str, str]:
    """The letter of every number at one blank."""
    (right, wrong), (draw, number) = known, drawing
    others = [one for one in letters if one != letter]
    free = [at for at, value in enumerate(values) if value not in right and value not in wrong]
    also = draw.shuffled(free, f"also {number}")[:_ALSO]
    return {
        value: letter if value in right or at in also else others[draw.below(len(others), f"letter {number} {at}")]
        for at, value in enumerate(values)
    }


def _size(value: str) -> float:
    return float(value.replace(",", "."))
