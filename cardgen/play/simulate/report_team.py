"""The part of the report of a playtest that only co-operative games have: how they are set up, and how they end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Variant:
    """A number of players, and settings, with which a co-operative game is played.

    Attributes:
        rules: Settings that differ between the variants of a playtest: values by name.
    """

    players: int
    rules: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its name for people: `4 players, difficulty easy`."""
        players = "1 player" if self.players == 1 else f"{self.players} players"
        return ", ".join([players, *(f"{name.replace('_', ' ')} {value}" for name, value in self.rules.items())])


@dataclass(frozen=True, slots=True)
class EndingCount:
    """A way in which games of a line-up ended.

    Attributes:
        turns: Pairs of a turn and the number of games that ended like this in that turn.
    """

    id: str
    words: str
    is_win: bool
    games: int
    turns: tuple[tuple[int, int], ...]
