"""Map each step of the game to its function, which says which step follows."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.games.stonewater_weir.engine.phases.enemies import attack, begin_enemies, tactics
from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.phases.round_end import round_end
from cardgen.games.stonewater_weir.engine.phases.round_start import events, resurrection, runner, spawning
from cardgen.games.stonewater_weir.engine.phases.setup import deal_heroes, set_up
from cardgen.games.stonewater_weir.engine.phases.turns import next_turn, turn
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition

_TABLE: dict[SiegePhase, Callable[[SiegePosition], None]] = {
    SiegePhase.DEAL_HEROES: deal_heroes,
    SiegePhase.SET_UP: set_up,
    SiegePhase.RESURRECTION: resurrection,
    SiegePhase.EVENTS: events,
    SiegePhase.RUNNER: runner,
    SiegePhase.SPAWNING: spawning,
    SiegePhase.NEXT_TURN: next_turn,
    SiegePhase.TURN: turn,
    SiegePhase.RUNNER_CHECK: begin_enemies,
    SiegePhase.TACTICS: tactics,
    SiegePhase.ATTACK: attack,
    SiegePhase.ROUND_END: round_end,
}

STEPS = tuple(_TABLE[phase] for phase in SiegePhase if phase != SiegePhase.OVER)
"""What each step does, by its number."""
