"""Contests without games: win rates that follow a formula, for tests of the search."""

from random import Random

from cardgen.balancing.space import Matchup, Number, Space
from cardgen.balancing.surrogate import sigmoid


class Formula:
    """Plays candidates by a formula; each score is drawn from the true win rate by its seed.

    Attributes:
        space: What may change.
        base: Logit of each matchup.
        effects: What a step of each number adds to its deck.
        played: The seeds that each cell was played with, block by block.
        stop_after: Number of blocks after which Ctrl-C is pressed; None for never.
        answers: Number of cells that the last block then has scores of.
        late_after: Number of blocks after which only the finalists are played; None for never.
    """

    def __init__(self, space, base, effects, stop_after=None, answers=None, late_after=None):
        self.space, self.base, self.effects = space, base, effects
        self.stop_after, self.answers, self.late_after = stop_after, answers, late_after
        self.played = []

    @property
    def is_stopped(self):
        return self.stop_after is not None and len(self.played) >= self.stop_after

    @property
    def is_late(self):
        return self.late_after is not None and len(self.played) >= self.late_after

    def rate(self, candidate, matchup):
        pair = self.space.matchups[matchup]
        logit = self.base[matchup]
        for index, steps in candidate:
            deck = self.space.numbers[index].deck
            logit += self.effects[index] * steps * ((deck == pair.first) - (deck == pair.second))
        return sigmoid(logit)

    def play(self, cells, seeds, purpose):
        del purpose
        self.played.append({cell: list(seeds[cell[1]]) for cell in cells})
        told = cells[: self.answers] if self.is_stopped else cells
        return {(one, at): {seed: self.score(one, at, seed) for seed in seeds[at]} for one, at in told}

    def score(self, candidate, matchup, seed):
        """Two games with the same luck for all candidates, which a better candidate wins a little more often."""
        lucks = Random(f"{matchup} {seed}")
        rate = self.rate(candidate, matchup)
        return sum(lucks.random() < rate for _ in range(2)) / 2


def free(effects, *, decks=1, reach=3, value=5):
    """A space of numbers that change freely, in turn of each deck, against one deck more."""
    numbers = tuple(
        Number(at % decks, f"n{at}", value, -reach, reach, card=f"cards/{at}") for at in range(len(effects))
    )
    matchups = tuple(Matchup(a, b, 0) for a in range(decks + 1) for b in range(a + 1, decks + 1) if a < decks)
    return Space(numbers, matchups)
