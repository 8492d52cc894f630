"""The contract of a game for people: the table, the choices and the events in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, runtime_checkable


class LineRole(StrEnum):
    """The role of a line of the table, which determines its colour.

    Attributes:
        PLAIN: Anything else.
        TITLE: Whose turn it is, what is going on.
        OWN: The viewer's area.
        ALLY: The area of another player in the viewer's team.
        OPPONENT: The area of a player in another team, or the game's side in a co-operative game.
        STRONG: Something that matters most, in the colour of plain lines.
        MUTED: Frames and separators.
    """

    PLAIN = ""
    TITLE = "title"
    OWN = "own"
    ALLY = "ally"
    OPPONENT = "opponent"
    STRONG = "strong"
    MUTED = "muted"


class TableLine(NamedTuple):
    """A line of a picture of the table.

    Attributes:
        text: At most 80 characters.
        role: What the line shows.
    """

    text: str
    role: LineRole = LineRole.PLAIN


class DeckFingerprint(NamedTuple):
    """The identity of the deck that a record was played with.

    Attributes:
        name: Id of the deck, which does not change with its language.
        fingerprint: Digest of all that the rules use; equal for decks that differ in words and pictures only.
    """

    name: str
    fingerprint: str

    def __str__(self) -> str:
        return f"{self.name} {self.fingerprint}"


class Tabletop(Protocol):
    """A contest that people play, in one language; its states remember the events of the game."""

    @property
    def game(self) -> str:
        """Id of the game."""

    @property
    def players(self) -> Sequence[str]:
        """Name of each player, no two alike."""

    @property
    def decks(self) -> Sequence[DeckFingerprint]:
        """The decks, in the order in which `GameRules.contest` received them."""

    @property
    def settings(self) -> Sequence[str]:
        """Rulings that differ from the rules as printed, as `name=value`."""

    @property
    def legend(self) -> str:
        """Explanation of the picture of the table."""

    @property
    def hides_hands(self) -> bool:
        """Whether players hold anything that the others at the same screen must not see."""

    @property
    def messages(self) -> Mapping[str, str]:
        """The terminal's own sentences in this language, by the keys of `cardgen/play/strings.en.yaml`.

        Only a language that the terminal itself does not have needs them; English stands in for missing ones.
        """

    def start(self, seed: int, first: int) -> Any:
        """Return the first state of a game, as `Contest.start` does.

        Args:
            seed: Decides shuffles and random picks.
            first: Player in the first seat, from 0.
        """

    def from_text(self, text: str, seed: int = 0) -> Any:
        """Read a state.

        Args:
            text: Text of a position; what it leaves out is as at the start of a game.
            seed: Decides the order of the piles that the text leaves out.

        Raises:
            LogError: The text is not a position of this game, or contradicts itself or the rules.
        """

    def board(self, state: Any, player: int) -> list[TableLine]:
        """Return the picture of the table.

        Args:
            player: Viewer, from 0; -1 sees all hands.
        """

    def hand(self, state: Any, player: int) -> list[str]:
        """Return the cards that a player holds, a line each.

        Args:
            player: Owner of the hand, from 0.
        """

    def hand_names(self, state: Any, player: int) -> Sequence[str]:
        """Return the names of the cards that a player holds, each once.

        Args:
            player: Owner of the hand, from 0.
        """

    def question(self, state: Any) -> str:
        """Return the question that the current player has to answer."""

    def needs_hand_only(self, state: Any) -> bool:
        """Return whether the current player can decide by their hand, without the picture of the table."""

    def choice(self, state: Any, action: int) -> str:
        """Return a legal action in words."""

    def card_of(self, action: int) -> str:
        """Return the name of the card that an action is about, for `card`; empty if there is none."""

    def cards(self) -> Sequence[str]:
        """Return the names of all cards of all decks, each once."""

    def card(self, name: str) -> list[str]:
        """Return what all cards of a name are and do, as paragraphs; none if there is no such card."""

    def event_count(self, state: Any) -> int:
        """Return how many events the game has had, as a mark for `story`."""

    def story(self, state: Any, since: int, player: int) -> list[str]:
        """Return the events of the game, a sentence each, without what the viewer may not know.

        Args:
            since: Number of events to leave out, from `event_count` of an earlier state.
            player: Viewer, from 0; -1 sees everything.
        """

    def turn(self, state: Any) -> int:
        """Return the number of the turn."""

    def ending(self, state: Any) -> str:
        """Return a sentence that says who has won."""


@runtime_checkable
class ExplainsWaiting(Protocol):
    """A `Tabletop` that also tells the players who wait what they wait for."""

    def waiting(self, state: Any, player: int) -> str:
        """Return a sentence that says who decides what, and why, without what the viewer may not know.

        Args:
            player: Viewer, from 0; -1 for somebody who watches.
        """


@runtime_checkable
class StatesGoal(Protocol):
    """A `Tabletop` that tells newcomers what to play for."""

    @property
    def goal(self) -> str:
        """What the players try to do, in a sentence or two."""


@runtime_checkable
class CountsNumbers(Protocol):
    """A `Tabletop` with numbers whose changes `story` does not tell."""

    def numbers(self, state: Any, player: int) -> Sequence[tuple[str, str]]:
        """Return the name and the value of each number that a viewer sees, in the same order at any time.

        A value is empty for what is not counted: its name alone is told, when it is there again.

        Args:
            player: Viewer, from 0; -1 sees everything.
        """
