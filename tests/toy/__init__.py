"""A second game, as small as a game can be: the core must draw it without having heard of it."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from cardgen.geometry.units import Size
from cardgen.plugin.components import Document, Entry, PieceKind
from cardgen.plugin.game import Finding, Game
from cardgen.plugin.schema import Color, Identifier, LocalText, Model, PicturePath

FOLDER = Path(__file__).parent
DECK = FOLDER / "suns.yaml"


class Colors(Model):
    ink: Color
    paper: Color
    primary: Color


class Card(Model):
    id: Identifier
    name: LocalText
    text: LocalText
    art: PicturePath | None = None
    copies: Annotated[int, Field(ge=0)] = 1


class Suns(Model):
    game: Literal["toy"]
    title: LocalText
    author: str = ""
    subtitle: LocalText | None = None
    colors: Colors
    cards: tuple[Card, ...]


def _cards(deck: Suns) -> list[Entry]:
    return [Entry(card.id, dict(card), ("cards", index), card.copies) for index, card in enumerate(deck.cards)]


def _not_thirteen(deck: Suns) -> list[Finding]:
    return [
        Finding("W399", "thirteen copies are unlucky", ("cards", index, "copies"))
        for index, card in enumerate(deck.cards)
        if card.copies == 13
    ]


GAME = Game(
    id="toy",
    name="Toy",
    schema=lambda: Suns,
    checks=lambda: [_not_thirteen],
    components=(
        PieceKind("cards", _cards, "card.svg.j2", "back.svg.j2", lambda card: card),
        Document("rules", "rules.{lang}.md", "page.svg.j2"),
    ),
    card=Size(50, 70),
    languages=("en", "pt"),
    codes=FOLDER / "codes.yaml",
    example=DECK,
    resources=FOLDER / "templates",
)
