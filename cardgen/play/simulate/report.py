"""The report of a playtest: one frozen record, shown in the terminal, as JSON and as a page.

The JSON follows these classes: a record becomes an object with the names of its attributes, a list of records an
array. Shares and scores are numbers from 0 to 1, and an interval has `low`, `estimate` and `high` (95 %); the share of
nothing, such as of won games where none was won, is unknown and has 0, 0.5 and 1. A game counts 1 for the winner, 0 for
the others, and is divided evenly among those who share the win (0.5 for two players in an undecided game).

What a report contains depends on who plays against whom:

- Two players against each other: `pairings` with verdicts, and `ratings`.
- More players, or teams, against each other: `line_ups` with the score of each deck against its fair share (one divided
  by the number of teams), `deck_scores` over all line-ups, and the score of each of the `seats`.
- All players together against the game: `line_ups` for each number of players and each difficulty, with the share of games
  that the team has won and how they ended, and `contributions`.

Rounds of games with the same luck are the units of all intervals of scores.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cardgen.play.simulate.intervals import Interval, mean
from cardgen.play.simulate.report_cards import CardUse, Contribution, GroupUse
from cardgen.play.simulate.report_people import PeopleResults
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.report_team import EndingCount, Variant
from cardgen.report.json_text import OMIT_DEFAULT


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two decks against each other at one level.

    Attributes:
        won, lost, undecided: Results of the first deck; undecided games count as a half.
        score: Score of the first deck.
        expected: Score of the first deck by the ratings; if it is far from `score`, one deck counters the other.
        verdict: `balanced`, `favours NAME` or `not enough games`; `mirror` for a deck against itself.
        needed: Approximate number of games for a verdict, if there are not enough.
        seat: Score of the player who begins.
        turns, longest: Median and maximum number of turns.
        comebacks: Share of the games whose winner was far behind.
    """

    first: str
    second: str
    games: int
    won: int
    lost: int
    undecided: int
    score: Interval
    expected: float
    verdict: str
    needed: int | None
    seat: Interval
    turns: float
    longest: int
    comebacks: Interval


@dataclass(frozen=True, slots=True)
class DeckScore:
    """The score of a deck in games of several players.

    Attributes:
        score: Share of the games that its player has won, or in a co-operative game the team.
        verdict: `fair`, `too strong`, `too weak` or `not enough games`, corrected for the number of decks; empty in a
            co-operative game.
    """

    deck: str
    score: Interval
    verdict: str


@dataclass(frozen=True, slots=True)
class LineUp:
    """Decks of several players in one contest, at one level.

    Attributes:
        decks: Deck of each player in the order around the table; a single one if all players share it.
        undecided: Number of games without a single winner.
        scores: Score of each different deck against the others; empty in a co-operative game.
        team: Share of games that the team has won in a co-operative game, otherwise None.
        verdict: `balanced`, `favours NAME`, `puts NAME at a disadvantage` or `not enough games`; `mirror` for players
            with the same deck; empty in a co-operative game.
        needed: Approximate number of games for a verdict, if there are not enough.
        turns, longest: Median and maximum number of turns.
        comebacks: Share of the games whose winner was far behind.
        variant: Number of players and settings of a co-operative game; otherwise None, and left out of the JSON.
        endings: How the games ended, in the order of the game; left out of the JSON where nothing is known.
    """

    decks: tuple[str, ...]
    games: int
    undecided: int
    scores: tuple[DeckScore, ...]
    team: Interval | None
    verdict: str
    needed: int | None
    turns: float
    longest: int
    comebacks: Interval
    variant: Variant | None = field(default=None, metadata=OMIT_DEFAULT)
    endings: tuple[EndingCount, ...] = field(default=(), metadata=OMIT_DEFAULT)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on two decks over all levels.

    Attributes:
        verdict: The verdict of all levels if they agree; `levels disagree` if they differ; else `not enough games`.
        needed: Approximate number of games at each level for a verdict.
    """

    first: str
    second: str
    verdict: str
    needed: int | None


@dataclass(frozen=True, slots=True)
class LineUpVerdict:
    """The verdict on a line-up over all levels.

    Attributes:
        verdict: The verdict of all levels if they agree; `levels disagree` if they differ; else `not enough games`.
        needed: Approximate number of games at each level for a verdict.
    """

    decks: tuple[str, ...]
    verdict: str
    needed: int | None


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a deck against single opponents.

    Attributes:
        elo: Rating on the scale of Elo; the mean of all decks is 0.
        score: Score against all other decks together.
    """

    deck: str
    elo: Interval
    score: Interval


@dataclass(frozen=True, slots=True)
class Level:
    """All games of one level of skill.

    Attributes:
        pairings: Pairings of two decks; empty unless two players play against each other.
        seat: Score of the player who begins; unknown in a co-operative game.
        undecided: Share of the games without a single winner.
        turns, turns_95: Median and 95 % quantile of the number of turns.
        decisions: Median of the number of decisions.
        lengths: Pairs of a number of turns and the number of games with as many turns.
        comebacks: Share of the games whose winner was far behind.
        ratings: Ratings of the decks; empty unless two players play against each other.
        groups: Use of each group of cards of each deck.
        line_ups: Line-ups of other numbers of players, of teams and of co-operative games; left out of the JSON where
            there are none, like the next two.
        deck_scores: Score of each deck over all its line-ups.
        seats: Score of each seat, the first one first.
        contributions: What contributes to the players of a co-operative game besides their cards.
    """

    level: str
    games: int
    pairings: tuple[Pairing, ...]
    seat: Interval
    undecided: Interval
    turns: float
    turns_95: float
    decisions: float
    lengths: tuple[tuple[int, int], ...]
    comebacks: Interval
    ratings: tuple[Rating, ...]
    cards: tuple[CardUse, ...]
    groups: tuple[GroupUse, ...]
    line_ups: tuple[LineUp, ...] = field(default=(), metadata=OMIT_DEFAULT)
    deck_scores: tuple[DeckScore, ...] = field(default=(), metadata=OMIT_DEFAULT)
    seats: tuple[Interval, ...] = field(default=(), metadata=OMIT_DEFAULT)
    contributions: tuple[Contribution, ...] = field(default=(), metadata=OMIT_DEFAULT)

    @property
    def fair_seat(self) -> float:
        """Score of every seat if none had an advantage; with teams of several sizes it is not the share of a team."""
        return mean([seat.estimate for seat in self.seats])


@dataclass(frozen=True, slots=True)
class SkillGap:
    """The advantage of better players over worse players with a deck.

    Attributes:
        score: Score of a better player or team among worse ones, all with the same deck; in a co-operative game the
            share of games that a team of better players wins.
        than_others: Difference to the other decks' mean; None if there is no other deck.
        verdict: `rewards skill` or `forgives mistakes` more than the others, by Holm's method for all decks; `skill does
            not show` if the better players are not surely better; else empty.
        gain: In a co-operative game, the difference to a team of worse players with the same luck; otherwise None, and
            left out of the JSON.
        variant: Number of players and settings of a co-operative game; otherwise None, and left out of the JSON.
    """

    deck: str
    level: str
    below: str
    games: int
    score: Interval
    than_others: Interval | None
    verdict: str
    gain: Interval | None = field(default=None, metadata=OMIT_DEFAULT)
    variant: Variant | None = field(default=None, metadata=OMIT_DEFAULT)


@dataclass(frozen=True, slots=True)
class ReportFinding:
    """A result that a designer should see first.

    Attributes:
        kind: `unfair`, `levels`, `games`, `fair`, `team`, `ending`, `order`, `counter`, `card`, `harm`, `dead`, `unused`,
            `effect`, `seat`, `undecided`, `skill`, `endless` or `caution`.
        deck: Name of the deck that it concerns, or empty.
        card: Id of the card that it concerns, or empty.
        text: The finding as a sentence.
    """

    kind: str
    deck: str
    card: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a playtest has found.

    Attributes:
        stopped: Why not all games were played: `ctrl-c`, `time`, `precise enough`, `lost` with the processes, or empty.
        games: Number of games of the pairings or line-ups, without those for skill and impact.
        findings: What stands out, the most important first.
        verdicts: Verdict on each pairing over all levels.
        levels: From the weakest to the strongest; levels that were not begun are missing.
        unused: Features of the rules that no game made use of.
        unused_words: Words on cards whose effects never changed anything.
        line_up_verdicts: Verdict on each line-up over all levels; left out of the JSON where there are none.
        people: Results of games that people have recorded; left out of the JSON where none were read.
        left_out: Number of planned games that were not played, for skill and impact too; left out of the JSON if none was.
    """

    setup: Setup
    stopped: str
    games: int
    findings: tuple[ReportFinding, ...]
    verdicts: tuple[Verdict, ...]
    levels: tuple[Level, ...]
    skill: tuple[SkillGap, ...]
    unused: tuple[str, ...]
    unused_words: tuple[str, ...]
    line_up_verdicts: tuple[LineUpVerdict, ...] = field(default=(), metadata=OMIT_DEFAULT)
    people: PeopleResults | None = field(default=None, metadata=OMIT_DEFAULT)
    left_out: int = field(default=0, metadata=OMIT_DEFAULT)

    @property
    def strongest(self) -> Level:
        """The games of the strongest level, which say most about cards."""
        return self.levels[-1]
