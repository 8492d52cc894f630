"""List what a hero can do in their turn.

Source:
    Rules model, section 4, "HEROES"; S12; T09.
"""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.combat.hero_attack import charge_areas
from cardgen.games.stonewater_weir.engine.field.figures import areas_with_enemies, has_enemies
from cardgen.games.stonewater_weir.engine.state.abilities import (
    AT_TURN_START,
    FREE_ABILITIES,
    HEAL2,
    NO_FOOD,
    POOL_MARKET,
    POOL_TAVERN,
    REBUILD,
    SCRY,
    SEASON_CARD,
    SHARE_SPACE,
)
from cardgen.games.stonewater_weir.engine.state.actions import (
    ABILITY,
    ATTACK,
    CHARGE,
    DISCARD,
    END_TURN,
    EXCHANGE,
    LEARN,
    REPAIR,
    SHOOT,
    STRIDE,
    TURN_ARM,
    USE,
    USE_BUILDING,
)
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, total
from cardgen.games.stonewater_weir.engine.state.places import (
    DAMAGED,
    INN,
    LAMP_HOUSE,
    LONG_ARM,
    MARKET,
    WHOLE,
)
from cardgen.games.stonewater_weir.engine.state.position import (
    KNOWN_EVENTS,
    LEVELS,
    POOL,
    SEASON_DECK,
    TOKEN_STOCK,
    SiegePosition,
)
from cardgen.games.stonewater_weir.engine.town.decks import deck_size
from cardgen.games.stonewater_weir.engine.town.slots import stored_cards
from cardgen.games.stonewater_weir.engine.turn.accounts import cost_of
from cardgen.games.stonewater_weir.engine.turn.cards import is_usable
from cardgen.games.stonewater_weir.engine.turn.exchange import can_exchange

REPAIR_COST = 2
SCRIED_DECKS = range(KNOWN_EVENTS + 1)
"""Decks whose top card `scry` shows: resources and events."""


def hero_options(position: SiegePosition, hero: int) -> list[int]:
    """Return the legal actions of the active hero."""
    options = _free_options(position, hero)
    count = len(options)
    taken = _taken_places(position, hero)
    if position.actions > 0:
        cards = sorted(set(stored_cards(position, hero)))
        _add_attacks(position, hero, cards, options)
        _add_buildings(position, hero, taken, options)
        options += [
            EXCHANGE + other for other in position.living() if other != hero and can_exchange(position, hero, other)
        ]
    if position.actions + position.arm_actions > 0 and LONG_ARM not in taken:
        _add_arm(position, options)
    if len(options) == count or not position.tables.settings.must_act:
        options.append(END_TURN)
    return options


def _free_options(position: SiegePosition, hero: int) -> list[int]:
    """Return what costs no action, and the use of cards outside of attacks."""
    cards = sorted(set(stored_cards(position, hero)))
    options = [USE + card for card in cards if _is_play(position, hero, card)] + [DISCARD + card for card in cards]
    abilities = position.abilities[hero] & ~position.spent[hero]
    for bit in FREE_ABILITIES:
        if abilities & bit and (not bit & AT_TURN_START or not position.acted) and _is_of_use(position, bit):
            options.append(ABILITY + bit.bit_length() - 1)
    return options


def _is_play(position: SiegePosition, hero: int, card: int) -> bool:
    """Return whether a card can be used outside of an attack; those of attacks are declared in one."""
    return not position.tables.cards[card].is_attack and is_usable(position, hero, card)


def _is_of_use(position: SiegePosition, bit: int) -> bool:
    """Return whether an ability that a hero can choose to use would do anything."""
    if bit == SEASON_CARD:
        return any(deck_size(position, SEASON_DECK + group) for group in range(4))
    if bit == POOL_TAVERN:
        return deck_size(position, POOL + INN) > 0
    if bit == POOL_MARKET:
        return deck_size(position, POOL + MARKET) > 0
    if bit == SCRY:
        return any(deck_size(position, deck) and not position.known[deck] for deck in SCRIED_DECKS)
    if bit == HEAL2:
        return any(position.morale[other] < position.tables.morale[1] for other in position.living())
    return True


def is_spent_action_last(position: SiegePosition) -> bool:
    """Return whether the next action is the last of the turn."""
    return position.actions + position.arm_actions == 1


def _taken_places(position: SiegePosition, hero: int) -> set[int]:
    """Return the places where there is no room for a hero: one figure on each, unless an ability lets them share."""
    if position.abilities[hero] & SHARE_SPACE and is_spent_action_last(position):
        return set()
    return {position.place[other] for other in position.order if other != hero}


def _add_attacks(position: SiegePosition, hero: int, cards: list[int], options: list[int]) -> None:
    tables, gold = position.tables, position.gold[hero]
    attacks = [card for card in cards if tables.cards[card].is_attack and cost_of(position, hero, card) <= gold]
    areas = areas_with_enemies(position)
    for area in areas:
        options.append(ATTACK + STRIDE * area)
        for card in attacks:
            rules = tables.cards[card]
            if not rules.is_massive and (not rules.zones or area % 3 in rules.zones):
                options.append(ATTACK + STRIDE * area + card + 1)
    for card in attacks:
        rules = tables.cards[card]
        if rules.is_massive:
            for bank in range(4):
                if any(area in areas for area in charge_areas(rules, bank)):
                    options.append(CHARGE + STRIDE * bank + card)


def _add_buildings(position: SiegePosition, hero: int, taken: set[int], options: list[int]) -> None:
    can_pay = position.gold[hero] >= REPAIR_COST
    last = position.last_building[hero]
    for building, condition in enumerate(position.buildings):
        if building in taken:
            continue
        if condition == WHOLE:
            if building == last:
                continue
            if position.lasting and total(position, Modifier.BUILDING_CLOSED, zone=building) > 0:
                continue
            options.append(USE_BUILDING + building)
            if building == LAMP_HOUSE and building not in position.tables.disabled and can_learn(position, hero):
                options.append(LEARN)
        elif can_pay and _can_repair(position, hero, condition):
            options.append(REPAIR + building)


def _can_repair(position: SiegePosition, hero: int, condition: int) -> bool:
    """Return whether a hero can repair a building that is damaged or destroyed."""
    return condition == DAMAGED or position.abilities[hero] & REBUILD > 0


def next_level(position: SiegePosition, hero: int) -> int:
    """Return the level that a hero learns next, from 0; LEVELS if they have learnt all."""
    tokens = position.tokens[LEVELS * hero : LEVELS * (hero + 1)]
    return tokens.index(-1) if -1 in tokens else LEVELS


def learning_cost(position: SiegePosition, hero: int, level: int) -> int:
    """Return the food that learning costs a hero.

    Args:
        level: Level, from 0.
    """
    return 0 if position.abilities[hero] & NO_FOOD else position.tables.heroes[hero].food[level]


def can_learn(position: SiegePosition, hero: int) -> bool:
    """Return whether a hero can learn: one ability of each level, the levels in order."""
    level = next_level(position, hero)
    if level == LEVELS or not position.piles[TOKEN_STOCK + level]:
        return False
    return position.food[hero] >= learning_cost(position, hero, level)


def _add_arm(position: SiegePosition, options: list[int]) -> None:
    if position.lasting and total(position, Modifier.NO_ARM) > 0:
        return
    options += [TURN_ARM + bank for bank in range(4) if bank != position.arm]
    if has_enemies(position, 3 * position.arm + 2):
        options.append(SHOOT)
