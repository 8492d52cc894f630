"""Parts of faces for tests of the preflight."""

from dataclasses import replace

from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Artwork, PlacedArtwork, ShapedWord, TextSpan

FACE = Size(60, 60)
BOX = Rect(0, 0, 60, 60)
WORD = ShapedWord("Dawn", ((1, "Dawn", 2.4),), 2.4)


def span(color="#f5ead5", size=3.0, x=20.0, y=30.0, text="Dawn"):
    return TextSpan("Any", size, color, x, y, (replace(WORD, text=text),), 0)


def art(inner, defs="", box=BOX):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60" width="60mm" height="60mm">{defs}{inner}</svg>'
    return PlacedArtwork(Artwork(svg, FACE), box)
