"""The base class for the author of simple rules: a position of the game, and the luck that it may use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from cardgen.plugin.rules.settings import NoSettings

Item = TypeVar("Item")


class Chooser(Protocol):
    """The source of luck of a game: a generator of random numbers, or a tree that tries every outcome."""

    def pick(self, count: int) -> int:
        """Return a number from 0 to `count - 1`, each as likely as the others."""


class Luck:
    """The only source of chance that the rules of a simple game may use."""

    def __init__(self, chooser: Chooser) -> None:
        self._chooser = chooser

    def pick(self, count: int) -> int:
        """Return a number from 0 to `count - 1`, each as likely as the others."""
        return self._chooser.pick(count) if count > 1 else 0

    def die(self, sides: int = 6) -> int:
        """Return the throw of a die, from 1 to `sides`."""
        return self.pick(sides) + 1

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of some items, each as likely as the others."""
        return items[self.pick(len(items))]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in a random order."""
        left = list(items)
        return [left.pop(self.pick(len(left))) for _ in range(len(left))]


class SimpleGame(ABC):
    """A position of a game; a subclass states its rules.

    The rules identify the players by their seats, from 0: seat 0 begins, and the turns go round the table. Which player has
    which seat differs from game to game, so that each of them begins as often as the others. Whatever the rules keep in
    attributes must be made of numbers, texts, lists, tuples and dicts, so that a position can be copied and shown.

    Attributes:
        decks: The game's models of the decks: one for each seat, or the one that all seats share.
        deck: The first of them.
        settings: Rulings, an instance of `settings_type`.
        luck: The only source of chance.
        seat: The player who decides.
        turn: Number of choices made, plus 1.
        story: What the rules tell about the choices, a sentence each; the rules may append to it. People are shown
            the choices themselves in any case.
        actions: Text of every action that a player can ever have.
        settings_type: Dataclass of the rulings that can be changed; see `cardgen.plugin.rules.settings`.
        together: Whether all players win or lose together, against the game.
        longest: Upper bound of the number of choices and random picks in a game; one with as many choices ends undecided.
        most_outcomes: Upper bound of the number of outcomes of one random pick.
    """

    actions: ClassVar[Sequence[str]] = ()
    settings_type: ClassVar[type[Any]] = NoSettings
    together: ClassVar[bool] = False
    longest: ClassVar[int] = 10_000
    most_outcomes: ClassVar[int] = 100

    def __init__(self, decks: Sequence[Any], seats: int, settings: Any, luck: Luck) -> None:
        self.decks = tuple(decks)
        self.seats = seats
        self.settings = settings
        self.luck = luck
        self.seat = 0
        self.turn = 1
        self.story: list[str] = []

    @property
    def deck(self) -> Any:
        """The first deck, or the one that all seats share."""
        return self.decks[0]

    @abstractmethod
    def set_up(self) -> None:
        """Lay out the game: give every attribute of the rules its first value."""

    @abstractmethod
    def choices(self) -> Sequence[str]:
        """Return the actions that the player of the current seat may take, at least one unless the game is over."""

    @abstractmethod
    def take(self, action: str) -> None:
        """Take one of `choices()`; afterwards the next seat decides, unless `next_seat` says otherwise."""

    @abstractmethod
    def winners(self) -> Sequence[int] | None:
        """Return the seats that have won, none of them if nobody has; None while the game goes on."""

    def next_seat(self) -> int:
        """Return the seat that decides after an action; by default the next one around the table."""
        return (self.seat + 1) % self.seats

    @classmethod
    def team_of(cls, player: int, players: int) -> int:
        """Return the team of a player, from 0 without gaps; by default each plays alone, or all are in one team.

        The seats of a team are the same in every game if its players sit evenly around the table: `player % 2` makes
        two teams of four players, and seats 0 and 2 are partners whoever begins.

        Args:
            player: The player, from 0, who may have any seat.
        """
        del players
        return 0 if cls.together else player

    def chance(self, seat: int) -> float:
        """Estimate how likely the team of a seat is to win, from 0 to 1; used while the game goes on.

        Those of all teams add up to 1, except if all seats play together. By default all are equal.
        """
        del seat
        return 0.5 if self.together else 1 / len({self.team_of(player, self.seats) for player in range(self.seats)})

    def advise(self) -> str:
        """Return the choice of a simple player who follows rules of thumb; by default a random one."""
        return self.luck.choice(self.choices())

    def view(self, seat: int) -> list[str]:
        """Return what a seat sees of the position, as lines of at most 80 characters.

        By default that is every attribute that the subclass has set; a game that hides something shows less.

        Args:
            seat: The viewer; -1 sees everything.
        """
        del seat
        return [f"{name}: {value}" for name, value in self._stated() if name not in ("seat", "seats", "turn")]

    def guess_hidden(self, seat: int) -> None:
        """Replace what a seat cannot see by something that it cannot tell from it, using `luck`; by default nothing.

        Args:
            seat: The seat whose view stays the same.
        """
        del seat

    def state_lines(self) -> Iterable[str]:
        """Return the attributes of the rules as canonical text, a line each."""
        return (f"{name}: {value}" for name, value in self._stated())

    def _stated(self) -> Iterable[tuple[str, Any]]:
        own = vars(self)
        return ((name, own[name]) for name in sorted(own) if name not in ("decks", "settings", "luck", "story"))
