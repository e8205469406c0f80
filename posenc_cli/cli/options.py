"""Types of options that several commands share, so that no command repeats a name, a check or a help line."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer

from posenc_cli.cli import completing
from posenc_cli.i18n import LANGUAGES, Language

#: The same on every command.
_COMMON = "Common options"


def _common(*names: str, **more: Any) -> Any:  # noqa: ANN401
    return typer.Option(*names, rich_help_panel=_COMMON, show_default=False, **more)


#: Options of every command: name → (annotation, default); a command has those that do something there.
COMMON: dict[str, tuple[Any, Any]] = {
    "format_": (
        Annotated[
            str | None,
            _common(
                "--format",
                "-f",
                metavar="NAME",
                help="How to show it (also chosen by --output).",
                autocompletion=completing.formats,
            ),
        ],
        None,
    ),
    "output": (
        Annotated[
            str | None,
            _common("--output", "-o", metavar="FILE", help="Write here; the suffix is the format; - is stdout."),
        ],
        None,
    ),
    "force": (Annotated[bool, _common("--force", help="Replace files that exist.")], False),
    "open_": (Annotated[bool, _common("--open", help="Open the files that were written.")], False),
    "decimals": (
        Annotated[
            int | None,
            _common("--decimals", metavar="N", min=0, max=15, help="Decimals; else 3, or the worksheet's own."),
        ],
        None,
    ),
    "decimal_mark": (
        Annotated[
            Literal["point", "comma"] | None,
            _common("--decimal-mark", help="Else the worksheet's own, else comma in German; csv and json have points."),
        ],
        None,
    ),
    "lang": (
        Annotated[
            Language | None,
            _common("--lang", metavar="|".join(LANGUAGES), help="Else POSENC_LANG, the system's, the sheet's."),
        ],
        None,
    ),
}

#: Those that are about files that are written.
OF_FILES = frozenset({"output", "force", "open_"})

Encoding = Annotated[
    str,
    typer.Option(
        "--encoding",
        "-e",
        metavar="NAME",
        help="Which one; posenc encodings lists them.",
        autocompletion=completing.encodings,
    ),
]
Params = Annotated[
    list[str] | None,
    typer.Option(
        "--param",
        "-p",
        metavar="NAME=VALUE",
        show_default=False,
        help="A parameter of it, as often as needed; posenc encodings NAME lists them.",
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="FILE",
        show_default=False,
        help="Read a model's config.json in place of -e, and say its traps.",
    ),
]
Part = Annotated[
    str | None,
    typer.Option("--part", metavar="NAME", show_default=False, help="Of a model: one of its encodings, else all."),
]
Width = Annotated[
    int | None, typer.Option("--d", metavar="N", show_default=False, help="Width of a vector (d_model), 4 as a rule.")
]
Base = Annotated[
    float | None, typer.Option("--base", metavar="X", show_default=False, help="Base of the divisors, 10000 as a rule.")
]
Layout = Annotated[
    str | None,
    typer.Option(
        "--layout",
        metavar="interleaved|halves",
        show_default=False,
        help="sin and cos (of RoPE: a pair) in turn, as a rule, or halves.",
    ),
]
Spacing = Annotated[
    str | None,
    typer.Option(
        "--spacing",
        metavar="paper|endpoint",
        show_default=False,
        help="Exponent 2i/d, as a rule, or i/(d/2-1) as some code has it.",
    ),
]
#: Of an array that code made.
ArrayEncoding = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        "-e",
        metavar="NAME",
        show_default=False,
        help="FILE is an array that code made: of this encoding.",
        autocompletion=completing.encodings,
    ),
]
ArrayModel = Annotated[
    str | None,
    typer.Option("--model", metavar="FILE", show_default=False, help="The same, as a model's config.json says."),
]
What = Annotated[
    str | None,
    typer.Option("--what", metavar="NAME", show_default=False, help="What the array is: table, inv_freq, cos, bias …"),
]
Before = Annotated[
    str | None,
    typer.Option(
        "--before", metavar="FILE", show_default=False, help="The vectors before they were turned, or added to."
    ),
]
Tensor = Annotated[
    str | None, typer.Option("--tensor", metavar="NAME", show_default=False, help="Which array of a file of several.")
]
#: The same where a sheet of sinusoidal rows is checked.
SheetLayout = Annotated[
    Literal["interleaved", "halves"] | None,
    typer.Option("--layout", help="sin and cos in turn, as a rule, or all sin first."),
]
SheetSpacing = Annotated[
    Literal["paper", "endpoint"] | None,
    typer.Option("--spacing", help="Exponent 2i/d, as a rule, or i/(d/2-1) as some code has it."),
]
Dtype = Annotated[
    Literal["float64", "float32", "float16", "bfloat16"],
    typer.Option("--dtype", help="Precision of the numbers, cast last."),
]
Error = Annotated[bool, typer.Option("--error", help="Show what code that computes in --dtype (else float32) loses.")]
Shift = Annotated[
    int | None, typer.Option("--shift", metavar="K", show_default=False, help="Move all by so many positions.")
]
Head = Annotated[
    int | None, typer.Option("--head", metavar="H", min=1, show_default=False, help="Of a bias: which head, else 1.")
]
Key = Annotated[
    int | None,
    typer.Option("--key", metavar="P", min=0, show_default=False, help="Of a bias: position of the key, else 0."),
]
FirstPos = Annotated[int, typer.Option("--first-pos", metavar="P", min=0, help="Position of the first word.")]
Sentence = Annotated[
    str | None, typer.Option("--sentence", metavar="TEXT", show_default=False, help="Words, divided by blanks.")
]
Positions = Annotated[
    str | None, typer.Option("--pos", metavar="0-5,17", show_default=False, help="Positions and ranges of them.")
]
Embeddings = Annotated[
    str | None,
    typer.Option("--embeddings", metavar="FILE", show_default=False, help="Else the sample in the package."),
]

OptionalWidth = Annotated[
    int | None, typer.Option("--d", metavar="N", min=1, show_default=False, help="Width of a bare table's rows.")
]
OptionalBase = Annotated[
    float | None, typer.Option("--base", metavar="X", show_default=False, help="Base of the divisors, 10000 as a rule.")
]
Scaled = Annotated[bool, typer.Option("--scale-sqrt-d", help="Multiply embeddings by the root of d before adding.")]
Number = Annotated[
    int | None, typer.Option("--n", metavar="N", min=1, show_default=False, help="Number of positions, else 6.")
]
Word = Annotated[str | None, typer.Option("--word", metavar="WORD", show_default=False, help="Instead of a sentence.")]
At = Annotated[str | None, typer.Option("--at", metavar="0,1,5", show_default=False, help="Where that word stands.")]
Pair = Annotated[
    str | None, typer.Option("--pair", metavar="W@P,W@P", show_default=False, help="The working of one pair.")
]
Position = Annotated[int, typer.Option("--pos", metavar="P", min=0, help="The position, from 0.")]
Dimension = Annotated[
    str | None, typer.Option("--dim", metavar="K", show_default=False, help="One column: k from 0 (2) or a name (d3).")
]
SlipId = Annotated[
    str | None,
    typer.Option(
        "--slip",
        metavar="ID",
        show_default=False,
        help='Explain this mistake; "list" names all.',
        autocompletion=completing.slips,
    ),
]
Show = Annotated[
    Literal["vectors"] | None,
    typer.Option("--show", metavar="vectors", show_default=False, help="Show the vectors that are compared, too."),
]
Causal = Annotated[bool, typer.Option("--causal", help="A word sees itself and what stands before it.")]
#: Of a worksheet that is made from a sentence.
Paper = Annotated[
    Literal["A4", "letter"] | None, typer.Option("--paper", show_default=False, help="Else the worksheet's own, or A4.")
]
FontSize = Annotated[
    float | None,
    typer.Option("--font-size", metavar="PT", show_default=False, help="Size of text in points, else 11; 18 is large."),
]
Interactive = Annotated[
    bool, typer.Option("--interactive", help="A page (.html) that checks what is typed, also on a phone and offline.")
]
Fillable = Annotated[bool, typer.Option("--fillable", help="A PDF with fields, which posenc check reads when filled.")]
Link = Annotated[
    str | None,
    typer.Option(
        "--link", metavar="URL", show_default=False, help="Where that page lies: the QR code on paper opens it."
    ),
]
Grey = Annotated[bool, typer.Option("--grey", help="No colour at all, not even in the key.")]
Templates = Annotated[
    str | None,
    typer.Option("--templates", metavar="DIR", show_default=False, help="Your own templates and styles come first."),
]
Spec = Annotated[
    str | None,
    typer.Argument(
        metavar="SPEC", help="A name, a TOML file, a code, or our PDF.", autocompletion=completing.worksheets
    ),
]
#: The same where it is something else that a command takes first.
SheetOfAnswers = Annotated[
    str | None,
    typer.Option(metavar="SPEC", help="Worksheet, else the one the file names.", autocompletion=completing.worksheets),
]
Stressed = Annotated[
    str, typer.Argument(metavar="SPEC", help="As for posenc worksheet.", autocompletion=completing.worksheets)
]
ToPractise = Annotated[
    str | None,
    typer.Argument(metavar="[WORKSHEET]", help="A name, a file, a code.", autocompletion=completing.worksheets),
]
PractisedEncoding = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        "-e",
        metavar="NAME",
        help="A worksheet about this encoding.",
        autocompletion=completing.encodings,
    ),
]
#: Of a picture.
PlotKind = Annotated[
    str,
    typer.Argument(metavar="KIND", help="heatmap, waves, clock, similarity or bias.", autocompletion=completing.kinds),
]
Marked = Annotated[
    list[str] | None,
    typer.Option("--mark", metavar="5|d3", show_default=False, help="Mark a position or a column, as often as needed."),
]
Versus = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Another encoding below it, to compare.", autocompletion=completing.encodings),
]
KeyFile = Annotated[str | None, typer.Option("--key", metavar="FILE", help="Write the key here.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Which numbers --vary draws.")]
Vary = Annotated[bool, typer.Option("--vary", help="Draw new positions and embeddings.")]
List = Annotated[bool, typer.Option("--list", help="List the built-in worksheets.")]
OwnSentence = Annotated[
    str | None,
    typer.Option("--sentence", metavar="TEXT", show_default=False, help="Your own words instead of SPEC: one sheet."),
]
Minutes = Annotated[
    int | None, typer.Option("--minutes", metavar="N", show_default=False, help="Time for that sheet, else 25.")
]
Title = Annotated[str | None, typer.Option("--title", metavar="TEXT", show_default=False, help="Its heading.")]
School = Annotated[
    str | None, typer.Option("--school", metavar="TEXT", show_default=False, help="Stands above the heading.")
]
SentenceWidth = Annotated[
    int | None, typer.Option("--d", metavar="N", show_default=False, help="Length of its vectors, else 4.")
]
SentenceVectors = Annotated[
    str | None,
    typer.Option("--embeddings", metavar="FILE", show_default=False, help="Vectors of its words, else drawn ones."),
]
Groups = Annotated[
    int | None,
    typer.Option(
        "--groups",
        metavar="N",
        show_default=False,
        help="Sheets A, B, C … with other numbers, equally hard, in one file.",
    ),
]
Copies = Annotated[
    int | None,
    typer.Option("--copies", metavar="N", show_default=False, help="Print A, B, C … in turn so many times, else once."),
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=1, max=64, help="How many processes share the work.")]
#: Of a class set.
Roster = Annotated[
    str | None,
    typer.Option("--class", metavar="ROSTER", show_default=False, help="A sheet for everybody in this list."),
]
Anonymous = Annotated[bool, typer.Option("--anonymous", help="Print numbers instead of names.")]
ClassJobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", show_default=False, help="Sheets made at once, else as many as processors."),
]
