"""Write drawings as SVG documents that refer to nothing outside themselves, for browsers and for programs that edit SVG."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import uharfbuzz as hb

from cardgen.geometry.units import MM_PER_INCH, Rect
from cardgen.model.drawing import DrawingItem, PlacedArtwork, PlacedImage, Rotated, TextSpan, View
from cardgen.model.font_file import load_face
from cardgen.model.font_instance import regular_instance

Embed = Callable[[Path, int, int], tuple[str, bytes]]
"""Returns the type and the bytes of a raster file that is to be as many pixels wide and high at most."""

_ID = re.compile(r"""(\bid=["']|url\(#|href=["']#)([^"')]+)""")
_ROOT = re.compile(r"<svg\b([^>]*)>(.*)</svg>\s*$", re.DOTALL)
_VIEW_BOX = re.compile(r'viewBox="([^"]+)"')


class SvgWriter:
    """Writes the drawings of a deck; the outlines of glyphs are read once."""

    def __init__(self, fonts: Mapping[str, Path], embed: Embed, dpi: int = 150) -> None:
        self._fonts, self._embed, self._dpi = fonts, embed, dpi
        self._loaded: dict[str, tuple[hb.Font, int]] = {}
        self._outlines: dict[tuple[str, int], str] = {}
        self._images: dict[tuple[Path, int, int], str] = {}
        self._artworks = 0

    def document(self, items: Iterable[DrawingItem], box: Rect) -> str:
        """Return items as a document.

        Args:
            box: The part that is seen, mm.
        """
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
            f' width="{box.width:g}mm" height="{box.height:g}mm"'
            f' viewBox="{box.x:g} {box.y:g} {box.width:g} {box.height:g}">{self._all(items)}</svg>\n'
        )

    def _all(self, items: Iterable[DrawingItem]) -> str:
        return "".join(map(self._item, items))

    def _item(self, item: DrawingItem) -> str:
        match item:
            case PlacedArtwork():
                return self._artwork(item)
            case PlacedImage():
                return self._image(item)
            case TextSpan():
                return self._text(item)
            case Rotated():
                return f'<g transform="rotate({item.degrees:g} {item.x:g} {item.y:g})">{self._all(item.items)}</g>'
            case View():
                return _window(item.window, self._all(item.items))

    def _artwork(self, placed: PlacedArtwork) -> str:
        """Return an artwork, with names that no other artwork of the document has."""
        self._artworks += 1
        prefix = f"a{self._artworks}-"
        root = _ROOT.search(_ID.sub(lambda match: f"{match[1]}{prefix}{match[2]}", placed.artwork.svg))
        view = _VIEW_BOX.search(root[1]) if root else None
        if root is None or view is None:
            return ""
        box = placed.box
        return (
            f'<svg x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}" viewBox="{view[1]}"'
            f' preserveAspectRatio="none">{root[2]}</svg>'
        )

    def _image(self, placed: PlacedImage) -> str:
        box = placed.box
        scale = self._dpi / MM_PER_INCH
        key = placed.path, max(1, round(box.width * scale)), max(1, round(box.height * scale))
        if key not in self._images:
            kind, data = self._embed(*key)
            self._images[key] = f"data:{kind};base64,{base64.b64encode(data).decode()}"
        image = (
            f'<image x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}"'
            f' preserveAspectRatio="none" href="{self._images[key]}"/>'
        )
        return _window(placed.window, image)

    def _text(self, span: TextSpan) -> str:
        """Return words as outlines, so that they look the same wherever the fonts are missing."""
        _, upem = self._font(span.font)
        scale = span.size / upem
        glyphs, x = [], span.x
        for word in span.words:
            at = x + word.start * span.size
            for index, (glyph, _, advance) in enumerate(word.glyphs):
                outline = self._outline(span.font, glyph)
                rise = word.rises[index] * upem if word.rises else 0
                if outline:
                    glyphs.append(
                        f'<path transform="translate({(at - span.x) / scale:.0f} {rise:.0f})" d="{outline}"/>'
                    )
                at += advance * span.size + span.tracking
            x += word.width * span.size + span.tracking * len(word.glyphs) + span.space
        return (
            f'<g fill="{span.color}" transform="translate({span.x:.3f} {span.y:.3f})'
            f' scale({scale:.6f} {-scale:.6f})">{"".join(glyphs)}</g>'
        )

    def _font(self, key: str) -> tuple[hb.Font, int]:
        if key not in self._loaded:
            face = load_face(self._fonts[key])
            font = hb.Font(face)
            font.set_variations(regular_instance(face))
            self._loaded[key] = font, face.upem
        return self._loaded[key]

    def _outline(self, key: str, glyph: int) -> str:
        """Return the outline of a glyph as data of a path, in units of the font."""
        if (key, glyph) not in self._outlines:
            pen = _PathPen()
            self._font(key)[0].draw_glyph_with_pen(glyph, pen)
            self._outlines[key, glyph] = "".join(pen.parts)
        return self._outlines[key, glyph]


class _PathPen:
    """Writes an outline as data of a path."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def _add(self, letter: str, *points: tuple[float, float]) -> None:
        self.parts.append(letter + " ".join(f"{x:g} {y:g}" for x, y in points))

    def moveTo(self, point: Any) -> None:  # noqa: N802 - the names are those of the pens of fontTools
        """Begin a contour."""
        self._add("M", point)

    def lineTo(self, point: Any) -> None:  # noqa: N802
        """Add a line."""
        self._add("L", point)

    def curveTo(self, *points: Any) -> None:  # noqa: N802
        """Add a cubic curve."""
        self._add("C", *points)

    def qCurveTo(self, *points: Any) -> None:  # noqa: N802
        """Add a quadratic curve."""
        self._add("Q", *points)

    def closePath(self) -> None:  # noqa: N802
        """End a contour."""
        self.parts.append("Z")


def _window(window: Rect, content: str) -> str:
    """Return content of which a window is seen."""
    return (
        f'<svg x="{window.x:g}" y="{window.y:g}" width="{window.width:g}" height="{window.height:g}"'
        f' viewBox="{window.x:g} {window.y:g} {window.width:g} {window.height:g}">{content}</svg>'
    )
