"""The views of a stress run: a report that a teacher can read, JSON, and a table with a row a sheet."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from posenc_cli.errors import PosencError
from posenc_cli.grading.stressed import summary
from posenc_cli.i18n import text
from posenc_cli.i18n.numbers import write_number
from posenc_cli.render.columns import fold
from posenc_cli.render.layout import json_document
from posenc_cli.render.style import fit, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from posenc_cli.grading.stress import Finding, Stress, Tried
    from posenc_cli.grading.stressed import Range, Summary
    from posenc_cli.i18n import Language
    from posenc_cli.render.style import Renderer, Style

WIDEST = 100
#: Findings and names of slips that a text lists; JSON has all of them.
MOST_FINDINGS, MOST_SLIPS = 30, 12
#: Figures of a row of the table.
COLUMNS = (
    *("seed", "asked", "copies", "accepted", "fullest", "trivial", "negative", "tiny"),
    *("apart", "twins", "hidden", "absent", "pages", "seconds", "findings"),
)


def stress_text(found: Stress, style: Style) -> str:
    """Figures, then the slips, then what was found."""
    about = found.spec.worksheet
    lines = [text(style.language, "stress.head", name=about.name, title=visible(about.title)), _which(found, style), ""]
    if found.tried:
        figures = summary(found.tried)
        lines += [*_figures(found, figures, style), "", *_slips(figures, style), ""]
    else:
        lines += [text(style.language, "stress.failed"), ""]
    lines += _findings(found, style)
    return fit("\n".join(lines) + "\n", style.screen.encoding)


def _which(found: Stress, style: Style) -> str:
    first, last = found.seeds[0], found.seeds[-1]
    if first is None:
        return text(style.language, "stress.fixed")
    if first == last:
        return text(style.language, "stress.seed", seed=first)
    return text(style.language, "stress.sheets", count=len(found.seeds), first=first, last=last)


def _figures(found: Stress, figures: Summary, style: Style) -> Iterator[str]:
    language = style.language

    def between(ends: Range) -> str:
        least, most = ends
        return str(least) if least == most else text(language, "stress.between", least=least, most=most)

    def number(value: float, places: int) -> str:
        return write_number(value, places, mark=style.mark)

    yield text(language, "stress.blanks", asked=between(figures.asked), copies=between(figures.copies))
    minutes = found.spec.worksheet.minutes
    if minutes:
        yield text(language, "stress.minutes", minutes=minutes)
    yield text(language, "stress.key", accepted=figures.accepted)
    yield text(language, "stress.space", part=round(figures.fullest * 100))
    cells = {name: between(getattr(figures, name)) for name in ("trivial", "negative", "tiny")}
    yield text(language, "stress.cells", share=number(figures.share * 100, 1), **cells)
    if figures.pages is not None:
        yield text(language, "stress.pages", pages=between(figures.pages))
    mean, most = (number(seconds, 3) for seconds in figures.seconds)
    yield text(language, "stress.time", mean=mean, most=most)


def _slips(figures: Summary, style: Style) -> Iterator[str]:
    """Which slips are told apart and which are not: in words where there is one sheet, else by their ids."""
    groups = {" = ".join(group): count for group, count in figures.twins.items()}
    parts = (
        ("always", dict.fromkeys(figures.always, figures.sheets)),
        ("sometimes", figures.sometimes),
        ("twins", groups),
        ("hidden", figures.hidden),
        ("absent", figures.absent),
    )
    for key, counts in parts:
        if counts:
            head = text(style.language, f"stress.slips.{key}", count=len(counts))
            if figures.sheets == 1:
                yield f"{head}:"
                for names in counts:
                    yield from _folded(f"• {_in_words(names, style.language)}", style)
            else:
                yield from _folded(f"{head}: {_listed(counts, figures.sheets, style.language)}", style)


def _in_words(names: str, language: Language) -> str:
    """Slips that look alike, or one alone, as a person calls them."""
    return " = ".join(text(language, f"slips.{name}.name") for name in names.split(" = "))


def _listed(counts: Mapping[str, int], sheets: int, language: Language) -> str:
    """The first names, with the number of sheets where that is not all of them."""
    named = [
        name if count == sheets else text(language, "stress.times", name=name, count=count)
        for name, count in counts.items()
    ]
    more = len(named) - MOST_SLIPS
    return ", ".join([*named[:MOST_SLIPS], *([text(language, "stress.more", count=more)] if more > 0 else [])])


def _findings(found: Stress, style: Style) -> Iterator[str]:
    language, count = style.language, len(found.findings)
    if not count:
        yield text(language, "stress.none")
        return
    yield text(language, "stress.findings", count=count)
    for one in found.findings[:MOST_FINDINGS]:
        yield from _folded(f"• {said(one, language)}", style)
    if count > MOST_FINDINGS:
        yield f"• {text(language, 'stress.more', count=count - MOST_FINDINGS)}"


def _folded(line: str, style: Style) -> list[str]:
    width = min(style.screen.width or WIDEST, WIDEST)
    head, *rest = line.split(" ", 1)
    return fold(" ".join(rest), width, first=f"{head} ", rest="  ")


def said(finding: Finding, language: Language) -> str:
    """A finding as a sentence, with the seed and the blank that it is about."""
    values = {name: _said(value, language) for name, value in finding.values.items()}
    where = ("fixed" if finding.seed is None else "blank") if finding.blank else ""
    key = {"": "fixed" if finding.seed is None else "sheet", "fixed": "fixed-blank", "blank": "blank"}[where]
    sentence = text(language, finding.key, **values)
    return text(language, f"stress.found.{key}", seed=finding.seed, blank=finding.blank, said=sentence)


def _said(value: object, language: Language) -> object:
    if isinstance(value, PosencError):
        key = value.key if "." in value.key else f"errors.{value.key}"
        return text(language, key, **value.values)
    return visible(value) if isinstance(value, str) else value


def stress_json(found: Stress, style: Style) -> str:
    """The same for programs, with the slips of all sheets and a row a sheet."""
    about = found.spec.worksheet
    document: dict[str, Any] = {
        "schema": "posenc.stress/1",
        "worksheet": about.name,
        "title": about.title,
        "minutes": about.minutes,
        "seeds": [seed for seed in found.seeds if seed is not None],
        "figures": _figures_as_data(summary(found.tried)) if found.tried else None,
        "sheets": [_row(one) for one in found.tried],
        "findings": [
            {"seed": one.seed, "blank": one.blank, "key": one.key.rpartition(".")[2], "said": said(one, style.language)}
            for one in found.findings
        ],
    }
    return json_document(document)


def _figures_as_data(figures: Summary) -> dict[str, Any]:
    ranges = ("asked", "copies", "trivial", "negative", "tiny", "pages")
    return {
        "sheets": figures.sheets,
        **{name: getattr(figures, name) for name in ranges},
        "accepted": figures.accepted,
        "fullest": round(figures.fullest, 3),
        "trivial_share": round(figures.share, 4),
        "apart": dict(figures.apart),
        "twins": [{"slips": group, "sheets": count} for group, count in figures.twins.items()],
        "hidden": dict(figures.hidden),
        "absent": dict(figures.absent),
        "seconds": [round(seconds, 4) for seconds in figures.seconds],
    }


def _row(one: Tried) -> dict[str, Any]:
    values = (
        *(one.seed, one.asked, one.copies, one.accepted, round(one.fullest, 3)),
        *(one.difficulty.trivial, one.difficulty.negative, one.difficulty.tiny),
        *(len(one.seen.apart), sum(map(len, one.seen.twins)), len(one.seen.hidden), len(one.seen.absent)),
        *(None if one.layout is None else one.layout.pages, round(one.seconds, 4), len(one.findings)),
    )
    return dict(zip(COLUMNS, values, strict=True))


def stress_csv(found: Stress, _style: Style) -> str:
    """A row a sheet; empty where there is no number."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_row(one).values() for one in found.tried)
    return stream.getvalue()


FORMATS: Mapping[str, Renderer] = {"text": stress_text, "json": stress_json, "csv": stress_csv}
