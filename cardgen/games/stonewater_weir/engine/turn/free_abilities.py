"""Use the abilities that a hero may use in their turn without an action."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.abilities import (
    HEAL2,
    POOL_MARKET,
    POOL_TAVERN,
    SCRY,
    SEASON_CARD,
    SMUGGLE_FREE,
)
from cardgen.games.stonewater_weir.engine.state.actions import CLASS, DECK, HERO
from cardgen.games.stonewater_weir.engine.state.asking import ask
from cardgen.games.stonewater_weir.engine.state.places import INN, MARKET
from cardgen.games.stonewater_weir.engine.state.position import SEASON_DECK, SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.decks import deck_size, look_at_top
from cardgen.games.stonewater_weir.engine.town.heroes import change_morale, tell_ability
from cardgen.games.stonewater_weir.engine.turn.cards import draw_pool_card, draw_season_card
from cardgen.games.stonewater_weir.engine.turn.options import SCRIED_DECKS
from cardgen.games.stonewater_weir.engine.turn.visits import smuggle

HEALED_MORALE = 2


def use_ability(position: SiegePosition, hero: int, bit: int) -> None:
    """Use an ability, once a turn."""
    position.spent[hero] |= bit
    tell_ability(position, hero, bit)
    seat = position.owner[hero]
    if bit == SEASON_CARD:
        groups = [group for group in range(4) if deck_size(position, SEASON_DECK + group)]
        draw_season_card(
            position, hero, ask(position, seat, (Question.DECK, hero), [CLASS + group for group in groups]) - CLASS
        )
    elif bit == POOL_TAVERN:
        draw_pool_card(position, hero, INN)
    elif bit == POOL_MARKET:
        draw_pool_card(position, hero, MARKET)
    elif bit == SMUGGLE_FREE:
        smuggle(position, hero)
    elif bit == SCRY:
        decks = [deck for deck in SCRIED_DECKS if deck_size(position, deck) and not position.known[deck]]
        deck = ask(position, seat, (Question.DECK, hero), [DECK + deck for deck in decks]) - DECK
        tell(position, Event.SAW, hero, deck, look_at_top(position, deck)[0])
    elif bit == HEAL2:
        most = position.tables.morale[1]
        heroes = [HERO + other for other in position.living() if position.morale[other] < most]
        change_morale(position, ask(position, seat, (Question.TARGET_HERO, hero), heroes) - HERO, HEALED_MORALE)
