"""When an ability can be played, and whether what it asks for can be given."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.games.attack_the_tower.effects import Selector, Timing
from cardgen.games.attack_the_tower.play import actions as act
from cardgen.games.attack_the_tower.play import asks
from cardgen.games.attack_the_tower.play.lasting import ABILITY, FROM_SACRIFICE, Verb
from cardgen.games.attack_the_tower.play.numbers import number
from cardgen.games.attack_the_tower.play.position import Position
from cardgen.games.attack_the_tower.play.selectors import Scope, select
from cardgen.games.attack_the_tower.play.stats import LOYAL, NOW, affected_by, prevented
from cardgen.games.attack_the_tower.play.zones import HAND, PLAYED, SPECIAL_CARD
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
    """Whether costs can be paid in full and each first choice has something to choose; None if there are none."""
    chooses = [select(selector, scope) for selector in ability.choose if _now(selector)]
    cost = ability.cost
    sacrifice = select(cost.sacrifice, scope) if cost and cost.sacrifice and _now(cost.sacrifice) else None
    amount = number(cost.discard.amount, scope) if cost and cost.discard else None
    if not chooses and sacrifice is None and amount is None:
        return None

    def can(position: Position, frame: list[int]) -> bool:
        if amount is not None and len(position.zones[HAND + frame[2]]) - 1 < amount(position, frame):
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
    """The abilities that a player can play now, by design."""
    match = position.match
    found, last = [], -1
    for design in position.zones[HAND + player]:
        if design != last:
            last = design
            if match.situations[design] & situation and _can_play(position, player, design):
                found.append(design)
    if found and (position.mods or match.any_aura) and prevented(position, player, ABILITY) is not None:
        return []
    return found


def _can_play(position: Position, player: int, design: int) -> bool:
    match = position.match
    if match.kind[design] == SPECIAL_CARD and not match.traits[design] & LOYAL:
        complete = position.complete(player)
        if not complete or (asks.excess_specials(position, player) >= 0 and position.specials(player)):
            return False
    needs, possible = match.needs[design], match.playable[design]
    if needs is None and possible is None:
        return True
    frame = match.frame(match.program[design], player)
    if needs is not None and not needs(position, frame, NOW):
        return False
    return possible is None or possible(position, frame)


def play(position: Position, player: int, action: int) -> None:
    """Play an ability: the card goes beside the board, its program runs."""
    match, design = position.match, action - act.PLAY
    position.lose(player, design)
    if match.kind[design] != SPECIAL_CARD:
        position.zones[PLAYED] += (design,)
    position.changes += 1
    position.stack.append(match.frame(match.program[design], player))
