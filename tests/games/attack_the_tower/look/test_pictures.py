"""Representative pieces of each army look as in the pictures of the documents; whoever changes them looks at them."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from docs.generate.pictures import contact_sheet
from docs.generate.world_pictures import world_rows

from .samples import armies

IMAGES = Path(__file__).parents[4] / "docs" / "images"
CELL = 4  # pixels: edges that are rendered a little differently do not count
FAINTEST = 26  # of 255


def difference(expected: Image.Image, actual: Image.Image) -> Image.Image:
    """How far apart two pictures are in each cell, in grey."""
    bands = ImageChops.difference(expected.reduce(CELL), actual.reduce(CELL)).split()
    return ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])


def side_by_side(expected: Image.Image, actual: Image.Image) -> Image.Image:
    """Both pictures, and between them the first with all that differs in red."""
    marked = expected.convert("L").convert("RGB")
    mask = difference(expected, actual).point(lambda value: 255 if value > FAINTEST else 0)
    marked.paste((255, 0, 0), mask=mask.resize(expected.size))
    sheet = Image.new("RGB", (expected.width, 3 * expected.height))
    for row, picture in enumerate((expected, marked, actual)):
        sheet.paste(picture, (0, row * expected.height))
    return sheet


@armies
def test_army_looks_as_in_its_picture(drawn, army, tmp_path):
    with Image.open(IMAGES / f"world-{army}.png") as picture:
        expected = picture.convert("RGB")
    actual = contact_sheet(world_rows(drawn(army, "en"))).convert("RGB")
    advice = "look at the new ones and keep them: python -m docs.generate.pictures worlds"
    assert actual.size == expected.size, advice
    if max(difference(expected, actual).tobytes()) > FAINTEST:
        shown = tmp_path / f"{army}-difference.png"
        side_by_side(expected, actual).save(shown)
        pytest.fail(f"{shown} shows what looks different; {advice}")


def test_a_change_of_one_word_is_seen(tmp_path):
    with Image.open(IMAGES / "world-samurai.png") as picture:
        expected = picture.convert("RGB")
    other = expected.copy()
    other.paste(expected.getpixel((20, 60)), (60, 25, 100, 35))
    assert max(difference(expected, other).tobytes()) > FAINTEST
    red = side_by_side(expected, other).crop((60, expected.height + 25, 100, expected.height + 35))
    assert (255, 0, 0) in {color for _, color in red.getcolors(10_000)}
