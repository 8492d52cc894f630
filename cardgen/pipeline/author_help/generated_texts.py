"""List the texts that a game generates for the cards of a deck, beside those that the deck states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cardgen.pipeline.open.load import written_languages
from cardgen.pipeline.open.project import Project, open_deck, open_project
from cardgen.pipeline.options import DeckOptions
from cardgen.plugin.components import Entry, PieceKind
from cardgen.plugin.hooks import piece_entries
from cardgen.render.pieces.values import value_of
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError


@dataclass(frozen=True, slots=True)
class PieceTexts:
    """The texts of one piece in one language.

    Attributes:
        generated: Texts that the game generates, by their keys, such as `timing` and `text`; none is empty.
        stated: Texts that the deck states in place of those, by the same keys.
    """

    language: str
    kind: str
    id: str
    name: str
    generated: Mapping[str, str]
    stated: Mapping[str, str]


def generated_texts(path: Path, options: DeckOptions) -> list[PieceTexts]:
    """Return every text of a deck that its game generates, in the order of the deck.

    These are the texts that code of the game words, such as the rules text of a card with effects, and the values of
    formulas. Pieces without any are left out.

    Args:
        options: Language, look and components; without a language, each language in which the deck is written.

    Returns:
        The texts, language by language; none if the deck cannot be opened, which a check reports.
    """
    opened = open_deck(path, Collector())
    if opened is None:
        return []
    found: list[PieceTexts] = []
    with suppress(CardgenError):  # which a check reports
        for language in (options.language,) if options.language else written_languages(*opened):
            project = open_project(path, replace(options, language=language), Collector())
            found += _texts_of(project, options.only)
    return found


def _texts_of(project: Project, only: tuple[str, ...]) -> Iterator[PieceTexts]:
    for kind in project.game.components:
        if isinstance(kind, PieceKind) and (not only or kind.name in only):
            for entry in piece_entries(project.game.id, kind, project.deck.data):
                texts = _texts_of_piece(entry, kind, project)
                if texts.generated:
                    yield texts


def _texts_of_piece(entry: Entry, kind: PieceKind, project: Project) -> PieceTexts:
    language = project.renderer.language
    value = value_of(entry, project.renderer)
    generated = {key: text.in_language(language) for key, text in entry.texts.items()}
    generated |= {field.name: _written(value.get(field.name)) for field in kind.fields if field.type == "formula"}
    return PieceTexts(
        language=language,
        kind=kind.name,
        id=entry.id,
        name=str(value.get("name") or entry.id),
        generated={key: text for key, text in generated.items() if text},
        stated={key: own for key in entry.texts if (own := _written(value.get(key))) != generated[key]},
    )


def _written(value: Any) -> str:
    """Return a value as a card shows it; nothing for none."""
    if isinstance(value, list | tuple):
        return ", ".join(map(_written, value))
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
