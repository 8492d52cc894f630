"""The lands of the armies, and what stands on them: nothing too small, nothing struck by an edge."""

from functools import cache

import pytest

from cardgen.box.make import contents_of, make_box, piles_of
from cardgen.geometry.units import MM_PER_POINT, Rect, Size
from cardgen.model.drawing import PlacedArtwork, Rotated, TextSpan, View
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import Job, prepare
from cardgen.plugin.resources import resources
from cardgen.read.svg import load_svg

from .look.samples import ARMIES, armies, languages

SMALLEST = 8 * MM_PER_POINT
LAND = Size(302, 260)
EDGE = 3.0
"""From the edge of a panel to the inner side of its frame, mm."""


def words_of(span):
    return " ".join(word.text for word in span.words)


def spans(items):
    """Every text among the items, as it is before it is turned."""
    for item in items:
        if isinstance(item, TextSpan):
            yield item
        elif isinstance(item, Rotated):
            yield from spans(item.items)


def extent(span: TextSpan) -> Rect:
    """The box from the baseline to the height of a capital."""
    letters = sum(word.width * span.size + span.tracking * len(word.glyphs) for word in span.words)
    width = letters + span.space * (len(span.words) - 1)
    return Rect(span.x, span.y - 0.7 * span.size, width, 0.7 * span.size)


@pytest.mark.parametrize("army", ARMIES)
def test_a_land_has_the_proportion_of_the_board_and_a_moderate_size(army):
    land = resources().decks / "art" / army / "land.svg"
    assert load_svg(land).view_box == Rect(0, 0, 302, 260)
    assert land.stat().st_size < 250_000


@cache
def cards_of(army: str, language: str) -> Job:
    """Return an army without its board and its rules."""
    return prepare(resources().decks / f"{army}.yaml", BuildOptions(only=("bases", "abilities"), language=language))


@languages
@armies
def test_the_board_lies_on_the_land_and_can_be_read(army, language):
    job = prepare(resources().decks / f"{army}.yaml", BuildOptions(only=("board",), language=language))
    ((board,),) = (part.pieces for part in job.drawn)
    grounds = [item for item in board.face.items if isinstance(item, View) and item.is_ground]
    views = [ground for ground in grounds if ground.in_lines]
    assert {view.items[0].artwork.size for view in views} == {LAND}
    assert len({view.items[0].artwork for view in views}) == 1  # the same land in all views
    assert len(grounds) > len(views)  # some are in another light than noon
    small = [words_of(span) for span in spans(board.face.items) if span.size < SMALLEST - 1e-6]
    backs = {words_of(span) for part in cards_of(army, language).drawn for span in spans(part.pieces[0].back.items)}
    assert {*small} <= backs  # on the piles, which show the backs of the cards


@languages
@armies
def test_no_word_on_the_box_is_struck_by_an_edge(army, language):
    job = cards_of(army, language)
    ((_, cards),) = piles_of(job, "deck")
    box = make_box(job, contents_of(cards, 0.3))
    drawing = box.sheet.recto.placements[0].drawing
    for side in ("front", "back"):
        panel = box.net.panels[side]
        found = [extent(item) for item in drawing.items if isinstance(item, TextSpan)]
        inner = [
            text
            for text in found
            if panel.x < text.x + text.width / 2 < panel.right and panel.y < text.y < panel.bottom
        ]
        assert len(inner) >= 2
        for text in inner:
            assert text.x > panel.x + EDGE
            assert text.right < panel.right - EDGE
            assert text.y > panel.y + EDGE
            assert text.bottom < panel.bottom - EDGE


def test_the_leaflet_is_two_sheets_and_shows_the_real_pieces():
    """On the smaller paper and in the longer language."""
    options = BuildOptions(only=("rules",), language="pt", paper="letter")
    job = prepare(resources().decks / "lockkeepers.yaml", options)
    (rules,) = job.drawn
    assert len(rules.pages) == 4
    shown = [item for page in rules.pages for item in page.items if isinstance(item, View) and not item.is_ground]
    assert len(shown) == 3  # the board, a base and an ability


def test_a_short_last_page_of_the_leaflet_shows_the_whole_land():
    """In large print on long paper, where little text is left for it."""
    options = BuildOptions(only=("rules",), language="pt", large_print=True, paper="legal")
    (rules,) = prepare(resources().decks / "elves.yaml", options).parts
    windows = [item.window for item in rules.pages[-1].items if isinstance(item, View)]
    assert windows
    for window in windows:
        assert window.height / window.width == pytest.approx(LAND.height / LAND.width)


@armies
def test_a_leaflet_with_little_room_at_its_end_shows_no_sliver_of_the_land(army):
    options = BuildOptions(only=("rules",), language="pt", paper="letter")
    (rules,) = prepare(resources().decks / f"{army}.yaml", options).parts
    windows = [item.window for page in rules.pages for item in page.items if isinstance(item, View)]
    assert windows
    assert all(window.width <= 8 * window.height for window in windows)
    ends = [item.artwork.svg for item in rules.pages[-1].items if isinstance(item, PlacedArtwork)]
    assert any('id="endpiece"' in svg for svg in ends)
