"""The flow of a game as a table of phases: some decide, some happen by themselves (rules file, sections 4 to 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from cardgen.games.attack_the_tower.engine.battle import attack
from cardgen.games.attack_the_tower.engine.phases import renewal, setup, turn
from cardgen.games.attack_the_tower.engine.state.phase import NAMES, Phase
from cardgen.games.attack_the_tower.engine.state.position import Position

Legal = Callable[[Position], list[int]]
Apply = Callable[[Position, int], None]
Happen = Callable[[Position], None]

DECISIONS: Mapping[int, tuple[Legal, Apply]] = MappingProxyType(
    {
        Phase.FIRST_PLAYER: (setup.legal_first, setup.apply_first),
        Phase.BURN: (setup.legal_burn, setup.apply_burn),
        Phase.SETUP_BUILD: (setup.legal_build, setup.apply_build),
        Phase.ANNOUNCE: (turn.legal_announce, turn.apply_announce),
        Phase.RENEWAL_BUILD: (renewal.legal_build, renewal.apply_build),
        Phase.OPPONENT: (turn.legal_opponent, turn.apply_opponent),
        Phase.REPLY: (turn.legal_reply, turn.apply_reply),
        Phase.ACT: (turn.legal_act, turn.apply_act),
        Phase.WINDOW: (attack.legal_window, attack.apply_window),
        Phase.STEP_WINDOW: (attack.legal_window, attack.apply_window),
        Phase.HIT: (attack.legal_hit, attack.apply_hit),
        Phase.ADVANCE: (attack.legal_advance, attack.apply_advance),
    }
)

EVENTS: Mapping[int, Happen] = MappingProxyType(
    {
        Phase.OPENING: setup.opening,
        Phase.RECRUIT: renewal.recruit,
        Phase.RENEWAL_DRAW: renewal.draw,
        Phase.CLASH: attack.clash,
        Phase.INITIATIVE: attack.initiative,
        Phase.REGULAR: attack.regular,
        Phase.STEP_END: attack.step_end,
        Phase.HEAL: attack.heal,
        Phase.BATTLE_OVER: attack.battle_over,
        Phase.TURN_END: turn.turn_end,
        Phase.NEXT_TURN: turn.next_turn,
    }
)

# The same as lists by number, for speed.
LEGAL: list[Legal | None] = [DECISIONS[phase][0] if phase in DECISIONS else None for phase in range(len(NAMES))]
APPLY: list[Apply | None] = [DECISIONS[phase][1] if phase in DECISIONS else None for phase in range(len(NAMES))]
HAPPEN: list[Happen | None] = [EVENTS.get(phase) for phase in range(len(NAMES))]
