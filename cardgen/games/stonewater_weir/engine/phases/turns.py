"""Run the turns of the heroes.

Source:
    Rules model, section 4, "HEROES".
"""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.phases.order import pass_token
from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.state.abilities import ACTION_PLUS1, CATAPULT_PLUS1, GRACE_TURN, SHARE_SPACE
from cardgen.games.stonewater_weir.engine.state.actions import END_TURN
from cardgen.games.stonewater_weir.engine.state.asking import ask_later
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, Until, end_lasting, total
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.heroes import change_lamplight, change_morale, tell_ability
from cardgen.games.stonewater_weir.engine.turn.options import hero_options
from cardgen.games.stonewater_weir.engine.turn.perform import perform

ACTIONS = 3
UNSHARED_MORALE = -2


def next_turn(position: SiegePosition) -> None:
    """Begin the turn of the next living hero; after the last one the enemies phase begins."""
    queue = position.queue
    while queue and not position.is_alive(queue[0]):
        queue = queue[1:]
    if not queue:
        position.queue, position.active = (), -1
        pass_token(position)
        tell(position, Event.ENEMIES)
        position.phase = SiegePhase.RUNNER_CHECK
        return
    hero, position.queue = queue[0], queue[1:]
    position.active = hero
    abilities = position.abilities[hero]
    position.actions = max(ACTIONS + (abilities & ACTION_PLUS1 > 0) + total(position, Modifier.ACTIONS), 0)
    position.arm_actions = int(abilities & CATAPULT_PLUS1 > 0)
    position.acted = position.spent[hero] = 0
    position.last_building[hero] = -1
    position.phase = SiegePhase.TURN
    tell(position, Event.TURN, hero)
    if abilities & GRACE_TURN and change_lamplight(position, hero, 1):
        tell_ability(position, hero, GRACE_TURN)


def turn(position: SiegePosition) -> None:
    """Let the active hero do one thing."""
    hero = position.active
    if position.is_alive(hero):
        action = ask_later(
            position, position.owner[hero], (Question.ACTION, hero), lambda: hero_options(position, hero)
        )
        if action != END_TURN:
            perform(position, hero, action)
            return
    _end_turn(position, hero)


def _end_turn(position: SiegePosition, hero: int) -> None:
    position.phase = SiegePhase.NEXT_TURN
    end_lasting(position, Until.TURN)
    if position.is_alive(hero) and position.abilities[hero] & SHARE_SPACE:
        place = position.place[hero]
        if all(position.place[other] != place for other in position.order if other != hero):
            tell_ability(position, hero, SHARE_SPACE)
            change_morale(position, hero, UNSHARED_MORALE)
    position.active = -1
