"""A drawing written as SVG for a browser looks as it does in print."""

from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageFilter

from cardgen.geometry.units import Rect
from cardgen.model.drawing import PlacedArtwork, PlacedImage, Rotated, View
from cardgen.write.svg import SvgWriter

from .samples import BOLD, FONTS, SMALL, Artwork, art, pdf_of, picture_of, text, whole

SPAN = text("Væsen to AV", x=12, y=24, size=11, tracking=0.7)
RISING = replace(
    SPAN,
    words=tuple(replace(one, start=0.3, width=one.width + 0.3, rises=(0.4,) * len(one.glyphs)) for one in SPAN.words),
)
# Two artworks with equal ids, of which the second is stretched.
SHADES = [
    art(
        f'<linearGradient id="g"><stop stop-color="{color}"/><stop offset="1" stop-color="#fff"/></linearGradient>'
        '<rect id="r" width="40" height="20" fill="url(#g)"/><use href="#r" y="30"/>'
    )
    for color in ("#000", "#cc0")
]
TWO = tuple(PlacedArtwork(one, Rect(4 + 50 * at, 6, 40, 24 + 24 * at)) for at, one in enumerate(SHADES))


@pytest.fixture
def image(tmp_path):
    path = tmp_path / "image.png"
    picture = Image.new("RGB", (60, 40), "#080")
    picture.paste("#f80", (0, 0, 30, 10))
    picture.save(path)
    return PlacedImage(path, Rect(10, 5, 60, 40), Rect(20, 8, 45, 20))


@pytest.mark.parametrize(
    "items",
    [
        pytest.param((SPAN, text("below", x=30, y=50, size=14, font=BOLD)), id="words"),
        pytest.param((RISING,), id="words with marks"),
        pytest.param(TWO, id="artworks"),
        pytest.param(("image",), id="image"),
        pytest.param((Rotated(25, 40, 20, (SPAN, *TWO)),), id="rotated"),
        pytest.param((View(Rect(10, 8, 50, 30), (SPAN, "image", *TWO)),), id="view"),
    ],
)
def test_what_is_written_looks_as_it_is_printed(items, image):
    def real(item):
        if item == "image":
            return image
        return replace(item, items=tuple(map(real, item.items))) if isinstance(item, Rotated | View) else item

    items = tuple(map(real, items))
    writer = SvgWriter(FONTS, lambda path, *_size: ("image/png", path.read_bytes()))
    written = Artwork(writer.document(items, Rect(0, 0, SMALL.width, SMALL.height)), SMALL)
    printed, shown = (
        picture_of(pdf_of(whole(*each)))
        for each in (items, (PlacedArtwork(written, Rect(0, 0, SMALL.width, SMALL.height)),))
    )
    assert ImageChops.invert(printed).getbbox()
    unlike = ImageChops.difference(printed, shown).convert("L").point(lambda value: 255 * (value > 90))
    assert not unlike.filter(ImageFilter.MinFilter(3)).getbbox(), "they differ in more than edges"


@pytest.mark.parametrize("svg", ['<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>', "<g/>"])
def test_an_artwork_without_a_view_box_shows_nothing(svg):
    box = Rect(0, 0, 9, 9)
    writer = SvgWriter(FONTS, lambda path, *_size: ("image/png", path.read_bytes()))
    assert writer.document([PlacedArtwork(Artwork(svg, SMALL), box)], box) == writer.document([], box)


def test_white_space_after_an_artwork_changes_nothing():
    box = Rect(0, 0, 9, 9)
    writers = [SvgWriter(FONTS, lambda path, *_size: ("image/png", path.read_bytes())) for _ in range(2)]
    one, other = (PlacedArtwork(Artwork(SHADES[0].svg + end, SMALL), box) for end in ("", "\n \n"))
    assert writers[0].document([one], box) == writers[1].document([other], box)
