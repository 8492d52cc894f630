"""What a game offers beside its states, so that decks can be played against each other without knowing the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Card:
    """A design of a deck.

    Attributes:
        id: As the deck has it, with its section: `abilities/ambush`.
        name: For people.
        group: What it is one of: a troop type, a kind of ability.
        can_be_blank: Whether the deck could be played with this card doing nothing.
    """

    id: str
    name: str
    group: str
    can_be_blank: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """What happened in a game that is over or was stopped.

    Attributes:
        turns: How many were played.
        drawn: For each player the ids of the cards that came to his hand.
        used: For each player how often he played each card, by id.
        features: Names of what the rules provide and this game made use of.
    """

    turns: int
    drawn: tuple[frozenset[str], ...]
    used: tuple[Mapping[str, int], ...]
    features: frozenset[str]


class Contest(Protocol):
    """Decks that play each other: player 0 has the first, player 1 the second. It can be pickled."""

    def start(self, seed: int, first: int) -> Any:
        """The start of a game.

        Args:
            seed: Decides shuffles and lots, whatever the players do.
            first: Who has the first seat; the luck of the seed goes with the seats, not with the decks.
        """

    def evaluate(self, state: Any, player: int) -> float:
        """How likely a player is to win, 0 to 1, by a look at the table; exact if the game is over."""

    def script(self, state: Any, player: int, rng: Random) -> int:
        """What a plain player by rules of thumb does; he looks at nothing that is hidden from him."""

    def turn(self, state: Any) -> int:
        """The number of the turn."""

    def facts(self, state: Any) -> Facts:
        """What happened."""

    def cards(self, player: int) -> Sequence[Card]:
        """All designs of a player's deck."""

    def features(self) -> Sequence[str]:
        """All that `Facts.features` can name, in the order of the rules."""

    def board(self, state: Any, player: int) -> str:
        """The table as a player sees it, as text for people; -1 sees all."""


class GameRules(Protocol):
    """The executable rules of a game."""

    def contest(self, first: Any, second: Any) -> Contest:
        """Let two decks (the game's models) play each other."""

    def blank(self, deck: Any, card: str) -> Any:
        """The deck with one card that does nothing in its place, in all its copies."""
