"""The explorer: encodings to look at in a browser, one file that works without a network and asks for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.files.embeddings import read_embeddings
from posenc_cli.files.sample import sample_path
from posenc_cli.i18n import LANGUAGES, lookup, text
from posenc_cli.i18n.numbers import mark_of
from posenc_cli.render._templates import environment
from posenc_cli.render.explorable import MOST_COLUMNS, MOST_ROWS, explorable
from posenc_cli.render.page import safe
from posenc_cli.render.plots.colours import SCALES
from posenc_cli.render.scripted import as_json, policy, script, shortened_style, source

if TYPE_CHECKING:
    from posenc_cli.i18n import Language

#: In the order in which they build on each other.
SCRIPTS = ("arrays", "evaluate", "running", "numbers", "tables", "words", "page", "explorer", "views")
#: Two words of the sample with the same vector, and where they stand there.
_PAIR = (("Die", 0), ("der", 4))


def explorer_html(language: Language) -> str:
    """The page.

    Args:
        language: the one it opens in; a switch in it changes to another.
    """
    scripts = tuple(map(script, SCRIPTS))
    texts = {each: lookup(each, "explore.page") for each in LANGUAGES}
    return (
        environment()
        .get_template("explorer.html.j2")
        .render(
            language=language,
            languages=[(each, text(each, "language.name")) for each in LANGUAGES],
            rows=MOST_ROWS,
            columns=MOST_COLUMNS,
            texts=texts[language],
            policy=policy(scripts),
            style=safe(shortened_style(source("explorer.css"))),
            scripts=tuple(map(safe, scripts)),
            data=safe(as_json(_data(texts))),
        )
    )


def _data(texts: dict[Language, Any]) -> dict[str, Any]:
    vectors = read_embeddings(sample_path()).vectors
    return {
        **explorable(),
        "scales": SCALES,
        "texts": texts,
        "marks": {each: "," if mark_of(each) == "comma" else "." for each in LANGUAGES},
        "words": [{"at": at, "vector": [float(each) for each in vectors[word]]} for word, at in _PAIR],
    }
