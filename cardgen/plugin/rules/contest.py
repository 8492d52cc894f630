"""What a game offers beside its states, so that decks can be played against each other without knowing the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, Protocol

from cardgen.plugin.rules.tabletop import Tabletop

NO_SETTINGS: Mapping[str, str] = MappingProxyType({})
"""The rules as printed."""


@dataclass(frozen=True, slots=True)
class CardEffect:
    """One thing that a card does.

    Attributes:
        name: For people; unique on its card.
        words: What the deck's language calls it and all that it stands in, for finding words that are never of use.
    """

    name: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A design of a deck.

    Attributes:
        id: As the deck has it, with its section: `abilities/ambush`.
        name: For people.
        group: What it is one of: a troop type, a kind of ability.
        can_be_blank: Whether the deck could be played with this card doing nothing.
        effects: What it does, in the order of its text.
    """

    id: str
    name: str
    group: str
    can_be_blank: bool = False
    effects: tuple[CardEffect, ...] = ()


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What happened in a game that is over or was stopped.

    Attributes:
        turns: How many were played.
        drawn: For each player the ids of the cards that came to his hand.
        used: For each player how often he played each card, by id.
        features: Names of what the rules provide and this game made use of.
        happened: For each player the effects of his cards that did something: id of the card, number in its `effects`.
    """

    turns: int
    drawn: tuple[frozenset[str], ...]
    used: tuple[Mapping[str, int], ...]
    features: frozenset[str]
    happened: tuple[frozenset[tuple[str, int]], ...] = (frozenset(), frozenset())


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

    def facts(self, state: Any, seed: int, first: int) -> GameSummary:
        """What happened in a game.

        Args:
            state: Its end.
            seed: As given to `start`.
            first: As given to `start`.
        """

    def cards(self, player: int) -> Sequence[Card]:
        """All designs of a player's deck."""

    def features(self) -> Sequence[str]:
        """All that `GameSummary.features` can name, in the order of the rules."""

    def tabletop(self, language: str) -> Tabletop:
        """The same for people who play it.

        Raises:
            UnlocatedError: E504, the game does not speak this language.
        """


@dataclass(frozen=True, slots=True)
class Tree:
    """Decks that play each other with chance as a player, for algorithms that walk the whole tree of their games.

    Attributes:
        contest: The decks; judges the states of the tree, too.
        start: Gives the first state; every shuffle and every lot is a move of chance.
        actions: All actions that players or chance can ever have, each once.
        longest: More actions than a game has.
    """

    contest: Contest
    start: Callable[[], Any]
    actions: Sequence[int]
    longest: int


class GameRules(Protocol):
    """The executable rules of a game."""

    def contest(self, first: Any, second: Any, settings: Mapping[str, str] = NO_SETTINGS) -> Contest:
        """Let two decks play each other.

        Args:
            first: The game's model of a deck.
            second: The same of the other.
            settings: Rulings that differ from the rules as printed, by name, as a person writes them.

        Raises:
            UnlocatedError: E720, there is no such setting; E721, it cannot have this value.
        """

    def tree(self, first: Any, second: Any) -> Tree:
        """The same as a tree."""

    def blank(self, deck: Any, card: str) -> Any:
        """The deck with one card that does nothing in its place, in all its copies."""
