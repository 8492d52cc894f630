"""Line-ups: which deck each player of a contest uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, permutations

from cardgen.play.simulate.intervals import mean
from cardgen.play.simulate.match import Round
from cardgen.plugin.rules.contest import Contest

LineUpKey = tuple[int, ...]
"""Number of each player's deck, in the order around the table; a single number if all players share the deck."""

Contests = Mapping[LineUpKey, Contest]
RoundsByLineUp = Mapping[LineUpKey, Sequence[Round]]
"""Rounds of each line-up, in the order of their seeds."""


def line_ups(decks: int, teams: Sequence[int], *, shares_deck: bool) -> list[LineUpKey]:
    """Return all line-ups of some decks.

    Each choice of as many different decks as there are players is played once, in the order in which the decks were
    given: as every player has each seat in a round, another order would only change who sits next to whom. With teams,
    each choice of partners is played. If there are fewer decks than players, copies fill the places, so that all decks take part.
    """
    players = len(teams)
    if shares_deck:
        return [(deck,) for deck in range(decks)]
    if decks >= players:
        chosen: Iterable[LineUpKey] = combinations(range(decks), players)
    else:
        chosen = (key for key in combinations_with_replacement(range(decks), players) if len(set(key)) == decks)
    if len(set(teams)) in (1, players):
        return list(chosen)
    return [key for decks_of_players in chosen for key in _partners(decks_of_players, teams)]


def _partners(decks: LineUpKey, teams: Sequence[int]) -> list[LineUpKey]:
    """Return the ways to divide decks among teams; teams of the same size can be exchanged."""
    found: dict[object, LineUpKey] = {}
    for key in permutations(decks):
        members = [
            tuple(sorted(key[p] for p, other in enumerate(teams) if other == team)) for team in sorted(set(teams))
        ]
        found.setdefault(tuple(sorted(members, key=lambda of_team: (len(of_team), of_team))), key)
    return list(found.values())


def players_with(deck: int, key: LineUpKey, contest: Contest) -> list[tuple[int, ...]]:
    """Return the players who use a deck: each alone, or all together if they share it and play together."""
    players = range(contest.player_count)
    if len(key) < contest.player_count:
        if deck not in key:
            return []
        return [tuple(players)] if len({*contest.teams}) == 1 else [(player,) for player in players]
    return [(player,) for player, own in enumerate(key) if own == deck]


def scores_of(rounds: Iterable[Round], players: Sequence[int] = (0,)) -> list[float]:
    """Return the mean score of players in each round.

    Args:
        players: The players; one of them is enough for a shared deck or a team.
    """
    return [mean([result.scores[player] for result in games for player in players]) for games in rounds]


def names_of(decks: Sequence[str], key: LineUpKey) -> tuple[str, ...]:
    """Return the names of the decks of a line-up."""
    return tuple(decks[deck] for deck in key)
