"""The views of a model's tables: what its configuration says in words, then the numbers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from posenc_cli.encodings.model_tables import part_names
from posenc_cli.i18n import text
from posenc_cli.render import results
from posenc_cli.render.layout import json_document, markdown_word
from posenc_cli.render.style import visible
from posenc_cli.render.tables import paragraph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from posenc_cli.encodings.model_tables import ModelTables
    from posenc_cli.i18n import Notice
    from posenc_cli.render.style import Renderer, Style


def _told(found: ModelTables, style: Style) -> Iterator[tuple[str, list[str]]]:
    """Headings with their sentences; none without sentences."""
    reading = found.reading

    def said(notices: tuple[Notice, ...]) -> list[str]:
        return [notice.text(style.language) for notice in notices]

    unknown = [text(style.language, "model.unknown", keys=", ".join(reading.unknown))] if reading.unknown else []
    blocks = {
        "found": [each.said.text(style.language) for each in reading.found],
        "said": said(reading.said),
        "traps": said(reading.traps),
        "left": unknown,
    }
    for name, sentences in blocks.items():
        if sentences:
            yield text(style.language, f"model.view.{name}", model_type=reading.model_type or "–"), sentences


def _text(found: ModelTables, style: Style) -> str:
    shown = [
        "\n".join(
            [visible(title), *(paragraph(f"- {visible(sentence)}", style, indent="  ") for sentence in sentences)]
        )
        for title, sentences in _told(found, style)
    ]
    return "\n\n".join([*shown, *_tables(found, style, "text")])


def _markdown(found: ModelTables, style: Style) -> str:
    shown = [
        "\n".join([f"## {markdown_word(title)}", "", *(f"- {markdown_word(sentence)}" for sentence in sentences)])
        for title, sentences in _told(found, style)
    ]
    return "\n\n".join([*shown, *_tables(found, style, "md")])


def _tables(found: ModelTables, style: Style, kind: str) -> Iterator[str]:
    """Each table, under its name where there are several."""
    for name, each in zip(found.names, found.tables, strict=True):
        shown = str(results.FORMATS[kind](each, style))
        if len(found.tables) == 1:
            yield shown
        else:
            yield f"## {markdown_word(name)}\n\n{shown}" if kind == "md" else f"{visible(name)}\n\n{shown}"


def _json(found: ModelTables, style: Style) -> str:
    """The main table with the model's sentences; other encodings of the model stand under ``others``."""
    documents = [json.loads(str(results.FORMATS["json"](each, style))) for each in found.tables]
    reading = found.reading
    model = {
        "model_type": reading.model_type,
        "found": [
            {"part": name, "layers": each.layers, "said": each.said.text(style.language)}
            for name, each in part_names(reading).items()
        ],
        "said": [each.text(style.language) for each in reading.said],
        "traps": [{"id": each.key.rpartition(".")[2], "said": each.text(style.language)} for each in reading.traps],
        "unknown": list(reading.unknown),
    }
    main, *others = ({**each, "part": name} for name, each in zip(found.names, documents, strict=True))
    document: dict[str, Any] = {**main, "model": model}
    return json_document({**document, "others": others} if others else document)


def _single(kind: str) -> Callable[[ModelTables, Style], str | bytes]:
    return lambda found, style: results.FORMATS[kind](found.tables[0], style)


def _named(found: ModelTables) -> dict[str, Any]:
    """All arrays: the main table's by their names, those of other parts with the part before."""
    arrays: dict[str, Any] = {}
    for place, (name, each) in enumerate(zip(found.names, found.tables, strict=True)):
        before = f"{name}." if place else ""
        arrays |= {f"{before}{key}": values for key, values in {"positions": each.positions, **each.arrays}.items()}
    return arrays


def _npz(found: ModelTables, _style: Style) -> bytes:
    from posenc_cli.files.tensors import bfloat16_bits, npz_bytes

    short = found.tables[0].dtype == "bfloat16"
    arrays = _named(found)
    return npz_bytes(
        {name: bfloat16_bits(each) if short and each.dtype.kind == "f" else each for name, each in arrays.items()}
    )


def _safetensors(found: ModelTables, style: Style) -> bytes:
    from posenc_cli.files.tensors import safetensors_bytes

    told = {"model_type": found.reading.model_type, "parts": ", ".join(found.names)}
    told["traps"] = "\n".join(each.text(style.language) for each in found.reading.traps)
    return safetensors_bytes(_named(found), metadata=told, bfloat16=found.tables[0].dtype == "bfloat16")


FORMATS: Mapping[str, Renderer] = {
    "text": _text,
    "md": _markdown,
    "csv": _single("csv"),
    "json": _json,
    "npy": _single("npy"),
    "npz": _npz,
    "safetensors": _safetensors,
}
