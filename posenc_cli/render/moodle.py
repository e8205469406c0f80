"""A sheet as a file for the question bank of Moodle ("Moodle XML"): a question an exercise, a category a sheet.

An exercise with blanks is a question with embedded answers, worth its points; one without is a text. Where an exercise
has no points, every answer counts one: Moodle cannot mark a question that is worth nothing. A teacher's file: it holds
every right answer. The element tree writes the XML; what stands inside ``text`` is HTML, escaped once more by it.
"""

from __future__ import annotations

import base64
import math
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from typing import TYPE_CHECKING

from posenc_cli.grading.foreseen import foreseen
from posenc_cli.i18n import text
from posenc_cli.render.blocks import Box, Choice
from posenc_cli.render.cloze import Field, choice, words
from posenc_cli.render.moodle_text import Answering, MoodleText, escaped
from posenc_cli.render.outline import outline
from posenc_cli.render.svg import printable
from posenc_cli.render.view import key_exercises, sheet_view
from posenc_cli.worksheet.code_gap import Gap as CodeGap
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.key import solve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from posenc_cli.grading.foreseen import Foreseen
    from posenc_cli.render.blocks import Block, ExerciseView, PageView
    from posenc_cli.render.shapes import Gap
    from posenc_cli.worksheet.sheet import Part, Sheet

#: Of what Moodle takes off for every further try where a quiz allows several.
_PENALTY = "0.3333333"
#: Points are weights there, which are whole: halves and thirds are multiplied away.
_FINEST = 100
_GAP = "______"
#: Characters that no XML can hold, not even as references.
_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def moodle_xml(sheets: Sequence[Sheet]) -> bytes:
    """One file to import, of one sheet or of one for each group.

    Raises:
        InputError: a blank has no value, or nearly every answer would be right.
    """
    quiz = ET.Element("quiz")
    for sheet in sheets:
        _Questions(sheet).write(quiz)
    ET.indent(quiz)
    return bytes(ET.tostring(quiz, encoding="utf-8", xml_declaration=True)) + b"\n"


class _Questions:
    """The questions of one sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.view = sheet_view(sheet)
        self.code = shown(code_of(sheet))
        known = foreseen(sheet)
        self.known = {one.blank.id: one for one in known}
        self.field = Field.of(sheet, known)
        points = [Fraction(blank.points).limit_denominator(_FINEST) for blank in sheet.blanks]
        self.scale = math.lcm(*(one.denominator for one in points)) if points else 1
        self.right = _ticked(sheet, self.view)

    def say(self, key: str, **values: object) -> str:
        return text(self.sheet.spec.worksheet.language, f"moodle.{key}", **values)

    def write(self, quiz: ET.Element) -> None:
        """The category, what to know before, and the exercises in their order."""
        self._category(quiz)
        self._about(quiz)
        for exercise, part in zip(self.view.exercises, self.sheet.parts, strict=True):
            self._exercise(quiz, exercise, part)
        if self.view.closing:
            writer = MoodleText(self._answering(1, ()), f"{self.code}-end")
            self._question(quiz, "description", "99", writer.html(outline(self.view, self.view.closing)), writer.files)

    def _category(self, quiz: ET.Element) -> None:
        names = [self.view.title, *([self.view.variant] if self.view.variant else [])]
        # A slash would begin another category.
        path = "/".join(["$course$", "top", *(printable(name).replace("/", "//") for name in names)])
        question = ET.SubElement(quiz, "question", type="category")
        _text(ET.SubElement(question, "category"), path)
        _text(ET.SubElement(question, "info", format="html"), escaped(self._info()))

    def _info(self) -> str:
        return self.say("info", name=self.sheet.form_name.partition("#")[0][:80], code=self.code)

    def _about(self, quiz: ET.Element) -> None:
        rules = [self.say("answer", decimals=self.sheet.decimals), self.say("alone")]
        html = "\n".join(
            (f"<h4>{escaped(printable(self.view.title))}</h4>", *(f"<p>{escaped(rule)}</p>" for rule in rules))
        )
        self._question(quiz, "description", f"00 {self.say('about')}", html, {})

    def _exercise(self, quiz: ET.Element, exercise: ExerciseView, part: Part) -> None:
        weights = {blank.id: round(Fraction(blank.points) * self.scale) for blank in part.blanks}
        is_marked = any(weights.values())
        if not is_marked:
            weights = dict.fromkeys(weights, 1)
        number = f"{part.number:0>2}"
        writer = MoodleText(self._answering(0 if is_marked else 1, part, weights), f"{self.code}-{number}")
        task = " · ".join(filter(None, (exercise.verb, exercise.points, exercise.minutes)))
        heading = f"<h4>{escaped(f'{exercise.number}  {printable(exercise.title)}')}</h4>"
        body = writer.html(outline(self.view, exercise.blocks))
        html = "\n".join([heading, *([f"<p><small>{escaped(task)}</small></p>"] if task else []), body])
        is_asked = "{" in body
        named = [number, printable(exercise.title), *([self.say("unmarked")] if is_asked and not is_marked else [])]
        self._question(quiz, "cloze" if is_asked else "description", " ".join(named), html, writer.files)

    def _answering(self, tick: int, part: Part | tuple[()], weights: dict[str, int] | None = None) -> Answering:
        """What stands where a student answers; ``tick`` is what boxes to tick and gaps in a program are worth."""
        spelled_there = spellings(part) if part else iter(())

        def gap(place: Gap) -> str:
            if place.blank:
                known: Foreseen = self.known[place.blank]
                return self.field(known, (weights or {})[place.blank])
            spelled = next(spelled_there, None)
            return _GAP if spelled is None else words(spelled, tick)

        def ticks(options: list[str]) -> str:
            return choice(options, next(self.right), tick)

        return Answering(gap, ticks, self.say("paper"), self.say("draw"))

    def _question(self, quiz: ET.Element, kind: str, name: str, html: str, files: dict[str, str]) -> None:
        question = ET.SubElement(quiz, "question", type=kind)
        _text(ET.SubElement(question, "name"), name)
        body = ET.SubElement(question, "questiontext", format="html")
        _text(body, html)
        for file, svg in files.items():
            data = ET.SubElement(body, "file", name=file, path="/", encoding="base64")
            data.text = base64.b64encode(svg.encode()).decode()
        feedback = ET.SubElement(question, "generalfeedback", format="html")
        _text(feedback, escaped(self.say("alone")) if kind == "cloze" else "")
        if kind == "cloze":
            ET.SubElement(question, "penalty").text = _PENALTY
        else:
            ET.SubElement(question, "defaultgrade").text = "0"
        ET.SubElement(question, "hidden").text = "0"
        ET.SubElement(question, "idnumber").text = f"posenc-{self.code}-{name.split(' ', maxsplit=1)[0]}"


def _text(parent: ET.Element, content: str) -> None:
    ET.SubElement(parent, "text").text = _UNWRITABLE.sub("\ufffd", content)


def _ticked(sheet: Sheet, view: PageView) -> Iterator[int]:
    """The number of the right option of every question with boxes, in the order of the page."""
    if not any(True for exercise in view.exercises for _ in _choices(exercise.blocks)):
        return iter(())
    key = key_exercises(sheet, solve(sheet))
    return (one.right or 0 for exercise in key for one in _choices(exercise.blocks))


def _choices(blocks: Iterable[Block]) -> Iterator[Choice]:
    for block in blocks:
        if isinstance(block, Choice):
            yield block
        elif isinstance(block, Box):
            yield from _choices(block.blocks)


def spellings(part: Part) -> Iterator[tuple[str, ...]]:
    """What is right in each gap of a program, in the order of the page."""
    lines = part.data.get("lines", ()) if part.spec.kind == "code-gap" else ()
    return (piece.accepted for line in lines for piece in line if isinstance(piece, CodeGap))
