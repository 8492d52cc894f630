"""Run the attacks of heroes from the walls.

Source:
    Rules model, section 2, "Hero attack from the wall"; section 4, "Morale", "Cards"; S06, S16.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen.games.stonewater_weir.engine.combat.dice import ZoneRoll, roll_attack
from cardgen.games.stonewater_weir.engine.combat.hits import apply_hits, useful_hits
from cardgen.games.stonewater_weir.engine.field.figures import has_enemies
from cardgen.games.stonewater_weir.engine.field.runner import kill_runner
from cardgen.games.stonewater_weir.engine.state.abilities import (
    BASE_TARGETS,
    DOUBLE_SORCERY,
    DOUBLE_TAVERN,
    MASSIVE_PLUS1,
    STR_PLUS2,
    Z1_FOLLOW,
    more_dice,
    rolled_dice,
    target_of,
)
from cardgen.games.stonewater_weir.engine.state.asking import roll
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, total
from cardgen.games.stonewater_weir.engine.state.places import INN, RAINLORE, WALL, Z1, Stream
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.state.tables import CardRules
from cardgen.games.stonewater_weir.engine.town.heroes import change_morale, tell_ability

ATTACK_MORALE = 1
FOLLOW_STRENGTH = 3
LOWEST_TARGET, HIGHEST_TARGET = 2, 7
"""With 7, no die can hit."""


class AttackNumbers(NamedTuple):
    """The numbers of an attack.

    Attributes:
        target: Lowest number that hits.
        strength: Strength of each hit.
    """

    dice: int
    target: int
    strength: int


def times_used(position: SiegePosition, hero: int, card: int) -> int:
    """Return how often a card acts for a hero: twice if an ability says so."""
    group, abilities = position.tables.cards[card].group, position.abilities[hero]
    twice = (group == INN and abilities & DOUBLE_TAVERN) or (group == RAINLORE and abilities & DOUBLE_SORCERY)
    return 2 if twice else 1


def attack_numbers(position: SiegePosition, hero: int, area: int, cards: Sequence[int] = ()) -> AttackNumbers:
    """Return the numbers of an attack from the wall."""
    tables, abilities, zone = position.tables, position.abilities[hero], area % 3
    own, bonus, dice, target = tables.heroes[hero].strength, 0, 1, target_of(abilities, zone)
    tokens = position.strength_tokens[hero]
    if tables.settings.token_strength == "value":
        own, tokens = own + tokens, 0
    for card in cards:
        rules = tables.cards[card]
        bonus += rules.bonus * times_used(position, hero, card)
        dice = max(dice, rules.dice)
        if rules.value >= 0:
            own = rules.value
        if rules.target:
            target = min(target, rules.target)
    extra = tables.settings.roll_abilities == "extra"
    dice = rolled_dice(abilities, dice, zone, extra=extra) + more_dice(abilities, zone)
    strength = own + bonus + tokens + (2 if abilities & STR_PLUS2 else 0)
    if position.lasting:
        dice += total(position, Modifier.DICE, hero, zone)
        target += total(position, Modifier.TARGET, zone=zone)
        strength += total(position, Modifier.STRENGTH, hero)
    return AttackNumbers(max(dice, 1), min(max(target, LOWEST_TARGET), HIGHEST_TARGET), max(strength, 0))


def attack_zone(position: SiegePosition, hero: int, area: int, cards: Sequence[int] = ()) -> int:
    """Attack a zone from its wall, with cards that have been declared and paid.

    Returns:
        Number of enemies destroyed, by which the Tether counts too.
    """
    position.place[hero] = WALL + area // 3
    dice, target, strength = attack_numbers(position, hero, area, cards)
    tell(position, Event.ATTACK, hero, area, dice, target, strength, cards[0] if cards else -1)
    rerolls = total(position, Modifier.REROLLS, hero)
    zone = ZoneRoll(area, dice, useful_hits(position, area, strength))
    (hits,) = roll_attack(position, hero, [zone], target, rerolls=rerolls)
    outcome = apply_hits(position, area, hits, strength, hero)
    if outcome.has_effect:
        _gain_attack_morale(position, hero)
        # A Tether that is lowered destroys nothing; the Undercurrent that goes is a figure off the board.
        has_destroyed = outcome.destroyed > 0 or position.undercurrent < 0
        follows = area % 3 == Z1 and position.abilities[hero] & Z1_FOLLOW
        if has_destroyed and follows and has_enemies(position, area):
            _follow_up(position, hero, area)
    return outcome.destroyed + outcome.lowered


def _follow_up(position: SiegePosition, hero: int, area: int) -> None:
    """Attack Z1 once more with one die of strength 3, which nothing changes."""
    tell_ability(position, hero, Z1_FOLLOW)
    tell(position, Event.ATTACK, hero, area, 1, BASE_TARGETS[Z1], FOLLOW_STRENGTH, -1)
    number = roll(position, Stream.RED)
    tell(position, Event.ROLLED, hero, Stream.RED, number)
    outcome = apply_hits(position, area, int(number >= BASE_TARGETS[Z1]), FOLLOW_STRENGTH, hero)
    if outcome.has_effect:
        _gain_attack_morale(position, hero)


def _gain_attack_morale(position: SiegePosition, hero: int) -> None:
    if total(position, Modifier.NO_ATTACK_MORALE) <= 0:
        change_morale(position, hero, ATTACK_MORALE)


def charge_areas(rules: CardRules, bank: int) -> list[int]:
    """Return the areas that a Flood Charge hits, all before one wall."""
    return [3 * bank + zone for zone in rules.zones]


def flood_charge(position: SiegePosition, hero: int, bank: int, card: int) -> int:
    """Attack with a Flood Charge that has been declared and paid; morale comes from the card alone.

    Returns:
        Number of enemies destroyed, by which the Tether counts too.
    """
    position.place[hero] = WALL + bank
    rules = position.tables.cards[card]
    areas = charge_areas(rules, bank)
    more = 1 if position.abilities[hero] & MASSIVE_PLUS1 else 0
    dice = [max(rules.dice + more + total(position, Modifier.CHARGE_DICE, zone=area % 3), 1) for area in areas]
    zones = [
        ZoneRoll(area, count, useful_hits(position, area, rules.value) + (position.runner == area))
        for area, count in zip(areas, dice, strict=True)
    ]
    for zone in zones:
        tell(position, Event.ATTACK, hero, zone.area, zone.dice, rules.target, rules.value, card)
    hits = roll_attack(position, hero, zones, rules.target, endangers_runner=True)
    destroyed = 0
    for area, number in zip(areas, hits, strict=True):
        outcome = apply_hits(position, area, number, rules.value, hero)
        destroyed += outcome.destroyed + outcome.lowered
        if position.runner == area and outcome.left and not has_enemies(position, area):
            kill_runner(position)
    return destroyed
