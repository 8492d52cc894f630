"""Find the suit and the rank of a playing card among its values, and the icon of the suit."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

MADE_NAME = re.compile(r"(?:Card|Carta|Karte|Carte)\xa0\d+")
"""Names of the cards of a list without names, which have a no-break space; a person types another one."""
RANK_LETTERS = {"1": "A", "11": "J", "12": "Q", "13": "K", "14": "A"}
"""Letters of the aces and the court cards of the French suits, whose ranks are numbers where rules compare them."""
_FRENCH = {
    "spade": "♠ ♤ s spades pik picche pique piques espadas picas",
    "heart": "♥ ♡ h hearts herz herzen cuori coeur cœur coeurs cœurs copas corazones",
    "diamond": "♦ ♢ d diamonds karo quadri carreau carreaux ouros diamantes",
    "club": "♣ ♧ c clubs kreuz kreuze fiori trèfle trèfles paus tréboles",
}
_PLURALS = (
    "stars moons suns crowns drops flames swords coins cups batons shields anchors ships trees mountains bolts keys skulls gears"
    " hands eyes books flags"
)
_ICONS = {
    **{word: icon for icon, words in _FRENCH.items() for word in words.split()},
    **{word: word[:-1] for word in _PLURALS.split()},
    "leaves": "leaf",
}
"""Icons of suits by the words of the languages of the documents."""
_LONGEST_INDEX = 6  # letters of a word for which a corner has room
_PIPS = frozenset(map(str, range(2, 11)))
_SHORT = 130  # characters of a text below the pips


def name_suit(parts: dict[str, Any], suit: str, has_icon: Callable[[str], bool], number: str = "") -> None:
    """Add the suit and the rank of a playing card to its parts, and take what they show from the others.

    A card without a rank has its cost, or the first number of its kind, for one, so that the corners of all cards show the same
    number. The icon of the suit is that of the card, or of the word of the suit; without a suit, of the first word of the type
    line. Without a suit, a picture beside a rank stands for the suit; of a card with a name, and a cost or a text beside another
    number, it shows what the card is called. A rank of a long word, for which a corner has no room, stands in the type line, or for
    the name.

    Args:
        parts: As `sort_parts` returns them.
        number: Name of the number that stands for a rank; empty for the first one of the card.
    """
    is_ranked = parts["rank"] or not parts["name"] or not (parts["cost"] or parts["text"])
    if not parts["rank"] and parts["cost"]:
        parts["rank"], parts["names"]["rank"] = parts["cost"]["value"], parts["names"].pop("cost")
        parts["cost"] = None
    elif not parts["rank"] and (first := next((one for one in parts["stats"] if number in ("", one["name"])), None)):
        parts["stats"].remove(first)
        parts["rank"], parts["names"]["rank"] = first["value"], first["name"]
    word = str(parts["suit"] or (parts["kind"][0] if parts["kind"] else "")).lower()
    icon = parts["icon"] or _ICONS.get(word[:1] if word[:1] in "♠♥♦♣♤♡♢♧" else word, "")
    icon = icon or (word if has_icon(word) else "")
    is_picture = parts["art"] and is_ranked and parts["rank"] and not icon and not suit and parts["weight"] <= _SHORT
    if icon in _FRENCH:
        parts["rank"] = parts["letter"] or parts["rank"]
    if not suit and icon and not parts["icon"]:
        del parts["kind"][0]
    parts["suit_icon"], parts["suit_picture"] = icon, parts["art"] if is_picture else ""
    has_pips = parts["rank"] in _PIPS and (is_picture or (icon and not parts["art"]))
    parts["pips"] = int(parts["rank"]) if has_pips else 0
    if suit and not icon:  # it is shown as a word
        if parts["name"]:
            parts["kind"].insert(0, suit)
        if not parts["name"]:
            parts["name"], parts["names"]["name"] = suit, parts["names"]["suit"]
    if has_pips and not (word and word in parts["name"].lower()):
        parts["noted"] = parts["name"]
    _set_index(parts)


def _set_index(parts: dict[str, Any]) -> None:
    """Add what the corners show of the rank; a long word becomes the name, or stands in the type line unless the name says it."""
    rank = str(parts["rank"])
    parts["index"] = rank if len(rank) <= _LONGEST_INDEX or any(sign.isdigit() for sign in rank) else ""
    if not rank or parts["index"]:
        return
    if not parts["name"]:
        parts["name"], parts["names"]["name"] = rank, parts["names"]["rank"]
    elif rank.lower() not in parts["name"].lower():
        parts["kind"].insert(0, rank)
