"""The explorer page as a file: what stands in it, and that it asks for nothing."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.i18n import LANGUAGES, lookup
from posenc_cli.render._templates import templates_folder
from posenc_cli.render.explorable import AXES, SHOWN, Shown, explorable
from posenc_cli.render.explorer import SCRIPTS, explorer_html
from tests.render.test_interactive import ASKING

if TYPE_CHECKING:
    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.i18n import Language

LIMIT = 300_000


@cache
def page(language: Language = "en") -> str:
    """The page."""
    return explorer_html(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_one_small_file_that_asks_for_nothing(language: Language) -> None:
    """Less than 300 KB, no address but a name space, a language, and a policy that holds the scripts it has."""
    whole = page(language)
    assert len(whole.encode()) < LIMIT
    assert f'<html lang="{language}">' in whole
    assert lookup(language, "explore.page.intro") in whole
    assert not ASKING.search(whole.replace('href="#', ""))
    assert set(re.findall(r"https?://[^\"']+", whole)) == {"http://www.w3.org/2000/svg"}
    scripts = re.findall(r"<script>(.*?)</script>", whole, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in scripts]
    assert len(hashes) == len(SCRIPTS)
    assert re.findall(r"sha256-([^'&]+)", whole) == hashes


def test_every_text_is_used_and_there() -> None:
    """What template and scripts ask for stands in the catalogue, and nothing in it is idle."""
    folder = templates_folder()
    source = (folder / "explorer.html.j2").read_text(encoding="utf-8")
    source += "".join((folder / "script" / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)
    texts = lookup("en", "explore.page")
    asked = set(re.findall(r"data-[tl]=\"([\w-]+)\"|(?<!\w)text\(\"([\w-]+)\"", source))
    assert {key for pair in asked for key in pair if key} <= texts.keys()
    data = explorable()
    built = {f"value-{one['name']}" for each in data["encodings"] for one in each["results"]}
    built |= {one["name"] for each in data["encodings"] for one in each["choices"]}
    built |= {f"at-{each['axis']}" for each in data["encodings"]} | {"word-1", "word-2", "classic", "safe", "grey"}
    assert built <= texts.keys()
    assert {key for key in texts.keys() - built if f'"{key}"' not in source} == set()


def test_a_word_in_the_data_ends_nothing() -> None:
    """The data are JSON in which no sign closes their element."""
    found = re.search(r'<script type="application/json" id="posenc-data">(.*?)</script>', page(), re.DOTALL)
    assert found
    assert "<" not in found[1]
    assert json.loads(found[1])["texts"].keys() == set(LANGUAGES)


def constants(scheme: Scheme, rows: int) -> dict[str, Any]:
    """The leaves that travel as they are, of those that rules read."""
    given = scheme.given(np.arange(rows))
    return {name: np.asarray(value).tolist() for name, value in given.items() if name in scheme.formula.names - AXES}


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: shown.name)
def test_what_travels_as_constant_is_one(shown: Shown) -> None:
    """No leaf but those that the page makes itself depends on width or positions."""
    for _, scheme in shown.forms():
        assert constants(scheme, 2) == constants(shown.scheme(scheme.chosen, 64), shown.rows)
