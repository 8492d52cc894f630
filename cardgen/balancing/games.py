"""Play the candidates of the search as games, in any executor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardgen.balancing.evidence import Cell, Scores
from cardgen.balancing.freedom import Freedom
from cardgen.balancing.space import UNCHANGED, Candidate, Space, of_deck
from cardgen.play.simulate.intervals import mean
from cardgen.play.simulate.line_ups import scores_of
from cardgen.play.simulate.match import Round
from cardgen.play.simulate.run import WorkersLostError
from cardgen.play.simulate.stage import PlaytestInterrupted, PlaytestRun, Stage
from cardgen.plugin.rules.contest import Contest, GameRules
from cardgen.report.errors import UnlocatedError

Blank = tuple[int, str]
"""Number of a deck, and the id of a card that a blank replaces in it."""


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """Two decks that play each other, changed or not.

    Attributes:
        blank: Card that is replaced by a blank; None for none.
    """

    candidate: Candidate
    first: int
    second: int
    blank: Blank | None = None


@dataclass(slots=True)
class GameTrials:
    """Plays candidates by the rules of their game.

    Attributes:
        freedom: The numbers that may change, with the decks.
        levels: Full names of the levels, by their number in matchups.
        run: Executor and progress.
        late_after: Moment by the clock of the run from which on only finalists are played; None for none.
        is_stopped: See `cardgen.balancing.search.Trials`.
        error: The error that ended the games, if one did.
    """

    rules: GameRules
    freedom: Freedom
    space: Space
    levels: Sequence[str]
    settings: Mapping[str, str]
    run: PlaytestRun
    late_after: float | None = None
    is_stopped: bool = False
    error: UnlocatedError | None = None
    _decks: dict[tuple[int, Candidate, Blank | None], Any] = field(default_factory=dict)

    @property
    def is_late(self) -> bool:
        """See `cardgen.balancing.search.Trials`."""
        return self.late_after is not None and self.run.pace.clock() >= self.late_after

    def play(self, cells: Sequence[Cell], seeds: Sequence[Sequence[int]], purpose: str) -> dict[Cell, Scores]:
        """See `cardgen.balancing.search.Trials.play`."""
        found: dict[Cell, Scores] = {}
        for number, level in enumerate(self.levels):
            own = {
                PlayedPair(candidate, played.first, played.second): (candidate, matchup)
                for candidate, matchup in cells
                if (played := self.space.matchups[matchup]).level == number
            }
            wanted = {game: seeds[matchup] for game, (_, matchup) in own.items()}
            found |= {own[game]: scores for game, scores in self.play_at(level, wanted, purpose).items()}
        return found

    def play_at(self, level: str, seeds: Mapping[PlayedPair, Sequence[int]], purpose: str) -> dict[PlayedPair, Scores]:
        """Play games at a level; some scores are missing after Ctrl-C and at the end of the time.

        Args:
            level: Full name of the level of both players.
            seeds: Seeds of the rounds of each game.
        """
        if self.is_stopped or not seeds:
            return {}
        stage = Stage({game: self.contest(game) for game in seeds}, (level, level))
        longest = max(len(own) for own in seeds.values())
        rounds = [(game, own[at]) for at in range(longest) for game, own in seeds.items() if at < len(own)]
        try:
            stage.play(self.run, rounds, lambda _: f"{purpose}, {level}")
        except PlaytestInterrupted:
            self.is_stopped = True
        except UnlocatedError as error:
            if not self.run.done and not isinstance(error, WorkersLostError):
                raise
            self.is_stopped, self.error = True, error
        return {
            game: {seed: self._score(games) for seed, games in sorted(played.items())}
            for game, played in stage.played.items()
            if played
        }

    def _score(self, games: Round) -> float:
        """Return the score of the first deck in a round; of a shared one, that of the player who begins."""
        if self.rules.shares_deck:
            return mean([result.scores[result.first] for result in games])
        return scores_of([games])[0]

    def contest(self, game: PlayedPair) -> Contest:
        """Return the contest of two decks, or of the one that both players share."""
        numbers = (game.first,) if self.rules.shares_deck else (game.first, game.second)
        decks = [self._deck(deck, game) for deck in numbers]
        return self.rules.contest(decks, self.settings, 2)

    def _deck(self, deck: int, game: PlayedPair) -> Any:
        blank = game.blank if game.blank and game.blank[0] == deck else None
        part = of_deck(self.space.numbers, game.candidate, deck)
        key = deck, part, blank
        if key not in self._decks:
            source = self.freedom.sources[deck]
            data = source.data if part == UNCHANGED else source.changed(self.freedom.overrides(part))
            self._decks[key] = self.rules.blank(data, blank[1]) if blank else data
        return self._decks[key]
