"""Play the games of a playtest with one number of players and one choice of settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from cardgen.play.simulate.card_use import TableGames
from cardgen.play.simulate.impact import ImpactTrials
from cardgen.play.simulate.intervals import Interval
from cardgen.play.simulate.line_ups import LineUpKey, line_ups, players_with
from cardgen.play.simulate.pace import Levels
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.report_team import Variant
from cardgen.play.simulate.skill import play_skill, skill_rounds, skill_trials
from cardgen.play.simulate.stage import PlaytestRun, Stage
from cardgen.play.simulate.tally import score_in
from cardgen.plugin.rules.contest import Card, GameRules

FIRST_LOOK = 50  # rounds; each further look comes after twice as many rounds
MOST_TOLD = 3  # pairings or line-ups whose score the progress shows


def looks(rounds: int) -> list[int]:
    """Return the numbers of rounds after which a playtest may stop early.

    They are fixed, so that looking more often does not bias the result.
    """
    found, look = [], FIRST_LOOK
    while look < rounds:
        found.append(look)
        look *= 2
    return [*found, rounds]


class PlaytestTable:
    """All games of one number of players and one choice of settings: line-ups at each level, then skill, then cards.

    Args:
        variant: The number of players, and the settings that differ from other tables.

    Attributes:
        skill: Games to find out what skill is worth.
        trials: Games with blanks.
    """

    def __init__(self, rules: GameRules, decks: Sequence[Any], setup: Setup, variant: Variant) -> None:
        self.variant = variant
        self._label = f"{variant.name}: " if setup.variants else ""
        setup = setup.at_table(variant)
        players = len(setup.teams)
        keys = line_ups(len(decks), setup.teams, shares_deck=rules.shares_deck)
        self.setup = setup
        self.contests = {key: rules.contest([decks[deck] for deck in key], setup.rules, players) for key in keys}
        self.levels: list[Stage[LineUpKey]] = [Stage(self.contests, (level,) * players) for level in setup.levels]
        self.rounds = -(-setup.games // self.levels[0].games_of_round)
        copies = 1 if rules.shares_deck else players
        mirrors = [rules.contest([deck] * copies, setup.rules, players) for deck in decks] if setup.skill else []
        self.skill = skill_trials(setup, mirrors)
        self.trials = ImpactTrials(rules, decks, setup, self.contests)

    def counts(self) -> dict[str, int]:
        """Return the number of games for each purpose, if nothing stops them."""
        parts = len({(trial.deck, trial.part.id) for trial in self.trials.blanks.contests})
        purpose = "for the pairings" if self.setup.is_duel else "for the line-ups"
        return {
            purpose: self.levels[0].games_of_round * self.rounds * len(self.contests) * len(self.levels),
            "for skill": sum(
                stage.games_of_round * skill_rounds(self.setup, stage) * len(stage.contests)
                for trial in self.skill
                for stage in trial.stages
            ),
            f"without each of {parts} {self._parts}": self.trials.games,
        }

    def planned(self) -> Counter[Levels]:
        """Return the same by the levels of the players."""
        found: Counter[Levels] = Counter()
        for stage in self.levels:
            found[stage.levels] += stage.games_of_round * self.rounds * len(stage.contests)
        for trial in self.skill:
            for one in trial.stages:
                found[one.levels] += one.games_of_round * skill_rounds(self.setup, one) * len(one.contests)
        found[self.trials.blanks.levels] += self.trials.games
        return found

    def play(self, run: PlaytestRun) -> str:
        """Play everything; return why line-ups were stopped early, or nothing.

        Raises:
            PlaytestInterrupted: Ctrl-C was pressed.
            UnlocatedError: See `Stage.play`.
        """
        stopped = [self._play_level(stage, run) for stage in self.levels]
        for trial in self.skill:
            play_skill(self.setup, trial, run)
        if self.setup.impact:
            self.trials.play(run, self.levels[-1].played)
        return max(stopped)

    @property
    def _parts(self) -> str:
        """What can be replaced by blanks, in words."""
        is_all_cards = all(isinstance(trial.part, Card) for trial in self.trials.blanks.contests)
        return "cards" if is_all_cards else "cards and other contributors"

    def _play_level(self, stage: Stage[LineUpKey], run: PlaytestRun) -> str:
        """Play the line-ups of a level up to each look."""
        start, until, done = self.setup.seed, self.setup.until, 0
        label = self._label + (f"{stage.levels[0]}: " if len(self.levels) > 1 else "")
        for look in looks(self.rounds) if until is not None else [self.rounds]:
            rounds = [(key, start + number) for number in range(done, look) for key in stage.contests]
            stage.play(run, rounds, lambda _: label + self._estimate(stage))
            done = look
            if until is not None and done < self.rounds and self._widest(stage) <= until:
                run.pace.planned[stage.levels] -= stage.games_of_round * (self.rounds - done) * len(stage.contests)
                return "precise enough"
        return ""

    def _widest(self, stage: Stage[LineUpKey]) -> float:
        """Return the half width of the least precise score."""
        return max(score.half_width for key in stage.contests for _, score in self._scores(stage, key))

    def _scores(self, stage: Stage[LineUpKey], key: LineUpKey) -> Iterator[tuple[int, Interval]]:
        """Yield the scores that are to be precise: of the team, of the first of two decks, or of each deck."""
        rounds = [games for _, games in sorted(stage.played[key].items())]
        alone = self.setup.is_duel or self.setup.is_cooperative
        for deck in key[:1] if alone else dict.fromkeys(key):
            groups = players_with(deck, key, stage.contests[key])
            yield deck, score_in(rounds, groups[0] if alone else [player for group in groups for player in group])

    def _estimate(self, stage: Stage[LineUpKey]) -> str:
        """Return the scores so far, for the progress."""
        keys = list(stage.contests)
        return ", ".join(self._told(stage, key) for key in keys[:MOST_TOLD]) + (
            ", ..." if len(keys) > MOST_TOLD else ""
        )

    def _told(self, stage: Stage[LineUpKey], key: LineUpKey) -> str:
        names = self.setup.decks
        told = [
            f"{names[deck]} {score.estimate:.0%} ±{score.half_width:.0%}" for deck, score in self._scores(stage, key)
        ]
        return f"{told[0]} {names[key[1]]}" if self.setup.is_duel else " ".join(told)

    def games_at(self, level: int) -> TableGames | None:
        """Return the games at a level; None if none has been played.

        Args:
            level: Number of the level, from 0 for the weakest.
        """
        stage = self.levels[level]
        return TableGames(self.variant, self.contests, stage.in_order()) if any(stage.played.values()) else None
