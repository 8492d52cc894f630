"""Place pictures on a face: alone, inside other SVG, as grounds that others stand on, and generated ones."""

from __future__ import annotations

import base64
import math
from dataclasses import replace
from html import escape
from pathlib import Path

from lxml import etree

from cardgen.geometry.units import MM_PER_INCH, Rect, Size
from cardgen.model.deck import FOCUS_MARK, PLACEHOLDER
from cardgen.model.drawing import Artwork, DrawingItem, PlacedArtwork, PlacedImage, View
from cardgen.render.context import RenderContext
from cardgen.render.face.artworks import FaceArtworks
from cardgen.render.face.aspect_ratio import picture_box
from cardgen.render.face.attributes import about, local_name, read_box, read_number, read_text
from cardgen.render.face.daylight import light_of
from cardgen.render.face.errors import FaceFaults
from cardgen.render.face.svg import CARD, SVG, XLINK, clip_to_window
from cardgen.render.pictures import RasterImage, VectorPicture, is_vector
from cardgen.render.placeholders import Scene
from cardgen.render.transform import scaled
from cardgen.report.errors import UnlocatedError

MIN_DPI, GOOD_DPI = 200, 300
"""Below the first resolution pixels are visible in print, below the second it looks soft."""

_PORTRAIT = "0.5 0.25"
"""Point that stays in view of a photograph or painting that is higher than wide: where most have a head."""
_FOCUS, _ZOOM, _LIGHT, _LONGEST = (f"{{{CARD}}}{name}" for name in ("focus", "zoom", "light", "longest"))
PLAIN_IMAGE = frozenset(
    {
        *("href", "x", "y", "width", "height", "preserveAspectRatio", f"{{{XLINK}}}href"),
        *(_FOCUS, _ZOOM, _LIGHT, _LONGEST),
    }
)
"""Attributes of a picture that needs no SVG around it."""
_CHANGES_SIZE = ("transform", "patternTransform", "style")
_MOST_PIXELS_OF_A_SIDE = 4000
"""Of a picture whose size in print is not known, since what is around it is scaled."""


def is_lit(element: etree._Element) -> bool:
    """Return whether a picture lies in a light, so that it is a ground."""
    return _LIGHT in element.attrib


def _shortened(window: Rect, natural: Size, longest: float) -> Rect:
    """Return the middle of a window that a picture fills which has lost its ends.

    Args:
        longest: The most times that it is longer than wide.
    """
    width, height = (longest, 1.0) if natural.width > natural.height else (1.0, longest)
    scale = min(window.width / width, window.height / height)
    middle = window.x + window.width / 2, window.y + window.height / 2
    return Rect(middle[0] - width * scale / 2, middle[1] - height * scale / 2, width * scale, height * scale)


class FacePictures:
    """Places the pictures of one face."""

    def __init__(
        self, context: RenderContext, folder: Path, subject: str, artworks: FaceArtworks, faults: FaceFaults
    ) -> None:
        self._context = context
        self._folder = folder
        self._subject = subject
        self._artworks = artworks
        self._faults = faults

    def place(self, element: etree._Element) -> list[DrawingItem]:
        """Return a picture that stands alone."""
        picture, window, box = self._picture_of(element)
        if is_lit(element):
            return self._ground(element, picture, window, box)
        if isinstance(picture, Scene):  # its layers are converted once each, however many pictures they are part of
            return self._scene(picture, window, box)
        if is_vector(picture):
            return [self._artworks.part(self.nested(element))]
        self._check_resolution(picture, box, element)
        return scaled([PlacedImage(picture.path, box, window)], self._artworks.scale)

    def nested(self, element: etree._Element) -> str:
        """Return a picture inside of other SVG, as SVG."""
        if is_lit(element):
            message = f"a picture inside <{local_name(element.getparent())}> cannot have a light"  # type: ignore[arg-type]
            raise UnlocatedError("E405", message, expected="the <image> at the top level, or in a plain <g>")
        picture, window, box = self._picture_of(element)
        inside = Rect(box.x - window.x, box.y - window.y, box.width, box.height)
        if is_vector(picture):
            inner = picture.nested(inside, "none")
        else:
            is_as_large = True
            if any(above.get(name) for above in element.iterancestors(f"{{{SVG}}}*") for name in _CHANGES_SIZE):
                is_as_large = False
            else:
                self._check_resolution(picture, box, element)
            kind, data = picture.embedded(*self._useful_pixels(box, is_as_large=is_as_large))
            inner = (
                f'<image x="{inside.x:g}" y="{inside.y:g}" width="{inside.width:g}" height="{inside.height:g}"'
                f' preserveAspectRatio="none" href="data:{kind};base64,{base64.b64encode(data).decode()}"/>'
            )
        self._artworks.count(len(inner))
        extra = "".join(
            f' {name}="{escape(read_text(element, name))}"'
            for name in map(str, element.attrib)
            if name not in PLAIN_IMAGE and not name.startswith("{")
        )
        # The outer element carries clip-path, opacity and the like.
        return f"<g{extra}>{clip_to_window(inner, window)}</g>"

    def _picture_of(self, element: etree._Element) -> tuple[VectorPicture | RasterImage, Rect, Rect]:
        """Return the picture, its window, and the box of the whole picture."""
        stated = read_text(element, "href") or read_text(element, f"{{{XLINK}}}href")
        href, _, own_focus = stated.partition(FOCUS_MARK)
        focus = read_text(element, _FOCUS) or own_focus
        zoom = read_number(element, _ZOOM, 1.0, above=0) if _ZOOM in element.attrib else 1.0
        picture = self._usable(href, element)
        window = read_box(element, above=0)
        natural = picture.view_box.size if is_vector(picture) else Size(picture.width_px, picture.height_px)
        preserve = read_text(element, "preserveAspectRatio")
        if _LONGEST in element.attrib:
            longest = read_number(element, _LONGEST, above=0)
            if not 1 / longest <= natural.width / natural.height <= longest:
                window, preserve = _shortened(window, natural, longest), "xMidYMid slice"
        if not preserve:
            preserve = "xMidYMid slice"
            if not focus and not is_vector(picture) and natural.height > natural.width:
                focus = _PORTRAIT
        return picture, window, picture_box(window, natural, preserve, focus, zoom)

    def _usable(self, href: str, element: etree._Element) -> VectorPicture | RasterImage:
        """Return the picture of a name, or a generated one after reporting why it cannot be used."""
        try:
            with about("href"):
                return self._context.pictures.picture(href, self._folder)
        except UnlocatedError as error:
            self._faults.report(error, element)
            return self._context.pictures.picture(f"{PLACEHOLDER}{href}", self._folder)

    def _ground(
        self, element: etree._Element, picture: VectorPicture | RasterImage, window: Rect, box: Rect
    ) -> list[DrawingItem]:
        """Return a picture that other things stand on, and its light; an SVG is converted once for all its places."""
        with about("light"):
            light = light_of(read_text(element, _LIGHT))
        placed: DrawingItem
        if is_vector(picture):
            artwork = Artwork(picture.document(), picture.view_box.size)
            placed = PlacedArtwork(self._context.shared_artwork(artwork), box)
        else:
            self._check_resolution(picture, box, element)
            placed = PlacedImage(picture.path, box, window)
        views = [View(window, (placed,), is_ground=True, in_lines=True)]
        if light:
            views.append(View(window, (PlacedArtwork(light, window),), is_ground=True))
        return scaled(views, self._artworks.scale)

    def _scene(self, picture: Scene, window: Rect, box: Rect) -> list[DrawingItem]:
        """Return the layers of a generated picture, each of which many pictures share."""
        placed, found = self._context.placed, []
        place = (window, box, *self._artworks.key)
        for layer in picture.layers:
            key = (layer, *place)
            if key not in placed:
                inside = Rect(box.x - window.x, box.y - window.y, box.width, box.height)
                placed[key] = self._artworks.document(
                    clip_to_window(replace(picture, layers=(layer,)).nested(inside, "none"), window)
                )
            found.append(placed[key])
        return [*found]

    def _check_resolution(self, picture: RasterImage, box: Rect, element: etree._Element) -> None:
        inches = Size(box.width * self._artworks.scale / MM_PER_INCH, box.height * self._artworks.scale / MM_PER_INCH)
        dpi = round(min(picture.width_px / inches.width, picture.height_px / inches.height))
        if dpi >= GOOD_DPI:
            return
        need = Size(round(inches.width * GOOD_DPI), round(inches.height * GOOD_DPI))
        self._faults.report(
            UnlocatedError(
                "E410" if dpi < MIN_DPI else "W410",
                f"picture '{picture.path.name}' of {self._subject} prints at {dpi} dpi",
                expected=f"{GOOD_DPI} dpi: {need.width:g} x {need.height:g} pixels"
                f" (it has {picture.width_px} x {picture.height_px})",
                hints=("use a larger picture or an SVG, or print it smaller: in a smaller box, or with another look",),
                measure=dpi,
            ),
            element,
        )

    def _useful_pixels(self, box: Rect, *, is_as_large: bool) -> tuple[int, int]:
        """Return the width and the height in pixels above which a picture does not print better.

        Args:
            is_as_large: Whether it prints as large as its box says, and is not scaled by what is around it.
        """
        if not is_as_large:
            return _MOST_PIXELS_OF_A_SIDE, _MOST_PIXELS_OF_A_SIDE
        scale = self._artworks.scale * GOOD_DPI / MM_PER_INCH
        return math.ceil(box.width * scale), math.ceil(box.height * scale)
