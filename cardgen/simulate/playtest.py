"""A playtest: all pairings of some decks, up to a number of games or until the result is precise enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardgen.rules.contest import Contest, GameRules
from cardgen.simulate.intervals import Interval, of_pairs, paired_difference
from cardgen.simulate.match import Pair
from cardgen.simulate.report import Report, Setup, make_report, scores_of
from cardgen.simulate.run import Plan, Task, run

FIRST_LOOK = 50  # pairs; each further look comes after twice as many

Key = tuple[int, int]
Progress = Callable[[int, int, str], None]
"""Is told how many games of how many are played, and the running estimate."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for.

    Attributes:
        setup: Decks by name, level, games of a pairing, seed.
        jobs: Processes.
        until: Stop once no interval of a pairing is wider than this to either side; None plays all games.
        impact: Games for each card that is replaced by a blank; 0 leaves that out.
    """

    setup: Setup
    jobs: int = 1
    until: float | None = None
    impact: int = 0


def looks(pairs: int) -> list[int]:
    """The numbers of pairs after which an early stop is possible; fixed, so that looking does not bend the result."""
    found, look = [], FIRST_LOOK
    while look < pairs:
        found.append(look)
        look *= 2
    return [*found, pairs]


def playtest(rules: GameRules, decks: Sequence[Any], wish: Wish, progress: Progress) -> Report:
    """Play all pairings; a single deck plays itself.

    Args:
        rules: Of the game.
        decks: The game's models of the decks.
        wish: What is asked for.
        progress: Is told how it goes.

    Raises:
        Fault: E709, processes die again and again.
    """
    count = len(decks)
    keys = [(a, b) for a in range(count) for b in range(a + 1, count)] or [(0, 0)]
    contests = {key: rules.contest(decks[key[0]], decks[key[1]]) for key in keys}
    table = _Table(contests, wish, progress)
    stopped = table.play()
    impacts: dict[tuple[int, str], Interval] = {}
    if wish.impact and stopped != "ctrl-c":
        stopped = _impacts(rules, decks, contests, wish, progress, impacts) or stopped
    return make_report(wish.setup, contests, table.in_order(), impacts, stopped)


class _Table:
    """The pairings that are being played, and what came of them."""

    def __init__(self, contests: Mapping[Key, Contest], wish: Wish, progress: Progress) -> None:
        self.keys = list(contests)
        self.plan = Plan(tuple(contests.values()), (wish.setup.level, wish.setup.level))
        self.wish = wish
        self.progress = progress
        self.pairs = (wish.setup.games + 1) // 2
        self.played: dict[Key, dict[int, Pair]] = {key: {} for key in self.keys}

    def play(self) -> str:
        """Play up to each look; returns why it stopped early, or nothing."""
        start = self.wish.setup.seed
        done = 0
        for look in looks(self.pairs) if self.wish.until is not None else [self.pairs]:
            tasks = [(number, start + pair) for pair in range(done, look) for number in range(len(self.keys))]
            if not run(self.plan, tasks, self.wish.jobs, self._seen):
                return "ctrl-c"
            done = look
            if self.wish.until is not None and done < self.pairs and self._widest() <= self.wish.until:
                return "precise enough"
        return ""

    def in_order(self) -> dict[Key, list[Pair]]:
        """The pairs of each pairing in the order of their seeds, whichever process was first."""
        return {key: [pair for _, pair in sorted(found.items())] for key, found in self.played.items()}

    def _seen(self, task: Task, pair: Pair) -> None:
        self.played[self.keys[task[0]]][task[1]] = pair
        count = 2 * sum(len(found) for found in self.played.values())
        self.progress(count, 2 * self.pairs * len(self.keys), self._estimate())

    def _widest(self) -> float:
        return max(self._score(key).half_width for key in self.keys)

    def _score(self, key: Key) -> Interval:
        found = self.played[key]
        return of_pairs(scores_of(found.values()), 2 * len(found))

    def _estimate(self) -> str:
        names = self.wish.setup.decks
        parts = []
        for key in self.keys[:3]:
            score = self._score(key)
            parts.append(f"{names[key[0]]} {score.estimate:.0%} ±{score.half_width:.0%} {names[key[1]]}")
        return ", ".join(parts) + (", ..." if len(self.keys) > 3 else "")


def _impacts(
    rules: GameRules,
    decks: Sequence[Any],
    contests: Mapping[Key, Contest],
    wish: Wish,
    progress: Progress,
    found: dict[tuple[int, str], Interval],
) -> str:
    """Replace each card by a blank and play the same seeds again, against the first other deck."""
    setup = replace(wish.setup, games=wish.impact)
    for deck in range(len(decks)):
        other = next((one for one in range(len(decks)) if one != deck), deck)
        key = next(key for key in contests if deck in key)
        cards = [card for card in contests[key].cards(key.index(deck)) if card.can_be_blank]
        blanks = {(number + 1, 0): rules.blank(decks[deck], card.id) for number, card in enumerate(cards)}
        tried = {(0, 0): rules.contest(decks[deck], decks[other])}
        tried |= {key: rules.contest(blank, decks[other]) for key, blank in blanks.items()}
        names = ("as it is", *(card.name for card in cards))
        table = _Table(tried, replace(wish, setup=replace(setup, decks=names), until=None), progress)
        if table.play():
            return "ctrl-c"
        scores = [scores_of(pairs) for pairs in table.in_order().values()]
        for card, blank in zip(cards, scores[1:], strict=True):
            found[deck, card.id] = paired_difference(blank, scores[0])
    return ""
