"""Track the cards of draw piles that players have seen, and that therefore stay where they are.

For each pile, the cards that anybody has seen lie on its top or at its bottom. `Position.sights` holds, for each of the
four piles, the viewers of its upper and of its lower seen cards, the outermost first, each as a set of players: 1 the
first, 2 the second, 3 both. The cards between them are in an order that nobody has seen; if chance is a player, they are
in none.
"""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DRAW

TOP, BOTTOM = range(2)
BOTH = 3
PILE_COUNT = 4
_NOBODY: tuple[tuple[int, ...], ...] = ((),) * (2 * PILE_COUNT)


def seen_at(position: Position, zone: int, end: int) -> tuple[int, ...]:
    """Return the viewers of the seen cards at one end of a pile, the outermost first.

    Args:
        end: TOP or BOTTOM.
    """
    return position.sights[2 * (zone - ABILITY_DRAW) + end] if position.sights else ()


def set_seen(position: Position, zone: int, end: int, viewers: tuple[int, ...]) -> None:
    """Replace the viewers of the seen cards at one end of a pile.

    Args:
        end: TOP or BOTTOM.
        viewers: Viewers of each card, the outermost first.
    """
    found = list(position.sights or _NOBODY)
    found[2 * (zone - ABILITY_DRAW) + end] = viewers
    position.sights = tuple(found) if any(found) else ()


def forget(position: Position, zone: int) -> None:
    """Forget what was seen of a pile, which is shuffled."""
    if position.sights:
        set_seen(position, zone, TOP, ())
        set_seen(position, zone, BOTTOM, ())


def unseen_part(position: Position, zone: int) -> tuple[int, ...]:
    """Return the cards of a pile that nobody has seen."""
    cards = position.zones[zone]
    if not position.sights:
        return cards
    return cards[len(seen_at(position, zone, BOTTOM)) : len(cards) - len(seen_at(position, zone, TOP))]


def seen_from_top(position: Position, zone: int) -> int:
    """Return how many cards from the top of a pile down have been seen without a gap."""
    top = len(seen_at(position, zone, TOP))
    return top if unseen_part(position, zone) else len(position.zones[zone])


def take_top(position: Position, zone: int) -> tuple[int, int]:
    """Take the top card off a pile that has one; return its design and who has seen it."""
    cards = position.zones[zone]
    position.zones[zone] = cards[:-1]
    if not position.sights:
        return cards[-1], 0
    top, bottom = seen_at(position, zone, TOP), seen_at(position, zone, BOTTOM)
    if top:
        set_seen(position, zone, TOP, top[1:])
        return cards[-1], top[0]
    if len(bottom) == len(cards):
        set_seen(position, zone, BOTTOM, bottom[:-1])
        return cards[-1], bottom[-1]
    return cards[-1], 0


def put_on_pile(position: Position, zone: int, design: int, end: int, viewers: int) -> None:
    """Put a card on top or at the bottom of a pile.

    Args:
        end: TOP or BOTTOM.
    """
    cards = position.zones[zone]
    position.zones[zone] = (*cards, design) if end == TOP else (design, *cards)
    set_seen(position, zone, end, (viewers, *seen_at(position, zone, end)))


def show_top(position: Position, zone: int, count: int, viewers: int) -> None:
    """Let players see the top cards of a pile.

    Args:
        count: Number of cards, at most those of the pile.
    """
    top, bottom = seen_at(position, zone, TOP), seen_at(position, zone, BOTTOM)
    size = len(position.zones[zone])
    deep = max(count - (size - len(bottom)), 0)  # cards that are seen from below already
    upper = count - deep
    wider = [*top, *[0] * (upper - len(top))]
    set_seen(position, zone, TOP, tuple(one | viewers if at < upper else one for at, one in enumerate(wider)))
    if deep:
        lower = tuple(one | viewers if at >= len(bottom) - deep else one for at, one in enumerate(bottom))
        set_seen(position, zone, BOTTOM, lower)


def replace_top(position: Position, zone: int, cards: tuple[int, ...], taken: int, viewers: int) -> None:
    """Replace the top cards of a pile by others, or by the same in another order; earlier viewers lose track of them.

    Args:
        cards: The new top cards, the topmost first.
    """
    for _ in range(taken):
        take_top(position, zone)
    for design in reversed(cards):
        put_on_pile(position, zone, design, TOP, viewers)
