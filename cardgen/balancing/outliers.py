"""Find numbers far from those of their peers: the likeliest mistakes, and the first to bring back."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from cardgen.balancing.deck_numbers import DeckSource, StatedNumber

FEWEST_PEERS = 5
"""Numbers of one key that tell what is usual; with fewer, all numbers of the decks but copies are peers."""
FAR = 2.5
"""Distance from the median at which a number is an outlier, in robust standard deviations: a common limit."""
DEVIATION = 1.4826  # of the median of absolute distances, for a standard deviation
COPIES = "copies"


def usual_value(sources: Sequence[DeckSource], stated: StatedNumber) -> int | None:
    """Return the value at which an outlier would be usual again.

    Returns:
        The value next to its own that is one deviation from the median of its peers; None if it is no outlier.
    """
    others = [other for source in sources for other in source.numbers if other.node is not stated.node]
    peers = [_value(other) for other in others if other.words[-1] == stated.words[-1]]
    if len(peers) < FEWEST_PEERS:
        peers = [_value(other) for other in others if other.words[-1] != COPIES]
    if len(peers) < FEWEST_PEERS:
        return None
    middle = median(peers)
    deviation = max(DEVIATION * median(abs(peer - middle) for peer in peers), 1.0)
    away = _value(stated) - middle
    if abs(away) <= FAR * deviation:
        return None
    return round(middle + deviation) if away > 0 else round(middle - deviation)


def _value(stated: StatedNumber) -> int:
    value = stated.node.value
    assert isinstance(value, int)
    return value
