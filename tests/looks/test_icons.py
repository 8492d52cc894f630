"""The icons of general use: square, recolourable, and harmless."""

import pytest

from cardgen.geometry.units import Rect
from cardgen.plugin.resources import resources
from cardgen.read.svg import load_svg

ICONS = sorted((resources().templates / "common" / "icons").glob("*.svg"))


def test_there_is_an_icon_for_most_games():
    names = {icon.stem for icon in ICONS}
    assert len(names) >= 45
    assert {"coin", "heart", "spade", "diamond", "club", "sword", "shield", "hourglass", "die_6", "arrow_up"} <= names


@pytest.mark.parametrize("icon", ICONS, ids=lambda icon: icon.stem)
def test_an_icon_takes_any_color(icon):
    picture = load_svg(icon)
    assert picture.view_box == Rect(0, 0, 24, 24)
    assert "currentColor" in picture.attributes + picture.body
    assert "#" not in picture.body
    assert "<title>" in icon.read_text("utf-8")
    assert icon.stat().st_size < 4_000
