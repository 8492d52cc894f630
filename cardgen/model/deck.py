"""A validated deck, and the two kinds of value that only decks contain: localized text and references to pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.geometry.focus import Focus
from cardgen.model.language import suitable_keys
from cardgen.records import dataclass
from cardgen.report.source import Node

FOCUS_MARK = "#focus="
"""Stands between the path of a picture and its focus in the output of a template."""
PLACEHOLDER = "placeholder:"
"""Begins the name of a picture that is generated from the text behind it, without a file."""


@dataclass(frozen=True, slots=True)
class LocalizedText:
    """Text for people, in one language or in several.

    Attributes:
        languages: Text by language code; the key "" holds text that serves all languages. Never empty.
    """

    languages: Mapping[str, str]

    def in_language(self, language: str) -> str:
        """Return the text for a reader of a language; if there is none, the English text, or else the first one."""
        for key in (*suitable_keys(language), "en"):
            if key in self.languages:
                return self.languages[key]
        return next(iter(self.languages.values()))

    def hint_for(self, icon: str) -> str:
        """Return what an unknown icon in the text may be meant to be; empty if nothing is known."""
        del icon
        return ""


def text_in(text: object, language: str) -> str:
    """Return a text for a reader of a language, whether it is written in several or as one for all."""
    return text.in_language(language) if isinstance(text, LocalizedText) else str(text)


class ChoiceWord(str):
    """A word of a closed list, such as `sailor`, that has a title for people, such as `Marinheiro`.

    Args:
        language: Language code of the reader; empty if it is open.

    Attributes:
        titles: See `Args`.
        language: See `Args`.
    """

    __slots__ = ("language", "titles")
    titles: LocalizedText
    language: str

    def __new__(cls, word: str, titles: LocalizedText, language: str = "") -> ChoiceWord:
        """Return a word with its titles."""
        made = super().__new__(cls, word)
        made.titles, made.language = titles, language
        return made

    def __getnewargs__(self) -> tuple[str, LocalizedText]:  # type: ignore[override]
        """Return what a copy is made from, before it gets the attributes."""
        return str(self), self.titles

    def __repr__(self) -> str:
        """Return the word and its titles: a template may show either, so a change of one makes a new drawing."""
        return f"{super().__repr__()}{dict(self.titles.languages)}"

    @property
    def shown(self) -> str:
        """The title for the reader."""
        return self.titles.in_language(self.language)


class IconReference(str):
    """The name of an icon as written in the deck."""

    __slots__ = ()


class PictureReference(str):
    """The path of a picture as written in the deck, relative to the folder of the deck.

    Args:
        focus: The point of the picture that stays in view; None for its centre.

    Attributes:
        focus: See `Args`.
    """

    __slots__ = ("focus",)
    focus: Focus | None

    def __new__(cls, path: str, focus: Focus | None = None) -> PictureReference:
        """Return a reference."""
        reference = super().__new__(cls, path)
        reference.focus = focus
        return reference

    def __repr__(self) -> str:
        """Return the path and the focus, which both decide what is drawn."""
        return repr(self.name)

    @property
    def name(self) -> str:
        """The path with the focus behind it, as templates print it."""
        return f"{self!s}{FOCUS_MARK}{self.focus.x:g},{self.focus.y:g}" if self.focus else str(self)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck that the schema of its game accepts.

    Attributes:
        path: The file, as the user wrote its path.
        data: The file as a frozen model of the game.
        node: The file as written, with the position of each value.
    """

    path: Path
    game: str
    data: Any
    node: Node


SPREADSHEETS = (".csv", ".tsv", ".tab", ".xlsx", ".xlsm", ".ods")
"""Suffixes of the spreadsheets that can be read, which are decks wherever they lie."""
LIST_TEXTS = (".json", ".jsonl", ".ndjson", ".md", ".markdown", ".txt")
"""Suffixes of other files that may hold a list of cards; they are decks only if they are named."""
STANDARD_INPUT = "-"
"""Name of a list that is read from standard input."""
FOREIGN_SPREADSHEETS = (".xls", ".xlsb", ".numbers", ".fods", ".gsheet")
"""Suffixes of spreadsheets that must be saved in another format first."""
_LISTS = SPREADSHEETS + FOREIGN_SPREADSHEETS + LIST_TEXTS


def is_spreadsheet(name: str) -> bool:
    """Return whether a file name, with or without `#worksheet` after it, is that of a spreadsheet or of another list."""
    return split_sheet(name)[0].lower().endswith(_LISTS) or name == STANDARD_INPUT


def split_sheet(name: str) -> tuple[str, str]:
    """Split `cards.xlsx#ships` into the file and the worksheet; the worksheet is empty if none is named."""
    file, mark, sheet = name.rpartition("#")
    if mark and file.lower().endswith(_LISTS):
        return file, sheet.strip()
    return name, ""


def deck_name(path: Path) -> str:
    """Return the name of a deck without its folder and suffix, for its files: `cards-ships` for `cards.xlsx#ships`.

    A list from standard input is called `cards`.
    """
    if str(path) == STANDARD_INPUT:
        return "cards"
    file, sheet = split_sheet(path.name)
    words = "-".join(re.findall(r"\w+", sheet))
    return f"{Path(file).stem}-{words}" if words else Path(file).stem
