"""Define the pictures that rendering needs, independent of who reads them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from cardgen.geometry.units import Rect

if TYPE_CHECKING:
    from typing_extensions import TypeIs


class VectorPicture(Protocol):
    """An SVG file that has been read and sanitized."""

    @property
    def view_box(self) -> Rect:
        """The viewBox, in user units."""

    def nested(self, box: Rect, preserve: str = ..., color: str | None = ...) -> str:
        """Return the picture as an `<svg>` element for another document.

        Args:
            box: Position and size in units of that document.
            preserve: Value of `preserveAspectRatio`.
            color: Replaces `currentColor`; None keeps it.
        """

    def document(self, color: str | None = ...) -> str:
        """Return the picture as a document of its own.

        Args:
            color: Replaces `currentColor`; None keeps it.
        """


class RasterImage(Protocol):
    """A raster file that has been read and checked."""

    @property
    def path(self) -> Path:
        """Path of the file."""

    @property
    def width_px(self) -> int:
        """Width in pixels as displayed."""

    @property
    def height_px(self) -> int:
        """Height in pixels as displayed."""

    @property
    def ground(self) -> str:
        """Colour around a symbol, `#rrggbb` or `transparent`; empty for other pictures."""

    def embedded(self, width: int, height: int) -> tuple[str, bytes]:
        """Return the type and the bytes of the picture for an SVG document: upright, and not larger than is useful.

        Args:
            width: Largest useful width, in pixels.
            height: Largest useful height, in pixels.
        """


def is_vector(picture: VectorPicture | RasterImage) -> TypeIs[VectorPicture]:
    """Return whether a picture is an SVG file; comparing it with the whole protocol would take longer than placing it."""
    return hasattr(picture, "nested")


class PictureSource(Protocol):
    """Source of pictures and icons; raises `UnlocatedError` for those that cannot be used."""

    def picture(self, href: str, base: Path | None) -> VectorPicture | RasterImage:
        """Return the picture of a name, in the folder of the deck or beside the template.

        Args:
            base: Folder of the template; None if the deck names the picture.
        """

    def icon(self, name: str) -> VectorPicture:
        """Return an icon of the game."""

    def icon_names(self) -> tuple[str, ...]:
        """Return the names of all icons, sorted."""
