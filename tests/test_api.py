"""``import posenc_cli as posenc``: what people call from Python."""

from __future__ import annotations

import inspect
import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import posenc_cli as posenc
from posenc_cli.cli import main
from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.precision import known

if TYPE_CHECKING:
    from pathlib import Path

    from posenc_cli.i18n import Language


class OfTorch:
    """How torch.float32 says its name."""

    def __str__(self) -> str:
        return "torch.float32"


def test_names_are_there_and_documented() -> None:
    """These names and no others are promised to people; each has a docstring, and dir() shows them."""
    promised = {"EncodingError", "Explanation", "assert_matches", "diagnose", "explain", "fill", "table"}
    assert set(dir(posenc)) == set(posenc.__all__) == {*promised, "__version__"}
    for name in promised:
        assert inspect.getdoc(getattr(posenc, name))
    with pytest.raises(AttributeError, match="tabel"):
        posenc.tabel  # noqa: B018


def test_table_of_the_paper() -> None:
    """Rows of d = 4 as everybody computes them first."""
    found = posenc.table(d=4, n=3)
    assert found["values"][1] == pytest.approx([0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004], abs=1e-10)
    assert found.positions.tolist() == [0, 1, 2]


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_encoding(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Table and explanation are those of the command line."""
    assert main(["table", "-e", name, "-f", "json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    found = posenc.table(name)
    for key, values in found.arrays.items():
        shown = np.array(told[key], dtype=np.float64)
        assert np.array_equal(np.where(np.isneginf(values), np.nan, values), shown, equal_nan=True)
    assert main(["explain", "-e", name, "-f", "json"]) == 0
    assert posenc.explain(name).document() == json.loads(capsys.readouterr().out)


def test_a_table_is_a_mapping_of_its_arrays() -> None:
    """It has names, goes where mappings go, and a wrong name is answered with those that are there."""
    found = posenc.table("rope", d=4, n=3)
    names = ["inv_freq", "attention_factor", "angles", "cos", "sin"]
    assert list(found) == list({**found}) == names
    assert len(found) == len(names)
    assert "cos" in found
    assert "values" not in found
    with pytest.raises(KeyError, match="rope has no array values; it has inv_freq, attention_factor, angles"):
        found["values"]
    assert found != posenc.table("rope", d=4, n=3)
    assert len({found, found}) == 1


def test_a_table_says_in_a_line_what_it_holds() -> None:
    """Its numbers do not fill the screen, nor do the rules of the encoding."""
    shown = "<rope, d = 4, positions 5 to 7, float32: inv_freq (2,), attention_factor (), angles (3, 2), cos (3, 2)"
    assert repr(posenc.table("rope", d=4, n=3, first_pos=5, dtype="float32")).startswith(shown)
    assert repr(posenc.table(positions=[])) == "<sinusoidal, d = 4, positions none, float64: values (0, 4)>"
    assert repr(posenc.table().scheme).startswith("Scheme(encoding=<sinusoidal>, d=4, parameters={'base': 10000},")


def test_numpy_takes_the_array_that_says_it_all() -> None:
    """A table of several arrays is refused in a sentence, and never becomes an array of objects."""
    found = posenc.table(d=4, n=3)
    assert np.shares_memory(np.asarray(found), found["values"])
    assert not np.shares_memory(np.array(found), found["values"])
    assert np.array_equal(np.ones((3, 4)) + found, 1 + found["values"])
    assert np.asarray(found, dtype=np.float32).dtype == np.float32
    assert np.array_equal(np.asarray(posenc.table("alibi", n=3)), posenc.table("alibi", n=3)["bias"])
    assert posenc.diagnose(posenc.table(n=20)).right
    with pytest.raises(TypeError, match="rope has several arrays; take one of them by name: inv_freq"):
        np.asarray(posenc.table("rope"))


def test_a_diagnosis_says_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Printed it is what posenc check says of a file of that name."""
    wrong = np.sin(np.arange(80.0)).reshape(20, 4)
    np.save(tmp_path / "mine.npy", wrong)
    assert main(["check", str(tmp_path / "mine.npy")]) == 1
    found = posenc.diagnose(wrong, name="mine.npy")
    assert f"{found}\n" == capsys.readouterr().out
    assert "verdict='unknown'" in repr(found)
    assert str(posenc.diagnose(wrong)).startswith("array: ")


def test_positions_and_precision() -> None:
    """Any positions, cast last; bfloat16 numbers come as float32."""
    found = posenc.table("rope", d=8, positions=[5, 131071], theta=500000, dtype="bfloat16")
    assert found["cos"].dtype == np.float32
    exact = posenc.table("rope", d=8, positions=[5, 131071], theta=500000)["cos"]
    assert np.max(np.abs(exact - found["cos"])) <= 2.0**-9
    assert posenc.table(n=2, first_pos=7).positions.tolist() == [7, 8]
    assert posenc.table(positions=[]).arrays["values"].shape == (0, 4)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"encoding": "roper"}, "rope"),
        ({"encoding": "rope", "thetta": 5}, "theta"),
        ({"encoding": "rope", "d": 3}, "3"),
        ({"positions": [0.5]}, "whole"),
        ({"positions": [[0]]}, "whole"),
        ({"positions": [-1]}, "0"),
        ({"positions": [float("nan")]}, "whole"),
        ({"n": 3, "positions": [0]}, "one of them"),
        ({"dtype": "float8"}, "float16"),
        ({"d": 0}, "0"),
        ({"n": True}, "n is True"),
        ({"base": float("inf")}, "finite values and not inf"),
        ({"n": 0, "d": 10**9}, "cells"),
        ({"encoding": "learned", "table": [[1.0], [2.0, 3.0]]}, "table"),
    ],
)
def test_errors_say_what_would_work(arguments: dict[str, Any], said: str) -> None:
    """A ValueError with a sentence, in English."""
    with pytest.raises(posenc.EncodingError, match=said) as error:
        posenc.table(**arguments)
    assert isinstance(error.value, ValueError)


@pytest.mark.parametrize(("language", "angle"), [("en", "angle"), ("de", "Winkel")])
def test_explanations_are_texts(language: Language, angle: str) -> None:
    """Printed in either language, with as many decimals as asked."""
    found = posenc.explain("rope", d=4, pos=3, columns=[2])
    assert angle in found.text(language)
    assert str(found) == repr(found) == found.text("en")
    assert ("0.99955" if language == "en" else "0,99955") in found.text(language, 5)


@pytest.mark.parametrize("encoding", ["sinusoidal", "rope"])
@pytest.mark.parametrize("column", [-1, 4])
def test_a_column_that_is_not_there_is_refused(encoding: str, column: int) -> None:
    """The message says which one, and which is the last."""
    with pytest.raises(posenc.EncodingError, match=rf"{column}.* 3"):
        posenc.explain(encoding, d=4, columns=[0, column])


def test_shift_is_explained() -> None:
    """The rotation by three positions."""
    found = posenc.explain("sinusoidal", d=4, pos=2, shift=3).document()
    assert found["pairs"][0]["by_hand"] == pytest.approx(found["pairs"][0]["after"], abs=1e-15)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"pos": 1.5}, r"Position 1\.5 is out of reach"),
        ({"pos": True}, "Position True is out of reach"),
        ({"pos": float("nan")}, "Position nan is out of reach"),
        ({"pos": 10**30}, "is out of reach"),
        ({"encoding": "rope", "pos": 1.5}, r"Position 1\.5 is out of reach"),
        ({"encoding": "alibi", "pos": "3", "key": 1}, "Position '3' is out of reach"),
        ({"encoding": "alibi", "key": 1.5}, r"Position 1\.5 is out of reach"),
        ({"encoding": "alibi", "head": 1.5}, r"no head 1\.5"),
        ({"columns": [1.0]}, r"no column 1\.0"),
        ({"columns": [0, True]}, "no column True"),
        ({"encoding": "rope", "columns": "ab"}, "no column 'ab'"),
        ({"shift": 0.5}, r"The shift is 0\.5"),
        ({"shift": 10**30}, "is out of reach"),
        ({"d": True}, "The width d is True"),
    ],
)
def test_no_half_position_is_explained(arguments: dict[str, Any], said: str) -> None:
    """What is no whole number is refused in a sentence, never cut off."""
    with pytest.raises(posenc.EncodingError, match=said):
        posenc.explain(**arguments)


def test_whole_numbers_of_numpy_are_explained() -> None:
    """They are said as Python's are."""
    asked: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"pos": np.int64(5), "key": np.int32(3), "head": np.uint8(2)}, {"pos": 5, "key": 3, "head": 2}),
        ({"pos": np.int64(5), "columns": np.array([1, 2])}, {"pos": 5, "columns": [1, 2]}),
        ({"shift": np.int64(2)}, {"shift": 2}),
    ]
    for (of_numpy, plain), encoding in zip(asked, ("alibi", "rope", "sinusoidal"), strict=True):
        assert str(posenc.explain(encoding, **of_numpy)) == str(posenc.explain(encoding, **plain))


@pytest.mark.parametrize(
    ("asked", "said"),
    [(("fr", None), "de, en"), (("en", -1), "-1 decimals.* 0 to 15"), (("en", 16), "16 dec"), (("de", 1.5), r"1\.5 d")],
)
def test_an_unknown_language_or_number_of_decimals_is_refused(asked: tuple[Any, Any], said: str) -> None:
    """The message says which there are."""
    with pytest.raises(posenc.EncodingError, match=said):
        posenc.explain().text(*asked)


def test_bias_of_one_head() -> None:
    """Query, key and head are arguments."""
    assert "−0.5" in str(posenc.explain("alibi", pos=5, key=3, head=2))


@pytest.mark.parametrize(
    ("dtype", "wanted"),
    [
        *((each, np.float32) for each in (np.float32, np.dtype("float32"), "float32", OfTorch(), "f4", "=f4", "f")),
        *((each, np.float32) for each in ("single", "torch.float", np.single)),
        *((each, np.float64) for each in (float, "float", "double", "torch.double", "d", np.float64)),
        *((each, np.float16) for each in ("half", np.half, "torch.half", "e", "f2")),
    ],
)
def test_a_precision_is_named_as_libraries_name_it(dtype: Any, wanted: type) -> None:  # noqa: ANN401  (each its own)
    """By its type, by numpy's object for it, or as text, also by a short one."""
    assert posenc.table(n=3, dtype=dtype)["values"].dtype == wanted


@pytest.mark.parametrize(
    "dtype",
    [
        None,
        int,
        "i4",
        "S",
        "f4,f4",
        [("a", "f4")],
        np.longdouble,
        "torch.int8",
        "torch.f4",
        4,
        np.dtype("f4").newbyteorder(),
    ],
)
def test_another_precision_or_byte_order_is_refused(dtype: Any) -> None:  # noqa: ANN401
    """What is none of the four is not taken for one; the message says which there are."""
    with pytest.raises(posenc.EncodingError, match="float64, float32, float16, bfloat16"):
        posenc.table(n=3, dtype=dtype)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_an_array_is_filled(dtype: str) -> None:
    """An array of one's own, here columns of a wider one, gets the numbers that a table has."""
    room = np.full((300, 9), 7, dtype)
    posenc.fill(room[:, :8], first_pos=5_000_000, base=500)
    table = posenc.table(d=8, n=300, first_pos=5_000_000, base=500, dtype=known(dtype))
    assert np.array_equal(room[:, :8], table["values"])
    assert (room[:, 8] == 7).all()


def test_what_cannot_be_filled_is_refused() -> None:
    """What is no array of two axes with floats, and an encoding that turns; the message says what would work."""
    masked = np.ma.masked_array(np.empty((3, 4)))
    for array in (np.empty((3, 4), np.int64), np.empty(4), np.empty((3, 0)), [[0.0]], None, masked):
        with pytest.raises(posenc.EncodingError, match=r"numpy\.empty\(\(rows, d\)"):
            posenc.fill(array)  # type: ignore[arg-type]
    for kept in (np.broadcast_to(0.0, (3, 4)), np.frombuffer(bytes(96)).reshape(3, 4)):
        with pytest.raises(posenc.EncodingError, match="read-only"):
            posenc.fill(kept)
    with pytest.raises(posenc.EncodingError, match="here 4; leave d out"):
        posenc.fill(np.empty((3, 4)), d=8)
    with pytest.raises(posenc.EncodingError, match='true or false and not "no"'):
        posenc.fill(np.empty((3, 4)), exact="no")  # type: ignore[arg-type]
    posenc.fill(np.empty((0, 4)), exact=np.True_)  # type: ignore[arg-type]
    with pytest.raises(posenc.EncodingError, match="rope"):
        posenc.fill(np.empty((3, 4)), "rope")


@pytest.mark.parametrize(
    "asked", [{"first_pos": "3"}, {"first_pos": None}, {"d": 4.5}, {"n": 2.5}, {"n": "3"}, {"n": -1}]
)
def test_what_is_no_whole_number_is_named(asked: dict[str, Any]) -> None:
    """In a sentence, and not as what Python makes of it."""
    with pytest.raises(posenc.EncodingError, match=rf"{re.escape(str(*asked.values()))}.*whole number"):
        posenc.table(**asked)


@pytest.mark.parametrize(
    "asked",
    [
        *({"positions": each} for each in ({1, 2}, iter("ab"), [None], [1, [2]], [2**70], "a", [[1]])),
        *({"first_pos": each} for each in (10**40, 10**14)),
        *({"encoding": each} for each in (None, 3, ["rope"], b"rope")),
        *({"base": each} for each in ("10000", 10**400, [1, 2], b"1")),
    ],
)
def test_what_is_nothing_of_the_kind_is_one_sentence(asked: dict[str, Any]) -> None:
    """Whatever somebody hands over, it is our own error and not one of what we stand on."""
    with pytest.raises(posenc.EncodingError):
        posenc.table(**{"encoding": "sinusoidal", **asked})
