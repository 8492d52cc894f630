import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.colors import (
    DEUTERANOPIA,
    PROTANOPIA,
    READABLE_CONTRAST,
    TRITANOPIA,
    contrast,
    darken_until_readable,
    from_linear,
    luminance,
    make_readable,
    reduce_to_third,
    simulate_color_vision,
    to_gray,
    to_linear,
)

channel = st.floats(0, 1)
colors = st.tuples(channel, channel, channel)
EYES = [DEUTERANOPIA, PROTANOPIA, TRITANOPIA]


@given(channel)
def test_light_and_back_is_the_same(value):
    assert from_linear(to_linear(value)) == pytest.approx(value, abs=1e-6)


@given(colors)
def test_legible_colour_can_be_read_on_white(rgb):
    assert 1.05 / (luminance(darken_until_readable(rgb)) + 0.05) >= READABLE_CONTRAST - 1e-3


@given(colors, colors)
def test_a_readable_colour_has_its_contrast_on_any_ground(rgb, ground):
    """No ground has less than 4.58 to both black and white: sqrt(21)."""
    shown = make_readable(rgb, ground, 4.5)
    assert contrast(shown, ground) >= 4.5 - 1e-3
    assert shown == rgb or contrast(rgb, ground) < 4.5


@given(colors)
def test_dark_colours_stay_as_they_are(rgb):
    dark = darken_until_readable(rgb)
    assert darken_until_readable(dark) == pytest.approx(dark, abs=1e-6)


@given(colors)
def test_grey_is_as_light_as_the_colour(rgb):
    grey = to_gray(rgb)
    assert len(set(grey)) == 1
    assert luminance(grey) == pytest.approx(luminance(rgb), abs=1e-5)


@given(colors)
def test_faint_is_a_third_of_the_ink(rgb):
    assert sum(1 - value for value in reduce_to_third(rgb)) == pytest.approx(sum(1 - value for value in rgb) / 3)


@pytest.mark.parametrize("eyes", EYES)
@given(value=channel)
def test_greys_look_the_same_to_all_eyes(eyes, value):
    assert simulate_color_vision(eyes, (value,) * 3) == pytest.approx((value,) * 3, abs=1e-4)


@pytest.mark.parametrize("eyes", [DEUTERANOPIA, PROTANOPIA])
def test_red_and_green_are_hard_to_tell_apart_without_their_cones(eyes):
    """Dichromats have two kinds of cone: one direction of the colours is nothing to them."""
    a, b, c = eyes
    determinant = (
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    )
    assert abs(determinant) < 0.02
    red, green = simulate_color_vision(eyes, (0.75, 0.25, 0.1)), simulate_color_vision(eyes, (0.45, 0.45, 0.1))
    assert max(abs(one - two) for one, two in zip(red, green, strict=True)) < 0.2


@pytest.mark.parametrize("eyes", EYES)
def test_each_row_keeps_white_white(eyes):
    assert [sum(row) for row in eyes] == pytest.approx([1, 1, 1], abs=2e-6)
