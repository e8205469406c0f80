"""A report for other eyes: numbers instead of names, everywhere."""

from __future__ import annotations

from dataclasses import replace

from posenc_cli.grading.anonymous import anonymous
from posenc_cli.grading.comparison import ChangedStudent, Comparison
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import check
from posenc_cli.grading.submission import NOBODY, Sender
from posenc_cli.i18n import Notice
from posenc_cli.worksheet.find import sheet_of

SHEET = sheet_of("katze-kurz")
WHO = [("Ada", "1", "0.1"), ("Adam", "2", "0.2"), ("Zoe", "3", "0.3"), ("ada", "1", "0.841"), (None, "", "0.4")]
PEOPLE = [
    replace(
        from_mapping({"rad": answer}, name), sender=Sender(participant=number, folder=f"{name}_{number}"), line=line
    )
    for line, (name, number, answer) in enumerate(WHO, 2)
]


def test_nothing_tells_who_it_is() -> None:
    """No name, folder, number or line is left; all attempts of one person have one number; notices are nameless too."""
    report = check(SHEET, PEOPLE, notices=[Notice("check.name-twice", {"names": "Adam, ada", "count": 2})])
    seen = anonymous(report, "en")
    everybody = (*seen.students, *seen.earlier)
    assert [one.name for one in seen.students] == [f"Person {n}" for n in range(1, 5)]
    assert {one.sender != NOBODY or one.line for one in everybody} == {None}
    (last,) = [one for one in seen.students if one.attempts == 2]
    assert [one.name for one in seen.earlier] == [last.name]
    numbers = str(seen.notices[0].values["names"])
    called = {one.blanks[0].answer: one.name for one in everybody}
    assert numbers == f"{called['0.2']}, {called['0.841']}"
    assert seen.notices[0].values["count"] == 2


def test_the_order_tells_nothing_and_does_not_depend_on_the_file() -> None:
    """Whoever comes in another order has the same number."""
    names = [
        [(one.name, one.blanks[0].answer) for one in anonymous(check(SHEET, people), "en").students]
        for people in (PEOPLE[:3], PEOPLE[2::-1])
    ]
    assert names[0] == names[1]
    assert [answer for _, answer in names[0]] not in (["0.1", "0.2", "0.3"], ["0.3", "0.2", "0.1"])


def test_what_changed_since_an_earlier_report_is_nameless() -> None:
    """Who was there has the same number as in the report; who is no longer there has none, and is left out."""
    report = check(SHEET, PEOPLE[:3])
    changed = tuple(ChangedStudent(name, 1.0, 2.0, ("", ""), ()) for name in ("Zoe", "#4"))
    seen = anonymous(replace(report, compared=Comparison("old.json", changed, ("Ada", "Nobody"), ("Gone",))), "en")
    numbers = {one.blanks[0].answer: one.name for one in seen.students}
    assert seen.compared is not None
    assert [one.name for one in seen.compared.students] == [numbers["0.3"], "–"]
    assert seen.compared.new == (numbers["0.1"], "–")
    assert seen.compared.gone == ()
