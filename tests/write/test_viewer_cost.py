"""Tests of what pictures cost a viewer, as the converter writes them down."""

import pytest

from cardgen.geometry.units import Size
from cardgen.model.drawing import Artwork
from cardgen.write.artwork import MOST_OF_A_PAGE, ArtworkConverter

RECT = '<rect width="100" height="80"/>'


def costs(*contents: str) -> list[int]:
    """Return the costs of some pictures of 100 x 80 mm."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 80">'
    artworks = [Artwork(f"{head}{content}</svg>", Size(100, 80)) for content in contents]
    converter = ArtworkConverter()
    converter.convert(artworks)
    return [converter.cost(artwork) for artwork in artworks]


def tiled(side: float, more: str = "", *, inside: str = RECT) -> str:
    """Return a picture that a pattern fills."""
    return (
        f'<pattern id="p" width="{side}" height="{side}" patternUnits="userSpaceOnUse" {more}>{inside}</pattern>'
        '<g id="g"><rect width="100" height="80" fill="url(#p)"/></g>'
    )


def test_what_never_ends_in_a_viewer_costs_more_than_a_page_may():
    line = '<path stroke="#000" fill="none" d="M0 0 H 100000"'
    mask = f'<mask id="m"><g fill="#fff">{RECT}</g></mask>'
    found = costs(
        tiled(0.001),
        tiled(1, 'patternTransform="scale(0.001)"'),
        f'<g transform="scale(0.001)">{tiled(1).replace("100", "100000").replace("80", "80000")}</g>',
        f'{line} stroke-dasharray="0.001"/>',
        f'<g stroke-dasharray="0.001">{line}/></g>',
        mask + '<rect width="90" height="70" mask="url(#m)"/>' * 15_000,
    )
    assert [cost > MOST_OF_A_PAGE for cost in found] == [True] * len(found)


def test_what_people_draw_costs_little():
    found = costs(
        RECT,
        tiled(1),
        '<circle r="30" stroke="#000" fill="none" stroke-dasharray="0.5 0.3"/>',
        f'<mask id="m"><g fill="#fff">{RECT}</g></mask>' + '<rect width="90" height="70" mask="url(#m)"/>' * 50,
    )
    assert max(found) < MOST_OF_A_PAGE / 100


@pytest.mark.parametrize("times", [10, 1_000])
def test_what_is_repeated_counts_as_often_as_it_is_shown(times):
    shape = '<path d="M0 0 L 3 4 5 6 7 8 Z"/>'
    one, many = costs(
        f'<g id="s">{shape}</g><use xlink:href="#s"/>', f'<g id="s">{shape}</g>' + '<use xlink:href="#s"/>' * times
    )
    assert many > one * times / 10
