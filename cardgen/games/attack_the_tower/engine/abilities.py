"""When an ability can be played, and whether what it asks for can be given."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.lasting import ABILITY
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import LOYAL, prevented
from cardgen.games.attack_the_tower.engine.state.table import without
from cardgen.games.attack_the_tower.engine.state.zones import HAND, PALACE_ZONE, PLAYED, SPECIAL_CARD

# Situations: in the main phase of one's own or the opponent's turn, in a battle as attacker or defender.
MAIN_OWN, MAIN_OPPONENT, BATTLE_ATTACKER, BATTLE_DEFENDER = 1, 2, 4, 8


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
                found.append(actions.PLAY + design)
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
        excess = decisions.excess_specials(position, player)
        position.zones[zone], position.verbs = palace, verbs
        return excess <= 0
    if match.traits[design] & LOYAL:
        return True
    complete = position.complete(player)
    return complete > 0 and (decisions.excess_specials(position, player) < 0 or not position.specials(player))


def play(position: Position, player: int, action: int) -> None:
    """Play an ability: the card goes beside the board, its program runs; that of a special troop places it."""
    match, design = position.match, action - actions.PLAY
    position.lose(player, design)
    position.zones[PLAYED] += (design,)
    position.plays += 1
    position.changes += 1
    position.stack.append(match.frame(match.program[design], player))


def ready(position: Position, player: int, situation: int) -> bool:
    """Whether a player holds an ability for a situation, playable or not."""
    situations = position.match.situations
    for design in position.zones[HAND + player]:  # noqa: SIM110, twice as fast as any()
        if situations[design] & situation:
            return True
    return False


def begin_main(position: Position) -> None:
    """The main phase opens with the opponent's window (R13)."""
    opponent = 1 - position.active
    if position.match.config.opening_window and ready(position, opponent, MAIN_OPPONENT):
        position.phase, position.player = Phase.OPPONENT, opponent
    else:
        position.phase, position.player = Phase.ACT, position.active


def open_window(position: Position, phase: int) -> None:
    """A window before combat: the defender has the first word (S; R07)."""
    active = position.active
    attacker = ready(position, active, BATTLE_ATTACKER)
    defender = ready(position, 1 - active, BATTLE_DEFENDER)
    if not (attacker or defender):
        close_window(position, phase)
        return
    defender_first = position.match.config.first_in_battle == "defender"
    position.phase = phase
    position.passes = 0 if (defender if defender_first else attacker) else 1
    position.player = 1 - active if defender_first == (position.passes == 0) else active


def close_window(position: Position, phase: int) -> None:
    """Both have passed."""
    position.passes = 0
    position.phase = Phase.CLASH if phase == Phase.WINDOW else Phase.REGULAR
