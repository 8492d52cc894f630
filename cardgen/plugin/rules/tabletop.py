"""What a game offers to people who play it: the table, the choices and what happened, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol


class TableLine(NamedTuple):
    """A line of a picture of the table.

    Attributes:
        text: At most 80 characters.
        role: What it shows, for colours: `title`, `own`, `other`, `bases`, `troops`, `rule`, or nothing.
    """

    text: str
    role: str


class Identity(NamedTuple):
    """Which deck it is.

    Attributes:
        name: Its stable name.
        fingerprint: Equal for decks that play the same, whatever their words and pictures.
    """

    name: str
    fingerprint: str

    def __str__(self) -> str:
        return f"{self.name} {self.fingerprint}"


class Tabletop(Protocol):
    """Decks that people play against each other, in one language. States keep what happened."""

    @property
    def game(self) -> str:
        """Id of the game."""

    @property
    def players(self) -> Sequence[str]:
        """Name of each player."""

    @property
    def decks(self) -> Sequence[Identity]:
        """Which decks they are."""

    @property
    def settings(self) -> Sequence[str]:
        """The rules that differ from those printed, as `name=value`."""

    @property
    def legend(self) -> str:
        """How to read the picture of the table."""

    def start(self, seed: int, first: int) -> Any:
        """The start of a game: `seed` decides shuffles and lots, `first` has the first seat."""

    def from_text(self, text: str, seed: int = 0) -> Any:
        """The state that a text says; what it leaves out is as at the start, piles are shuffled by the seed.

        Raises:
            LogError: The text is no position of this game, or contradicts itself or the rules.
        """

    def board(self, state: Any, player: int) -> list[TableLine]:
        """The table as a player sees it; -1 sees both hands."""

    def hand(self, state: Any, player: int) -> list[str]:
        """The cards that a player holds, as lines."""

    def hand_names(self, state: Any, player: int) -> Sequence[str]:
        """Their names, each once."""

    def question(self, state: Any) -> str:
        """What the player who moves is asked."""

    def is_small(self, state: Any) -> bool:
        """Whether he needs no look at the table, his hand is enough."""

    def choice(self, state: Any, action: int) -> str:
        """An action that is possible now, in words."""

    def card_of(self, action: int) -> str:
        """The card that an action is about, as `card` takes it, or nothing."""

    def cards(self) -> Sequence[str]:
        """The names of all cards of both decks."""

    def card(self, name: str) -> list[str]:
        """What all cards of a name are and do, in lines; none if there is no such card."""

    def moments(self, state: Any) -> int:
        """How much has happened, to be told from there later."""

    def story(self, state: Any, since: int, player: int) -> list[str]:
        """What happened since then as a player may know it, a sentence each; -1 is told all."""

    def turn(self, state: Any) -> int:
        """The number of the turn."""

    def ending(self, state: Any) -> str:
        """Who has won."""
