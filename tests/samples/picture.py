"""The picture of the READMEs: ``python -m tests.samples.picture``.

Left: an exercise of the real sheet, filled in by Ben with his calculator in degree mode. Right: the report that posenc
prints on exactly these answers. Nothing in it is drawn by hand but the handwriting.
"""

from __future__ import annotations

import io
import math
import re
import sys
import tempfile
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
from PIL import Image, ImageChops
from PIL.PngImagePlugin import PngInfo

from posenc_cli.render.pdf import render_pdf
from tests.samples import rebuild, students
from tests.samples.handwriting import written

if TYPE_CHECKING:
    from collections.abc import Mapping

PICTURES = rebuild.SAMPLES / "pictures"
BEN = next(student for student in students.STUDENTS if student.name == "Ben")
EXERCISE = 4
COLOURS = 160
GAP = "____"
KEPT = "Description"


@dataclass(frozen=True)
class Language:
    """What differs between the two pictures."""

    code: str
    worksheet: str
    file: str


LANGUAGES = (Language("en", "cat-short", "marked.png"), Language("de", "katze-kurz", "ausgewertet.png"))


def filled_in(html: str, answers: Mapping[str, str]) -> str:
    """The head of a sheet and one exercise of it, with what a hand wrote."""
    html = re.sub(
        r'<section class="exercise[^>]*id="exercise-(\d+)">.*?</section>',
        lambda found: found[0] if int(found[1]) == EXERCISE else "",
        html,
        flags=re.DOTALL,
    )
    for blank, answer in answers.items():
        pen = written(answer, 4.4, "vertical-align: -1mm; margin-top: -3mm")
        html = re.sub(rf'(id="{blank}"[^>]*>)[^<]*(?=<)', rf"\g<1>{pen}", html)
    name = written(BEN.name, 4.2, "vertical-align: -1mm; margin: -3mm 0 0 4mm")
    html = html.replace('<span class="field-line">&nbsp;', f'<span class="field-line">{name}', 1)
    row = re.compile(rf"((?:sin|cos)\(){GAP} / {GAP}(\).*?(?:sin|cos)\(){GAP}\)", re.DOTALL)
    steps = iter([("2", "1", "2")] * 2 + [("2", "100", "0.02")] * 2)

    def step(found: re.Match[str]) -> str:
        pos, divisor, angle = map(_over_gap, next(steps))
        return f"{found[1]}{pos} / {divisor}{found[2]}{angle})"

    return row.sub(step, html)


def _over_gap(text: str) -> str:
    pen = written(text, 3.9 - 0.3 * len(text), "position: absolute; left: 0; right: 0; margin: 0 auto; bottom: -.2mm")
    return f'<span style="position: relative">{GAP}{pen}</span>'


def report_page(report: str, line: str) -> str:
    """The report as a card."""
    shown = escape(report).replace("→", '<b class="hint">→</b>')
    return f"""<!doctype html><html lang="en"><head><title>report</title><style>
    @page {{ size: 150mm 90mm; margin: 4mm }}
    body {{ font: 8.6pt/1.6 "Noto Sans"; margin: 0; color: #e8eaf0 }}
    pre {{ font: inherit; white-space: pre; margin: 0; display: inline-block;
      background: #20242e; border-radius: 3mm; padding: 5mm 6mm }}
    .line {{ color: #8fd0ff }} .hint {{ color: #ffd479 }}
    </style></head><body><pre><span class="line">$ {escape(line)}</span>\n{shown}</pre></body></html>"""


def picture(html: str, scale: float) -> Image.Image:
    """The first page of a document without its empty margins."""
    made = render_pdf(html, title="picture", language="en", engine="weasyprint")
    assert made.data is not None
    page: Image.Image = pypdfium2.PdfDocument(io.BytesIO(made.data))[0].render(scale=scale).to_pil().convert("RGB")
    page = page.crop((0, 0, page.width, int(page.height * 0.93)))  # the foot says "page 1 of 1"
    box = ImageChops.difference(page, Image.new("RGB", page.size, "white")).getbbox()
    assert box is not None
    return page.crop(box)


def beside(left: Image.Image, right: Image.Image) -> Image.Image:
    """Two pictures side by side on white, few colours."""
    space = 30
    height = max(left.height, right.height) + 2 * space
    whole = Image.new("RGB", (left.width + right.width + 3 * space, height), "white")
    whole.paste(left, (space, (height - left.height) // 2))
    whole.paste(right, (left.width + 2 * space, (height - right.height) // 2))
    return whole.quantize(COLOURS, dither=Image.Dither.NONE)


def solved(language: Language) -> tuple[str, str]:
    """The page that Ben filled in, and the report on it."""
    with tempfile.TemporaryDirectory() as folder, rebuild.inside(Path(folder)):
        rebuild.run("worksheet", language.worksheet, "-o", "sheet.html")
        form = rebuild.run("worksheet", language.worksheet, "-f", "csv")
        Path("ben.csv").write_bytes(students.saved(form, [BEN], BEN.encoding))
        report = rebuild.run("check", "ben.csv", "--lang", language.code, expected=1)
        return filled_in(Path("sheet.html").read_text(encoding="utf-8"), BEN.answers), report.rstrip()


def make(language: Language, target: Path) -> None:
    """One picture; its file keeps the report as text, so that a test sees when it is out of date."""
    html, report = solved(language)
    kept = PngInfo()
    kept.add_itxt(KEPT, report)
    card = picture(report_page(report, f"posenc check {language.worksheet}-ben.csv"), 1.75)
    target.parent.mkdir(exist_ok=True)
    beside(picture(html, 1.75), card).save(target, optimize=True, pnginfo=kept)


def main() -> int:
    """Make both."""
    assert math.isclose(float(BEN.answers["pe2_d1"]), math.sin(math.radians(2)), abs_tol=5e-4)
    for language in LANGUAGES:
        make(language, PICTURES / language.file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
