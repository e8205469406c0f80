from __future__ import annotations

import pytest

from posenc_cli.cli.boundary import sentence as said_of
from posenc_cli.errors import InputError
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import check
from posenc_cli.i18n import text
from posenc_cli.render.report_text import report_text
from posenc_cli.render.style import Style
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.draw import digest
from posenc_cli.worksheet.spec import builtin_text, find, read
from tests.grading.tools import answers_with

OWN = """
[slips.pos-cubed]
replaces = { angle = "pos * pos * pos / divisor" }
name = { de = "Position hoch drei", en = "position cubed" }
hint = { de = "Was steht im Zähler {genau}?" }
"""


def test_an_own_slip_is_found_named_and_hinted_at() -> None:
    """A slip of the spec is diagnosed like one of posenc, with its own words in both languages."""
    sheet = build(read(builtin_text("katze") + OWN, "mine", None))
    answers = answers_with(sheet, {"angle": "pos * pos * pos / divisor"})
    report = check(sheet, [from_mapping(answers)])
    (entry,) = report.students[0].diagnosis
    assert (entry.finding.slip.id, entry.finding.certainty) == ("pos-cubed", "sure")
    assert text("de", entry.hint) == "Was steht im Zähler {genau}?"
    assert text("en", f"slips.{entry.finding.slip.id}.name") == "position cubed"
    assert "Position hoch drei" in report_text(report, Style("de"))


def test_other_words_under_the_same_name_are_kept_apart() -> None:
    """Two worksheets in one run may call different slips alike; neither gets the words of the other."""
    first, second = (
        build(read(builtin_text("katze") + some, "mine", None))
        for some in (OWN, OWN.replace("hoch drei", "dreimal genommen"))
    )
    names = []
    for sheet in (first, second, first):
        report = check(sheet, [from_mapping(answers_with(sheet, {"angle": "pos * pos * pos / divisor"}))])
        names.append(text("de", f"slips.{report.students[0].diagnosis[0].finding.slip.id}.name"))
    assert names == ["Position hoch drei", "Position dreimal genommen", "Position hoch drei"]


def test_slips_and_settings_change_no_numbers() -> None:
    """A teacher may add slips and settings of marking after the sheet was printed."""
    changed = read(builtin_text("katze") + OWN + '\n[marking]\nscale = "1-6"\n', "katze", None)
    assert digest(changed) == digest(find("katze"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("pos-cubed", "angle-degrees", "already"),
        ("{ angle = ", "{ angel = ", "rules"),
        ("pos * pos * pos / divisor", "__import__('os').system('true')", "no expression"),
        ("pos * pos * pos / divisor", "(lambda: 1)()", "no expression"),
        ("pos * pos * pos / divisor", "pos ** ", "no expression"),
        ("pos * pos * pos / divisor", "[x for x in pos]", "no expression"),
        ("pos * pos * pos / divisor", "9**9**9**9**9999999999999", "no expression"),
        ("pos * pos * pos / divisor", "pos.real", "no expression"),
        ("pos * pos * pos / divisor", "pe / divisor", "reads pe"),
        ("pos * pos * pos / divisor", "secret / divisor", "reads secret"),
        ("pos * pos * pos / divisor", "take(pos, 99)", "take cannot be computed from 6 × 1, 1 (rows"),
        ("pos * pos * pos / divisor", "9**9**9", "no number anywhere"),
        ("pos * pos * pos / divisor", "1/0", "no number anywhere"),
        ("pos * pos * pos / divisor", "angle", "changes nothing"),
        ("pos * pos * pos / divisor", "pos/divisor", "changes nothing"),
    ],
)
def test_hostile_and_mistaken_slips_are_refused(old: str, new: str, said: str) -> None:
    """Whatever is no arithmetic over the quantities there is refused in one sentence and never run."""
    with pytest.raises(InputError) as refused:
        build(read(builtin_text("katze") + OWN.replace(old, new), "mine", None))
    sentence = said_of(refused.value, "en")
    assert said in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize("wrong", ["name = 3", "hint = { fr = 'x' }", "replaces = {}", "scope = 'world'", "more = 1"])
def test_tables_of_slips_are_read_strictly(wrong: str) -> None:
    """A key that is unknown, missing or of the wrong kind is an error of the spec."""
    key = wrong.split(" ", maxsplit=1)[0]
    kept = [line for line in OWN.splitlines() if not line.startswith(key)]
    with pytest.raises(InputError):
        read(builtin_text("katze") + "\n".join([*kept, wrong]) + "\n", "mine", None)
