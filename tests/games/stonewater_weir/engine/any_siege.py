"""Positions that seldom come up in games."""

from __future__ import annotations

from random import Random
from typing import Any

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.state.abilities import Z1_FOLLOW
from cardgen.games.stonewater_weir.engine.state.places import HOME, LONG_ARM, UNITS, WALL
from cardgen.games.stonewater_weir.engine.state.position import FACE_DOWN_TOKEN, LEVELS, SiegePosition
from cardgen.games.stonewater_weir.engine.town.slots import arrange, set_stored
from tests.games.stonewater_weir.engine.siege import ALL_AREAS, position, put, tables

SETTINGS: list[dict[str, Any]] = [
    {"difficulty": "full"},
    {"difficulty": "full", "token_strength": "value", "roll_abilities": "extra", "leave_by": 5},
    {"difficulty": "master", "home_in_last_round": False, "undercurrent_stops_runner": True, "empty_deck": "reshuffle"},
    {"difficulty": "easy", "leftovers": "discard", "raise_at_damaged": False, "light_on_arm": False},
]
PLACES = (*range(8), *range(WALL, LONG_ARM + 1))


def any_position(rng: Random, settings: dict[str, Any]) -> SiegePosition:
    """Return a position of any round, with anything on the board."""
    table = position(f"round: {rng.randint(1, 12)}", tables(**settings))
    table.telling = True
    for _ in range(rng.randrange(8)):
        unit = rng.randrange(5)
        put(table, rng.choice(ALL_AREAS), **{UNITS[unit]: rng.randint(0, min(3, table.supply[unit]))})
    if settings["difficulty"] != "easy" and rng.random() < 0.6:
        table.undercurrent, table.tether = rng.randrange(12), rng.choice((1, 2, 5, 10))
    free = list(PLACES)
    for hero in table.order:
        place = table.place[hero] = rng.choice(free)
        if not WALL <= place < LONG_ARM:
            free.remove(place)
        table.morale[hero], table.food[hero], table.gold[hero] = rng.randint(1, 10), rng.randrange(7), rng.randrange(7)
        table.lamplight[hero], table.strength_tokens[hero] = rng.randrange(3), rng.randrange(5)
        table.abilities[hero] = rng.choice((0, Z1_FOLLOW)) | sum(
            1 << bit for bit in rng.sample(range(len(ABILITY_IDS)), rng.randrange(5))
        )
    table.buildings = [rng.choice((0, 0, 0, 1, 2 if at < 3 else 0)) for at in range(8)]
    table.reinforced = [int(rng.random() < 0.2) for _ in range(8)]
    table.runner_leg, table.runners_lost = rng.randrange(2), rng.randrange(2)
    table.runner = rng.choice((*range(12), HOME, HOME + 1)) if rng.random() < 0.7 else table.runner
    return table


def crowd(table: SiegePosition, rng: Random) -> None:
    """Put cards, tokens and events everywhere."""
    cards = table.tables.cards
    for hero in table.order:
        some = rng.sample(range(len(cards)), 2)
        if arrange(table, hero, some) is not None:
            set_stored(table, hero, some)
    for at in range(len(table.tokens)):
        token = rng.randrange(len(table.tables.tokens))
        table.tokens[at] = rng.choice((-1, token, token + FACE_DOWN_TOKEN)) if at % LEVELS < 2 else -1
    table.enemy_slots = [rng.randrange(-1, len(table.tables.enemies)) for _ in table.enemy_slots]
    table.events = tuple(rng.sample(range(len(table.tables.events)), rng.randrange(4)))
    tactics = [number for number, card in enumerate(cards) if card.is_tactics]
    table.tactics = tuple((rng.randrange(12), rng.choice(tactics), 1) for _ in range(rng.randrange(4)))
    table.runner_wind = rng.randrange(-1, 4) if table.runner < 0 else -1
    table.arm = rng.randrange(4)
    table.queue = tuple(hero for hero in table.order if rng.random() < 0.5)
