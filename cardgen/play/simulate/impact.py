"""What each card does for its deck: the same games with a blank in its place, against all other decks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardgen.play.simulate.intervals import holm, paired_difference, paired_p
from cardgen.play.simulate.match import Pair
from cardgen.play.simulate.report import Impact, Setup
from cardgen.play.simulate.stage import PlaytestRun, Stage
from cardgen.play.simulate.tally import Contests, Key, scores_of
from cardgen.plugin.rules.contest import Card, GameRules


@dataclass(frozen=True, slots=True)
class Trial:
    """A deck against another, with a blank.

    Attributes:
        deck: Number of the deck.
        card: The card that is replaced.
        other: Number of the other deck.
    """

    deck: int
    card: Card
    other: int

    @property
    def key(self) -> Key:
        """The pairing that it is compared with; the deck has its place there."""
        return min(self.deck, self.other), max(self.deck, self.other)

    @property
    def player(self) -> int:
        """Which player the deck is."""
        return int(self.deck > self.other)


class Trials:
    """All that is played to find what the cards do.

    The games without blanks are those of the pairings, as far as these have been played.

    Attributes:
        pairs: Of each trial; the games of a card are spread evenly over the other decks.
        blanks: The trials with blanks.
        plain: The pairings without.
    """

    def __init__(self, rules: GameRules, decks: Sequence[Any], setup: Setup, contests: Contests) -> None:
        self.setup = setup
        self.pairs = -(-setup.impact // (2 * max(len(decks) - 1, 1)))
        found = {}
        for deck in range(len(decks)):
            key = next(key for key in contests if deck in key)
            for card in contests[key].cards(key.index(deck)) if setup.impact else ():
                if card.can_be_blank:
                    blank = rules.blank(decks[deck], card.id)
                    for other in [one for one in range(len(decks)) if one != deck] or [deck]:
                        trial = Trial(deck, card, other)
                        first, second = (decks[other], blank) if trial.player else (blank, decks[other])
                        found[trial] = rules.contest([first, second], setup.rules)
        levels = (setup.strongest, setup.strongest)
        self.blanks = Stage(found, levels)
        self.plain = Stage(contests, levels)

    @property
    def games(self) -> int:
        """How many games with blanks there are."""
        return 2 * self.pairs * len(self.blanks.contests)

    def seeds(self) -> Iterable[int]:
        """Of the pairs of each trial."""
        return range(self.setup.seed, self.setup.seed + self.pairs)

    def play(self, session: PlaytestRun, pairings: Mapping[Key, Mapping[int, Pair]]) -> None:
        """Play them all.

        Args:
            session: Who plays.
            pairings: What has been played of the pairings at this level, by seed.

        Raises:
            Interrupted: Ctrl-C.
            UnlocatedError: As `Stage.play`.
        """
        for key, found in pairings.items():
            self.plain.played[key] = dict(found)
        missing = [(key, seed) for seed in self.seeds() for key, found in pairings.items() if seed not in found]
        session.most += 2 * len(missing)
        self.plain.play(session, missing, lambda _: "impact: all decks as they are")
        number = {trial: at for at, trial in enumerate(self.blanks.contests, 1)}
        self.blanks.play(
            session,
            [(trial, seed) for seed in self.seeds() for trial in self.blanks.contests],
            lambda trial: (
                f"impact: {self.setup.decks[trial.deck]} without {trial.card.name} ({number[trial]} of {len(number)})"
            ),
        )

    def impacts(self) -> dict[tuple[int, str], Impact]:
        """What came of it; a card that was not drawn in any of its games is left out, for nothing is known of it."""
        found: dict[tuple[int, str], tuple[list[float], list[float]]] = {}
        drawn = set()
        for trial, played in self.blanks.played.items():
            plain, card = self.plain.played[trial.key], (trial.deck, trial.card.id)
            without, whole = found.setdefault(card, ([], []))
            for seed, pair in sorted(played.items()):
                if seed in plain:
                    without.append(_score(pair, trial.player))
                    whole.append(_score(plain[seed], trial.player))
                    if any(card[1] in r.summary.drawn[trial.player] for r in (*pair, *plain[seed])):
                        drawn.add(card)
        cards = [card for card in found if card in drawn]
        chances = [paired_p(*found[card]) for card in cards]
        return {
            card: Impact(paired_difference(*found[card]), 2 * len(found[card][0]), chance, sure)
            for card, chance, sure in zip(cards, chances, holm(chances), strict=True)
        }


def _score(pair: Pair, player: int) -> float:
    (score,) = scores_of([pair])
    return 1 - score if player else score
