"""Set up a game.

Source:
    Rules model, section 3; S10, S11, S23.
"""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.state.actions import DEAL_HERO, HERO
from cardgen.games.stonewater_weir.engine.state.asking import ask, draw_from
from cardgen.games.stonewater_weir.engine.state.places import CLASSES, NOWHERE, Stream
from cardgen.games.stonewater_weir.engine.state.position import (
    ENEMY_DECK,
    EVENT_DECK,
    FACE_DOWN,
    LEVELS,
    TOKEN_STOCK,
    SiegePosition,
)
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.state.tables import SiegeTables
from cardgen.games.stonewater_weir.engine.town.decks import draw_enemy_card, renew_season_decks

FEWEST_EVENTS = 12


def heroes_of_player(tables: SiegeTables) -> int:
    """Return the number of heroes of each player; all have as many (rules model, section 3)."""
    return tables.hero_count // tables.players


def deal_heroes(position: SiegePosition) -> None:
    """Give each player their heroes, at random or by choice."""
    tables = position.tables
    free = list(range(len(tables.heroes)))
    order = []
    for seat in range(tables.players):
        for _ in range(heroes_of_player(tables)):
            if tables.settings.heroes == "random":
                hero = draw_from(position, Stream.HEROES, free, DEAL_HERO)
            else:
                hero = ask(position, seat, (Question.HERO,), [HERO + free_hero for free_hero in free]) - HERO
            free.remove(hero)
            order.append(hero)
            position.owner[hero] = seat
            tell(position, Event.TAKEN, hero, seat)
    position.order = tuple(order)
    position.first = order[0]
    position.phase = SiegePhase.SET_UP


def set_up(position: SiegePosition) -> None:
    """Lay out cards, tracks and enemy cards."""
    tables = position.tables
    for hero in position.order:
        position.place[hero] = NOWHERE
        position.abilities[hero] = tables.heroes[hero].abilities
        position.morale[hero] = tables.morale[0]
        position.food[hero] = min(tables.food[0] + tables.supplies, tables.food[1])
        position.gold[hero] = min(tables.gold[0] + tables.supplies, tables.gold[1])
        position.lamplight[hero] = tables.lamplight[0] if tables.settings.start_lamplight else 0
    _lay_out_decks(position)
    for slot in range(12):
        position.enemy_slots[slot] = draw_enemy_card(position)
    renew_season_decks(position, tables.hero_count)
    position.phase = SiegePhase.RUNNER


def _lay_out_decks(position: SiegePosition) -> None:
    tables = position.tables
    for group in range(len(CLASSES)):
        position.piles[FACE_DOWN + group] = tuple(
            design for design, card in enumerate(tables.cards) if card.group == group for _ in range(card.copies)
        )
    position.piles[ENEMY_DECK] = tuple(design for design, card in enumerate(tables.enemies) for _ in range(card.copies))
    position.piles[EVENT_DECK] = events_in_deck(tables)
    for level in range(LEVELS):
        position.piles[TOKEN_STOCK + level] = tuple(
            design for design, token in enumerate(tables.tokens) if token.level == level for _ in range(token.copies)
        )


def events_in_deck(tables: SiegeTables) -> tuple[int, ...]:
    """Return the events that the settings put into the deck, in ascending order (S11)."""
    limit = tables.settings.highest_event
    while True:
        found = tuple(
            design for design, event in enumerate(tables.events) if event.value <= limit for _ in range(event.copies)
        )
        if len(found) >= FEWEST_EVENTS or limit >= 10:
            return found
        limit += 1
