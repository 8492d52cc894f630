"""Check for text that is too close to the cut for a shop."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from cardgen.exports.profile import Profile
from cardgen.geometry.units import Mm, Rect
from cardgen.model.drawing import Drawing, DrawingItem, Rotated, TextSpan
from cardgen.model.piece import Piece
from cardgen.report.diagnostics import Collector

# Of the em: capitals of the usual text faces reach 0.7 up, descenders 0.25 down.
_ABOVE, _BELOW = 0.7, 0.25
_TOLERANCE: Mm = 0.05


def check_safe(cards: Sequence[Piece], profile: Profile, found: Collector) -> None:
    """Add one W563 for all cards whose text is closer to the cut than a shop allows."""
    if not profile.safe:
        return
    near = {piece.name: min(nearest_text(piece.face), *_back(piece)) for piece in cards}
    close = {name: gap for name, gap in near.items() if gap < profile.safe - _TOLERANCE}
    if close:
        worst = min(close, key=lambda name: close[name])
        message = f"text of {len(close)} of {len(near)} cards is as close as {close[worst]:.2f} mm to the cut"
        expected = f"at least {profile.safe:g} mm for {profile.title}"
        found.add("W563", message, expected=expected, notes=[(f"closest on '{worst}'", None)])


def _back(piece: Piece) -> tuple[Mm, ...]:
    return (nearest_text(piece.back) if piece.back else math.inf, math.inf)


def nearest_text(drawing: Drawing) -> Mm:
    """Return the least distance of any text from the cut, mm; negative past it, infinite without text."""
    width, height = drawing.size.width, drawing.size.height
    return min(
        (min(x, y, width - x, height - y) for x, y in _corners(drawing.items)),
        default=math.inf,
    )


def _corners(items: Sequence[DrawingItem]) -> Iterator[tuple[Mm, Mm]]:
    for item in items:
        if isinstance(item, TextSpan):
            box = _box(item)
            yield from ((x, y) for x in (box.x, box.right) for y in (box.y, box.bottom))
        elif isinstance(item, Rotated):
            sine, cosine = math.sin(math.radians(item.degrees)), math.cos(math.radians(item.degrees))
            for x, y in _corners(item.items):
                right, down = x - item.x, y - item.y
                yield item.x + right * cosine - down * sine, item.y + right * sine + down * cosine


def _box(span: TextSpan) -> Rect:
    glyphs = sum(len(word.glyphs) for word in span.words)
    width = sum(word.width for word in span.words) * span.size
    width += span.space * (len(span.words) - 1) + span.tracking * max(glyphs - 1, 0)
    return Rect(span.x, span.y - _ABOVE * span.size, width, (_ABOVE + _BELOW) * span.size)
