"""Define the requests to the processes of games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

EVERYTHING = -1
"""The viewer to whom nothing is hidden, at the end of a game."""
PUBLIC = -2
"""The viewer who sees what all players see: somebody who watches."""

OUTLOOKS = "outlooks"
"""Subject of the process that computes what choices would change, and nothing else."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be played.

    Attributes:
        decks: The deck files, one for each player or a single one that all share.
        players: Number of players; None: as many as there are decks, or the smallest number.
        difficulty: Level of difficulty; empty for that of the rules.
        rules: Settings of the rules, as `name=value`.
    """

    decks: tuple[Path, ...]
    players: int | None = None
    difficulty: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameRef:
    """A game as far as it was played, from which a process makes its state.

    Attributes:
        contest: The contest, as `hosted_game.packed` writes it: a game goes on with its decks as they were.
        seed: Decides shuffles and random picks; no page learns it before the end.
        first: Player in the first seat, from 0.
        position: Text of the position that it began from; None for the start of a game.
        actions: All actions so far.
    """

    id: int
    contest: bytes
    seed: int
    first: int
    position: str | None
    actions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Looker:
    """How a game is looked at.

    Attributes:
        viewer: A player, `EVERYTHING` or `PUBLIC`.
        language: Language of the words; one that the game does not have gives its first one.
        card: Width and height of the cards, mm.
        since: Number of entries of the log that are known already.
    """

    viewer: int
    language: str = ""
    card: tuple[float, float] = (63.5, 88.9)
    since: int = 0
