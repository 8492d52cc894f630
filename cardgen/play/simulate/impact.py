"""The contribution of each card to its deck: the same games with a blank in its place, in all line-ups of the deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardgen.play.simulate.intervals import holm, paired_difference, paired_p
from cardgen.play.simulate.line_ups import Contests, LineUpKey, players_with, scores_of
from cardgen.play.simulate.match import Round, games_of_round
from cardgen.play.simulate.report import Impact, Setup
from cardgen.play.simulate.stage import PlaytestRun, Stage
from cardgen.plugin.rules.contest import Card, GameRules


@dataclass(frozen=True, slots=True)
class ImpactTrial:
    """A line-up in which one deck has a blank.

    Attributes:
        deck: Number of the deck.
        card: The card that is replaced.
        key: The line-up, which is also the one to compare with.
        player: Player with the blank; the first one if all players share the deck or several use copies of it.
    """

    deck: int
    card: Card
    key: LineUpKey
    player: int


class ImpactTrials:
    """All games that are played to find out what the cards contribute.

    The games without blanks are those of the line-ups, if they have been played.

    Attributes:
        rounds: Number of rounds of each trial; the games of a card are spread evenly over the line-ups of its deck.
        blanks: The trials with blanks.
        plain: The line-ups without blanks.
    """

    def __init__(self, rules: GameRules, decks: Sequence[Any], setup: Setup, contests: Contests) -> None:
        self.setup = setup
        found = {}
        for deck in range(len(decks)) if setup.impact else ():
            own = [key for key, contest in contests.items() if players_with(deck, key, contest)]
            player = own[0].index(deck)
            for card in contests[own[0]].cards(player):
                if card.can_be_blank:
                    blank = rules.blank(decks[deck], card.id)
                    for key in own:
                        trial = ImpactTrial(deck, card, key, key.index(deck))
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
            playtest: Executor and progress.
            line_ups: Rounds of the line-ups that have been played at this level, by seed.

        Raises:
            PlaytestInterrupted: Ctrl-C was pressed.
            UnlocatedError: See `Stage.play`.
        """
        for key, found in line_ups.items():
            self.plain.played[key] = dict(found)
        missing = [(key, seed) for seed in self.seeds() for key, found in line_ups.items() if seed not in found]
        playtest.most += self.plain.games_of_round * len(missing)
        self.plain.play(playtest, missing, lambda _: "impact: all decks unchanged")
        number = {trial: at for at, trial in enumerate(self.blanks.contests, 1)}
        self.blanks.play(
            playtest,
            [(trial, seed) for seed in self.seeds() for trial in self.blanks.contests],
            lambda trial: (
                f"impact: {self.setup.decks[trial.deck]} without {trial.card.name} ({number[trial]} of {len(number)})"
            ),
        )

    def impacts(self) -> dict[tuple[int, str], Impact]:
        """Return the impacts by deck and card; cards that were never drawn are left out."""
        found: dict[tuple[int, str], tuple[list[float], list[float], list[int]]] = {}
        drawn = set()
        for trial, played in self.blanks.played.items():
            plain, card = self.plain.played[trial.key], (trial.deck, trial.card.id)
            contest = self.blanks.contests[trial]
            users = next(group for group in players_with(trial.deck, trial.key, contest) if trial.player in group)
            without, whole, games_played = found.setdefault(card, ([], [], []))
            for seed, games in sorted(played.items()):
                if seed in plain:
                    without += scores_of([games], users)
                    whole += scores_of([plain[seed]], users)
                    games_played.append(len(games))
                    both = (*games, *plain[seed])
                    if any(trial.card.id in result.summary.drawn[player] for result in both for player in users):
                        drawn.add(card)
        cards = [card for card in found if card in drawn]
        chances = [paired_p(*found[card][:2]) for card in cards]
        return {
            card: Impact(paired_difference(*found[card][:2]), sum(found[card][2]), chance, is_sure)
            for card, chance, is_sure in zip(cards, chances, holm(chances), strict=True)
        }
