"""Gain and lose morale, food, gold and lamplight."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.games.stonewater_weir.effects import Gain, Lose
from cardgen.games.stonewater_weir.engine.effects.choosing import choose_hero
from cardgen.games.stonewater_weir.engine.effects.steps import Step, never
from cardgen.games.stonewater_weir.engine.state.abilities import FOOD_PLUS1, GOLD_PLUS1
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, total
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.town.heroes import (
    change_food,
    change_gold,
    change_lamplight,
    change_morale,
    tell_ability,
)
from cardgen.games.stonewater_weir.engine.town.rolls import roll_yellow

LEAST_MORALE = 1
"""Losses by cards leave at least this much morale (rules model, section 4, "Morale"; T12)."""
_ROLLS = {"food": (Modifier.FOOD_ROLL, FOOD_PLUS1), "gold": (Modifier.GOLD_ROLL, GOLD_PLUS1)}


def change_track(position: SiegePosition, track: str, hero: int, change: int) -> None:
    """Change a track of a hero within its limits.

    Args:
        track: `morale`, `food`, `gold` or `lamplight`.
        change: Amount gained, negative if lost.
    """
    if track == "morale":
        change_morale(position, hero, change, least=LEAST_MORALE)
    elif track == "food":
        change_food(position, hero, change)
    elif track == "gold":
        change_gold(position, hero, change)
    else:
        change_lamplight(position, hero, change)


def has_room(position: SiegePosition, track: str, hero: int) -> bool:
    """Return whether a track of a hero can rise."""
    values: list[int] = getattr(position, track)
    limits: tuple[int, int] = getattr(position.tables, track)
    return values[hero] < limits[1]


def _heroes_of(who: str) -> Callable[[SiegePosition, int], Sequence[int]]:
    """Return a function that gives the living heroes who are meant; for `hero`, those of whom one is chosen."""

    def heroes(position: SiegePosition, hero: int) -> Sequence[int]:
        if who == "self":
            return (hero,)
        if who == "first":
            return (position.first,)
        return tuple(position.living())

    return heroes


def gain_step(gain: Gain) -> Step:
    """Return the step of a gain."""
    heroes_of, track, who = _heroes_of(gain.who), gain.track, gain.who
    amount = gain.amount if isinstance(gain.amount, int) else 0

    def would(position: SiegePosition, hero: int) -> bool:
        return any(has_room(position, track, other) for other in heroes_of(position, hero))

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del area
        heroes = [other for other in heroes_of(position, hero) if has_room(position, track, other)]
        if not heroes:
            return
        number = amount or _rolled(position, track, hero if hero >= 0 else position.first)
        if who == "hero":
            heroes = [choose_hero(position, hero, heroes)]
        for other in heroes:
            change_track(position, track, other, number)

    return Step(do, would)


def _rolled(position: SiegePosition, track: str, hero: int) -> int:
    """Roll the yellow die for a hero, with what changes rolls for food and gold."""
    number = roll_yellow(position, hero)
    if track in _ROLLS:
        modifier, ability = _ROLLS[track]
        number += total(position, modifier)
        if position.abilities[hero] & ability:
            tell_ability(position, hero, ability)
            number += 1
    return max(number, 0)


def lose_step(lose: Lose) -> Step:
    """Return the step of a loss."""
    heroes_of, track, amount = _heroes_of(lose.who), lose.track, lose.amount

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del area
        for other in heroes_of(position, hero):
            change_track(position, track, other, -amount)

    return Step(do, never)
