"""The table as text for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cardgen.games.attack_the_tower.play.asks import kind_fits
from cardgen.games.attack_the_tower.play.position import Position
from cardgen.games.attack_the_tower.play.stats import PALACE_POWER, profiles
from cardgen.games.attack_the_tower.play.units import bits
from cardgen.games.attack_the_tower.play.zones import (
    ABILITY_DISCARD,
    ABILITY_DRAW,
    BASE_DISCARD,
    BASE_DRAW,
    HAND,
    PALACE_ZONE,
    TERRITORY_BATTLE,
)

WIDTH = 26  # of a slot


def board(position: Position, names: list[str], player: int) -> str:
    """The table from the side of a player: the other above, he below, his hand at the end.

    Args:
        position: The position.
        names: Name of each design.
        player: Whose hand is shown; -1 shows both, from the side of the first player.
    """
    below = max(player, 0)
    lines = [_headline(position), ""]
    lines += _side(position, names, 1 - below, hand=player < 0, above=True)
    lines += [" " + "- " * ((3 * WIDTH + 4) // 2)]
    lines += _side(position, names, below, hand=True, above=False)
    return "\n".join(line.rstrip() for line in lines)


def _headline(position: Position) -> str:
    if not position.turn:
        return "Setting up"
    text = f"Turn {position.turn}, of {_name(position, position.active)}"
    if position.group >= 0:
        source = "the palace" if position.group == 3 else f"territory {position.group + 1}"
        target = f"territory {position.site + 1}" if position.stage == TERRITORY_BATTLE else "the palace"
        text += f": its {source} attacks {target}"
    return text


def _name(position: Position, player: int) -> str:
    return f"player {player + 1} ({position.match.armies[player].faction.name.words('en')})"


def _side(position: Position, names: list[str], player: int, *, hand: bool, above: bool) -> list[str]:
    zones = position.zones
    piles = ", ".join(
        f"{len(zones[zone + player])} {name}"
        for zone, name in (
            (ABILITY_DRAW, "abilities"),
            (BASE_DRAW, "bases"),
            (ABILITY_DISCARD, "and"),
            (BASE_DISCARD, "discarded"),
        )
    ).replace(" and, ", " and ")
    held = _cards(names, zones[HAND + player]) if hand else "hidden"
    count = [kind_fits(position, player, bases=bases) for bases in (False, True)]
    palace = f"palace {PALACE_POWER}" + "".join(f", {text}" for text in _specials(position, names, player))
    title = [f"{_name(position, player)}: {palace}; piles {piles}"]
    cards = [f"  hand ({count[0]} abilities, {count[1]} bases): {held}"]
    rows = [_row(position, names, player, territory) for territory in range(3)]
    return title + cards + rows if above else rows + title + cards


def _cards(names: list[str], cards: Iterable[int]) -> str:
    return ", ".join(f"{count} x {names[d]}" if count > 1 else names[d] for d, count in Counter(cards).items()) or "-"


def _specials(position: Position, names: list[str], player: int) -> list[str]:
    designs = position.zones[PALACE_ZONE + player]
    powers = profiles(position, position.specials(player)).values()
    return [f"{names[design]} ({power})" for design, (power, _) in zip(designs, powers, strict=True)]


def _row(position: Position, names: list[str], player: int, territory: int) -> str:
    cells = []
    for slot in range(9 * player + 3 * territory, 9 * player + 3 * territory + 3):
        design = position.bases[slot]
        cells.append((_slot(position, names[design], slot) if design >= 0 else "-").ljust(WIDTH))
    return f"  {territory + 1} | " + "| ".join(cells)


def _slot(position: Position, name: str, slot: int) -> str:
    troops = profiles(position, position.troops & 3 << (2 * slot))
    damage = position.damage or {}
    shown = " ".join(str(power) + ("!" if damage.get(unit) else "") for unit, (power, _) in troops.items())
    wounds = sum(damage.get(unit, 0) for unit in bits(1 << (36 + 2 * slot)))
    text = f"{name[: WIDTH - 8]} [{shown}]"
    return f"{text} -{wounds}" if wounds else text
