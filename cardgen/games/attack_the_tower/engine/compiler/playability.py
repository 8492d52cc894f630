"""Compile when an ability can be played, and whether its costs can be paid."""

from __future__ import annotations

from cardgen.games.attack_the_tower.effects import Selector, Timing
from cardgen.games.attack_the_tower.engine.compiler.expressions import compile_condition, compile_number
from cardgen.games.attack_the_tower.engine.compiler.scope import Scope
from cardgen.games.attack_the_tower.engine.compiler.selectors import compile_selector
from cardgen.games.attack_the_tower.engine.state.position import Playable, Position
from cardgen.games.attack_the_tower.engine.state.stats import NOW
from cardgen.games.attack_the_tower.engine.state.transfer import keepable_special_troops
from cardgen.games.attack_the_tower.engine.state.zones import (
    BATTLE_ATTACKER,
    BATTLE_DEFENDER,
    HAND,
    MAIN_OPPONENT,
    MAIN_OWN,
)
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.plugin.rules.programs import OWNER


def compile_timing(timing: Timing) -> int:
    """Return the situations in which an ability can be played, as bits; its side matters in battles only."""
    found = 0
    if "main" in timing.window:
        found |= MAIN_OWN | MAIN_OPPONENT
    if "battle" in timing.window:
        found |= {"any": BATTLE_ATTACKER | BATTLE_DEFENDER, "attacker": BATTLE_ATTACKER, "defender": BATTLE_DEFENDER}[
            timing.side
        ]
    own, other = MAIN_OWN | BATTLE_ATTACKER, MAIN_OPPONENT | BATTLE_DEFENDER
    return found & {"any": own | other, "own": own, "opponent": other}[timing.turn]


def compile_playable(ability: Ability, scope: Scope) -> Playable | None:
    """Compile whether an ability can be played once its card has left the hand.

    Its condition must hold, and its costs must be payable in full. If it takes enemy special troops, there must be one that
    its player could keep, or none at all.

    Returns:
        None if the ability has neither a condition nor costs, and takes no special troop.
    """
    needs = compile_condition(ability.needs, scope) if ability.needs is not None else None
    cost = ability.cost
    sacrifice = (
        compile_selector(cost.sacrifice, scope) if cost and cost.sacrifice and not _refers(cost.sacrifice) else None
    )
    amount = compile_number(cost.discard.amount, scope) if cost and cost.discard else None
    stolen = [compile_selector(who, scope) for who in _stolen_special_troops(ability)]
    if needs is None and sacrifice is None and amount is None and not stolen:
        return None

    def is_playable(position: Position, frame: list[int]) -> bool:
        if needs is not None and not needs(position, frame, NOW):
            return False
        if amount is not None and len(position.zones[HAND + frame[OWNER]]) < amount(position, frame):
            return False
        if sacrifice is not None and not sacrifice(position, frame, NOW):
            return False
        for units in stolen:  # R54: a special troop that its taker could not keep is not taken
            found = units(position, frame, NOW)
            if found and not found & keepable_special_troops(position, frame[OWNER]):
                return False
        return True

    return is_playable


def _stolen_special_troops(ability: Ability) -> list[Selector]:
    found = [effect.steal.who for effect in ability.effects if effect.steal is not None]
    return [selector for selector in found if selector.of == "special" and not _refers(selector)]


def _refers(selector: Selector) -> bool:
    """Return whether a selector refers to something that is bound only when the card is played."""
    return (selector.in_ or "").startswith("$")
