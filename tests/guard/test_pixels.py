"""Tests of what pictures may have in sum."""

import io
from itertools import product

import pytest
from PIL import ExifTags, Image, ImageOps, JpegImagePlugin

from cardgen.exports.ink import profile_bytes
from cardgen.geometry.colors import from_hex
from cardgen.guard.pixels import (
    MOST_IN_SUM,
    PixelBudget,
    TooManyPixelsError,
    as_jpeg,
    facts_of,
    ground_of,
    opened,
    prepared,
    smaller_size,
)
from cardgen.read.raster import check_raster


def test_pictures_that_are_large_for_their_bytes_have_a_budget():
    budget = PixelBudget()
    budget.spend(MOST_IN_SUM // 2, 1_000)
    budget.spend(MOST_IN_SUM // 2, 1_000)
    with pytest.raises(TooManyPixelsError):
        budget.spend(MOST_IN_SUM // 2, 1_000)


def test_photographs_take_nothing_from_the_budget():
    budget = PixelBudget()
    for _ in range(1_000):
        budget.spend(12_000_000, 3_000_000)
    budget.spend(16 * 1_000, 1_000)  # as many pixels as its bytes account for
    budget.spend(MOST_IN_SUM, 0)  # so all of it is left
    with pytest.raises(TooManyPixelsError) as caught:
        budget.spend(16 * 1_000 + 1, 1_000)
    assert (caught.value.width, caught.value.height, caught.value.most) == (0, 0, MOST_IN_SUM)
    budget.spend(12_000_000, 3_000_000)


def test_a_picture_that_does_not_fit_leaves_room_for_smaller_ones():
    budget = PixelBudget()
    with pytest.raises(TooManyPixelsError):
        budget.spend(2 * MOST_IN_SUM, 0)
    budget.spend(MOST_IN_SUM, 0)


def test_a_profile_that_a_picture_brings_decides_its_colours():
    def seen(**more):
        file = io.BytesIO()
        Image.new("CMYK", (8, 8), (200, 20, 30, 10)).save(file, "JPEG", quality=95, **more)
        with opened(file) as image:
            return prepared(image, None)[0].getpixel((4, 4))

    plain, profiled = seen(), seen(icc_profile=profile_bytes())
    assert max(abs(one - other) for one, other in zip(plain, profiled, strict=True)) > 10
    assert seen(icc_profile=b"no profile") == plain


def test_a_picture_has_the_size_in_which_it_is_seen():
    for orientation in range(10):  # 0 and 9 mean nothing
        file, exif = io.BytesIO(), Image.Exif()
        exif[ExifTags.Base.Orientation] = orientation
        Image.new("RGB", (8, 4)).save(file, "JPEG", exif=exif)
        with opened(file) as image:
            facts = facts_of(image)
        assert (facts.width, facts.height) == ImageOps.exif_transpose(Image.open(file)).size, orientation


def test_a_picture_keeps_a_pixel_however_small_it_is_scaled():
    image = Image.new("RGB", (600, 4))
    assert [smaller_size(image, *most) for most in ((0, 0), (1, 0), (600, 4), (300, 9))] == [(1, 1), (1, 1), None, None]


def test_only_a_picture_that_is_not_opaque_has_an_opacity():
    for mode, color, opacity in (("RGBA", (9, 9, 9, 255), None), ("LA", (9, 254), 254), ("RGBA", (9, 9, 9, 0), 0)):
        alpha = prepared(Image.new(mode, (2, 2), color), None)[1]
        assert (alpha and alpha.getpixel((0, 0))) == opacity, (mode, color)


def test_a_symbol_has_a_ground_and_a_photograph_has_none():
    clear, white, black = (255, 255, 255, 0), (255, 255, 255, 255), (0, 0, 0, 255)
    for around, box, ground in (
        (clear, (10, 10, 30, 30), "transparent"),
        (white, (10, 10, 30, 30), "#ffffff"),
        (white, (10, 0, 30, 40), "#ffffff"),  # it touches two edges
        (white, (9, 10, 31, 40), ""),  # a figure that the lower edge cuts
        (white, (20, 20, 40, 40), ""),  # in a corner
        (white, (0, 20, 40, 40), ""),  # a horizon
        (black, (1, 1, 39, 39), "#000000"),  # a frame
    ):
        image = Image.new("RGBA", (40, 40), around)
        image.paste((200, 30, 30, 255), box)
        assert ground_of(image) == ground, (around, box)
        assert ground_of(image.resize((40, 90))) == ground, (around, box)
    assert ground_of(Image.effect_noise((40, 40), 80)) == ""
    assert ground_of(Image.linear_gradient("L")) == ""
    for mode, light in (("1", 1), ("L", 255), ("LA", (255, 255)), ("P", 0), ("CMYK", (0, 0, 0, 0)), ("I;16", 65_535)):
        white = Image.new(mode, (9, 9), light)
        if mode == "P":
            white.putpalette([255, 255, 255])
        assert ground_of(white) == "#ffffff", mode


def test_the_ground_of_a_symbol_is_found_in_every_format():
    """A lossy one is not plain; a JPEG is decoded at an eighth of its size."""
    image = Image.new("RGB", (320, 320), "#e8f0d0")
    image.paste("#7a1010", (60, 60, 260, 260))
    for kind, turned in product(("PNG", "JPEG", "WEBP"), (1, 6)):
        file, exif = io.BytesIO(), Image.Exif()
        exif[ExifTags.Base.Orientation] = turned
        image.save(file, kind, quality=70, exif=exif)
        found = from_hex(check_raster(file, "picture").ground)
        assert found == pytest.approx(from_hex("#e8f0d0"), abs=0.02), kind


def test_a_jpeg_that_is_made_keeps_sharp_colours():
    image = Image.new("RGB", (16, 16), "red")
    made = Image.open(io.BytesIO(as_jpeg(image)))
    image.save(other := io.BytesIO(), "JPEG", quality=92)
    assert JpegImagePlugin.get_sampling(made) == 0, "colours are as fine as light"
    assert made.quantization == Image.open(other).quantization


def test_sixteen_bits_of_grey_become_eight():
    for value, grey in ((0, 0), (51_200, 199), (51_400, 200), (65_535, 255)):  # of 65,535
        assert prepared(Image.new("I;16", (1, 1), value), None)[0].getpixel((0, 0)) == grey, value


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "1", "I;16", "L"])
def test_a_picture_is_turned_upright_whatever_its_mode(mode):
    file, exif = io.BytesIO(), Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    Image.new(mode, (8, 4)).save(file, "PNG", exif=exif)
    with opened(file) as image:
        assert prepared(image, None)[0].size == (4, 8)
