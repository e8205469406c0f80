"""What every command is made of: its record, its common options, its help, and a parser that knows negative numbers.

Typer 0.29 carries its own copy of the Click parser (``typer._click``); this module alone reaches into it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
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
from posenc_cli.i18n import text
from posenc_cli.render.style import fit

if TYPE_CHECKING:
    from typer._click.formatting import HelpFormatter
    from typer._click.parser import _ParsingState

    from posenc_cli.i18n import Language

#: Panels of ``posenc --help``: what the commands are for.
PANELS: Mapping[str, str] = {"teach": "Teach", "compute": "Compute", "see": "See"}


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


class _Plain(ClickCommand):
    """What program and commands share: our coercion, examples at the end of the help."""

    def get_params(self, ctx: Context) -> list[Parameter]:
        found: list[Parameter] = super().get_params(ctx)
        for param in found:
            param._runtime_param = COERCION  # type: ignore[attr-defined]  # noqa: SLF001
        return found

    def get_help(self, ctx: Context) -> str:
        """In what the screen can show, as all that is printed."""
        return fit(super().get_help(ctx), getattr(stdout(), "encoding", None) or "utf-8")

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:  # noqa: ARG002
        if self.epilog:
            with formatter.section("Examples"):
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
            kind = "Arguments" if param.param_type_name == "argument" else "Options"
            panel = getattr(param, "rich_help_panel", None) or ("Common options" if param.name == "help" else kind)
            if record:
                sections.setdefault(panel, []).append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)


class _Group(_Plain, TyperGroup):
    """The program: commands by name, imported when they are asked for."""

    names: tuple[str, ...] = ()
    examples: Callable[[Language], tuple[str, ...]]

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002
        return list(self.names)

    def get_command(self, ctx: Context, cmd_name: str) -> ClickCommand | None:
        return build(cmd_name, ctx.obj or "en") if cmd_name in self.names else None

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, ClickCommand | None, list[str]]:
        if args[0] not in self.names and not args[0].startswith("-"):
            there = choices(args[0], self.names)
            key = "cli.unknown-command-near" if "near" in there else "cli.unknown-command"
            raise UsageError(key, given=args[0], **there)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: Context, incomplete: str) -> list[CompletionItem]:
        # None of them is hidden, and none need be loaded for its name.
        names = [] if incomplete.startswith("-") else [name for name in self.names if name.startswith(incomplete)]
        return [*map(CompletionItem, names), *ClickCommand.shell_complete(self, ctx, incomplete)]

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        # Not before: their texts are read off a file, for which --version must not wait.
        self.epilog = "\n".join(self.examples(ctx.obj or "en"))
        super().format_epilog(ctx, formatter)

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        records = {name: record_of(name) for name in self.names}
        for panel, title in PANELS.items():
            lines = [
                (name, text(ctx.obj or "en", f"help.{name}"))
                for name, record in records.items()
                if record.panel == panel
            ]
            if lines:
                with formatter.section(title):
                    formatter.write_dl(lines)


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
