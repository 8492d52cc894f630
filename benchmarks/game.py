"""A game that consists of cards only, for the benchmarks.

It is a complete plug-in: a schema, one kind of piece, and a folder of templates.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from cardgen.geometry.units import Size
from cardgen.plugin.components import Entry, PieceKind
from cardgen.plugin.game import Game
from cardgen.plugin.schema import Color, Identifier, LocalText, Model, PicturePath


class Colors(Model):
    primary: Color
    dark: Color
    ink: Color
    paper: Color
    accent: Color


class Faction(Model):
    name: LocalText
    colors: Colors


class Card(Model):
    id: Identifier
    name: LocalText
    type: LocalText
    icon: Literal["sword", "shield", "tower"]
    frame: Color
    cost: int
    art: PicturePath
    text: LocalText


class CardDeck(Model):
    game: str
    faction: Faction
    cards: tuple[Card, ...]


def _cards(deck: CardDeck) -> list[Entry]:
    return [Entry(card.id, dict(card), ("cards", index)) for index, card in enumerate(deck.cards)]


_TEMPLATES = Path(__file__).with_name("templates")

GAME = Game(
    id="benchmark",
    name="Benchmark",
    schema=lambda: CardDeck,
    checks=lambda: (),
    components=(PieceKind("cards", _cards, "card.svg.j2", "back.svg.j2", lambda card: card),),
    card=Size(40.0, 56.0),
    languages=("en",),
    codes=_TEMPLATES / "codes.yaml",
    resources=_TEMPLATES,
)
