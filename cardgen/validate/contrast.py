"""Check that text is readable on its background."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardgen.geometry.colors import contrast, from_hex
from cardgen.model.deck import Deck
from cardgen.plugin.theme import ContrastPair
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.source import Path, Span

# Source: WCAG 2.1, success criterion 1.4.3, for text of normal size.
MIN_CONTRAST = 4.5


def contrast_ratio(first: str, second: str) -> float:
    """Return the contrast of two colours `#rrggbb`, from 1 to 21."""
    return contrast(from_hex(first), from_hex(second))


def check_contrast(
    deck: Deck,
    colors: Mapping[str, str],
    pairs: Iterable[ContrastPair],
    diagnostics: Collector,
    path: Path,
) -> None:
    """Report (E320) each pair of colours whose contrast is below 4.5:1.

    Args:
        deck: Deck that states the colours, for the positions of the errors.
        colors: Names of colours to `#rrggbb`: those of the deck and those that the theme derives from them.
        pairs: Colours that must be readable on each other.
        path: Path of the mapping in the deck that states the colours.
    """
    for pair in pairs:
        unknown = [name for name in (pair.text, pair.on) if name not in colors]
        if unknown:
            message = f"theme names the unknown colour {quoted(unknown[0])} in 'contrast'"
            diagnostics.add("E206", message, expected=f"one of: {', '.join(colors)}")
            continue
        ratio = contrast_ratio(colors[pair.text], colors[pair.on])
        if ratio < MIN_CONTRAST:
            diagnostics.add(
                "E320",
                f"{pair.text} on {pair.on} is not readable ({pair.where}): {colors[pair.text]} on {colors[pair.on]}"
                f" has a contrast of {int(ratio * 100) / 100}:1",
                _place(deck, path, pair),
                expected=f"at least {MIN_CONTRAST}:1",
                hints=["make one of them darker or the other lighter"],
            )


def _place(deck: Deck, path: Path, pair: ContrastPair) -> Span:
    """Return where the deck states the colour of the text, else of the background, else its colours."""
    colors = deck.node.nearest(path)
    places = (deck.node.nearest((*path, name)) for name in (pair.text, pair.on))
    return next((place for place in places if place != colors), colors)
