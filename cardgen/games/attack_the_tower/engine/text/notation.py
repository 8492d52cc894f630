"""A position as canonical text, whole or as one player sees it, and back.

Equal positions have equal texts; what cannot matter any more (how often the table changed, say) is not in them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from random import Random
from typing import Any

from cardgen.games.attack_the_tower.engine.compiler.match import Match
from cardgen.games.attack_the_tower.engine.decisions import kind_fits
from cardgen.games.attack_the_tower.engine.state.phase import NAMES, Phase
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DISCARD,
    ABILITY_DRAW,
    BASE_CARD,
    BASE_DISCARD,
    BASE_DRAW,
    HAND,
    KNOWN,
    LOST,
    PALACE_ZONE,
    PLAYED,
)
from cardgen.games.attack_the_tower.engine.text.invariants import kind_expected, phases_expected, wrong_lines
from cardgen.plugin.rules.errors import LogError
from cardgen.report.diagnostics import quoted

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
SEATS = ("active", "player", "winner")
WHO = {0: "player 1", 1: "player 2", -1: "nobody"}
NUMBERS = (
    "turn",
    "left",
    "burns",
    "passes",
    "group",
    "site",
    "stage",
    "attacks",
    "plays",
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
    found += [f"{name}: {WHO[getattr(position, name)]}" for name in SEATS]
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


class _Rows:
    """The lines of a text by what stands before their colon, each with its number."""

    def __init__(self, text: str, known: Sequence[str]) -> None:
        self._rows: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(text.splitlines(), 1):
            key, _, value = line.partition(":")
            if number == 1 or not line.strip():
                continue
            if key not in known:
                raise LogError(f"a position has no line {quoted(key)}", _one_of(key, known), number)
            if key in self._rows:
                raise LogError(f"the line {quoted(key)} is there twice", "one of them", number)
            self._rows[key] = number, value.replace("|", " | ").strip()

    def __contains__(self, key: str) -> bool:
        return key in self._rows

    def fill(self, key: str, value: str) -> None:
        """Add a line that the text leaves out."""
        self._rows.setdefault(key, (0, value))

    def find_own(self, match: Match) -> None:
        """Where both armies have a card of a name, a line of player 2 means his own; `name/1` is the other's."""

        def full(found: re.Match[str]) -> str:
            name = found[0]
            return f"{name}/2" if f"{name}/2" in match.numbers else name.removesuffix("/1")

        for key, (number, value) in self._rows.items():
            if key.startswith("player 2 "):
                self._rows[key] = number, re.sub(r"\S+", full, value)

    def words(self, key: str) -> list[str]:
        """The words of a line."""
        return self._rows[key][1].split() if key in self._rows else []

    def line(self, key: str) -> int:
        """The number of a line; 0 if the text leaves it out."""
        return self._rows[key][0] if key in self._rows else 0

    def read(self, key: str, of: Callable[[str], Any], expected: str) -> Any:
        """The value of a line.

        Raises:
            LogError: There is no such line, or `of` does not understand it.
        """
        if key not in self._rows:
            raise LogError(f"the line '{key}: ...' is missing", expected)
        number, value = self._rows[key]
        try:
            return of(value)
        except (KeyError, ValueError, IndexError) as error:
            raise LogError(f"{key}: {quoted(value)} is not understood", expected, number) from error


def read(position: Position, text: str, seed: int | None = None) -> None:
    """Set up an empty position as a text says.

    Args:
        position: The empty position.
        text: As `write` gives it.
        seed: Shuffles the draw piles that the text leaves out, as it then may: they hold all other cards. All else that
            is left out is as when the first turn begins, and player 2 may name his cards without `/2`. None: the text
            must be whole.

    Raises:
        LogError: A line is missing, or is not understood, or cards are too many or too few.
    """
    if text.splitlines()[:1] != [TITLE]:
        raise LogError("this is no position of Attack the Tower", repr(TITLE), 1)
    blank = [line.partition(": ")[::2] for line in _blank(position.match)]
    rows = _Rows(text, [key.rstrip(":") for key, _ in blank])
    armies = " ".join(deck.faction.id for deck in position.match.armies)
    if seed is not None:
        if any(key.rstrip(":") not in rows for key, _ in blank):
            rows.find_own(position.match)  # a whole text was written by us, with all names in full
        _complete(position.match, rows, seed)
        for key, value in blank:
            rows.fill(key.rstrip(":"), value)
    given = rows.read("armies", str, repr(armies))
    if given != armies:
        raise LogError(f"the position is of the armies {quoted(given)}", repr(armies), rows.line("armies"))
    _read(position, rows)
    _check_cards(position, rows)
    for key, expected in wrong_lines(position):
        raise LogError(f"{key}: {quoted(' '.join(rows.words(key)))} cannot be here", expected, rows.line(key))


def _blank(match: Match) -> list[str]:
    """The empty table when the first turn begins; state checks are due, as who lays out a table may forget them."""
    position = Position(match, 1)
    position.clear()
    position.turn, position.phase, position.dirty = 1, Phase.ANNOUNCE, True
    return lines(position, None)[1:]


def _complete(match: Match, rows: _Rows, seed: int) -> None:
    """Fill the draw piles that a text leaves out with the cards that are nowhere else."""
    shuffle = Random(f"position {seed}").shuffle
    used = Counter(word for key in _places_of_cards() for word in rows.words(key))
    for player in (0, 1):
        for name, bases in (("ability draw", False), ("base draw", True)):
            designs = [
                d for d, army in enumerate(match.army) if army == player and (match.kind[d] == BASE_CARD) == bases
            ]
            words = [match.names[d] for d in designs for _ in range(match.copies[d] - used[match.names[d]])]
            shuffle(words)
            rows.fill(f"player {player + 1} {name}", " ".join(words))


def _places_of_cards() -> list[str]:
    names = [
        *(name for name in ZONES if name != "known to the other"),
        *(f"territory {number}" for number in (1, 2, 3)),
    ]
    return ["played", *(f"player {player} {name}" for player in (1, 2) for name in names)]


def _read(position: Position, rows: _Rows) -> None:
    position.phase = rows.read("phase", NAMES.index, phases_expected())
    who = {name: seat for seat, name in WHO.items()}
    for name in SEATS:
        offered = list(who) if name == "winner" else list(who)[:2]  # nobody decides only before it is known who begins
        setattr(position, name, rows.read(name, who.__getitem__, f"one of: {', '.join(offered)}"))
    for name in NUMBERS:
        setattr(position, name, rows.read(name, int, "a whole number"))
    flags = rows.read("flags", _flags, f"any of: {', '.join(FLAGS)}")
    for name in FLAGS:
        setattr(position, name, name in flags)
    for player in (0, 1):
        _read_player(position, player, rows)
    position.zones[PLAYED] = _designs(position, rows, "played", PLAYED)
    position.changes, position.mark = 1, 1 - rows.read("changed", ("0", "1").index, "0 or 1")
    position.futile, position.futile_at = rows.read("futile", int, "a whole number"), 1
    position.lost = rows.read("lost", _counts, f"{2 * LOST} whole numbers")
    position.ask = tuple(rows.read("ask", _ints, "whole numbers, or nothing")) or None
    tables = {name: rows.read(name, _table, "groups of whole numbers, with commas, or nothing") for name in TABLES}
    position.set_mods(tuple(tuple(values) for values in tables["mods"]))
    position.delays = tuple(tuple(values) for values in tables["delays"])
    position.stack = tables["stack"]
    position.damage = dict(rows.read("damage", _pairs, "pairs of whole numbers, with commas, or nothing")) or None
    position.fight = rows.read("fight", _ints, "whole numbers, or nothing") or None
    position.rng = rows.read("rng", int, "a whole number")


def _read_player(position: Position, player: int, rows: _Rows) -> None:
    for name, zone in ZONES.items():
        key = f"player {player + 1} {name}"
        position.zones[zone + player] = _designs(position, rows, key, zone)
    for zone in (HAND, KNOWN):
        position.zones[zone + player] = tuple(sorted(position.zones[zone + player]))
    bases = [name for design, name in enumerate(position.match.names) if position.match.kind[design] == BASE_CARD]
    expected = f"three slots with ' | ' between, each - or a base and its troops, 0 to 2; bases: {', '.join(bases)}"
    for territory in range(3):
        slots = rows.read(f"player {player + 1} territory {territory + 1}", _slots, expected)
        for index, (name, troops) in enumerate(slots):
            if name != "-" and name not in bases:
                raise LogError(
                    f"no base is called {quoted(name)}",
                    expected,
                    rows.line(f"player {player + 1} territory {territory + 1}"),
                )
            if name != "-":
                place = 9 * player + 3 * territory + index
                position.build(position.match.numbers[name], place)
                position.troops |= troops << (2 * place)


def _slots(text: str) -> list[tuple[str, int]]:
    """Name and bits of troops of each of three slots."""
    first, second, third = text.split("|")
    return [_base_and_troops(slot.split()) for slot in (first, second, third)]


def _base_and_troops(words: list[str]) -> tuple[str, int]:
    if words == ["-"]:
        return "-", 0
    name, troops = words
    return name, {"0": 0, "1": 1, "2": 3}[troops]


def _designs(position: Position, rows: _Rows, key: str, zone: int) -> tuple[int, ...]:
    match = position.match
    for name in rows.words(key):
        if name not in match.numbers:
            raise LogError(f"no card is called {quoted(name)}", _one_of(name, match.names), rows.line(key))
        expected = kind_expected(position, zone, match.numbers[name])
        if expected:
            raise LogError(f"{name!r} cannot lie in {key!r}", expected, rows.line(key))
    found = rows.read(key, str.split, "cards, or nothing")
    return tuple(match.numbers[name] for name in found)


def _one_of(wrong: str, known: Sequence[str]) -> str:
    """What was meant, as far as it can be guessed."""
    near = get_close_matches(wrong[:100], known, n=1)
    return repr(near[0]) if near else f"one of: {', '.join(known)}"


def _ints(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def _counts(text: str) -> list[int]:
    found = _ints(text)
    if len(found) != 2 * LOST:
        raise ValueError
    return found


def _flags(text: str) -> list[str]:
    return [FLAGS[FLAGS.index(word)] for word in text.split()]


def _table(text: str) -> list[list[int]]:
    return [_ints(part) for part in text.split(",") if part.strip()]


def _pairs(text: str) -> list[tuple[int, int]]:
    return [(unit, points) for unit, points in _table(text)]


def _check_cards(position: Position, rows: _Rows) -> None:
    """Both armies have all their cards, each once."""
    found = Counter(cards_of(position))
    match = position.match
    for design, copies in enumerate(match.copies):
        if found[design] != copies:
            name = match.names[design]
            lines_with = [rows.line(key) for key in _places_of_cards() if name in rows.words(key)]
            raise LogError(
                f"card {name!r} is there {found[design]} times",
                f"{copies}, as in its deck; without its line a draw pile holds all cards that are nowhere else",
                max(lines_with, default=0),
            )


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
