"""Load a deck without drawing it: its data, its identity and the languages that it is written in."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path
from typing import Any

from cardgen.model.deck import Deck, LocalizedText, deck_name, text_in
from cardgen.model.language import suitable_keys
from cardgen.pipeline.open.project import open_deck
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import deck_identity
from cardgen.plugin.schema import walk
from cardgen.read.strings import readable
from cardgen.records import dataclass
from cardgen.report.diagnostics import Collector, Diagnostic, sort_diagnostics
from cardgen.report.errors import CardgenError


@dataclass(frozen=True, slots=True)
class LoadedDeck:
    """A deck that is valid for its game; nothing of it has been drawn.

    Attributes:
        data: The deck as the game's model, a frozen pydantic model.
        title: Title of the deck, in its first language.
        subtitle: The line below the title, in the same language; may be empty.
        author: Author of the deck; may be empty.
        languages: Codes of the languages that the deck is written in, at least one.
        warnings: Warnings of the game's checks.
    """

    path: Path
    game: Game
    data: Any = field(repr=False)
    title: str
    subtitle: str
    author: str
    languages: tuple[str, ...]
    warnings: tuple[Diagnostic, ...]


def load_deck(path: Path) -> LoadedDeck:
    """Load a deck.

    Raises:
        CardgenError: The file cannot be read, or the deck has errors.
    """
    found = Collector()
    opened = open_deck(path, found)
    if opened is None or found.has_errors:
        raise CardgenError(sort_diagnostics(found.items))
    deck, game = opened
    languages = written_languages(deck, game)
    identity = deck_identity(game, deck.data)
    return LoadedDeck(
        path=path,
        game=game,
        data=deck.data,
        title=text_in(identity.title, languages[0]) or readable(deck_name(path)),
        subtitle=text_in(identity.subtitle, languages[0]),
        author=identity.author,
        languages=languages,
        warnings=tuple(sort_diagnostics(found.items)),
    )


def written_languages(deck: Deck, game: Game) -> tuple[str, ...]:
    """Return the languages of a game in which most texts of a deck are written.

    Returns:
        Language codes in the order of the game; the game's first one if none has most of the texts. All languages of a
        deck that states its own.
    """
    texts = [value for _, value in walk(deck.data) if isinstance(value, LocalizedText) and "" not in value.languages]
    stated = deck_identity(game, deck.data).languages
    if stated:
        return stated
    languages = game.languages
    known = {
        language: sum(not text.languages.keys().isdisjoint(suitable_keys(language)) for text in texts)
        for language in languages
    }
    return tuple(name for name, count in known.items() if 2 * count > len(texts)) or languages[:1]
