"""A view made by hand: every kind of block with the numbers of the paper worksheet, as a sheet and as a key."""

from __future__ import annotations

from posenc_cli.render.blocks import PageView
from posenc_cli.render.expected import Expectation, ExpectationRow, SlipRow
from tests.render.hand_made_cells import (
    LABEL_WORDS,
)
from tests.render.hand_made_exercises import exercises


def _expectation() -> Expectation:
    return Expectation(
        "Erwartungshorizont",
        ("Aufgabe", "Operator", "Niveau", "Punkte", "Zeit", "Erwartet"),
        tuple(
            ExpectationRow(
                e.title,
                e.verb,
                "II",
                e.max_points or "–",
                e.minutes,
                "Ein Satz, der die Begründung nennt." if e.number in "59" else "",
            )
            for e in exercises(True)
        ),
        "Fehler auf einen Blick",
        "So sieht die Zeile von Position 2 aus, wenn …",
        ("Zeile", "Ursache", "Hinweis", "Punkte"),
        tuple(
            SlipRow(
                ("0.035", "0.999", "0.000", "1.000"), "Taschenrechner im Gradmaß", "Prüfe sin(1): Steht da 0.841?", "16"
            )
            for _ in range(8)
        ),
        ("Folgefehler zählen voll: Wer mit einem falschen Wert richtig weiterrechnet, verliert nur einmal.",),
    )


def view(*, key: bool = False, only: tuple[str, ...] = ()) -> PageView:
    """The whole sheet, or the exercises of these anchors."""
    return PageView(
        "de",
        "Schritt 3: Wo steht das Wort?",
        "Gymnasium am Kai",
        key,
        ("Name", "Datum", "Klasse"),
        ("Seite ", " von ", ""),
        "katze",
        tuple(e for e in exercises(key) if not only or e.anchor in only),
        _expectation() if key else None,
        LABEL_WORDS,
        max_points="25",
    )
