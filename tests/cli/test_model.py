"""``posenc table --model``: what a configuration says, in words and numbers, in every format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted((ROOT / "samples" / "models").glob("*.json"))


def path(name: str) -> str:
    """A sample."""
    return str(ROOT / "samples" / "models" / f"{name}.json")


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_every_sample_in_words_and_numbers(sample: Path, posenc: Callable[..., Any]) -> None:
    """Sentences before the table, nothing on the error channel; JSON is the table with the sentences beside."""
    shown = posenc("table", "--model", str(sample), "--n", "2", "--lang", "en").out
    assert shown.startswith("Found in the configuration (model type ")
    document = json.loads(posenc("table", "--model", str(sample), "--n", "2", "-f", "json", "--lang", "de").out)
    assert document["schema"] == "posenc.table/1"
    assert document["model"]["found"][0]["said"]
    assert document["model"]["unknown"] == []


@pytest.mark.parametrize(
    ("name", "file", "case"),
    [
        ("llama-3.1-8b", "rope_llama3", "llama3.1_8b"),
        ("qwen2.5-7b-yarn", "rope_yarn", "qwen2.5_7b"),
        ("deepseek-v3", "rope_yarn", "deepseek_v3"),
        ("gpt-oss-20b", "rope_yarn", "gpt_oss"),
        ("phi-3-mini-128k", "rope_longrope", "short_d96"),
        ("phi-3-mini-128k", "rope_longrope", "long_d96"),
    ],
)
def test_the_command_gives_the_frequencies_of_transformers(
    name: str, file: str, case: str, posenc: Callable[..., Any]
) -> None:
    """inv_freq and attention_factor as the reference has them, at the length that the positions make."""
    cases = json.loads((ROOT / "tests" / "reference" / f"{file}.json").read_text(encoding="utf-8"))
    expected = next(each for each in cases if each["case"] == case)
    last = str(expected["params"].get("seq_len", 1) - 1)
    found = json.loads(posenc("table", "--model", path(name), "--pos", last, "-f", "json").out)
    assert found["inv_freq"] == pytest.approx(expected["expected"], rel=expected["rtol"])
    assert found["attention_factor"] == pytest.approx(expected["expected_attention_factor"], rel=1e-12)


def test_several_encodings_stand_side_by_side(posenc: Callable[..., Any]) -> None:
    """The main one at the top, the others below it; --part chooses one."""
    found = json.loads(posenc("table", "--model", path("smollm3-3b"), "-f", "json").out)
    assert (found["part"], [each["part"] for each in found["others"]]) == ("rope", ["nope"])
    assert found["model"]["found"][1]["layers"] == list(range(3, 36, 4))
    alone = json.loads(posenc("table", "--model", path("smollm3-3b"), "--part", "nope", "-f", "json").out)
    assert alone["encoding"] == "nope"
    assert "others" not in alone


def test_arrays_of_several_encodings_have_the_part_in_their_name(posenc: Callable[..., Any], tmp_path: Path) -> None:
    """The sentences go to the error channel, for a file of arrays holds none."""
    ran = posenc("table", "--model", path("t5-small"), "--n", "3", "-o", "t5.npz", "--lang", "en", quiet=False)
    assert "both directions with 32 buckets" in ran.err
    with np.load(tmp_path / "t5.npz") as arrays:
        assert {"bias", "buckets", "decoder.bias", "decoder.buckets"} <= set(arrays)
        assert arrays["decoder.buckets"].tolist() == [[0, 0, 0], [1, 0, 0], [2, 1, 0]]


def test_a_report_in_markdown_and_arrays_with_their_story(posenc: Callable[..., Any], tmp_path: Path) -> None:
    """Lists under headings; a file of tensors holds the traps as metadata."""
    shown = posenc("table", "--model", path("smollm3-3b"), "--n", "2", "-f", "md", "--lang", "en").out
    assert "## How" not in shown, "there is nothing to say about how it was read"
    assert "## What goes wrong elsewhere\n\n- Pairs lie" in shown
    assert "\n## nope\n" in shown
    posenc("table", "--model", path("bloom-176b"), "--n", "2", "-o", "x.safetensors", "--lang", "en", quiet=False)
    assert b"64 slopes as for 64 heads" in (tmp_path / "x.safetensors").read_bytes()


def test_a_parameter_can_be_said_otherwise(posenc: Callable[..., Any]) -> None:
    """-p wins over the file, by any name; what the sentences promise about yarn-paper and layout works."""
    asked = ("table", "--model", path("qwen2.5-7b-yarn"), "-f", "json", "--n", "1")
    code = json.loads(posenc(*asked).out)["inv_freq"]
    paper = json.loads(posenc(*asked, "-p", "scaling=yarn-paper", "-p", "layout=interleaved").out)
    assert paper["inv_freq"][32] / code[32] == pytest.approx(0.352 / 0.603, rel=2e-3)
    assert paper["conventions"]["layout"] == "interleaved"
    assert json.loads(posenc(*asked, "-p", "rope_theta=10000").out)["conventions"]["theta"] == 10000


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--model", "none.json"), "There is no file none.json; check its name and its folder."),
        (("--model", path("t5-small"), "-e", "rope"), "--model and --encoding exclude each other; give one of them."),
        (("--model", path("t5-small"), "--d", "4"), "--model and --d exclude each other; give one of them."),
        (("--part", "encoder"), "--part chooses one encoding of a model; name the model with --model."),
        (("--model", path("t5-small"), "--part", "x"), "The model has no part x; it has encoder, decoder."),
        (
            ("--model", path("t5-small"), "-f", "csv"),
            "A csv file holds one table and the model has several; choose one with --part: encoder, decoder.",
        ),
        (
            ("--model", "list.json"),
            "A model's configuration is a JSON object with names and values; this file holds something else.",
        ),
        (
            ("--model", "nan.json"),
            "NaN at rope_theta in nan.json is not a finite number; write a number such as 12.5.",
        ),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(
    arguments: tuple[str, ...], sentence: str, posenc: Callable[..., Any], tmp_path: Path
) -> None:
    """Exit code 2, one line, nothing on the output."""
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    (tmp_path / "nan.json").write_text('{"model_type": "llama", "rope_theta": NaN}', encoding="utf-8")
    assert posenc("table", *arguments, "--lang", "en", code=2).error == sentence


def test_what_a_precision_loses_of_a_model(posenc: Callable[..., Any]) -> None:
    """--error goes with --model."""
    ran = posenc("table", "--model", path("llama-3.1-8b"), "--pos", "131071", "--error", "--lang", "en", quiet=False)
    assert "131071" in ran.out
    assert "llama3" in ran.err
    error = posenc("table", "--model", path("llama-3.1-8b"), "--error", "-f", "npz", code=2).error
    assert "--error" in error


def test_without_a_model_nothing_changes(posenc: Callable[..., Any]) -> None:
    """The other way through the same command."""
    assert json.loads(posenc("table", "--n", "1", "-f", "json").out)["encoding"] == "sinusoidal"
