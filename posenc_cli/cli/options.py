"""Types of options that several commands share, so that no command repeats a name, a check or a help line."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer

from posenc_cli.cli import completing
from posenc_cli.i18n import LANGUAGES, Language
from posenc_cli.render.style import MOST_DECIMALS

#: The same on every command.
_COMMON = "common"


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
                help="format",
                autocompletion=completing.formats,
            ),
        ],
        None,
    ),
    "output": (
        Annotated[
            str | None,
            _common("--output", "-o", metavar="FILE", help="output"),
        ],
        None,
    ),
    "force": (Annotated[bool, _common("--force", help="force")], False),
    "open_": (Annotated[bool, _common("--open", help="open")], False),
    "decimals": (
        Annotated[
            int | None,
            _common("--decimals", metavar="N", min=0, max=MOST_DECIMALS, help="decimals"),
        ],
        None,
    ),
    "decimal_mark": (
        Annotated[
            Literal["point", "comma"] | None,
            _common("--decimal-mark", help="decimal-mark"),
        ],
        None,
    ),
    "lang": (
        Annotated[
            Language | None,
            _common("--lang", metavar="|".join(LANGUAGES), help="options-lang"),
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
        help="encoding",
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
        help="params",
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="FILE",
        show_default=False,
        help="model",
    ),
]
Part = Annotated[
    str | None,
    typer.Option("--part", metavar="NAME", show_default=False, help="part"),
]
Width = Annotated[int | None, typer.Option("--d", metavar="N", show_default=False, help="width")]
Base = Annotated[float | None, typer.Option("--base", metavar="X", show_default=False, help="base")]
Layout = Annotated[
    str | None,
    typer.Option(
        "--layout",
        metavar="interleaved|halves",
        show_default=False,
        help="layout",
    ),
]
Spacing = Annotated[
    str | None,
    typer.Option(
        "--spacing",
        metavar="paper|endpoint",
        show_default=False,
        help="spacing",
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
        help="array-encoding",
        autocompletion=completing.encodings,
    ),
]
ArrayModel = Annotated[
    str | None,
    typer.Option("--model", metavar="FILE", show_default=False, help="array-model"),
]
What = Annotated[
    str | None,
    typer.Option("--what", metavar="NAME", show_default=False, help="what"),
]
Before = Annotated[
    str | None,
    typer.Option("--before", metavar="FILE", show_default=False, help="before"),
]
Tensor = Annotated[str | None, typer.Option("--tensor", metavar="NAME", show_default=False, help="tensor")]
#: The same where a sheet of sinusoidal rows is checked.
SheetLayout = Annotated[
    Literal["interleaved", "halves"] | None,
    typer.Option("--layout", help="sheet-layout"),
]
SheetSpacing = Annotated[
    Literal["paper", "endpoint"] | None,
    typer.Option("--spacing", help="spacing"),
]
Dtype = Annotated[
    Literal["float64", "float32", "float16", "bfloat16"],
    typer.Option("--dtype", help="dtype"),
]
Error = Annotated[bool, typer.Option("--error", help="error")]
Shift = Annotated[int | None, typer.Option("--shift", metavar="K", show_default=False, help="shift")]
Head = Annotated[int | None, typer.Option("--head", metavar="H", min=1, show_default=False, help="head")]
Key = Annotated[
    int | None,
    typer.Option("--key", metavar="P", min=0, show_default=False, help="key"),
]
FirstPos = Annotated[int, typer.Option("--first-pos", metavar="P", min=0, help="first-pos")]
Sentence = Annotated[str | None, typer.Option("--sentence", metavar="TEXT", show_default=False, help="sentence")]
Positions = Annotated[str | None, typer.Option("--pos", metavar="0-5,17", show_default=False, help="positions")]
Embeddings = Annotated[
    str | None,
    typer.Option("--embeddings", metavar="FILE", show_default=False, help="embeddings"),
]

OptionalWidth = Annotated[
    int | None, typer.Option("--d", metavar="N", min=1, show_default=False, help="optional-width")
]
OptionalBase = Annotated[float | None, typer.Option("--base", metavar="X", show_default=False, help="base")]
Scaled = Annotated[bool, typer.Option("--scale-sqrt-d", help="scaled")]
Number = Annotated[int | None, typer.Option("--n", metavar="N", min=1, show_default=False, help="number")]
Word = Annotated[str | None, typer.Option("--word", metavar="WORD", show_default=False, help="word")]
At = Annotated[str | None, typer.Option("--at", metavar="0,1,5", show_default=False, help="at")]
Pair = Annotated[str | None, typer.Option("--pair", metavar="W@P,W@P", show_default=False, help="pair")]
Position = Annotated[int, typer.Option("--pos", metavar="P", min=0, help="position")]
Dimension = Annotated[str | None, typer.Option("--dim", metavar="K", show_default=False, help="dimension")]
SlipId = Annotated[
    str | None,
    typer.Option(
        "--slip",
        metavar="ID",
        show_default=False,
        help="slip-id",
        autocompletion=completing.slips,
    ),
]
Show = Annotated[
    Literal["vectors"] | None,
    typer.Option("--show", metavar="vectors", show_default=False, help="show"),
]
Causal = Annotated[bool, typer.Option("--causal", help="causal")]
#: Of a worksheet that is made from a sentence.
Paper = Annotated[Literal["A4", "letter"] | None, typer.Option("--paper", show_default=False, help="paper")]
FontSize = Annotated[
    float | None,
    typer.Option("--font-size", metavar="PT", show_default=False, help="font-size"),
]
Interactive = Annotated[bool, typer.Option("--interactive", help="interactive")]
Fillable = Annotated[bool, typer.Option("--fillable", help="fillable")]
Link = Annotated[
    str | None,
    typer.Option("--link", metavar="URL", show_default=False, help="link"),
]
Grey = Annotated[bool, typer.Option("--grey", help="grey")]
Templates = Annotated[
    str | None,
    typer.Option("--templates", metavar="DIR", show_default=False, help="templates"),
]
Spec = Annotated[
    str | None,
    typer.Argument(metavar="SPEC", help="spec", autocompletion=completing.worksheets),
]
#: The same where it is something else that a command takes first.
SheetOfAnswers = Annotated[
    str | None,
    typer.Option(metavar="SPEC", help="sheet-of-answers", autocompletion=completing.worksheets),
]
Stressed = Annotated[str, typer.Argument(metavar="SPEC", help="stressed", autocompletion=completing.worksheets)]
ToPractise = Annotated[
    str | None,
    typer.Argument(metavar="[WORKSHEET]", help="to-practise", autocompletion=completing.worksheets),
]
PractisedEncoding = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        "-e",
        metavar="NAME",
        help="practised-encoding",
        autocompletion=completing.encodings,
    ),
]
#: Of a picture.
PlotKind = Annotated[
    str,
    typer.Argument(metavar="KIND", help="plot-kind", autocompletion=completing.kinds),
]
Marked = Annotated[
    list[str] | None,
    typer.Option("--mark", metavar="5|d3", show_default=False, help="marked"),
]
Versus = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="versus", autocompletion=completing.encodings),
]
KeyFile = Annotated[str | None, typer.Option("--key", metavar="FILE", help="key-file")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="options-seed")]
Vary = Annotated[bool, typer.Option("--vary", help="vary")]
List = Annotated[bool, typer.Option("--list", help="list")]
OwnSentence = Annotated[
    str | None,
    typer.Option("--sentence", metavar="TEXT", show_default=False, help="own-sentence"),
]
Minutes = Annotated[int | None, typer.Option("--minutes", metavar="N", show_default=False, help="minutes")]
Title = Annotated[str | None, typer.Option("--title", metavar="TEXT", show_default=False, help="title")]
School = Annotated[str | None, typer.Option("--school", metavar="TEXT", show_default=False, help="school")]
SentenceWidth = Annotated[int | None, typer.Option("--d", metavar="N", show_default=False, help="sentence-width")]
SentenceVectors = Annotated[
    str | None,
    typer.Option("--embeddings", metavar="FILE", show_default=False, help="sentence-vectors"),
]
Groups = Annotated[
    int | None,
    typer.Option(
        "--groups",
        metavar="N",
        show_default=False,
        help="groups",
    ),
]
Copies = Annotated[
    int | None,
    typer.Option("--copies", metavar="N", show_default=False, help="copies"),
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=1, max=64, help="jobs")]
#: Of a class set.
Roster = Annotated[
    str | None,
    typer.Option("--class", metavar="ROSTER", show_default=False, help="roster"),
]
Anonymous = Annotated[bool, typer.Option("--anonymous", help="anonymous")]
ClassJobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", show_default=False, help="class-jobs"),
]
