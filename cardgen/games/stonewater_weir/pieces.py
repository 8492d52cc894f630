"""The pieces that a deck of Stonewater Weir becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from cardgen.games.stonewater_weir.constants import ABILITY_ICONS, CLASSES, UNIT_VALUES
from cardgen.model.deck import PLACEHOLDER
from cardgen.plugin.components import Entry

if TYPE_CHECKING:  # importing the models would build them for every command
    from cardgen.games.stonewater_weir.schema import Ability, Hero, Piece, UnitFigure, WeirDeck

_LISTS = (*CLASSES, "enemies", "events", "winds", "banks")


def _of_list(key: str) -> Callable[[WeirDeck], list[Entry]]:
    """Return a function that makes an entry of each card in a list of the deck."""

    def entries(deck: WeirDeck) -> list[Entry]:
        return [_entry(card, key, index) for index, card in enumerate(getattr(deck, key))]

    return entries


def _entry(card: Piece, key: str, index: int) -> Entry:
    return Entry(card.id, _data(card) | {"kind": key}, (key, index), card.copies)


def _data(card: Piece) -> dict[str, Any]:
    """Return a piece as the deck states it, with a picture in any case."""
    return dict(card) | {"art": card.art or f"{PLACEHOLDER}{card.id}"}


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
        Entry(ability.id, _ability(ability), ("abilities", index), ability.copies)
        for index, ability in enumerate(deck.abilities)
    ]


def _ability(ability: Ability) -> dict[str, Any]:
    """Return an ability as the deck states it, with its icon."""
    return dict(ability) | {"icon": ABILITY_ICONS[ability.id]}


def _heroes(deck: WeirDeck) -> list[Entry]:
    return [
        Entry(hero.id, _data(hero) | {"known": _known(hero, deck)}, ("heroes", index), hero.copies)
        for index, hero in enumerate(deck.heroes)
    ]


def _known(hero: Hero, deck: WeirDeck) -> list[dict[str, Any]]:
    """Return the abilities that a hero has from the start, with name, text and icon."""
    by_id = {ability.id: ability for ability in deck.abilities}
    return [_ability(by_id[name]) for name in hero.abilities if name in by_id]


def _figures(deck: WeirDeck) -> list[Entry]:
    return [Entry(hero.id, _data(hero), ("heroes", index), hero.copies) for index, hero in enumerate(deck.heroes)]


ENTRIES: Mapping[str, Callable[[WeirDeck], list[Entry]]] = {
    **{key: _of_list(key) for key in _LISTS},
    "heroes": _heroes,
    "abilities": _abilities,
    "units": _units,
    "figures": _figures,
}
"""Entries of each kind whose values the models of this package describe."""
