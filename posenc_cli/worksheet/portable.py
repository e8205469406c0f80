"""A sheet as one text that rebuilds it: in its QR code, attached to its PDF, in an answer form without a file.

``POSENC:CDG9K4XX`` is the code of a built-in worksheet's sheet. A worksheet of one's own follows its code, packed:
``POSENC:UKBX4JFU:1…``. Packed is its TOML text, at the end of which a comment says how it was printed. Capital letters,
digits and colons only: so a QR code is small, and no shell minds. Without packing, a student would read model answers.
"""

from __future__ import annotations

import base64
import re
import shlex
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.worksheet.build import stored_vectors
from posenc_cli.worksheet.codes import LENGTH, code_of, rebuilds
from posenc_cli.worksheet.draw import digest
from posenc_cli.worksheet.dump import dump, inline
from posenc_cli.worksheet.spec import Embeddings, read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from decimal import Decimal

    from posenc_cli.i18n.numbers import Mark
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

PREFIX = "POSENC:"
#: Letters of a text from outside, and bytes of what is packed in it: a worksheet has some thousand.
LONGEST, LARGEST = 200_000, 64 * 1024
#: How it is packed, if ever another way comes.
_WAY = "1"
#: What worksheets are made of, the most frequent last: a packer refers to it. It must never change.
_COMMON = b"""\
paper = "letter"
font_size = 18.0
grey = true
hints = "foot"
control = "pool"
control_word = "cards = true
items = 3
positions = [
kind = "formula-gap"
kind = "find-divisor"
kind = "read-dial"
kind = "which-position"
kind = "planted-slip"
kind = "true-false"
statements = [
kind = "order"
kind = "predict"
kind = "code-gap"
kind = "open"
[embeddings]
file = "embeddings.csv"
[given]
[rules]
[also.]
encoding = "alibi"
[[exercise.block]]
text = "
[worksheet.params]
base = 100.0
[worksheet.conventions]
layout = "halves"
kind = "cards"
sentences = ["kind = "same-word"
word = "kind = "matrix"
kind = "lookup"
parts = ["pipeline", "pictures", "ingredients", "modes", "powers", "wide", "clock", "dials", "predict", "effect", \
"heatmap", "exchange", "meaning", "cosine", "reference", "width", "why", "layers", "next", "cutouts"]
kind = "summary"
kind = "pair"
pair = ["Die", "der"]
lines = 2
fading = [0, 0, 1, 2, 3]
rows = [
verb = "level = "II"
[worksheet]
name = "worksheet"
title = "Wo steht das Wort?"
school = "language = "en"
d = 4
n = 6
decimals = 2
decimal_mark = "comma"
sentence = "Die Katze sitzt auf der Matte"
first_pos = 1
level = "ab Klasse 10"
minutes = 25

[embeddings.table]
Die = [0.9, 0.1, 0.0, 0.1]
der = [0.9, 0.1, 0.0, 0.1]
 = [0.5, 0.3, 0.7, 0.2]
 = [-0.4, 0.6, 0.8, 0.9]

[[exercise]]
kind = "idea"
minutes = 5

[[exercise]]
kind = "calculator"
points = 0.0
minutes = 4
parts = ["rounding"]

[[exercise]]
kind = "divisors"
minutes = 2

[[exercise]]
kind = "encode"
worked = [1]
blank = [2]
minutes = 7

[[exercise]]
kind = "add"
blank = [2, 4]
minutes = 7

# posenc worksheet worksheet.toml --vary --seed 1
"""


@dataclass(frozen=True)
class Printed:
    """A worksheet and how it was printed.

    Attributes:
        spec: the worksheet.
        seed: of its numbers; None for the fixed ones.
        decimals: as the option had it; None without.
        decimal_mark: as the option had it; None without.
    """

    spec: Spec
    seed: int | None = None
    decimals: int | None = None
    decimal_mark: Mark | None = None


def in_qr(sheet: Sheet) -> str:
    """The text of a sheet's QR code, as short as it can be; with a secret, the code alone."""
    return _told(sheet, lambda: dump(_on_paper(sheet)) + _line(sheet))


def attached(sheet: Sheet) -> str | None:
    """The text to attach to a PDF, with comments and all; None with a secret, for it would be of no use."""
    return None if is_secret(sheet) else _told(sheet, lambda: as_given(sheet))


def of_group(sheet: Sheet) -> str | None:
    """The same for a file that holds several groups: a second line says which one this is."""
    packed = attached(sheet)
    return None if packed is None else f"{packed}\n{sheet.holder.group}"


def by_group(texts: Iterable[str]) -> dict[str, str]:
    """Such texts by the letters of their groups; "" for one without."""
    found = {}
    for text in texts:
        first, _, letter = text.partition("\n")
        is_letter = len(letter) == 1 and letter.isalpha()
        found[letter.upper() if is_letter else ""] = first if is_letter else text
    return found


def is_secret(sheet: Sheet) -> bool:
    """Is nobody to rebuild it who has not its worksheet?"""
    return _origin(sheet).worksheet.secret is not None


def _told(sheet: Sheet, text: Callable[[], str]) -> str:
    code = code_of(sheet)
    if rebuilds(code) or is_secret(sheet):
        return f"{PREFIX}{code}"
    whole = text()
    # What nobody would read again is not written.
    return f"{PREFIX}{code}:{_WAY}{_packed(whole)}" if len(whole.encode()) <= LARGEST else f"{PREFIX}{code}"


def code_in(text: str) -> str:
    """The code in such a text; what stands there is not looked at."""
    return text.removeprefix(PREFIX)[:LENGTH]


def unpacked(text: str) -> Printed | None:
    """What a text that begins with :data:`PREFIX` holds; None if it is only a code.

    Raises:
        InputError: something is missing or wrong in it, or it is far too large.
    """
    given = "".join(text.split()).upper()
    code, colon, packed = given.removeprefix(PREFIX).partition(":")
    where = code if re.fullmatch(r"[A-Z0-9]{8}", code) else "–"
    if not colon and where == code:
        return None
    if len(given) > LONGEST or not packed.startswith(_WAY):
        raise InputError("codes.text-broken", code=where)
    packed = packed[len(_WAY) :]
    unpack = zlib.decompressobj(-zlib.MAX_WBITS, _COMMON)
    try:
        found = unpack.decompress(base64.b32decode(packed + "=" * (-len(packed) % 8)), LARGEST)
        whole = found.decode("utf-8")
    except (ValueError, zlib.error):  # no base 32, or no UTF-8
        raise InputError("codes.text-broken", code=where) from None
    if not unpack.eof:
        raise InputError("codes.text-too-large" if len(found) == LARGEST else "codes.text-broken", code=where)
    return printed(whole)


def _packed(text: str) -> str:
    pack = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, _COMMON)
    return base64.b32encode(pack.compress(text.encode()) + pack.flush()).decode("ascii").rstrip("=")


_LINE = re.compile(r"^# posenc worksheet (?P<words>.+)$", re.MULTILINE)


def _line(sheet: Sheet, *, decimals: int | None = None, mark: Mark | None = None) -> str:
    """How to print it, as a comment; whoever reads the text can type it."""
    words = ["posenc", "worksheet", file_name(sheet)]
    words += ["--vary", "--seed", str(sheet.seed)] if sheet.varied else []
    words += [] if decimals is None else ["--decimals", str(decimals)]
    words += [] if mark is None else ["--decimal-mark", mark]
    return f"\n# {shlex.join(words)}\n"


def printed(text: str) -> Printed:
    """A worksheet from its text, whose last line says how it was printed.

    Raises:
        InputError: no such line, or the text breaks the rules of a spec.
    """
    lines = _LINE.findall(text)
    found = re.fullmatch(
        r"(?P<file>'[^'\x22/\\]*'|[^\s'\x22/\\]+)(?: --vary --seed (?P<seed>\d{1,18}))?"
        r"(?: --decimals (?P<decimals>\d))?(?: --decimal-mark (?P<mark>point|comma))?",
        lines[-1] if lines else "",
    )
    if found is None:
        raise InputError("codes.text-broken", code="–")
    shown = "".join(shlex.split(found["file"]))
    spec = read(text, shown.removesuffix(".toml"), None, shown=shown)
    worksheet = spec.worksheet.model_copy(update={"templates": ""})  # no folder is at hand
    mark: Mark | None = "comma" if found["mark"] == "comma" else "point" if found["mark"] else None
    return Printed(
        spec.model_copy(update={"worksheet": worksheet}),
        None if found["seed"] is None else int(found["seed"]),
        None if found["decimals"] is None else int(found["decimals"]),
        mark,
    )


def file_name(sheet: Sheet) -> str:
    """What the file of a sheet's worksheet is called, without what a command line or a folder would mind."""
    spec = _origin(sheet)
    name = spec.file_name or f"{spec.worksheet.name or 'worksheet'}.toml"
    return re.sub(r"[^\w .()-]", "-", name)


def as_given(sheet: Sheet) -> str:
    """The worksheet as its author wrote it, with the vectors that it took from a file, and how it was printed."""
    spec = _origin(sheet)
    text = spec.text.rstrip() + "\n"
    if spec.embeddings.file is not None:
        text = _with_vectors(text, spec, _alone(sheet).embeddings.table)
    try:
        again = read(text, spec.worksheet.name, None).worksheet
    except InputError:
        return dump(_alone(sheet)) + _line(sheet)
    worksheet = spec.worksheet
    decimals = worksheet.decimals if worksheet.decimals != again.decimals else None
    mark = worksheet.decimal_mark if worksheet.decimal_mark != again.decimal_mark else None
    whole = text + _line(sheet, decimals=decimals, mark=mark)
    return whole if _is_same(whole, spec, sheet) else dump(_alone(sheet)) + _line(sheet)


def _is_same(text: str, spec: Spec, sheet: Sheet) -> bool:
    """Does the text tell all that decides the numbers?"""
    found = printed(text)
    update = {"decimals": found.decimals or found.spec.worksheet.decimals}
    again = found.spec.model_copy(update={"worksheet": found.spec.worksheet.model_copy(update=update)})
    mine = _alone(sheet).embeddings.table
    vectors = mine is None or again.embeddings.table == mine
    return digest(again) == digest(spec) and vectors and again.words == spec.words


def _with_vectors(text: str, spec: Spec, table: Mapping[str, tuple[Decimal, ...]] | None) -> str:
    """The text with vectors where it names their file; every line keeps its number."""
    lines = text.splitlines()
    at = int(str(spec.at("file", "embeddings")["line"])) - 1
    vectors = f"table = {inline(table or {})}"
    lines[at] = re.sub(r"\bfile\s*=\s*(\"[^\"]*\"|'[^']*')", lambda _: vectors, lines[at], count=1)
    return "\n".join(lines) + "\n"


def _origin(sheet: Sheet) -> Spec:
    return sheet.origin or sheet.spec


def _on_paper(sheet: Sheet) -> Spec:
    """As :func:`_alone`, without what only holds for a screen: with fields or not, a page is printed the same."""
    spec = _alone(sheet)
    return spec.model_copy(update={"worksheet": spec.worksheet.model_copy(update={"fillable": False})})


def _alone(sheet: Sheet) -> Spec:
    """The worksheet without any file beside it: its vectors in a table, if it needs them."""
    spec = _origin(sheet)
    if spec.embeddings.file is None:
        return spec
    needed = sheet.varied or sheet.given.get("embedding") is not None
    table = {word: tuple(vector) for word, vector in stored_vectors(spec).items()} if needed else None
    return spec.model_copy(update={"embeddings": Embeddings(table=table)})
