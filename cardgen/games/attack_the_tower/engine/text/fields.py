"""Declare the lines of a position as text: name, writer and reader of each, and what one player sees of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial

from cardgen.games.attack_the_tower.engine.state.changes import build_base, update_active_verbs
from cardgen.games.attack_the_tower.engine.state.hands import count_hand
from cardgen.games.attack_the_tower.engine.state.phase import NAMES
from cardgen.games.attack_the_tower.engine.state.position import EFFECT, LOSS_COUNT, Match, Position
from cardgen.games.attack_the_tower.engine.state.sights import BOTTOM, TOP, seen_at, set_seen
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DISCARD,
    ABILITY_DRAW,
    BASE_CARD,
    BASE_DISCARD,
    BASE_DRAW,
    HAND,
    KNOWN,
    PALACE_ZONE,
    PLAYED,
)
from cardgen.games.attack_the_tower.engine.text.invariants import expected_kind, expected_phases
from cardgen.plugin.rules.errors import LogError
from cardgen.plugin.rules.position_text import (
    PositionField,
    attribute,
    converted,
    integer,
    many,
    number,
    row,
    suggestion,
    word,
)
from cardgen.report.diagnostics import quoted

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


FLAGS = {
    "renewed": "renewed",
    "attacked": "attacked",
    "idle": "previous_turn_idle",
    "ended": "battle_ended",
    "dirty": "check_due",
}
"""Attributes that are true or false; the format keeps its words when attributes change."""
COUNT_LIMIT = 1000
_FUTILE_LIMIT = (1 << 12) - 1
_SEAT = word({0: "player 1", 1: "player 2", -1: "nobody"})
_GROUPS = many(many(integer), ", ")
_ONE_NUMBER = "a whole number"
_NUMBERS = "whole numbers, or nothing"
_NUMBER_GROUPS = "groups of whole numbers separated by commas, or nothing"


@lru_cache(maxsize=2)
def position_fields(match: Match) -> tuple[PositionField[Position], ...]:
    """Return the lines of the positions of a match, in the order in which they are written."""
    players = (field for player in (0, 1) for field in _player_fields(match, player))
    return (*_turn_fields(match), *players, *_effect_fields())


def _turn_fields(match: Match) -> Iterator[PositionField[Position]]:
    armies, config = " ".join(deck.faction.id for deck in match.armies), match.config

    def read_armies(_: Position, given: str) -> None:
        if given != armies:
            raise LogError(f"the position belongs to the armies {quoted(given)}", repr(armies))

    yield PositionField("armies", lambda _: armies, read_armies, repr(armies))
    yield attribute("phase", word(NAMES), expected=expected_phases())
    # `nobody` may decide too, but only before it is known who begins, so it is not suggested.
    yield attribute("active", _SEAT, expected="one of: player 1, player 2")
    yield attribute("player", _SEAT, expected="one of: player 1, player 2")
    yield attribute("winner", _SEAT, expected="one of: player 1, player 2, nobody")
    yield _number("turn", "turn", 0, config.max_turns + 1)
    yield _number("left", "builds_left", 0, COUNT_LIMIT)
    yield _number("burns", "burns", 0, COUNT_LIMIT)
    yield _number("passes", "passes", 0, 1)
    yield _number("group", "group", -1, 3)
    yield _number("site", "site", -1, 2)
    yield _number("stage", "stage", -1, 1)
    yield _number("attacks", "attacks", 0, config.max_attacks)
    yield _number("plays", "plays", 0, config.max_abilities)
    yield attribute("fresh", integer, "arrived_this_turn", expected=_ONE_NUMBER)
    yield PositionField("flags", _write_flags, _read_flags, f"any of: {', '.join(FLAGS)}")


def _number(name: str, key: str, low: int, high: int) -> PositionField[Position]:
    return attribute(name, number(low, high), key, expected=f"a number from {low} to {high}")


def _write_flags(position: Position) -> str:
    return " ".join(key for key, name in FLAGS.items() if getattr(position, name))


def _read_flags(position: Position, text: str) -> None:
    words = text.split()
    if not FLAGS.keys() >= set(words):
        raise ValueError
    for key, name in FLAGS.items():
        setattr(position, name, key in words)


def _player_fields(match: Match, player: int) -> Iterator[PositionField[Position]]:
    who = f"player {player + 1}"
    for territory in range(3):
        yield _territory_field(match, f"{who} territory {territory + 1}", 9 * player + 3 * territory)
    for name, zone in ZONES.items():
        field = _cards_field(f"{who} {name}", zone + player)
        if zone == HAND:
            yield replace(field, seen=partial(_seen_hand, player))
        elif zone in (ABILITY_DRAW, BASE_DRAW):
            yield replace(field, seen=partial(_seen_pile, zone + player))
        else:
            yield field
    for name, zone in SIGHTS.items():
        yield _sights_field(f"{who} {name}", zone + player)


def _seen_hand(player: int, position: Position, viewer: int) -> str:
    if viewer == player:
        return _cards(position, HAND + player)
    abilities, bases = (count_hand(position, player, bases=bases) for bases in (False, True))
    return f"{abilities} abilities, {bases} bases"


def _seen_pile(zone: int, position: Position, viewer: int) -> str:
    del viewer
    return f"{len(position.zones[zone])} cards"


def _cards(position: Position, zone: int) -> str:
    return " ".join(position.match.names[design] for design in position.zones[zone])


def _cards_field(key: str, zone: int) -> PositionField[Position]:
    def read(position: Position, text: str) -> None:
        match = position.match
        for name in text.split():
            if name not in match.designs:
                raise LogError(f"unknown card {quoted(name)}", suggestion(name, match.names))
            expected = expected_kind(position, zone, match.designs[name])
            if expected:
                raise LogError(f"card {name!r} cannot be in {key!r}", expected)
        cards = [match.designs[name] for name in text.split()]
        position.zones[zone] = tuple(sorted(cards) if zone & ~1 in (HAND, KNOWN) else cards)

    return PositionField(key, lambda position: _cards(position, zone), read, "cards, or nothing")


def _sights_field(key: str, zone: int) -> PositionField[Position]:
    """Return the line that says who has seen which cards of a draw pile: from the top down, then from the bottom up.

    A viewer also reads the names of the cards that they have seen.
    """

    def write(position: Position, viewer: int | None = None) -> str | None:
        cards, parts = position.zones[zone], []
        for end, order in ((TOP, cards[::-1]), (BOTTOM, cards)):
            words = []
            for viewers, design in zip(seen_at(position, zone, end), order, strict=False):
                known = viewer is not None and viewers >> viewer & 1
                words.append(f"{viewers} {position.match.names[design]}" if known else str(viewers))
            parts.append(" ".join(words))
        return (parts[0] if not parts[1] else f"{parts[0]} / {parts[1]}".strip()) or None

    def read(position: Position, text: str) -> None:
        top, _, bottom = text.partition("/")
        for end, viewers in ((TOP, top), (BOTTOM, bottom)):
            if viewers:
                set_seen(position, zone, end, many(integer).read(viewers))

    expected = "players (1, 2, or 3 for both) from the top / the bottom"
    return PositionField(key, write, read, expected, seen=write, optional=True)


def _territory_field(match: Match, key: str, first: int) -> PositionField[Position]:
    """Return the line of three slots, given the first of them."""
    bases = [name for design, name in enumerate(match.names) if match.kind[design] == BASE_CARD]
    expected = f"three slots separated by ' | ', each - or a base and 0 to 2 troops; bases: {', '.join(bases)}"

    def write(position: Position) -> str:
        return " | ".join(_slot(position, slot) for slot in range(first, first + 3))

    def read(position: Position, text: str) -> None:
        one, two, three = text.split("|")
        slots = [(name, troops) for name, troops in map(_base_and_troops, (one, two, three))]
        for slot, (name, troops) in enumerate(slots, first):
            if name == "-":
                continue
            if name not in bases:
                raise LogError(f"unknown base {quoted(name)}", expected)
            build_base(position, match.designs[name], slot)
            position.troops |= troops << (2 * slot)

    return PositionField(key, write, read, expected)


def _slot(position: Position, slot: int) -> str:
    design = position.bases[slot]
    return f"{position.match.names[design]} {(position.troops >> (2 * slot) & 3).bit_count()}" if design >= 0 else "-"


def _base_and_troops(slot: str) -> tuple[str, int]:
    """Return the name of the base on a slot, and its troops as bits."""
    if slot.strip() == "-":
        return "-", 0
    name, troops = slot.split()
    return name, (0, 1, 3)[number(0, 2).read(troops)]


def _effect_fields() -> Iterator[PositionField[Position]]:
    yield _cards_field("played", PLAYED)
    yield PositionField("changed", _write_changed, _read_changed, "0 or 1")
    yield PositionField("futile", _write_futile, _read_futile, f"a number from 0 to {_FUTILE_LIMIT}")
    losses = converted(row(*[integer] * (2 * LOSS_COUNT), separator=" "), list, list)
    yield attribute("lost", losses, "losses", expected=f"{2 * LOSS_COUNT} whole numbers")
    ask = converted(many(integer), lambda values: values or (), lambda found: found or None)
    yield attribute("ask", ask, "decision", expected=_NUMBERS)
    yield PositionField("mods", lambda p: _GROUPS.write(p.modifiers), _read_modifiers, _NUMBER_GROUPS)
    yield attribute("delays", _GROUPS, expected=_NUMBER_GROUPS)
    stack = converted(_GROUPS, list, lambda found: [list(values) for values in found])
    yield attribute("stack", stack, expected=_NUMBER_GROUPS)
    yield attribute("fighters", integer, omit=-1, expected=_ONE_NUMBER, optional=True)
    pairs = many(row(integer, integer, separator=" "), ", ")
    damage = converted(pairs, lambda points: sorted((points or {}).items()), lambda found: dict(found) or None)
    yield attribute("damage", damage, expected="pairs of whole numbers separated by commas, or nothing")
    fight = converted(many(integer), lambda values: values or (), lambda found: list(found) or None)
    yield attribute("fight", fight, "combat_step", expected=_NUMBERS)
    yield replace(_number("rng", "rng", 0, (1 << 64) - 1), seen=lambda *_: None)


def _write_changed(position: Position) -> str:
    return str(int(position.change_count != position.change_count_at_attack))


def _read_changed(position: Position, text: str) -> None:
    position.change_count, position.change_count_at_attack = 1, 1 - ("0", "1").index(text)


def _write_futile(position: Position) -> str:
    return str(position.futile_attacks if position.change_count_at_futile == position.change_count else 0)


def _read_futile(position: Position, text: str) -> None:
    position.futile_attacks = number(0, _FUTILE_LIMIT).read(text)
    position.change_count_at_futile = position.change_count


def _read_modifiers(position: Position, text: str) -> None:
    position.modifiers, effects = _GROUPS.read(text), range(len(position.match.lasting))
    if all(modifier[EFFECT] in effects for modifier in position.modifiers):  # otherwise it is a violation
        update_active_verbs(position)
