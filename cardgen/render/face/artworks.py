"""Cut a face into artworks: documents as large as the face with its bleed."""

from __future__ import annotations

import re

from cardgen.geometry.units import Mm, Rect, Size
from cardgen.model.drawing import Artwork, PlacedArtwork
from cardgen.render.context import RenderContext
from cardgen.render.face.svg import SVG, XLINK
from cardgen.report.errors import UnlocatedError

_USES_DEFS = re.compile(r"""url\(\s*(?:&quot;|['"])?#|href="#|class=""" + '"')
_MOST = 64 * 2**20
"""Characters of all artworks of a face, of which each holds the definitions that it may use, and of the pictures in them."""
_SHARED_PART = 4000  # characters of a part of a face that others are likely to have too; longer ones are pictures


class FaceArtworks:
    """Makes the artworks of one face.

    Args:
        context: Keeps what faces share.
        view: Width and height of the face, in its own units.
        bleed: Bleed around it, in its own units.

    Attributes:
        defs: Definitions that its parts may use, as SVG.
        scale: Millimetres of one unit.
        box: The face with its bleed, in its own units.
    """

    def __init__(self, context: RenderContext, view: Size, bleed: Mm, scale: float) -> None:
        self._context = context
        self.defs = ""
        self._written = 0
        self.scale = scale
        self.box = Rect(-bleed, -bleed, view.width + 2 * bleed, view.height + 2 * bleed)

    @property
    def box_mm(self) -> Rect:
        """The face with its bleed, mm."""
        box, scale = self.box, self.scale
        return Rect(box.x * scale, box.y * scale, box.width * scale, box.height * scale)

    @property
    def key(self) -> tuple[object, ...]:
        """What an artwork of the face depends on besides its content."""
        return self.defs, self.box, self.scale

    def part(self, content: str) -> PlacedArtwork:
        """Return a part of the face, as a document of its own."""
        if len(content) > _SHARED_PART:
            return self.document(content)
        placed, key = self._context.placed, (content, *self.key)
        if key in placed:
            self.count(
                len(placed[key].artwork.svg)
            )  # as for the first face, so that all faces fail at the same element
        else:
            placed[key] = self.document(content)
        return placed[key]

    @property
    def is_full(self) -> bool:
        """Whether the artworks are too large, which has been told."""
        return self._written > _MOST

    def count(self, size: int) -> None:
        """Add to the size of the artworks of the face.

        Raises:
            UnlocatedError: E404, they are too large.
        """
        self._written += size
        if self.is_full:
            message = (
                f"output of the template, with the pictures that it places, has more than {_MOST // 2**20} MiB of SVG"
            )
            raise UnlocatedError("E404", message, hints=("put elements that share definitions into one <g>",))

    def document(self, content: str) -> PlacedArtwork:
        """Return a document as large as the face with its bleed, with the definitions of the face that it uses."""
        box = self.box
        defs = self.defs if _USES_DEFS.search(content) else ""
        svg = (
            f'<svg xmlns="{SVG}" xmlns:xlink="{XLINK}" viewBox="{box.x:g} {box.y:g} {box.width:g} {box.height:g}"'
            f' width="{box.width:g}mm" height="{box.height:g}mm">{defs}{content}</svg>'
        )
        self.count(len(svg))
        return PlacedArtwork(self._context.shared_artwork(Artwork(svg, box.size)), self.box_mm)
