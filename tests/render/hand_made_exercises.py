"""Exercises made by hand: every kind of block with the numbers of the paper worksheet."""

from __future__ import annotations

import math

from posenc_cli.render.blocks import (
    Box,
    Calculation,
    CalculationLine,
    Cell,
    Choice,
    Dial,
    Dials,
    ExerciseView,
    FormulaBlock,
    Heatmap,
    Listing,
    OpenQuestion,
    Paragraph,
    Picture,
    Pipeline,
    Span,
    SumGrids,
    TableBlock,
)
from posenc_cli.render.closing import Cutouts
from tests.render.hand_made_cells import (
    EMBEDDINGS,
    FUNCTIONS,
    NAMES,
    PIPELINE,
    POSITIONS,
    SUMS,
    WORDS,
    Maker,
    given,
    number,
    plain,
    say,
    word,
)


def exercises(key: bool) -> tuple[ExerciseView, ...]:
    """The exercises of the long sheet, in short words."""
    return (*_first_half(Maker(key=key)), *_second_half(Maker(key=key)))


def _first_half(make: Maker) -> tuple[ExerciseView, ...]:
    power = (Span("PE(pos, 2i) = sin(pos / 10000", "formula"), Span("2i/d", "power"), Span(")", "formula"))
    cosine = (Span("PE(pos, 2i+1) = cos(pos / 10000", "formula"), Span("2i/d", "power"), Span(")", "formula"))
    return (
        ExerciseView(
            "cards",
            "0",
            "Zwei Sätze aus denselben Karten",
            "Vergleiche",
            "",
            "5 min",
            (
                Pipeline(PIPELINE, 2),
                say("Lege mit den Wortkarten vom Bastelbogen beide Sätze. Welche Karten brauchst du für jeden?"),
                Listing((plain("Katze sitzt auf Matte"), plain("Matte sitzt auf Katze"))),
                Paragraph(
                    (
                        Span("Gleiche Karten, andere Bedeutung: "),
                        Span("Wo", "strong"),
                        Span(" ein Wort steht, fehlt noch. Den Bastelbogen findest du bei "),
                        Span("", target="summary"),
                        Span("."),
                    )
                ),
            ),
        ),
        ExerciseView(
            "idea",
            "1",
            "Die Idee und die Formel",
            "Lies",
            "",
            "8 min",
            (
                say("Jede Position bekommt ein eigenes Muster aus Zahlen. Es wird zum Embedding des Wortes addiert."),
                Picture(
                    "clock",
                    ("Stunde", "Minute", "Sekunde"),
                    "Uhr mit drei Zeigern: 14:30:05",
                    "Drei Zeiger, drei Geschwindigkeiten: 14:30:05 gibt es nur einmal am Tag.",
                ),
                Picture(
                    "badge",
                    ("Hallo, ich bin", "Katze", "Platz", "1"),
                    "Namensschild „Katze“ und Platz 1",
                    "Namensschild und Platznummer: wer und wo.",
                ),
                FormulaBlock((power, cosine)),
                TableBlock(
                    (("Zutat",), ("Was es ist",), ("Bei uns",)),
                    (
                        (Cell("pos"), Cell("Position im Satz, ab 0 gezählt"), Cell("0 = Die, 1 = Katze, …")),
                        (Cell("i"), Cell("Nummer des Paars"), Cell("i = 0: d₁ und d₂; i = 1: d₃ und d₄")),
                        (
                            Cell("10000^(2i/d)"),
                            Cell("der Teiler: wie langsam die Welle schwingt"),
                            Cell("10000^0 = 1 und 10000^0.5 = 100"),
                        ),
                    ),
                    kind="words",
                ),
            ),
        ),
        ExerciseView(
            "calculator",
            "2",
            "Taschenrechner im Bogenmaß",
            "Prüfe",
            "",
            "5 min",
            (
                Box(
                    "warning",
                    "Stelle zuerst auf RAD",
                    (
                        say("Im Gradmaß werden alle Werte falsch."),
                        Listing((plain("Casio: SHIFT, SETUP, 4"), plain("Handy: RAD antippen"))),
                    ),
                ),
                Calculation("", (CalculationLine("sin(1)", (), make.blank("rad", "0.841"), "nicht 0.017"),)),
                Box("rule", "Runden", (say("Auf drei Nachkommastellen, ab 5 aufwärts: 0.0625 wird 0.063."),)),
                Box("note", "9.99×10⁻³", (say("So zeigt der Rechner kleine Zahlen: 9.99×10⁻³ = 0.00999 ≈ 0.010."),)),
            ),
        ),
        ExerciseView(
            "divisors",
            "3",
            "Teiler und Uhren",
            "Ergänze",
            "",
            "10 min",
            (
                TableBlock(
                    (("Paar i",), ("Exponent",), ("Teiler",), ("Wie eine Uhr",)),
                    (
                        (Cell("0"), Cell("2·0 / 4 = 0"), Cell("10000^0 = 1"), Cell("Sekundenzeiger")),
                        (Cell("1"), Cell("2·1 / 4 = 0.5"), Cell("10000^0.5 = 100"), Cell("Stundenzeiger")),
                    ),
                    caption="Bei 768 Dimensionen gibt es 384 Teiler von 1 bis 9763.",
                ),
                Dials(
                    tuple(
                        Dial(f"Position {p}", None if p == 5 else _hands(p), _hands(p) if p == 5 and make.key else None)
                        for p in range(6)
                    ),
                    ("schneller Zeiger (Teiler 1)", "langsamer Zeiger (Teiler 100)"),
                    "Zifferblatt mit zwei Zeigern",
                ),
                Choice(
                    plain("Welche Zahl ändert sich von Position zu Position mehr?"),
                    ("d₁", "d₃"),
                    0 if make.key else None,
                ),
            ),
        ),
        ExerciseView(
            "encode",
            "4",
            "Positionswerte berechnen",
            "Berechne",
            "4 Punkte",
            "10 min",
            (
                make.lines(0, asked=False),
                make.lines(1, asked=False),
                make.lines(2, asked=True),
                Heatmap(
                    NAMES,
                    tuple((f"pos {p}", tuple(None if p == 2 else (v + 1) / 2 for v in POSITIONS[p])) for p in range(3)),
                    ("−1", "1"),
                    "Graustufen der Positionen 0 bis 2; Position 2 ist zu schraffieren",
                    tuple(tuple((v + 1) / 2 for v in POSITIONS[p]) for p in range(3)) if make.key else (),
                ),
                *make.working(
                    "d₁: Exponent 2·0 / 4 = 0, Teiler 10000^0 = 1, 2 / 1 = 2, sin(2) = 0.909",
                    "d₃: 10000^(2·1/4) = 100, sin(2 / 100) = sin(0.02) = 0.020",
                ),
            ),
            max_points="4",
        ),
        ExerciseView(
            "lookup",
            "5",
            "Die Nachschlagetabelle",
            "Vergleiche",
            "",
            "5 min",
            (
                TableBlock(
                    (("Position",), ("Wort",), *zip(NAMES, FUNCTIONS, strict=True)),
                    tuple(
                        (
                            Cell(str(p)),
                            word(WORDS[p]),
                            *(
                                (Cell(number(v), filled=True) if make.key else Cell(copy=True)) if p == 2 else c
                                for v, c in zip(POSITIONS[p], given(POSITIONS[p]), strict=True)
                            ),
                        )
                        for p in range(6)
                    ),
                    head_columns=2,
                    caption="Übertrage deine Werte in Zeile 2. Die Werte gelten für jedes Wort an dieser Stelle.",
                    kind="half-page",
                ),
                OpenQuestion(
                    plain("Aus „Katze“ wird „Hund“: Welche Werte der Tabelle ändern sich?"),
                    1,
                    "Keiner: Die Werte hängen nur von der Position ab." if make.key else "",
                ),
            ),
        ),
    )


def _hands(position: int) -> tuple[float, float]:
    return position / math.tau, position / 100 / math.tau


def _second_half(make: Maker) -> tuple[ExerciseView, ...]:
    product = tuple(round(a, 3) * round(b, 3) for a, b in zip(SUMS[0], SUMS[4], strict=True))
    return (
        ExerciseView(
            "add",
            "6",
            "Embedding + Position",
            "Berechne",
            "16 Punkte",
            "15 min",
            (SumGrids(tuple(make.grid(row, asked=row > 1) for row in range(6))),),
            max_points="16",
        ),
        ExerciseView(
            "same-word",
            "7",
            "Dasselbe Wort an drei Positionen",
            "Vergleiche",
            "",
            "7 min",
            (
                TableBlock(
                    (("Satz",), ("Pos",), *((n,) for n in NAMES)),
                    tuple(
                        (
                            word(s),
                            Cell(str(p)),
                            *given(tuple(a + b for a, b in zip(EMBEDDINGS[1], POSITIONS[p], strict=True))),
                        )
                        for s, p in (
                            ("Katze sitzt auf der Matte", 0),
                            ("Die Katze sitzt auf der Matte", 1),
                            ("Auf der Matte sitzt die Katze", 5),
                        )
                    ),
                ),
                Box(
                    "note",
                    "Warum die Bedeutung nicht verloren geht",
                    (say("Eine Stimme erkennst du überall im Raum; und du hörst, woher sie kommt."),),
                ),
            ),
        ),
        ExerciseView(
            "matrix",
            "8",
            "Die fertige Eingabematrix",
            "Ergänze",
            "",
            "5 min",
            (
                Paragraph((Span("Übertrage deine Summen aus "), Span("", target="add"), Span("."))),
                TableBlock(
                    (("Pos",), ("Wort",), *((n,) for n in NAMES)),
                    tuple(
                        (Cell(str(p)), word(WORDS[p]), *(given(SUMS[p]) if p < 2 else make.blanks(f"m{p}", SUMS[p])))
                        for p in range(6)
                    ),
                    head_columns=2,
                ),
            ),
        ),
        ExerciseView(
            "pair",
            "9",
            "Sind „Die“ und „der“ noch ähnlich?",
            "Begründe",
            "5 Punkte",
            "15 min",
            (
                TableBlock(
                    (("",), *((n,) for n in NAMES)),
                    (
                        (Cell("Die (Position 0)"), *given(SUMS[0])),
                        (Cell("der (Position 4)"), *make.blanks("der", SUMS[4])),
                        (Cell("Produkt"), *make.blanks("prod", product)),
                    ),
                ),
                Calculation(
                    "", (CalculationLine("Summe", ("d₁ + d₂ + d₃ + d₄",), make.blank("dot", "0.728", "0.729")),)
                ),
                Box(
                    "example",
                    "Zum Vergleich",
                    (say("Gleiches Wort, gleicher Platz: 3.230. Kosinus vorher 1.000, nachher 0.327."),),
                ),
                OpenQuestion(
                    plain("Warum genügt „pos“ allein nicht?"),
                    3,
                    "Große Positionen würden das Wort übertönen." if make.key else "",
                ),
                *make.working("0.129 + (−0.609) + 0.000 + 1.209 = 0.729", "mit ungerundeten Produkten: 0.728"),
            ),
            max_points="5",
        ),
        ExerciseView(
            "summary",
            "10",
            "Rückblick und Bastelbogen",
            "Lies",
            "",
            "5 min",
            (
                Pipeline(PIPELINE, 3),
                say("Als Nächstes fragt jedes Wort die anderen: Query, Key und Value.", quiet=True),
                Cutouts(
                    (*WORDS, "Hund"),
                    tuple("012345"),
                    "Zifferblatt mit zwei Zeigern",
                    ("schnell", "langsam"),
                    "Schneide an den Linien aus.",
                ),
            ),
            new_page=True,
        ),
    )
