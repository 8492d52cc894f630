"""Play one game, or a round: games with the same luck in which every player has each seat once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from cardgen.play.random_play import sample_chance
from cardgen.play.simulate.agents import Agent
from cardgen.play.simulate.player_view import PlayerView
from cardgen.plugin.rules.contest import Contest, GameSummary
from cardgen.plugin.rules.state import CHANCE

FAR_BEHIND = 0.4
"""A team that wins after its chance has fallen to this fraction of its fair share has come back from far behind; for two
players, that is a chance of 20 %."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game; tuples have one entry for each player.

    Attributes:
        scores: Share of the win that each player's team has: 1 won, 0 lost, 0.5 undecided between two teams.
        lowest: Lowest chance of each player's team at the start of a turn, 0 to 1.
        is_comeback: Whether the winner had been far behind.
    """

    first: int
    scores: tuple[float, ...]
    decisions: int
    lowest: tuple[float, ...]
    summary: GameSummary
    is_comeback: bool


Round = tuple[GameResult, ...]
"""The games of one seed, from `play_round`."""


def is_cooperative(contest: Contest) -> bool:
    """Return whether all players are in one team and play against the game."""
    return len(set(contest.teams)) == 1


def fair_share(contest: Contest) -> float:
    """Return the score of a team in a fair contest, 0 to 1: that of one among equal teams, or 0.5 for a single team."""
    return 1 / max(len(set(contest.teams)), 2)


def first_players(contest: Contest, seed: int) -> Sequence[int]:
    """Return who has the first seat in each game of a round.

    Players who play against each other have each seat once, with the same luck, so that neither the seat nor the luck
    favours anybody over the whole round. Players of a single team have nothing to balance: a second game with the same
    luck would add little information, so a round is one game, and the first seat rotates from seed to seed.
    """
    count = contest.player_count
    return (seed % count,) if is_cooperative(contest) else range(count)


def games_of_round(contest: Contest) -> int:
    """Return the number of games of a round."""
    return len(first_players(contest, 0))


def play_game(contest: Contest, agents: Sequence[Agent], seed: int, first: int) -> GameResult:
    """Play a game to its end.

    Args:
        seed: Decides chance and the random choices of the agents, each in a stream of its own; the streams of agents
            belong to seats.
    """
    count, teams = contest.player_count, contest.teams
    state, chance = contest.start(seed, first), Random(f"chance {seed}")
    streams = [Random(f"agent {seed} {(player - first) % count}") for player in range(count)]
    members = [teams.index(team) for team in range(len(set(teams)))]
    decisions, turn, lowest = 0, -1, [1.0] * len(members)
    while not state.is_terminal():
        mover = state.current_player()
        if contest.turn(state) != turn:
            turn = contest.turn(state)
            chances = _chances(contest, state, members)
            lowest = [min(pair) for pair in zip(lowest, chances, strict=True)]
        if mover == CHANCE:
            state.apply_action(sample_chance(state, chance))
            continue
        decisions += 1
        state.apply_action(agents[mover].choose(PlayerView(contest, state, mover), streams[mover]))
    scores, of_players = team_scores(teams, state.returns()), tuple(lowest[team] for team in teams)
    behind = FAR_BEHIND * fair_share(contest)
    is_comeback = any(score == 1 and least <= behind for score, least in zip(scores, of_players, strict=True))
    return GameResult(first, scores, decisions, of_players, contest.summary(state, seed, first), is_comeback)


def _chances(contest: Contest, state: object, members: Sequence[int]) -> Sequence[float]:
    """Return the chance of each team, given a player of each; the chances of two teams add up to 1."""
    hope = contest.evaluate(state, members[0])
    return (hope, 1 - hope) if len(members) == 2 else (hope, *(contest.evaluate(state, p) for p in members[1:]))


def team_scores(teams: Sequence[int], returns: Sequence[float]) -> tuple[float, ...]:
    """Return the score of each player, 0 to 1, from the results of a game.

    Args:
        teams: Team of each player; the team with the highest result wins, and several teams with that result share the
            win.
        returns: Result of each player, -1 to 1; a single team wins with a result of 1, and 0 counts as half a win.
    """
    if len(set(teams)) == 1:
        return tuple((value + 1) / 2 for value in returns)
    best = max(returns)
    winners = {team for team, value in zip(teams, returns, strict=True) if value == best}
    return tuple(1 / len(winners) if team in winners else 0.0 for team in teams)


def play_round(contest: Contest, agents: Sequence[Agent], seed: int) -> Round:
    """Play the games of a seed."""
    return tuple(play_game(contest, agents, seed, first) for first in first_players(contest, seed))
