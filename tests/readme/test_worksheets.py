"""The pages about worksheets of one's own leave nothing out."""

from __future__ import annotations

import pytest

from posenc_cli.worksheet.kinds import KINDS
from posenc_cli.worksheet.spec import BUILTIN_NAMES, FAMILIES, builtin_text
from tests.readme import keys, shown

PAGES = {"en": "docs/worksheets.md", "de": "docs/arbeitsblaetter.md"}


@pytest.mark.parametrize(("title", "name", "model"), keys.TABLES, ids=lambda one: one if isinstance(one, str) else "")
def test_every_key_is_explained(title: str, name: str, model: type) -> None:
    """A new key comes with its sentence in both languages, and no sentence stays behind."""
    known = [field.alias or each for each, field in model.model_fields.items()]  # type: ignore[attr-defined]
    assert sorted(keys.about()[name]) == sorted(known), title
    assert all(len(texts) == 2 for texts in keys.about()[name].values())


def test_every_kind_and_part_is_explained() -> None:
    """The same for kinds of exercises and what they can show."""
    assert sorted(keys.about()["kinds"]) == sorted(KINDS)
    parts = {name: list(texts) for name, texts in keys.about()["parts"].items()}
    assert parts == {name: list(kind.parts) for name, kind in KINDS.items() if kind.parts}


@pytest.mark.parametrize("language", PAGES)
def test_the_page_is_what_the_program_knows(language: str) -> None:
    """Each key, kind and part stands on the page, with its limits and what holds without it."""
    page = (shown.ROOT / PAGES[language]).read_text(encoding="utf-8")
    assert "\n".join(keys.lines(language)) in page
    assert "| `decimals` |" in page
    assert "(1 – 6) | `3` |" in page


@pytest.mark.parametrize("name", [name for name in BUILTIN_NAMES if name.removesuffix("-en") not in FAMILIES])
def test_built_in_worksheets_explain_their_keys(name: str) -> None:
    """Every key that a built-in worksheet uses has a comment in it: behind it, or above the exercises."""
    head, _, exercises = builtin_text(name).partition("\n[[exercise]]")
    settings = [line for line in head.split("[embeddings.table]")[0].splitlines() if " = " in line]
    comments = " ".join(line for line in head.splitlines() if line.startswith("#"))
    bare = {line.split(" = ")[0] for line in settings if "#" not in line}
    bare |= {line.split(" = ")[0] for line in exercises.splitlines() if " = " in line and line[0].isalpha()}
    assert len(settings) > 8
    assert {key for key in bare if f"{key} = " not in comments} == set()


@pytest.mark.parametrize("name", [name for name in BUILTIN_NAMES if name.removesuffix("-en") in FAMILIES])
def test_the_families_say_what_they_are_and_where_all_is_explained(name: str) -> None:
    """The head tells how to print an edited copy and names the page with every key; leaves and rules have comments."""
    text = builtin_text(name)
    head = text[: text.index("[worksheet]")]
    assert all(line.startswith("#") for line in head.splitlines() if line)
    assert f"posenc worksheet {name}.toml" in head
    assert PAGES["en" if name.endswith("-en") else "de"] in head
    assert "#" in text[text.index("[given]") : text.index("[[exercise]]")]
