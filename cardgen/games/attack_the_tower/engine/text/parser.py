"""Read a position from its text (`notation.py`), which a person may have written or shortened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from random import Random
from typing import Any

from cardgen.games.attack_the_tower.engine.state.changes import build_base, set_modifiers
from cardgen.games.attack_the_tower.engine.state.phase import NAMES, Phase
from cardgen.games.attack_the_tower.engine.state.position import LOSS_COUNT, Match, Position
from cardgen.games.attack_the_tower.engine.state.sights import set_seen
from cardgen.games.attack_the_tower.engine.state.zones import (
    BASE_CARD,
    HAND,
    KNOWN,
    PLAYED,
)
from cardgen.games.attack_the_tower.engine.text.invariants import expected_kind, expected_phases, find_violations
from cardgen.games.attack_the_tower.engine.text.notation import (
    FLAGS,
    NUMBERS,
    OPTIONAL,
    PLAYERS,
    SEATS,
    SIGHTS,
    TABLES,
    TITLE,
    ZONES,
    lines,
)
from cardgen.plugin.rules.errors import LogError
from cardgen.report.diagnostics import quoted


class _Fields:
    """The values of a text by their key (the words before the colon), each with the number of its line."""

    def __init__(self, text: str, known: Sequence[str]) -> None:
        self._fields: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(text.splitlines(), 1):
            key, _, value = line.partition(":")
            if number == 1 or not line.strip():
                continue
            if key not in known:
                raise LogError(f"unknown line {quoted(key)} in a position", _suggest(key, known), number)
            if key in self._fields:
                raise LogError(f"the line {quoted(key)} appears twice", "it once", number)
            self._fields[key] = number, value.replace("|", " | ").strip()

    def __contains__(self, key: str) -> bool:
        return key in self._fields

    def fill(self, key: str, value: str) -> None:
        """Add a line if the text leaves it out."""
        self._fields.setdefault(key, (0, value))

    def complete_names(self, match: Match) -> None:
        """Complete the names of cards in the lines of player 2, where both armies have a card of that name.

        A plain name means player 2's own card; `name/1` means the other player's.
        """

        def complete(found: re.Match[str]) -> str:
            name = found[0]
            return f"{name}/2" if f"{name}/2" in match.designs else name.removesuffix("/1")

        for key, (number, value) in self._fields.items():
            if key.startswith("player 2 "):
                self._fields[key] = number, re.sub(r"\S+", complete, value)

    def words(self, key: str) -> list[str]:
        """Return the words of a line; none if the text leaves it out."""
        return self._fields[key][1].split() if key in self._fields else []

    def line_number(self, key: str) -> int:
        """Return the number of a line; 0 if the text leaves it out."""
        return self._fields[key][0] if key in self._fields else 0

    def read(self, key: str, parse: Callable[[str], Any], expected: str) -> Any:
        """Return the value of a line.

        Args:
            parse: Reads the value; may raise KeyError, ValueError or IndexError.
            expected: What the value should be, for the error message.

        Raises:
            LogError: E703, the line is missing or its value is invalid.
        """
        if key not in self._fields:
            raise LogError(f"the line '{key}: ...' is missing", expected)
        number, value = self._fields[key]
        try:
            return parse(value)
        except (KeyError, ValueError, IndexError) as error:
            raise LogError(f"{key}: invalid value {quoted(value)}", expected, number) from error


def read_position(position: Position, text: str, seed: int | None = None) -> None:
    """Set up an empty position from its text.

    Args:
        position: The empty position.
        text: The text, as `notation.write` returns it.
        seed: None if the text must be complete. Otherwise lines may be left out: draw piles then hold all cards that
            are nowhere else, shuffled by this seed; everything else is as when the first turn begins; and the lines of
            player 2 may name that player's cards without `/2`.

    Raises:
        LogError: E703, a line is missing or invalid, or the cards are not those of the armies.
    """
    if text.splitlines()[:1] != [TITLE]:
        raise LogError("this is not a position of Attack the Tower", repr(TITLE), 1)
    blank = [line.partition(": ")[::2] for line in _blank(position.match)]
    sights = [f"player {player} {key}" for player in (1, 2) for key in SIGHTS]
    fields = _Fields(text, [*(key.rstrip(":") for key, _ in blank), *OPTIONAL, *sights])
    for key in sights:
        fields.fill(key, "")
    armies = " ".join(deck.faction.id for deck in position.match.armies)
    if seed is not None:
        if any(key.rstrip(":") not in fields for key, _ in blank):
            fields.complete_names(position.match)  # a complete text has complete names
        _complete(position.match, fields, seed)
        for key, value in blank:
            fields.fill(key.rstrip(":"), value)
    given = fields.read("armies", str, repr(armies))
    if given != armies:
        raise LogError(
            f"the position belongs to the armies {quoted(given)}", repr(armies), fields.line_number("armies")
        )
    _read_lines(position, fields)
    _check_cards(position, fields)
    for key, expected in find_violations(position):
        raise LogError(
            f"{key}: {quoted(' '.join(fields.words(key)))} is impossible here", expected, fields.line_number(key)
        )


def _blank(match: Match) -> list[str]:
    """Return the lines of the empty table when the first turn begins.

    The state checks are due, because a position written by hand may need them.
    """
    position = Position(match, 1)
    position.clear()
    position.turn, position.phase, position.check_due = 1, Phase.ANNOUNCE, True
    return lines(position, None)[1:]


def _complete(match: Match, fields: _Fields, seed: int) -> None:
    """Fill the draw piles that a text leaves out with the cards that are nowhere else, shuffled by a seed."""
    shuffle = Random(f"position {seed}").shuffle
    used = Counter(word for key in _places_of_cards() for word in fields.words(key))
    for player in (0, 1):
        for name, bases in (("ability draw", False), ("base draw", True)):
            designs = [
                d for d, army in enumerate(match.army) if army == player and (match.kind[d] == BASE_CARD) == bases
            ]
            words = [match.names[d] for d in designs for _ in range(match.copies[d] - used[match.names[d]])]
            shuffle(words)
            fields.fill(f"player {player + 1} {name}", " ".join(words))


def _places_of_cards() -> list[str]:
    names = [
        *(name for name in ZONES if name != "known to the other"),
        *(f"territory {number}" for number in (1, 2, 3)),
    ]
    return ["played", *(f"player {player} {name}" for player in (1, 2) for name in names)]


def _read_lines(position: Position, fields: _Fields) -> None:
    position.phase = fields.read("phase", NAMES.index, expected_phases())
    seats = {name: seat for seat, name in PLAYERS.items()}
    for key, name in SEATS.items():
        # `nobody` may decide too, but only before it is known who begins, so it is not suggested.
        offered = list(seats) if key == "winner" else list(seats)[:2]
        setattr(position, name, fields.read(key, seats.__getitem__, f"one of: {', '.join(offered)}"))
    for key, name in NUMBERS.items():
        setattr(position, name, fields.read(key, int, "a whole number"))
    flags = fields.read("flags", _flags, f"any of: {', '.join(FLAGS)}")
    for key, name in FLAGS.items():
        setattr(position, name, key in flags)
    for player in (0, 1):
        _read_player(position, player, fields)
    position.zones[PLAYED] = _designs(position, fields, "played", PLAYED)
    position.change_count, position.change_count_at_attack = 1, 1 - fields.read("changed", ("0", "1").index, "0 or 1")
    position.futile_attacks, position.change_count_at_futile = fields.read("futile", int, "a whole number"), 1
    position.losses = fields.read("lost", _counts, f"{2 * LOSS_COUNT} whole numbers")
    position.decision = tuple(fields.read("ask", _ints, "whole numbers, or nothing")) or None
    position.fighters = fields.read("fighters", int, "a whole number") if "fighters" in fields else -1
    tables = {
        key: fields.read(key, _table, "groups of whole numbers separated by commas, or nothing") for key in TABLES
    }
    set_modifiers(position, tuple(tuple(values) for values in tables["mods"]))
    position.delays = tuple(tuple(values) for values in tables["delays"])
    position.stack = tables["stack"]
    position.damage = (
        dict(fields.read("damage", _pairs, "pairs of whole numbers separated by commas, or nothing")) or None
    )
    position.combat_step = fields.read("fight", _ints, "whole numbers, or nothing") or None
    position.rng = fields.read("rng", int, "a whole number")


def _read_player(position: Position, player: int, fields: _Fields) -> None:
    for name, zone in ZONES.items():
        key = f"player {player + 1} {name}"
        position.zones[zone + player] = _designs(position, fields, key, zone)
    for zone in (HAND, KNOWN):
        position.zones[zone + player] = tuple(sorted(position.zones[zone + player]))
    for name, zone in SIGHTS.items():
        for end, viewers in enumerate(
            fields.read(
                f"player {player + 1} {name}", _viewers, "players (1, 2, or 3 for both) from the top / the bottom"
            )
        ):
            if viewers:
                set_seen(position, zone + player, end, viewers)
    bases = [name for design, name in enumerate(position.match.names) if position.match.kind[design] == BASE_CARD]
    expected = f"three slots separated by ' | ', each - or a base and 0 to 2 troops; bases: {', '.join(bases)}"
    for territory in range(3):
        slots = fields.read(f"player {player + 1} territory {territory + 1}", _slots, expected)
        for index, (name, troops) in enumerate(slots):
            if name != "-" and name not in bases:
                raise LogError(
                    f"unknown base {quoted(name)}",
                    expected,
                    fields.line_number(f"player {player + 1} territory {territory + 1}"),
                )
            if name != "-":
                place = 9 * player + 3 * territory + index
                build_base(position, position.match.designs[name], place)
                position.troops |= troops << (2 * place)


def _slots(text: str) -> list[tuple[str, int]]:
    """Return the base and the troops (as bits) of each of three slots."""
    first, second, third = text.split("|")
    return [_base_and_troops(slot.split()) for slot in (first, second, third)]


def _base_and_troops(words: list[str]) -> tuple[str, int]:
    if words == ["-"]:
        return "-", 0
    name, troops = words
    return name, {"0": 0, "1": 1, "2": 3}[troops]


def _designs(position: Position, fields: _Fields, key: str, zone: int) -> tuple[int, ...]:
    match = position.match
    for name in fields.words(key):
        if name not in match.designs:
            raise LogError(f"unknown card {quoted(name)}", _suggest(name, match.names), fields.line_number(key))
        expected = expected_kind(position, zone, match.designs[name])
        if expected:
            raise LogError(f"card {name!r} cannot be in {key!r}", expected, fields.line_number(key))
    found = fields.read(key, str.split, "cards, or nothing")
    return tuple(match.designs[name] for name in found)


def _suggest(wrong: str, known: Sequence[str]) -> str:
    """Return the known word closest to a wrong one, or all known words."""
    near = get_close_matches(wrong[:100], known, n=1)
    return repr(near[0]) if near else f"one of: {', '.join(known)}"


def _ints(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def _counts(text: str) -> list[int]:
    found = _ints(text)
    if len(found) != 2 * LOSS_COUNT:
        raise ValueError
    return found


def _viewers(text: str) -> list[tuple[int, ...]]:
    """Return the viewers of the seen cards of a pile, from the top and from the bottom."""
    top, _, bottom = text.partition("/")
    return [tuple(_ints(top)), tuple(_ints(bottom))]


def _flags(text: str) -> list[str]:
    words = text.split()
    if any(word not in FLAGS for word in words):
        raise ValueError
    return words


def _table(text: str) -> list[list[int]]:
    return [_ints(part) for part in text.split(",") if part.strip()]


def _pairs(text: str) -> list[tuple[int, int]]:
    return [(unit, points) for unit, points in _table(text)]


def _check_cards(position: Position, fields: _Fields) -> None:
    """Check that both armies have all their cards, each in one place."""
    found = Counter(cards_of(position))
    match = position.match
    for design, copies in enumerate(match.copies):
        if found[design] != copies:
            name = match.names[design]
            lines_with = [fields.line_number(key) for key in _places_of_cards() if name in fields.words(key)]
            raise LogError(
                f"card {name!r} appears {found[design]} times",
                f"{copies}, as in its deck; a draw pile whose line is left out holds all cards that are nowhere else",
                max(lines_with, default=0),
            )


def cards_of(position: Position) -> Sequence[int]:
    """Return all cards, wherever they are."""
    zones = [cards for index, cards in enumerate(position.zones) if index not in (KNOWN, KNOWN + 1)]
    return [card for cards in zones for card in cards] + [design for design in position.bases if design >= 0]


def verify_position(position: Position, text: str) -> None:
    """Check that a position has the same text as it was read from.

    Args:
        position: The position, with everything done that happens by itself.

    Raises:
        LogError: E703, at the first line that differs.
    """
    for number, (line, right) in enumerate(zip(text.splitlines(), lines(position, None), strict=False), 1):
        if line != right:
            raise LogError(f"{line!r} contradicts the rest of the position", repr(right), number)
