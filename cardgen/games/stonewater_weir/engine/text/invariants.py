"""Check what holds in every position: figures, cards and tokens are conserved, all numbers are in range."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.phases.setup import events_in_deck
from cardgen.games.stonewater_weir.engine.state.places import ABSENT, NOWHERE, UNIT_COUNT, UNITS
from cardgen.games.stonewater_weir.engine.state.position import (
    DISCARDS,
    ENEMY_DECK,
    ENEMY_DISCARDS,
    EVENT_DECK,
    EVENT_DISCARDS,
    FACE_DOWN,
    FACE_DOWN_TOKEN,
    KNOWN_ENEMIES,
    KNOWN_EVENTS,
    PILES,
    TOKEN_STOCK,
    SiegePosition,
)
from cardgen.games.stonewater_weir.engine.text.words import PLACES
from cardgen.games.stonewater_weir.engine.town.buildings import REINFORCEMENTS
from cardgen.games.stonewater_weir.engine.town.decks import seen_cards
from cardgen.games.stonewater_weir.engine.town.slots import arrange, stored_cards


def problems(position: SiegePosition) -> Iterator[str]:
    """Yield what is wrong with a position in which a step begins; nothing in any position of a game.

    A game may have ended in the middle of a step, while a card was on its way to the discards.
    """
    yield from _figure_problems(position)
    if position.phase > SiegePhase.SET_UP:
        yield from _track_problems(position)
        if position.phase != SiegePhase.OVER:
            yield from _card_problems(position)


def _figure_problems(position: SiegePosition) -> Iterator[str]:
    for unit, count in enumerate(position.tables.figures):
        on_board = sum(position.units[unit::UNIT_COUNT])
        if position.supply[unit] < 0 or on_board + position.supply[unit] != count:
            yield f"{on_board} figures of {UNITS[unit]} are on the board, but the game has {count}"


def missing_cards(position: SiegePosition) -> tuple[Counter[int], Counter[int], Counter[int], Counter[int]]:
    """Return how many copies of each card, enemy, event and token lie nowhere; less than 0 where there are too many."""
    tables, piles = position.tables, position.piles
    cards = Counter({design: card.copies for design, card in enumerate(tables.cards)})
    cards.subtract(card for pile in range(FACE_DOWN, EVENT_DECK) for card in piles[pile])
    cards.subtract(card for deck in range(KNOWN_EVENTS) for card in seen_cards(position, deck))
    cards.subtract(card for card in position.slots if card >= 0)
    cards.subtract(card for _, card, _ in position.tactics)
    enemies = Counter({design: card.copies for design, card in enumerate(tables.enemies)})
    enemies.subtract((*piles[ENEMY_DECK], *piles[ENEMY_DISCARDS], *seen_cards(position, KNOWN_ENEMIES)))
    enemies.subtract(card for card in position.enemy_slots if card >= 0)
    events = Counter(events_in_deck(tables))
    events.subtract((*piles[EVENT_DECK], *piles[EVENT_DISCARDS], *seen_cards(position, KNOWN_EVENTS), *position.events))
    tokens = Counter({design: token.copies for design, token in enumerate(tables.tokens)})
    tokens.subtract(token for pile in range(TOKEN_STOCK, PILES) for token in piles[pile])
    tokens.subtract(token % FACE_DOWN_TOKEN for token in position.tokens if token >= 0)
    return cards, enemies, events, tokens


def _card_problems(position: SiegePosition) -> Iterator[str]:
    tables, piles = position.tables, position.piles
    cards, enemies, events, tokens = missing_cards(position)
    for missing, copies in (
        (cards, [(card.id, card.copies) for card in tables.cards]),
        (enemies, [(card.id, card.copies) for card in tables.enemies]),
        (tokens, [(token.id, token.copies) for token in tables.tokens]),
    ):
        for design, (name, number) in enumerate(copies):
            if missing[design]:
                yield f"{number - missing[design]} copies of {name} are in the game instead of {number}"
    if Counter(position.due) - Counter(position.tactics):
        yield "a tactics card is due that lies on no zone"
    if any(events.values()):
        yield "the events are not those of the deck"
    for group in range(4):
        if position.season_left[group] > len(piles[FACE_DOWN + group]):
            yield "a season deck has more cards than are face down"
        if any(tables.cards[card].group != group for card in (*piles[FACE_DOWN + group], *piles[DISCARDS + group])):
            yield "a card lies with another class"


def _track_problems(position: SiegePosition) -> Iterator[str]:
    tables = position.tables
    for hero in position.order:
        name = tables.heroes[hero].id
        place, morale = position.place[hero], position.morale[hero]
        if (place >= NOWHERE) != (morale > 0) or place == ABSENT:
            yield f"{name} has morale {morale} and is {'alive' if place >= NOWHERE else PLACES[place]}"
        for track, (_, most) in (
            (position.morale, tables.morale),
            (position.food, tables.food),
            (position.gold, tables.gold),
            (position.lamplight, tables.lamplight),
        ):
            if not 0 <= track[hero] <= most:
                yield f"a track of {name} stands at {track[hero]}"
        if arrange(position, hero, stored_cards(position, hero)) is None:
            yield f"the cards of {name} do not fit their slots"
    if not 0 <= position.tether <= 10 or (position.tether > 0) != (position.undercurrent >= 0):
        yield f"the Tether stands at {position.tether}"
    if sum(position.reinforced) > REINFORCEMENTS:
        yield "there are more reinforcements than tokens"
    if any(number < 0 for number in position.units):
        yield "an area has a negative number of figures"
