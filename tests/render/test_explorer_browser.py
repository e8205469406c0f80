"""The explorer in a real browser: its numbers are Python's, the keyboard is enough, and no request is made."""

from __future__ import annotations

import json
import random
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.encodings.attention import softmax
from posenc_cli.encodings.results import NAMES, results
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.encodings.steps import row_steps, score_steps
from posenc_cli.i18n import text
from posenc_cli.render.explorable import BASES, MOST_COLUMNS, SHOWN, Shown
from posenc_cli.render.explorer import explorer_html
from posenc_cli.render.plots.colours import SCALES, coloured
from posenc_cli.render.steps import FORMATS
from posenc_cli.render.style import Style
from tests.chromium import Browser, contrast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from posenc_cli.render.plots.figure import ScaleName

TOLERANCE = 1e-12
#: Of each form and result of an encoding.
SETTINGS, CELLS = 2, 30


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page."""
    path = tmp_path_factory.mktemp("page") / "explorer.html"
    path.write_text(explorer_html("en"), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def fresh(chromium: Browser, url: str) -> Browser:
    """The page as it opens."""
    chromium.open(url, width=1200)
    return chromium


def put(page: Browser, identifier: str, value: object) -> None:
    """Set a field as if somebody did."""
    page.run(
        f"(() => {{ const field = document.getElementById('{identifier}'); field.value = {json.dumps(value)};"
        " for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, {bubbles: true})) })()"
    )


def says(page: Browser, identifier: str) -> str:
    """What stands in an element."""
    return str(page.run(f"document.getElementById('{identifier}').textContent"))


def settings(draw: random.Random) -> Iterator[tuple[Shown, str, Scheme, dict[str, Any]]]:
    """Every form of every encoding under some settings of the sliders, with the same in Python."""
    for shown in SHOWN:
        for form, first in shown.forms():
            for _ in range(SETTINGS):
                width, base = draw.randrange(4, MOST_COLUMNS + 1, shown.step), draw.choice(BASES)
                named = {shown.base: base} if shown.base else {}
                scheme = shown.scheme(first.chosen, width, **named)
                yield shown, form, scheme, {"name": shown.name, "form": form, "width": width, "base": base}


def test_cells_are_those_of_python(fresh: Browser) -> None:
    """More than 2,000 cells of all encodings, forms and results, under drawn settings; masked ones are masked."""
    draw = random.Random(8)  # noqa: S311  (the same cells every time)
    asked, expected = [], []
    for shown, _, scheme, setting in settings(draw):
        found = results(scheme, np.arange(shown.rows))
        wanted: dict[str, list[list[int]]] = {}
        for result in shown.results:
            whole = found[NAMES[result][0]]
            whole = np.broadcast_to(whole, (1, *whole.shape)) if whole.ndim == 2 else whole
            wanted[result] = [[draw.randrange(size) for size in whole.shape] for _ in range(CELLS)]
            expected += [(setting, result, cell, float(whole[tuple(cell)])) for cell in wanted[result]]
        asked.append({**setting, "wanted": wanted})
    got = fresh.run(
        f"{json.dumps(asked)}.flatMap(({{ name, wanted, ...setting }}) => {{"
        " const encoding = posenc.page.data.encodings.find((one) => one.name === name);"
        " const values = posenc.quantities(encoding, setting);"
        " const hides = encoding.forms[setting.form].masked;"
        " return Object.entries(wanted).flatMap(([result, cells]) => cells.map((cell) =>"
        " hides && cell[2] > cell[1] ? 'hidden' : posenc.cellOf(values[result], cell))) })"
    )
    assert len(got) > 2000
    for (setting, result, cell, right), value in zip(expected, got, strict=True):
        fits = value == "hidden" if right == -np.inf else value == pytest.approx(right, rel=0, abs=TOLERANCE)
        assert fits, (setting, result, cell, right, value)


def test_steps_are_those_of_explain(fresh: Browser) -> None:
    """The lines of a cell are those that ``posenc explain`` prints, in every form of every encoding."""
    draw = random.Random(4)  # noqa: S311  (the same cells every time)
    asked, expected = [], []
    for shown, _, scheme, setting in settings(draw):
        row, column = draw.randrange(shown.rows), draw.randrange(4)
        head = draw.randrange(np.size(scheme.given(np.arange(2)).get("h", 1)))
        if scheme.encoding.kind == "bias":
            steps = score_steps(scheme, row, column, head + 1)
        else:
            steps = row_steps(scheme, row, [column] if scheme.encoding.kind == "additive" else [2 * column])
        cell = [head, row, column if scheme.encoding.kind == "bias" else steps.cells[0].index[-1]]
        whole = json.loads(str(FORMATS["json"](steps, Style("en"))))
        lines = next(whole[name] for name in ("columns", "pairs", "scores") if name in whole)[0]["steps"]
        expected.append({one["rule"]: one["text"] for one in lines})
        asked.append({**setting, "results": list(shown.results), "cell": cell})
    got = fresh.run(
        f"{json.dumps(asked)}.map(({{ name, results, cell, ...setting }}) => {{"
        " const encoding = posenc.page.data.encodings.find((one) => one.name === name);"
        " const form = encoding.forms[setting.form];"
        " const values = posenc.quantities(encoding, { ...setting, rows: cell[1] + 4 });"
        " return results.flatMap((result) => posenc.stepsTo(form, result, values, cell, '.')) })"
    )
    for lines, right, setting in zip(got, expected, asked, strict=True):
        assert [one for one in lines if right.get(one[0], one[1]) != one[1]] == [], setting
        assert {name for name, _ in lines} <= right.keys(), setting
    assert sum(map(len, got)) > 300


@pytest.mark.parametrize("scale", SCALES)
def test_colours_are_those_of_pictures(fresh: Browser, scale: ScaleName) -> None:
    """Every pixel of the matrix has the colour that ``posenc plot heatmap`` gives it, to one step of 255."""
    put(fresh, "colours", scale)
    rows, columns, values = fresh.run(
        "(() => { const { width, height } = heat;"
        " return [height, width, [...heat.getContext('2d').getImageData(0, 0, width, height).data]] })()"
    )
    found = np.array(values).reshape(rows, columns, 4)
    table = results(Scheme.of("sinusoidal", d=columns), np.arange(rows))["values"]
    right = coloured(table, (-1.0, 1.0), scale)
    assert (found[..., 3] == 255).all()
    assert np.abs(found[..., :3] - right).max() <= 1


def test_the_keyboard_is_enough(fresh: Browser) -> None:
    """Tab reaches all there is in the order of reading; arrows move the cell, the sliders and the choices."""
    seen = []
    for _ in range(60):
        fresh.press("Tab")
        name = fresh.run("document.activeElement.id || document.activeElement.tagName")
        if name == "heat":
            before = says(fresh, "chosen")
            assert before == "Position 5, d₄ (k = 3): −0.840"
            for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowLeft"):
                fresh.press(key)
            assert says(fresh, "chosen").startswith("Position 4, d₅ (k = 4): ")
            fresh.press("End")
            fresh.press("PageDown")
            assert says(fresh, "chosen").startswith("Position 12, d₆₂ (k = 61): ")
        elif name == "columns":
            fresh.press("ArrowLeft")
            assert says(fresh, "columns-says") == "62"
        elif name == "encoding":
            fresh.press("ArrowDown")
            assert fresh.run("document.activeElement.value") == "sinusoidal-2d"
            fresh.press("ArrowUp")
        seen.append(name)
        if name == "alibi-query":
            break
    assert [name for name in seen if name in {"encoding", "colours", "base", "rows", "columns", "heat", "turn"}] == [
        "encoding", "colours", "base", "rows", "columns", "heat", "turn",
    ]  # fmt: skip
    assert seen[-1] == "alibi-query"
    assert fresh.complaints() == []


def test_pointing_follows_until_a_click(fresh: Browser) -> None:
    """The mouse chooses a cell by being there; a click keeps it, Escape lets go."""
    box = fresh.run("(({ left, top, width, height }) => [left, top, width, height])(heat.getBoundingClientRect())")

    def at(row: int, column: int, kind: str = "mouseMoved") -> str:
        left, top, width, height = box
        where = {"x": left + (column + 0.5) / 64 * width, "y": top + (row + 0.5) / 32 * height}
        button = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
        fresh.send("Input.dispatchMouseEvent", type=kind, **where, **button)
        return says(fresh, "chosen").partition(":")[0]

    assert at(7, 10) == "Position 7, d₁₁ (k = 10)"
    at(8, 1, "mousePressed")
    assert at(8, 1, "mouseReleased") == "Position 8, d₂ (k = 1)"
    assert at(1, 1) == "Position 8, d₂ (k = 1)"
    fresh.press("Escape")
    assert at(2, 40) == "Position 2, d₄₁ (k = 40)"


def test_two_words_are_added_up(fresh: Browser) -> None:
    """The sums and dot products of the worksheet; what is no number is said and changes nothing."""
    assert says(fresh, "dot-before") == "0.8300.900 · 0.900 + 0.100 · 0.100 + 0.000 · 0.000 + 0.100 · 0.100"
    assert says(fresh, "dot-after").startswith("0.7290.900 · 0.143 + 1.100 · (−0.554)")
    first = "document.querySelector('#pair input[aria-label=\"Word 1, d₁\"]')"
    fresh.run(f"{first}.select()")
    fresh.type("viel")
    assert fresh.run(f"{first}.getAttribute('aria-invalid')") == "true"
    assert says(fresh, "pair-problem") == text("en", "explore.page.no-number", given="viel")
    assert says(fresh, "dot-before").startswith("0.830")
    fresh.run(f"{first}.select()")
    fresh.type("−1,5")
    assert says(fresh, "pair-problem") == ""
    assert says(fresh, "dot-before").startswith("−1.330")
    fresh.run("document.querySelectorAll('#pair .who input')[0].focus()")
    fresh.type("<b>&")
    fresh.run("document.querySelector('[data-language=de]').click()")
    assert fresh.run("document.querySelectorAll('#pair .who input')[0].value") == "<b>&The"
    assert says(fresh, "dot-before").startswith("−1,330")
    assert fresh.run("document.documentElement.lang") == "de"
    assert says(fresh, "chosen") == "Position 5, d₄ (k = 3): −0,821"
    words = fresh.run("[...document.querySelectorAll('[data-t]')].map((one) => [one.dataset.t, one.textContent])")
    assert [key for key, said in words if said != text("de", f"explore.page.{key}")] == []


def test_rope_sees_the_distance_only(fresh: Browser) -> None:
    """Moved together, query and key keep their dot product; moved apart, they do not."""
    put(fresh, "rope-m", 12)
    before = says(fresh, "rope-says")
    assert before.startswith("Distance m − n = 9: q·k = ")
    for _ in range(3):
        fresh.run("document.getElementById('both-up').click()")
    assert (says(fresh, "rope-m-says"), says(fresh, "rope-n-says"), says(fresh, "rope-says")) == ("15", "6", before)
    rows = fresh.run("[...document.querySelectorAll('#rope-rows tr')].map((row) => row.lastChild.textContent)")
    assert len(set(rows[:4])) == 1
    assert rows[4] != rows[0]
    for _ in range(9):
        fresh.run("document.getElementById('both-down').click()")
    assert (says(fresh, "rope-m-says"), says(fresh, "rope-n-says")) == ("9", "0")


def test_alibi_weighs_by_distance(fresh: Browser) -> None:
    """The weights are the softmax of the bias, which Python knows too."""
    put(fresh, "alibi-query", 9)
    put(fresh, "alibi-head", 2)
    bias = results(Scheme.of("alibi"), np.arange(10))["bias"][1, 9]
    shares = [f"{share:.4f}".rstrip("0") for share in softmax(bias)]
    assert says(fresh, "alibi-says") == text(
        "en", "explore.page.alibi-says", head=2, slope="0.25", near=shares[9], far=shares[0], equal="0.1"
    )


def test_clocks_run_unless_somebody_wants_calm(chromium: Browser, url: str) -> None:
    """The button moves the position on and stops it; with reduced motion there is none."""
    chromium.open(url, width=1200)
    chromium.run("document.getElementById('turn').click()")
    until = time.monotonic() + 20
    while says(chromium, "chosen").startswith("Position 5"):
        assert time.monotonic() < until
        time.sleep(0.05)
    chromium.run("document.getElementById('turn').click()")
    stopped = says(chromium, "chosen")
    assert chromium.run("document.getElementById('turn').getAttribute('aria-pressed')") == "false"
    chromium.open(url, media={"prefers-reduced-motion": "reduce"})
    assert says(chromium, "chosen") != stopped
    assert chromium.run("document.getElementById('turn').parentNode.hidden")


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (360, "dark"), (1200, "dark")])
def test_it_fits_and_asks_for_nothing(chromium: Browser, url: str, width: int, scheme: str) -> None:
    """All encodings at their largest: nothing is wider than the screen, text can be read, and no request is made."""
    chromium.open(url, width=width, media={"prefers-color-scheme": scheme})
    put(chromium, "rows", 64)
    put(chromium, "columns", MOST_COLUMNS)
    for shown in SHOWN:
        put(chromium, "encoding", shown.name)
        assert chromium.run("document.documentElement.scrollWidth") <= width, shown.name
        assert int(chromium.run("document.getElementById('heat').height")) == shown.rows
    for tag in ("body", ".told", "nav a", ".steps dt", "select"):
        ink = f"getComputedStyle(document.querySelector('{tag}')).color"
        colours = chromium.run(f"[{ink}, getComputedStyle(document.body).backgroundColor]")
        assert contrast(colours) > 4.5, tag
    unnamed = "[...document.querySelectorAll('input, select, button')].filter((one) => !one.labels?.length"
    assert chromium.run(f"{unnamed} && !one.textContent && !one.getAttribute('aria-label')).length") == 0
    assert chromium.run("document.querySelectorAll('*').length") < 700
    assert chromium.requests() == [url]
    assert chromium.complaints() == []


def test_the_matrix_of_the_sheets_is_one_button_away(fresh: Browser) -> None:
    """Four columns, six rows, base 10000; beside the steps stands what is rounded down, and which function 1 is."""
    fresh.run("document.getElementById('encoding').value = 'rope'")
    fresh.run("document.getElementById('encoding').dispatchEvent(new Event('change'))")
    fresh.run("document.getElementById('as-sheet').click()")
    assert [says(fresh, name) for name in ("rows-says", "columns-says", "base-says")] == ["6", "4", "10000"]
    assert fresh.run("document.getElementById('encoding').value") == "sinusoidal"
    assert fresh.run("['note-floor', 'note-wave'].map((id) => document.getElementById(id).hidden)") == [False, False]
    assert fresh.complaints() == []
