"""Filled PDFs are read in a process of their own: whatever comes costs one line and some seconds, and no other file."""

from __future__ import annotations

import io
import re
import resource
import time
import zlib
from typing import TYPE_CHECKING

import pikepdf
import pytest

from posenc_cli.errors import InputError, MachineError
from posenc_cli.files import filled, filled_child, guarded
from posenc_cli.files.decoding import read_bytes
from posenc_cli.files.guarded import PATIENCE, Guarded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

VALUES = {"pe2_d1": "0.909", "pe2_d2": "−0,416", "_name": "Zoë 日本", "empty": ""}


def form(values: dict[str, str] | None = None, **more: object) -> bytes:
    """A PDF with fields; ``more`` is for saving it."""
    pdf = pikepdf.new()
    pdf.add_blank_page()
    fields = []
    for name, value in (VALUES if values is None else values).items():
        about = {"/FT": pikepdf.Name.Tx, "/T": name} | ({"/V": pikepdf.String(value)} if value else {})
        fields.append(pdf.make_indirect(pikepdf.Dictionary(about)))
    pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array(fields))
    stream = io.BytesIO()
    pdf.save(stream, **more)  # type: ignore[arg-type]
    return stream.getvalue()


def raw(*objects: bytes, root: str = "1 0 R") -> bytes:
    """A PDF of objects as they stand here, numbered from 1."""
    data, places = b"%PDF-1.7\n", []
    for number, each in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = f"trailer\n<</Size {len(places) + 1}/Root {root}>>\nstartxref\n{len(data)}\n%%EOF".encode()
    return data + b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(places) + 1, table) + end


#: Memory of this process, and of those that it started.
WHOSE = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
PAGES = b"<</Type/Pages/Kids[]/Count 0>>"


def bomb() -> bytes:
    """A file of some kilobytes whose one stream of objects is two gigabytes long."""
    pack = zlib.compressobj(9)
    head = pack.compress(b"3 0 ") + pack.flush(zlib.Z_FULL_FLUSH)
    # Packed on its own, so that it can be there as often as one likes.
    blanks = pack.compress(bytes(2**24)) + pack.flush(zlib.Z_FULL_FLUSH)
    content = head + blanks * 128 + pack.flush()
    stream = b"<</Type/ObjStm/N 1/First 4/Length %d/Filter/FlateDecode>>stream\n" % len(content) + content
    data = raw(b"<</Type/Catalog/Pages 2 0 R/AcroForm 3 0 R>>", PAGES, b"null", stream + b"\nendstream")
    # The third object is said to lie in that stream.
    places = [int(found[1]) for found in re.finditer(rb"^(\d{10}) 00000 n", data, re.MULTILINE)]
    entries = [(0, 0, 65535), *((1, place, 0) for place in places)]
    entries[3] = (2, 4, 0)
    start = data.index(b"xref\n")
    table = b"".join(
        kind.to_bytes(1, "big") + place.to_bytes(4, "big") + n.to_bytes(2, "big") for kind, place, n in entries
    )
    about = b"<</Type/XRef/W[1 4 2]/Size 5/Root 1 0 R/Length %d>>stream\n" % len(table)
    return data[:start] + b"5 0 obj\n" + about + table + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF" % start


def looped() -> bytes:
    """A field that is its own kid, beside a good one."""
    return raw(
        b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[3 0 R 4 0 R]>>>>",
        PAGES,
        b"<</T(loop)/Kids[3 0 R 3 0 R]>>",
        b"<</FT/Tx/T(good)/V(1)>>",
    )


def nested(depth: int) -> bytes:
    """Fields in fields."""
    kids = [b"<</T(a%d)/Kids[%d 0 R]>>" % (n, n + 4) for n in range(depth)]
    return raw(b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[3 0 R]>>>>", PAGES, *kids, b"<</T(last)/V(1)>>")


def many(count: int, each: bytes = b"/V(1)") -> bytes:
    """So many fields."""
    fields = b"".join(b"<</T(f%d)%s>>" % (n, each) for n in range(count))
    return raw(b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[" + fields + b"]>>>>", PAGES)


@pytest.fixture
def put(tmp_path: Path) -> Callable[..., Path]:
    """Write a file."""

    def write(data: bytes, name: str = "a.pdf") -> Path:
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return write


def fields_of(paths: Sequence[Path], *, patience: float = PATIENCE) -> list[Mapping[str, str] | InputError]:
    """What one process says about files, one after the other."""
    found: list[Mapping[str, str] | InputError] = []
    with Guarded(patience) as process:
        for path in paths:
            try:
                found.append(filled.fields_of(read_bytes(path), path=path, guarded=process))
            except InputError as error:
                found.append(error)
    return found


def said(path: Path) -> str:
    """Why a file is not read."""
    (found,) = fields_of([path])
    assert isinstance(found, InputError)
    assert found.values["path"] == path
    return found.key


def test_values_come_back_as_they_were_written(put: Callable[..., Path]) -> None:
    """Whatever signs they have; a field that nobody filled is empty; the order is that of the file."""
    (found,) = fields_of([put(form())])
    assert found == VALUES
    assert list(found) == list(VALUES)


def test_a_field_gives_its_name_to_what_it_consists_of(put: Callable[..., Path]) -> None:
    """Some programs put the place on the page into a kid of the field."""
    data = raw(
        b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[3 0 R]>>>>",
        PAGES,
        b"<</T(dot)/V(0.5)/Kids[4 0 R]>>",
        b"<</F 4>>",
    )
    assert fields_of([put(data)]) == [{"dot": "0.5"}]


FORM = b"<</Type/Catalog/Pages 2 0 R/AcroForm<</NeedAppearances true/Fields[3 0 R]>>>>"
LOST = b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>"


def updated(data: bytes, number: int, written: bytes) -> bytes:
    """Saved as Acrobat and browsers do it: the field once more behind the end, and the old one as it was."""
    place, before = len(data), int(data.rpartition(b"startxref\n")[2].split()[0])
    data += b"%d 0 obj\n%s\nendobj\n" % (number, written)
    table = b"xref\n%d 1\n%010d 00000 n \ntrailer\n<</Size 9/Root 1 0 R/Prev %d>>\n" % (number, place, before)
    return data + table + b"startxref\n%d\n%%%%EOF" % len(data)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(raw(FORM, PAGES, b"<</FT/Tx/T(dot)/V/-0,728>>"), id="a name"),
        pytest.param(raw(FORM, PAGES, b"<</FT/Tx/T(dot)/V<FEFF002D0030002C003700320038>>>"), id="UTF-16"),
        pytest.param(raw(FORM, PAGES, b"<</FT/Tx/T<FEFF0064006F0074>/V(-0,728)>>"), id="the name in UTF-16"),
        pytest.param(
            raw(FORM, PAGES, b"<</T(dot)/Kids[4 0 R]>>", b"<</FT/Tx/V(-0,728)/T(dot)/Parent 3 0 R>>"), id="kid"
        ),
        pytest.param(updated(raw(FORM, PAGES, b"<</FT/Tx/T(dot)>>"), 3, b"<</FT/Tx/T(dot)/V(-0,728)>>"), id="update"),
        pytest.param(
            raw(
                *LOST,
                b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[4 0 R]>>",
                b"<</Subtype/Widget/FT/Tx/T(dot)/V(-0,728)>>",
            ),
            id="the list of fields is lost",
        ),
    ],
)
def test_every_way_to_write_a_value_is_read(put: Callable[..., Path], data: bytes) -> None:
    """Acrobat, browsers, phones and programs that put PDFs together."""
    assert fields_of([put(data)]) == [{"dot": "-0,728"}]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "files.empty"),
        (b"Name;pe2_d1\nAda;0.9\n", "files.no-pdf"),
        (b"<html></html>" * 200, "files.no-pdf"),
        (b"\xff\xd8\xff\xe0" + bytes(3000), "files.no-pdf"),
        (b"%PDF-1.7\n" + bytes(3000), "files.pdf-broken"),
        (form()[:200], "files.pdf-broken"),
        (form({}), "files.pdf-no-fields"),
        (raw(b"<</Type/Catalog/Pages 2 0 R/AcroForm null>>", PAGES), "files.pdf-no-fields"),
        (raw(b"<</Type/Catalog/Pages 2 0 R/AcroForm 7>>", PAGES), "files.pdf-broken"),
        (form(encryption=pikepdf.Encryption(owner="o", user="u")), "files.pdf-locked"),
        (many(3000), "files.pdf-too-large"),
        (nested(12), "files.pdf-too-large"),
        (many(30, b"/Kids[" + (b"<</Kids[" + b"<<>>" * 10 + b"]>>") * 10 + b"]"), "files.pdf-too-large"),
    ],
    ids=[
        "empty",
        "table",
        "page",
        "photo",
        "noise",
        "half",
        "none",
        "null",
        "number",
        "locked",
        "many",
        "deep",
        "wide",
    ],
)
def test_what_cannot_be_read_is_said(put: Callable[..., Path], data: bytes, key: str) -> None:
    """Every fault has its own sentence."""
    assert said(put(data)) == key


def test_files_that_only_look_bad_are_read(put: Callable[..., Path]) -> None:
    """Noise before the mark, a lost table at the end, a password for changes only, a field in itself."""
    noisy = put(b"From: mail\n" + form(), "noisy.pdf")
    lost = put(re.sub(rb"startxref\s+\d+", b"startxref\n99999", form()), "lost.pdf")
    owned = put(form(encryption=pikepdf.Encryption(owner="o", user="")), "owned.pdf")
    assert fields_of([noisy, lost, owned]) == [VALUES] * 3
    assert fields_of([put(looped())]) == [{"loop": "", "good": "1"}]


def test_names_and_values_are_held_to_what_a_sheet_has(put: Callable[..., Path]) -> None:
    """Odd names are passed over, what is far too long is cut, and what is no text is none."""
    long = {"a" * 65: "1", "a.b": "1", "a b": "1", "ok": "9" * 5000, "_sheet": "P" * 5000}
    assert fields_of([put(form(long))]) == [{"ok": "9" * 1000, "_sheet": "P" * 5000}]
    odd = raw(b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[<</T(a)/V 7>><</T(b)/V/Off>> 5 null(x)]>>>>", PAGES)
    assert fields_of([put(odd)]) == [{"a": "", "b": ""}]


@pytest.mark.slow
def test_a_bomb_costs_its_own_process_and_no_memory_of_ours(put: Callable[..., Path]) -> None:
    """Two gigabytes in some kilobytes: said within seconds; the files before and behind it are read."""
    data = bomb()
    assert len(data) < 3 * 2**20
    before, before_others = (resource.getrusage(whose).ru_maxrss for whose in WHOSE)
    start = time.monotonic()
    found = fields_of([put(form(), "1.pdf"), put(data, "2.pdf"), put(form(), "3.pdf")])
    assert time.monotonic() - start < 30
    assert (found[0], found[2]) == (VALUES, VALUES)
    assert isinstance(found[1], InputError)
    mine, others = (resource.getrusage(whose).ru_maxrss for whose in WHOSE)
    assert mine - before < 100 * 1024
    assert others <= max(before, before_others, 700 * 1024)  # Linux counts what we had for a process that we start


CHILD = """
import json, os, sys, time
while line := sys.stdin.buffer.readline():
    data = sys.stdin.buffer.read(json.loads(line)["size"])
    if b"crash" in data:
        os.kill(os.getpid(), 11)
    if b"torn" in data:
        print('{"fie', end="", flush=True); os._exit(1)
    if b"silent" in data:
        time.sleep(60)
    print(json.dumps({"fields": {"name": data[8:].decode()}}), flush=True)
"""


def test_the_process_may_die_or_fall_silent(
    put: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever ends it, the next one goes on behind the file that did."""
    child = tmp_path / "child.py"
    child.write_text(CHILD, encoding="utf-8")
    monkeypatch.setattr(guarded, "_CHILD", child)
    names = ["a", "crash", "b", "silent", "torn", "crash2", "c"]
    start = time.monotonic()
    found = fields_of([put(b"%PDF-1.7" + name.encode(), f"{name}.pdf") for name in names], patience=3)
    assert time.monotonic() - start < 20
    good = [one["name"] if isinstance(one, dict) else None for one in found]
    assert good == ["a", None, "b", None, None, None, "c"]
    assert [one.key for one in found if isinstance(one, InputError)] == ["files.pdf-broken"] * 4


def test_without_the_library_that_is_said(
    put: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No fault of a file."""
    child = tmp_path / "child.py"
    child.write_text('print(\'{"error": "no-library"}\')', encoding="utf-8")
    monkeypatch.setattr(guarded, "_CHILD", child)
    with pytest.raises(MachineError) as caught:
        fields_of([put(form())])
    assert caught.value.key == "files.pdf-no-library"


def test_what_is_no_file_is_said_as_of_any_file(tmp_path: Path) -> None:
    """A folder, and nothing."""
    found = fields_of([tmp_path, tmp_path / "none.pdf"])
    assert [one.key for one in found if isinstance(one, InputError)] == ["files.is-folder", "files.not-found"]
    assert fields_of([]) == []


def test_the_same_file_twice_is_read_twice(put: Callable[..., Path]) -> None:
    """Every place in the list has its answer."""
    path = put(form())
    assert fields_of([path, path]) == [VALUES, VALUES]


def test_the_child_answers_in_this_process_too() -> None:
    """What it says about a file is what is read from it: fields, or the end of a key."""
    assert filled_child.answer(form()) == {"fields": VALUES}
    assert filled_child.answer(form({})) == {"error": "no-fields", "title": ""}


def test_a_class_is_read_in_a_moment(put: Callable[..., Path]) -> None:
    """Thirty files of sixty fields take one process, not thirty."""
    data = form({f"f{n}": f"0.{n:03}" for n in range(60)})
    paths = [put(data, f"{n}.pdf") for n in range(30)]
    start = time.monotonic()
    found = fields_of(paths)
    assert time.monotonic() - start < 10
    assert {len(one) for one in found if isinstance(one, dict)} == {60}
