"""Form fields in a PDF that WeasyPrint lays out: the page stays as it is printed, and can be filled in on a screen.

WeasyPrint has fields of its own, for ``<input>``. They would change the layout, carry the whole font of the page in an
encoding that several programs write wrongly, and know neither centred numbers nor a sheet's identity. So the fields are
written here, on the objects of pydyf, and only tied into the tags by WeasyPrint (``box.widget_annotation``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.render._templates import fonts_folder
from posenc_cli.render.fields import BESIDES, NAME, places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.render.fields import Place

#: What a sheet says of itself in the head of its page (``<meta>``), and the hidden field that carries it into the PDF.
IDENTITY = {"posenc-sheet": f"{BESIDES}sheet", "posenc-code": f"{BESIDES}code", "posenc-holder": NAME}
#: Letters that an answer may have, and a name; no answer needs as many.
LONGEST, LONGEST_TEXT = 64, 1000
_FONT_FILE, _FONT, _SIGNS = "NotoSans-Form.ttf", "Form", "ZaDb"
#: Numbers that objects have until they are in the file: far above those of any file.
_NOT_YET = 10**9
_PRINTED, _HIDDEN = 1 << 2, 1 << 1  #: flags of annotations
_READ_ONLY, _LINES, _RADIO, _UNSPELLED = 1, 1 << 12, 1 << 15, 1 << 22  #: flags of fields
_CENTRED = 1
_TICKED = "8"  #: a cross, in the font of signs
#: Where hidden fields are: programs that draw values without looking reckon with their size, so that it is not nought.
_NOWHERE = (0, 0, 72, 12)
#: A code that no letter has in the encoding of Windows, and the sign that gets it.
_SPARE, _MINUS = 0x81, 0x2212


class Form:
    """The fields of one document.

    Args:
        document: WeasyPrint's, laid out and not yet written.
    """

    def __init__(self, document: Any) -> None:  # noqa: ANN401
        import pydyf

        self.places: Sequence[Place] = places(document)
        said = document.metadata.custom
        self.identity = {name: said[key] for key, name in IDENTITY.items() if said.get(key)}
        self._widgets = []
        for number, place in enumerate(self.places):
            widget = pydyf.Dictionary({"Type": "/Annot"})  # an empty one would be taken for none
            widget.number = _NOT_YET + number
            place.box.widget_annotation = widget
            self._widgets.append(widget)

    def put_into(self, pdf: Any) -> None:  # noqa: ANN401
        """Write all fields into pydyf's PDF of the document, whose tags are there."""
        import pydyf

        numbers = {widget.reference: widget for widget in self._widgets}
        fields, groups = pydyf.Array(), {}
        for place, widget in zip(self.places, self._widgets, strict=True):
            pdf.add_object(widget)
            page = _page(pdf, place.page)
            widget.update(
                {
                    "Subtype": "/Widget",
                    "Rect": pydyf.Array(round(side, 3) for side in place.rect),
                    "P": page.reference,
                    "F": _PRINTED,
                    "TU": pydyf.String(place.tooltip),
                }
            )
            if place.kind != "tick":
                widget.update(self._written(place))
                fields.append(widget.reference)
            else:
                if place.name not in groups:
                    groups[place.name] = _group(pdf, place)
                    fields.append(groups[place.name].reference)
                _tick(pdf, place, widget, groups[place.name])
            page.setdefault("Annots", pydyf.Array()).append(widget.reference)
        for each in pdf.objects:
            if isinstance(each, dict) and each.get("Obj") in numbers:
                each["Obj"] = numbers[each["Obj"]].reference
        fields.extend(self._hidden(pdf, name, value).reference for name, value in self.identity.items())
        pdf.catalog["AcroForm"] = pydyf.Dictionary(
            {
                "Fields": fields,
                "DR": pydyf.Dictionary({"Font": pydyf.Dictionary(_fonts(pdf))}),
                "DA": pydyf.String(f"/{_FONT} 0 Tf 0 g"),
                # A viewer draws what is typed, and nothing is typed yet.
                "NeedAppearances": "true",
            }
        )

    @staticmethod
    def _written(place: Place) -> dict[str, Any]:
        import pydyf

        several = place.kind == "text"
        return {
            "FT": "/Tx",
            "T": pydyf.String(place.name),
            "DA": pydyf.String(f"/{_FONT} {place.size:.3g} Tf 0 g"),
            "Q": _CENTRED if place.kind == "number" else 0,
            "Ff": _UNSPELLED | (_LINES if several else 0),
            "MaxLen": LONGEST_TEXT if several else LONGEST,
        }

    @staticmethod
    def _hidden(pdf: Any, name: str, value: str) -> Any:  # noqa: ANN401
        """What nobody is to see or change, kept through saving by any program."""
        import pydyf

        page = _page(pdf, 0)
        widget = pydyf.Dictionary(
            {
                "Type": "/Annot",
                "Subtype": "/Widget",
                "Rect": pydyf.Array(_NOWHERE),
                "P": page.reference,
                "F": _HIDDEN,
                "FT": "/Tx",
                "T": pydyf.String(name),
                "TU": pydyf.String(name.removeprefix(BESIDES)),
                "Ff": _READ_ONLY,
                "DA": pydyf.String(f"/{_FONT} 9 Tf 0 g"),
                "V": pydyf.String(value),
            }
        )
        pdf.add_object(widget)
        page.setdefault("Annots", pydyf.Array()).append(widget.reference)
        return widget


def _page(pdf: Any, number: int) -> Any:  # noqa: ANN401
    return pdf.objects[int(pdf.page_references[number].split()[0])]


def _group(pdf: Any, place: Place) -> Any:  # noqa: ANN401
    """The field of which several boxes are one."""
    import pydyf

    about = {"FT": "/Btn", "Ff": _RADIO, "T": pydyf.String(place.name), "TU": pydyf.String(place.tooltip)}
    group = pydyf.Dictionary({**about, "V": "/Off", "Kids": pydyf.Array()})
    pdf.add_object(group)
    return group


def _tick(pdf: Any, place: Place, widget: Any, group: Any) -> None:  # noqa: ANN401
    """One box to tick: a cross over what is printed, or nothing."""
    import pydyf

    left, low, right, high = place.rect
    wide, tall, arm = right - left, high - low, (right - left) * 0.3
    x, y = wide / 2, tall / 2
    cross = f"1 w {x - arm:.2f} {y - arm:.2f} m {x + arm:.2f} {y + arm:.2f} l"
    cross += f" {x - arm:.2f} {y + arm:.2f} m {x + arm:.2f} {y - arm:.2f} l S"
    looks = {}
    group["Kids"].append(widget.reference)
    for state, drawn in ((len(group["Kids"]), cross), ("Off", "")):
        about = {"Type": "/XObject", "Subtype": "/Form", "BBox": pydyf.Array((0, 0, round(wide, 3), round(tall, 3)))}
        look = pydyf.Stream([drawn], about)
        pdf.add_object(look)
        looks[state] = look.reference
    widget.update(
        {
            "Parent": group.reference,
            "AS": "/Off",
            "AP": pydyf.Dictionary({"N": pydyf.Dictionary(looks)}),
            # For programs that draw it anew, as NeedAppearances asks for.
            "MK": pydyf.Dictionary({"CA": pydyf.String(_TICKED)}),
            "DA": pydyf.String(f"/{_SIGNS} 0 Tf 0 g"),
        }
    )


def _fonts(pdf: Any) -> dict[str, bytes]:  # noqa: ANN401
    """The fonts of fields by their names; the one of signs is in every viewer, and nothing of it is drawn yet."""
    import pydyf

    signs = pydyf.Dictionary({"Type": "/Font", "Subtype": "/Type1", "BaseFont": "/ZapfDingbats"})
    pdf.add_object(signs)
    return {_FONT: _font(pdf).reference, _SIGNS: signs.reference}


def _font(pdf: Any) -> Any:  # noqa: ANN401
    """The small font of what is typed, whole, in the encoding of Windows, which every program can write."""
    import pydyf
    from fontTools.ttLib import TTFont

    path = fonts_folder() / _FONT_FILE
    data = path.read_bytes()
    with TTFont(path, lazy=True) as font:
        glyphs, widths = font.getBestCmap(), font["hmtx"].metrics
        share = 1000 / font["head"].unitsPerEm
        box = [round(getattr(font["head"], side) * share) for side in ("xMin", "yMin", "xMax", "yMax")]
        lines = {"Ascent": round(font["hhea"].ascent * share), "Descent": round(font["hhea"].descent * share)}
        lines["CapHeight"] = round(font["OS/2"].sCapHeight * share)
        codes = {n: ord(sign) for n in range(0x20, 0x100) if (sign := bytes([n]).decode("cp1252", "ignore"))}
        advances = [
            round(widths[glyphs[code]][0] * share) if (code := (codes | {_SPARE: _MINUS}).get(n)) in glyphs else 0
            for n in range(0x20, 0x100)
        ]
    file = pydyf.Stream([data], {"Length1": len(data)}, compress=True)
    pdf.add_object(file)
    named = "/PosencForm"
    described = pydyf.Dictionary(
        {
            "Type": "/FontDescriptor",
            "FontName": named,
            "Flags": 1 << 5,  # letters as Latin writes them
            "FontBBox": pydyf.Array(box),
            "ItalicAngle": 0,
            **lines,
            "StemV": 80,
            "FontFile2": file.reference,
        }
    )
    pdf.add_object(described)
    encoding = {"Type": "/Encoding", "BaseEncoding": "/WinAnsiEncoding"}
    font_of_form = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/TrueType",
            "BaseFont": named,
            "FirstChar": 0x20,
            "LastChar": 0xFF,
            "Widths": pydyf.Array(advances),
            "FontDescriptor": described.reference,
            "Encoding": pydyf.Dictionary({**encoding, "Differences": pydyf.Array((_SPARE, "/minus"))}),
        }
    )
    pdf.add_object(font_of_form)
    return font_of_form
