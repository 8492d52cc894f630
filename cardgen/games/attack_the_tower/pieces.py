"""Make the pieces of a deck of Attack the Tower."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower.constants import ICONS, TROOPS, TYPES
from cardgen.games.attack_the_tower.wording import beside_troop, generated
from cardgen.model.deck import PLACEHOLDER
from cardgen.plugin.components import Entry

if TYPE_CHECKING:  # importing the models would build them for every command
    from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck, Base


_CODE_LETTERS = 3


def _bases(deck: ArmyDeck) -> list[Entry]:
    numbers = _collector_numbers(deck)
    return [
        Entry(
            base.id,
            _base_data(base, deck) | {"number": numbers[index]},
            ("bases", index),
            base.copies,
            base.turn == "endwise",
        )
        for index, base in enumerate(deck.bases)
    ]


def _collector_numbers(deck: ArmyDeck) -> list[str]:
    """Return what each design is in its deck, bases first: `SAM 8–13/50` are the eighth to the thirteenth of 50 cards."""
    copies = [*(base.copies for base in deck.bases), *(ability.copies for ability in deck.abilities)]
    code, total = deck.faction.id.replace("-", "")[:_CODE_LETTERS].upper(), sum(copies)
    ends = accumulate(copies)
    return [
        f"{code} {f'{end - count + 1}–' * (count > 1)}{end}/{total}" for count, end in zip(copies, ends, strict=True)
    ]


def _base_data(base: Base, deck: ArmyDeck) -> dict[str, Any]:
    """Return a base as the deck states it, with a picture in any case, and the numbers that the game fixes for it."""
    troop = TROOPS[base.type]
    fixed = {"power": deck.constants_of_game["base_power"], "troop_power": troop.power, "traits": troop.traits}
    return dict(base) | fixed | {"art": _art(base)}


def _abilities(deck: ArmyDeck) -> list[Entry]:
    numbers = _collector_numbers(deck)[len(deck.bases) :]
    return [_ability_entry(ability, index, deck, numbers[index]) for index, ability in enumerate(deck.abilities)]


def _ability_entry(ability: Ability, index: int, deck: ArmyDeck, number: str) -> Entry:
    """Return an ability as the deck states it, numbered, with its timing in words, and a text and a picture in any case."""
    timing, text = generated(ability, deck)
    shown = ability.text or text
    fixed = {"timing": timing, "text": shown, "rules": beside_troop(shown, ability), "number": number}
    data = dict(ability) | fixed | {"art": _art(ability)}
    texts = {"timing": timing, "text": text}
    return Entry(ability.id, data, ("abilities", index), ability.copies, ability.turn == "endwise", texts=texts)


def _art(card: Base | Ability) -> str:
    """Return the picture of a card, or a placeholder."""
    return card.art or f"{PLACEHOLDER}{card.id}"


def _counters(deck: ArmyDeck) -> list[Entry]:
    copies = deck.constants_of_game["counters"] + deck.counters.spares
    return [Entry("counter", {"id": "counter", "faces": (1, 2)}, ("counters",), copies)]


def _board(deck: ArmyDeck) -> list[Entry]:
    return [Entry("board", _overview(deck) | {"id": "board"}, ())]


def _aid(deck: ArmyDeck) -> list[Entry]:
    return [Entry("aid", _overview(deck) | {"id": "aid"}, ())]


def _overview(deck: ArmyDeck) -> dict[str, Any]:
    """Return what boards and player aids show of the whole deck.

    Returns:
        `constants` by name; `icons`, the seven in the order of the game; `types`, the five in order, each with `name`,
        `power`, `traits`, and of the deck's first base of the type its name (`base`), the name of its troops (`troop`,
        both None without a base) and `plural`; `abilities`, as the cards show them.
    """
    first = {base.type: base for base in reversed(deck.bases)}
    types = []
    for troop_type in TYPES:
        base, troop = first.get(troop_type), TROOPS[troop_type]
        named = {"base": base.name, "troop": base.recruits, "plural": base.plural} if base else {}
        empty: dict[str, Any] = {"base": None, "troop": None, "plural": False}
        types.append({"name": troop_type, "power": troop.power, "traits": troop.traits} | empty | named)
    abilities = [entry.data for entry in _abilities(deck)]
    return {"constants": dict(deck.constants_of_game), "icons": ICONS, "types": types, "abilities": abilities}


ENTRIES: Mapping[str, Callable[[ArmyDeck], list[Entry]]] = {
    "bases": _bases,
    "abilities": _abilities,
    "counters": _counters,
    "board": _board,
    "aid": _aid,
}
"""Entries of each kind that `game.yaml` describes."""
