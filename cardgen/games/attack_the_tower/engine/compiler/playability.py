"""Compile when an ability can be played, and whether its costs and choices can be made."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.games.attack_the_tower.effects import Selector, Timing
from cardgen.games.attack_the_tower.engine.abilities import BATTLE_ATTACKER, BATTLE_DEFENDER, MAIN_OPPONENT, MAIN_OWN
from cardgen.games.attack_the_tower.engine.compiler.expressions import condition, number
from cardgen.games.attack_the_tower.engine.compiler.selectors import Scope, select
from cardgen.games.attack_the_tower.engine.state.lasting import FROM_SACRIFICE, Verb
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import NOW, affected_by
from cardgen.games.attack_the_tower.engine.state.zones import HAND
from cardgen.games.attack_the_tower.schema import Ability

Playable = Callable[[Position, list[int]], bool]


def situations(timing: Timing) -> int:
    """The situations in which a timing lets an ability be played; the side matters in battles only."""
    found = 0
    if "main" in timing.window:
        found |= MAIN_OWN | MAIN_OPPONENT
    if "battle" in timing.window:
        found |= {"any": BATTLE_ATTACKER | BATTLE_DEFENDER, "attacker": BATTLE_ATTACKER, "defender": BATTLE_DEFENDER}[
            timing.side
        ]
    own, other = MAIN_OWN | BATTLE_ATTACKER, MAIN_OPPONENT | BATTLE_DEFENDER
    return found & {"any": own | other, "own": own, "opponent": other}[timing.turn]


def playable(ability: Ability, scope: Scope) -> Playable | None:
    """Whether a need holds, costs can be paid in full, each first choice has something; None if there are none.

    What is played is no card of the hand any more.
    """
    needs = condition(ability.needs, scope) if ability.needs is not None else None
    chooses = [select(selector, scope) for selector in ability.choose if _now(selector)]
    cost = ability.cost
    sacrifice = select(cost.sacrifice, scope) if cost and cost.sacrifice and _now(cost.sacrifice) else None
    amount = number(cost.discard.amount, scope) if cost and cost.discard else None
    if needs is None and not chooses and sacrifice is None and amount is None:
        return None

    def can(position: Position, frame: list[int]) -> bool:
        if needs is not None and not needs(position, frame, NOW):
            return False
        if amount is not None and len(position.zones[HAND + frame[2]]) < amount(position, frame):
            return False
        if sacrifice is not None:
            units = sacrifice(position, frame, NOW)
            if not units or not units & ~affected_by(position, Verb.PROTECT, FROM_SACRIFICE):
                return False
        return all(choose(position, frame, NOW) for choose in chooses)

    return can


def _now(selector: Selector) -> bool:
    """Whether a selector can be judged before anything is bound."""
    return not (selector.in_ or "").startswith("$")
