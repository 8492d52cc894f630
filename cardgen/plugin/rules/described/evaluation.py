"""Estimate the chances of players of a described game, without a word from its designer.

What a state is worth is learned from random games: for each team, the pieces in its zones, its numbers and its score are
compared with those of the others, and weighted as they went with the lead in the score at the end, or with winning where
there is no score. A weight may change as the game goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp
from operator import mul
from random import Random
from typing import Any

DECISIONS, MOST_DECISIONS = 30_000, 80_000
"""Decisions of all random games from which is learned; more of long games, of which these would be few."""
FEWEST = 200
"""Games from which is learned, unless they are too long."""
SAMPLES = 1_800
"""States from which is learned, approximately."""
LONGEST = 2_000
"""Decisions after which a random game is given up."""
RIDGE = 0.1
"""Weight, per sample, that keeps what hardly matters near 0."""
_MOST = 18
"""Features of a team; each counts twice, once for itself and once with the progress of the game."""

Row = list[float]


@dataclass(frozen=True, slots=True)
class LearnedChances:
    """Estimates by learned weights.

    Attributes:
        weights: Weight of each feature, and of each feature times the progress of the game.
        bias: Value of a state with average features, of players who win or lose together.
        length: Number of decisions of an average game.
        low, high: Lowest and highest score of random games, of players who win or lose together.
    """

    teams: int
    weights: tuple[float, ...]
    bias: float
    length: float
    low: float = 0.0
    high: float = 0.0

    def chance(self, state: Any, player: int) -> float:
        """Return the chance of a player's team, from 0 to 1."""
        rows = rows_of(state, self.teams, self.length)
        values = [sum(map(float.__mul__, self.weights, row)) for row in rows]
        if self.teams == 1:
            return _logistic(values[0] + self.bias)
        powers = [exp(max(-30.0, min(30.0, value))) for value in values]
        return float(powers[state.seat_of(player) % self.teams] / sum(powers))


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))


def score_together(state: Any) -> float:
    """Return how far players have come who win or lose together: the sum of their scores."""
    return float(sum(score[0] for score in state.scores()))


def together_value(state: Any, low: float, high: float) -> float:
    """Return the value of the end of a game that players win or lose together, from 0 to 1.

    Half of it is for winning, the other half for the score, so that agents learn to come far in games that random play
    never wins.
    """
    won = float(state.returns()[0] + 1) / 2
    if not state.tables.program.has_score or high <= low:
        return won
    return (won + min(max((score_together(state) - low) / (high - low), 0.0), 1.0)) / 2


def rows_of(state: Any, teams: int, length: float) -> list[Row]:
    """Return the features of each team, less the mean of those of the others, and the same times the progress."""
    progress = min(state.decisions() / length, 1.0) if length else 0.0
    if teams == 1:
        table = [float(value) for value in state.table_features()][:_MOST]
        return [[*table, *(value * progress for value in table)]]
    of_seats = state.features()
    count = len(of_seats[0])
    sums = [
        [float(sum(of_seats[seat][at] for seat in range(team, len(of_seats), teams))) for at in range(count)]
        for team in range(teams)
    ]
    whole = [sum(own[at] for own in sums) for at in range(count)]
    rows = []
    for own in sums:
        row = [value - (all_teams - value) / (teams - 1) for value, all_teams in zip(own, whole, strict=True)][:_MOST]
        rows.append([*row, *(value * progress for value in row)])
    return rows


def evaluation_of(contest: Any) -> LearnedChances:
    """Return estimates for a contest, learned from random games; the same every time."""
    teams = len({*contest.teams})
    games = [*_random_games(contest)]
    length = sum(played for _, played, _ in games) / max(len(games), 1)
    rows: list[Row] = []
    results: list[float] = []
    leads: list[float] = []
    scores = [score_together(state) for _, _, state in games] if teams == 1 else []
    low, high = min(scores, default=0.0), max(scores, default=0.0)
    for states, _, state in games:
        shares = [together_value(state, low, high)] if teams == 1 else _shares(contest, state, teams)
        for kept in states:
            own = [share - (0.5 if teams == 1 else 1 / teams) for share in shares]
            rows += rows_of(kept, teams, length)
            results += own
            leads += _leads(state, teams) if teams > 1 and state.tables.program.has_score else own
    if not rows:
        return LearnedChances(teams, (), 0.0, length, low, high)
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)] if teams == 1 else [0.0] * len(rows[0])
    centered = [[value - mean for value, mean in zip(row, means, strict=True)] for row in rows]
    weights = _regression(centered, leads)
    scale = _scale([sum(map(float.__mul__, weights, row)) for row in centered], results, teams)
    scaled = tuple(weight * scale for weight in weights)
    bias = -sum(weight * mean for weight, mean in zip(scaled, means, strict=True)) if teams == 1 else 0.0
    return LearnedChances(teams, scaled, bias, length, low, high)


def _random_games(contest: Any) -> Iterator[tuple[list[Any], int, Any]]:
    """Yield random games: some of their states, the number of decisions, and the last state."""
    rng, left, seed = Random(7), DECISIONS, 0
    every = max(DECISIONS // SAMPLES, 1)
    while (left > 0 or (seed < FEWEST and left > DECISIONS - MOST_DECISIONS)) and seed < SAMPLES:
        state, kept, played = contest.start(seed, seed % contest.player_count), [], 0
        while not state.is_terminal() and played < LONGEST:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            played += 1
            if rng.random() * every < 1 and not state.is_terminal():
                kept.append(state.clone())
        left -= max(played, 20)
        seed += 1
        yield kept, played, state


def _shares(contest: Any, state: Any, teams: int) -> list[float]:
    """Return the share of the win of each team by seats; an undecided game is shared by all."""
    results = state.returns()
    of_teams = [results[(team + state.first) % contest.player_count] for team in range(teams)]
    best = max(of_teams)
    return [1 / of_teams.count(best) if result == best else 0.0 for result in of_teams]


def _leads(state: Any, teams: int) -> list[float]:
    """Return by how much the score of each team is better at the end than the mean of the others.

    This tells more about a game of several hands than who has won it.
    """
    scores, sign = state.scores(), -1.0 if state.tables.program.lowest else 1.0
    own = [sign * sum(score[0] for score in scores[team::teams]) for team in range(teams)]
    return [value - (sum(own) - value) / (teams - 1) for value in own]


def _regression(rows: Sequence[Row], results: Sequence[float]) -> list[float]:
    """Return weights by which rows give results, by ridge regression over standardized columns."""
    count = len(rows[0])
    spread = [(sum(row[at] * row[at] for row in rows) / len(rows)) ** 0.5 for at in range(count)]
    used = [at for at in range(count) if spread[at] > 1e-9]
    scaled = [[row[at] / spread[at] for row in rows] for at in used]
    matrix = [[sum(map(mul, column, other)) for other in scaled] for column in scaled]
    for at in range(len(used)):
        matrix[at][at] += RIDGE * len(rows)
    right = [sum(map(mul, column, results)) for column in scaled]
    found = [0.0] * count
    for at, weight in zip(used, _solved(matrix, right), strict=True):
        found[at] = weight / spread[at]
    return found


def _solved(matrix: list[Row], right: Row) -> Row:
    """Return the solution of linear equations whose matrix is symmetric and positive (Gauss)."""
    size = len(right)
    for at in range(size):
        for row in range(at + 1, size):
            factor = matrix[row][at] / matrix[at][at]
            if factor:
                matrix[row] = [value - factor * above for value, above in zip(matrix[row], matrix[at], strict=True)]
                right[row] -= factor * right[at]
    found = [0.0] * size
    for at in reversed(range(size)):
        rest = sum(matrix[at][other] * found[other] for other in range(at + 1, size))
        found[at] = (right[at] - rest) / matrix[at][at]
    return found


def _scale(values: Sequence[float], results: Sequence[float], teams: int) -> float:
    """Return the factor by which values become logarithms of chances, by the greatest likelihood (Newton)."""
    fair = 0.5 if teams == 1 else 1 / teams
    shares = [min(max(result + fair, 0.0), 1.0) for result in results]
    scale = 1.0
    for _ in range(12):
        chances = [_logistic(scale * value) for value in values]
        slope = sum((share - chance) * value for share, chance, value in zip(shares, chances, values, strict=True))
        curve = sum(chance * (1 - chance) * value * value for chance, value in zip(chances, values, strict=True))
        if curve <= 1e-9:
            break
        scale = max(0.0, min(scale + slope / curve, 60.0))
    return scale
