"""What rendering asks of pictures, whoever reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, runtime_checkable

from cardgen.geometry.units import Rect


@runtime_checkable
class VectorPicture(Protocol):
    """An SVG file that was read and found harmless."""

    @property
    def view_box(self) -> Rect:
        """Its coordinates."""

    def nested(self, box: Rect, preserve: str = ..., color: str | None = ...) -> str:
        """It as an `<svg>` element within another document."""

    def document(self, color: str | None = ...) -> str:
        """It as a document of its own."""


class RasterImage(Protocol):
    """A raster file that was read and found whole."""

    @property
    def path(self) -> Path:
        """The file."""

    @property
    def width_px(self) -> int:
        """Pixels from left to right, as seen."""

    @property
    def height_px(self) -> int:
        """Pixels from top to bottom, as seen."""

    @property
    def format(self) -> str:
        """PNG, JPEG or WEBP, whatever the name of the file says."""


class PictureSource(Protocol):
    """Where pictures come from; raises `UnlocatedError` for those that cannot be used."""

    def picture(self, href: str, base: Path | None) -> VectorPicture | RasterImage:
        """The picture of that name: beside the deck, then beside the template."""

    def icon(self, name: str) -> VectorPicture:
        """An icon of the game."""
