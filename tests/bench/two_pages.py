"""A sheet of two pages for measuring: a head, two formulas, a table of 81 cells, four steps, a picture, questions.

60 blanks; every number that is printed belongs to one student. Once as a page of ours, once for typst.
"""

from __future__ import annotations

import base64
import random
import struct
import zlib
from functools import cache

_HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Step 3: Where does the word stand?</title><style>
@font-face { font-family: "Noto Sans"; font-weight: 400; src: url("fonts/NotoSans-Regular.ttf") }
@font-face { font-family: "Noto Sans"; font-weight: 700; src: url("fonts/NotoSans-Bold.ttf") }
@page { size: A4; margin: 16mm 18mm; @bottom-left { content: "two pages, d = 8"; font: 8.5pt "Noto Sans" }
  @bottom-right { content: "Code WWWW-WWWW, page " counter(page); font: 8.5pt "Noto Sans"; white-space: nowrap } }
html { font: 11pt/1.35 "Noto Sans"; font-variant-numeric: tabular-nums }
table { border-collapse: collapse; table-layout: fixed; width: 100% }
td, th { border: .4pt solid #666; height: 8mm; text-align: center; font-weight: 400 }
.name { display: inline-block; min-width: 80mm; border-bottom: .4pt solid #666; font-weight: 700 }
.line { display: inline-block; width: 20mm; border-bottom: .6pt solid #111 }
img { width: 128mm; height: 64mm; image-rendering: pixelated }
li { margin: 0 0 5mm } sup { font-size: 70%; line-height: 1 }
</style></head><body>
"""
_TYPST = """#set page(paper: "a4", margin: (x: 18mm, y: 16mm), footer: [two pages, d = 8 #h(1fr) Code #sys.inputs.code])
#set text(font: "Noto Sans", size: 11pt, lang: "en")
#set document(title: "Step 3: Where does the word stand?")
#let given = sys.inputs.given.split(" ")
#let line = box(width: 20mm, stroke: (bottom: .6pt), height: 1em)
= Step 3: Where does the word stand?
Name: *#sys.inputs.name*

== Fill in the table
PE(pos, 2i) = sin(pos / 10000#super[2i/d]) #h(1em) PE(pos, 2i + 1) = cos(pos / 10000#super[2i/d])
#table(columns: 9, align: center, inset: 6pt, ..range(81).map(n => if calc.odd(n) { [] } else { [#given.at(n)] }))

== Work it out
#for n in range(4) [PE(#given.at(81 + n), 2) = sin(#given.at(85 + n) / 10) = #line, = #line, = #line \\ ]
#pagebreak()
== What the picture shows
#image("heat.png", width: 128mm, height: 64mm, alt: "grey fields")
== Questions
#for n in range(8) [+ What stands at position #given.at(89 + n), and what at #given.at(97 + n)? #line #v(5mm)]
"""


def numbers(student: int) -> list[str]:
    """What is printed for one student: 81 values of the table (every other one is seen), and 24 more."""
    drawn = random.Random(student)  # noqa: S311  (no secret)
    values = [f"{drawn.random():.3f}" for _ in range(81)]
    return values + [f"{drawn.randrange(10, 100)}" for _ in range(24)]


def code(student: int) -> str:
    """The code of a student's sheet."""
    drawn = random.Random(f"code {student}")  # noqa: S311
    letters = "".join(drawn.choices("23456789BCDFGHJKLMNPQRSTVWXZ", k=8))
    return f"{letters[:4]}-{letters[4:]}"


def name(student: int) -> str:
    """Who a student is."""
    return f"{('Ada', 'Béla', 'Çağla', 'Dörte', 'Emil')[student % 5]} Turing {student}"


def page(student: int, holder: str) -> str:
    """The page of a student in HTML, with the mark of a code in its foot."""
    given = numbers(student)
    blank = iter(range(1, 61))

    def field(css: str) -> str:
        number = next(blank)
        return f'class="{css} blank" id="b{number}" title="Blank {number}: three decimals"'

    rows = "".join(
        "<tr>" + "".join(f"<td {field('cell')}>&nbsp;</td>" if n % 2 else f"<td>{given[n]}</td>" for n in row) + "</tr>"
        for row in (range(9 * r, 9 * r + 9) for r in range(9))
    )
    head = "<tr>" + "".join(f'<th scope="col">k = {n}</th>' for n in range(9)) + "</tr>"
    lines = "".join(
        f"<p>PE({given[81 + n]}, 2) = sin({given[85 + n]} / 10) = "
        + ", = ".join(f"<span {field('line')}>&nbsp;</span>" for _ in range(3))
        + "</p>"
        for n in range(4)
    )
    questions = "".join(
        f"<li>What stands at position {given[89 + n]}, and what at {given[97 + n]}? "
        f"<span {field('line')}>&nbsp;</span></li>"
        for n in range(8)
    )
    return (
        f'{_HEAD}<h1>Step 3: Where does the word stand?</h1><p>Name: <span class="name">{holder}</span></p>'
        "<h2>Fill in the table</h2><p>PE(pos, 2i) = sin(pos / 10000<sup>2i/d</sup>)</p>"
        f"<p>PE(pos, 2i + 1) = cos(pos / 10000<sup>2i/d</sup>)</p><table><thead>{head}</thead><tbody>{rows}</tbody>"
        f'</table><h2>Work it out</h2>{lines}<h2 style="break-before: page">What the picture shows</h2>'
        f'<p><img alt="grey fields" src="data:image/png;base64,{base64.b64encode(heatmap()).decode()}"></p>'
        f"<h2>Questions</h2><ol>{questions}</ol></body></html>"
    )


def typst_source() -> str:
    """The same for typst, which gets a student's numbers as inputs."""
    return _TYPST


@cache
def heatmap() -> bytes:
    """64 times 32 grey fields as PNG."""
    rows = b"".join(b"\0" + bytes((x * y * 7) % 256 for x in range(64)) for y in range(32))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 64, 32, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
