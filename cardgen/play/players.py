"""How many players a contest has, and which deck each of them uses."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.plugin.rules.contest import GameRules
from cardgen.report.errors import UnlocatedError


def check_players(rules: GameRules, decks: int, players: int | None = None) -> int:
    """Return the number of players of a contest.

    Args:
        rules: Rules of the game.
        decks: Number of decks.
        players: Number of players that somebody asked for; None: one for each deck, or the smallest number that the
            game allows if all players share a deck.

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
    return f"the game cannot be played by {_plural(players, 'player')} with {_plural(decks, 'deck')}"


def _allowed(rules: GameRules) -> str:
    numbers = text_of_counts(rules.player_counts)
    few = "player" if numbers == "1" else "players"
    return f"one deck for {numbers} {few}" if rules.shares_deck else f"{numbers} {few}, a deck for each"


def text_of_counts(counts: Sequence[int]) -> str:
    """Return ascending numbers as people read them: `2`, `2 or 4`, `1 to 6`."""
    if len(counts) > 2 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    *most, last = map(str, counts)
    return f"{', '.join(most)} or {last}" if most else last


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
