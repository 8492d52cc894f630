"""Decks of any cards, drawn with each look."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen import BuildOptions
from cardgen.pipeline.printed_file.build import Job, prepare

LOOKS = ("classic", "full-art", "text", "landscape", "tarot", "playing")

RULES = (
    "At the start of the round, each player in turn order may pay any number of coins to move that many ships. Ships that"
    " meet in the same quay must fight: both players reveal a card from their hand, and the higher crew wins. "
)

CARDS = (
    {"name": "Only a Name"},
    {
        **{"name": "Twelve Columns", "type": "Ship", "cost": 4, "text": "Draw a card.", "flavor": "So many words."},
        **{"attack": 3, "defence": 12, "speed": 2, "rarity": "Rare", "tags": ["sailor", "cook", "swift"]},
        **{"shade": "#c0392b", "unique": True, "artist": "Ada Lovelace"},
    },
    {"name": "Long Text", "type": "Event", "text": RULES * 3},
    {"name": "Very Long Text", "cost": 10, "text": RULES * 5, "crew": 3, "cargo": 4},
    {
        **{"name": "Donaudampfschifffahrtsgesellschaftskapitän", "type": "Rechtsschutzversicherungsgesellschaften"},
        **{"text": "Die Kraftfahrzeughaftpflichtversicherung zahlt zwei Münzen.", "cost": 3},
        **{"Verteidigungswert": 7, "Geschwindigkeitsbegrenzung": 120},
    },
    {"name": "Only Numbers", "attack": 3, "health": 4, "cost": 2},
    {"name": "Many Numbers", "a": 1, "b": 22, "c": 333, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8, "text": "Text."},
    {"name": "A Quote", "flavor": "The harbour sleeps, but never the sea."},
    {"name": "The Quick Brown Fox Jumps over the Lazy Dog", "text": "Short.", "icon": "anchor"},
    {"name": "Two of Hearts", "suit": "Hearts", "rank": 2},
    {"name": "Queen of Stars", "suit": "stars", "rank": "Q"},
)


@pytest.fixture
def drawn(tmp_path: Path) -> Callable[..., Job]:
    """Return a function that draws cards with a look, and keys of the deck."""

    def draw(look: str, cards: tuple[dict[str, object], ...] = CARDS, card: str = "", **deck: object) -> Job:
        path = tmp_path / "deck.yaml"
        content = {"game": "cards", "title": "Stock", "look": look, **deck, "cards": cards}
        path.write_text(json.dumps(content, ensure_ascii=False), "utf-8")  # YAML has no halves of characters
        return prepare(path, BuildOptions(card=card))

    return draw
