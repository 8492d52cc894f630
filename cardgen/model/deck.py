"""A validated deck, and the two kinds of value that only a deck holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardgen.model.language import suitable_keys
from cardgen.report.source import Node


@dataclass(frozen=True, slots=True)
class LocalizedText:
    """Words for people, in one language for all (key "") or in several.

    Attributes:
        languages: Language code to words.
    """

    languages: Mapping[str, str]

    def words(self, language: str) -> str:
        """Return the words for a reader of a language; if there are none, the English ones, or else the first."""
        for key in (*suitable_keys(language), "en"):
            if key in self.languages:
                return self.languages[key]
        return next(iter(self.languages.values()))


class PictureReference(str):
    """The path of a picture as the deck states it, relative to the deck's folder."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck that its game's schema accepts.

    Attributes:
        path: The file, as the user named it.
        game: Id of the game.
        data: The game's own frozen model of the file.
        node: The same as written, with places.
    """

    path: Path
    game: str
    data: Any
    node: Node
