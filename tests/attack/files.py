"""Ways in for whole files: arrays, PDFs, spreadsheets, archives, and what posenc itself wrote and somebody changed."""

from __future__ import annotations

import atexit
import io
import json
import zipfile
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.files.guarded import Guarded
from posenc_cli.files.tensors import npz_bytes, safetensors_bytes
from tests.attack.readers import PIECES, Reader, in_file, sample
from tests.attack.texts import embeddings, sheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from posenc_cli.grading.report import Report


def saved(array: Any) -> bytes:  # noqa: ANN401
    """As numpy writes it."""
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=False)
    return stream.getvalue()


def npy_header(data: bytes) -> object:
    """The text at the start of a .npy file, before the numbers of two rows."""
    from posenc_cli.files.arrays import read_npy

    return read_npy(b"\x93NUMPY\x01\0" + (len(data) % 2**16).to_bytes(2, "little") + data + bytes(32), path="a.npy")


def tensor_header(data: bytes) -> object:
    """The PIECES["json"] at the start of a safetensors file, before the numbers of two rows."""
    from posenc_cli.files.arrays import read_safetensors

    return read_safetensors(len(data).to_bytes(8, "little") + data + bytes(32), path="a.safetensors")


def array(data: bytes, suffix: str) -> object:
    """An array that code made, and the same file as vectors of words."""
    from posenc_cli.errors import PosencError
    from posenc_cli.files.mapped import read_array

    try:
        read_array(in_file(f"a.{suffix}", data))
    finally:
        with suppress(PosencError):
            embeddings(data, suffix)
    return None


@cache
def guarded() -> Guarded:
    """The process that reads what large libraries read; native code may take it along."""
    found = Guarded()
    atexit.register(found.__exit__)
    return found


def form(data: bytes) -> object:
    """A PDF: its fields, or all that is printed on it."""
    from posenc_cli.grading.filled import read_pdf

    return read_pdf(data, path=Path("a.pdf"), guarded=guarded())


def printed(data: bytes) -> object:
    """All that is printed on a PDF."""
    from posenc_cli.files.prints import printed_pages

    return printed_pages(data, path=Path("a.pdf"), guarded=guarded())


def workbook(data: bytes) -> object:
    """A spreadsheet."""
    from posenc_cli.files.tables import Looking, parse_table

    return parse_table(data, path="a.xlsx", looking=Looking(guarded=guarded()))


def archive(data: bytes) -> object:
    """An archive of what was handed in; every file of it is read or refused."""
    from posenc_cli.errors import PosencError
    from posenc_cli.files.arrivals import arrivals
    from posenc_cli.grading.senders import named

    last: PosencError | None = None
    with ExitStack() as stack:
        listed = list(arrivals([in_file("a.zip", data)], stack))
        for one in listed:
            assert ".." not in one.path.parts
            try:
                one.read(2**20)
            except PosencError as error:
                last = error
        named(listed)
    if last is not None:
        raise last
    return listed


def kept(data: bytes) -> object:
    """How far somebody has come with practising: of no use, or one can go on."""
    from unittest import mock

    from posenc_cli.files import state
    from posenc_cli.grading.practice import Practice

    with mock.patch.object(state, "state_file", return_value=in_file("practice.json", data)):
        found = state.remembered("practice")
    one = Practice.resumed(sheet(), found)
    if one is not None and one.next is not None:
        one.answer("0.5")
        one.put_off()
    return one


def manifest(data: bytes) -> object:
    """The manifest of a class set, and the worksheet that it names."""
    from posenc_cli.worksheet.find import class_set_of, class_worksheet

    path = in_file("manifest.json", data)
    found = class_set_of(str(path))
    assert found is not None
    assert all(isinstance(entry.student.holder.said, str) for entry in found.entries)
    return class_worksheet(found, path), found.is_personal, found.text


@cache
def report() -> Report:
    """A report of ours."""
    from posenc_cli.grading.handed_in import load, submissions
    from posenc_cli.grading.report import check

    found, _ = submissions(load([Path("samples/answers/klasse.csv")]), sheet())
    return check(sheet(), found)


def earlier(data: bytes) -> object:
    """An earlier report, compared."""
    from dataclasses import replace

    from posenc_cli.grading.comparison import compared
    from posenc_cli.render.report import report_json
    from posenc_cli.render.style import Style

    return report_json(replace(report(), compared=compared(report(), in_file("old.json", data))), Style("de"))


def grades(data: bytes) -> object:
    """Moodle's grading worksheet, filled in."""
    from posenc_cli.grading.grades import fill_grades

    return fill_grades(in_file("grades.csv", data), report())


def zipped(**parts: bytes) -> bytes:
    """An archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return stream.getvalue()


def raw(*objects: bytes) -> bytes:
    """A PDF of objects as they stand here, numbered from 1."""
    data, places = b"%PDF-1.7\n", []
    for number, each in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(places) + 1, len(data))
    return data + b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(places) + 1, table) + end


OBJECTS = (
    b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]>>>>",
    b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[4 0 R 5 0 R]/Contents 6 0 R/Resources 7 0 R>>",
    b"<</FT/Tx/T(pe2_d1)/V(0.909)/Subtype/Widget/Rect[10 10 50 20]>>",
    b"<</FT/Tx/T(_code)/V(CDG9-K4XX)/Subtype/Widget/Rect[60 10 99 20]>>",
)
FONT = b"<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
PAGE = b"<</Length 43>>stream\nBT /F 12 Tf 20 20 Td (0.909 CDG9-K4XX) Tj ET\nendstream"
FORM = raw(*OBJECTS, b"null", FONT).replace(b"/Contents 6 0 R", b"")
TABLE = np.arange(4.0).reshape(2, 2)
NPY, TENSORS = saved(TABLE), safetensors_bytes({"a": TABLE}, metadata={})
STATE: dict[str, object] = {"queue": ["pe2_d1"], "answers": {"pe2_d1": "0.5"}, "tries": {"pe2_d1": 1}, "repeated": []}
ABOUT = {"schema": "posenc.class/1", "worksheet": "katze-kurz", "decimals": 3, "decimal_mark": "comma"}
MANIFEST: dict[str, object] = {**ABOUT, "students": []}
HOLDER = {"place": 1, "name": "Ada", "number": "", "seed": None}
STUDENT = {**HOLDER, "sheet": "katze-kurz", "code": "", "file": "sheets/1-ada.pdf"}
BLANK = {"id": "dot", "verdict": "wrong", "points": 0}
AMIRA = {"name": "Amira", "points": 1.5, "blanks": [BLANK]}
OLD: dict[str, object] = {"schema": "posenc.report/1", "worksheet": "katze-kurz", "students": [AMIRA]}
OF_CLASS = {**MANIFEST, "students": [STUDENT]}
ZIP = zipped(**{"a.csv": b"a;b\n1;2\n", "Ada_1_assignsubmission_file_/b.zip": zipped(c=b"")})
BOOKS = sample("tests/inputs/old.xls", "tests/inputs/R20.ods", "tests/inputs/R26.xlsx")
OWN = PIECES["kept"] + PIECES["json"]


def _own(read: Callable[[bytes], object], document: object, *more: bytes) -> Reader:
    return Reader(read, (json.dumps(document).encode(),), OWN + more, slow=read is kept)


FILES = {
    "npy-header": Reader(npy_header, (NPY[10:-32],), PIECES["arrays"]),
    "tensor-header": Reader(tensor_header, (TENSORS[8:-32],), PIECES["arrays"] + PIECES["json"]),
    "npy": Reader(lambda data: array(data, "npy"), (NPY, saved(np.array(["a", "b"]))), PIECES["arrays"], slow=True),
    "npz": Reader(lambda data: array(data, "npz"), (npz_bytes({"a": TABLE}),), PIECES["arrays"], slow=True),
    "safetensors": Reader(lambda data: array(data, "safetensors"), (TENSORS,), PIECES["arrays"], slow=True),
    "pdf": Reader(form, (FORM, raw(*OBJECTS)), PIECES["pdfs"] + PIECES["cells"]),
    "print": Reader(printed, (raw(*OBJECTS, PAGE, FONT),), PIECES["pdfs"], slow=True),
    "workbook": Reader(workbook, BOOKS, PIECES["parts"], slow=True),
    "zip": Reader(archive, (ZIP,), PIECES["parts"]),
    "practice": _own(kept, STATE),
    "manifest": _own(manifest, OF_CLASS, *PIECES["codes"]),
    "report": _own(earlier, OLD),
    "grades": Reader(grades, sample("samples/bewertung.csv"), PIECES["grades"] + PIECES["cells"], slow=True),
}
