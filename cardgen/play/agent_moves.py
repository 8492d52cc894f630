"""Make the moves of agents and of chance in a game that people play."""

from __future__ import annotations

from random import Random

from cardgen.play.random_play import sample_chance
from cardgen.play.session import GameSession
from cardgen.play.simulate.agents import Agent
from cardgen.play.simulate.player_view import PlayerView
from cardgen.plugin.rules.contest import Contest
from cardgen.plugin.rules.state import CHANCE


def make_move(contest: Contest, session: GameSession, agent: Agent) -> None:
    """Let chance or an agent take the next action.

    Each choice has its own stream of random numbers, so that a game can be taken back and resumed.

    Args:
        session: The game, in which it is the turn of chance or of an agent.
    """
    rng, state = Random(f"agent {session.seed} {len(session.actions)}"), session.state
    mover = state.current_player()
    session.apply(
        sample_chance(state, rng) if mover == CHANCE else agent.choose(PlayerView(contest, state, mover), rng)
    )
