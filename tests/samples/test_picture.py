from __future__ import annotations

import pytest
from PIL import Image

from tests.samples import picture
from tests.samples.handwriting import SIGNS, written

LARGEST = 200_000


@pytest.mark.parametrize("language", picture.LANGUAGES, ids=lambda language: language.code)
def test_picture_is_small_and_wide_enough(language: picture.Language) -> None:
    """The picture of a README loads quickly and can be read."""
    path = picture.PICTURES / language.file
    assert path.stat().st_size < LARGEST
    with Image.open(path) as image:
        assert image.width > 1200


@pytest.mark.parametrize("language", picture.LANGUAGES, ids=lambda language: language.code)
def test_picture_shows_the_report_of_this_version(language: picture.Language) -> None:
    """What stands in the picture is what posenc says today."""
    with Image.open(picture.PICTURES / language.file) as image:
        image.load()
        assert str(image.info[picture.KEPT]) == picture.solved(language)[1], "make samples, and look at the picture"


def test_hand_fills_blanks_and_gaps_of_one_exercise() -> None:
    """What Ben wrote stands in the blanks, in the gaps before them and on the name line; other exercises go."""
    head = '<span class="field-line">&nbsp;</span>'
    row = f'sin({picture.GAP} / {picture.GAP}) = sin({picture.GAP}) <td id="pe2_d1" title="x"> </td>'
    section = f'<section class="exercise" id="exercise-4">{row}</section>'
    html = picture.filled_in(
        head + section + '<section class="exercise" id="exercise-5">x</section>', {"pe2_d1": "0.035"}
    )
    assert html.count("<svg") == 5
    assert "exercise-5" not in html


def test_every_sign_of_a_number_can_be_written() -> None:
    """The hand knows all signs of German and English numbers, and writes the same twice."""
    assert set("0123456789.,-") <= set(SIGNS)
    assert written("-0,416") == written("-0,416") != written("-0.416")
