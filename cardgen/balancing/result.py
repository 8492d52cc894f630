"""Hold the result of the balance assistant as plain data and JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cardgen.play.simulate.intervals import Interval

FIRST, SECOND = "first player", "second player"
"""Names of the sides of a deck that both players share."""


@dataclass(frozen=True, slots=True)
class BalanceSetup:
    """Everything that the proposals depend on, besides the decks.

    Attributes:
        decks: Names of all decks; the first one is the one to balance.
        changing: Names of the decks that may change.
        levels: Full names of the levels of the search, from the weakest.
        held_out: Full names of the levels that took no part in the search.
        games: Number of games of each level, in the search and the test together.
        within: Largest distance from the target, 0 to 1.
        most_changes: The largest number of changes of a proposal.
        numbers: Number of the numbers that may change.
        is_shared: Whether both players share the deck, so that it is balanced between the one who begins and the other.
    """

    decks: tuple[str, ...]
    changing: tuple[str, ...]
    levels: tuple[str, ...]
    held_out: tuple[str, ...]
    games: int
    seed: int
    within: float
    most_changes: int
    numbers: int
    version: str
    rules: Mapping[str, str] = field(default_factory=dict)
    is_shared: bool = False

    def names_of(self, first: int, second: int) -> tuple[str, str]:
        """Return the names of both sides of a pairing: their decks, or their seats if they share one.

        Args:
            first: Number of the deck of the first side.
            second: Number of that of the other.
        """
        return (FIRST, SECOND) if self.is_shared else (self.decks[first], self.decks[second])


@dataclass(frozen=True, slots=True)
class PairingRate:
    """The score of a deck against another at a level.

    Attributes:
        second: Name of the other deck.
        level: Full name of the level.
        target: The score that is wanted, 0 to 1.
        predicted: What the model expects with its 95 % interval; None at a level that took no part in the search.
        tested: The score in games with fresh luck; None if none were played.
        games: Number of these games.
    """

    first: str
    second: str
    level: str
    target: float
    predicted: Interval | None
    tested: Interval | None
    games: int

    @property
    def pairing(self) -> tuple[str, str, str]:
        """The decks and the level, which no other score of a proposal has."""
        return self.first, self.second, self.level

    @property
    def known(self) -> Interval:
        """The tested score, or else the predicted one."""
        known = self.tested or self.predicted
        assert known is not None  # a pairing is reported for one of the two
        return known

    def is_met(self, within: float) -> bool:
        """Return whether the score is near its target."""
        return abs(self.known.estimate - self.target) <= within + 1e-9

    def is_sure(self, within: float) -> bool:
        """Return whether the whole interval is near the target."""
        return self.known.low >= self.target - within and self.known.high <= self.target + within

    def is_missed(self, within: float) -> bool:
        """Return whether no part of the interval is near the target."""
        return self.known.low > self.target + within or self.known.high < self.target - within

    def verdict(self, within: float) -> str:
        """Return `on target` or `off`, with a question mark if the interval leaves room for the other one."""
        if self.is_met(within):
            return "on target" if self.is_sure(within) else "on target?"
        return "off" if self.is_missed(within) else "off?"


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A number of a deck and its new value.

    Attributes:
        card: The entry that the number belongs to, such as `ships/ferry`.
        after: The value that is proposed.
        place: Where the file states it, such as `deck.yaml:12:9`.
    """

    deck: str
    card: str
    name: str
    before: int
    after: int
    place: str

    def __str__(self) -> str:
        """Return the change for people: `copies of Ferry 3 -> 4`."""
        return f"{self.name} {self.before} \u2192 {self.after}"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Some changes, and what they lead to.

    Attributes:
        count: Number of changes; a copy that moves from one card to another is one.
        rates: Scores at the levels of the search.
        held_out: Scores at the levels that took no part in it.
        is_met: Whether all scores at the levels of the search are near their targets.
        is_sure: Whether that holds for their whole intervals.
        texts: Texts of the deck that must be written anew, as the checks of the game say; empty for none.
    """

    changes: tuple[NumberChange, ...]
    count: int
    steps: float
    rates: tuple[PairingRate, ...]
    held_out: tuple[PairingRate, ...]
    is_met: bool
    is_sure: bool
    texts: tuple[str, ...] = ()

    @property
    def all_rates(self) -> tuple[PairingRate, ...]:
        """The scores at all levels."""
        return (*self.rates, *self.held_out)

    @property
    def verdict(self) -> str:
        """Whether the target is met, in words, as certain as the intervals are."""
        if self.is_met:
            return "meets the target" if self.is_sure else "seems to meet the target"
        return "does not meet the target"

    @property
    def distance(self) -> float:
        """See `distance_of`."""
        return distance_of(self.rates)


def distance_of(rates: Sequence[PairingRate]) -> float:
    """Return the root of the mean squared distance of scores from their targets, in percentage points."""
    squares = [(rate.known.estimate - rate.target) ** 2 for rate in rates]
    return 100 * float((sum(squares) / max(len(squares), 1)) ** 0.5)


def count_changes(count: int) -> str:
    """Return a number of changes in words: `1 change`, `2 changes`."""
    return f"{count} change{'s' * (count != 1)}"


@dataclass(frozen=True, slots=True)
class Blame:
    """What a card contributes to its deck: the same games with a blank in its place.

    Attributes:
        gain: What the card adds to the score of its deck, as the mean of all pairings.
    """

    deck: str
    card: str
    name: str
    gain: float
    pairings: tuple[tuple[str, str, float], ...]


@dataclass(frozen=True, slots=True)
class Influence:
    """What a step of a number does.

    Attributes:
        gain: What one step more adds to the score of the deck, as the mean of its pairings, with its 95 % interval.
    """

    deck: str
    name: str
    gain: Interval


@dataclass(frozen=True, slots=True)
class BalanceReport:
    """The proposals of the assistant.

    Attributes:
        setup: What they depend on.
        stopped: Why it ended early: `ctrl-c`, `time`, `lost`, or nothing.
        conclusion: Sentences that say what was found.
        before: The decks as they are; a proposal without changes.
        proposals: The proposals, from the best.
        influences: What each number does, from the strongest.
        blame: What the cards contribute, the one to blame first; empty if numbers can do it.
    """

    setup: BalanceSetup
    stopped: str
    games: int
    conclusion: tuple[str, ...]
    before: Proposal
    proposals: tuple[Proposal, ...]
    influences: tuple[Influence, ...] = ()
    blame: tuple[Blame, ...] = ()

    @property
    def is_met(self) -> bool:
        """Whether a proposal reaches the target."""
        return any(proposal.is_met for proposal in self.proposals)
