"""Draw, look at, discard and renew the decks of resource cards, events and enemy cards.

Nobody knows the order of a face-down deck, so a deck is kept as the set of its cards, and a draw takes any of them. The
season deck and the pool of a class share one set, since nobody knows which of its cards lie where either; only the
number of cards in the season deck is kept. Cards that players have looked at, on top of a deck or
beneath it, are kept apart, in order.
"""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.actions import DRAW, ENEMY, EVENT
from cardgen.games.stonewater_weir.engine.state.asking import draw_from
from cardgen.games.stonewater_weir.engine.state.places import CLASSES, Stream
from cardgen.games.stonewater_weir.engine.state.position import (
    DISCARDS,
    ENEMY_DECK,
    EVENT_DECK,
    EVENT_DISCARDS,
    FACE_DOWN,
    KNOWN_ENEMIES,
    KNOWN_EVENTS,
    OUT,
    POOL,
    SEASON_DECK,
    SiegePosition,
)

_PILES = {KNOWN_EVENTS: EVENT_DECK, KNOWN_ENEMIES: ENEMY_DECK}
_STREAMS = {KNOWN_EVENTS: Stream.EVENTS, KNOWN_ENEMIES: Stream.ENEMIES}
_DRAWS = {KNOWN_EVENTS: EVENT, KNOWN_ENEMIES: ENEMY}


def add_to_pile(position: SiegePosition, pile: int, card: int) -> None:
    """Put a card on a pile.

    Args:
        pile: Index into `piles`.
    """
    position.piles[pile] = tuple(sorted((*position.piles[pile], card)))


def remove_from_pile(position: SiegePosition, pile: int, card: int) -> None:
    """Take a card out of a pile.

    Args:
        pile: Index into `piles`.
    """
    cards = position.piles[pile]
    at = cards.index(card)
    position.piles[pile] = cards[:at] + cards[at + 1 :]


def deck_size(position: SiegePosition, deck: int) -> int:
    """Return the number of cards in a deck.

    Args:
        deck: SEASON_DECK or POOL plus a class, KNOWN_EVENTS or KNOWN_ENEMIES.
    """
    return len(position.known[deck]) + _unknown(position, deck) + len(position.beneath[deck])


def seen_cards(position: SiegePosition, deck: int) -> tuple[int, ...]:
    """Return the cards of a deck that players have looked at, on top of it and beneath it."""
    return position.known[deck] + position.beneath[deck]


def _unknown(position: SiegePosition, deck: int) -> int:
    """Return the number of cards of a deck that nobody has seen."""
    if deck >= KNOWN_EVENTS:
        return len(position.piles[_PILES[deck]])
    if deck < POOL:
        return position.season_left[deck]
    return len(position.piles[FACE_DOWN + deck - POOL]) - position.season_left[deck - POOL]


def draw_resource(position: SiegePosition, deck: int) -> int:
    """Take the top card of a season deck or a pool; its class is `deck % 4`.

    Args:
        deck: SEASON_DECK or POOL plus a class.

    Returns:
        Design of the card; -1 if the deck is empty (S08).
    """
    group = deck % 4
    if not deck_size(position, deck):
        if position.tables.settings.empty_deck == "nothing" or not position.piles[DISCARDS + group]:
            return -1
        shuffle_discards(position, group)
        if deck < POOL:
            position.season_left[group] = deck_size(position, POOL + group)
    return _take_top(position, deck)


def _take_top(position: SiegePosition, deck: int) -> int:
    """Take the top card of a deck that is not empty."""
    if position.known[deck]:
        card, position.known[deck] = position.known[deck][0], position.known[deck][1:]
        return card
    if not _unknown(position, deck):
        card, position.beneath[deck] = position.beneath[deck][0], position.beneath[deck][1:]
        return card
    if deck >= KNOWN_EVENTS:
        pile = _PILES[deck]
        card = draw_from(position, _STREAMS[deck], position.piles[pile], _DRAWS[deck])
        remove_from_pile(position, pile, card)
        return card
    group = deck % 4
    card = draw_from(position, Stream.INN + group, position.piles[FACE_DOWN + group], DRAW)
    remove_from_pile(position, FACE_DOWN + group, card)
    if deck < POOL:
        position.season_left[group] -= 1
    return card


def look_at_top(position: SiegePosition, deck: int, count: int = 1) -> tuple[int, ...]:
    """Look at the top cards of a deck; they stay where they are.

    Args:
        deck: SEASON_DECK or POOL plus a class, KNOWN_EVENTS or KNOWN_ENEMIES.

    Returns:
        The cards, the next one first; fewer if the deck has fewer.
    """
    seen = position.known[deck]
    more = min(count, deck_size(position, deck)) - len(seen)
    if more > 0:
        position.known[deck] = ()  # so that the cards below them are taken
        position.known[deck] = (*seen, *(_take_top(position, deck) for _ in range(more)))
    return position.known[deck][:count]


def put_top_to_bottom(position: SiegePosition, deck: int) -> None:
    """Put the known top card of a deck beneath it.

    Args:
        deck: SEASON_DECK or POOL plus a class, KNOWN_EVENTS or KNOWN_ENEMIES.
    """
    card, position.known[deck] = position.known[deck][0], position.known[deck][1:]
    position.beneath[deck] = (*position.beneath[deck], card)


def discard_resource(position: SiegePosition, card: int) -> None:
    """Put a resource card on the discards of its class."""
    add_to_pile(position, DISCARDS + position.tables.cards[card].group, card)


def shuffle_discards(position: SiegePosition, group: int) -> None:
    """Shuffle the discards of a class into its pool."""
    pool = POOL + group
    seen = (*position.known[pool], *position.beneath[pool])
    position.known[pool] = position.beneath[pool] = ()
    cards = (*position.piles[FACE_DOWN + group], *position.piles[DISCARDS + group], *seen)
    position.piles[FACE_DOWN + group] = tuple(sorted(cards))
    position.piles[DISCARDS + group] = ()


def renew_season_decks(position: SiegePosition, count: int) -> None:
    """Remove what is left of the season decks (S07), and deal new ones from the pools.

    A pool that is too small is filled with the discards of its class (S08).
    """
    pile = OUT if position.tables.settings.leftovers == "out" else DISCARDS
    for group in range(len(CLASSES)):
        while deck_size(position, SEASON_DECK + group):
            add_to_pile(position, pile + group, draw_resource(position, SEASON_DECK + group))
        if deck_size(position, POOL + group) < count and position.piles[DISCARDS + group]:
            shuffle_discards(position, group)
        _deal_season_deck(position, group, count)


def _deal_season_deck(position: SiegePosition, group: int, count: int) -> None:
    """Deal the top cards of a pool as a season deck: those that are known first, those put beneath the pool last."""
    pool, season = POOL + group, SEASON_DECK + group
    known, unknown, beneath = position.known[pool], _unknown(position, pool), position.beneath[pool]
    position.known[season], position.known[pool] = known[:count], known[count:]
    count -= len(position.known[season])
    position.season_left[group] = min(count, unknown)
    count -= position.season_left[group]
    position.beneath[season], position.beneath[pool] = beneath[:count], beneath[count:]


def draw_event(position: SiegePosition) -> int:
    """Take the top card of the event deck, which is shuffled anew when it is empty; -1 if there is none."""
    if not deck_size(position, KNOWN_EVENTS):
        position.piles[EVENT_DECK], position.piles[EVENT_DISCARDS] = position.piles[EVENT_DISCARDS], ()
    return _take_top(position, KNOWN_EVENTS) if deck_size(position, KNOWN_EVENTS) else -1


def draw_enemy_card(position: SiegePosition) -> int:
    """Take the top card of the enemy deck; -1 if there is none."""
    return _take_top(position, KNOWN_ENEMIES) if deck_size(position, KNOWN_ENEMIES) else -1
