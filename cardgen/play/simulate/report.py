"""The result of a playtest: one frozen record, which the terminal, JSON and the page show.

`to_json` writes it as it stands here: a record is an object with the names of its attributes, a list of records an
array. Shares and scores are numbers from 0 to 1, an interval has `low`, `estimate` and `high` (95 %), games count for a
deck as 1 won, 0 lost and 0.5 undecided.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from cardgen.play.simulate.intervals import Interval


@dataclass(frozen=True, slots=True)
class Setup:
    """What was played; with the same decks it is all that a report depends on.

    Attributes:
        decks: Name of each deck, unique.
        levels: Of both players, from the weakest to the strongest; all pairings are played at each.
        games: Of each pairing at each level, as asked for.
        seed: Of all.
        version: Of cardgen.
        until: Half width of all win rates at which it stops; None plays all games.
        skill: Games of each deck against itself, a level against the one below; 0 leaves that out.
        impact: Games for each card that is replaced by a blank; 0 leaves that out.
        rules: Rulings that differ from the rules as printed, by name.
    """

    decks: tuple[str, ...]
    levels: tuple[str, ...]
    games: int
    seed: int
    version: str
    until: float | None = None
    skill: int = 0
    impact: int = 0
    rules: Mapping[str, str] = field(default_factory=dict)

    @property
    def strongest(self) -> str:
        """The level whose games tell the most about cards."""
        return self.levels[-1]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two decks against each other at one level.

    Attributes:
        first, second: Their names.
        games, won, lost, undecided: Of the first deck; undecided games count as a half.
        score: Of the first deck.
        expected: What the score would be if the ratings told all; far from it, one deck counters the other.
        verdict: `balanced`, `favours NAME` or `not enough games`; `mirror` for a deck against itself.
        needed: About how many games would allow a verdict, if there are not enough.
        seat: Score of whoever began.
        turns, longest: Median and maximum.
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
class Verdict:
    """What can be said of two decks over all levels.

    Attributes:
        first, second: Their names.
        verdict: As of a pairing, if all levels say so; `levels disagree` if they say different things; else
            `not enough games`.
        needed: About how many games would allow a verdict at each level.
    """

    first: str
    second: str
    verdict: str
    needed: int | None


@dataclass(frozen=True, slots=True)
class Impact:
    """What a card does for its deck, against a blank in its place, with the same luck.

    Attributes:
        gain: What the score gains by it, over all other decks alike.
        games: Played with the blank.
        p: How likely so large a difference is if the card is worth nothing.
        significant: Whether it is not chance, by Holm's method for all cards of the report together at 5 %.
    """

    gain: Interval
    games: int
    p: float
    significant: bool


@dataclass(frozen=True, slots=True)
class EffectUse:
    """An effect of a card.

    Attributes:
        name: What it does.
        games: In how many of the games in which its card was played it did something.
    """

    name: str
    games: int


@dataclass(frozen=True, slots=True)
class CardUse:
    """A card in all games of its deck.

    Attributes:
        deck, id, name, group: What it is.
        drawn: Share of the games in which it came to the hand.
        dead: Share of those in which it was never played.
        played: Number of the games in which it was played.
        with_it: Score of its deck in the games in which it was drawn; longer games draw more.
        effects: What it did.
        impact: What it does for its deck; None if that was not played, or the card was never drawn.
    """

    deck: str
    id: str
    name: str
    group: str
    drawn: float
    dead: Interval
    played: int
    with_it: Interval
    effects: tuple[EffectUse, ...] = ()
    impact: Impact | None = None


@dataclass(frozen=True, slots=True)
class GroupUse:
    """A group of cards, such as a type of base: how many of them a deck played in a game, on average."""

    deck: str
    group: str
    used: float


@dataclass(frozen=True, slots=True)
class Rating:
    """Strength of a deck.

    Attributes:
        deck: Its name.
        elo: On the scale of Elo; the mean of all decks is 0.
        score: Against all other decks together.
    """

    deck: str
    elo: Interval
    score: Interval


@dataclass(frozen=True, slots=True)
class Level:
    """All games of one level of skill.

    Attributes:
        level: Of both players.
        games: How many were played.
        pairings: Each with its verdict.
        seat: Score of whoever began, over all pairings.
        undecided: Share of all games.
        turns, turns_95, decisions: Median and 95 % of the turns, median of the decisions.
        lengths: How many games had how many turns: pairs of turns and games.
        comebacks: Share of the games whose winner was far behind.
        ratings, cards, groups: See there.
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


@dataclass(frozen=True, slots=True)
class SkillGap:
    """A deck against itself: how much the better player makes of it.

    Attributes:
        deck: Its name.
        level, below: Of the two players.
        games: How many were played.
        score: Of the better one; 0.5 says that skill does not matter.
        than_others: By how much that is more than with the other decks on average; None if there is no other.
        verdict: `rewards skill` or `forgives mistakes` more than the others, by Holm's method for all decks together;
            `skill does not show` if the interval of the score holds 0.5; else nothing.
    """

    deck: str
    level: str
    below: str
    games: int
    score: Interval
    than_others: Interval | None
    verdict: str


@dataclass(frozen=True, slots=True)
class ReportFinding:
    """Something that a designer should know first.

    Attributes:
        kind: `unfair`, `levels`, `games`, `fair`, `counter`, `card`, `harm`, `dead`, `effect`, `seat`, `undecided` or
            `skill`.
        deck: Which it is about; empty if about none.
        card: Id of the card that it is about, or empty.
        text: The whole of it, for people.
    """

    kind: str
    deck: str
    card: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """All that a playtest has found.

    Attributes:
        setup: What was played.
        stopped: Why not all games were played: `ctrl-c`, `precise enough`, `lost` with whoever played, or nothing.
        games: How many were played of the pairings; those for skill and impact are not counted.
        findings: What stands out, the most important first.
        verdicts: Of each pairing over all levels.
        levels: From the weakest to the strongest; those that were not begun are missing.
        skill: Of each deck, if that was played.
        unused: What the rules provide and no game made use of.
        unused_words: Words of the deck's language that stand on cards, and none of the effects that they stand in has
            ever done anything.
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

    @property
    def strongest(self) -> Level:
        """The games that tell the most about cards."""
        return self.levels[-1]


def to_json(report: Report) -> str:
    """The report for scripts."""
    return json.dumps(asdict(report), ensure_ascii=False, indent=2)
