"""posenc encodings: every record has every text in both languages, and the costs are counted right."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from posenc_cli.encodings import ENCODINGS
from posenc_cli.i18n import LANGUAGES, Language, catalogue, lookup
from posenc_cli.render.known import ALL, ONE, TEXTS, source, told, traps, unit
from posenc_cli.render.named import choice_text
from posenc_cli.render.style import Screen, Style

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Ran

    Run = Callable[..., Ran]

#: What the texts on the subject say who uses what.
USERS = {
    "rope": ("Llama", "PaLM", "GPT-NeoX"),
    "alibi": ("BLOOM", "MPT"),
    "learned": ("BERT", "GPT-2"),
    "t5": ("T5",),
    "transformer-xl": ("Transformer-XL", "XLNet"),
    "sinusoidal": ("Transformer (2017)",),
}
_SUM = re.compile(r"((?:\d[\d.,]*\d|\d)(?: [·+] (?:\d[\d.,]*\d|\d))+) = (\d[\d.,]*\d)")
_REST = {"units", "kinds", "of-kind", "heads"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ENCODINGS)
def test_every_record_has_every_text(name: str, language: Language) -> None:
    """Title, models, training, reach, cost, choice, formula, traps, each choice and unit, in both languages."""
    record = ENCODINGS[name]
    own = catalogue(language, "encodings")[name]
    assert set(own) - {"choices"} == set(TEXTS)
    assert all(told(record, text, language).strip() for text in TEXTS if text != "traps")
    assert len(traps(record, language)) >= 2
    for convention in record.conventions:
        for choice in convention.choices:
            assert choice_text(language, name, convention.name, choice) != f"{convention.name} {choice}"
    for parameter in record.parameters:
        assert unit(parameter, language) or not parameter.unit
    told_of = {(key, choice) for key, choices in own.get("choices", {}).items() for choice in choices}
    assert told_of <= {(each.name, choice) for each in record.conventions for choice in each.choices}


@pytest.mark.parametrize("name", ENCODINGS)
def test_rules_are_told_with_their_names(posenc: Callable[..., Ran], name: str) -> None:
    """Whoever writes a worksheet sees which quantities there are; in German the source is in German."""
    said = posenc("encodings", name, "--lang", "de", quiet=False).out
    assert all(f"  – {rule.name} = " in said for rule in ENCODINGS[name].formula.rules)
    assert not re.search(r"\b(sections?|equations?|appendix)\b", source(ENCODINGS[name], "de"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_about_nothing(language: Language) -> None:
    """Every table of the catalogue is a record or one of the lists; every unit is used."""
    assert set(catalogue(language, "encodings")) - _REST == set(ENCODINGS)
    used = {parameter.unit for record in ENCODINGS.values() for parameter in record.parameters}
    assert set(lookup(language, "encodings.units")) == used - {""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_costs_are_counted_right(language: Language) -> None:
    """Every product and sum in a cost is what stands behind it."""
    checked = 0
    for record in ENCODINGS.values():
        for left, right in _SUM.findall(told(record, "cost", language)):
            plain = re.sub(r"(?<=\d)[.,](?=\d{3})", "", left).replace("·", "*")
            terms = [[int(factor) for factor in term.split("*")] for term in plain.split("+")]
            total = 0
            for term in terms:
                product = 1
                for factor in term:
                    product *= factor
                total += product
            assert total == int(re.sub(r"[.,]", "", right)), record.name
            checked += 1
    assert checked >= 14


@pytest.mark.parametrize("language", LANGUAGES)
def test_models_are_named(posenc: Run, language: Language) -> None:
    """The list names the models that people have heard of."""
    found = json.loads(posenc("encodings", "-f", "json", "--lang", language).out)
    assert found["schema"] == "posenc.encodings/1"
    by_name = {each["name"]: each for each in found["encodings"]}
    assert set(by_name) == set(ENCODINGS)
    assert next(iter(by_name)) == "sinusoidal"
    for name, models in USERS.items():
        assert all(model in by_name[name]["used_by"] for model in models)
    assert set(by_name["rope"]) == {"name", "kind", "title", "used_by", "trained", "extrapolates", "cost", "choose"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_for_people(posenc: Run, language: Language) -> None:
    """Each encoding with a line for each fact, no line wider than 80."""
    out = posenc("encodings", "--lang", language).out
    assert max(map(len, out.splitlines())) <= 80
    assert all(f"\n\n{name} – " in f"\n\n{out}" for name in ENCODINGS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ENCODINGS)
def test_one_in_full(posenc: Run, name: str, language: Language) -> None:
    """Formula, parameters with defaults and other names, conventions, traps and source, for people and programs."""
    record = ENCODINGS[name]
    out = " ".join(posenc("encodings", name, "--lang", language).out.split())
    found = json.loads(posenc("encodings", name, "-f", "json", "--lang", language).out)
    for trap in traps(record, language):
        assert trap in out
    for parameter in record.parameters:
        assert f"– {parameter.name}: " in out
        assert all(other in out for other in parameter.also)
    assert [each["name"] for each in found["parameters"]] == [each.name for each in record.parameters]
    assert {each["name"]: list(each["choices"]) for each in found["conventions"]} == {
        each.name: list(each.choices) for each in record.conventions
    }
    assert found["source"] == record.source
    assert found["rules"][record.formula.rules[-1].name] == record.formula.rules[-1].expression.text


def test_an_unknown_one(posenc: Run) -> None:
    """The nearest names are said."""
    assert "rope" in posenc("encodings", "ropes", code=2).error


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_screen_is_wide_enough(language: Language) -> None:
    """At 40 columns texts stand below their headings, and no line goes on behind the edge."""
    style = Style(language, screen=Screen(width=40))
    texts = [ALL["text"](list(ENCODINGS.values()), style), *(ONE["text"](each, style) for each in ENCODINGS.values())]
    lines = [line for told_of in texts for line in str(told_of).splitlines()]
    assert [line for line in lines if len(line) > 40] == []
    assert max(len(line) - len(line.lstrip()) for line in lines) <= 6
