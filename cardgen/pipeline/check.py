"""A deck looked through in every language that it is written in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cardgen.model.deck import LocalizedText
from cardgen.pipeline.build import prepare
from cardgen.pipeline.draw import Progress
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.project import open_deck
from cardgen.plugin.schema import walk
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.errors import CardgenError


def check_deck(path: Path, options: BuildOptions, progress: Progress) -> list[Diagnostic]:
    """All that is wrong with a deck.

    Args:
        path: The deck file.
        options: What a build would be asked for; without a language the deck is looked at in all of its own, and what
            is wrong in one of the later ones only says so.
        progress: Is told the name of each stage as it begins.
    """
    if options.language:
        return _faults(path, options, progress)
    first, *others = languages_of(path)
    found = _faults(path, replace(options, language=first), progress)
    for language in others:
        more = _faults(path, replace(options, language=language), progress)
        note = (f"in the language '{language}'", None)
        found += [replace(item, notes=(*item.notes, note)) for item in more if item not in found]
    return found


def languages_of(path: Path) -> tuple[str, ...]:
    """Return the languages of the game in which most texts of a deck are written, at least one.

    The empty language, which stands for the first one of the game, is returned if the deck cannot be read.
    """
    opened = open_deck(path, Collector())
    if opened is None:
        return ("",)
    deck, game = opened
    texts = [value for _, value in walk(deck.data) if isinstance(value, LocalizedText) and "" not in value.languages]
    known = {language: sum(language in text.languages for text in texts) for language in game.languages}
    return tuple(name for name, count in known.items() if 2 * count > len(texts)) or game.languages[:1]


def _faults(path: Path, options: BuildOptions, progress: Progress) -> list[Diagnostic]:
    try:
        return [*prepare(path, options, progress).warnings]
    except CardgenError as error:
        return [*error.diagnostics]
