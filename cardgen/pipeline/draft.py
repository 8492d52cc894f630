"""Drafts: an unfinished deck is drawn as far as it goes.

Placeholders stand for missing texts and pictures, breaches of the game's rules are warnings, and each face has a small
mark. Errors after which nothing could be drawn, such as an unknown key, stay errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from cardgen.model.deck import Deck, PictureReference
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import deck_model
from cardgen.plugin.schema import walk_within
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Node
from cardgen.report.source import Path as DataPath
from cardgen.validate.gaps import fill_gaps, put_placeholder
from cardgen.validate.schema import validate, validate_as

_LASTING = {"E205"}
"""Codes of findings that stay errors: of two pieces with one id, only one can be drawn."""


def validate_draft(node: Node, path: Path, game: Game, found: Collector) -> Deck | None:
    """Validate an unfinished deck, after placeholders have been put into its gaps.

    Args:
        node: Root of the file, which receives the placeholders.
        path: Path of the file as the user named it.
        game: Game that the deck names.
        found: Receives errors, and as warnings the gaps and the breaches of the game's rules.

    Returns:
        The deck; None if its schema has errors.
    """
    fill_gaps(node, deck_model(game), found)
    noted = Collector()
    deck = validate(node, path, game, noted)
    found.items += noted.items if deck is None else soften(noted.items)
    return deck


def soften(items: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield diagnostics with their errors turned into warnings of a draft."""
    for item in items:
        yield replace(item, in_draft=True) if item.is_error and item.code not in _LASTING else item


def replace_missing_pictures(
    deck: Deck, game: Game, check: Callable[[str], object], found: Collector, within: DataPath = ()
) -> Deck:
    """Return the deck with placeholders for the pictures whose files do not exist.

    Args:
        deck: The deck; its file receives the names of the placeholders.
        game: Game of the deck.
        check: Reads a picture by the path that the deck states; raises `UnlocatedError`.
        found: Receives each missing picture as a warning; pictures with other errors are left alone.
        within: Path of the value inside which to look; empty for the whole deck.
    """
    is_changed = False
    for path, value in walk_within(deck.data, within):
        if isinstance(value, PictureReference) and (error := _missing(value, check)):
            found.items += soften([error.at(deck.node.nearest(path))])
            put_placeholder(deck.node, path)
            is_changed = True
    data = validate_as(deck.node, deck_model(game), found) if is_changed else None
    return deck if data is None else replace(deck, data=data)


def _missing(name: str, check: Callable[[str], object]) -> UnlocatedError | None:
    """Return the error of a picture that does not exist; None for every other picture."""
    try:
        check(name)
    except UnlocatedError as error:
        return error if error.code == "E121" else None
    return None
