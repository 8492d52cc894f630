"""Make the pieces of a deck of Stonewater Weir."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cardgen.games.stonewater_weir.constants import ABILITY_ICONS, CLASSES, UNIT_VALUES
from cardgen.games.stonewater_weir.wording import ability_text, card_text, event_text, names_of_units
from cardgen.model.deck import PLACEHOLDER, LocalizedText
from cardgen.plugin.components import Entry

if TYPE_CHECKING:  # importing the models would build them for every command
    from cardgen.games.stonewater_weir.schema import AbilityToken, Dice, Hero, UnitFigure, WeirDeck, WeirPiece


def _of_list(key: str) -> Callable[[WeirDeck], list[Entry]]:
    """Return a function that makes an entry of each piece in a list of the deck."""

    def entries(deck: WeirDeck) -> list[Entry]:
        return [_entry(piece, key, index) for index, piece in enumerate(getattr(deck, key))]

    return entries


def _entry(piece: WeirPiece, key: str, index: int) -> Entry:
    return Entry(piece.id, _data(piece), (key, index), piece.copies)


def _data(piece: WeirPiece) -> dict[str, Any]:
    """Return a piece as the deck states it, with a picture in any case."""
    return dict(piece) | {"art": piece.art or f"{PLACEHOLDER}{piece.id}"}


def _worded(entry: Entry, text: LocalizedText) -> Entry:
    """Return an entry with a rule text: the deck's own, or else the generated one."""
    return replace(entry, data={**entry.data, "text": entry.data["text"] or text}, texts={"text": text})


def _resources(key: str) -> Callable[[WeirDeck], list[Entry]]:
    """Return a function that makes an entry of each resource card of a class."""

    def entries(deck: WeirDeck) -> list[Entry]:
        units = names_of_units(deck.units)
        return [
            _worded(_entry(card, key, index), card_text(card, units)) for index, card in enumerate(getattr(deck, key))
        ]

    return entries


def _events(deck: WeirDeck) -> list[Entry]:
    units = names_of_units(deck.units)
    return [
        _worded(_entry(event, "events", index), event_text(event, units)) for index, event in enumerate(deck.events)
    ]


def _units(deck: WeirDeck) -> list[Entry]:
    return [
        Entry(unit.id, _data(unit) | _unit_values(unit), ("units", index), unit.copies)
        for index, unit in enumerate(deck.units)
    ]


def _unit_values(unit: UnitFigure) -> dict[str, Any]:
    """Return the values that the game fixes for a unit."""
    fixed = UNIT_VALUES[unit.id]
    return {
        "role": fixed.role,
        "grade": fixed.grade,
        "attacks": fixed.attacks,
        "resistance": fixed.resistance,
    }


def _abilities(deck: WeirDeck) -> list[Entry]:
    return [
        Entry(
            ability.id,
            _ability(ability),
            ("abilities", index),
            ability.copies,
            texts={"text": ability_text(ability.id)},
        )
        for index, ability in enumerate(deck.abilities)
    ]


def _ability(ability: AbilityToken) -> dict[str, Any]:
    """Return an ability as the deck states it, with its text and its icon."""
    text = ability.text or ability_text(ability.id)
    return dict(ability) | {"text": text, "icon": ABILITY_ICONS[ability.id]}


def _heroes(deck: WeirDeck) -> list[Entry]:
    return [
        Entry(hero.id, _hero(hero, deck), ("heroes", index), hero.copies, copies_for=_copies_for(index, hero, deck))
        for index, hero in enumerate(deck.heroes)
    ]


def _hero(hero: Hero, deck: WeirDeck) -> dict[str, Any]:
    """Return a hero as the deck states it, with the abilities from the start and the dice of the deck."""
    return _data(hero) | {"known": _known(hero, deck), "dice": [_die(die) for die in deck.dice]}


def _copies_for(index: int, hero: Hero, deck: WeirDeck) -> dict[int, int]:
    """Return the copies of a hero's pieces by players: the first heroes of the deck, as many as they play."""
    return {party.players: hero.copies if index < party.heroes else 0 for party in deck.players}


def _known(hero: Hero, deck: WeirDeck) -> list[dict[str, Any]]:
    """Return the abilities that a hero has from the start, with name, text and icon."""
    by_id = {ability.id: ability for ability in deck.abilities}
    return [_ability(by_id[name]) for name in hero.abilities if name in by_id]


def _figures(deck: WeirDeck) -> list[Entry]:
    heroes = [
        replace(entry, data={**entry.data, "art": hero.figure or f"{PLACEHOLDER}{hero.id}"})
        for entry, hero in zip(_heroes(deck), deck.heroes, strict=True)
    ]
    return [*heroes, *_of_list("figures")(deck)]


def _dice(deck: WeirDeck) -> list[Entry]:
    return [Entry(die.id, _die(die), ("dice", index), die.copies) for index, die in enumerate(deck.dice)]


def _die(die: Dice) -> dict[str, Any]:
    """Return a die as the deck states it, with what is drawn on each of its sides."""
    return dict(die) | {"sides": list(die.faces)}


ENTRIES: Mapping[str, Callable[[WeirDeck], list[Entry]]] = {
    **{key: _resources(key) for key in CLASSES},
    "enemies": _of_list("enemies"),
    "events": _events,
    "winds": _of_list("winds"),
    "heroes": _heroes,
    "abilities": _abilities,
    "banks": _of_list("banks"),
    "units": _units,
    "figures": _figures,
    "aids": _heroes,
    "dice": _dice,
}
"""Entries of each kind whose values the models of this package describe."""
