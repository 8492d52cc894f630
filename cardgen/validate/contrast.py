"""Whether words can be read on their ground."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from cardgen.geometry.colors import luminance as light_of
from cardgen.model.deck import Deck
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.source import Path, Span

# Source: WCAG 2.1, success criterion 1.4.3, for text of normal size.
MIN_CONTRAST = 4.5


class ContrastPair(Protocol):
    """Words of one colour on a ground of another, by the names of the colours."""

    @property
    def text(self) -> str:
        """Colour of the words."""

    @property
    def on(self) -> str:
        """Colour of the ground."""

    @property
    def where(self) -> str:
        """What is written so, for messages."""


def contrast_ratio(first: str, second: str) -> float:
    """Contrast ratio of two colours `#rrggbb`, from 1 to 21, in any order.

    Source:
        WCAG 2.1, definition of contrast ratio.
    """
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(color: str) -> float:
    """Relative luminance of a colour `#rrggbb`, from 0 (black) to 1 (white).

    Source:
        WCAG 2.1, definition of relative luminance; 0.04045 as its later errata and sRGB have it.
    """
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return light_of((red, green, blue))


def check_contrast(
    deck: Deck,
    colors: Mapping[str, str],
    pairs: Iterable[ContrastPair],
    diagnostics: Collector,
    path: Path,
) -> None:
    """Note (E320) each pair of colours whose contrast is under 4.5:1.

    Args:
        deck: Where the colours are stated, for the place of the message.
        colors: Name to `#rrggbb`: those of the deck and those that the theme makes of them.
        pairs: Which colours must be readable on which.
        diagnostics: Gets the faults.
        path: Where the deck states its colours.
    """
    for pair in pairs:
        unknown = [name for name in (pair.text, pair.on) if name not in colors]
        if unknown:
            message = f"theme asks for the contrast of an unknown colour {quoted(unknown[0])}"
            diagnostics.add("E206", message, expected=f"one of: {', '.join(colors)}")
            continue
        ratio = contrast_ratio(colors[pair.text], colors[pair.on])
        if ratio < MIN_CONTRAST:
            diagnostics.add(
                "E320",
                f"{pair.text} on {pair.on} cannot be read ({pair.where}): {colors[pair.text]} on {colors[pair.on]}"
                f" has a contrast of {int(ratio * 100) / 100}:1",
                _place(deck, path, pair),
                expected=f"at least {MIN_CONTRAST}:1",
                hints=["make one of them darker or the other lighter"],
            )


def _place(deck: Deck, path: Path, pair: ContrastPair) -> Span:
    """Where the deck states the colour of the words, else that of the ground, else its colours."""
    colors = deck.node.nearest(path)
    places = (deck.node.nearest((*path, name)) for name in (pair.text, pair.on))
    return next((place for place in places if place != colors), colors)
