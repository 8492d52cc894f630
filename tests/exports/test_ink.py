import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageCms

from cardgen.exports.ink import limited, profile_bytes, to_cmyk

BYTE = st.integers(0, 255)


def one(mode, color):
    return Image.new(mode, (1, 1), color)


@given(st.tuples(BYTE, BYTE, BYTE, BYTE), st.integers(100, 400))
def test_no_place_gets_more_ink_than_the_limit_and_black_stays(color, limit):
    after = limited(one("CMYK", color), limit).getpixel((0, 0))
    assert sum(after) <= limit * 255 / 100
    assert after[3] == color[3]
    assert all(less <= more for less, more in zip(after, color, strict=True))


@given(st.tuples(BYTE, BYTE, BYTE, BYTE))
def test_what_is_within_the_limit_is_left_alone(color):
    within = tuple(part * 240 * 255 // 100 // (4 * 255) for part in color)
    assert limited(one("CMYK", within), 240).getpixel((0, 0)) == within


@pytest.mark.parametrize(
    ("color", "after"),
    [
        ((204, 203, 205, 0), (204, 203, 205, 0)), ((205, 203, 205, 0), (204, 202, 204, 0)), ((255, 255, 255, 255), (119, 119, 119, 255)),
        ((255, 0, 255, 103), (254, 0, 254, 103)), ((0, 0, 0, 255), (0, 0, 0, 255)),
    ],
)  # fmt: skip
def test_colours_give_way_from_the_limit_on(color, after):
    """240 % are 612 of 255."""
    assert limited(one("CMYK", color), 240).getpixel((0, 0)) == after


@given(st.tuples(BYTE, BYTE, BYTE), st.sampled_from([180, 240]))
def test_every_colour_comes_out_within_the_limit(color, limit):
    assert sum(to_cmyk(one("RGB", color), limit).getpixel((0, 0))) <= limit * 255 / 100


def test_white_stays_paper_and_black_is_full_black():
    assert to_cmyk(one("RGB", (255, 255, 255)), 240).getpixel((0, 0)) == (0, 0, 0, 0)
    assert to_cmyk(one("RGB", (0, 0, 0)), 240).getpixel((0, 0))[3] == 255


@pytest.mark.parametrize("color", [(200, 170, 150), (120, 130, 110), (180, 180, 200), (128, 128, 128), (90, 70, 60)])
def test_colours_that_the_press_can_print_stay_the_same(color):
    press = ImageCms.ImageCmsProfile(io.BytesIO(profile_bytes()))
    relative, black = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
    seen = ImageCms.buildTransform(
        press, ImageCms.createProfile("sRGB"), "CMYK", "RGB", renderingIntent=relative, flags=black
    )
    printed = ImageCms.applyTransform(to_cmyk(one("RGB", color), 240), seen).getpixel((0, 0))
    assert printed == pytest.approx(color, abs=1)


def test_red_is_printed_with_magenta_and_yellow():
    cyan, magenta, yellow, black = to_cmyk(one("RGB", (220, 30, 30)), 240).getpixel((0, 0))
    assert min(magenta, yellow) > 180
    assert max(cyan, black) < 60


def test_dark_greys_stay_apart_down_to_black():
    """Without compensation of the black point all greys below the darkest that the press can print become one."""
    inks = [to_cmyk(one("RGB", (value, value, value)), 240).getpixel((0, 0))[3] for value in (0, 8, 16, 24, 32)]
    assert inks == sorted(set(inks), reverse=True)
