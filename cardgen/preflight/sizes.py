"""Find text that is too small to be read in print, whatever made it small."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.geometry.units import MM_PER_POINT
from cardgen.preflight.finding import FaceFinding
from cardgen.preflight.side import PieceSide
from cardgen.report.quality import hint_to_shorten

LEAST = 6.5
"""Least size of text that people read while they play, in points."""
TOLD = 4.5
"""Size under which a build warns: hardly anybody reads it."""
LEGAL = frozenset({"legal", "stock-credit"})
"""Styles of lines that nobody reads while they play, such as the number of a card in its deck: `TOLD` is enough for them."""
_TOLERANCE = 0.05


def find_small_text(side: PieceSide) -> Iterator[FaceFinding]:
    """Yield W417 for each text that is smaller than the least size."""
    for text in side.texts:
        smallest = text.smallest
        points = smallest.span.size / MM_PER_POINT
        if points < (TOLD if smallest.span.style in LEGAL else LEAST - _TOLERANCE):
            yield FaceFinding(
                "W417",
                f"text {text.words} prints at {points:.3g} pt",
                expected=f"at least {LEAST:g} pt, or {TOLD:g} pt in the style legal",
                hints=(hint_to_shorten(*text.extent, points / LEAST),),
                measure=points,
                is_advice=points >= TOLD,
                box=smallest.box,
            )
