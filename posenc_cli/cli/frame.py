"""What every command is made of: its record, its common options, its help, and a parser that knows negative numbers.

Typer 0.29 carries its own copy of the Click parser (``typer._click``); this module alone reaches into it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, get_type_hints

import typer
from typer._click.core import Command as ClickCommand
from typer._click.core import Context, Parameter
from typer._click.globals import get_current_context
from typer._click.parser import _OptionParser
from typer._click.shell_completion import CompletionItem
from typer.core import TyperCommand, TyperGroup

from posenc_cli.cli.coercion import COERCION
from posenc_cli.cli.output import Output, Reply, stdout
from posenc_cli.cli.progress import WAITING
from posenc_cli.errors import UsageError, choices
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.render.style import fit

if TYPE_CHECKING:
    from typer._click.formatting import HelpFormatter
    from typer._click.parser import _ParsingState

    from posenc_cli.i18n import Language

#: Panels of ``posenc --help``: what the commands are for.
PANELS = ("teach", "compute", "see")


@dataclass(frozen=True)
class Record:
    """One command: its function, its panel in the help, two real examples, the formats that it can show.

    Attributes:
        function: takes an :class:`~posenc_cli.cli.output.Output` first, then its own options, or groups of them as
            frozen dataclasses; returns a Reply, an exit code or nothing.
        panel: one of :data:`PANELS`.
        examples: whole command lines.
        formats: what ``--format`` takes, the default first; empty if the command has no such option.
        talks: does it talk with a person while it runs? All others say when they take long, and can write files.
    """

    function: Callable[..., Any]
    panel: str
    examples: tuple[str, ...]
    formats: tuple[str, ...]
    talks: bool = False

    @property
    def common(self) -> dict[str, tuple[Any, Any]]:
        """The common options that do something here: name → (annotation, default)."""
        from posenc_cli.cli.options import COMMON, OF_FILES

        idle = {*(() if self.formats else ("format_",)), *(OF_FILES if self.talks else ())}
        return {name: option for name, option in COMMON.items() if name not in idle}


def command(
    panel: str, *examples: str, formats: tuple[str, ...] = (), talks: bool = False
) -> Callable[[Callable[..., Any]], Record]:
    """Make a function a command; see :mod:`posenc_cli.cli`."""
    if panel not in PANELS:
        raise ValueError(f"no such panel: {panel}")
    return lambda function: Record(function, panel, examples, formats, talks)


class _Parser(_OptionParser):
    """The parser, with one more rule: what reads as a number is a number, never an option (``-0.416``, ``-0,416``)."""

    def _process_opts(self, arg: str, state: _ParsingState) -> None:
        if _is_number(arg):
            state.largs.append(arg)
        else:
            super()._process_opts(arg, state)


def _is_number(word: str) -> bool:
    if not any(sign.isdigit() for sign in word):
        return False
    from posenc_cli.i18n.numbers import read_number

    return read_number(word).status == "number"


#: A screen with fewer columns than the parser would use at least, and where what an option does then stands: below it.
_NARROW, _BELOW = 50, 6

#: Options that are there without a word of ours.
_OF_PARSER = ("help", "install_completion", "show_completion")


def _language(ctx: Context) -> Language:
    """In which a call speaks; where nothing is said of it, the parser keeps something else there."""
    return ctx.obj if ctx.obj in LANGUAGES else "en"


def _heading(ctx: Context, key: str) -> str:
    return text(_language(ctx), f"options.heading.{key}")


class _Plain(ClickCommand):
    """What program and commands share: our coercion, help from the catalogue, examples at the end of it."""

    _is_told = False

    def get_params(self, ctx: Context) -> list[Parameter]:
        found: list[Parameter] = super().get_params(ctx)
        for param in found:
            param._runtime_param = COERCION  # type: ignore[attr-defined]  # noqa: SLF001
        return found

    def get_help(self, ctx: Context) -> str:
        """In what the screen can show, as all that is printed, and as wide as it is."""
        from shutil import get_terminal_size

        self._tell(ctx)
        if (columns := get_terminal_size().columns) < _NARROW:
            ctx.terminal_width = columns
        return fit(super().get_help(ctx), getattr(stdout(), "encoding", None) or "utf-8")

    def shell_complete(self, ctx: Context, incomplete: str) -> list[CompletionItem]:
        if incomplete.startswith("-"):
            self._tell(ctx)
        found: list[CompletionItem] = super().shell_complete(ctx, incomplete)
        return found

    def _tell(self, ctx: Context) -> None:
        """Put sentences in the place of keys, once somebody wants to read them; the parser's own options have none."""
        if self._is_told:
            return
        self._is_told = True
        for param in self.get_params(ctx):
            told = f"heading.{param.name}" if param.name in _OF_PARSER else getattr(param, "help", None)
            if told is not None:
                param.help = text(_language(ctx), f"options.{told}")  # type: ignore[attr-defined]

    def format_usage(self, ctx: Context, formatter: HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{_heading(ctx, 'usage')}: ")

    def _section(self, ctx: Context, formatter: HelpFormatter, key: str, records: list[tuple[str, str]]) -> None:
        """Options under their heading; what the parser says in brackets is said in the language of the rest."""
        for word in ("default", "required"):
            records = [(name, said.replace(f"[{word}", f"[{_heading(ctx, word)}")) for name, said in records]
        with formatter.section(_heading(ctx, key)):
            formatter.write_dl(records, col_max=30 if formatter.width >= _NARROW else _BELOW)

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        if self.epilog:
            with formatter.section(_heading(ctx, "examples")):
                for line in self.epilog.splitlines():
                    formatter.write(f"{'':>{formatter.current_indent}}{line}\n")


class _Command(_Plain, TyperCommand):
    """A command whose help lists its own options before the common ones."""

    def make_parser(self, ctx: Context) -> _OptionParser:
        parser = _Parser(ctx)
        for param in self.get_params(ctx):
            param.add_to_parser(parser, ctx)
        return parser

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            kind = "arguments" if param.param_type_name == "argument" else "options"
            panel = getattr(param, "rich_help_panel", None) or ("common" if param.name == "help" else kind)
            if record:
                sections.setdefault(panel, []).append(record)
        for key, records in sections.items():
            self._section(ctx, formatter, key, records)


class _Group(_Plain, TyperGroup):
    """The program: commands by name, imported when they are asked for."""

    names: tuple[str, ...] = ()
    examples: Callable[[Language], tuple[str, ...]]

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002
        return list(self.names)

    def get_command(self, ctx: Context, cmd_name: str) -> ClickCommand | None:
        return build(cmd_name, _language(ctx)) if cmd_name in self.names else None

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, ClickCommand | None, list[str]]:
        if args[0] not in self.names and not args[0].startswith("-"):
            there = choices(args[0], self.names)
            key = "cli.unknown-command-near" if "near" in there else "cli.unknown-command"
            raise UsageError(key, given=args[0], **there)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: Context, incomplete: str) -> list[CompletionItem]:
        # None of them is hidden, and none need be loaded for its name.
        if incomplete.startswith("-"):
            self._tell(ctx)
            return list(ClickCommand.shell_complete(self, ctx, incomplete))
        return [CompletionItem(name) for name in self.names if name.startswith(incomplete)]

    def format_help_text(self, ctx: Context, formatter: HelpFormatter) -> None:
        self.help = _heading(ctx, "program")
        super().format_help_text(ctx, formatter)

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        # Not before: their texts are read off a file, for which --version must not wait.
        self.epilog = "\n".join(self.examples(_language(ctx)))
        super().format_epilog(ctx, formatter)

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        found = [param.get_help_record(ctx) for param in self.get_params(ctx)]
        self._section(ctx, formatter, "options", [record for record in found if record])
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        records = {name: record_of(name) for name in self.names}
        for panel in PANELS:
            lines = [
                (name, text(_language(ctx), f"help.{name}"))
                for name, record in records.items()
                if record.panel == panel
            ]
            if lines:
                self._section(ctx, formatter, panel, lines)


def record_of(name: str) -> Record:
    """The record of a command, from the module of its name."""
    found = getattr(import_module(f"posenc_cli.cli.{name}"), name)
    if not isinstance(found, Record):
        raise TypeError(f"posenc_cli.cli.{name} holds no command of that name")
    return found


def build(name: str, language: Language = "en") -> ClickCommand:
    """One command as the parser's own object, with the common options behind its own; what it is for in a language."""
    record = record_of(name)
    function, shared = record.function, record.common

    def call(**given: Any) -> Any:  # noqa: ANN401
        common = {key: given.pop(key) for key in shared}
        out = Output.of(record.formats, get_current_context().obj, **common)
        grouped = {name: group(**{each.name: given.pop(each.name) for each in fields(group)}) for name, group in groups}
        if not record.talks:
            WAITING.start(out.language)
        try:
            return out.finish(function(out, **given, **grouped))
        finally:
            WAITING.stop()

    hints = get_type_hints(function, include_extras=True)
    own = list(inspect.signature(function).parameters.values())[1:]
    groups = [(each.name, hints[each.name]) for each in own if is_dataclass(hints[each.name])]
    parameters = [
        *(option for each in own for option in _options(each, hints[each.name])),
        *(_option(key, annotation, default) for key, (annotation, default) in shared.items()),
    ]
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__annotations__ = {each.name: each.annotation for each in parameters}
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    told = function.__doc__ if language == "en" else text(language, f"help.{name}")
    app.command(name, cls=_Command, help=told, epilog="\n".join(record.examples))(call)
    built = typer.main.get_command(app)
    for param in built.params:
        if param.name == "format_":
            param.metavar = "|".join(record.formats)
    return built


def _options(parameter: inspect.Parameter, hint: Any) -> list[inspect.Parameter]:  # noqa: ANN401
    """One option, or those of a group: of a dataclass, whose fields are annotated as options are."""
    if not is_dataclass(hint):
        return [_option(parameter.name, hint, parameter.default)]
    hints = get_type_hints(hint, include_extras=True)
    return [
        _option(each.name, hints[each.name], parameter.empty if each.default is MISSING else each.default)
        for each in fields(hint)
    ]


def _option(name: str, annotation: Any, default: Any) -> inspect.Parameter:  # noqa: ANN401
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def program(
    names: tuple[str, ...], front: Callable[..., Any], examples: Callable[[Language], tuple[str, ...]]
) -> ClickCommand:
    """The whole program; ``front`` is what runs without a command."""
    app = typer.Typer(rich_markup_mode=None)
    group = type("Program", (_Group,), {"names": names, "examples": staticmethod(examples)})
    app.callback(cls=group, invoke_without_command=True)(front)
    return typer.main.get_command(app)


__all__ = ["PANELS", "Output", "Record", "Reply", "build", "command", "program", "record_of"]
