"""Move and scale items."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cardgen.geometry.units import Mm, Rect
from cardgen.model.drawing import DrawingItem, PlacedImage, Rotated, TextSpan, View


def moved(items: Iterable[DrawingItem], x: Mm, y: Mm) -> list[DrawingItem]:
    """Return the items at another place.

    Args:
        x: Distance to the right, mm.
        y: Distance down, mm.
    """
    return [_transformed(item, x, y, 1.0) for item in items]


def scaled(items: Iterable[DrawingItem], scale: float) -> list[DrawingItem]:
    """Return the items scaled from the origin.

    Args:
        scale: Factor; 1 keeps the size.
    """
    return [_transformed(item, 0.0, 0.0, scale) for item in items]


def lowest(items: Iterable[DrawingItem]) -> Mm:
    """Return the lower edge of what hangs lowest among the items, descenders included; 0 without any."""
    return max(map(_lower_edge, items), default=0.0)


def _lower_edge(item: DrawingItem) -> Mm:
    if isinstance(item, TextSpan):
        return item.y + 0.25 * item.size
    if isinstance(item, Rotated):
        return lowest(item.items)
    return item.window.bottom if isinstance(item, (View, PlacedImage)) else item.box.bottom


def _transformed(item: DrawingItem, x: Mm, y: Mm, scale: float) -> DrawingItem:
    if isinstance(item, TextSpan):
        return replace(
            item,
            size=item.size * scale,
            x=item.x * scale + x,
            y=item.y * scale + y,
            space=item.space * scale,
            tracking=item.tracking * scale,
        )
    if isinstance(item, Rotated):
        inner = tuple(_transformed(part, x, y, scale) for part in item.items)
        return replace(item, x=item.x * scale + x, y=item.y * scale + y, items=inner)
    if isinstance(item, View):
        inner = tuple(_transformed(part, x, y, scale) for part in item.items)
        return replace(item, window=_transformed_box(item.window, x, y, scale), items=inner)
    box = _transformed_box(item.box, x, y, scale)
    if isinstance(item, PlacedImage):
        return replace(item, box=box, window=_transformed_box(item.window, x, y, scale))
    return replace(item, box=box)


def _transformed_box(box: Rect, x: Mm, y: Mm, scale: float) -> Rect:
    return Rect(box.x * scale + x, box.y * scale + y, box.width * scale, box.height * scale)
