"""Views of a report: JSON here, where raw answers stay raw; for people and spreadsheets in modules of their own."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from posenc_cli.i18n import text
from posenc_cli.render.mark_book import report_csv, report_workbook
from posenc_cli.render.report_page import report_html
from posenc_cli.render.report_text import report_text
from posenc_cli.worksheet.kinds import by_hand

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.grading.report import DiagnosisEntry, Report, StudentReport
    from posenc_cli.i18n import Language
    from posenc_cli.render.style import Renderer, Style

SCHEMA = "posenc.report/1"


def report_json(report: Report, style: Style) -> str:
    """``posenc.report/1``."""
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "worksheet": report.sheet.name,
        "students": [_student(one, style.language) for one in report.students],
        "earlier": [_student(one, style.language) for one in report.earlier],
    }
    if (marking := report.marking) is not None and (told := marking.model_dump(mode="json", exclude_defaults=True)):
        data["marking"] = told
    if report.compared is not None:
        data["compared"] = asdict(report.compared)
    if numbers := by_hand(report.sheet):
        data["by_hand"] = list(numbers)
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _student(one: StudentReport, language: Language) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": one.name,
        "points": _plain(one.points),
        "max_points": _plain(one.max_points),
        "blanks": [
            {
                "id": blank.blank.id,
                "answer": blank.answer,
                "verdict": blank.verdict,
                "slip": blank.slip,
                "points": _plain(blank.points),
            }
            for blank in one.blanks
        ],
        "diagnosis": [_entry(entry, language) for entry in one.diagnosis],
    }
    if one.mark:
        found["mark"] = one.mark
    if one.attempts > 1:
        found |= {"attempt": one.attempt, "attempts": one.attempts}
    return found


def _entry(entry: DiagnosisEntry, language: Language) -> dict[str, Any]:
    finding = entry.finding
    together = {"together": finding.together.id} if finding.together else {}
    return {
        "slip": finding.slip.id,
        "also": [slip.id for slip in finding.also],
        "certainty": finding.certainty,
        "explains": finding.explains,
        "of": finding.of,
        "hint": text(language, entry.hint),
        **together,
    }


def _plain(points: float) -> int | float:
    return int(points) if points == int(points) else round(points, 6)


FORMATS: Mapping[str, Renderer] = {
    "text": report_text,
    "json": report_json,
    "csv": report_csv,
    "xlsx": report_workbook,
    "html": report_html,
}
