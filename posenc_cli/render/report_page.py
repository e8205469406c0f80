"""A class as one page of HTML: opened in a browser, shown on a projector, printed on one sheet for the staff room.

It holds all it needs, has no script, and asks for nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from posenc_cli.i18n import lookup
from posenc_cli.render._templates import environment, templates_folder
from posenc_cli.render.browser import POLICY
from posenc_cli.render.page import safe
from posenc_cli.render.report_text import TeacherView
from posenc_cli.render.report_view import class_view
from posenc_cli.render.svg import printable

if TYPE_CHECKING:
    from posenc_cli.grading.report import Report
    from posenc_cli.render.style import Style

#: mm on paper: of the map without names, points and heads, what long heads take of it, and of the largest cell.
_WIDE, _HIGH, _LONG = 132.0, 106.0, 17.0
_CELL, _ROW = 7.0, 5.2


def report_html(found: Report | TeacherView, style: Style) -> str:
    """The page."""
    teacher = isinstance(found, TeacherView)
    report = found.report if isinstance(found, TeacherView) else found
    view = class_view(report, style, teacher=teacher)
    css = (templates_folder() / "report.css").read_text(encoding="utf-8")
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    texts = lookup(style.language, "outcomes.page")
    cell = min(_CELL, _WIDE / max(len(view.heads), 1))
    row = min(_ROW, (_HIGH - (_LONG if view.long_heads else 0)) / max(len(view.rows), 1))
    values = {
        "view": view,
        "texts": texts,
        "language": style.language,
        "policy": safe(POLICY),
        "style": safe(css),
        "cell": f"{cell:.2f}mm",
        "row": f"{row:.2f}mm",
    }
    return environment(printed=_printable).get_template("report.html.j2").render(values)


def _printable(value: Any) -> Any:  # noqa: ANN401
    return printable(value) if type(value) is str else value
