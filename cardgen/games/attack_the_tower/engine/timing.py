"""When an ability can be played, and whether what it asks for can be given."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.games.attack_the_tower.effects import Selector, Timing
from cardgen.games.attack_the_tower.engine import actions as act
from cardgen.games.attack_the_tower.engine import asks
from cardgen.games.attack_the_tower.engine.lasting import ABILITY, FROM_SACRIFICE, Verb
from cardgen.games.attack_the_tower.engine.numbers import condition, number
from cardgen.games.attack_the_tower.engine.position import Position
from cardgen.games.attack_the_tower.engine.selectors import Scope, select
from cardgen.games.attack_the_tower.engine.stats import LOYAL, NOW, affected_by, prevented
from cardgen.games.attack_the_tower.engine.table import without
from cardgen.games.attack_the_tower.engine.zones import HAND, PALACE_ZONE, PLAYED, SPECIAL_CARD
from cardgen.games.attack_the_tower.schema import Ability

# Situations: in the main phase of one's own or the opponent's turn, in a battle as attacker or defender.
MAIN_OWN, MAIN_OPPONENT, BATTLE_ATTACKER, BATTLE_DEFENDER = 1, 2, 4, 8

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


def plays(position: Position, player: int, situation: int) -> list[int]:
    """What a player can play now."""
    if position.plays >= position.match.config.max_abilities:
        return []
    situations = position.match.situations
    found, last = [], -1
    for design in position.zones[HAND + player]:
        if situations[design] & situation and design != last:
            last = design
            if _can_play(position, player, design):
                found.append(act.PLAY + design)
    return [] if found and prevented(position, player, ABILITY) is not None else found


def _can_play(position: Position, player: int, design: int) -> bool:
    match = position.match
    if match.kind[design] == SPECIAL_CARD and not _can_keep(position, player, design):
        return False
    possible = match.playable[design]
    if possible is None:
        return True
    zone = HAND + player
    hand = position.zones[zone]
    position.zones[zone] = without(hand, design)
    can = possible(position, match.frame(match.program[design], player))
    position.zones[zone] = hand
    return can


def _can_keep(position: Position, player: int, design: int) -> bool:
    """Whether a special troop would need no more complete territories than there are (manual, Special troops)."""
    match = position.match
    if match.any_loyalty:  # who is loyal may change: look at it in play
        zone, verbs = PALACE_ZONE + player, position.verbs
        palace = position.zones[zone]
        position.zones[zone] = (*palace, design)
        position.find_verbs()
        excess = asks.excess_specials(position, player)
        position.zones[zone], position.verbs = palace, verbs
        return excess <= 0
    if match.traits[design] & LOYAL:
        return True
    complete = position.complete(player)
    return complete > 0 and (asks.excess_specials(position, player) < 0 or not position.specials(player))


def play(position: Position, player: int, action: int) -> None:
    """Play an ability: the card goes beside the board, its program runs; that of a special troop places it."""
    match, design = position.match, action - act.PLAY
    position.lose(player, design)
    position.zones[PLAYED] += (design,)
    position.plays += 1
    position.changes += 1
    position.stack.append(match.frame(match.program[design], player))
