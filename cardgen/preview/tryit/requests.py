"""Define the requests of the page to the process of games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that somebody wants to play.

    Attributes:
        decks: The deck files, one for each player or a single one that all share.
        players: Number of players; None: as many as there are decks, or the smallest number.
        people: Number of players who are people.
        level: Level of the others.
        seed: Decides shuffles and random picks.
        first: Player in the first seat, from 0.
        difficulty: Level of difficulty; empty for that of the rules.
    """

    decks: tuple[Path, ...]
    players: int | None = None
    people: int = 1
    level: str = "greedy"
    seed: int = 0
    first: int = 0
    difficulty: str = ""


@dataclass(frozen=True, slots=True)
class Viewing:
    """How a game is looked at.

    Attributes:
        language: Language of the words; empty for the first one of the game.
        card: Width and height of the cards, mm.
    """

    language: str = ""
    card: tuple[float, float] = (63.5, 88.9)
