"""Define what a trial tries: deck, opponents and settings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class TrialSubject:
    """A deck, and against whom it plays.

    Attributes:
        opponent: Deck file of the opponent; None for the deck itself, or if all players share a deck.
        level: Level of skill of all players.
        language: Language of the statistics; empty for the first one of the deck.
    """

    deck: Path
    opponent: Path | None = None
    level: str = "greedy"
    language: str = ""

    @property
    def paths(self) -> list[Path]:
        """The deck files."""
        return [self.deck, *([self.opponent] if self.opponent else [])]
