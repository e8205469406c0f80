"""Which documents ``posenc worksheet`` writes, and where."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from posenc_cli.cli.frame import Output
from posenc_cli.errors import ExitCode, UsageError
from posenc_cli.files.paths import is_file, user_path
from posenc_cli.i18n import Notice, said_once, text
from posenc_cli.render.editable import TEACHERS
from posenc_cli.render.sheets import Rendered, render
from posenc_cli.render.style import BINARY, SUFFIXES
from posenc_cli.render.svg import is_unprintable, printable
from posenc_cli.worksheet.codes import MOST_SEEDS, code_of, rebuilds
from posenc_cli.worksheet.portable import is_secret
from posenc_cli.worksheet.spec import builtin_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.worksheet.sheet import Sheet

#: Formats of a sheet to print or read, which has a key of the same kind.
DOCUMENTS = frozenset({"pdf", "html", "text", "md", "docx"})


def print_sheet(sheet: Sheet, key: str | None, out: Output, *, beside: Sequence[tuple[Path, bytes]] = ()) -> ExitCode:
    """Write the sheet and its key: both beside each other, or just what ``-o`` and ``--key`` name.

    Args:
        sheet: what to write.
        key: as asked by ``--key``.
        out: where to.
        beside: more files that belong to those that are written; one that is there already, word by word, stays.
    """
    out = out.about(sheet.spec)
    out.notice(*remarks(sheet))
    if out.decimals is not None:
        out.notice(Notice("commands.decimals-again", {"n": out.decimals}))
    on_screen = _on_screen(key, out)
    wanted = [(path, is_key) for path, is_key in ((out.path, False), (_path(key), True)) if path is not None]
    if wanted or on_screen is None:
        _write(sheet, wanted or _beside(sheet), out, beside)
    if on_screen is not None:
        made = render(sheet, out.format or "text", key=on_screen == "key")
        shown = replace(out, output="-", open=out.open and not wanted)
        shown.deliver(made.data if made.format in BINARY else made.data.decode(), made.format)
        out.notice(*made.notices)
    if out.path is not None and key is None and SUFFIXES.get(out.path.suffix.lower(), out.format) in DOCUMENTS:
        ending = text(out.language, "commands.key-file")
        out.notice(Notice("commands.no-key", {"file": out.path.with_stem(f"{out.path.stem}-{ending}")}))
    return ExitCode.FINE


def remarks(sheet: Sheet) -> list[Notice]:
    """What is worth saying about a sheet, whatever is made of it."""
    return [*sheet.notices, *_of_minutes(sheet), *_of_signs(sheet), *_of_code(sheet)]


def unwritten(beside: Sequence[tuple[Path, bytes]]) -> list[tuple[Path, bytes]]:
    """Without files that are there already, word by word."""
    return [(path, data) for path, data in beside if not (is_file(path) and path.read_bytes() == data)]


def _of_code(sheet: Sheet) -> list[Notice]:
    """Worth saying if a built-in worksheet's code will not rebuild this sheet, though one expects it to."""
    if builtin_of(sheet.origin or sheet.spec) is None or is_secret(sheet) or rebuilds(code_of(sheet)):
        return []
    return [Notice("codes.large-seed", {"seed": sheet.seed, "most": MOST_SEEDS - 1})]


def _of_minutes(sheet: Sheet) -> list[Notice]:
    """Worth saying if the times of the exercises are not the time of the whole."""
    whole, added = sheet.spec.worksheet.minutes, sum(one.minutes for one in sheet.spec.exercise)
    differ = whole and added and whole != added
    return [Notice("commands.minutes-differ", {"sum": added, "minutes": whole})] if differ else []


def _of_signs(sheet: Sheet) -> list[Notice]:
    """Worth saying if words hold characters that no page can show."""
    about = sheet.spec.worksheet
    signs = [sign for sign in dict.fromkeys("".join((*sheet.words, about.title, about.school))) if is_unprintable(sign)]
    named = ", ".join(f"U+{ord(sign):04X}" for sign in signs)
    return [Notice("commands.codes-shown", {"signs": named, "code": printable(signs[0])})] if signs else []


def _on_screen(key: str | None, out: Output) -> Literal["sheet", "key"] | None:
    """Which of the two goes to standard output; files are written before it."""
    sheet_too = out.output == "-" or (out.output is None and key is None and out.format not in (None, "pdf"))
    if out.output == "-" and key == "-":
        raise UsageError("cli.not-together", first="--output -", second="--key -")
    return "key" if key == "-" else "sheet" if sheet_too else None


def _path(name: str | None) -> Path | None:
    return None if name is None or name == "-" else user_path(name)


def _beside(sheet: Sheet) -> list[tuple[Path, bool]]:
    ending = text(sheet.spec.worksheet.language, "commands.key-file")
    return [(Path(f"{sheet.name}.pdf"), False), (Path(f"{sheet.name}-{ending}.pdf"), True)]


def _write(sheet: Sheet, wanted: list[tuple[Path, bool]], out: Output, beside: Sequence[tuple[Path, bytes]]) -> None:
    """All or nothing: everything is made, and every name is free, before the first file is written."""
    made = [(_named(path, one), one) for path, is_key in wanted for one in [_made(sheet, path, out, key=is_key)]]
    if len({path.absolute() for path, _ in made}) < len(made):
        raise UsageError("commands.same-file", path=made[0][0])
    written = replace(out, open=False).write_all([*((path, one.data) for path, one in made), *unwritten(beside)])
    for path in written[: len(made)] if out.open else ():
        out.show_file(path)
    notices = [notice for _, one in made for notice in one.notices]
    notices += [Notice("moodle.answers-inside", {"file": path}) for path, one in made if one.format in TEACHERS]
    if sheet.spec.worksheet.templates and any(one.format == "docx" for _, one in made):
        notices.append(Notice("office.own-templates"))
    out.notice(*said_once(notices))


def _made(sheet: Sheet, path: Path, out: Output, *, key: bool) -> Rendered:
    kind = SUFFIXES.get(path.suffix.lower())
    if kind is None and (kind := out.format) is None:
        known = ", ".join(suffix for suffix, name in SUFFIXES.items() if name in out.formats)
        raise UsageError("files.unknown-suffix", path=path, known=known)
    return render(sheet, kind, key=key)


def _named(path: Path, made: Rendered) -> Path:
    """A page that could not become a PDF is no .pdf."""
    is_pdf = path.suffix.lower() == ".pdf"
    return path.with_suffix(".html") if is_pdf and made.format == "html" else path
