"""Pictures that other things stand on: lands in a light."""

import pytest

from cardgen.changes.fingerprint import Fingerprints
from cardgen.geometry.units import Rect
from cardgen.model.drawing import PlacedArtwork, PlacedImage, TextSpan, View
from cardgen.render.face.daylight import LIGHTS, light_of
from cardgen.render.transform import moved, scaled

from .test_face import picture

IMAGE = '<image href="wide.svg" x="2" y="3" width="20" height="20" {}/>'


def grounds(fixture, attributes: str) -> list[View]:
    found = fixture.draw(IMAGE.format(attributes)).items
    assert all(isinstance(item, View) and item.is_ground for item in found)
    return found


def test_a_picture_in_a_light_is_seen_through_its_window(fixture):
    picture, light = grounds(fixture, 'card:light="dawn"')
    assert picture.window == light.window == Rect(2, 3, 20, 20)
    assert picture.items[0].box == Rect(-8, 3, 40, 20)  # the picture is twice as wide as its window
    assert light.items == (PlacedArtwork(light_of("dawn"), light.window),)


def test_lines_stand_for_a_picture_and_nothing_for_its_light(fixture):
    assert [view.in_lines for view in grounds(fixture, 'card:light="dawn"')] == [True, False]


def test_noon_shows_a_picture_as_it_is(fixture):
    assert len(grounds(fixture, 'card:light="noon"')) == 1


def test_a_zoom_enlarges_the_part_in_focus(fixture):
    (view,) = grounds(fixture, 'card:light="noon" card:zoom="2" card:focus="left top"')
    (land,) = view.items
    assert land.box == Rect(2, 3, 80, 40)


def test_a_zoom_needs_no_light(fixture):
    (placed,) = fixture.draw(IMAGE.format('card:zoom="2"')).items
    assert 'x="-30" y="-10" width="80" height="40"' in placed.artwork.svg


def test_all_views_of_a_land_share_one_artwork(fixture):
    one, other = fixture.draw(IMAGE.format('card:light="noon"') + IMAGE.format('card:light="noon" card:zoom="3"')).items
    assert one.items[0].artwork is other.items[0].artwork


def test_a_raster_picture_may_be_a_ground(fixture):
    picture(fixture, 900, 900)
    (found,) = fixture.draw('<image href="photo.png" x="2" y="3" width="20" height="20" card:light="noon"/>').items
    assert [type(item) for item in found.items] == [PlacedImage]


def test_a_group_may_belong_to_a_ground(fixture):
    body = '<g card:ground="true"><rect width="4" height="4"/><card:text x="1" y="1" width="30" height="12" style="name">a</card:text></g>'
    (found,) = fixture.draw(body).items
    assert found.is_ground
    assert found.window == Rect(-3, -3, 46, 56)  # the whole face and its bleed
    assert [type(item) for item in found.items] == [PlacedArtwork, TextSpan]


def test_a_picture_in_a_light_may_belong_to_a_ground(fixture):
    body = f'<g card:ground="true">{IMAGE.format("""card:light="noon" """)}<rect width="4" height="4"/></g>'
    (found,) = fixture.draw(body).items
    assert [type(item) for item in found.items] == [View, PlacedArtwork]
    assert not found.in_lines


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('<g card:ground="no"><rect width="4" height="4"/></g>', "ground of <g> is 'no'"),
        (IMAGE.format('card:light="moon"'), "light is 'moon'"),
        ("<g transform='scale(2)'>" + IMAGE.format('card:light="noon"') + "</g>", "inside <g> cannot have a light"),
        (IMAGE.format('card:zoom="0"'), "zoom of <image> is '0'"),
    ],
)
def test_what_cannot_be_a_ground_is_reported(fixture, body, words):
    error = fixture.error(body)
    assert error.code == "E405"
    assert words in error.message


def test_a_ground_moves_and_grows_as_a_whole():
    found = View(Rect(0, 0, 10, 10), (PlacedArtwork(light_of("dusk"), Rect(-5, 0, 20, 10)),))
    (result,) = scaled(moved([found], 1, 2), 2)
    assert (result.window, result.items[0].box) == (Rect(2, 4, 20, 20), Rect(-8, 4, 40, 20))


def test_another_light_is_another_look(fixture):
    drawings = [fixture.draw(IMAGE.format(f'card:light="{light}"')) for light in LIGHTS]
    prints = Fingerprints({})
    assert len({prints.of_drawing(drawing) for drawing in drawings}) == len(LIGHTS)
