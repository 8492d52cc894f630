"""Play random games of a described game, and find moves that are never legal, cards never played, and games without end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cardgen.plugin.game import Finding
from cardgen.plugin.rules.described.events import repeated
from cardgen.report.diagnostics import plural, quoted

GAMES = 200
DECISIONS = 60_000
"""Decisions of all games together after which no other game begins; about a second. Four repetitions count as one."""
FEWEST = 20
"""Games from which something can be concluded."""
ALWAYS = 0.95
"""A seat that wins more than this share of the random games wins nearly always."""


@dataclass(slots=True)
class RandomGames:
    """What happened in random games.

    Attributes:
        cut_off: Number of games that were too long.
        longest: Number of decisions of the longest of them.
        legal: Actions that were legal at some time.
        repeated: In how many games that were too long each move was made most often at the end.
        wins: Number of games that each seat has won alone.
    """

    games: int = 0
    cut_off: int = 0
    longest: int = 0
    legal: set[int] = field(default_factory=set)
    repeated: Counter[str] = field(default_factory=Counter)
    wins: list[int] = field(default_factory=list)


def tried(contest: Any) -> RandomGames:
    """Return what happens in random games of a contest; the same every time."""
    found, rng, left = RandomGames(wins=[0] * contest.player_count), Random(11), DECISIONS
    while found.games < GAMES and left > 0:
        state = contest.start(found.games, 0)
        left -= state.repetitions() // 4
        while not state.is_terminal():
            legal = state.legal_actions()
            found.legal.update(legal)
            state.apply_action(legal[int(rng.random() * len(legal))])
            left -= 1 + state.repetitions() // 4
        found.games += 1
        if state.is_cut_off():
            found.cut_off += 1
            found.longest = max(found.longest, state.decisions())
            found.repeated[repeated(contest.tables, state)] += 1
        results = state.returns()
        best = [seat for seat, result in enumerate(results) if result == max(results)]
        if len(best) == 1:
            found.wins[best[0]] += 1
    return found


def trial_findings(contests: Sequence[Any], moves: Sequence[tuple[str, tuple[str, ...]]]) -> Iterator[Finding]:
    """Yield what random games say about the rules.

    Args:
        moves: Name of each move, with its path from the section `rules`.
    """
    trials = [tried(contest) for contest in contests]
    tables = contests[0].tables
    games = sum(trial.games for trial in trials)
    if games < FEWEST and not any(trial.cut_off for trial in trials):
        return
    # The same action has another number where the number of players differs.
    domains = [
        contest.tables.actions[action]
        for contest, trial in zip(contests, trials, strict=True)
        for action in trial.legal
    ]
    legal = {domain.move for domain, _ in domains}
    if sum(trial.cut_off for trial in trials) == 0:
        for name, path in moves:
            if name not in legal:
                text = f"move {quoted(name)} was never legal in {games} random games"
                expected = "a condition that holds at some time, and something to choose from"
                yield Finding("W243", text, ("rules", *path), expected, on_key=True)
    in_play = {
        one.tables.ids[piece] for one in contests for piles in one.tables.start.values() for piece in sum(piles, ())
    }
    yield from _cards(tables, in_play, domains, games)
    cut_off = sum(trial.cut_off for trial in trials)
    if cut_off:
        ((most_repeated, _),) = sum((trial.repeated for trial in trials), Counter()).most_common(1)
        text = (
            f"{cut_off} of {games} random games were cut off after {max(one.longest for one in trials)} decisions, "
            f"the last of them mostly {quoted(most_repeated)}"
        )
        yield Finding("W245", text, ("rules", "end"), "an end that random play reaches", on_key=True)
    for contest, trial in zip(contests, trials, strict=True):
        most = max(trial.wins)
        if contest.player_count > 1 and trial.games >= FEWEST and most > ALWAYS * trial.games:
            seat = trial.wins.index(most) + 1
            text = f"seat {seat} of {contest.player_count} won {most} of {trial.games} random games"
            yield Finding("W246", text, ("rules", "end"), "an end that each seat may win", on_key=True)


def _cards(tables: Any, in_play: set[str], legal: Sequence[tuple[Any, int]], games: int) -> Iterator[Finding]:
    """Yield one finding for the cards that could never be chosen, in a game in which others of their kind can.

    Args:
        in_play: Those that lie in a zone at the start, by id; others are left out at these numbers of players.
        legal: Actions that were legal at some time, by domain and number in it.
    """
    if any(domain.kind == "places" for domain, _ in legal):  # any piece may have been chosen unseen
        return
    chosen = {at for domain, at in legal if domain.kind == "pieces"}
    kinds = {tables.kinds[piece] for piece in chosen}
    never = [
        piece
        for piece, kind in enumerate(tables.kinds)
        if kind in kinds and piece not in chosen and tables.ids[piece] in in_play
    ]
    if never:
        names = ", ".join(quoted(tables.ids[piece]) for piece in never[:3])
        more = f" and {plural(len(never) - 3, 'other')}" if len(never) > 3 else ""
        text = f"{names}{more} could never be chosen in {games} random games"
        yield Finding("W244", text, ("rules",), "a move that may choose them", on_key=True)
