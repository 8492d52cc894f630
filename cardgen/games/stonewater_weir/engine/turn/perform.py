"""Perform the actions of a hero.

Source:
    Rules model, section 2, "Buildings"; section 4, "HEROES", "Learning".
"""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.combat.long_arm import shoot_arm, turn_arm
from cardgen.games.stonewater_weir.engine.state.actions import (
    ABILITY,
    ATTACK,
    CHARGE,
    DEAL_HERO,
    DISCARD,
    EXCHANGE,
    LEARN,
    REPAIR,
    SHOOT,
    STRIDE,
    TURN_ARM,
    USE,
    USE_BUILDING,
)
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.town.buildings import restore_building
from cardgen.games.stonewater_weir.engine.town.heroes import change_gold, change_morale
from cardgen.games.stonewater_weir.engine.turn.accounts import spend_action
from cardgen.games.stonewater_weir.engine.turn.attacks import attack_with, charge_with
from cardgen.games.stonewater_weir.engine.turn.cards import discard_stored, use_stored
from cardgen.games.stonewater_weir.engine.turn.exchange import exchange_cards
from cardgen.games.stonewater_weir.engine.turn.free_abilities import use_ability
from cardgen.games.stonewater_weir.engine.turn.learning import learn
from cardgen.games.stonewater_weir.engine.turn.options import REPAIR_COST
from cardgen.games.stonewater_weir.engine.turn.visits import visit_building

REPAIR_MORALE = 2


def perform(position: SiegePosition, hero: int, action: int) -> None:
    """Do a legal action of the active hero, except the end of the turn."""
    if ATTACK <= action < CHARGE:
        area, weapon = divmod(action - ATTACK, STRIDE)
        attack_with(position, hero, area, weapon - 1)
    elif CHARGE <= action < USE:
        bank, card = divmod(action - CHARGE, STRIDE)
        charge_with(position, hero, bank, card)
    elif USE <= action < DISCARD:
        use_stored(position, hero, action - USE)
    elif action >= DISCARD:
        discard_stored(position, hero, action - DISCARD)
    elif action == LEARN:
        learn(position, hero)
    elif USE_BUILDING <= action < REPAIR:
        visit_building(position, hero, action - USE_BUILDING)
    elif REPAIR <= action < TURN_ARM:
        _repair(position, hero, action - REPAIR)
    elif EXCHANGE <= action < ABILITY:
        spend_action(position, hero)
        exchange_cards(position, hero, action - EXCHANGE)
    elif ABILITY <= action < DEAL_HERO:
        use_ability(position, hero, 1 << (action - ABILITY))
    else:
        _use_arm(position, hero, action)


def _repair(position: SiegePosition, hero: int, building: int) -> None:
    """Repair a building, and stand there; with `rebuild` also a destroyed one."""
    spend_action(position, hero)
    position.place[hero] = building
    change_gold(position, hero, -REPAIR_COST)
    restore_building(position, building, hero)
    change_morale(position, hero, REPAIR_MORALE)


def _use_arm(position: SiegePosition, hero: int, action: int) -> None:
    """Turn or shoot the Long Arm, by the further action for it if the hero has one."""
    spend_action(position, hero)
    if position.arm_actions:
        position.arm_actions -= 1
        position.actions += 1
    if action == SHOOT:
        shoot_arm(position, hero)
    else:
        turn_arm(position, hero, action - TURN_ARM)
