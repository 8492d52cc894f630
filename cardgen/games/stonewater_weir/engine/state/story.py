"""Record the events of a game, for people and for reports, if the position's `telling` is set.

An event is a tuple: its kind, then numbers as the kinds say. `zones` are areas.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from cardgen.games.stonewater_weir.engine.state.position import SiegePosition


class Event(IntEnum):
    """Kinds of event, each with the numbers that follow it.

    Attributes:
        ROUND: A round begins: round.
        SEASON: A season ends: season, from 0.
        TURN: A hero's turn begins: hero.
        ENEMIES: The enemies phase begins.
        WIND: A wind card is drawn: bank.
        SPAWN_ROLL: bank, symbol from 0.
        SPAWNED: area, unit, number.
        SURGE: bank.
        TETHER: The Tether changes: new value.
        BANISHED: The Undercurrent goes: hero, or -1.
        RUNNER_MOVED: place, as `SiegePosition.runner`.
        RUNNER_WAITS: place; RUNNER_DUE is the town.
        RUNNER_DIED: number of Runners lost.
        RESURRECTED: hero.
        DIED: hero.
        MORALE: hero, change, new value.
        FOOD: hero, change, new value.
        GOLD: hero, change, new value.
        LAMPLIGHT: hero, change, new value.
        ROLLED: hero or -1, stream, number.
        VISITED: hero, building.
        REPAIRED: hero or -1, building.
        DAMAGED: building, new condition.
        REINFORCED: building, number of tokens.
        CARD_DRAWN: hero, design.
        CARD_STORED: hero, design.
        CARD_USED: hero, design.
        CARD_LOST: hero, design.
        CARD_GIVEN: hero, other hero, design.
        TACTICS_PLACED: hero, design, area.
        TACTICS_TRIGGERED: design, area.
        TACTICS_WASTED: design, area.
        ATTACK: hero, area, number of dice, target, strength, design or -1.
        HITS: hero or -1, area, hits.
        DESTROYED: area, unit, number.
        ARM_TURNED: hero, bank, or -1 if it jams.
        ARM_SHOT: hero, area, number.
        ENEMY_ATTACK: area, role, hits.
        HIT: hero or -1 for the Runner, hits taken.
        IGNORED: hero, hits ignored.
        MARCHED: area, unit, number.
        SAW: hero, deck, design or event.
        LEARNED: hero, token, 1 if face down.
        STARVED: hero.
        ENDED: cause.
        ENEMY_CARD: bank, slot, enemy card.
        ABILITY: An ability was used or made a difference: hero, index of the ability.
        MOVED_BACK: area, unit, number.
        SURGE_MOVED: The Undercurrent marches: area.
        TAKEN: A player takes a hero: hero, seat.
    """

    ROUND = 0
    SEASON = 1
    TURN = 2
    ENEMIES = 3
    EVENT_DRAWN = 4
    EVENT_ENDED = 5
    WIND = 6
    SPAWN_ROLL = 7
    SPAWNED = 8
    SURGE = 9
    TETHER = 10
    BANISHED = 11
    RUNNER_MOVED = 12
    RUNNER_WAITS = 13
    RUNNER_DIED = 14
    RESURRECTED = 15
    DIED = 16
    MORALE = 17
    FOOD = 18
    GOLD = 19
    LAMPLIGHT = 20
    ROLLED = 21
    VISITED = 22
    REPAIRED = 23
    DAMAGED = 24
    REINFORCED = 25
    CARD_DRAWN = 26
    CARD_STORED = 27
    CARD_USED = 28
    CARD_LOST = 29
    CARD_GIVEN = 30
    TACTICS_PLACED = 31
    TACTICS_TRIGGERED = 32
    TACTICS_WASTED = 33
    ATTACK = 34
    HITS = 35
    DESTROYED = 36
    ARM_TURNED = 37
    ARM_SHOT = 38
    ENEMY_ATTACK = 39
    HIT = 40
    IGNORED = 41
    MARCHED = 42
    SAW = 43
    LEARNED = 44
    STARVED = 45
    ENDED = 46
    ENEMY_CARD = 47
    ABILITY = 48
    MOVED_BACK = 49
    SURGE_MOVED = 50
    TAKEN = 51


def tell(position: SiegePosition, kind: int, *numbers: int) -> None:
    """Record an event, if the game keeps its story.

    Args:
        kind: Kind of event (`Event`).
    """
    if position.telling:
        position.story = (position.story, (kind, *numbers))


def events_of(position: SiegePosition) -> Iterator[tuple[int, ...]]:
    """Yield the events of a game from its start."""
    found: list[tuple[int, ...]] = []
    story = position.story
    while story is not None:
        story, event = story
        found.append(event)
    return reversed(found)
