"""Play a team by rules of thumb: man the walls, destroy what would enter, keep the Runner's way free.

It uses only what all players see. Other agents are measured against it, and play on with it when they try something out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from cardgen.games.stonewater_weir.engine.combat.enemy_attack import endurance
from cardgen.games.stonewater_weir.engine.effects.choosing import Choice
from cardgen.games.stonewater_weir.engine.field.spawning import season_of
from cardgen.games.stonewater_weir.engine.state import actions
from cardgen.games.stonewater_weir.engine.state.abilities import BITS
from cardgen.games.stonewater_weir.engine.state.places import (
    AROUND,
    DEAD,
    HEROES,
    HOME,
    PERMANENT,
    UNIT_COUNT,
    WALL,
    WHOLE,
    Z3,
    Stream,
)
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import FieldOrder, Question
from cardgen.games.stonewater_weir.engine.state.tables import CardRules
from cardgen.games.stonewater_weir.play.action_values import best_action, rank_actions
from cardgen.games.stonewater_weir.play.threats import assault_hits, worth_of_area, worth_of_hits, worth_of_units

Rule = Callable[[SiegePosition, Sequence[int], Random], int]
_RUNNER = -1
STRONG_ABILITIES: Final = sum(
    BITS[name]
    for name in (
        *("action_plus1", "str_plus2", "catapult_plus1", "ignore2", "ignore3", "heal2", "no_food", "season_card"),
        *("z1_roll3", "z1_hit3", "z2_dice2", "z2_hit3", "z2_hit4", "z3_hit4", "double_sorcery", "double_tavern"),
    )
)
"""Abilities that are worth more than a point of strength."""
MOST_TRIED, CLOSE, FREE = 4, 1.5, 8.0
"""How many actions are tried out, how much less than the best they may be worth, and the worth of what costs nothing."""
_WANTED_ROLL = 3


def choose_action(position: SiegePosition, rng: Random) -> int:
    """Return one of the legal actions of a position in which a player decides."""
    options, kind = position.options, position.question[0]
    if kind == Question.ACTION:
        return best_action(position, position.question[1], options, rng.random)
    rule = _RULES.get(kind, _benefit)
    return rule(position, options, rng)


def suggest_actions(position: SiegePosition, rng: Random) -> list[int]:
    """Return the actions that are worth trying out, the best by rules of thumb first.

    Only a hero's action and the Runner's start are worth it; everything else is decided by rules of thumb.
    """
    options, kind = position.options, position.question[0]
    if kind == Question.RUNNER_FIELD:
        usual = choose_action(position, rng)
        return [usual, *(option for option in options if option != usual)]
    if kind != Question.ACTION:
        return [choose_action(position, rng)]
    ranked = rank_actions(position, position.question[1], options, rng.random)
    best = ranked[0][0]
    if best >= FREE:
        return [ranked[0][1]]
    return [action for value, action in ranked[:MOST_TRIED] if value > best - CLOSE]


def _any(options: Sequence[int], rng: Random) -> int:
    return options[int(rng.random() * len(options))]


def _hero(_position: SiegePosition, options: Sequence[int], rng: Random) -> int:
    return _any(options, rng)


def _runner_field(position: SiegePosition, options: Sequence[int], rng: Random) -> int:
    """Let the Runner set out where the fewest enemies stand and will come."""

    def danger(action: int) -> float:
        bank = action - actions.BANK
        units = sum(position.units[3 * UNIT_COUNT * bank : 3 * UNIT_COUNT * (bank + 1)])
        coming = 0.0
        for slot in range(3):
            card = position.enemy_slots[3 * bank + slot]
            if card >= 0:
                _, standard, elite = position.tables.enemies[card].due(season_of(position))
                coming += standard + 2 * elite
        return units + coming * position.tables.points[bank] / 3 + rng.random() / 4

    return min(options, key=danger)


def _resurrect(position: SiegePosition, options: Sequence[int], rng: Random) -> int:
    """Bring a hero back if many are dead, or one if the fields are quiet."""
    dead = sum(position.place[hero] == DEAD for hero in position.order)
    units = sum(position.units)
    if 2 * dead >= len(position.order) or units < 7 * (len(position.order) - dead):
        return _benefit(position, options, rng)
    return actions.DECLINE


def _weapons(position: SiegePosition, options: Sequence[int], _rng: Random) -> int:
    """Use a further card against enemies that are worth it."""
    area = position.question[2]
    if worth_of_hits(position, worth_of_units(position), area, 3.0, 3) < 4.0:
        return actions.DONE
    more = [action for action in options if action != actions.DONE]
    free = [action for action in more if position.tables.cards[action - actions.ADD].kind == PERMANENT]
    return (free or more)[0]


def _light_attack(position: SiegePosition, options: Sequence[int], _rng: Random) -> int:
    """Raise the die that costs least, if the hit decides something; lower one if that may save the Runner."""
    area = position.question[2]
    lowers = [action for action in options if actions.LOWER <= action < actions.ATTACK]
    if lowers:
        return min(lowers, key=lambda action: (action - actions.LOWER) % 8)
    raises = [action for action in options if actions.RAISE <= action < actions.HERO]
    if not raises:
        return options[0]
    best = max(raises, key=lambda action: (action - actions.RAISE) % 8)
    zone, _ = divmod(best - actions.RAISE, 8)
    worth = worth_of_hits(position, worth_of_units(position), 3 * (area // 3) + zone, 1.0, 4)
    return best if worth >= 2.0 or position.round >= 10 else actions.KEEP_ROLL


def _light_roll(position: SiegePosition, options: Sequence[int], _rng: Random) -> int:
    """Raise a low roll if plenty of lamplight is left."""
    hero, number, stream = position.question[1:4]
    area = 3 * position.arm + Z3
    if stream == Stream.ARM and actions.UP in options:
        if position.undercurrent == area and number < position.tether:
            return actions.UP
        return actions.KEEP_ROLL
    if actions.UP in options and number < _WANTED_ROLL and position.lamplight[hero] == position.tables.lamplight[1]:
        return actions.UP
    return actions.KEEP_ROLL


def _keep_card(position: SiegePosition, options: Sequence[int], _rng: Random) -> int:
    """Use a card rather than lose it, and keep the stronger of two weapons."""
    cards, drawn = position.tables.cards, position.question[2]
    used = [action for action in options if actions.USE_HELD <= action < actions.GIVE]
    if actions.USE_NOW in options:
        return actions.USE_NOW
    if used:
        return used[0]
    held = [action for action in options if actions.DISCARD_HELD <= action < actions.USE_HELD]
    weak = [action for action in held if _strength(cards[action - actions.DISCARD_HELD]) < _strength(cards[drawn])]
    if weak:
        return min(weak, key=lambda action: _strength(cards[action - actions.DISCARD_HELD]))
    return actions.LOSE_CARD


def _strength(card: CardRules) -> float:
    """Return how much a stored card is worth."""
    power = card.dice + 1.5 * card.bonus + 0.8 * max(card.value, 0)
    return power + 1.5 * card.is_massive + card.is_tactics + 1.0 - 0.4 * card.cost


def _place_tactics(position: SiegePosition, options: Sequence[int], rng: Random) -> int:
    """Place a card where it meets most."""
    return max(options, key=lambda action: _area_worth(position, action - actions.AREA) + rng.random() / 9)


def _area_worth(position: SiegePosition, area: int) -> float:
    """Return what it would be worth to be rid of all enemies of an area."""
    return worth_of_area(position, worth_of_units(position), area)


def _learn(position: SiegePosition, options: Sequence[int], rng: Random) -> int:
    """Keep an ability that helps often, otherwise strength."""
    tokens = position.tables.tokens
    kept = [action for action in options if actions.KEEP_TOKEN <= action < actions.KEEP_FACE_DOWN]
    strong = [action for action in kept if tokens[action - actions.KEEP_TOKEN].ability & STRONG_ABILITIES]
    face_down = [action for action in options if action >= actions.KEEP_FACE_DOWN]
    return _any(strong or face_down or options, rng)


def _target_hero(position: SiegePosition, options: Sequence[int], rng: Random) -> int:
    """Help the hero with the lowest morale."""
    heroes = [action for action in options if actions.HERO <= action < actions.HERO + HEROES]
    if not heroes:
        return _any(options, rng)
    return min(heroes, key=lambda action: position.morale[action - actions.HERO] + rng.random() / 4)


def _hits(position: SiegePosition, options: Sequence[int], _rng: Random) -> int:
    """Spread hits so that nobody dies who need not, and the Runner takes none."""
    hero, hits = position.question[1], position.question[2]
    low, high = options[0] - actions.TAKE, options[-1] - actions.TAKE
    if hero == _RUNNER:
        return actions.TAKE + low
    spare = endurance(position, hero) - 1
    wanted = min(hits, spare) if high > spare else (hits + 1) // 2
    return actions.TAKE + max(low, min(wanted, high))


def _accept(_position: SiegePosition, options: Sequence[int], _rng: Random) -> int:
    return actions.ACCEPT if actions.ACCEPT in options else options[0]


def _exchange(_position: SiegePosition, options: Sequence[int], _rng: Random) -> int:
    return actions.DONE if actions.DONE in options else options[0]


def _effect(position: SiegePosition, options: Sequence[int], rng: Random) -> int:
    """Choose for an effect of a card or an event."""
    return _EFFECTS.get(position.question[1], _benefit)(position, options, rng)


def _best_zone(position: SiegePosition, options: Sequence[int], rng: Random) -> int:
    """Choose the zone that it is worth most to be rid of."""
    return max(options, key=lambda action: _area_worth(position, action - actions.AREA) + rng.random() / 9)


def _best_place(position: SiegePosition, options: Sequence[int], rng: Random) -> int:
    """Go to a wall that Mudlings are about to climb, otherwise somewhere safe."""
    manned = {position.place[hero] - WALL for hero in position.order}
    walls = [action for action in options if actions.BANK <= action < actions.AREA]
    needed = [action for action in walls if action - actions.BANK not in manned]
    return max(needed or options, key=lambda action: _assault_at(position, action) + rng.random() / 9)


def _assault_at(position: SiegePosition, action: int) -> int:
    return assault_hits(position, action - actions.BANK) if actions.BANK <= action < actions.AREA else 0


def _quiet_side(position: SiegePosition, options: Sequence[int], rng: Random) -> int:
    """Let units drift to the field with fewer enemies."""
    worth = worth_of_units(position)

    def danger(action: int) -> float:
        bank = action - actions.BANK
        return sum(worth_of_area(position, worth, 3 * bank + zone) for zone in range(3)) + rng.random() / 9

    return min(options, key=danger)


def _first_field(position: SiegePosition, options: Sequence[int], rng: Random) -> int:
    """Spawn in a quiet field first, and attack last where the Runner stands on the wall.

    Figures that have run out cannot come to the later fields, and the death of the Runner weakens those who are hit later.
    """
    if position.question[1] == FieldOrder.SPAWNING:
        return _quiet_side(position, options, rng)
    if position.runner < HOME:
        return options[0]
    after = AROUND.index(position.runner - HOME) + 1
    return min(options, key=lambda action: (AROUND.index(action - actions.BANK) - after) % len(AROUND))


def _needy_building(position: SiegePosition, options: Sequence[int], rng: Random) -> int:
    hurt = [action for action in options if position.buildings[action - actions.BUILDING] != WHOLE]
    return _any(hurt or options, rng)


def _best_card(position: SiegePosition, options: Sequence[int], rng: Random) -> int:
    return max(options, key=lambda action: _strength(position.tables.cards[action - actions.CARD]) + rng.random() / 4)


def _benefit(_position: SiegePosition, options: Sequence[int], rng: Random) -> int:
    """Take what is offered."""
    rather = [action for action in options if action != actions.DECLINE]
    return _any(rather or options, rng)


_EFFECTS: Final[dict[int, Rule]] = {
    Choice.HERO: _target_hero,
    Choice.PLACE: _best_place,
    Choice.ZONE: _best_zone,
    Choice.SIDE: _quiet_side,
    Choice.BUILDING: _needy_building,
    Choice.CARD: _best_card,
}
"""How the choices of effects are made; the others by taking what is offered."""

_RULES: Final[dict[int, Rule]] = {
    Question.HERO: _hero,
    Question.RUNNER_FIELD: _runner_field,
    Question.RESURRECT: _resurrect,
    Question.WEAPONS: _weapons,
    Question.LIGHT_ATTACK: _light_attack,
    Question.LIGHT_ROLL: _light_roll,
    Question.KEEP_CARD: _keep_card,
    Question.PLACE_TACTICS: _place_tactics,
    Question.EXCHANGE: _exchange,
    Question.LEARN: _learn,
    Question.TARGET_HERO: _target_hero,
    Question.HITS: _hits,
    Question.REINFORCEMENT: _accept,
    Question.REROLL: _accept,
    Question.EFFECT: _effect,
    Question.FIRST_FIELD: _first_field,
}
"""How each kind of question is answered; the others by taking what is offered."""
