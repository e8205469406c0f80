"""The views of a simulated class: a report, JSON, and a table with a row a slip."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from posenc_cli.i18n import text
from posenc_cli.i18n.numbers import write_number
from posenc_cli.render.layout import json_document
from posenc_cli.render.style import fit, visible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.grading.class_stress import ClassStress, Tally
    from posenc_cli.render.style import Renderer, Style
    from posenc_cli.worksheet.sheet import Sheet

#: The slips that are found worst, and so many of them in a text.
MOST_SLIPS = 12


@dataclass(frozen=True)
class Shown:
    """A simulated class and its sheet."""

    sheet: Sheet
    found: ClassStress


def class_stress_text(shown: Shown, style: Style) -> str:
    """What was rejected, accepted and found again; then the slips that are found worst."""
    found, language = shown.found, style.language
    about = shown.sheet.spec.worksheet

    def said(key: str, tally: Tally) -> str:
        share = write_number(100 * tally.share, 2, mark=style.mark)
        return text(language, f"class-stress.{key}", hits=tally.hits, of=tally.of, share=share)

    lines = [
        text(language, "stress.head", name=about.name, title=visible(about.title)),
        text(language, "class-stress.students", n=sum(found.students.values()), **found.students),
        "",
        said("rejected", found.rejected),
        said("accepted", found.accepted),
        said("singles", found.singles),
        said("pairs", found.pairs),
        said("once", found.once),
        said("noise", found.noise),
    ]
    worst = [name for name in _slips(found) if found.recall[name].share < 1 or _precision(found, name).share < 1]
    lines += ["", text(language, "class-stress.all-slips" if not worst else "class-stress.slips")]
    for name in worst[:MOST_SLIPS]:
        recall, precision = found.recall[name], _precision(found, name)
        lines.append(
            text(
                language,
                "class-stress.slip",
                slip=name,
                hits=recall.hits,
                of=recall.of,
                sure=precision.of,
                right=precision.hits,
            )
        )
    return fit("\n".join(lines) + "\n", style.screen.encoding)


def _slips(found: ClassStress) -> list[str]:
    return sorted(found.recall, key=lambda name: (found.recall[name].share, _precision(found, name).share, name))


def _precision(found: ClassStress, name: str) -> Tally:
    from posenc_cli.grading.class_stress import Tally

    return found.precision.get(name, Tally())


def class_stress_json(shown: Shown, _style: Style) -> str:
    """``posenc.class-stress/1``."""
    found = shown.found

    def tally(one: Tally) -> dict[str, Any]:
        return {"of": one.of, "hits": one.hits, "share": round(one.share, 6)}

    return json_document(
        {
            "schema": "posenc.class-stress/1",
            "worksheet": shown.sheet.name,
            "students": dict(found.students),
            "rejected": tally(found.rejected),
            "accepted": tally(found.accepted),
            "singles": tally(found.singles),
            "pairs": tally(found.pairs),
            "once": tally(found.once),
            "noise_sure": tally(found.noise),
            "slips": [
                {"slip": name, "recall": tally(found.recall[name]), "precision": tally(_precision(found, name))}
                for name in _slips(found)
            ],
        }
    )


def class_stress_csv(shown: Shown, _style: Style) -> str:
    """A row a slip: how often it was made and named, how often called sure and rightly so."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["slip", "made", "named", "called_sure", "rightly"])
    for name in _slips(shown.found):
        recall, precision = shown.found.recall[name], _precision(shown.found, name)
        writer.writerow([name, recall.of, recall.hits, precision.of, precision.hits])
    return stream.getvalue()


FORMATS: Mapping[str, Renderer] = {"text": class_stress_text, "json": class_stress_json, "csv": class_stress_csv}
