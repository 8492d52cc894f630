"""The pieces of a deck of Attack the Tower, in the order of the finished file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower.board_plan import board_seams, board_size, plan_board
from cardgen.games.attack_the_tower.constants import CONSTANTS, ICONS, TROOPS, TYPES
from cardgen.games.attack_the_tower.wording import generated
from cardgen.geometry.units import Size
from cardgen.plugin.components import AID, BOARD, TOKEN, Document, Entry, PieceKind

if TYPE_CHECKING:  # importing the models would build them for every command
    from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck, Base

COUNTER_SIZE = Size(16.0, 16.0)
AID_SIZE = Size(120.0, 170.0)


def _bases(deck: ArmyDeck) -> list[Entry]:
    return [
        Entry(base.id, _base_data(base), ("bases", index), base.copies, base.turn == "endwise")
        for index, base in enumerate(deck.bases)
    ]


def _base_data(base: Base) -> dict[str, Any]:
    """Return a base as the deck states it, with a picture in any case, and the numbers that the game fixes for it."""
    troop = TROOPS[base.type]
    fixed = {"power": CONSTANTS["base_power"], "troop_power": troop.power, "traits": troop.traits}
    return dict(base) | fixed | {"art": _art(base)}


def _abilities(deck: ArmyDeck) -> list[Entry]:
    return [_ability_entry(ability, index, deck) for index, ability in enumerate(deck.abilities)]


def _ability_entry(ability: Ability, index: int, deck: ArmyDeck) -> Entry:
    """Return an ability as the deck states it, with its timing in words, and a text and a picture in any case."""
    timing, text = generated(ability, deck)
    data = dict(ability) | {"timing": timing, "text": ability.text or text, "art": _art(ability)}
    texts = {"timing": timing, "text": text}
    return Entry(ability.id, data, ("abilities", index), ability.copies, ability.turn == "endwise", texts=texts)


def _art(card: Base | Ability) -> str:
    """Return the picture of a card, or a placeholder."""
    return card.art or f"placeholder:{card.id}"


def _counters(deck: ArmyDeck) -> list[Entry]:
    copies = CONSTANTS["counters"] + deck.counters.spares
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
    return {"constants": dict(CONSTANTS), "icons": ICONS, "types": types, "abilities": abilities}


COMPONENTS: tuple[PieceKind | Document, ...] = (
    PieceKind("bases", _bases, "base.svg.j2", "base-back.svg.j2", lambda card: card),
    PieceKind("abilities", _abilities, "ability.svg.j2", "ability-back.svg.j2", lambda card: card),
    PieceKind("counters", _counters, "counter.svg.j2", "counter-back.svg.j2", lambda _card: COUNTER_SIZE, role=TOKEN),
    PieceKind(
        "board", _board, "board.svg.j2", None, board_size, tiled=True, plan=plan_board, seams=board_seams, role=BOARD
    ),
    Document("rules", "rules.{lang}.md", "rules-page.svg.j2"),
    PieceKind("aid", _aid, "aid.svg.j2", "aid-back.svg.j2", lambda _card: AID_SIZE, role=AID),
)
