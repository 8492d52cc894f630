"""A position as canonical text, whole or as one player sees it, and back.

Equal positions have equal texts; what cannot matter any more (how often the table changed, say) is not in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cardgen.games.attack_the_tower.play.asks import kind_fits
from cardgen.games.attack_the_tower.play.phase import NAMES
from cardgen.games.attack_the_tower.play.position import Position
from cardgen.games.attack_the_tower.play.zones import (
    ABILITY_DISCARD,
    ABILITY_DRAW,
    BASE_DISCARD,
    BASE_DRAW,
    HAND,
    KNOWN,
    PALACE_ZONE,
    PLAYED,
)
from cardgen.rules.errors import LogError

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
HIDDEN = (HAND, ABILITY_DRAW, BASE_DRAW)
NUMBERS = (
    "turn",
    "active",
    "player",
    "winner",
    "left",
    "burns",
    "passes",
    "group",
    "site",
    "stage",
    "attacks",
    "fresh",
)
FLAGS = ("renewed", "attacked", "idle", "ended", "dirty")
TABLES = ("mods", "delays", "stack")


def write(position: Position) -> str:
    """The whole position as text."""
    return "\n".join(lines(position, None))


def lines(position: Position, viewer: int | None) -> list[str]:
    """A position as lines.

    Args:
        position: The position.
        viewer: A player, whose opponent's hand and all piles are hidden; None shows all.
    """
    found = [TITLE, "armies: " + " ".join(deck.faction.id for deck in position.match.armies)]
    found.append(f"phase: {NAMES[position.phase]}")
    found += [f"{name}: {getattr(position, name)}" for name in NUMBERS]
    found.append("flags: " + " ".join(name for name in FLAGS if getattr(position, name)))
    for player in (0, 1):
        found += _player_lines(position, player, viewer)
    found.append("played: " + _cards(position, position.zones[PLAYED]))
    found.append(f"changed: {int(position.changes != position.mark)}")
    valid = position.futile and position.futile_at == position.changes
    found.append(f"futile: {position.futile if valid else 0}")
    found.append("lost: " + _numbers(position.lost))
    found.append("ask: " + _numbers(position.ask or ()))
    for name in TABLES:
        found.append(f"{name}: " + ", ".join(_numbers(values) for values in getattr(position, name)))
    damage = sorted((position.damage or {}).items())
    found.append("damage: " + ", ".join(f"{unit} {points}" for unit, points in damage))
    found.append("fight: " + _numbers(position.fight or ()))
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
            text = (
                f"{kind_fits(position, player, bases=False)} abilities, {kind_fits(position, player, bases=True)} bases"
            )
        else:
            text = f"{len(cards)} cards" if hidden else _cards(position, cards)
        found.append(f"player {player + 1} {name}: {text}")
    return found


def _slot(position: Position, slot: int) -> str:
    design = position.bases[slot]
    return f"{position.match.names[design]} {(position.troops >> (2 * slot) & 3).bit_count()}" if design >= 0 else "-"


def _cards(position: Position, cards: Iterable[int]) -> str:
    return " ".join(position.match.names[design] for design in cards)


def _numbers(values: Iterable[int]) -> str:
    return " ".join(str(int(value)) for value in values)


def read(position: Position, text: str) -> None:
    """Set up an empty position as a text says.

    Raises:
        LogError: A line is missing, or is not understood.
    """
    rows = dict(line.partition(":")[::2] for line in text.splitlines()[1:])
    rows = {key: value.strip() for key, value in rows.items()}
    if not text.startswith(TITLE + "\n"):
        raise LogError("this is no position of Attack the Tower", repr(TITLE), 1)
    armies = " ".join(deck.faction.id for deck in position.match.armies)
    if rows.get("armies") != armies:
        raise LogError(f"the position is of the armies {rows.get('armies')!r}", repr(armies), 2)
    try:
        _read(position, rows)
    except (KeyError, ValueError, IndexError) as error:
        raise LogError(f"the position is not complete or has a wrong value: {error}") from error
    _check_cards(position)


def _read(position: Position, rows: dict[str, str]) -> None:
    position.phase = NAMES.index(rows["phase"])
    for name in NUMBERS:
        setattr(position, name, int(rows[name]))
    for name in FLAGS:
        setattr(position, name, name in rows["flags"].split())
    for player in (0, 1):
        _read_player(position, player, rows)
    position.zones[PLAYED] = _designs(position, rows["played"])
    position.changes, position.mark = 1, 1 - int(rows["changed"])
    position.futile, position.futile_at = int(rows["futile"]), 1
    position.lost = _ints(rows["lost"])
    position.ask = tuple(_ints(rows["ask"])) or None
    tables = {name: [_ints(part) for part in rows[name].split(",") if part.strip()] for name in TABLES}
    position.set_mods(tuple(tuple(values) for values in tables["mods"]))
    position.delays = tuple(tuple(values) for values in tables["delays"])
    position.stack = tables["stack"]
    pairs = ((unit, points) for unit, points in map(_ints, filter(str.strip, rows["damage"].split(","))))
    position.damage = dict(pairs) or None
    position.fight = _ints(rows["fight"]) or None
    position.rng = int(rows["rng"])


def _read_player(position: Position, player: int, rows: dict[str, str]) -> None:
    for name, zone in ZONES.items():
        position.zones[zone + player] = _designs(position, rows[f"player {player + 1} {name}"])
    for territory in range(3):
        slots = rows[f"player {player + 1} territory {territory + 1}"].split(" | ")
        if len(slots) != 3:
            raise ValueError(f"territory {territory + 1} of player {player + 1} has not three slots")
        for index, slot in enumerate(slots):
            if slot != "-":
                name, troops = slot.split()
                place = 9 * player + 3 * territory + index
                position.build(_design(position, name), place)
                position.troops |= (0, 1, 3)[int(troops)] << (2 * place)


def _designs(position: Position, text: str) -> tuple[int, ...]:
    return tuple(_design(position, name) for name in text.split())


def _design(position: Position, name: str) -> int:
    if name not in position.match.numbers:
        raise ValueError(f"no card is called {name!r}")
    return position.match.numbers[name]


def _ints(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def _check_cards(position: Position) -> None:
    """Both armies have all their cards, each once."""
    found = Counter(cards_of(position))
    match = position.match
    for design, copies in enumerate(match.copies):
        if found[design] != copies:
            raise LogError(f"there are {found[design]} cards {match.names[design]!r}", str(copies))


def cards_of(position: Position) -> Sequence[int]:
    """All cards wherever they are."""
    zones = [cards for index, cards in enumerate(position.zones) if index not in (KNOWN, KNOWN + 1)]
    return [card for cards in zones for card in cards] + [design for design in position.bases if design >= 0]


def verify(position: Position, text: str) -> None:
    """The position says the same as the text it was read from.

    Raises:
        LogError: The first line that differs.
    """
    for number, (line, right) in enumerate(zip(text.splitlines(), lines(position, None), strict=False), 1):
        if line != right:
            raise LogError(f"{line!r} contradicts the rest of the position", repr(right), number)
