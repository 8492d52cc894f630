"""Tests of what pictures may have in sum."""

import io

import pytest
from PIL import ExifTags, Image, ImageOps

from cardgen.exports.ink import profile_bytes
from cardgen.guard.pixels import MOST_IN_SUM, PixelBudget, TooManyPixelsError, facts_of, opened, prepared


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


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "1", "I;16", "L"])
def test_a_picture_is_turned_upright_whatever_its_mode(mode):
    file, exif = io.BytesIO(), Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    Image.new(mode, (8, 4)).save(file, "PNG", exif=exif)
    with opened(file) as image:
        assert prepared(image, None)[0].size == (4, 8)
