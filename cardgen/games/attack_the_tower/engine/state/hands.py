"""Change and read hands and discard piles."""

from __future__ import annotations

from bisect import bisect

from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DISCARD, BASE_CARD, BASE_DISCARD, HAND, KNOWN


def add_to_hand(position: Position, player: int, design: int) -> None:
    """Put a card into a player's hand, which stays sorted."""
    position.zones[HAND + player] = _with_card(position.zones[HAND + player], design)


def remove_from_hand(position: Position, player: int, design: int) -> None:
    """Take a card, which must be there, out of a player's hand."""
    position.zones[HAND + player] = without_card(position.zones[HAND + player], design)
    known = position.zones[KNOWN + player]
    if known and design in known:
        position.zones[KNOWN + player] = without_card(known, design)


def reveal_card(position: Position, player: int, design: int) -> None:
    """Let the opponent know from now on that a card is in a player's hand."""
    position.zones[KNOWN + player] = _with_card(position.zones[KNOWN + player], design)


def reveal_hand(position: Position, player: int, designs: frozenset[int]) -> None:
    """Show cards of a player's hand to the opponent."""
    known = [design for design in position.zones[KNOWN + player] if design not in designs]
    known += [design for design in position.zones[HAND + player] if design in designs]
    position.zones[KNOWN + player] = tuple(sorted(known))


def discard_card(position: Position, design: int) -> None:
    """Put a card on the discard pile of the army that it belongs to."""
    match = position.match
    zone = (BASE_DISCARD if match.kind[design] == BASE_CARD else ABILITY_DISCARD) + match.army[design]
    position.zones[zone] += (design,)


def count_hand(position: Position, player: int, *, bases: bool) -> int:
    """Count the bases, or the abilities, in a player's hand.

    Args:
        bases: Whether to count bases; otherwise abilities.
    """
    kinds = position.match.kind
    return sum((kinds[design] == BASE_CARD) == bases for design in position.zones[HAND + player])


def without_card(cards: tuple[int, ...], design: int) -> tuple[int, ...]:
    """Return the cards without the first one of a design, which must be among them."""
    at = cards.index(design)
    return cards[:at] + cards[at + 1 :]


def _with_card(cards: tuple[int, ...], design: int) -> tuple[int, ...]:
    at = bisect(cards, design)
    return (*cards[:at], design, *cards[at:])
