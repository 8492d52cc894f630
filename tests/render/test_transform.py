"""Items of a drawing are moved and scaled with all that they consist of."""

from pathlib import Path

from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Artwork, PlacedArtwork, PlacedImage, Rotated, ShapedWord, TextSpan, View
from cardgen.render.transform import lowest, moved, scaled

WORD = ShapedWord("a", ((1, "a", 0.5),), 0.5)
TEXT = TextSpan("font", 4, "#000000", 1, 2, (WORD,), 0.5, 0.25, trailing_space=True)
ARTWORK = PlacedArtwork(Artwork("<svg/>", Size(1, 1)), Rect(1, 2, 3, 4))
IMAGE = PlacedImage(Path("a.png"), Rect(1, 2, 30, 40), Rect(2, 4, 6, 8))
TURNED = Rotated(30, 5, 6, (TEXT, ARTWORK))
VIEW = View(Rect(0, 1, 8, 9), (IMAGE, TURNED), is_ground=True)


def at(x: float, y: float, scale: float) -> list[object]:
    """The items, scaled by hand from the origin and then moved."""

    def box(left: float, top: float, width: float, height: float) -> Rect:
        return Rect(left * scale + x, top * scale + y, width * scale, height * scale)

    text = TextSpan(
        "font", 4 * scale, "#000000", scale + x, 2 * scale + y, (WORD,), 0.5 * scale, 0.25 * scale, trailing_space=True
    )
    artwork = PlacedArtwork(ARTWORK.artwork, box(1, 2, 3, 4))
    image = PlacedImage(IMAGE.path, box(1, 2, 30, 40), box(2, 4, 6, 8))
    turned = Rotated(30, 5 * scale + x, 6 * scale + y, (text, artwork))
    return [text, artwork, image, turned, View(box(0, 1, 8, 9), (image, turned), is_ground=True)]


ITEMS = [TEXT, ARTWORK, IMAGE, TURNED, VIEW]


def test_all_parts_of_an_item_are_moved_and_scaled() -> None:
    assert moved(ITEMS, 10, 20) == at(10, 20, 1)
    assert scaled(ITEMS, 2) == at(0, 0, 2)
    assert moved(ITEMS, 0, 0) == scaled(ITEMS, 1) == ITEMS


def test_the_lowest_edge_is_that_of_descenders_and_of_what_is_seen_of_pictures() -> None:
    assert [lowest([item]) for item in ITEMS] == [3, 6, 12, 6, 10]
    assert (lowest(ITEMS), lowest([]), lowest([Rotated(0, 0, 0, ())])) == (12, 0, 0)
