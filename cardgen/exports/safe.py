"""Check for text that is too close to the cut for a shop."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cardgen.exports.profile import Profile
from cardgen.geometry.units import Mm
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.preflight.texts import read_texts
from cardgen.report.diagnostics import Collector

_TOLERANCE: Mm = 0.05


def check_safe(cards: Sequence[Piece], profile: Profile, found: Collector) -> None:
    """Add one W563 for all cards whose text is closer to the cut than a shop allows."""
    if not profile.safe:
        return
    near = [(min(nearest_text(side) for side in (piece.face, piece.back) if side), piece.name) for piece in cards]
    close = [(gap, name) for gap, name in near if gap < profile.safe - _TOLERANCE]
    if close:
        gap, worst = min(close)
        message = f"text of {len(close)} of {len(near)} cards is as close as {gap:.2f} mm to the cut"
        expected = f"at least {profile.safe:g} mm for {profile.title}"
        found.add("W563", message, expected=expected, notes=[(f"closest on '{worst}'", None)])


def nearest_text(drawing: Drawing) -> Mm:
    """Return the least distance of the ink of any text from the cut, mm; negative past it, infinite without text."""
    size = drawing.size
    boxes = [span.box for text in read_texts(drawing) for span in text.spans]
    return min((min(box.x, box.y, size.width - box.right, size.height - box.bottom) for box in boxes), default=math.inf)
