"""Print the table as lines of text: the opponent above, the viewer below, 80 characters wide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from cardgen.games.attack_the_tower.constants import TYPES
from cardgen.games.attack_the_tower.engine.state.battlefield import special_troops
from cardgen.games.attack_the_tower.engine.state.hands import count_hand
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import (
    ARTILLERY,
    BASE_POWER,
    INITIATIVE,
    PALACE_POWER,
    TRAIT_BITS,
    unit_stats,
)
from cardgen.games.attack_the_tower.engine.state.units import BASE, PALACE
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DISCARD,
    ABILITY_DRAW,
    BASE_CARD,
    BASE_DISCARD,
    BASE_DRAW,
    COMMON_CARD,
    HAND,
    KNOWN,
    PALACE_ZONE,
    PLAYED,
    SPECIAL_CARD,
    TROOP_CARD,
)
from cardgen.games.attack_the_tower.play.localizer import Localizer, times
from cardgen.plugin.rules.tabletop import LineRole, TableLine

WIDTH: Final = 80
_CELL: Final = 23
_NAME: Final = 26
_KINDS = {TROOP_CARD: "kind_troop", COMMON_CARD: "kind_common", SPECIAL_CARD: "kind_special"}


def draw_table(localizer: Localizer, position: Position, player: int) -> list[TableLine]:
    """Return the table as a player sees it.

    Args:
        player: The viewer, 0 or 1; -1 shows both hands from the side of player 0.
    """
    below = max(player, 0)
    lines = [TableLine(_headline(localizer, position), LineRole.TITLE)]
    if player >= 0:
        lines.append(TableLine(localizer.say("you_are", player=localizer.players[player]), LineRole.STRONG))
    lines += _side(localizer, position, 1 - below, player)
    lines.append(TableLine("-" * WIDTH, LineRole.MUTED))
    lines += _side(localizer, position, below, player)
    if position.zones[PLAYED]:
        played = localizer.say("played", cards=localizer.listed(position.zones[PLAYED]))
        lines += [TableLine(text) for text in _wrapped(played)]
    return [TableLine(line.text.rstrip(), line.role) for line in lines]


def _headline(localizer: Localizer, position: Position) -> str:
    """Return whose turn it is."""
    active = localizer.players[position.active]
    return localizer.say("turn", turn=position.turn, player=active) if position.turn else localizer.say("setup")


def _side(localizer: Localizer, position: Position, player: int, viewer: int) -> list[TableLine]:
    """Return one side of the table; territories lie in the middle, between the texts of both sides."""
    role = LineRole.OWN if player == max(viewer, 0) else LineRole.OPPONENT
    words = [TableLine(text, role) for text in _texts(localizer, position, player, viewer)]
    rows = [line for territory in (0, 1, 2) for line in _territory(localizer, position, player, territory)]
    return [*rows, *words] if role == LineRole.OWN else [*words, *rows]


def _texts(localizer: Localizer, position: Position, player: int, viewer: int) -> Iterator[str]:
    """Yield what a player has outside the territories: palace, hand, piles."""
    zones, damage = position.zones, (position.damage or {}).get(PALACE + player, 0)
    palace = f"{localizer.say('palace')} {PALACE_POWER}" + (f" (-{damage})" if damage else "")
    abilities, bases = [count_hand(position, player, bases=kind) for kind in (False, True)]
    hand = localizer.say("in_hand", count=abilities + bases, abilities=abilities, bases=bases)
    piles = localizer.say("piles", abilities=len(zones[ABILITY_DRAW + player]), bases=len(zones[BASE_DRAW + player]))
    yield from _wrapped(f"{localizer.players[player].upper()}: {palace}; {hand}")
    if zones[PALACE_ZONE + player]:
        yield from _wrapped(localizer.say("specials", troops=", ".join(_specials(localizer, position, player))))
    discards = localizer.listed((*zones[ABILITY_DISCARD + player], *zones[BASE_DISCARD + player]))
    yield from _wrapped(f"{piles}; {localizer.say('discards', cards=discards)}")
    if viewer in (-1, player):
        yield from hand_lines(localizer, position, player)
    elif zones[KNOWN + player]:
        yield from _wrapped(localizer.say("known", cards=localizer.listed(zones[KNOWN + player])))


def hand_lines(localizer: Localizer, position: Position, player: int) -> list[str]:
    """Return the cards of a hand as lines, each with its kind.

    Args:
        player: The player, 0 or 1.
    """
    designs = Counter(position.zones[HAND + player])
    cards = [
        f"  {times(count, localizer.cards[design]):{_NAME}} {kind_of(localizer, design)}"
        for design, count in designs.items()
    ]
    return [localizer.say("your_hand", player=localizer.players[player]), *cards] if cards else []


def kind_of(localizer: Localizer, design: int) -> str:
    """Return the kind of a card in words: `base, recruits Druids`."""
    match = localizer.match
    kind = match.kind[design]
    if kind == BASE_CARD:
        troops = f"{localizer.troops[design]} ({localizer.say(TYPES[match.type[design]])})"
        return localizer.say("kind_base", troops=troops)
    text = localizer.say(_KINDS[kind])
    return f"{text} ({localizer.say(TYPES[match.type[design]])})" if kind == TROOP_CARD else text


def _specials(localizer: Localizer, position: Position, player: int) -> Iterator[str]:
    designs = position.zones[PALACE_ZONE + player]
    found = unit_stats(position, special_troops(position, player))
    for (unit, (power, traits)), design in zip(found.items(), designs, strict=True):
        names = [localizer.say(trait) for trait, bit in TRAIT_BITS.items() if traits & bit]
        yield f"{localizer.cards[design]} {power_text(position, unit, power, 0)}" + (
            f" ({', '.join(names)})" if names else ""
        )


def _wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, subsequent_indent="    ")


def _territory(localizer: Localizer, position: Position, player: int, territory: int) -> list[TableLine]:
    """Return a territory as a row of bases and, if there are any, a row of troops."""
    first = 9 * player + 3 * territory
    bases = [_base(localizer, position, slot) for slot in (first, first + 1, first + 2)]
    troops = [_troops(localizer, position, slot) for slot in (first, first + 1, first + 2)]
    attacks = player == position.active and position.group == territory
    attacked = player != position.active and position.site == territory
    mark = ">" if attacks else "!" if attacked else " "
    rows = [f"{mark}{territory + 1} | {' | '.join(bases)}", f"   | {' | '.join(troops)}"]
    return (
        [TableLine(rows[0]), TableLine(rows[1], LineRole.STRONG)]
        if any(text.strip() for text in troops)
        else [TableLine(rows[0])]
    )


def _base(localizer: Localizer, position: Position, slot: int) -> str:
    if position.bases[slot] < 0:
        return "-".ljust(_CELL)
    unit = BASE + 2 * slot
    power, _ = unit_stats(position, 1 << unit)[unit]
    now = power_text(position, unit, power, 0)
    more = f" {now}" if now != str(BASE_POWER) else ""
    return (localizer.cards[position.bases[slot]][: _CELL - len(more)] + more).ljust(_CELL)


def _troops(localizer: Localizer, position: Position, slot: int) -> str:
    found = unit_stats(position, position.troops & 3 << (2 * slot))
    if not found:
        return " " * _CELL
    powers = " ".join(power_text(position, unit, power, traits) for unit, (power, traits) in found.items())
    return f"{powers} {localizer.troops[position.bases[slot]]}"[:_CELL].ljust(_CELL)


def power_text(position: Position, unit: int, power: int, traits: int) -> str:
    """Return power, the traits that matter in combat, and damage: `1i*1`.

    Args:
        traits: Its traits, as bits.
    """
    letters = ("i" if traits & INITIATIVE else "") + ("a" if traits & ARTILLERY else "")
    damage = (position.damage or {}).get(unit, 0)
    return f"{power}{letters}" + (f"*{damage}" if damage else "")
