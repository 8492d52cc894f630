"""Run the steps before the heroes act: resurrection, events, the Runner, spawning.

Source:
    Rules model, section 4, "SETUP"; S01, S02, S14, S19.
"""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.field.runner import move_runner
from cardgen.games.stonewater_weir.engine.field.spawning import spawn_all
from cardgen.games.stonewater_weir.engine.phases.order import turn_order
from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.state.actions import DECLINE, HERO
from cardgen.games.stonewater_weir.engine.state.asking import ask
from cardgen.games.stonewater_weir.engine.state.places import (
    DAMAGED,
    DEAD,
    DESTROYED,
    LAMP_HOUSE,
    SEASON_ROUNDS,
)
from cardgen.games.stonewater_weir.engine.state.position import (
    CARD_SLOTS,
    EVENT_DISCARDS,
    FACE_DOWN_TOKEN,
    LEVELS,
    TOKEN_STOCK,
    SiegePosition,
)
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.decks import add_to_pile, discard_resource, draw_event
from cardgen.games.stonewater_weir.engine.town.heroes import leader
from cardgen.games.stonewater_weir.engine.town.slots import stored_cards


def can_resurrect(position: SiegePosition) -> bool:
    """Return whether a hero can return to the Lamp House: no hero is there, and it stands (S19)."""
    condition = position.buildings[LAMP_HOUSE]
    if condition == DESTROYED or (condition == DAMAGED and not position.tables.settings.raise_at_damaged):
        return False
    return all(position.place[hero] != LAMP_HOUSE for hero in position.order)


def resurrection(position: SiegePosition) -> None:
    """Let the players bring back one dead hero, for one spawning roll on every field."""
    position.phase = SiegePhase.EVENTS
    dead = [hero for hero in position.order if position.place[hero] == DEAD]
    if not dead or not can_resurrect(position):
        return
    options = [HERO + hero for hero in dead]
    answer = ask(position, leader(position), (Question.RESURRECT,), [*options, DECLINE])
    if answer == DECLINE:
        return
    bring_back(position, answer - HERO)
    spawn_all(position, once=True)


def bring_back(position: SiegePosition, hero: int) -> None:
    """Place a dead hero in the Lamp House, without cards, learnt abilities and lamplight, with the first-hero token."""
    tables = position.tables
    for card in stored_cards(position, hero):
        discard_resource(position, card)
    position.slots[CARD_SLOTS * hero : CARD_SLOTS * (hero + 1)] = [-1] * CARD_SLOTS
    for level in range(LEVELS):
        token = position.tokens[LEVELS * hero + level]
        if token >= 0:
            add_to_pile(position, TOKEN_STOCK + level, token % FACE_DOWN_TOKEN)
            position.tokens[LEVELS * hero + level] = -1
    position.abilities[hero] = tables.heroes[hero].abilities
    position.strength_tokens[hero] = position.lamplight[hero] = position.ignored[hero] = 0
    position.morale[hero], position.food[hero] = tables.morale[0], tables.food[0]
    position.gold[hero] = tables.gold[0]
    position.place[hero], position.last_building[hero] = LAMP_HOUSE, -1
    position.first = hero
    tell(position, Event.RESURRECTED, hero)


def events(position: SiegePosition) -> None:
    """Begin the next round: time goes on, events end, the next one is drawn."""
    position.round += 1
    tell(position, Event.ROUND, position.round)
    position.phase = SiegePhase.RUNNER
    if position.tables.settings.first_hero == "left":
        position.first = first_of_next_player(position)
    new_season = position.round % SEASON_ROUNDS == 1
    staying = []
    for event in position.events:
        if new_season or not position.tables.events[event].lasts_season:
            add_to_pile(position, EVENT_DISCARDS, event)
            tell(position, Event.EVENT_ENDED, event)
        else:
            staying.append(event)
    drawn = draw_event(position)
    position.events = tuple(staying) if drawn < 0 else (*staying, drawn)
    for event in staying:
        again = position.tables.events[event].each_round
        if again is not None:
            again(position)
    if drawn >= 0:
        tell(position, Event.EVENT_DRAWN, drawn)
        begin = position.tables.events[drawn].begin
        if begin is not None:
            begin(position)


def first_of_next_player(position: SiegePosition) -> int:
    """Return the first living hero of the next player to the left who has one (S01)."""
    seat = position.owner[position.first]
    seats = [(seat + step) % position.tables.players for step in range(1, position.tables.players + 1)]
    return next(hero for other in seats for hero in position.living() if position.owner[hero] == other)


def runner(position: SiegePosition) -> None:
    """Move the Runner, and bring the Followers."""
    move_runner(position)
    position.phase = SiegePhase.SPAWNING


def spawning(position: SiegePosition) -> None:
    """Roll at all spawning points; then the heroes begin."""
    spawn_all(position)
    position.queue = turn_order(position)
    position.phase = SiegePhase.NEXT_TURN
