"""Write a position as canonical text, whole or as one player sees it; `parser.py` reads it back.

Equal positions have equal texts: what no longer matters, such as the number of changes so far, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.games.attack_the_tower.engine.state.hands import count_hand
from cardgen.games.attack_the_tower.engine.state.phase import NAMES
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.sights import BOTTOM, TOP, seen_at
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DISCARD,
    ABILITY_DRAW,
    BASE_DISCARD,
    BASE_DRAW,
    HAND,
    KNOWN,
    PALACE_ZONE,
    PLAYED,
)

TITLE = "attack-the-tower, position, format 1"
ZONES = {
    "palace": PALACE_ZONE,
    "hand": HAND,
    "known to the other": KNOWN,
    "ability draw": ABILITY_DRAW,
    "base draw": BASE_DRAW,
    "ability discard": ABILITY_DISCARD,
    "base discard": BASE_DISCARD,
}
SIGHTS = {"ability seen": ABILITY_DRAW, "base seen": BASE_DRAW}
"""Lines that are written only if they say something: the seen cards of the draw piles."""
HIDDEN = (HAND, ABILITY_DRAW, BASE_DRAW)
PLAYERS = {0: "player 1", 1: "player 2", -1: "nobody"}

# Keys of the format and the attributes of a position that they hold; the format keeps its keys when attributes change.
SEATS = {"active": "active", "player": "player", "winner": "winner"}
NUMBERS = {
    "turn": "turn",
    "left": "builds_left",
    "burns": "burns",
    "passes": "passes",
    "group": "group",
    "site": "site",
    "stage": "stage",
    "attacks": "attacks",
    "plays": "plays",
    "fresh": "arrived_this_turn",
}
FLAGS = {
    "renewed": "renewed",
    "attacked": "attacked",
    "idle": "previous_turn_idle",
    "ended": "battle_ended",
    "dirty": "check_due",
}
OPTIONAL = ("fighters",)  # left out where it would say nothing
TABLES = {"mods": "modifiers", "delays": "delays", "stack": "stack"}


def write(position: Position) -> str:
    """Return the whole position as text."""
    return "\n".join(lines(position, None))


def lines(position: Position, viewer: int | None) -> list[str]:
    """Return a position as lines.

    Args:
        viewer: Player for whom the opponent's hand and all piles are hidden; None hides nothing.
    """
    found = [TITLE, "armies: " + " ".join(deck.faction.id for deck in position.match.armies)]
    found.append(f"phase: {NAMES[position.phase]}")
    found += [f"{key}: {PLAYERS[getattr(position, name)]}" for key, name in SEATS.items()]
    found += [f"{key}: {getattr(position, name)}" for key, name in NUMBERS.items()]
    found.append("flags: " + " ".join(key for key, name in FLAGS.items() if getattr(position, name)))
    for player in (0, 1):
        found += _player_lines(position, player, viewer)
    found.append("played: " + _cards(position, position.zones[PLAYED]))
    found.append(f"changed: {int(position.change_count != position.change_count_at_attack)}")
    valid = position.futile_attacks and position.change_count_at_futile == position.change_count
    found.append(f"futile: {position.futile_attacks if valid else 0}")
    found.append("lost: " + _numbers(position.losses))
    found.append("ask: " + _numbers(position.decision or ()))
    for key, name in TABLES.items():
        found.append(f"{key}: " + ", ".join(_numbers(values) for values in getattr(position, name)))
    damage = sorted((position.damage or {}).items())
    if position.fighters >= 0:
        found.append(f"fighters: {position.fighters}")
    found.append("damage: " + ", ".join(f"{unit} {points}" for unit, points in damage))
    found.append("fight: " + _numbers(position.combat_step or ()))
    if viewer is None:
        found.append(f"rng: {position.rng}")
    return [line.rstrip() for line in found]


def _player_lines(position: Position, player: int, viewer: int | None) -> list[str]:
    found = []
    for territory in range(3):
        slots = range(9 * player + 3 * territory, 9 * player + 3 * territory + 3)
        found.append(f"player {player + 1} territory {territory + 1}: " + " | ".join(_slot(position, g) for g in slots))
    for name, zone in ZONES.items():
        cards = position.zones[zone + player]
        hidden = viewer is not None and zone in HIDDEN and (zone != HAND or viewer != player)
        if hidden and zone == HAND:
            text = f"{count_hand(position, player, bases=False)} abilities, {count_hand(position, player, bases=True)} bases"
        else:
            text = f"{len(cards)} cards" if hidden else _cards(position, cards)
        found.append(f"player {player + 1} {name}: {text}")
    found += [f"player {player + 1} {key}: {text}" for key, text in _sights(position, player, viewer) if text]
    return found


def _sights(position: Position, player: int, viewer: int | None) -> Iterator[tuple[str, str]]:
    """Yield who has seen which cards of a player's draw piles: from the top down, then from the bottom up.

    A viewer also reads the names of the cards that they have seen.
    """
    for key, zone in SIGHTS.items():
        cards, parts = position.zones[zone + player], []
        for end, order in ((TOP, cards[::-1]), (BOTTOM, cards)):
            words = []
            for viewers, design in zip(seen_at(position, zone + player, end), order, strict=False):
                known = viewer is not None and viewers >> viewer & 1
                words.append(f"{viewers} {position.match.names[design]}" if known else str(viewers))
            parts.append(" ".join(words))
        yield key, parts[0] if not parts[1] else f"{parts[0]} / {parts[1]}".strip()


def _slot(position: Position, slot: int) -> str:
    design = position.bases[slot]
    return f"{position.match.names[design]} {(position.troops >> (2 * slot) & 3).bit_count()}" if design >= 0 else "-"


def _cards(position: Position, cards: Iterable[int]) -> str:
    return " ".join(position.match.names[design] for design in cards)


def _numbers(values: Iterable[int]) -> str:
    return " ".join(str(int(value)) for value in values)
