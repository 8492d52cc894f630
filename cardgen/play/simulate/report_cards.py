"""The part of the report of a playtest that is about cards: their use, and what each contributes to its deck."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardgen.play.simulate.intervals import Interval
from cardgen.report.json_text import OMIT_DEFAULT


@dataclass(frozen=True, slots=True)
class Impact:
    """The contribution of a card (or of something else) to its deck, compared with a blank in its place with the same luck.

    Attributes:
        gain: Difference of the deck's score with the card and without, over all its line-ups alike.
        p: Probability of a difference at least as large if the card makes none.
        significant: Whether the difference is significant at 5 % by Holm's method for all cards of the report.
    """

    gain: Interval
    games: int
    p: float
    significant: bool


@dataclass(frozen=True, slots=True)
class EffectUse:
    """The use of an effect of a card.

    Attributes:
        games: Number of games in which the card was played and the effect changed something.
    """

    name: str
    games: int


@dataclass(frozen=True, slots=True)
class OutcomeUse:
    """The use of a card, or of something else that helps the players, in the games that they won and lost together.

    Attributes:
        games_lost: Number of other games in which it was used.
        won: Share of all won games in which it was used.
        lost: Share of all other games in which it was used.
    """

    games_won: int
    games_lost: int
    won: Interval
    lost: Interval


@dataclass(frozen=True, slots=True)
class Contribution:
    """What something other than a card contributes to the players of a co-operative game.

    Attributes:
        deck, id, name, group: The deck, and the contributor as the game names it.
        use: Its use in won and in lost games.
        impact: Difference to the same games with a blank in its place; None if that was not played.
    """

    deck: str
    id: str
    name: str
    group: str
    use: OutcomeUse
    impact: Impact | None = None


@dataclass(frozen=True, slots=True)
class CardUse:
    """The use of a card in all games of its deck.

    Attributes:
        drawn: Share of the games in which the card was drawn.
        dead: Share of those games in which it was never played.
        with_it: Score of the deck in the games in which the card was drawn; longer games draw more cards.
        impact: What the card contributes to its deck; None if that was not played or the card was never drawn.
        use: In a co-operative game, its use in won and in lost games; otherwise None, and left out of the JSON.
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
    use: OutcomeUse | None = field(default=None, metadata=OMIT_DEFAULT)


@dataclass(frozen=True, slots=True)
class GroupUse:
    """The use of a group of cards, as the game names it.

    Attributes:
        used: Mean number of these cards that the deck plays in a game.
    """

    deck: str
    group: str
    used: float
