"""Measure the contribution of a card by playing the same games with a blank in its place.

It is measured over all line-ups of a deck, and in a co-operative game over all numbers of players and settings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardgen.play.simulate.intervals import holm, paired_difference, paired_p
from cardgen.play.simulate.line_ups import Contests, LineUpKey, players_with, scores_of
from cardgen.play.simulate.match import Round, games_of_round
from cardgen.play.simulate.report_cards import Impact
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.stage import PlaytestRun, Stage
from cardgen.plugin.rules.contest import Card, Contest, Contributor, GameRules, GameSummary, contributors_of


@dataclass(frozen=True, slots=True)
class ImpactTrial:
    """A line-up in which one deck has a blank.

    Attributes:
        part: The card, or other contributor, that is replaced.
        key: The line-up, which is also the one to compare with.
        player: Player with the blank; the first one if all players share the deck or several use copies of it.
    """

    deck: int
    part: Card | Contributor
    key: LineUpKey
    player: int


class ImpactTrials:
    """All games that are played to find out what the cards contribute.

    The games without blanks are those of the line-ups, if they have been played.

    Attributes:
        rounds: Number of rounds of each trial; the games of a card are spread evenly over the line-ups of its deck.
        plain: The line-ups without blanks.
    """

    def __init__(self, rules: GameRules, decks: Sequence[Any], setup: Setup, contests: Contests) -> None:
        self.setup = setup
        found = {}
        for deck in range(len(decks)) if setup.impact else ():
            own = [key for key, contest in contests.items() if players_with(deck, key, contest)]
            player = own[0].index(deck)
            for part in _replaceable(contests[own[0]], player):
                blank = rules.blank(decks[deck], part.id)
                for key in own:
                    trial = ImpactTrial(deck, part, key, key.index(deck))
                    changed = [decks[number] for number in key]
                    changed[trial.player] = blank
                    found[trial] = rules.contest(changed, setup.rules, len(setup.teams))
        per_deck = sum(0 in key for key in contests)  # as many line-ups have the first deck as any other
        per_round = max((games_of_round(contest) for contest in contests.values()), default=1)
        self.rounds = -(-setup.impact // (per_round * max(per_deck, 1)))
        levels = (setup.strongest,) * len(setup.teams)
        self.blanks = Stage(found, levels)
        self.plain = Stage(contests, levels)

    @property
    def games(self) -> int:
        """Number of games with blanks."""
        return self.blanks.games_of_round * self.rounds * len(self.blanks.contests)

    def seeds(self) -> Iterable[int]:
        """Return the seeds of the rounds of each trial."""
        return range(self.setup.seed, self.setup.seed + self.rounds)

    def play(self, playtest: PlaytestRun, line_ups: Mapping[LineUpKey, Mapping[int, Round]]) -> None:
        """Play all games that are still missing.

        Args:
            line_ups: Rounds of the line-ups that have been played at this level, by seed.

        Raises:
            PlaytestInterrupted: Ctrl-C was pressed.
            UnlocatedError: See `Stage.play`.
        """
        for key, found in line_ups.items():
            self.plain.played[key] = dict(found)
        missing = [(key, seed) for seed in self.seeds() for key, found in line_ups.items() if seed not in found]
        playtest.pace.planned[self.plain.levels] += self.plain.games_of_round * len(missing)
        self.plain.play(playtest, missing, lambda _: "impact: all decks unchanged")
        number = {trial: at for at, trial in enumerate(self.blanks.contests, 1)}
        self.blanks.play(
            playtest,
            [(trial, seed) for seed in self.seeds() for trial in self.blanks.contests],
            lambda trial: (
                f"impact: {self.setup.decks[trial.deck]} without {trial.part.name} ({number[trial]} of {len(number)})"
            ),
        )

    def pairs(self) -> dict[tuple[int, str], PairedGames]:
        """Return the scores with and without each part, by deck and id; parts that no game met are left out."""
        found: dict[tuple[int, str], PairedGames] = {}
        met = set()
        for trial, played in self.blanks.played.items():
            plain, part = self.plain.played[trial.key], (trial.deck, trial.part.id)
            contest = self.blanks.contests[trial]
            users = next(group for group in players_with(trial.deck, trial.key, contest) if trial.player in group)
            pairs = found.setdefault(part, PairedGames())
            for seed, games in sorted(played.items()):
                pairs.without += scores_of([games], users)
                pairs.whole += scores_of([plain[seed]], users)  # played before any with a blank
                pairs.games += len(games)
                if any(_has_met(trial.part, result.summary, users) for result in (*games, *plain[seed])):
                    met.add(part)
        return {part: pairs for part, pairs in found.items() if part in met}


@dataclass(slots=True)
class PairedGames:
    """The scores of a deck with and without one of its parts, in rounds with the same luck.

    Attributes:
        without: Score with a blank in each round.
    """

    without: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    games: int = 0


def impacts_of(trials: Iterable[ImpactTrials]) -> dict[tuple[int, str], Impact]:
    """Return the impacts by deck and id, over all trials together.

    Args:
        trials: The trials of each number of players and choice of settings.
    """
    found: dict[tuple[int, str], PairedGames] = {}
    for one in trials:
        for part, pairs in one.pairs().items():
            whole = found.setdefault(part, PairedGames())
            whole.without += pairs.without
            whole.whole += pairs.whole
            whole.games += pairs.games
    chances = [paired_p(pairs.without, pairs.whole) for pairs in found.values()]
    return {
        part: Impact(paired_difference(pairs.without, pairs.whole), pairs.games, chance, is_sure)
        for (part, pairs), chance, is_sure in zip(found.items(), chances, holm(chances), strict=True)
    }


def _replaceable(contest: Contest, player: int) -> Sequence[Card | Contributor]:
    """Return all that can be replaced by a blank: what helps the players, and the cards of a player's deck."""
    return [*contributors_of(contest), *(card for card in contest.cards(player) if card.can_be_blank)]


def _has_met(part: Card | Contributor, summary: GameSummary, players: Sequence[int]) -> bool:
    """Return whether a card was drawn by one of the players, or another contributor was of use."""
    if isinstance(part, Contributor):
        return summary.contributions.get(part.id, 0) > 0
    return any(part.id in summary.drawn[player] for player in players)
