"""Map each phase of a game to its functions: in some a player decides, others happen by themselves.

The order of the phases follows the rules file, sections 4 to 6.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from cardgen.games.attack_the_tower.engine.battle import attack
from cardgen.games.attack_the_tower.engine.phases import renewal, setup, turn
from cardgen.games.attack_the_tower.engine.state.phase import NAMES, Phase
from cardgen.games.attack_the_tower.engine.state.position import Position

LegalActions = Callable[[Position], list[int]]
ApplyAction = Callable[[Position, int], None]
PhaseEvent = Callable[[Position], None]

DECISIONS: Mapping[int, tuple[LegalActions, ApplyAction]] = MappingProxyType(
    {
        Phase.FIRST_PLAYER: (setup.legal_first, setup.apply_first),
        Phase.BURN: (setup.legal_burn, setup.apply_burn),
        Phase.SETUP_BUILD: (setup.legal_setup_build, setup.apply_setup_build),
        Phase.ANNOUNCE: (turn.legal_announce, turn.apply_announce),
        Phase.RENEWAL_BUILD: (renewal.legal_renewal_build, renewal.apply_renewal_build),
        Phase.OPPONENT: (turn.legal_opponent, turn.apply_opponent),
        Phase.REPLY: (turn.legal_reply, turn.apply_reply),
        Phase.ACT: (turn.legal_act, turn.apply_act),
        Phase.WINDOW: (attack.legal_window, attack.apply_window),
        Phase.STEP_WINDOW: (attack.legal_window, attack.apply_window),
        Phase.HIT: (attack.legal_hit, attack.apply_hit),
        Phase.ADVANCE: (attack.legal_advance, attack.apply_advance),
    }
)

EVENTS: Mapping[int, PhaseEvent] = MappingProxyType(
    {
        Phase.OPENING: setup.draw_opening_hand,
        Phase.RECRUIT: renewal.recruit,
        Phase.RENEWAL_DRAW: renewal.draw,
        Phase.CLASH: attack.begin_clash,
        Phase.INITIATIVE: attack.begin_initiative_step,
        Phase.REGULAR: attack.begin_regular_step,
        Phase.STEP_END: attack.end_step,
        Phase.HEAL: attack.heal,
        Phase.BATTLE_OVER: attack.end_battle,
        Phase.TURN_END: turn.end_turn,
        Phase.NEXT_TURN: turn.begin_next_turn,
    }
)

# The same as lists by phase, for speed.
LEGAL: list[LegalActions | None] = [DECISIONS[phase][0] if phase in DECISIONS else None for phase in range(len(NAMES))]
APPLY: list[ApplyAction | None] = [DECISIONS[phase][1] if phase in DECISIONS else None for phase in range(len(NAMES))]
HAPPEN: list[PhaseEvent | None] = [EVENTS.get(phase) for phase in range(len(NAMES))]
