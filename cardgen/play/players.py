"""Resolve the number of players of a contest, and the deck that each of them uses."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.plugin.rules.contest import Contest, GameRules
from cardgen.report.diagnostics import plural
from cardgen.report.errors import UnlocatedError


def check_players(rules: GameRules, decks: int, players: int | None = None) -> int:
    """Return the number of players of a contest.

    Args:
        players: Number of players that the user states; None: one for each deck, or the smallest number that the game
            allows if all players share a deck.

    Raises:
        UnlocatedError: E718, the game cannot be played by that many players or with that many decks.
    """
    counts = rules.player_counts
    if rules.shares_deck:
        count = counts[0] if players is None else players
        wrong = decks != 1
    else:
        count = decks if players is None else players
        wrong = count != decks
    if wrong or count not in counts:
        raise UnlocatedError("E718", _wrong(decks, count), expected=_allowed(rules))
    return count


def _wrong(decks: int, players: int) -> str:
    return f"the game cannot be played by {plural(players, 'player')} with {plural(decks, 'deck')}"


def _allowed(rules: GameRules) -> str:
    numbers = text_of_counts(rules.player_counts)
    few = "player" if numbers == "1" else "players"
    return f"one deck for {numbers} {few}" if rules.shares_deck else f"{numbers} {few}, a deck for each"


def check_people(contest: Contest, people: int) -> Sequence[int]:
    """Return the players who are people: the first ones.

    Raises:
        UnlocatedError: E735, the contest has fewer players.
    """
    if not 0 <= people <= contest.player_count:
        expected = f"a number from 0 to {contest.player_count}"
        raise UnlocatedError(
            "E735",
            f"{people} people cannot play in a game of {plural(contest.player_count, 'player')}",
            expected=expected,
        )
    return range(people)


def text_of_counts(counts: Sequence[int]) -> str:
    """Return ascending numbers as people read them: `2`, `2 or 4`, `1 to 6`."""
    if len(counts) > 2 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    *most, last = map(str, counts)
    return f"{', '.join(most)} or {last}" if most else last


def players_of_playtest(rules: GameRules, decks: int, players: int | None = None) -> int:
    """Return the number of players in each game of a playtest.

    Args:
        players: Number of players that the user states; None: the largest number for which there are enough
            different decks, or the smallest number that the game allows if there are too few or all players share one.

    Raises:
        UnlocatedError: E718, the game cannot be played by that many players.
    """
    counts = rules.player_counts
    if players is None:
        return counts[0] if rules.shares_deck else max((count for count in counts if count <= decks), default=counts[0])
    if players not in counts:
        message = f"the game cannot be played by {plural(players, 'player')}"
        raise UnlocatedError("E718", message, expected=f"{text_of_counts(counts)} players")
    return players
