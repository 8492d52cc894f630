"""Put the options `--look` and `--palette` into a deck before it is validated, as if it stated them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from cardgen.pipeline.options import DeckOptions
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import deck_model
from cardgen.report.diagnostics import Collector, one_of, quoted
from cardgen.report.source import Node


def set_look(node: Node, game: Game, options: DeckOptions, found: Collector) -> None:
    """Put the look and the palette that the options name into a deck.

    Args:
        node: Root of the deck, which receives them.
        options: Options of drawing; an empty look or palette leaves what the deck states.
        found: Receives E412 for an unknown look, and E414 for a game without looks or palettes.
    """
    assert isinstance(node.value, dict)
    fields = deck_model(game).model_fields if options.look or options.palette else {}
    for key, value in (("look", options.look), ("palette", options.palette)):
        if not value:
            continue
        if key not in fields:
            message = f"decks of game {quoted(game.id)} have no {key} to choose, so --{key} cannot be used"
            found.add("E414", message, expected="a game with stock faces, such as the game for any cards")
            continue
        known = list(closed_words(fields[key].annotation))
        if known and value not in known:
            found.add("E412", f"unknown {key} {quoted(value)}", **one_of(value, known))
            continue
        node.value[key] = Node(value, node.span)


def looks_of(game: Game) -> list[str]:
    """Return the looks of a game, the default first; none if its cards have faces of their own."""
    field = deck_model(game).model_fields.get("look")
    return list(closed_words(field.annotation)) if field else []


def closed_words(annotation: Any) -> Iterator[str]:
    """Yield the words of the closed lists in an annotation."""
    for part in get_args(annotation):
        if isinstance(part, str):
            yield part
        else:
            yield from closed_words(part)
